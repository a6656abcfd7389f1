"""bench.house.reading: how often a holding is best, and what of it the usual draw keeps."""

from __future__ import annotations

import random

import pytest

from bench.house import reading
from door.rules.cards import FRESH_DECK, parse_cards
from door.rules.ranks import strength


def test_the_share_beaten_is_that_of_all_deals() -> None:
    """By counting: a sample of 4,000 deals comes within 2 of a hundred."""
    luck = random.Random("deals")
    deals = [strength(luck.sample(FRESH_DECK, 5)) for _ in range(4000)]
    for cards in ("7s 5d 4h 3c 2d", "As Kd 8h 6c 3d", "7s 7d 9h 5c 2d", "Ks Kd 8h 6c 3d",
                  "3s 3d 2h 2c Kd", "2s 2d 2h Kc Qd"):
        holding = parse_cards(cards)
        below = sum(deal < strength(holding) for deal in deals) / 4
        assert abs(reading.share_beaten(holding) - below) < 20, cards


def test_nothing_beats_the_best_and_all_beat_the_worst() -> None:
    assert reading.share_beaten(parse_cards("7s 5d 4h 3c 2d")) == 0
    assert reading.share_beaten(parse_cards("As Ks Qs Js Ts")) == 999


@pytest.mark.parametrize("drew", range(6))
def test_a_stronger_holding_never_wins_less_often(drew: int) -> None:
    luck = random.Random(drew)
    deals = sorted((luck.sample(FRESH_DECK, 5) for _ in range(500)), key=strength)
    wins = [reading.wins_against(cards, drew) for cards in deals]
    assert wins == sorted(wins) and 0 <= wins[0] and wins[-1] <= 1000


@pytest.mark.parametrize("cards, thrown", [
    ("Kh 9h 8h 6h 3d", (4,)),       # four to a flush
    ("Kh Ks 9h 8h 6h", (1,)),       # even out of a pair
    ("5h 6s 7d 8c Kh", (4,)),       # open at both ends
    ("Kh 5h 6s 7d 8c", (0,)),
    ("Jh Qs Kd Ac 4h", (0, 1, 4)),  # open at one end only
    ("Ah 2s 3d 4c 9h", (1, 2, 3, 4)),
    ("Ks Kd 8h 6c 3d", (2, 3, 4)),
    ("Ks Kd 8h 8c 3d", (4,)),
    ("Ks Kd Kh 8c 3d", (3, 4)),
    ("Ks Kd Kh Kc 3d", (4,)),
    ("Ks Kd Kh 8c 8d", ()),
    ("2h 9h 8h 6h 3h", ()),
    ("As 2d 3h 4c 5d", ()),
    ("As Kd 8h 6c 3d", (2, 3, 4)),
    ("9s 7d 5h 3c 2d", (1, 2, 3, 4)),
])
def test_the_usual_draw(cards: str, thrown: tuple[int, ...]) -> None:
    assert reading.discards(parse_cards(cards)) == thrown


@pytest.mark.parametrize("cards, yes", [
    ("Kh 9h 8h 6h 3d", True), ("5h 6s 7d 8c Kh", True), ("Jh Qs Kd Ac 4h", False),
    ("Kh Ks 9h 8h 6h", True), ("2h 9h 8h 6h 3h", False), ("Ks Kd Kh 8c 3d", False)])
def test_a_draw_to_one(cards: str, yes: bool) -> None:
    assert reading.is_draw_to_one(parse_cards(cards)) is yes
