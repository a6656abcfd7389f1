"""Which holding is better, its category and its name, and the exact counts of RULEBOOK 2."""

from collections import Counter
from itertools import combinations

import pytest

from door.rules import ranks
from door.rules.cards import FRESH_DECK, parse_cards
from door.rules.ranks import CATEGORIES, CLASSES, category, name, spoken, strength

NAMES = {
    "As Ks Qs Js Ts": "royal flush",
    "Qh Jh Th 9h 8h": "queen high straight flush",
    "5c 4c 3c 2c Ac": "five high straight flush",
    "7c 7d 7h 7s Ad": "four of a kind, sevens",
    "Kc Kd Kh 9s 9c": "full house, kings and nines",
    "6c 6d 6h 3s 3c": "full house, sixes and threes",
    "Ad Jd 9d 4d 2d": "ace high flush",
    "Ah Kc Qd Js Th": "ace high straight",
    "5h 4c 3d 2s Ah": "five high straight",
    "6h 6c 6d 2s Ah": "three of a kind, sixes",
    "Kh Kc 9s 9d 4d": "two pair, kings and nines",
    "6h 6c 2s Ad 4d": "pair of sixes",
    "Kh Qc 9s 7d 4d": "king high",
}
ON_PAPER = {"straight flush": 40, "four of a kind": 624, "full house": 3_744, "flush": 5_108,
            "straight": 10_200, "three of a kind": 54_912, "two pair": 123_552,
            "pair": 1_098_240, "high card": 1_302_540}


@pytest.mark.parametrize("text, expected", NAMES.items())
def test_holdings_have_spoken_names(text, expected):
    assert spoken(parse_cards(text)) == expected
    assert name(strength(parse_cards(text))) == expected


def test_each_of_the_names_beats_the_next():
    strengths = [strength(parse_cards(text)) for text in NAMES]
    assert strengths == sorted(strengths, reverse=True)
    assert len(set(strengths)) == len(NAMES)


def test_the_order_of_the_cards_is_nothing():
    cards = parse_cards("Kh 9s Kc 4d 9d")
    assert {strength(cards[n:] + cards[:n]) for n in range(5)} == {strength(cards)}


def test_the_best_is_7461_and_the_worst_is_0():
    assert strength(parse_cards("As Ks Qs Js Ts")) == CLASSES - 1 == 7461
    assert strength(parse_cards("7c 5d 4h 3s 2c")) == 0


@pytest.mark.parametrize("text", ["", "As", "As Ks Qs Js", "As Ks Qs Js Ts 9s 8s 7s"])
def test_four_cards_and_eight_have_no_strength(text):
    with pytest.raises(ValueError, match="five to seven"):
        strength(parse_cards(text))


@pytest.mark.parametrize("text, expected", [
    ("Kh Kc 9s 9d 4d 4s", "two pair, kings and nines"),
    ("Ah 2c 3d 4s 5h 9d Kc", "five high straight"),
    ("Qd Jd 9d 6d Kc 5d Ah", "queen high flush"),
    ("7c 7d 7h 9s 9c 9d 2h", "full house, nines and sevens")])
def test_of_six_or_seven_cards_the_best_five_count(text, expected):
    assert spoken(parse_cards(text)) == expected


def test_all_2598960_holdings_have_the_counts_on_paper_in_7462_classes():
    """RULEBOOK 2: exact counts over all holdings."""
    classes = Counter(map(strength, combinations(FRESH_DECK, 5)))
    found = Counter()
    for value, number in classes.items():
        found[CATEGORIES[category(value)]] += number
    assert found == ON_PAPER
    assert sum(found.values()) == 2_598_960
    assert sorted(classes) == list(range(7462))


def test_categories_go_from_high_card_up():
    assert CATEGORIES[ranks.HIGH_CARD] == "high card"
    assert CATEGORIES[ranks.STRAIGHT_FLUSH] == "straight flush"
    assert (category(0), category(CLASSES - 1)) == (ranks.HIGH_CARD, ranks.STRAIGHT_FLUSH)
