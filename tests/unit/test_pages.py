"""door.screens.pages: a choice of keys, pages to read, a line to type."""

from __future__ import annotations

import pytest

from ansi.canvas import Canvas
from door.screens.frame import Sign
from door.screens.pages import Choice, Reading, Typing, fits_page, text_page

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
    screen = Reading(SIGN, "Who", PAGES[:1], any_key="RETURN goes on.")
    assert screen.prompt == "RETURN goes on." and screen.press(key) is True


def test_each_page_is_printed_as_it_is_turned() -> None:
    screen = Reading(SIGN, "Rules", PAGES)
    assert screen.lines() == ["One", "first"]
    screen.press("n")
    assert screen.lines() == ["Two", "second"]


LONG = [["=One", "", *(f"Sentence {n} of some words." for n in range(15)), "",
         "=Two", "", *(f"And {n} more." for n in range(9))], ["=Three", "", "The end."]]


def shown(screen: Reading) -> str:
    canvas = screen.paint()
    return "\n".join(canvas.row_text(row).strip() for row in range(canvas.rows))


def test_pages_are_counted_anew_when_the_window_changes() -> None:
    screen = Reading(SIGN, "Rules", [["word " * 200], ["=Two", "", "second"]])
    screen.fit(80)
    assert screen.prompt.startswith("Page 1 of 2:")
    screen.fit(40)
    assert screen.prompt.startswith("Page 1 of 3:")
    screen.fit(132)
    assert screen.prompt.startswith("Page 1 of 2:")


def test_the_place_is_kept_when_the_window_changes() -> None:
    screen = Reading(SIGN, "Rules", LONG)
    screen.fit(40)
    screen.press("n")
    assert screen.prompt.startswith("Page 2 of 3:") and "And 8 more." in shown(screen)
    screen.fit(80)
    assert screen.prompt.startswith("Page 2 of 3:") and "And 8 more." in shown(screen)
    screen.press("n")
    screen.fit(40)
    assert screen.prompt.startswith("Page 3 of 3:") and "The end." in shown(screen)


@pytest.mark.parametrize("columns", [80, 40])
def test_paging_through_shows_every_sentence_whole(columns: int) -> None:
    screen = Reading(SIGN.fit(columns), "Rules", LONG)
    seen = ""
    while True:
        seen += shown(screen)
        if screen.press("n"):
            break
    assert all(row.lstrip("=") in seen for chapter in LONG for row in chapter)


def test_what_is_printed_may_be_other_rows_than_what_is_painted() -> None:
    screen = Reading(SIGN, "Rules", PAGES, [["All of it"]], "RETURN goes on.")
    assert screen.prompt == "RETURN goes on." and screen.lines() == ["All of it"]
    assert "first" in shown(screen) and screen.prompt.startswith("Page 1 of 3")


@pytest.mark.parametrize("columns", [80, 40])
def test_a_page_behind_a_question_is_set_to_the_screen(columns: int) -> None:
    text = ["=Heading", "", "word " * 15]
    canvas = text_page(SIGN.fit(columns), "TITLE", text)
    assert " ".join(canvas.row_text(row) for row in range(canvas.rows)).count("word") == 15
    assert fits_page(SIGN.fit(columns), text) and not fits_page(SIGN.fit(columns), text * 8)


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
