"""bench.categories: the exact counts, and a run of the production shuffle with fixed seeds."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb

import pytest

from bench import categories
from door.rules.cards import FRESH_DECK
from door.rules.ranks import CATEGORIES, category, strength


def test_the_exact_counts_are_all_holdings() -> None:
    assert categories.HOLDINGS == comb(52, 5)
    assert categories.EXACT[-1] == 4 * 10 and categories.EXACT[7] == 13 * 48


def test_the_exact_counts_are_what_our_ranks_make_of_every_suited_or_ranked_choice() -> None:
    """All holdings of two ranks' worth of cards less: 20 cards of five ranks, counted both ways."""
    some = [card for card in FRESH_DECK if card.rank < 5]
    found = Counter(category(strength(cards)) for cards in combinations(some, 5))
    assert found[8] == 4 and found[4] == 4 ** 5 - 4 and found[7] == 5 * 16
    assert sum(found.values()) == comb(20, 5)


def test_20_000_hands_are_as_chance_has_them() -> None:
    """RULEBOOK 5.1: fixed seeds; the million is in tests/rulebook, under soak."""
    found = categories.counts(20_000)
    assert sum(found) == 20_000 and categories.chi_squared(found) < categories.BOUND


def test_a_shuffle_that_is_not_fair_is_found() -> None:
    found = categories.counts(2_000)
    found[0], found[1] = found[0] - 200, found[1] + 200
    assert categories.chi_squared(found) > categories.BOUND
    assert categories.rows(found)[-1].endswith("NOT below 26.1")


def test_the_command_prints_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    categories.main(["--hands", "300", "--text", "another"])
    lines = capsys.readouterr().out.splitlines()
    assert [row[:18].strip() for row in lines[1:-1]] == list(CATEGORIES)
    assert lines[-1].startswith("chi-squared, df 8: ")
