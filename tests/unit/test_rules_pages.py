"""door.screens.rules_pages: the help fits its pages, and says what the rulebook says."""

from __future__ import annotations

import re

import pytest

from door.rules.house_draw import GAME
from door.screens import frame
from door.screens.frame import Sign
from door.screens.rules_pages import KEYS, PAGES
from door.screens.typesetting import PAGE_WIDTH, pages, rows

TEXT = " ".join(" ".join(row.split()) for page in PAGES for row in page)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page[0]))
def test_a_chapter_is_one_page_at_80_columns(page: list[str]) -> None:
    area = frame.area(Sign("Brass Lantern Casino"))
    set_, = pages([page], area.width, area.height)
    assert set_.rows == rows(page, PAGE_WIDTH)
    assert max(len(row.removeprefix("=")) for row in set_.rows) <= PAGE_WIDTH
    assert page[0].startswith("=")


def test_at_40_columns_a_table_of_keys_has_one_key_a_row() -> None:
    shown = rows(KEYS, 38)
    assert {"a           ante", "0-9         an amount, then RETURN",
            "125 RETURN  throw 1, 2 and 5", "^L          draw the screen again"} <= set(shown)


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
