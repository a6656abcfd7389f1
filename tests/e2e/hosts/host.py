"""A board that runs the door for one user: the drop file, the process, the bytes, and the end.

It carries the bytes of one user, and loses that user's carrier in the board's own way. What is on
the wire to the user is drawn by pyte. Nobody here waits for time to pass: for text, for the end of
the door, or not at all.
"""

from __future__ import annotations

import codecs
import os
import select
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, ClassVar, NamedTuple

import pyte

from tests.caller import Emulator
from tests.dropfile import bytes_of, lines_of
from tests.e2e.server import ANTEUP, PATIENCE

TICKS = os.sysconf("SC_CLK_TCK")
CHUNK = 65536
SUITS = dict(zip(range(3, 7), "♥♦♣♠"))      # what terminals of code page 437 show


@dataclass(frozen=True)
class User:
    """Somebody as a board knows them. `utf8`: their terminal shows UTF-8, else code page 437."""

    handle: str
    record: str = "7"
    minutes: int = 58
    node: int = 2
    security: int = 50
    board: str = "Lab"
    utf8: bool = False

    @property
    def seconds(self) -> int:
        return 60 * self.minutes


class Exit(NamedTuple):
    """How the door left: its exit code, the seconds it took, and what it used of the processor."""

    code: int
    seconds: float
    busy: float


class Host:
    """A board that runs the door for one user.

    `heard` is what has reached the user and was not taken by expect(); `screen` shows all of it.
    """

    sample: ClassVar[str]                   # of tests/dropfiles
    fields: ClassVar[dict[int, str]] = {    # of its lines, those that tell of the user
        5: "record", 7: "handle", 8: "security", 9: "minutes", 11: "node"}
    encoding: ClassVar[str] = "cp437"       # of the drop file
    size: ClassVar[tuple[int, int]] = (80, 24)
    eyes: ClassVar[type[pyte.Screen]] = Emulator
    line_lost: ClassVar[tuple[int, ...]] = (3,)     # what the door leaves with when it is hung up
    process: subprocess.Popen[bytes]
    keys = -1       # a descriptor for what the user types
    wire = -1       # and one for what the door sends

    def __init__(self, data: Path, place: Path, user: User) -> None:
        self.data, self.place, self.user = data, place, user
        place.mkdir(parents=True, exist_ok=True)
        self.drop = place / ".".join(self.sample.split(".")[-2:])
        self.heard = ""
        self.screen = self.eyes(*self.size)
        self._stream = pyte.Stream(self.screen)
        self._decoder = codecs.getincrementaldecoder("utf-8" if user.utf8 else "cp437")("replace")
        self._log = place / "stderr.txt"
        self._closing: list[Any] = []       # what is closed when the host is

    def __enter__(self) -> Host:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.close()

    # -- running the door --------------------------------------------------------------------

    def start(self, *flags: str) -> Host:
        """Writes the drop file and runs the door with it."""
        self.drop.write_bytes(self.drop_file())
        self.run(self.command(*flags))
        return self

    def drop_file(self) -> bytes:
        told = {line: str(getattr(self.user, name)) for line, name in self.fields.items()}
        return bytes_of(lines_of(self.sample, {
            line: text.encode(self.encoding) for line, text in (told | self.pipe()).items()}))

    def pipe(self) -> dict[int, str]:
        """The lines of the drop file that tell where the user is, if not as in the sample."""
        return {}

    def environment(self) -> dict[str, str]:
        return {"TERM": "ansi"}

    def command(self, *flags: str) -> list[str]:
        return [ANTEUP, "door", "--drop", os.fspath(self.drop), *flags]

    def run(self, command: Sequence[str]) -> None:
        raise NotImplementedError

    def spawn(self, command: Sequence[str], **how: Any) -> None:
        """The process itself, in a session of its own and with an environment of its own."""
        environ = {"PATH": os.environ["PATH"], "ANTEUP_DATA": os.fspath(self.data)}
        with self._log.open("ab") as errors:
            self.process = subprocess.Popen(
                command, stderr=errors, env=environ | self.environment(), cwd=self.place,
                start_new_session=True, **how)
        self.gone = os.pidfd_open(self.process.pid)
        self._closing.append(self.gone)

    # -- what the user does ------------------------------------------------------------------

    def send(self, keys: str) -> None:
        """What the user types, as the board passes it on."""
        data = self.to_door(keys.encode("utf-8" if self.user.utf8 else "cp437"))
        try:
            os.write(self.keys, data)
        except OSError:
            pass    # the door has gone, which its end tells

    def to_door(self, data: bytes) -> bytes:
        return data

    def to_user(self, data: bytes) -> bytes:
        """Boards translate for terminals that show UTF-8, and leave control characters alone."""
        if not self.user.utf8:
            return data
        return b"".join(bytes((byte,)) if byte < 0x80 else bytes((byte,)).decode("cp437").encode()
                        for byte in data)

    def press(self, keys: str) -> None:
        """Keys of one answer. A RETURN alone comes with a key before it that changes nothing, or
        it would belong to the hot key of a moment ago."""
        self.send("\x7f\r" if keys == "\r" else keys)

    def answer(self, prompt: str, keys: str) -> str:
        """Waits for a prompt and answers it; what was heard before it."""
        before = self.expect(f"{prompt} ")
        self.press(keys)
        return before

    def hang_up(self) -> None:
        """The user's carrier is lost, and the board does about it what it does."""
        raise NotImplementedError

    # -- what the user hears -----------------------------------------------------------------

    def expect(self, wanted: str) -> str:
        """Waits for a text and takes it; what stood before it."""
        end = time.monotonic() + PATIENCE
        while (at := self.heard.find(wanted)) < 0:
            left = end - time.monotonic()
            assert left > 0 and self.listen(left), f"no {wanted!r} in {self.heard!r}"
        before, self.heard = self.heard[:at], self.heard[at + len(wanted):]
        return before

    def listen(self, patience: float, most: int = CHUNK) -> bool:
        """Takes more of what the door sends; False if there was nothing, and will not be."""
        if not select.select([self.wire], [], [], patience)[0]:
            return False
        try:
            data = os.read(self.wire, most)
        except OSError:
            return False
        self._show(self.to_user(data))
        return bool(data)

    def _show(self, data: bytes) -> None:
        text = self._decoder.decode(data)
        self.heard += text
        self._stream.feed(text.translate(dict.fromkeys(SUITS, "") if self.user.utf8 else SUITS))

    @property
    def rows(self) -> list[str]:
        return [row.rstrip() for row in self.screen.display]

    def sees(self, text: str) -> bool:
        """Whether the screen has that text, wherever its lines break."""
        return " ".join(text.split()) in " ".join(" ".join(self.rows).split())

    @property
    def is_plain(self) -> bool:
        """Colours are back and the cursor is shown."""
        cursor = self.screen.cursor
        return not cursor.hidden and (cursor.attrs.fg, cursor.attrs.bg, cursor.attrs.bold) == (
            "default", "default", False)

    # -- the end -----------------------------------------------------------------------------

    @property
    def busy(self) -> float:
        """Seconds of the processor that the door has used so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def left(self, patience: float = PATIENCE) -> Exit:
        """Waits until the door has left, taking what it says meanwhile."""
        began, busy = time.monotonic(), self.busy
        watched = [self.gone] + [self.wire] * (self.wire >= 0)
        while self.gone not in (ready := select.select(
                watched, [], [], max(0, began + patience - time.monotonic()))[0]):
            assert ready, f"the door is still there after {patience} s"
            if not self.listen(0):
                watched = [self.gone]
        took = time.monotonic() - began
        _, status, used = os.wait4(self.process.pid, 0)
        self.process.returncode = os.waitstatus_to_exitcode(status)
        while len(watched) > 1 and self.listen(0):
            pass
        return Exit(self.process.returncode, took, used.ru_utime + used.ru_stime - busy)

    @property
    def errors(self) -> str:
        """What the door has said on stderr, over all its starts."""
        return self._log.read_text("utf-8", "replace")

    def restored(self) -> bool:
        """The terminal's modes are what they were, if there is one."""
        return True

    def close(self) -> None:
        if hasattr(self, "process") and self.process.returncode is None:
            self.process.kill()
            self.process.wait()
        for each in self._closing:
            (os.close if isinstance(each, int) else type(each).close)(each)
        self._closing.clear()
