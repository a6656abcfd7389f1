"""door.session.display: what is sent when, painted and printed, and the last words of a call."""

from __future__ import annotations

import pytest

from door.session import console as module
from door.session.notices import NOBODY
from tests.desk import Desk, Question

pytestmark = pytest.mark.asyncio


@pytest.fixture(autouse=True)
def _no_wait_for_a_lone_escape(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LONE_ESCAPE", 0)


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
    desk.console.farewell(NOBODY)
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
