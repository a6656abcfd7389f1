"""door.screens.frame: the bar, rules, notices, pages, and money as it is written."""

from __future__ import annotations

import pytest

from ansi.canvas import Canvas
from door.screens import frame
from door.screens.frame import Sign
from door.screens.palette import BAR, WHITE

SIGN = Sign("Brass Lantern Casino")
LONGEST = Sign("The Casino with Long Names", True)


def test_the_bar_has_the_casino_the_room_and_what_stands_at_its_right_end() -> None:
    canvas = frame.frame(SIGN, "THE BANK", "Ada")
    assert canvas.row_text(0).split() == ["BRASS", "LANTERN", "CASINO", "THE", "BANK", "Ada"]
    assert canvas.row_text(0).index("Ada") == 75
    assert set(canvas.colours[:80]) >= {BAR}


def test_the_longest_name_and_handle_leave_the_title_whole() -> None:
    canvas = frame.frame(LONGEST, "DRAW POKER v THE HOUSE", "x" * 20)
    assert canvas.row_text(0) == (f" {LONGEST.name.upper()}  DRAW POKER v THE HOUSE"
                                  f"{'x' * 20:>27}  ")


def test_practice_is_marked() -> None:
    assert frame.PRACTICE in frame.frame(LONGEST).row_text(1)
    assert frame.frame(SIGN).row_text(1).strip() == ""


def test_the_last_column_and_the_prompts_row_stay_empty() -> None:
    canvas = frame.page(LONGEST, "TITLE", ["x" * 100] * 30, "y" * 100)
    frame.rule(canvas, 5)
    assert {canvas.row_text(row)[79] for row in range(24)} == {" "}
    assert canvas.row_text(frame.PROMPT_ROW).strip() == ""


def test_a_page_has_19_rows_and_its_headings_are_white() -> None:
    canvas = frame.page(SIGN, "TITLE", ["=Heading", *map(str, range(18)), "too much"])
    assert canvas.row_text(2) == f"  {'Heading':<78}" and canvas.colours[2 * 80 + 2] == WHITE
    assert canvas.row_text(20).strip() == "17" and canvas.row_text(21).strip() == ""


def test_a_notice_stands_above_the_prompt() -> None:
    canvas = Canvas()
    frame.notice(canvas, "")
    assert canvas.row_text(frame.NOTICE_ROW).strip() == ""
    frame.notice(canvas, "No.")
    assert canvas.row_text(frame.NOTICE_ROW) == f" {'No.':<79}"


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


def test_folding() -> None:
    assert frame.folded("one two three", 7) == ["one two", "three"]
    assert frame.folded("") == [""]
