"""Exact chances of a draw: how often each category comes of the cards kept, over all replacements.

The unseen cards are the 47 that the caller was not dealt: each set of them is as likely as any
other, wherever they lie. They are counted by ranks, 6,188 sets at most instead of 1,533,939, and
then those of one suit apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb

from door.rules import ranks
from door.rules.cards import FRESH_DECK, Card

Chances = tuple[Fraction, ...]      # one for each category, high card first; together 1
_BUT_SUITS = {ranks.FLUSH: ranks.HIGH_CARD, ranks.STRAIGHT_FLUSH: ranks.STRAIGHT}


@lru_cache(maxsize=4096)
def chances(cards: tuple[Card, ...], thrown: tuple[int, ...]) -> Chances:
    """What five cards come to when those in the places `thrown` (from 0) are replaced."""
    kept = [card for place, card in enumerate(cards) if place not in thrown]
    unseen = [card for card in FRESH_DECK if card not in cards]
    counts = [0] * len(ranks.CATEGORIES)
    for holding, ways in _by_ranks(kept, _ranked(unseen), len(thrown)):
        kind = ranks.category(ranks.strength(holding))
        counts[_BUT_SUITS.get(kind, kind)] += ways
    for kind in _suited(kept, unseen, len(thrown)):
        counts[kind] += 1
        counts[_BUT_SUITS[kind]] -= 1
    total = comb(len(unseen), len(thrown))
    return tuple(Fraction(count, total) for count in counts)


def _ranked(unseen: Sequence[Card]) -> list[list[Card]]:
    return [[card for card in unseen if card.rank == rank] for rank in range(13)]


def _by_ranks(held: list[Card], left: Sequence[Sequence[Card]],
              wanted: int) -> Iterator[tuple[list[Card], int]]:
    """Holdings that differ in their ranks, and in how many ways each can come."""
    if not wanted:
        yield held, 1
        return
    for at, of_rank in enumerate(left, 1):
        for number in range(1, min(wanted, len(of_rank)) + 1):
            ways = comb(len(of_rank), number)
            for holding, others in _by_ranks([*held, *of_rank[:number]], left[at:],
                                             wanted - number):
                yield holding, ways * others


def _suited(kept: Sequence[Card], unseen: Sequence[Card], wanted: int) -> Iterator[int]:
    """The categories of all holdings of one suit."""
    for suit in {card.suit for card in kept} or range(4):
        if all(card.suit == suit for card in kept):
            of_suit = [card for card in unseen if card.suit == suit]
            for drawn in combinations(of_suit, wanted):
                yield ranks.category(ranks.strength((*kept, *drawn)))
