"""door.screens.pages: a choice of keys, pages to read, a line to type."""

from __future__ import annotations

import pytest

from ansi.canvas import Canvas
from door.screens.frame import Sign
from door.screens.pages import Choice, Reading, Typing

SIGN = Sign("Brass Lantern Casino")
PAGES = [["=One", "first"], ["=Two", "second"], ["=Three", "third"]]


def choice(**options: str) -> Choice:
    return Choice(Canvas, "Which?", "abq", ["Lines."], **options)


# -- Choice ----------------------------------------------------------------------------------


@pytest.mark.parametrize("key, answer", [
    ("a", "a"), ("B", "b"), ("q", "q"), ("c", None), ("ENTER", None), ("", None), ("ESC", None),
    ("CTRL_C", None), ("ab", None), ("UP", None), ("?", None)])
def test_a_choice_answers_its_keys_in_any_case(key: str, answer: str | None) -> None:
    assert choice().press(key) == answer


def test_escape_and_ctrl_c_are_an_answer_where_one_is_named() -> None:
    assert choice(escape="q").press("ESC") == choice(escape="q").press("CTRL_C") == "q"


def test_help_is_told_and_goes_with_the_next_key() -> None:
    screen = choice(help_text="A or B.")
    assert screen.lines() == ["Lines."]
    assert screen.press("?") is None
    assert screen.notice == "A or B." and screen.lines() == ["A or B."]
    assert "A or B." in screen.paint().row_text(22)
    screen.press("x")
    assert screen.notice == ""


# -- Reading ---------------------------------------------------------------------------------


def test_pages_are_turned_forth_and_back() -> None:
    screen = Reading(SIGN, "Rules", PAGES)
    assert screen.prompt == "Page 1 of 3: N)ext, B)ack, Q)uit?"
    for key in ("n", " ", "b", "b", "b"):
        assert screen.press(key) is None
    assert screen.prompt.startswith("Page 1")
    assert "RULES" in screen.paint().row_text(0) and "One" in screen.paint().row_text(2)


@pytest.mark.parametrize("forth", ["n", "N", " ", "ENTER", "PAGE_DOWN", "DOWN"])
def test_past_the_last_page_the_caller_is_done(forth: str) -> None:
    screen = Reading(SIGN, "Rules", PAGES)
    assert [screen.press(forth) for _ in range(3)] == [None, None, True]


@pytest.mark.parametrize("key", ["q", "Q", "ESC", "CTRL_C"])
def test_reading_may_end_at_any_page(key: str) -> None:
    assert Reading(SIGN, "Rules", PAGES).press(key) is True


def test_other_keys_turn_no_page() -> None:
    screen = Reading(SIGN, "Rules", PAGES)
    assert screen.press("z") is None and screen.prompt.startswith("Page 1")


@pytest.mark.parametrize("key", ["x", "ENTER", "F1", "ESC"])
def test_a_single_page_waits_for_any_key(key: str) -> None:
    screen = Reading(SIGN, "Who", PAGES[:1], "RETURN goes on.")
    assert screen.prompt == "RETURN goes on." and screen.press(key) is True


def test_each_page_is_printed_as_it_is_turned() -> None:
    screen = Reading(SIGN, "Rules", PAGES)
    assert screen.lines() == ["One", "first"]
    screen.press("n")
    assert screen.lines() == ["Two", "second"]


# -- Typing ----------------------------------------------------------------------------------


def typing(hidden: bool = False, notice: str = "") -> Typing:
    return Typing(Canvas, "Handle:", 8, ["Welcome."], hidden, notice)


def press(screen: Typing, *keys: str) -> object:
    return [screen.press(key) for key in keys][-1]


def test_a_line_is_answered_by_return() -> None:
    screen = typing()
    assert press(screen, *"Adx", "BACKSPACE", "a") is None and screen.typed == "Ada"
    assert screen.typing and press(screen, "ENTER") == "Ada" and screen.typed == ""


def test_an_empty_line_is_an_answer_and_escape_is_none() -> None:
    assert press(typing(), "ENTER") == ""
    assert press(typing(), "a", "ESC") is False
    assert press(typing(), "CTRL_C") is False


def test_a_hidden_line_never_shows() -> None:
    screen = typing(hidden=True)
    press(screen, *"secret")
    assert screen.hidden and screen.typed == "******"
    assert "secret" not in "".join(screen.paint().row_text(row) for row in range(24))
    assert press(screen, "ENTER") == "secret"


def test_a_notice_stands_until_the_line_is_sent() -> None:
    screen = typing(notice="Wrong.")
    assert screen.lines() == ["Welcome.", "Wrong."]
    press(screen, "a")
    assert "Wrong." in screen.paint().row_text(22)
