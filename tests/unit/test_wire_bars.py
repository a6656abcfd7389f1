"""The Poker Table on a slow line: how many bytes a picture takes, and each change of it.

480 bytes are 2 seconds at 2400 baud. The hands are real ones, the House's play too, with a long
name over the door and PRACTICE on every screen.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from statistics import median

import pytest

from ansi.charset import CHARSETS
from ansi.terminal import Terminal
from tests.sitting import Sitting, show

SEEDS = range(8)
LARGEST = {"cp437": {"first": 2200, "deal": 1000, "showdown": 1000},
           "utf-8": {"first": 4000, "deal": 1800, "showdown": 1800}}
AFTER_KEYS = 480    # CP437
WIDTHS = (80, 40)


@cache
def sizes(charset: str, columns: int) -> dict[str, list[int]]:
    """Bytes by what was done, "first" for whole pictures."""
    found = defaultdict(list)
    for seed in SEEDS:
        terminal = Terminal(CHARSETS[charset], columns, 25)
        for done, screen in Sitting(seed, columns):
            found[done].append(len(show(terminal, screen)))
            found["first"].append(len(show(Terminal(CHARSETS[charset], columns, 25), screen)))
    return found


@pytest.mark.parametrize("columns", WIDTHS)
@pytest.mark.parametrize("charset", LARGEST)
@pytest.mark.parametrize("done", ["first", "deal", "showdown"])
def test_a_first_picture_a_deal_and_a_showdown(done: str, charset: str, columns: int) -> None:
    assert len(sizes(charset, columns)[done]) > 10
    assert max(sizes(charset, columns)[done]) <= LARGEST[charset][done]


@pytest.mark.parametrize("columns", WIDTHS)
@pytest.mark.parametrize("done", ["bet", "end", "digit", "draw 0", "draw 1", "draw 2",
                                  "draw 3"])
def test_betting_and_discards(done: str, columns: int) -> None:
    assert len(sizes("cp437", columns)[done]) > 10
    assert max(sizes("cp437", columns)[done]) <= AFTER_KEYS


@pytest.mark.parametrize("columns", WIDTHS)
@pytest.mark.parametrize("number", [4, 5])
def test_most_draws_of_more_cards(number: int, columns: int) -> None:
    """Pictures of courts can be more than that."""
    assert median(sizes("cp437", columns)[f"draw {number}"]) <= AFTER_KEYS
    assert max(sizes("cp437", columns)[f"draw {number}"]) <= 600
