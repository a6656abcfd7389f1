"""door.screens.frame: the bar, rules, notices, pages, and money as it is written."""

from __future__ import annotations

import pytest

from ansi.canvas import Canvas
from ansi.fields import Field
from door.screens import frame
from door.screens.frame import Sign
from door.screens.palette import WHITE

SIGN = Sign("Brass Lantern Casino")
LONGEST = Sign("The Casino with Long Names", True)
NARROW = LONGEST.fit(40)


def test_the_bar_has_the_casino_and_the_room() -> None:
    canvas = frame.frame(SIGN, "THE BANK")
    assert canvas.row_text(0).split() == ["BRASS", "LANTERN", "CASINO", "THE", "BANK"]
    assert set(canvas.colours[:79]) == {0x17, 0x1E}     # grey and yellow on blue


@pytest.mark.parametrize("sign", [LONGEST, NARROW], ids=["80", "40"])
def test_the_longest_name_leaves_the_title_and_practice_whole(sign: Sign) -> None:
    canvas = frame.frame(sign, "DRAW POKER v THE HOUSE")
    shown = " ".join(" ".join(canvas.row_text(row).split()) for row in (0, 1))
    assert LONGEST.name.upper() in shown and "DRAW POKER v THE HOUSE" in shown
    assert "PRACTICE" in shown


def test_practice_is_marked() -> None:
    assert frame.PRACTICE in frame.frame(LONGEST).row_text(1)
    assert frame.frame(SIGN).row_text(1).strip() == ""


@pytest.mark.parametrize("sign", [LONGEST, NARROW], ids=["80", "40"])
def test_the_last_column_and_the_prompts_row_stay_empty(sign: Sign) -> None:
    canvas = frame.page(sign, "TITLE", ["x" * 100] * 30, "y" * 100)
    assert (canvas.columns, canvas.rows) == (sign.columns, sign.rows)
    assert {canvas.row_text(row)[-1] for row in range(canvas.rows)} == {" "}
    assert canvas.row_text(canvas.rows - 1).strip() == ""


def test_a_sign_is_as_wide_as_the_terminal_allows() -> None:
    assert [SIGN.fit(columns).columns for columns in (20, 40, 79, 80, 132)] == [40, 40, 40, 80, 80]
    assert [SIGN.fit(columns).rows for columns in (40, 80)] == [25, 24]


def test_a_page_has_19_rows_and_its_headings_are_white() -> None:
    canvas = frame.page(SIGN, "TITLE", ["=Heading", *map(str, range(18)), "too much"])
    assert canvas.row_text(2) == f"  {'Heading':<78}" and canvas.colours[2 * 80 + 2] == WHITE
    assert canvas.row_text(20).strip() == "17" and "too much" not in canvas.row_text(21)


@pytest.mark.parametrize("text, lines", [
    ("Short.", ["   Short.   "]),
    ("one two three four", ["  one two   ", " three four "]),    # and not "one two / three four"
    ("a word or two more", [" a word or  ", "  two more  "])])
def test_sentences_stand_in_the_middle_in_even_lines(text: str, lines: list[str]) -> None:
    canvas = Canvas(20, 4)
    frame.centred(canvas, Field("story", 1, 3, 12, height=2), text)
    shown = [canvas.row_text(row)[3:15] for row in (1, 2)]
    assert [row for row in shown if row.strip()] == lines


def test_a_notice_stands_above_the_prompt() -> None:
    canvas = Canvas()
    frame.notice(canvas, "")
    assert canvas.row_text(22).strip() == ""
    frame.notice(canvas, "No.")
    assert canvas.row_text(22) == f" {'No.':<79}"
    narrow = Canvas(40, 25)
    frame.notice(narrow, "x" * 60)
    assert narrow.row_text(23) == f" {'x' * 38} "


@pytest.mark.parametrize("columns, rows, where", [
    (80, 24, {22: "No more of that, please."}), (60, 20, {18: "No more of that, please."}),
    (20, 12, {9: "No more of that,", 10: "please."}),
    (20, 50, {21: "No more of that,", 22: "please."})])
def test_on_a_smaller_screen_a_notice_stands_above_the_prompt_too(
        columns: int, rows: int, where: dict[int, str]) -> None:
    """It once was clipped with the rows below, and a refusal went unseen."""
    canvas = Canvas()
    frame.notice(canvas, "No more of that, please.")
    frame.notice_at(canvas, "No more of that, please.", columns, rows)
    shown = {row: canvas.row_text(row).strip() for row in range(min(rows, 24) - 1)}
    assert {row: text for row, text in shown.items() if text} == where


def test_a_notice_that_is_too_long_takes_two_rows() -> None:
    canvas, text = Canvas(), " ".join(["word"] * 17)
    frame.notice(canvas, text)
    frame.notice_at(canvas, text, 80, 24)
    assert [canvas.row_text(row).strip() for row in (21, 22)] == [
        " ".join(["word"] * 15), "word word"]


def test_frames_are_copies() -> None:
    frame.frame(SIGN, "ONE").text(5, 5, "mine")
    assert "mine" not in frame.frame(SIGN, "ONE").row_text(5)


@pytest.mark.parametrize("amount, text", [
    (0, "$0"), (5, "$5"), (1000, "$1,000"), (-12, "-$12"), (-1234567, "-$1,234,567")])
def test_money(amount: int, text: str) -> None:
    assert frame.dollars(amount) == text


@pytest.mark.parametrize("amount, width, text", [
    (1250, 6, "$1,250"), (123456, 7, "123456"), (-123456, 8, "-123456"), (10 ** 9, 8, "1000M")])
def test_money_with_little_room_is_written_with_fewer_signs(amount: int, width: int,
                                                            text: str) -> None:
    assert frame.dollars(amount, width) == text


def test_folding() -> None:
    assert frame.folded("one two three", 7) == ["one two", "three"]
    assert frame.folded("") == [""]
