"""door.session.console: when a key counts, and what then happens to the screen."""

from __future__ import annotations

import pytest

from door.carriers.line import CarrierLost
from door.session import console as module
from door.session.console import KEYS_WAITING
from tests.caller import TOO_LONG as PATIENCE
from tests.desk import Desk, Question, end

pytestmark = pytest.mark.asyncio


@pytest.fixture(autouse=True)
def _no_wait_for_a_lone_escape(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LONE_ESCAPE", 0)


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


async def test_a_lost_line_ends_the_question() -> None:
    desk = Desk()
    await desk.ask(Question())
    desk.line.feed_eof()
    with pytest.raises(CarrierLost):
        await end(desk)
