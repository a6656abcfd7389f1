"""Small bulletin boards that run the door: each does what its row of DOORS.md's table does.

A host writes the drop file, starts the door as its board would, carries the bytes of one user, and
loses that user's carrier in the board's own way. What is on the wire to the user is drawn by pyte.
Nobody here waits for time to pass: for text, for the end of the door, or not at all.
"""

from __future__ import annotations

import codecs
import fcntl
import os
import select
import shlex
import signal
import socket
import subprocess
import termios
import time
import tty
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
IAC, SB, SE, DONT, DO, WONT, WILL = 255, 250, 240, 254, 253, 252, 251
ECHO, SGA, TTYPE, NAWS = 1, 3, 24, 31


@dataclass(frozen=True)
class User:
    """Somebody as a board knows them. `utf8`: their terminal shows UTF-8, else code page 437."""

    handle: str
    record: str = "7"
    minutes: int = 58
    node: int = 2
    security: int = 50
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
    size: ClassVar[tuple[int, int]] = (80, 24)
    environ: ClassVar[dict[str, str]] = {}
    line_lost: ClassVar[tuple[int, ...]] = (3,)     # what the door leaves with when it is hung up
    process: subprocess.Popen[bytes]
    keys: int       # a descriptor for what the user types
    wire: int       # and one for what the door sends

    def __init__(self, data: Path, place: Path, user: User) -> None:
        self.data, self.place, self.user = data, place, user
        place.mkdir(parents=True, exist_ok=True)
        self.drop = place / ".".join(self.sample.split(".")[-2:])
        self.heard = ""
        self.screen = Emulator(*self.size)
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
        return bytes_of(lines_of(self.sample, told))

    def command(self, *flags: str) -> list[str]:
        return [ANTEUP, "door", "--drop", os.fspath(self.drop), *flags]

    def run(self, command: Sequence[str]) -> None:
        raise NotImplementedError

    def spawn(self, command: Sequence[str], **how: Any) -> None:
        """The process itself, in a session of its own and with an environment of its own."""
        environ = {"PATH": os.environ["PATH"], "ANTEUP_DATA": os.fspath(self.data), **self.environ}
        with self._log.open("ab") as errors:
            self.process = subprocess.Popen(command, stderr=errors, env=environ, cwd=self.place,
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

    def listen(self, patience: float) -> bool:
        """Takes more of what the door sends; False if there was nothing, and will not be."""
        if not select.select([self.wire], [], [], patience)[0]:
            return False
        try:
            data = os.read(self.wire, CHUNK)
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
        watched = [self.gone, self.wire]
        while self.gone not in (ready := select.select(
                watched, [], [], max(0, began + patience - time.monotonic()))[0]):
            assert ready, f"the door is still there after {patience} s"
            if not self.listen(0):
                watched = [self.gone]
        took = time.monotonic() - began
        _, status, used = os.wait4(self.process.pid, 0)
        self.process.returncode = os.waitstatus_to_exitcode(status)
        while self.wire in watched and self.listen(0):
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


# -- boards with a pty -------------------------------------------------------------------------


class PtyHost(Host):
    """Cooked and with echo when the door starts, as a new pty is."""

    def run(self, command: Sequence[str]) -> None:
        self.wire, self.terminal = os.openpty()
        self.keys = self.wire
        self._closing += [self.terminal]
        termios.tcsetwinsize(self.terminal, self.size[::-1])
        self.set_modes()
        self.found = termios.tcgetattr(self.terminal)
        self.spawn(command, stdin=self.terminal, stdout=self.terminal, preexec_fn=_take_terminal)

    def set_modes(self) -> None:
        local: int = termios.tcgetattr(self.terminal)[3]
        assert local & termios.ECHO and local & termios.ICANON

    def restored(self) -> bool:
        return self.wire < 0 or termios.tcgetattr(self.terminal) == self.found

    def close_pty(self) -> None:
        os.close(self.wire)
        self.wire = self.keys = -1

    def left(self, patience: float = PATIENCE) -> Exit:
        if self.wire >= 0:
            return super().left(patience)
        began, busy = time.monotonic(), self.busy
        assert select.select([self.gone], [], [], patience)[0], f"there after {patience} s"
        took = time.monotonic() - began
        _, status, used = os.wait4(self.process.pid, 0)
        self.process.returncode = os.waitstatus_to_exitcode(status)
        return Exit(self.process.returncode, took, used.ru_utime + used.ru_stime - busy)

    def close(self) -> None:
        if getattr(self, "wire", -1) >= 0:
            self.close_pty()
        super().close()


def _take_terminal() -> None:
    """In the child: standard input becomes the terminal that controls it."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


class SynchronetStdio(PtyHost):
    sample, environ, size = "synchronet-stdio.DOOR32.SYS", {"TERM": "ansi-bbs"}, (100, 30)

    def hang_up(self) -> None:
        self.process.send_signal(signal.SIGHUP)     # then SIGTERM and SIGKILL, 5 s apart


class EnigmaStdio(PtyHost):
    sample, environ = "enigma.door32.sys", {"TERM": "xterm"}

    def command(self, *flags: str) -> list[str]:
        return super().command("--node", str(self.user.node), *flags)

    def to_user(self, data: bytes) -> bytes:
        return super().to_user(data.replace(b"\n", b"\r\n"))

    def hang_up(self) -> None:
        self.process.send_signal(signal.SIGHUP)


class Wwiv(PtyHost):
    """Its CHAIN.TXT counts seconds."""

    sample, size = "wwiv.chain.txt", (80, 25)
    fields = {1: "record", 2: "handle", 11: "security", 16: "seconds"}

    def to_door(self, data: bytes) -> bytes:
        return data.replace(b"\x03", b"")

    def to_user(self, data: bytes) -> bytes:
        return super().to_user(data.replace(b"\n", b"\r\n"))

    def hang_up(self) -> None:
        self.close_pty()


class Mystic(PtyHost):
    """A command line for /bin/sh. What its watchdog does is not known: SIGTERM is the least.

    The shell ends by the signal at once, and the door, which is its child or has taken its place,
    is watched beside it.
    """

    sample, line_lost = "mystic.door32.sys", (3, -signal.SIGTERM)
    child = -1

    def command(self, *flags: str) -> list[str]:
        return ["/bin/sh", "-c", shlex.join(super().command(*flags))]

    def hang_up(self) -> None:
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        for child in map(int, children.split()):
            self.child = os.pidfd_open(child)
            self._closing.append(self.child)
        os.killpg(self.process.pid, signal.SIGTERM)

    def left(self, patience: float = PATIENCE) -> Exit:
        began, left = time.monotonic(), super().left(patience)
        if self.child >= 0:
            rest = max(0.0, began + patience - time.monotonic())
            assert select.select([self.child], [], [], rest)[0], f"there after {patience} s"
        return left._replace(seconds=time.monotonic() - began)


class Envy(PtyHost):
    """And Talisman."""

    sample = "envy.door32.sys"

    def set_modes(self) -> None:
        tty.setraw(self.terminal)

    def to_door(self, data: bytes) -> bytes:
        return data.replace(b"\n", b"").replace(b"\0", b"")

    def hang_up(self) -> None:
        self.close_pty()


class Talisman(Envy):
    sample = "talisman-no-final-newline.door32.sys"

    def drop_file(self) -> bytes:
        return super().drop_file().removesuffix(b"\r\n")


# -- boards with pipes and sockets -------------------------------------------------------------


class Vision3(Host):
    sample = "mystic.door32.sys"
    fields = {**Host.fields, 1: "zero", 2: "zero"}

    def drop_file(self) -> bytes:
        told = {line: str(getattr(self.user, name)) for line, name in Host.fields.items()}
        return bytes_of(lines_of(self.sample, {**told, 1: "0", 2: "0", 4: "ViSiON/3"}))

    def run(self, command: Sequence[str]) -> None:
        self.tell_environment()
        self.spawn(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        assert self.process.stdin is not None and self.process.stdout is not None
        self._closing += [self.process.stdin, self.process.stdout]
        self.keys, self.wire = self.process.stdin.fileno(), self.process.stdout.fileno()

    def tell_environment(self) -> None:
        self.environ = {    # type: ignore[misc]
            "BBS_USERHANDLE": self.user.handle, "BBS_NODE": str(self.user.node),
            "BBS_TIMELEFT": str(self.user.minutes)}

    def hang_up(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()


class SocketHost(Host):
    """The user is at a socket that the door inherits; standard input and output are nothing."""

    sample = "synchronet-socket.DOOR32.SYS"

    def run(self, command: Sequence[str]) -> None:
        self.spawn(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                   pass_fds=[self.inherited])

    def start(self, *flags: str) -> Host:
        self.sock, theirs = loopback()
        self.keys = self.wire = self.sock.fileno()
        self.inherited = theirs.fileno()
        self._closing.append(self.sock)
        with theirs:
            return super().start(*flags)

    def drop_file(self) -> bytes:
        told = {line: str(getattr(self.user, name)) for line, name in self.fields.items()}
        return bytes_of(lines_of(self.sample, {**told, 2: str(self.inherited)}))

    def hang_up(self) -> None:
        self.sock.shutdown(socket.SHUT_RDWR)


class SynchronetSocket(SocketHost):
    """No signal: the board closes its end, and waits for the door to leave by itself."""


class Vision3Socket(SocketHost):
    """The descriptor is told in the environment alone."""

    sample = Vision3.sample

    def drop_file(self) -> bytes:
        self.environ = {    # type: ignore[misc]
            "BBS_USERHANDLE": self.user.handle, "BBS_NODE": str(self.user.node),
            "BBS_TIMELEFT": str(self.user.minutes), "DOOR_SOCKET_FD": str(self.inherited)}
        told = {line: str(getattr(self.user, name)) for line, name in self.fields.items()}
        return bytes_of(lines_of(self.sample, {**told, 1: "0", 2: "0", 4: "ViSiON/3"}))


class EnigmaSocket(Host):
    """The board listens, and the door is given the port: {srvPort}."""

    sample = "enigma.door32.sys"

    def start(self, *flags: str) -> Host:
        with socket.create_server(("127.0.0.1", 0)) as listener:
            listener.settimeout(PATIENCE)
            super().start("--connect", str(listener.getsockname()[1]), *flags)
            watched = select.select([listener, self.gone], [], [], PATIENCE)[0]
            if listener not in watched:     # it left before it called: a wrong option, say
                self.sock, other = loopback()
                other.close()
            else:
                self.sock, _ = listener.accept()
        self._closing.append(self.sock)
        self.keys = self.wire = self.sock.fileno()
        return self

    def run(self, command: Sequence[str]) -> None:
        self.spawn(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)

    def hang_up(self) -> None:
        self.process.send_signal(signal.SIGHUP)
        self.sock.shutdown(socket.SHUT_RDWR)


class Maximus(SocketHost):
    """The user's own telnet client is at the other end, and nobody between speaks telnet."""

    def __init__(self, data: Path, place: Path, user: User) -> None:
        super().__init__(data, place, user)
        self._torn = b""

    def command(self, *flags: str) -> list[str]:
        return super().command("--telnet", *flags)

    def to_user(self, data: bytes) -> bytes:
        """What the client shows; it answers the rest."""
        shown, self._torn = b"", self._torn + data
        while self._torn:
            plain, iac, rest = self._torn.partition(bytes((IAC,)))
            shown += plain
            end = self._end_of_command(rest) if iac else 0
            if iac and not end:
                self._torn = iac + rest
                break
            self._obey(rest[:end])
            self._torn = rest[end:]
        return shown

    def _end_of_command(self, rest: bytes) -> int:
        """How long the command behind an IAC is; 0 if it is not whole yet."""
        if rest[:1] == bytes((SB,)):
            at = rest.find(bytes((IAC, SE)))
            return at + 2 if at >= 0 else 0
        return 2 if len(rest) > 1 and rest[0] >= WILL else 0

    def _obey(self, command: bytes) -> None:
        """As SyncTERM would: single keys, a size, a name."""
        if not command:
            return
        verb, option = command[0], command[1]
        if verb == DO:
            self._say(WILL if option in (SGA, TTYPE, NAWS) else WONT, option)
            if option == NAWS:
                self._say(SB, NAWS, 0, self.size[0], 0, self.size[1], IAC, SE)
        elif verb == WILL:
            self._say(DO if option in (ECHO, SGA) else DONT, option)
        elif verb == SB and option == TTYPE:
            self._say(SB, TTYPE, 0, *b"syncterm", IAC, SE)

    def _say(self, *codes: int) -> None:
        try:
            os.write(self.keys, bytes((IAC, *codes)))
        except OSError:
            pass


def loopback() -> tuple[socket.socket, socket.socket]:
    """Two ends of a TCP connection on this machine."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        one = socket.create_connection(listener.getsockname())
        return one, listener.accept()[0]


HOSTS: tuple[type[Host], ...] = (
    SynchronetStdio, SynchronetSocket, EnigmaStdio, EnigmaSocket, Wwiv, Mystic, Envy, Talisman,
    Vision3, Vision3Socket, Maximus)
