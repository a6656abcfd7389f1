"""Marks as they are told at the table and listed on pages, at every width."""

from __future__ import annotations

import pytest

from door.marks.marks import MARKS
from door.screens import marks, poker_marks
from door.screens.frame import Sign, area
from door.screens.poker_table import PokerTable
from door.screens.typesetting import pages
from door.views import MarkLine

SIGNS = [Sign("Brass Lantern Casino", columns=columns) for columns in (80, 40)]
EVERY = [MarkLine(mark.name, mark.text, 1_700_000_000) for mark in MARKS]
EACH_SIGN = pytest.mark.parametrize("sign", SIGNS, ids=lambda sign: str(sign.columns))


@EACH_SIGN
@pytest.mark.parametrize("had", range(len(MARKS) + 1))
def test_no_page_ends_within_a_mark_or_is_nearly_empty(sign: Sign, had: int) -> None:
    """However many are earned: the first page used to hold its heading alone."""
    place = area(sign)
    lines = [*EVERY[:had], *(MarkLine(mark.name) for mark in MARKS[had:])]
    shown = pages(marks.chapters(lines, 3, place.width), place.width, place.height)
    assert len(shown) == 1 or len(shown[0].rows) > place.height // 2
    for page in shown:
        text = " ".join(" ".join(page.rows).split())
        for mark in EVERY[:had]:
            assert (f"2023-11-14 {mark.name} {mark.text}" in text) == (f"14 {mark.name}" in text)


@EACH_SIGN
def test_the_result_stays_on_the_table_whatever_it_earns(sign: Sign) -> None:
    screen = PokerTable(sign)
    screen.felt.log = ("House shows 10h 8c 6s 3d 2d, ten high.", "You win $10 with ace high.")
    poker_marks.tell(screen, EVERY[:3])
    canvas = screen.paint()
    rows = "\n".join(canvas.row_text(row) for row in range(canvas.rows))
    assert "You win $10 with ace high." in rows
    assert "Marks: Sandbagger, Poker Face, All" in rows
    assert screen.events == [f"Mark: {mark.name}." for mark in EVERY[:3]]
    assert screen.lines() == [f"Mark: {mark.name}. {mark.text}" for mark in EVERY[:3]]


@EACH_SIGN
def test_nothing_is_told_where_nothing_was_earned(sign: Sign) -> None:
    screen = PokerTable(sign)
    poker_marks.tell(screen, [])
    assert screen.felt.log == () and screen.notice == "" and screen.lines() == []
