"""door.screens.patter: what the House says, from luck of its own and from what all can see."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from door.rules import events as ev
from door.rules.cards import parse_cards
from door.rules.house_draw import CALLER, HOUSE
from door.screens import patter as module
from door.screens.patter import patter

OCCASIONS: list[tuple[str, Sequence[ev.Event]]] = [
    ("ante", [ev.AntePosted(CALLER, 5), ev.AntePosted(HOUSE, 5)]),
    ("house bets", [ev.Checked(CALLER), ev.BetMade(HOUSE, 5, False)]),
    ("house raises", [ev.BetMade(CALLER, 5, False), ev.Raised(HOUSE, 5, 1, False)]),
    ("caller raises", [ev.Raised(CALLER, 5, 1, False), ev.Called(HOUSE, 5, False)]),
    ("house folds", [ev.Folded(HOUSE), ev.PotAwarded(CALLER, 20, 0, None, 1)]),
    ("caller wins", [ev.PotAwarded(CALLER, 20, 0, 100, 1)]),
    ("house wins", [ev.PotAwarded(HOUSE, 20, 0, 100, 1)]),
    ("tie", [ev.PotAwarded(CALLER, 20, 0, 100, 2), ev.PotAwarded(HOUSE, 20, 0, 100, 2)]),
]


@pytest.mark.parametrize("occasion, told", OCCASIONS, ids=[name for name, _ in OCCASIONS])
def test_the_house_has_a_word_for_it_and_often_keeps_it(occasion: str,
                                                        told: Sequence[ev.Event]) -> None:
    said = {patter(told, "17-42", n) for n in range(100)}
    assert said == {"", *module._SAYINGS[occasion]}


def test_of_anything_else_it_says_nothing() -> None:
    for told in ([], [ev.Checked(CALLER), ev.Checked(HOUSE)], [ev.Folded(CALLER)]):
        assert {patter(told, "17-42", n) for n in range(100)} == {""}


def test_the_same_hand_says_the_same_and_cards_make_no_difference() -> None:
    """RULEBOOK 1.13: its luck is the hand's name; no hidden card is in what it is told."""
    for n in range(100):
        told = [ev.AntePosted(CALLER, 5), ev.CardsDealt(CALLER, parse_cards("As Ad Ah Ac Kd"))]
        other = [ev.AntePosted(CALLER, 5), ev.CardsDealt(CALLER, parse_cards("2s 3d 5h 7c 9d"))]
        assert patter(told, "17-42", n) == patter(other, "17-42", n)
    assert [patter(OCCASIONS[0][1], "17-42", n) for n in range(30)] != [
        patter(OCCASIONS[0][1], "17-43", n) for n in range(30)]


def test_remarks_fit_beside_the_cards() -> None:
    from textwrap import wrap
    for saying in sum(module._SAYINGS.values(), ()):
        assert len(wrap(saying, 15)) <= 4 and max(map(len, wrap(saying, 15))) <= 15
