"""Motion: cards that come and turn one at a time, the prompt first, and whatever ends it.

A motion goes by at once where STEP is 0, and stands still for a test where it is HELD.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from ansi.canvas import Canvas
from ansi.charset import ASCII, UTF8
from ansi.terminal import Terminal
from door.carriers.line import CarrierLost
from door.rules.actions import CALL, CHECK, FOLD, STAND_PAT, Action, Bet, Discard
from door.rules.cards import FRESH_DECK, parse_cards
from door.rules.house_draw import CALLER, GAME, HOUSE
from door.rules.ranks import spoken
from door.rules.table import Table
from door.screens.frame import Sign
from door.screens.poker_table import PokerTable
from door.screens.screen import Screen
from door.session import console as module
from door.session.console import SLOW_LINE, STEP, Console
from door.session.notices import Left
from tests.books import Clock
from tests.caller import TOO_LONG, MemoryLine, Wire, club, rest, script

HELD = TOO_LONG     # seconds that no test waits for
AT_MOST = 0.4       # seconds that a motion may take
CARDS = [card for pair in zip(parse_cards("Kh Kc 9s 9d 4d"), parse_cards("Ad As 7h 6c 2s"))
         for card in pair]


# -- what moves ------------------------------------------------------------------------------


def table_after(*acts: Action, stacks: tuple[int, int] = (200, 200)) -> PokerTable:
    """The screen as the last of these acts sets it in motion."""
    table, screen = Table(GAME, stacks, CALLER), PokerTable(Sign("Brass Lantern Casino"))
    told = table.deal([*CARDS, *(card for card in FRESH_DECK if card not in CARDS)])
    for act in (*acts, None):
        screen.tell([event.seen_by(CALLER) for event in told], table.view(CALLER), 1)
        if act is not None:
            assert table.to_act is not None
            told = table.act(table.to_act, act)
    return screen


DRAWN = (CHECK, CHECK, Discard((1, 4)), Discard((0, 1, 2)))
SHOWN = (*DRAWN, CHECK, CHECK)
PUT_IN = ((Bet(15), CALL, Discard((0, 1)), STAND_PAT), (20, 20))


def test_a_deal_comes_card_by_card() -> None:
    screen = table_after()
    assert screen.felt.away == {1, 2, 3, 4} and screen.steps == 4
    seen = []
    while screen.steps:
        screen.step()
        seen.append(sorted(screen.felt.away))
    assert seen == [[2, 3, 4], [3, 4], [4], []]


def test_of_a_draw_the_new_cards_come() -> None:
    screen = table_after(*DRAWN)
    assert screen.felt.away == {4} and screen.steps == 1


def test_who_stands_pat_sees_nothing_move() -> None:
    assert table_after(CHECK, CHECK, STAND_PAT, STAND_PAT).steps == 0


def test_at_the_showdown_the_houses_cards_turn() -> None:
    screen = table_after(*SHOWN)
    assert (screen.felt.turned, screen.felt.away, screen.steps) == (1, frozenset(), 4)
    screen.step()
    assert screen.felt.turned == 2


def test_a_draw_that_ends_in_a_showdown_turns_the_houses_cards_alone() -> None:
    screen = table_after(*PUT_IN[0], stacks=PUT_IN[1])
    assert (screen.felt.turned, screen.felt.away) == (1, frozenset())


@pytest.mark.parametrize("acts", [(CHECK,), (Bet(5), FOLD), (Bet(5),)], ids=len)
def test_nothing_moves_where_no_card_comes(acts: tuple[Action, ...]) -> None:
    assert table_after(*acts).steps == 0


@pytest.mark.parametrize("acts, stacks", [
    ((), (200, 200)), (DRAWN, (200, 200)), (SHOWN, (200, 200)), PUT_IN])
def test_no_motion_takes_more_than_400_ms(acts: tuple[Action, ...],
                                          stacks: tuple[int, int]) -> None:
    assert 0 < table_after(*acts, stacks=stacks).steps * STEP <= AT_MOST


def test_to_be_still_is_to_look_as_after_the_last_step() -> None:
    for acts in ((), DRAWN, SHOWN):
        moved, stilled = table_after(*acts), table_after(*acts)
        before = stilled.paint()
        while moved.steps:
            moved.step()
        stilled.still()
        assert stilled.steps == 0 and moved.paint().changes(stilled.paint()) == []
        assert stilled.paint().changes(before) != []


def test_a_name_does_not_tell_a_card_that_is_still_to_come() -> None:
    dealt, shown = table_after(), table_after(*SHOWN)
    assert shown.view is not None
    houses = spoken(shown.view.shown[HOUSE]).partition(", ")[0].upper()
    for screen, name, rows in ((dealt, "TWO PAIR", 16), (shown, houses, 7)):
        while screen.steps:
            assert name not in text_of(screen.paint(), rows)
            screen.step()
        assert name in text_of(screen.paint(), rows)


def text_of(canvas: Canvas, rows: int) -> str:
    """The first rows, without what is said about the hand, which is there at once."""
    return "\n".join(canvas.row_text(row) for row in range(rows))


# -- when it is shown ------------------------------------------------------------------------


class Turning(Screen):
    """Five signs that come one at a time; "!" is an answer, any other key is written down."""

    def __init__(self, money: bool = True) -> None:
        super().__init__()
        self.money = money
        self.left, self.pressed = 5, ""

    @property
    def prompt(self) -> str:
        return "What now?"

    @property
    def steps(self) -> int:
        return self.left

    def step(self) -> None:
        self.left -= 1

    def still(self) -> None:
        self.left = 0

    def paint(self) -> Canvas:
        canvas = Canvas()
        canvas.text(3, 3, "#####"[self.left:])
        canvas.text(5, 3, self.pressed)
        canvas.text(22, 1, self.notice)
        return canvas

    def press(self, key: str) -> str | None:
        self.pressed += key
        return "done" if key == "!" else None


class Desk:
    """A console that is asked the turning question."""

    def __init__(self, *, painted: bool = True, money: bool = True, speed: int = 0) -> None:
        self.clock, self.line, self.screen = Clock(), MemoryLine(Wire()), Turning(money)
        self.line.character_mode, self.line.speed = True, speed
        terminal = Terminal(UTF8 if painted else ASCII, painted=painted)
        self.console = Console(self.line, terminal, self.clock, 60)
        self.asking: asyncio.Task[object] | None = None

    @property
    def frames(self) -> list[str]:
        return [frame.decode() for frame in self.line.wire.frames]

    async def ask(self) -> None:
        self.asking = asyncio.create_task(self.console.ask(self.screen))
        await self.rest()

    async def rest(self) -> None:
        assert self.asking is not None
        async with asyncio.timeout(TOO_LONG):
            await rest(self.line, self.asking, lambda: self.console.moving)

    async def feed(self, data: bytes) -> None:
        self.clock.pass_by(1)
        self.line.feed(data)
        await self.rest()

    async def end(self) -> object:
        assert self.asking is not None
        async with asyncio.timeout(TOO_LONG):
            return await self.asking


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "STEP", 0)
    monkeypatch.setattr(module, "LONE_ESCAPE", 0)


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> None:
    """A motion stands at its first picture, until something ends it."""
    monkeypatch.setattr(module, "STEP", HELD)


@pytest.mark.asyncio
async def test_the_prompt_comes_first_and_once_and_the_cursor_stays_behind_it() -> None:
    desk = Desk()
    await desk.ask()
    first, *others = desk.frames
    assert first.endswith("What now? ") and "#" not in first
    assert [frame.count("#") for frame in others] == [1] * 5
    for frame in others:
        assert "now" not in frame and frame.endswith("\x1b[24;12H")


@pytest.mark.parametrize("speed, moves", [(0, True), (300, False), (SLOW_LINE, False),
                                          (SLOW_LINE + 1, True), (38400, True)])
@pytest.mark.asyncio
async def test_nothing_moves_on_a_slow_line(speed: int, moves: bool) -> None:
    desk = Desk(speed=speed)
    await desk.ask()
    assert len(desk.frames) == 1 + 5 * moves and "".join(desk.frames).count("#") == 5


@pytest.mark.asyncio
async def test_nothing_moves_for_who_wants_it_so() -> None:
    desk = Desk()
    desk.console.motion = False
    await desk.ask()
    assert len(desk.frames) == 1 and "#####" in desk.frames[0]


@pytest.mark.asyncio
async def test_nothing_moves_where_lines_are_printed() -> None:
    desk = Desk(painted=False)
    await desk.ask()
    assert desk.frames == ["What now? "] and desk.screen.steps == 0


@pytest.mark.asyncio
async def test_nothing_moves_before_a_key_that_is_there_already() -> None:
    desk = Desk(money=False)
    desk.line.feed(b"ab")
    await desk.console.listen()
    await desk.ask()
    assert "#####" in desk.frames[0] and desk.screen.pressed == "ab"


# -- what ends it ----------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_a_key_ends_it_and_acts(held: None) -> None:
    desk = Desk()
    await desk.ask()
    assert len(desk.frames) == 1
    await desk.feed(b"!")
    assert await desk.end() == "done" and desk.screen.steps == 0


@pytest.mark.asyncio
async def test_a_key_that_is_no_answer_ends_it_too(held: None) -> None:
    desk = Desk()
    await desk.ask()
    await desk.feed(b"x")
    assert desk.screen.pressed == "x" and len(desk.frames) == 2
    assert "#####" in desk.frames[-1] and desk.frames[-1].endswith("What now? ")


@pytest.mark.asyncio
async def test_a_key_from_before_the_prompt_does_not_answer_a_question_of_money(
        held: None) -> None:
    desk = Desk()
    desk.line.feed(b"!")
    await desk.ask()
    assert desk.screen.pressed == "" and desk.screen.steps == 5
    await desk.feed(b"!")
    assert await desk.end() == "done"


@pytest.mark.parametrize("data", [b"\x1b[24;80R", b"\x00", b"\x1b["],
                         ids=["a late answer", "noise", "half a key"])
@pytest.mark.asyncio
async def test_what_is_no_key_ends_it_and_leaves_the_prompt(held: None, data: bytes) -> None:
    desk = Desk()
    await desk.ask()
    await desk.feed(data)
    assert desk.screen.pressed == "" and desk.screen.steps == 0
    assert "#####" in desk.frames[-1] and "now" not in desk.frames[-1]


def resize(desk: Desk) -> None:
    desk.line.resize(100, 30)


def warn(desk: Desk) -> None:
    desk.console.warn("Soon.")


def grow_idle(desk: Desk) -> None:
    desk.clock.pass_by(55)
    desk.console.check_idle(desk.clock())


@pytest.mark.parametrize("happens, seen", [
    (resize, "\x1b[2J"), (warn, "Soon."), (grow_idle, "Still there?"),
    (lambda desk: desk.line.hail(), "[Yes]"), (lambda desk: desk.line.feed(b"\x0c"), "\x1b[2J")],
    ids=["a resize", "a notice", "the idle warning", "are you there", "a repaint"])
@pytest.mark.asyncio
async def test_what_happens_meanwhile_is_shown_with_the_last_picture(
        held: None, happens: Callable[[Desk], None], seen: str) -> None:
    desk = Desk()
    await desk.ask()
    happens(desk)
    await desk.rest()
    assert desk.screen.steps == 0 and "#####" in "".join(desk.frames[1:])
    assert seen in "".join(desk.frames[1:])
    await desk.feed(b"!")
    assert await desk.end() == "done"


@pytest.mark.asyncio
async def test_an_order_to_leave_and_a_lost_line_end_the_question(held: None) -> None:
    desk = Desk()
    await desk.ask()
    desk.console.leave("We close.")
    with pytest.raises(Left, match="We close"):
        await desk.end()
    desk = Desk()
    await desk.ask()
    desk.line.feed_eof()
    with pytest.raises(CarrierLost):
        await desk.end()


# -- at the table ----------------------------------------------------------------------------


async def at_the_table(folder: Path, play: Callable[..., Awaitable[None]],
                       held: bool = False) -> None:
    with pytest.MonkeyPatch.context() as patch:
        written = script(patch)
        written.hand("Kh Kc 9s 9d 4d", "Ad As 7h 6c 2s", draws="9h Kd 8c 3c 3d",
                     acts=["check", "discard 345", "check"])
        async with club(folder, practice="night") as hall:
            patch.setattr(module, "STEP", HELD if held else 0)
            caller = await hall.call()
            await caller.enter("u")
            await caller.sit()
            await play(caller)


@pytest.mark.asyncio
async def test_a_hand_is_played_on_before_its_cards_are_there(tmp_path: Path) -> None:
    async def play(caller) -> None:     # type: ignore[no-untyped-def]
        await caller.press("a")
        assert caller.prompt == "B)et, C)heck or F)old?" and "TWO PAIR" not in caller.text
        await caller.press("c")
        assert caller.prompt.startswith("Discard") and "TWO PAIR" in caller.text
        await caller.press("4", "5", "\r")
        assert caller.prompt == "B)et, C)heck or F)old?" and "FULL HOUSE" not in caller.text
        await caller.press("c")
        assert caller.prompt == "A)nte or Q)uit?" and "You win $10" in caller.text
        assert "TWO PAIR" not in caller.text
        await caller.press("w")
        assert "TWO PAIR" in caller.text
    await at_the_table(tmp_path, play, held=True)


@pytest.mark.asyncio
async def test_the_prompt_is_sent_once_a_question(tmp_path: Path) -> None:
    """A script that reads what is sent never sees a prompt that has been answered."""
    async def play(caller) -> None:     # type: ignore[no-untyped-def]
        caller.said()
        await caller.press("a")
        assert caller.said().count("B)et, C)heck or F)old?") == 1
        await caller.press("c", "4", "5", "\r")
        caller.said()
        await caller.press("c")
        assert caller.said().count("A)nte or Q)uit?") == 1
        assert caller.prompt == "A)nte or Q)uit?" and "TWO PAIR" in caller.text
    await at_the_table(tmp_path, play)
