"""Keys in flight: what was sent before a money prompt was seen never answers it (RFC 860).

The marks themselves are in test_telnet_marks.py; here a line says by hand what was sent before one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from ansi.canvas import Canvas
from ansi.charset import ASCII
from ansi.terminal import Terminal
from door.screens.screen import Screen
from door.session.console import MARK, Console
from tests.books import Clock
from tests.caller import MemoryLine, Wire

pytestmark = pytest.mark.asyncio


class MarkedLine(MemoryLine):
    """Counts the marks that are set. Its client has answered when a test says so."""

    marks = 0
    given_up = False

    def mark(self, trial: bool = False) -> None:
        if not (trial or self.marking or self.given_up):
            self.marks += 1
            self.marking = True

    def unmark(self) -> None:
        self.marking, self.given_up = False, True


class Question(Screen):
    """Answered by "!"; "n" asks anew; `kept` of the early keys may answer it."""

    def __init__(self, money: bool = True, kept: int = 0) -> None:
        super().__init__()
        self.money, self.kept = money, kept
        self.pressed = ""
        self.asked = 0

    @property
    def prompt(self) -> str:
        return "What?"

    @property
    def question(self) -> str:
        return str(self.asked)

    def ahead(self, keys: Sequence[str]) -> int:
        return self.kept

    def paint(self) -> Canvas:
        return Canvas()

    def press(self, key: str) -> str | None:
        self.pressed += key
        self.asked += key == "n"
        return key if key == "!" else None


class Desk:
    """A caller at a question."""

    def __init__(self, screen: Question, *, lines: bool = False) -> None:
        self.clock, self.line, self.screen = Clock(), MarkedLine(Wire()), screen
        self.line.character_mode = not lines
        self.console = Console(self.line, Terminal(ASCII, painted=False), self.clock, 60)
        self.asking: asyncio.Task[object] | None = None

    async def __aenter__(self) -> Desk:
        self.asking = asyncio.create_task(self.console.ask(self.screen))
        await self.line.resting.wait()
        return self

    async def __aexit__(self, *error: object) -> None:
        assert self.asking is not None
        self.asking.cancel()
        await asyncio.gather(self.asking, return_exceptions=True)

    async def send(self, data: bytes, *, early: bool = True, later: float = 0.2) -> None:
        self.line.marking = self.line.marking and early
        self.clock.pass_by(later)
        self.line.feed(data)
        await asyncio.wait_for(self.line.resting.wait(), 10)


async def test_keys_that_were_sent_before_the_prompt_was_seen_are_dropped() -> None:
    async with Desk(Question()) as desk:
        await desk.send(b"abc\r!")
        assert desk.screen.pressed == ""
        await desk.send(b"d", early=False)
        assert desk.screen.pressed == "d"
        assert desk.line.marks == 1


async def test_each_question_of_money_has_a_mark_and_no_other() -> None:
    async with Desk(Question()) as desk:
        await desk.send(b"xn", early=False)
        assert desk.line.marks == 2
        await desk.send(b"y")
        await desk.send(b"z", early=False)
        assert desk.screen.pressed == "xnz"
    async with Desk(Question(money=False)) as desk:
        await desk.send(b"xnx")
        assert (desk.line.marks, desk.screen.pressed) == (0, "xnx")


async def test_the_digits_of_an_amount_that_the_caller_began_count_at_once() -> None:
    async with Desk(Question(kept=2)) as desk:
        await desk.send(b"123")
        assert desk.screen.pressed == "12"


async def test_after_two_seconds_without_an_answer_keys_count_and_nobody_is_asked_again() -> None:
    async with Desk(Question()) as desk:
        await desk.send(b"a", later=MARK)
        assert desk.screen.pressed == ""
        await desk.send(b"b", later=0.1)
        await desk.send(b"n")
        await desk.send(b"c")
        assert desk.screen.pressed == "bnc"
        assert (desk.line.marks, desk.line.given_up) == (1, True)


async def test_a_line_that_came_too_early_is_asked_for_again() -> None:
    async with Desk(Question(), lines=True) as desk:
        await desk.send(b"a\r\n")
        assert desk.line.wire.sent == b"What? What? "
        assert desk.screen.pressed == ""


async def test_a_key_that_was_torn_by_the_mark_is_dropped_whole() -> None:
    async with Desk(Question()) as desk:
        desk.line.feed(b"\x1b[")
        await asyncio.sleep(0)
        await desk.send(b"Ax")
        await desk.send(b"y", early=False)
        assert desk.screen.pressed == "y"
