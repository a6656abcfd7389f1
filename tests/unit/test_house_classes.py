"""door.house.classes: every holding has a class and throws, and suits are but names."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence
from functools import cache
from itertools import combinations, permutations

import pytest

from door.house.classes import (CLASSES, MOST_THROWN, draws_one, holding_class, straight_draw,
                                throws)
from door.rules import ranks
from door.rules.cards import FRESH_DECK, Card, parse_cards

HOLDINGS = 20_000


@cache
def dealt() -> list[tuple[Card, ...]]:
    luck = random.Random("holdings")
    return [tuple(luck.sample(FRESH_DECK, 5)) for _ in range(HOLDINGS)] + rarities(luck)


def rarities(luck: random.Random) -> list[tuple[Card, ...]]:
    """Of what chance deals seldom: quads, full houses, flushes and straight flushes, all ranks."""
    quads = [tuple(FRESH_DECK[4 * rank:4 * rank + 4]) + (FRESH_DECK[4 * other + 1],)
             for rank, other in permutations(range(13), 2)]
    flushes = [tuple(Card(4 * rank) for rank in held) for held in combinations(range(13), 5)]
    houses = [tuple(FRESH_DECK[4 * a:4 * a + 3]) + tuple(FRESH_DECK[4 * b + 1:4 * b + 3])
              for a, b in permutations(range(13), 2)]
    return [tuple(luck.sample(held, 5)) for held in (*quads, *flushes, *houses)]


def renamed(cards: Sequence[Card], suits: Sequence[int]) -> tuple[Card, ...]:
    return tuple(Card(card.rank * 4 + suits[card.suit]) for card in cards)


def thrown(cards: Sequence[Card]) -> dict[int, frozenset[Card]]:
    return {n: frozenset(cards[place] for place in places)
            for n, places in throws(cards).items()}


def every_pair() -> set[tuple[int, int, int]]:
    """Pairs that there can be: rank, class of kicker, and draw (2 flush, 1 open straight)."""
    found = set()
    for pair in range(13):
        for others in combinations(set(range(13)) - {pair}, 3):
            kicker = (0,) * 9 + (1, 1, 2, 3)
            found |= {(pair, kicker[max(others)], draw) for draw in (
                (1, 2) if outs(frozenset({pair, *others})) == 2 else (0, 2))}
    return found


def test_every_holding_has_a_class_and_every_class_a_holding() -> None:
    """But for pairs that there cannot be, such as deuces with a queen in an open straight."""
    first = holding_class(parse_cards("2s 2d 7h 5c 3d"))
    pairs = {first + 12 * pair + 3 * kicker + draw for pair, kicker, draw in every_pair()}
    others = set(range(CLASSES)) - set(range(first, first + 13 * 12))
    assert {holding_class(cards) for cards in dealt()} <= pairs | others
    assert {holding_class(cards) for cards in (*dealt(), *straight_pairs())} >= pairs | others


def straight_pairs() -> list[tuple[Card, ...]]:
    """All pairs in four of a row, and all pairs with four of a suit."""
    found = []
    for pair in range(13):
        for others in combinations(set(range(13)) - {pair}, 3):
            for suits in (0, 1, 2), (0, 0, 0):
                found.append((Card(4 * pair), Card(4 * pair + 3), *(
                    Card(4 * rank + suit) for rank, suit in zip(others, suits))))
    return found


def test_what_kind_it_is_never_differs_inside_a_class() -> None:
    """Below a straight; a rank of pair, two pair or trips is a class of its own at least."""
    kinds = defaultdict(set)
    for cards in dealt():
        strength = ranks.strength(cards)
        held = sorted(card.rank for card in cards)
        several = tuple(sorted({rank for rank in held if held.count(rank) > 1}))
        kind = ranks.category(strength)
        kinds[holding_class(cards)].add((kind, several if kind <= ranks.TRIPS else ()))
    assert all(len(found) == 1 for found in kinds.values())


@pytest.mark.parametrize("suits", list(permutations(range(4)))[1:])
def test_names_of_suits_change_neither_class_nor_throws(suits: tuple[int, ...]) -> None:
    for cards in dealt()[::23]:
        other = renamed(cards, suits)
        assert holding_class(other) == holding_class(cards)
        assert throws(other) == throws(cards)


def test_the_order_of_cards_changes_nothing_that_matters() -> None:
    """Which of a pair goes to a straight draw may change, as their suits are of no use there."""
    luck = random.Random("orders")
    for cards in dealt()[::5]:
        other = tuple(luck.sample(cards, 5))
        assert holding_class(other) == holding_class(cards)
        mine, yours = thrown(cards), thrown(other)
        assert mine.keys() == yours.keys()
        for n in mine:
            assert sorted(card.rank for card in mine[n]) == sorted(card.rank for card in yours[n])


def test_throws_are_legal_and_ascending() -> None:
    for cards in dealt():
        for n, places in throws(cards).items():
            assert 0 <= n == len(places) <= MOST_THROWN
            assert list(places) == sorted(set(places)) and set(places) <= set(range(5))
        assert throws(cards)[0] == ()


def test_what_may_be_thrown_follows_from_the_class() -> None:
    """So that a share of the book's can never be of a number that a holding does not have."""
    options = defaultdict(set)
    for cards in dealt():
        options[holding_class(cards)].add(tuple(throws(cards)))
    assert all(len(found) == 1 for found in options.values())


def test_no_pair_trips_or_made_hand_is_broken_but_for_four_of_a_suit_or_straight() -> None:
    for cards in dealt():
        kind = ranks.category(ranks.strength(cards))
        held = [card.rank for card in cards]
        if kind in (ranks.STRAIGHT, ranks.FLUSH, ranks.FULL_HOUSE, ranks.STRAIGHT_FLUSH):
            assert set(throws(cards)) == {0}
            continue
        for n, places in throws(cards).items():
            broken = any(held.count(held[place]) > 1 for place in places)
            assert not broken or n == 1 and kind == ranks.PAIR and four_drawing(cards, places)


def four_drawing(cards: Sequence[Card], places: Sequence[int]) -> bool:
    """Whether the four that are kept are of a suit or open at both ends."""
    kept = [card for n, card in enumerate(cards) if n not in places]
    held = sorted(card.rank for card in kept)
    return (len({card.suit for card in kept}) == 1
            or held == list(range(held[0], held[0] + 4)) and 0 <= held[0] and held[3] < 12)


@pytest.mark.parametrize("cards, number, goes", [
    ("Ks Kd 8h 6c 3d", 3, "8h 6c 3d"), ("Ks Kd 8h 6c 3d", 2, "6c 3d"),
    ("Ks Kd Kh 6c 3d", 2, "6c 3d"), ("Ks Kd Kh 6c 3d", 1, "3d"),
    ("Ks Kd 8h 8c 3d", 1, "3d"), ("Ks Kd Kh Kc 3d", 1, "3d"),
    ("Kh 9h 8h 6h 3d", 1, "3d"), ("Kh Ks 9h 8h 6h", 1, "Ks"), ("Ks 9d 8h 7c 6d", 1, "Ks"),
    ("9d 9s 8h 7c 6d", 1, "9s"), ("As Kd Qh Jc 2d", 1, "2d"), ("As 3d 4h 5c 9d", 1, "9d"),
    ("As Td 8h 5c 2d", 3, "8h 5c 2d"), ("As Td 8h 5c 2d", 2, "5c 2d"),
    ("As Td 8h 5c 2d", 4, "Td 8h 5c 2d"),
    ("9d 7s 5c 4h 2d", 1, "2d")])
def test_what_is_thrown(cards: str, number: int, goes: str) -> None:
    assert thrown(parse_cards(cards))[number] == set(parse_cards(goes))


@pytest.mark.parametrize("cards", ["Kh 9h 8h 6h 3d", "Ks 9d 8h 7c 6d", "As Td 8h 5c 2d"])
def test_whoever_has_nothing_may_throw_any_number_to_four(cards: str) -> None:
    """A caller who throws two to nothing shows what three of a kind shows: the House must have met
    that (an exploiter won 0.18 dollars a hand by it)."""
    assert set(throws(parse_cards(cards))) == {0, 1, 2, 3, 4}


@pytest.mark.parametrize("cards, one", [
    ("Kh 9h 8h 6h 3d", True), ("Ks 9d 8h 7c 6d", True), ("As Td 8h 5c 2d", False),
    ("As Kd Qh Jc 2d", False), ("Kh Ks 9h 8h 6h", False), ("Kh 9h 8h 6h 3h", False)])
def test_one_is_drawn_to_four_of_a_flush_or_an_open_straight(cards: str, one: bool) -> None:
    assert draws_one(parse_cards(cards)) is one


# -- straight draws, against every card that could come ----------------------------------------

STRAIGHTS = [frozenset((low - 1) % 13 for low in range(start, start + 5)) for start in range(10)]


def outs(kept: frozenset[int]) -> int:
    """How many ranks make a straight of these four."""
    return sum(kept | {rank} in STRAIGHTS for rank in set(range(13)) - kept)


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_straight_draws_are_those_that_some_rank_fills(count: int) -> None:
    for held in combinations(range(13), count):
        if frozenset(held) in STRAIGHTS:
            continue
        draw, kept = straight_draw(sum(1 << rank for rank in held))
        best = max((outs(frozenset(four)) for four in combinations(held, 4)), default=0)
        assert draw == best, held
        kept_ranks = frozenset(rank for rank in range(13) if kept >> rank & 1)
        assert kept_ranks <= set(held) and outs(kept_ranks) == best
        assert len(kept_ranks) == (4 if best else 0)
