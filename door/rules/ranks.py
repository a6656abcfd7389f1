"""Ranking of holdings: which of two is better, its category, and its spoken name (RULEBOOK 2).

Each card's rank adds 5 ** rank to a key, so that the key in base five counts the cards of each rank
(never more than four) and one look-up ranks five cards. Suits are counted beside it, three bits
each, from bit 32 up. The tables are made at import from the rules themselves: 6,175 sets of ranks
and 1,287 flushes, together the 7,462 classes that there are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement

from door.rules.cards import FRESH_DECK, RANK_NAMES, Card

CATEGORIES = ("high card", "pair", "two pair", "three of a kind", "straight", "flush",
              "full house", "four of a kind", "straight flush")
HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = range(9)

_SHAPES = {(1, 1, 1, 1, 1): HIGH_CARD, (2, 1, 1, 1): PAIR, (2, 2, 1): TWO_PAIR,
           (3, 1, 1): TRIPS, (3, 2): FULL_HOUSE, (4, 1): QUADS}
_WHEEL = (12, 3, 2, 1, 0)  # A-2-3-4-5, the lowest straight (H)
_SUIT_BITS = 32
_RANK_MASK = (1 << _SUIT_BITS) - 1
_KEYS = tuple(5 ** card.rank + (1 << (_SUIT_BITS + 3 * card.suit)) for card in FRESH_DECK)
_ONE_SUIT = frozenset(5 << (3 * suit) for suit in range(4))

Grade = tuple[int, tuple[int, ...]]


def _grade(ranks: Sequence[int], suited: bool) -> Grade:
    """Category and then every rank in order of importance, by the rules and nothing cleverer."""
    counts = sorted(Counter(ranks).items(), key=lambda item: (item[1], item[0]), reverse=True)
    order = tuple(rank for rank, _ in counts)
    category = _SHAPES[tuple(count for _, count in counts)]
    if category != HIGH_CARD:
        return category, order
    straight = order == _WHEEL or order[0] - order[4] == 4
    if straight:
        order = order[1:] + (-1,) if order == _WHEEL else order
    return (HIGH_CARD, FLUSH, STRAIGHT, STRAIGHT_FLUSH)[suited + 2 * straight], order


def _tables() -> tuple[dict[int, int], dict[int, int], list[Grade]]:
    plain = {sum(5 ** rank for rank in ranks): _grade(ranks, False)
             for ranks in combinations_with_replacement(range(13), 5) if ranks[0] != ranks[4]}
    suited = {sum(5 ** rank for rank in ranks): _grade(ranks, True)
              for ranks in combinations(range(13), 5)}
    grades = sorted({*plain.values(), *suited.values()})
    place = {grade: n for n, grade in enumerate(grades)}
    return ({key: place[grade] for key, grade in plain.items()},
            {key: place[grade] for key, grade in suited.items()}, grades)


_PLAIN, _SUITED, _GRADES = _tables()
CLASSES = len(_GRADES)


def _strength_of_five(cards: Sequence[Card]) -> int:
    a, b, c, d, e = cards
    key = _KEYS[a] + _KEYS[b] + _KEYS[c] + _KEYS[d] + _KEYS[e]
    if key >> _SUIT_BITS in _ONE_SUIT:
        return _SUITED[key & _RANK_MASK]
    return _PLAIN[key & _RANK_MASK]


def strength(cards: Sequence[Card]) -> int:
    """How good the best five of five to seven different cards are: 0 to 7,461.

    Bigger is better, equal is a tie. ValueError for another number of cards.
    """
    if len(cards) == 5:
        return _strength_of_five(cards)
    if len(cards) not in (6, 7):
        raise ValueError(f"five to seven cards have a strength, not {len(cards)}")
    return max(map(_strength_of_five, combinations(cards, 5)))


def category(value: int) -> int:
    """The category of a strength: HIGH_CARD (0) to STRAIGHT_FLUSH (8)."""
    return _GRADES[value][0]


def _plural(rank: int) -> str:
    return RANK_NAMES[rank] + ("es" if RANK_NAMES[rank] == "six" else "s")


@cache
def name(value: int) -> str:
    """The spoken name of a strength: "two pair, kings and nines", "queen high straight flush"."""
    kind, order = _GRADES[value]
    high = RANK_NAMES[order[0]]
    if kind == STRAIGHT_FLUSH and order[0] == 12:
        return "royal flush"
    if kind in (STRAIGHT, FLUSH, STRAIGHT_FLUSH):
        return f"{high} high {CATEGORIES[kind]}"
    if kind == HIGH_CARD:
        return f"{high} high"
    if kind == PAIR:
        return f"pair of {_plural(order[0])}"
    if kind in (TWO_PAIR, FULL_HOUSE):
        return f"{CATEGORIES[kind]}, {_plural(order[0])} and {_plural(order[1])}"
    return f"{CATEGORIES[kind]}, {_plural(order[0])}"


def spoken(cards: Sequence[Card]) -> str:
    """The name of the best five of five to seven cards; ValueError for another number."""
    return name(strength(cards))
