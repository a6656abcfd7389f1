"""door.house.chances: what a draw may come to, exactly."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from door.house.chances import chances
from door.rules import ranks
from door.rules.cards import FRESH_DECK, Card, parse_cards

HOLDINGS = {
    "kings up": "Kh Kc 9s 9d 4d", "four to a straight flush": "9h 8h 7h 6h 2c",
    "inside and wheel": "As 2d 3c 5h Kd", "pat flush": "Ah Jh 9h 5h 2h", "trips": "Ac Ah Ad 7s 6d",
    "royal but one": "Ts Js Qs Ks 2d", "nothing": "Qh Js 8d 5c 2h", "quads": "8c 8d 8h 8s 3c",
    "straight flush": "5c 4c 3c 2c Ac",
}


def counted(cards: tuple[Card, ...], thrown: tuple[int, ...]) -> list[Fraction]:
    """By going through every set of replacements."""
    kept = [card for place, card in enumerate(cards) if place not in thrown]
    unseen = [card for card in FRESH_DECK if card not in cards]
    found = Counter(ranks.category(ranks.strength((*kept, *drawn)))
                    for drawn in combinations(unseen, len(thrown)))
    return [Fraction(found[kind], comb(47, len(thrown))) for kind in range(9)]


@pytest.mark.parametrize("written", HOLDINGS.values(), ids=HOLDINGS)
def test_every_draw_of_up_to_two_cards_is_as_counted(written: str) -> None:
    cards = parse_cards(written)
    for number in range(3):
        for thrown in combinations(range(5), number):
            assert list(chances(cards, thrown)) == counted(cards, thrown)


@pytest.mark.parametrize("written, thrown", [
    ("Kh Kc 9s 9d 4d", (2, 3, 4)), ("9h 8h 7h 6h 2c", (2, 3, 4)), ("As 2d 3c 5h Kd", (0, 3, 4)),
    ("Qh Js 8d 5c 2h", (1, 2, 3, 4)), ("Ts Js Qs Ks 2d", (0, 1, 2, 3))])
def test_draws_of_three_and_four_are_as_counted(written: str, thrown: tuple[int, ...]) -> None:
    cards = parse_cards(written)
    assert list(chances(cards, thrown)) == counted(cards, thrown)


def test_all_five_cards_are_as_counted() -> None:
    """1,533,939 sets of replacements."""
    cards = parse_cards("Qh Js 8d 8c 2h")
    assert list(chances(cards, (0, 1, 2, 3, 4))) == counted(cards, (0, 1, 2, 3, 4))


def test_well_known_chances() -> None:
    """A pair that throws three improves in 28.7 % of all cases, two pair in 4 of 47."""
    pair = chances(parse_cards("Kh Kc 9s 8d 4d"), (2, 3, 4))
    assert (pair[ranks.TWO_PAIR], pair[ranks.TRIPS]) == (Fraction(2592, 16215),
                                                         Fraction(1854, 16215))
    assert round(float(sum(pair[2:])), 3) == 0.287
    assert chances(parse_cards("Kh Kc 9s 9d 4d"), (4,))[ranks.FULL_HOUSE] == Fraction(4, 47)
    assert chances(parse_cards("9h 8h 7h 6h 2c"), (4,))[ranks.STRAIGHT_FLUSH] == Fraction(2, 47)


def test_a_hand_that_stands_is_what_it_is() -> None:
    for written in HOLDINGS.values():
        cards = parse_cards(written)
        assert chances(cards, ())[ranks.category(ranks.strength(cards))] == 1


def test_they_are_a_whole_in_any_draw() -> None:
    luck = random.Random("whole")
    for _ in range(40):
        cards = tuple(luck.sample(FRESH_DECK, 5))
        thrown = tuple(sorted(luck.sample(range(5), luck.randrange(6))))
        found = chances(cards, thrown)
        assert sum(found) == 1 and min(found) >= 0
