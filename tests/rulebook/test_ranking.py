"""Which holding beats which, at every table: RULEBOOK 2. The counts are in unit/test_ranks.py."""

import pytest

from door.rules.cards import parse_cards
from door.rules.ranks import spoken, strength

DESCENDING = [
    "Ts Js Qs Ks As", "9h Th Jh Qh Kh", "Ac 2c 3c 4c 5c", "Ah Ac Ad As 2c", "Kh Kc Kd Ks Ah",
    "Ah Ac Ad Ks Kd", "4h 4c 4d 2s 2d", "3h 3c 3d As Ad", "9h Jh Qh Kh Ah", "8h Jh Qh Kh Ah",
    "2h 3h 4h 5h 7h", "Th Jc Qd Ks Ah", "2h 3c 4d 5s 6h", "Ah 2c 3d 4s 5h", "Ah Ac Ad 3s 2d",
    "Ah Ac Kd Ks Qd", "Ah Ac 2d 2s 3d", "Kh Kc Jd Js Ad", "3h 3c 2d 2s 4d", "Ah Ac Kd Qs Jd",
    "2h 2c 5d 4s 3d", "Ah Kc Qd Js 9d", "2h 3c 4d 5s 7h"]


def test_2_the_order_of_holdings_from_the_royal_flush_down():
    """2: straight flush to high card, ties broken by every card in order of importance."""
    strengths = [strength(parse_cards(text)) for text in DESCENDING]
    assert strengths == sorted(strengths, reverse=True)
    assert len(set(strengths)) == len(strengths)


@pytest.mark.parametrize("better, worse", [
    ("Ah Jc 9d 6s 4h", "Ac Jd 9s 6h 3c"), ("Kh Kc 9d 6s 4h", "Kd Ks 9h 6c 3d"),
    ("Kh Kc 9d 9s 4h", "Kd Ks 9h 9c 3d"), ("Ah Jh 9h 6h 4h", "Ac Jc 9c 6c 3c")])
def test_2_the_fifth_card_decides_where_four_are_alike(better, worse):
    """2: all five are compared, of a flush as well."""
    assert strength(parse_cards(better)) > strength(parse_cards(worse))


@pytest.mark.parametrize("one, two", [
    ("2h 3h 4h 5h 6h", "2s 3s 4s 5s 6s"), ("Ah Jh 9h 6h 4h", "As Js 9s 6s 4s"),
    ("Kh Kc 9d 9s 4h", "Kd Ks 9h 9c 4c")])
def test_2_suits_never_break_ties(one, two):
    """2: suits never break ties (A, H)."""
    assert strength(parse_cards(one)) == strength(parse_cards(two))


def test_2_the_ace_is_low_in_the_lowest_straight_alone():
    """2: A-2-3-4-5 is the lowest straight; no wrap-around."""
    assert spoken(parse_cards("Ah 2c 3d 4s 5h")) == "five high straight"
    assert spoken(parse_cards("Qh Kc Ad 2s 3h")) == "ace high"


def test_2_the_board_may_play():
    """2: the best five of seven, the board may play (H)."""
    board = "As Ks Qs Js Ts"
    assert strength(parse_cards(f"2c 3d {board}")) == strength(parse_cards(f"9h 9d {board}"))


@pytest.mark.parametrize("text, name", [
    ("Kh Kc 9s 9d 4d", "two pair, kings and nines"),
    ("8h 9h Th Jh Qh", "queen high straight flush"), ("7h 7c 7d 7s Ad", "four of a kind, sevens")])
def test_2_holdings_have_spoken_names(text, name):
    """2: spoken names."""
    assert spoken(parse_cards(text)) == name
