"""door.session.console: when a key counts, what is shown when, and how a call is ended."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

import pyte
import pytest

from ansi.canvas import Canvas
from ansi.charset import ASCII, UTF8
from ansi.terminal import Terminal
from door.carriers.line import CarrierLost
from door.screens.screen import Screen
from door.session import console as module
from door.session.console import KEYS_WAITING, NOBODY, TOO_LONG, Console, Left
from tests.books import Clock
from tests.caller import TOO_LONG as PATIENCE
from tests.caller import Emulator, MemoryLine, Wire, decoded

pytestmark = pytest.mark.asyncio


@pytest.fixture(autouse=True)
def _no_wait_for_a_lone_escape(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LONE_ESCAPE", 0)


class Question(Screen):
    """Notes its keys; "!" is an answer, "n" asks another question, "t" opens a field."""

    def __init__(self, money: bool = False, prompt: str = "What?") -> None:
        super().__init__()
        self.money = money
        self._prompt = prompt
        self.pressed: list[str] = []
        self.field: str | None = None
        self.asked = 0
        self.kept = 0
        self.secret = False

    @property
    def prompt(self) -> str:
        return self._prompt

    @property
    def typed(self) -> str:
        return self.field or ""

    @property
    def typing(self) -> bool:
        return self.field is not None

    @property
    def question(self) -> str:
        return str(self.asked)

    @property
    def hidden(self) -> bool:
        return self.secret

    def ahead(self, keys: Sequence[str]) -> int:
        return self.kept

    def paint(self) -> Canvas:
        canvas = Canvas()
        canvas.text(3, 3, "".join(self.pressed))
        canvas.text(22, 1, self.notice)
        return canvas

    def press(self, key: str) -> str | None:
        self.pressed.append(key)
        if key == "!":
            return "done"
        if key == "n":
            self.asked += 1
        elif key == "t":
            self.field = ""
        elif self.field is not None and len(key) == 1:
            self.field += key
        return None


class Desk:
    """A console on an in-memory line, and somebody who asks it."""

    def __init__(self, *, painted: bool = False, line_mode: bool = False,
                 patience: float = 60) -> None:
        self.clock = Clock()
        self.line = MemoryLine(Wire())
        self.line.character_mode = not line_mode
        terminal = Terminal(UTF8 if painted else ASCII, painted=painted)
        self.console = Console(self.line, terminal, self.clock, patience)
        self.asking: asyncio.Task[object] | None = None

    async def ask(self, screen: Screen) -> None:
        self.asking = asyncio.create_task(self.console.ask(screen))
        await self.rest()

    async def feed(self, data: bytes, later: float = 1.0) -> None:
        self.clock.pass_by(later)
        self.line.feed(data)
        await self.rest()

    async def rest(self) -> None:
        assert self.asking is not None
        resting = asyncio.create_task(self.line.resting.wait())
        done, _ = await asyncio.wait((resting, self.asking), timeout=PATIENCE,
                                     return_when=asyncio.FIRST_COMPLETED)
        resting.cancel()
        assert done

    def said(self) -> str:
        """What was sent since this was last asked."""
        said, self.line.wire.sent = self.line.wire.sent.decode(), b""
        return said

    def pixels(self) -> list[str]:
        """The painted screen, from all that was sent since this was last asked."""
        screen = Emulator(80, 24)
        pyte.Stream(screen).feed(decoded(self.line.wire.sent, "utf-8"))
        return [row.rstrip() for row in screen.display]


async def end(desk: Desk) -> object:
    assert desk.asking is not None
    async with asyncio.timeout(PATIENCE):
        return await desk.asking


# -- asking and showing ----------------------------------------------------------------------


async def test_an_answer_ends_the_question() -> None:
    desk, screen = Desk(), Question()
    await desk.ask(screen)
    assert desk.said() == "What? "
    await desk.feed(b"ab!c")
    assert await end(desk) == "done" and screen.pressed == ["a", "b", "!"]


async def test_keys_left_over_answer_the_next_question_unless_it_is_about_money() -> None:
    for money, pressed in ((False, ["c"]), (True, [])):
        desk = Desk()
        await desk.ask(Question())
        await desk.feed(b"!c")
        later = Question(money)
        await desk.ask(later)
        assert later.pressed == pressed


async def test_keys_that_wait_in_the_line_do_not_answer_a_question_about_money_either() -> None:
    desk, later = Desk(), Question(money=True)
    await desk.ask(Question())
    await desk.feed(b"!")
    desk.line.feed(b"!!")
    await desk.ask(later)
    assert later.pressed == [] and desk.asking is not None and not desk.asking.done()


async def test_a_key_that_is_torn_by_the_prompt_does_not_answer_with_its_second_half(
        monkeypatch: pytest.MonkeyPatch) -> None:
    """ESC [ came early; its A behind the prompt is no hot key."""
    monkeypatch.setattr(module, "LONE_ESCAPE", PATIENCE)
    desk, later = Desk(), Question(money=True)
    await desk.ask(Question())
    await desk.feed(b"!\x1b[")
    await desk.ask(later)
    await desk.feed(b"Az")
    assert later.pressed == ["UP", "z"]


async def test_early_keys_do_not_answer_what_a_key_has_asked() -> None:
    """"fy" in one burst folds nothing."""
    desk, screen = Desk(), Question(money=True)
    await desk.ask(screen)
    await desk.feed(b"ny!")
    assert screen.pressed == ["n"]
    await desk.feed(b"y")
    assert screen.pressed == ["n", "y"]


async def test_a_screen_may_keep_the_first_of_the_early_keys() -> None:
    desk, screen = Desk(), Question(money=True)
    screen.kept = 2
    await desk.ask(screen)
    await desk.feed(b"n12345")
    assert screen.pressed == ["n", "1", "2"]


async def test_without_money_every_key_counts() -> None:
    desk, screen = Desk(), Question()
    await desk.ask(screen)
    await desk.feed(b"nyx")
    assert screen.pressed == ["n", "y", "x"]


# -- RETURN behind a hot key -----------------------------------------------------------------


@pytest.mark.parametrize("line_mode", [False, True])
async def test_a_return_in_the_same_read_belongs_to_the_hot_key(line_mode: bool) -> None:
    desk, screen = Desk(line_mode=line_mode), Question()
    await desk.ask(screen)
    await desk.feed(b"a\r\nb\r\x00c\n")
    assert screen.pressed == ["a", "b", "c"]


@pytest.mark.parametrize("later, pressed", [(0.149, ["a"]), (0.151, ["a", "ENTER"])])
async def test_within_150_ms_it_belongs_to_it_too(later: float, pressed: list[str]) -> None:
    desk, screen = Desk(), Question()
    await desk.ask(screen)
    await desk.feed(b"a")
    await desk.feed(b"\r", later)
    assert screen.pressed == pressed


async def test_only_one_return_belongs_to_a_hot_key() -> None:
    desk, screen = Desk(), Question()
    await desk.ask(screen)
    await desk.feed(b"a\r\r")
    assert screen.pressed == ["a", "ENTER"]


async def test_it_belongs_to_a_hot_key_that_was_an_answer() -> None:
    desk, later = Desk(), Question()
    await desk.ask(Question())
    await desk.feed(b"!\r")
    await desk.ask(later)
    assert later.pressed == []


async def test_a_return_behind_typed_text_is_a_return() -> None:
    """"5" and RETURN in one burst once stood at the prompt, waiting for another RETURN."""
    desk, screen = Desk(), Question()
    screen.field = ""
    await desk.ask(screen)
    await desk.feed(b"5\r")
    assert screen.pressed == ["5", "ENTER"]


async def test_a_return_alone_is_a_return() -> None:
    desk, screen = Desk(), Question()
    await desk.ask(screen)
    await desk.feed(b"\r")
    await desk.feed(b"\r")
    assert screen.pressed == ["ENTER", "ENTER"]


async def test_in_line_mode_what_a_hot_key_did_is_shown() -> None:
    """The RETURN that was swallowed once swallowed the answer as well."""
    desk, screen = Desk(line_mode=True), Question()
    await desk.ask(screen)
    desk.said()
    await desk.feed(b"a\r\n")
    assert desk.said() == "What? "


# -- keys ------------------------------------------------------------------------------------


async def test_a_lone_escape_is_a_key_and_a_torn_arrow_is_one_key() -> None:
    desk, screen = Desk(), Question()
    await desk.ask(screen)
    await desk.feed(b"\x1b")
    assert screen.pressed == ["ESC"]
    await desk.feed(b"\x1b[A\x1bOB")
    assert screen.pressed == ["ESC", "UP", "DOWN"]


async def test_a_flood_is_bounded() -> None:
    desk, screen = Desk(), Question()
    await desk.ask(screen)
    await desk.feed(b"x" * 4000)
    assert len(screen.pressed) == KEYS_WAITING == 256


async def test_a_long_password_that_is_pasted_keeps_its_return() -> None:
    desk, screen = Desk(), Question()
    screen.field = ""
    await desk.ask(screen)
    await desk.feed(b"p" * 128 + b"\r")
    assert screen.field == "p" * 128 and screen.pressed[-1] == "ENTER"


async def test_nuls_and_answers_to_queries_are_no_keys() -> None:
    desk, screen = Desk(), Question()
    await desk.ask(screen)
    await desk.feed(b"\x00" * 3000 + b"\x1b[24;80R\x1b[?62;4c")
    assert screen.pressed == []


async def test_a_repaint_key_repaints_once_however_often_it_was_pressed() -> None:
    """A flood of ^L once was answered by a whole screen for each of them."""
    desk = Desk(painted=True)
    await desk.ask(Question())
    desk.line.wire.frames.clear()
    await desk.feed(b"\x0c\x12" * 50)
    assert len(desk.line.wire.frames) == 1 and b"\x1b[2J" in desk.line.wire.frames[0]


# -- painted ---------------------------------------------------------------------------------


async def test_only_what_changed_is_sent_and_all_keys_of_a_read_in_one_frame() -> None:
    desk, screen = Desk(painted=True), Question()
    await desk.ask(screen)
    assert len(desk.line.wire.frames) == 1
    await desk.feed(b"abc")
    assert len(desk.line.wire.frames) == 2 and b"\x1b[2J" not in desk.line.wire.frames[1]
    assert desk.pixels()[3].strip() == "abc" and desk.pixels()[23].strip() == "What?"


async def test_lines_for_readers_are_not_kept_for_a_painted_caller() -> None:
    """A table once kept every sentence of the night."""
    desk, screen = Desk(painted=True), Question()
    await desk.ask(screen)
    for _ in range(3):
        screen.print("News.")
        await desk.feed(b"a")
    assert screen.lines() == []


async def test_in_line_mode_a_return_may_have_scrolled_so_all_is_painted_again() -> None:
    desk, screen = Desk(painted=True, line_mode=True), Question()
    await desk.ask(screen)
    await desk.feed(b"a\r\n")
    assert b"\x1b[2J" in desk.line.wire.frames[-1] and desk.pixels()[3].strip() == "a"
    desk.line.wire.frames.clear()
    await desk.feed(b"b")
    assert b"\x1b[2J" not in desk.line.wire.frames[-1]


async def test_a_return_that_came_early_in_line_mode_has_scrolled_the_screen_too() -> None:
    desk, later = Desk(painted=True, line_mode=True), Question(money=True)
    await desk.ask(Question())
    await desk.feed(b"!")
    desk.line.feed(b"x\r\n")
    await desk.ask(later)
    assert b"\x1b[2J" in desk.line.wire.frames[-1] and later.pressed == []


async def test_a_resize_repaints() -> None:
    desk, screen = Desk(painted=True), Question()
    await desk.ask(screen)
    desk.line.wire.frames.clear()
    desk.line.resize(100, 30)
    await desk.rest()
    assert len(desk.line.wire.frames) == 1 and b"\x1b[2J" in desk.line.wire.frames[0]
    assert (desk.console.terminal.columns, desk.console.terminal.rows) == (100, 30)
    assert not desk.line.resized


# -- printed ---------------------------------------------------------------------------------


async def test_a_plain_caller_sees_lines_prompts_and_an_echo() -> None:
    desk, screen = Desk(), Question()
    screen.field = ""
    screen.print("Hello.")
    await desk.ask(screen)
    assert desk.said() == "Hello.\r\nWhat? "
    await desk.feed(b"ab")
    assert desk.said() == "ab"
    screen.field = "a"
    await desk.feed(b"\x00")
    screen.print("News.")
    await desk.feed(b"\x07")
    assert desk.said() == "\b \b\r\nNews.\r\nWhat? a".removeprefix("\b \b")


async def test_a_return_that_is_no_answer_asks_again() -> None:
    desk, screen = Desk(), Question()
    await desk.ask(screen)
    desk.said()
    await desk.feed(b"\r")
    assert desk.said() == "\r\nWhat? "


async def test_in_line_mode_nothing_is_echoed_and_no_empty_line_stands_between() -> None:
    desk, screen = Desk(line_mode=True), Question()
    screen.field = ""
    await desk.ask(screen)
    desk.said()
    await desk.feed(b"a")
    assert desk.said() == ""
    screen.print("News.")
    await desk.feed(b"b\r\n")
    assert desk.said() == "News.\r\nWhat? ab"


async def test_hidden_input_is_asked_for_and_given_back() -> None:
    desk, screen = Desk(line_mode=True), Question()
    screen.secret = True
    await desk.ask(screen)
    await desk.feed(b"!")
    await desk.ask(Question())
    assert desk.line.hidden == [True, False]


# -- from outside ----------------------------------------------------------------------------


async def test_an_order_to_leave_ends_the_question_with_its_reason() -> None:
    desk = Desk()
    await desk.ask(Question())
    desk.console.leave("We close.")
    desk.console.leave("Another reason.")
    with pytest.raises(Left, match="We close"):
        await end(desk)


async def test_an_order_that_came_while_nobody_asked_is_obeyed_at_the_next_question() -> None:
    desk = Desk()
    desk.console.leave("We close.")
    await desk.ask(Question())
    with pytest.raises(Left, match="We close"):
        await end(desk)


async def test_a_lost_line_ends_the_question() -> None:
    desk = Desk()
    await desk.ask(Question())
    desk.line.feed_eof()
    with pytest.raises(CarrierLost):
        await end(desk)


async def test_a_notice_leaves_what_is_being_typed() -> None:
    desk, screen = Desk(), Question()
    screen.field = ""
    await desk.ask(screen)
    await desk.feed(b"ab")
    desk.said()
    desk.console.warn("Soon.")
    await desk.rest()
    assert desk.said() == "\r\nSoon.\r\nWhat? ab"
    await desk.feed(b"c!")
    assert screen.field == "abc"


@pytest.mark.parametrize("left, warned", [(10.1, False), (10.0, True), (0.1, True)])
async def test_the_idle_are_warned_ten_seconds_before_the_end(left: float, warned: bool) -> None:
    desk = Desk()
    await desk.ask(Question())
    desk.said()
    desk.clock.pass_by(60 - left)
    desk.console.check_idle(desk.clock())
    await desk.rest()
    assert ("Still there? This line closes in 10 seconds." in desk.said()) is warned


async def test_they_are_warned_once() -> None:
    desk = Desk()
    await desk.ask(Question())
    for _ in range(3):
        desk.clock.pass_by(18.5)
        desk.console.check_idle(desk.clock())
        await desk.rest()
    for _ in range(3):
        desk.console.check_idle(desk.clock())
        await desk.rest()
    assert desk.said().count("Still there?") == 1


async def hold_on(desk: Desk, data: Callable[[], bytes]) -> str:
    """Something arrives every 20 seconds, ten times; the reason to leave, "" for none."""
    await desk.ask(Question())
    try:
        for _ in range(10):
            desk.clock.pass_by(20)
            desk.console.check_idle(desk.clock())
            await desk.rest()
            if desk.asking is not None and desk.asking.done():
                await end(desk)
            await desk.feed(data(), 0)
    except Left as left:
        return str(left)
    return ""


async def test_keys_give_no_more_time_until_the_login_is_done() -> None:
    """CASES: 60 s to log in, however busily somebody presses keys meanwhile."""
    assert await hold_on(Desk(), lambda: b"x") == TOO_LONG


async def test_afterwards_each_key_does() -> None:
    desk = Desk(patience=5)
    desk.console.admit(60)
    assert await hold_on(desk, lambda: b"x") == ""


@pytest.mark.parametrize("data", [b"\x00", b"\x1b[24;80R", b"\x1b[?62;4c", b"\x1b]0;x\x07"])
async def test_bytes_that_are_no_keys_do_not(data: bytes) -> None:
    """TERMINALS: an idle timer that any byte resets is none."""
    desk = Desk()
    desk.console.admit(60)
    assert await hold_on(desk, lambda: data) == NOBODY


# -- the last words --------------------------------------------------------------------------


async def test_last_words_start_a_line_of_their_own() -> None:
    desk = Desk()
    await desk.ask(Question())
    desk.said()
    desk.console.farewell("Good night, René.\nCome back.")
    assert desk.said() == "\r\nGood night, Rene.\r\nCome back.\r\n"


async def test_last_words_are_wrapped_and_a_painted_terminal_is_restored_first() -> None:
    desk = Desk(painted=True)
    await desk.ask(Question())
    desk.said()
    desk.console.terminal.resize(40, 24)
    desk.console.farewell(module.NOBODY)
    said = desk.said()
    assert said.startswith("\x1b[0m\x1b[?25h\x1b[24H\r\n")
    assert said.endswith("Nobody seems to be there. The line is\r\nneeded; call again soon.\r\n")


async def test_nothing_to_say_says_nothing() -> None:
    desk = Desk()
    desk.console.farewell("")
    assert desk.said() == ""


async def test_any_key_is_return_in_line_mode() -> None:
    """CASES: "Press any key" that waits for ENTER."""
    assert Desk().console.any_key == "Any key goes on."
    assert Desk(line_mode=True).console.any_key == "RETURN goes on."
