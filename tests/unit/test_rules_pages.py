"""door.screens.rules_pages: the help fits its pages, and says what the rulebook says."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from door.rules.house_draw import GAME
from door.screens import frame
from door.screens.rules_pages import PAGES, seal_rows
from door.views import HandRecord

TEXT = " ".join(" ".join(row.split()) for page in PAGES for row in page)
RECORD = HandRecord("17-42", 17, 42, "house draw", 1, "policy", b"seed", "0123456789abcdef" * 4)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page[0]))
def test_a_page_fits_its_screen(page: list[str]) -> None:
    assert len(page) <= frame.PAGE_ROWS
    assert max(len(row.lstrip("=")) for row in page) <= frame.PAGE_WIDTH
    assert page[0].startswith("=")


def test_the_figures_are_those_of_the_game() -> None:
    limits = GAME.limits
    assert f"both ante ${GAME.ante}." in TEXT
    assert f"B)et ${limits.low} to ${limits.high}" in TEXT
    assert {3: "Three"}[limits.raises] + " raises a round" in TEXT


@pytest.mark.parametrize("ruling", [
    "yours are shown to you at once. (*)",              # 1.5
    "R)aise $2 (*) to $25 on top",                      # 1.7
    "a tie changes nothing (*)",                        # 1.4
    "nobody can ante, and the sitting ends (*)",        # 1.3
    "every card counts, in order of importance (*)",    # 2
    "After seven days (*)",                             # 1.12
])
def test_rulings_that_are_ours_are_marked(ruling: str) -> None:
    assert ruling in TEXT
    assert "(*) A house rule:" in TEXT


def test_what_a_seal_cannot_do_is_said_plainly() -> None:
    """RULEBOOK 5.1."""
    assert "A seal cannot stop a server that peeks" in TEXT


def test_no_page_speaks_of_money_that_counts() -> None:
    assert re.search(r"play money\. They cannot be bought", TEXT)


def test_the_seal_screen_shows_all_64_digits_and_fits() -> None:
    rows = seal_rows(RECORD, "x" * 40)
    assert RECORD.seal in "".join(row.strip() for row in rows)
    assert len(rows) <= frame.PAGE_ROWS and max(map(len, rows)) <= frame.PAGE_WIDTH


@pytest.mark.parametrize("record, cut, told", [
    (RECORD, "", "The House cuts, unless you do"),
    (RECORD, "my words", "Your cut: my words"),
    (replace(RECORD, cut="my words", proven=True), "", "Your cut: my words"),
    (replace(RECORD, cut="5f3a", proven=False), "", "The House cut: 5f3a")])
def test_the_seal_screen_says_who_cuts(record: HandRecord, cut: str, told: str) -> None:
    assert any(row.startswith(told) for row in seal_rows(record, cut))


def test_a_hand_that_the_house_cut_is_called_not_proven() -> None:
    """RULEBOOK 5.1: the record says so, and so does the screen."""
    assert any("Not proven" in row for row in seal_rows(replace(RECORD, cut="5f3a"), ""))
