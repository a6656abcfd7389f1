"""Somebody at the other end of an in-memory line: keys in, an emulator's screen out.

A club is a casino over a bank in a folder of the test's, with a clock that is cranked by hand. No
test waits for time to pass: a caller's press() returns when the session waits for the next key.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pyte
import pytest

from ansi.charset import GLYPHS
from door.bank import Bank
from door.carriers.line import Line
from door.carriers.visitor import Visitor
from door.config import BankSettings, Config
from door.house import EQUILIBRIUM
from door.rules.actions import Action, parse_action
from door.rules.cards import FRESH_DECK, Card, parse_cards
from door.rules.house_draw import CALLER
from door.rules.shuffle import Stream
from door.rules.table import View
from door.session import Casino, console
from tests import wired
from tests.books import CHEAP, Clock

WRITTEN = "0123456789abcdef" * 4    # the policy by which the House plays what is written
TOO_LONG = 20    # seconds after which a session that never comes to rest is a failure
HUMAN = 1.0      # seconds between two keys of a person


class Wire(wired.Wire):
    """One that keeps what is written frame by frame."""

    def __init__(self) -> None:
        super().__init__()
        self.frames: list[bytes] = []

    def write(self, data: Any) -> None:
        if data:
            super().write(data)
            self.frames.append(bytes(data))


class MemoryLine(Line):
    """A line without a network. `resting` is set while its session waits for the next byte."""

    def __init__(self, wire: Wire, carrier: str = "telnet", address: str = "192.0.2.7") -> None:
        super().__init__(carrier, address, wire)
        self.wire = wire
        self.speaks_telnet = self.character_mode = True
        self.resting = asyncio.Event()
        self.hidden: list[bool] = []    # each change of hide_input()

    async def read(self) -> bytes:
        if not (self._inbox or self._poked or self._ended):
            self.resting.set()
        try:
            return await super().read()
        finally:
            self.resting.clear()

    def feed(self, data: bytes) -> None:
        self.resting.clear()
        super().feed(data)

    def feed_eof(self) -> None:
        self.resting.clear()
        super().feed_eof()

    def poke(self) -> None:
        self.resting.clear()
        super().poke()

    def hide_input(self, hidden: bool) -> None:
        if hidden != (self.hidden[-1] if self.hidden else False):
            self.hidden.append(hidden)


async def rest(line: MemoryLine, asking: asyncio.Task[Any], moving: Callable[[], bool]) -> None:
    """Until the session waits for a key, and no card turns by itself, or until it is over."""
    while not asking.done() and (not line.resting.is_set() or console.STEP == 0 and moving()):
        if line.resting.is_set():
            await asyncio.sleep(0)
            continue
        resting = asyncio.create_task(line.resting.wait())
        await asyncio.wait((resting, asking), return_when=asyncio.FIRST_COMPLETED)
        resting.cancel()


# A cell is made anew for each letter that is drawn, and most have been made before.
pyte.screens.Char._replace = cache(pyte.screens.Char._replace)


class Emulator(pyte.Screen):
    """A screen that minds what the house promises: the last column is never written."""

    @property
    def display(self) -> list[str]:
        """The rows; the cell behind a wide glyph holds nothing."""
        return ["".join(self.buffer[y][x].data for x in range(self.columns))
                for y in range(self.lines)]

    def draw(self, data: str) -> None:
        assert self.cursor.x + len(data) < self.columns, f"{data!r} reaches the last column"
        super().draw(data)


class Caller:
    """A person with a terminal. `screen` shows what was sent to `line` so far."""

    def __init__(self, line: MemoryLine, clock: Clock, call: asyncio.Task[None],
                 columns: int = 80, rows: int = 24,
                 moving: Callable[[], bool] = lambda: False) -> None:
        self.line, self.clock, self.call, self._moving = line, clock, call, moving
        self.screen = Emulator(columns, rows)
        self._stream = pyte.Stream(self.screen)
        self._seen = 0
        self._read = 0
        self.charset = "ascii"

    # -- what the caller does ----------------------------------------------------------------

    async def press(self, *keys: str) -> None:
        """Keys at a person's pace, each in a packet of its own; "\\r" is RETURN."""
        for key in keys:
            self.clock.pass_by(HUMAN)
            await self.burst(key)

    async def burst(self, data: str | bytes) -> None:
        """All in one packet, at once behind what was sent before."""
        sent = data if isinstance(data, bytes) else data.encode(
            "cp437" if self.charset == "cp437" else "utf-8")
        if not self.line.character_mode and not self.line.hidden[-1:] == [True]:
            self._catch_up()
            self._stream.feed(sent.decode("utf-8", "replace"))      # the client's own echo
        self.line.feed(sent)
        await self.rest()

    async def type(self, text: str) -> None:
        """A line of text and RETURN."""
        if self.line.character_mode:
            await self.press(*text, "\r")
        else:
            await self.press(f"{text}\r\n")

    async def hit(self, *keys: str) -> None:
        """Hot keys, each with the RETURN that sends it in line mode."""
        end = "" if self.line.character_mode else "\r\n"
        await self.press(*(key + end for key in keys))

    async def choose(self, graphics: str) -> None:
        """Answers the graphics question."""
        await self.hit(graphics)
        self.charset = {"a": "cp437", "u": "utf-8"}.get(graphics, "ascii")

    async def enter(self, graphics: str = "u", handle: str = "guest") -> None:
        """To the Casino menu, as a guest or as somebody whose password is "secret"."""
        await self.choose(graphics)
        await self.type(handle)
        if handle != "guest":
            if "Create it" in self.prompt:
                await self.hit("y")
                await self.type("secret")
            await self.type("secret")

    async def sit(self, amount: int = 200) -> None:
        """From the menu to the Poker Table."""
        await self.hit("p")
        await self.type(str(amount))

    async def hang_up(self) -> None:
        """The line drops; returns when the session has cleaned up behind it."""
        self.line.feed_eof()
        await self.gone()

    async def resize(self, columns: int, rows: int) -> None:
        self._catch_up()
        self.screen.resize(rows, columns)
        self.line.resize(columns, rows)
        await self.rest()

    # -- waiting -----------------------------------------------------------------------------

    async def rest(self) -> None:
        """Until the session waits for a key, with no card still to turn, or is over."""
        async with asyncio.timeout(TOO_LONG):
            await rest(self.line, self.call, self._moving)

    async def gone(self) -> None:
        """Until the call is over."""
        async with asyncio.timeout(TOO_LONG):
            await self.call

    # -- what the caller sees ----------------------------------------------------------------

    @property
    def sent(self) -> bytes:
        """All that was ever sent."""
        return self.line.wire.sent

    def said(self) -> str:
        """What was sent since this was last asked, as text."""
        start, self._read = self._read, len(self.sent)
        return decoded(self.sent[start:], self.charset)

    def _catch_up(self) -> None:
        fresh, self._seen = self.sent[self._seen:], len(self.sent)
        self._stream.feed(decoded(fresh, self.charset))

    @property
    def rows(self) -> list[str]:
        """The screen's rows, without the blanks at their ends."""
        self._catch_up()
        return [row.rstrip() for row in self.screen.display]

    @property
    def text(self) -> str:
        """The whole screen."""
        return "\n".join(self.rows)

    @property
    def prompt(self) -> str:
        """The row with the cursor, without the margin: the prompt, and what was typed."""
        rows = self.rows
        return rows[self.screen.cursor.y].strip()


def decoded(data: bytes, charset: str) -> str:
    """A wire's bytes as an emulator gets them: CP437 by our own table, controls as they are."""
    if charset != "cp437":
        return data.decode(charset)
    return "".join(GLYPHS[byte] if byte in range(3, 7) or byte > 126 else chr(byte)
                   for byte in data)


class Club:
    """A casino, its clock, and those who called it."""

    def __init__(self, casino: Casino, clock: Clock) -> None:
        self.casino, self.bank, self.clock = casino, casino.bank, clock
        self.calls: list[asyncio.Task[None]] = []

    async def call(self, columns: int = 80, rows: int = 24, *, terminal: str = "xterm",
                   carrier: str = "telnet", address: str = "192.0.2.7", user: str = "",
                   line_mode: bool = False, telnet: bool = True,
                   hello: dict[str, object] | None = None,
                   visitor: Visitor | None = None) -> Caller:
        """A new caller, at the first prompt."""
        line = MemoryLine(Wire(), carrier, address)
        line.user = user
        line.terminal_type, line.columns, line.rows = terminal, columns, rows
        line.speaks_telnet, line.character_mode = telnet, not line_mode
        line.hello, line.visitor = hello or {}, visitor
        answering: asyncio.Task[None] = asyncio.create_task(self.casino.answer(line))
        self.calls.append(answering)
        caller = Caller(line, self.clock, answering, columns or 80, rows or 24, lambda: any(
            each.moving for each in self.casino.consoles if each.line is line))
        await caller.rest()
        return caller

    def pass_by(self, seconds: float) -> None:
        """Time passes, and the casino looks who is idle."""
        self.clock.pass_by(seconds)
        self.casino.sweep()


@asynccontextmanager
async def club(folder: Path, *, practice: str | None = None,
               settings: Config | None = None, art: Path | None = None) -> AsyncIterator[Club]:
    """A casino over a bank in `folder`, with a sysop's art; its books are checked at the end."""
    clock, config = Clock(), settings or Config(bank=BankSettings(durability="normal"))
    bank = await Bank.open(folder, config.bank, practice=practice is not None,
                           now=clock, cost=CHEAP)
    opened = Club(Casino(config, bank, practice, clock, art), clock)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("door.session.console.LONE_ESCAPE", 0)
        patch.setattr("door.session.console.STEP", 0)
        patch.setattr("door.session.call.time", SimpleNamespace(time=clock))
        try:
            yield opened
            await opened.casino.close()
            assert await bank.upkeep.check() == []
        finally:
            for call in opened.calls:
                call.cancel()
            await asyncio.gather(*opened.calls, return_exceptions=True)
            await bank.close()


# -- hands that are written beforehand -------------------------------------------------------


class Script:
    """Decks and the House's actions as a test has written them, hand by hand."""

    def __init__(self) -> None:
        self.decks: deque[tuple[Card, ...]] = deque()
        self._dealt: dict[bytes, tuple[Card, ...]] = {}
        self._acted: dict[bytes, Action] = {}
        self.actions: deque[Action] = deque()

    def hand(self, yours: str, houses: str = "2c 3d 5h 7s 9c", draws: str = "",
             acts: Sequence[str] = (), first: int = CALLER) -> None:
        """A hand to come: both holdings, then the cards of the draw as they are dealt."""
        pairs = list(zip(parse_cards(yours), parse_cards(houses)))
        cards = [card for pair in pairs for card in (pair if first == CALLER else pair[::-1])]
        cards += parse_cards(draws)
        self.decks.append((*cards, *(card for card in FRESH_DECK if card not in cards)))
        self.actions.extend(map(parse_action, acts))

    def deck(self, stream: Stream) -> tuple[Card, ...]:
        """The next one; the same one again for a hand that is resumed, or looked back on."""
        name = bytes(stream.byte() for _ in range(8))
        if name not in self._dealt:
            self._dealt[name] = self.decks.popleft()
        return self._dealt[name]

    def policy(self, view: View, luck: Stream) -> Action:
        """The next action; the same one again with the same luck."""
        name = bytes(luck.byte() for _ in range(8))
        if name not in self._acted:
            self._acted[name] = self.actions.popleft()
        return self._acted[name]


def script(patch: pytest.MonkeyPatch) -> Script:
    """From now on hands are dealt, and the House plays, as this script says."""
    written = Script()
    patch.setattr("door.floor.house_table.shuffled", written.deck)
    patch.setattr("door.proof.replay.shuffled", written.deck)
    for place in ("door.floor.house_table", "door.proof.playing"):
        patch.setattr(f"{place}.MANNERS", {EQUILIBRIUM: written.policy})
        patch.setattr(f"{place}.policy_name", lambda manner=EQUILIBRIUM: WRITTEN)
    return written
