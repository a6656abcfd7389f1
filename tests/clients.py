"""Simulated clients: what each says and asks in telnet, and how its terminal answers questions.

A client's terminal is pyte, fed in the client's own charset, so that it reports the cursor where
it would really be. Options are answered as each program does; those that it does not know it
refuses, but for those clients that are said to be deaf.
"""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass

import cbmcodecs2  # noqa: F401 - its codecs can be named from now on
import pyte

from tests.caller import decoded

IAC, DONT, DO, WONT, WILL, SB, SE = b"\xff", b"\xfe", b"\xfd", b"\xfc", b"\xfb", b"\xfa", b"\xf0"
BINARY, ECHO, SGA, TM, TTYPE, NAWS = b"\0", b"\x01", b"\x03", b"\x06", b"\x18", b"\x1f"
TSPEED, ENVIRON = b"\x20", b"\x27"
COMMAND = re.compile(rb"\xff(?:([\xfb-\xfe])(.)|\xfa(.*?)\xff\xf0)", re.DOTALL)
CTERM = "\x1b[=67;84;101;114;109;1;321c"
VT = "\x1b[?1;2c"
C64 = "petscii_c64en_lc"
QUESTION = "C)64? "


@dataclass(frozen=True)
class Client:
    """`names` are told one after the other, the last for ever (`deaf_after` so many it tells no
    more); `will` is what it does, `lets` what it lets us do; `opening` what it says unasked.

    `size` is (columns, rows), told by NAWS where that is in `will`; `reports`: it answers questions
    about cursor and device, the latter with `device`. `waits`: our patience must run out first.
    `typed` is what its caller types to choose P)lain, or C)64 at one.
    """

    title: str
    names: tuple[str, ...] = ()
    deaf_after: int = 99
    will: bytes = BINARY + SGA + TTYPE + NAWS
    lets: bytes = BINARY + SGA + ECHO
    opening: bytes = b""
    size: tuple[int, int] = (80, 24)
    charset: str = "utf-8"
    reports: bool = True
    device: str = VT
    waits: bool = False
    mute: bool = False
    typed: bytes = b"p"
    ignores: bytes = b""


def _saying(**options: bytes) -> bytes:
    verbs = {"will": WILL, "do": DO}
    return b"".join(IAC + verbs[verb] + bytes((option,)) for verb, several in options.items()
                    for option in several)


PUTTY = dict(names=("XTERM",), will=SGA + TTYPE + NAWS + TSPEED + ENVIRON + BINARY,
             opening=_saying(will=NAWS + TSPEED + TTYPE + ENVIRON, do=ECHO)
             + _saying(will=SGA, do=SGA))
WINDOWS = dict(will=BINARY + TTYPE + NAWS, opening=_saying(will=NAWS), charset="cp437",
               size=(80, 25), device="\x1b[?1;0c", typed=b"p")
CLIENTS = (
    Client("SyncTERM", ("syncterm",), charset="cp437", size=(80, 24), device=CTERM),
    Client("SyncTERM named ansi", ("ansi",), charset="cp437", will=BINARY + SGA + TTYPE,
           size=(132, 37), device=CTERM),
    Client("SyncTERM, name unknown", ("fancyterm",), charset="cp437", device=CTERM),
    Client("NetRunner", ("ANSI",), charset="cp437", will=BINARY + SGA + TTYPE, size=(80, 25)),
    Client("PuTTY in UTF-8", charset="utf-8", size=(100, 30), **PUTTY),    # type: ignore[arg-type]
    Client("PuTTY in CP437", charset="cp437", **PUTTY),                 # type: ignore[arg-type]
    Client("Windows, ANSI", ("ANSI", "VT100"), 2, **WINDOWS),           # type: ignore[arg-type]
    Client("Windows, VT100", ("VT100",), 1, **WINDOWS),                 # type: ignore[arg-type]
    Client("xterm by inetutils", ("XTERM-256COLOR",), size=(132, 43)),
    Client("VT220 in UTF-8", ("VT220",)),
    Client("VT100, no size", ("VT100",), charset="latin-1", will=SGA + TTYPE, size=(132, 24)),
    Client("mTCP", ("ANSI",), charset="cp437", size=(80, 25), reports=False),
    Client("Mudlet", ("MUDLET", "ANSI-TRUECOLOR", "MTTS 2349"), will=TTYPE + NAWS + SGA,
           size=(100, 50), reports=False, typed=b"p\r\n"),
    Client("TinTin++", ("TINTIN++", "xterm-256color", "MTTS 271"), will=TTYPE + NAWS + SGA,
           ignores=BINARY, reports=False, typed=b"p\r\n"),
    Client("screen reader", ("VIPMUD", "DUMB", "MTTS 69"), will=TTYPE, reports=False,
           typed=b"p\r\n"),
    Client("PETSCII by telnet", ("PETSCII",), charset=C64,
           will=TTYPE + SGA + BINARY, size=(40, 25), reports=False, typed=b"\xc3"),
    Client("refuses everything", will=b"", lets=b"", reports=False, typed=b"p\r\n"),
    Client("TTYPE, then nothing", ("XTERM",), 1, will=TTYPE, reports=False, mute=True, waits=True,
           typed=b"p\r\n"),
    Client("xterm, no reports", ("XTERM",), reports=False, waits=True),
    Client("bare nc", mute=True, will=b"", reports=False, waits=True, typed=b"p\n"),
    Client("C64, raw TCP", mute=True, will=b"", size=(40, 25), reports=False, waits=True,
           typed=b"C\r"),
)


class Simulated:
    """A client at work. `text` is what its caller was shown, without escape sequences' effects;
    `told` all commands of telnet that it got."""

    def __init__(self, client: Client, reader: asyncio.StreamReader,
                 writer: asyncio.StreamWriter) -> None:
        self.client, self._reader, self.writer = client, reader, writer
        self.told = b""
        self.text = ""
        self.screen = pyte.Screen(*client.size)
        self.screen.write_process_input = self._report  # type: ignore[method-assign]
        self._stream = pyte.Stream(self.screen)
        self._raw, self._names = b"", 0
        self._refused: set[bytes] = set()
        writer.write(client.opening)

    async def until(self, wanted: str) -> None:
        """Reads, and answers, until a text is shown."""
        while wanted not in self.text:
            data = await self._reader.read(65536)
            assert data, f"{self.client.title}: the line ended after {self.text!r}"
            self._take(data)

    def _take(self, data: bytes) -> None:
        self._raw += data
        while found := COMMAND.search(self._raw):
            self._show(self._raw[:found.start()])
            self._raw = self._raw[found.end():]
            self.told += found[0]
            self._answer(*found.groups())
        plain, iac, rest = self._raw.partition(IAC)
        self._show(plain)
        self._raw = iac + rest

    def _show(self, data: bytes) -> None:
        charset = self.client.charset
        text = decoded(data, charset) if charset == "cp437" else data.decode(charset, "replace")
        self.text += text
        if charset == C64:      # where 0E is the lower case, and CR begins a row by itself
            text = text.replace("\x0e", "").replace("\r", "\r\n")
        self._stream.feed(text)

    def _report(self, data: str) -> None:
        if self.client.reports:
            device = data.endswith("c")
            self.writer.write((self.client.device if device else data).encode("ascii"))

    def _answer(self, verb: bytes | None, option: bytes | None, sub: bytes | None) -> None:
        if sub is not None:
            if sub == TTYPE + b"\x01":
                self._tell_name()
        elif verb == DO and option is not None:
            self._do(option)
        elif verb == WILL and option is not None and not (
                self.client.mute or option in self.client.ignores):
            self.writer.write(IAC + (DO if option in self.client.lets else DONT) + option)

    def _do(self, option: bytes) -> None:
        if option in self.client.ignores:
            return
        if option in self.client.will:
            self.writer.write(IAC + WILL + option)
            if option == NAWS:
                size = b"".join(side.to_bytes(2, "big") for side in self.client.size)
                self.writer.write(IAC + SB + NAWS + size + IAC + SE)
        elif not self.client.mute:
            self.writer.write(IAC + WONT + option)

    def _tell_name(self) -> None:
        names = self.client.names
        if self._names < self.client.deaf_after:
            name = names[min(self._names, len(names) - 1)].encode()
            self.writer.write(IAC + SB + TTYPE + b"\0" + name + IAC + SE)
        self._names += 1
