"""A call is the same however its bytes are split: options, answers to questions, and keys.

Simulated clients (tests.clients) call a casino through the telnet interpreter itself, without a
network, so that what they send arrives in the pieces that a test cuts. A piece is read to its end
before the next one comes. No time passes but by the clock that the test cranks.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import prod
from pathlib import Path

import pytest

from ansi.charset import ASCII, CP437, UTF8, Charset
from ansi.terminal import Terminal
from door.carriers import telnet
from door.carriers.line import Line
from door.carriers.switchboard import Answer, Switchboard
from door.carriers.telnet import caller as caller_module
from door.session.console import Console
from door.session.detection import detect
from door.session.recognition import Found
from tests import petscii
from tests.books import Clock
from tests.caller import HUMAN, TOO_LONG, Script, Wire, club, script
from tests.clients import CLIENTS, COMMAND, Client, Simulated

pytestmark = pytest.mark.asyncio
Cut = Callable[[bytes], list[bytes]]
STRIDE = 8          # bytes; a call for each place within it cuts at every byte
LONG = 3600.0       # seconds that nobody waits for
TOLD = re.compile(r"[A-Z][^?>:\r\n]*\.")
SEALS = re.compile(r"[0-9a-f]{8,}(?:-\d+)?")    # which no two sittings share


def at(place: int, stride: int = STRIDE) -> Cut:
    """Everything that is sent is cut behind so many bytes, and at each stride from there on."""
    def cut(data: bytes) -> list[bytes]:
        edges = [0, *range(place, len(data), stride), len(data)]
        return [data[start:end] for start, end in zip(edges, edges[1:])]
    return cut


WHOLE, EVERYWHERE = at(1 << 20), at(1, 1)


# -- keys ----------------------------------------------------------------------------------------

IAC, SB, SE = b"\xff", b"\xff\xfa", b"\xff\xf0"
# What may come between two keys, and the keys that it is.
INPUTS: dict[str, tuple[bytes, list[str]]] = {
    "keys": (b"a~ ", ["a", "~", " "]),
    "arrows": (b"\x1b[A\x1bOB\x1b[1;5C\x1bd", ["UP", "DOWN", "RIGHT", "ESC", "d"]),
    "function keys": (b"\x1bOP\x1b[[B\x1b[13~\x1b[24~", ["F1", "F2", "F3", "F12"]),
    "editing keys": (b"\x1b[2~\x1b[3~\x1b[H\x1b[4~\x1b[V\x1b[U\x7f\b\t",
                     ["INSERT", "DELETE", "HOME", "END", "PAGE_UP", "PAGE_DOWN", "BACKSPACE",
                      "BACKSPACE", "TAB"]),
    "CR LF": (b"\r\n\r\n", ["ENTER", "ENTER"]),
    "CR NUL": (b"\r\0\r\0", ["ENTER", "ENTER"]),
    "CR": (b"\r\r", ["ENTER", "ENTER"]),
    "LF": (b"\n\n", ["ENTER", "ENTER"]),
    "UTF-8": ("é♥🂡".encode(), ["é", "♥", "🂡"]),
    "no UTF-8": (b"\xe2\x99.\xc3\xf0\x9f\x82", ["\ufffd", ".", "\ufffd", "\ufffd"]),
    "byte 255": (b"\xff\xff", ["\ufffd"]),
    "interrupt": (b"\xff\xf4", ["CTRL_C"]),
    "erase": (b"\xff\xf7", ["BACKSPACE"]),
    "no operation": (b"\xff\xf1", []),
    "are you there": (b"\xff\xf6", []),
    "CPR": (b"\x1b[24;80R", []),
    "DA": (b"\x1b[?62;1;6;22c", []),
    "CTerm's DA": (b"\x1b[=67;84;101;114;109;1;323c", []),
    "a string": (b"\x1bP>|XTerm(367)\x1b\\\x1b]11;rgb:0/0/0\x07", []),
    "an unknown sequence": (b"\x1b[?2026;2$y", []),
    "TTYPE": (b"\xff\xfb\x18" + SB + b"\x18\0XTERM-256COLOR" + SE, []),
    "NAWS": (b"\xff\xfb\x1f" + SB + b"\x1f\0\x84\0\xff\xff" + SE, []),
    "TSPEED": (b"\xff\xfb\x20" + SB + b"\x20\x002400,2400" + SE, []),
    "NEW-ENVIRON": (b"\xff\xfb\x27" + SB + b"\x27\0\0USER\1ada\3LANG\1x\xff\xffy" + SE, []),
    "an empty subnegotiation": (SB + SE, []),
    "TIMING-MARK": (b"\xff\xfc\x06\xff\xfb\x06\xff\xfd\x06", []),
    "options": (b"\xff\xfd\x01\xff\xfd\x03\xff\xfb\x00\xff\xfd\xff\xff\xfe\xff", []),
}


def protocol(answer: Answer, wire: Wire) -> telnet.Caller:
    made = telnet.Caller("192.0.2.7", lambda: None, Switchboard(answer))
    made.connection_made(wire)
    return made


async def pressed(charset: Charset, pieces: list[bytes]) -> list[str]:
    """The keys that come of these pieces."""
    async def nobody(line: Line) -> None:
        """Nobody answers: the line is read here."""

    caller = protocol(nobody, Wire())
    console = Console(caller.line, Terminal(charset), lambda: 0.0, 60)
    for piece in pieces:
        caller.data_received(piece)
        while caller.line._inbox:
            await console.listen()
    caller.connection_lost(None)
    return console._keys


@pytest.mark.parametrize("name", INPUTS)
async def test_keys_are_the_same_wherever_they_are_cut(name: str) -> None:
    data, keys = b"1" + INPUTS[name][0] + b"c", ["1", *INPUTS[name][1], "c"]
    cuts = [[data], EVERYWHERE(data), *([data[:n], data[n:]] for n in range(1, len(data)))]
    for pieces in cuts:
        assert await pressed(UTF8, pieces) == keys, pieces
    uncut = await pressed(CP437, [data])
    for pieces in cuts:
        assert await pressed(CP437, pieces) == uncut, pieces


# -- calls ---------------------------------------------------------------------------------------

KINGS, ACES = "Kh Kc 9s 9d 4d", "Ad As 7h 6c 2s"
ACTS = ("raise 10", "discard 345", "call")
REPORT, DEVICE = b"\x1b[24;80R", b"\x1b[=67;84;101;114;109;1;323c"
ENVIRON = b"\xff\xfb\x27" + SB + b"\x27\0\0USER\1ada" + SE
SIZE = SB + b"\x1f\0\x50\0\x18" + SE
# What is pressed at each prompt, "\r" for the client's own RETURN. What answers nothing is among
# it: keys of no use there, reports that come late, and what telnet has in between.
BY_KEYS = (
    ("C)64?", b"\x1b[B%b"), ("Handle:", b"gub\x7f\x1b[Des\x1b[5~t" + REPORT + b"\r"),
    ("Casino>", b"\x1b[A\x1b[15~\x1bOQp"), ("= $200)?", b"20" + DEVICE + b"0\r"),
    ("A)nte or Q)uit?", ENVIRON + b"k"), ("House cuts)?", b"\xc3\xa9\xe2\x99\xa5\xff\xff1\r"),
    ("A)nte or Q)uit?", b"\xff\xf1a"), ("C)heck or F)old?", b"b12\r"),
    ("R)aise or F)old?", SIZE + b"\x1b[6~c"), ("pat)?", b"5\x1b[D4\x7f" + DEVICE + b"\r"),
    ("C)heck or F)old?", b"\xff\xf77\r"), ("A)nte or Q)uit?", b"\x1bOP?"),
    ("B)ack, Q)uit?", b"\x1b[3~q"), ("A)nte or Q)uit?", REPORT + b"q"), ("Casino>", b"q"))
BY_LINES = (
    ("C)64?", b"%b\r"), ("Handle:", b"guest\r"), ("Casino>", b"p\r"), ("= $200)?", b"200\r"),
    ("A)nte or Q)uit?", b"k\r"), ("House cuts)?", b"\xc3\xa9\xe2\x99\xa5 1\r"),
    ("A)nte or Q)uit?", b"a\r"), ("C)heck or F)old?", b"b12\r"), ("R)aise or F)old?", b"c\r"),
    ("pat)?", b"5\r"), ("C)heck or F)old?", b"b\r"), ("= $12)?", b"7\r"),
    ("A)nte or Q)uit?", b"q\r"), ("Casino>", b"q\r"))
C64_SIZE, CLEAR = (40, 25), b"\x93"
# A C64 has no escape sequences, and sends a letter without SHIFT as an upper-case one.
BY_C64 = (
    ("C)64?", b"%b"), ("Handle:", b"GUB\x14EST\r"), ("Casino>", b"\x85\x91P"),
    ("= $200)?", b"200\x8d"), ("A)nte or Q)uit?", b"A"), ("C)heck or F)old?", b"B12\r"),
    ("R)aise or F)old?", b"\x1dC"), ("pat)?", b"5\r"), ("C)heck or F)old?", b"7\r"),
    ("A)nte or Q)uit?", b"\x5fQ"), ("Casino>", b"Q"))


class SplitCall:
    """A simulated client and its caller, all of whose bytes are cut on their way."""

    def __init__(self, answer: Answer, client: Client, cut: Cut) -> None:
        self.wire, self.cut = Wire(), cut
        self._outbox, self._heard, self._began = b"", 0, False
        self.protocol = protocol(answer, self.wire)
        self.client = Simulated(client, None, self)     # type: ignore[arg-type]

    def write(self, data: bytes) -> None:
        """What the client sends, by itself or for its caller."""
        self._outbox += data

    @property
    def waits(self) -> bool:
        """The session has read all that came and waits for more, or is over."""
        line = self.protocol.line
        self._began = self._began or line._waiter is not None
        waiting = line._waiter is not None and not line._waiter.done()
        return line._closed or waiting and not line._inbox

    async def rest(self) -> None:
        """Until the client has answered everything, and both sides wait."""
        while self._hear() or self._outbox or not self.waits:
            data, self._outbox = self._outbox, b""
            for piece in filter(None, self.cut(data)):
                self.protocol.data_received(piece)
                await asyncio.sleep(0)
                while self._began and not self.waits:
                    await asyncio.sleep(0)
            await asyncio.sleep(0)

    def _hear(self) -> bool:
        fresh, self._heard = self.wire.sent[self._heard:], len(self.wire.sent)
        self.client._take(fresh)
        return bool(fresh)

    async def run(self, steps: Sequence[tuple[str, bytes]], clock: Clock) -> list[str]:
        """The whole call: each prompt is waited for and answered; what was seen, or told."""
        shown = []
        for prompt, data in steps:
            await self.rest()
            shown.append(self.screen)
            assert " ".join(shown[-1].split()).endswith(prompt), shown[-1]
            clock.pass_by(HUMAN)
            self.write(data)
        await self.rest()
        by_keys = self.protocol.line.character_mode
        self.protocol.connection_lost(None)
        return [*shown, self.screen] if by_keys else self.told

    @property
    def screen(self) -> str:
        """Row by row; what no two sittings share is left out."""
        rows = self._c64() if self.client.client.size == C64_SIZE else self.client.screen.display
        return SEALS.sub("...", "\n".join(row.rstrip() for row in rows)).rstrip()

    def _c64(self) -> list[str]:
        """As a C64 shows it; the first question is not in its own codes yet."""
        _, painted, codes = self.wire.sent.rpartition(CLEAR)
        if not painted:
            return list(self.client.screen.display)
        screen = petscii.Screen()
        screen.lower = True
        screen.feed(COMMAND.sub(b"", codes).removesuffix(b"\r"))    # which ends the call
        return [screen.text(row) for row in range(len(screen.rows))]

    @property
    def told(self) -> list[str]:
        """What a caller who sends lines was told, prompts apart: one may stand there twice when a
        line comes in two pieces."""
        return TOLD.findall(SEALS.sub("...", self.client.text))


async def found(client: Client, cut: Cut) -> tuple[Found, str]:
    """What is found of a client, and what is written at its question."""
    seen: list[Found] = []

    async def answer(line: Line) -> None:
        seen.append(await detect(Console(line, Terminal(ASCII, painted=False), lambda: 0.0, 60)))
        line.write(b"Well? ")
        await line.read()

    call = SplitCall(answer, client, cut)
    async with asyncio.timeout(TOO_LONG):
        while not call.wire.sent.endswith(b"Well? "):
            await call.rest()
            await asyncio.sleep(0)
        await call.rest()
    call.protocol.connection_lost(None)
    return seen[0], call.screen


@pytest.mark.parametrize("client", [client for client in CLIENTS if not client.waits],
                         ids=lambda client: client.title)
async def test_a_client_is_known_wherever_its_answers_are_cut(
        client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caller_module, "PATIENCE", LONG)
    uncut = await found(client, WHOLE)
    assert uncut[1].lower() == "well?"
    for cut in (EVERYWHERE, *map(at, range(1, STRIDE + 1))):
        assert await found(client, cut) == uncut


def steps(client: Client, end: bytes, key: bytes) -> list[tuple[str, bytes]]:
    """What the caller answers at a client that sends `end` for RETURN."""
    answers = BY_LINES if client.typed.endswith(b"\n") else BY_KEYS
    answers = BY_C64 if client.size == C64_SIZE else answers
    return [(prompt, data.replace(b"%b", key).replace(b"\r", end)) for prompt, data in answers]


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Script:
    for word in ("patter", "greeting"):
        monkeypatch.setattr(f"door.session.poker.{word}", lambda *told: "")
    return script(monkeypatch)


@pytest.mark.parametrize("title, end, key", [
    ("xterm by inetutils", b"\r\0", b"u"), ("PuTTY in CP437", b"\r\0", b"\r"),
    ("SyncTERM named ansi", b"\r\n", b"a"), ("NetRunner", b"\r", b"\r"),
    ("Mudlet", b"\r\n", b"p"), ("TinTin++", b"\r\n", b""), ("bare nc", b"\n", b"p"),
    ("C64, raw TCP", b"\r", b"C"), ("PETSCII by telnet", b"\r", b"\r")])
async def test_a_call_is_the_same_wherever_it_is_cut(
        tmp_path: Path, written: Script, monkeypatch: pytest.MonkeyPatch, title: str, end: bytes,
        key: bytes) -> None:
    client = next(each for each in CLIENTS if each.title == title)
    client = replace(client, size=min(client.size, (80, 24), key=prod))   # which is drawn faster
    monkeypatch.setattr(caller_module, "PATIENCE", 0.01 if client.waits else LONG)

    async def come(cut: Cut) -> list[str]:
        written.hand(KINGS, ACES, draws="9h 8c 3c 3d", acts=ACTS)
        call = SplitCall(hall.casino.answer, client, cut)
        async with asyncio.timeout(TOO_LONG):
            return await call.run(steps(client, end, key), hall.clock)

    async with club(tmp_path, practice="splits") as hall:
        monkeypatch.setattr("door.session.console.LONE_ESCAPE", LONG)
        uncut = await come(WHOLE)
        seen = " ".join(" ".join(uncut).split()).lower()
        assert "full house, nines and kings" in seen and "Good night" in uncut[-1]
        for cut in (EVERYWHERE, *map(at, range(1, STRIDE + 1))):
            assert await come(cut) == uncut
