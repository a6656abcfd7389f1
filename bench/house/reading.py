"""How the player by rule reads a holding: how often it is best now, and what to keep of it.

Chances are out of a thousand. The share of all deals below a strength is exact; what an opponent
holds after drawing so many cards is a plain table of experience.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate

from door.rules import ranks
from door.rules.cards import Card

# How many of the 2,598,960 holdings share each class of a category, high card to straight flush.
_DEALS_A_CLASS = (1020, 384, 144, 64, 1020, 4, 24, 4, 4)
_BELOW = tuple(accumulate((_DEALS_A_CLASS[ranks.category(n)] for n in range(ranks.CLASSES)),
                          initial=0))
_ALL = _BELOW[-1]

# Marks of strength: nothing, a pair, jacks, two pair, three, straight, flush, full house, better.
_MARKS = (0, 1277, 3257, 4137, 4995, 5853, 5863, 7140, 7296)
_WINS_AGAINST = {  # cards drawn by the opponent -> wins in a thousand at each mark
    0: (60, 90, 110, 170, 300, 520, 700, 880, 970),
    1: (180, 330, 460, 600, 780, 860, 900, 960, 990),
    2: (30, 120, 220, 420, 740, 900, 930, 960, 990),
    3: (60, 290, 540, 800, 920, 965, 975, 985, 995),
    4: (190, 520, 720, 900, 960, 985, 990, 995, 998),
    5: (260, 560, 760, 920, 970, 985, 990, 995, 998),
}


def share_beaten(cards: Sequence[Card]) -> int:
    """How many of a thousand random deals this holding beats."""
    return 1000 * _BELOW[ranks.strength(cards)] // _ALL


def wins_against(cards: Sequence[Card], drew: int) -> int:
    """Wins in a thousand against somebody who drew so many cards and has bet nothing yet."""
    value = ranks.strength(cards)
    mark = bisect_right(_MARKS, value) - 1
    row = _WINS_AGAINST[drew]
    low, high = _MARKS[mark], (_MARKS + (ranks.CLASSES,))[mark + 1]
    top = (row + (1000,))[mark + 1]
    return row[mark] + (top - row[mark]) * (value - low) // (high - low)


def is_draw_to_one(cards: Sequence[Card]) -> bool:
    """Whether one card makes a flush or a straight open at both ends out of no pair."""
    return (ranks.category(ranks.strength(cards)) <= ranks.PAIR
            and (_four_to_flush(cards) is not None or _four_in_a_row(cards) is not None))


def discards(cards: Sequence[Card]) -> tuple[int, ...]:
    """The places of the cards that the usual draw throws, ascending."""
    value = ranks.strength(cards)
    kind = ranks.category(value)
    if kind >= ranks.STRAIGHT and kind != ranks.QUADS:
        return ()
    if kind <= ranks.PAIR:
        one = _four_to_flush(cards)
        one = _four_in_a_row(cards) if one is None and kind == ranks.HIGH_CARD else one
        if one is not None:
            return (one,)
    held = [card.rank for card in cards]
    if kind == ranks.HIGH_CARD:
        best = sorted(held)[-2:]
        kept = best if best[0] >= 9 else best[1:]
        return tuple([n for n, rank in enumerate(held) if rank not in kept])
    return tuple([n for n, rank in enumerate(held) if held.count(rank) == 1])


def _four_to_flush(cards: Sequence[Card]) -> int | None:
    """The place of the one card that is not of the suit of the other four."""
    suits = [card.suit for card in cards]
    for odd, suit in enumerate(suits):
        if suits.count(suit) == 1 and suits.count(suits[odd - 1]) == 4:
            return odd
    return None


def _four_in_a_row(cards: Sequence[Card]) -> int | None:
    """The place of the odd card beside four in a row that are open at both ends."""
    order = sorted(range(5), key=lambda n: cards[n].rank)
    for odd, four in ((order[4], order[:4]), (order[0], order[1:])):
        held = [cards[n].rank for n in four]
        if held == list(range(held[0], held[0] + 4)) and held[3] < 12:
            return odd
    return None
