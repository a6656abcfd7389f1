"""What the House makes of five cards: their class before the draw, and what it may throw of them.

A class is what a holding is played by in the first round: its rank, its best kicker, and whether it
is four to a flush or to a straight. The House chooses how many cards it throws; which ones follows
from the holding alone. The policy file is indexed by these numbers, so a change here asks for a new
file (training/).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from door.rules import ranks
from door.rules.cards import Card

_FIRST = tuple(next(n for n in range(ranks.CLASSES) if ranks.category(n) == kind)
               for kind in range(9))  # the lowest strength of each category
_OPEN, _INSIDE = 2, 1                 # straight draws: either end, or one rank only
_DRAW, _NO_DRAW, _HIGH_CARD = 6, 9, 28
_PAIR, _TWO_PAIR = _HIGH_CARD, _HIGH_CARD + 13 * 4 * 3
_TRIPS = _TWO_PAIR + 78
_PAT = _TRIPS + 13
CLASSES = _PAT + 12
MOST_THROWN = 5

Places = tuple[int, ...]


def holding_class(cards: Sequence[Card]) -> int:
    """The class of five cards, 0 to CLASSES - 1."""
    strength = ranks.strength(cards)
    kind = ranks.category(strength)
    order = strength - _FIRST[kind]
    if kind == ranks.PAIR:
        return _PAIR + (order // 220 * 4 + _kicker(cards, order // 220)) * 3 + _drawing(cards)
    if kind == ranks.HIGH_CARD:
        return _nothing(cards)
    if kind == ranks.TWO_PAIR:
        return _TWO_PAIR + order // 11
    if kind == ranks.TRIPS:
        return _TRIPS + order // 66
    return _PAT + _pat(kind, order)


def _pat(kind: int, order: int) -> int:
    """Straights by fours, flushes by quarters, full houses by thirds, and the rest."""
    if kind == ranks.STRAIGHT:
        return order // 4
    if kind == ranks.FLUSH:
        return 3 + order * 4 // 1277
    return 7 + order * 3 // 156 if kind == ranks.FULL_HOUSE else kind + 3


def _kicker(cards: Sequence[Card], pair: int) -> int:
    """3 for an ace beside the pair, 2 for a king, 1 for a queen or jack."""
    best = max([rank for card in cards if (rank := card >> 2) != pair])
    return best - 9 if best > 10 else int(best > 8)


def _drawing(cards: Sequence[Card]) -> int:
    """2 for four to a flush, 1 for four to a straight at either end."""
    if _odd_suit(cards) is not None:
        return 2
    return int(straight_draw(_mask(cards))[0] == _OPEN)


def _nothing(cards: Sequence[Card]) -> int:
    """No pair: by its draw, else by its two best cards."""
    mask = _mask(cards)
    draw, _ = straight_draw(mask)
    top = mask.bit_length() - 1
    if _odd_suit(cards) is not None:
        return 2 - draw if draw else 2 + (12 - top if top > 10 else 2 + (top < 9))
    if draw == _OPEN:
        return _DRAW + (top > 7) + (top > 10)
    if draw == _INSIDE:
        return _NO_DRAW + min(12 - top, 3)
    second = (mask ^ 1 << top).bit_length() - 1
    first = (0, 5, 9, 12, 14)[min(12 - top, 4)]
    return _NO_DRAW + 4 + first + min(top - 1 - second, max(top - 8, 0))


def _mask(cards: Sequence[Card]) -> int:
    a, b, c, d, e = cards
    return 1 << (a >> 2) | 1 << (b >> 2) | 1 << (c >> 2) | 1 << (d >> 2) | 1 << (e >> 2)


def _odd_suit(cards: Sequence[Card]) -> int | None:
    """The place of the one card that is not of the suit of the other four."""
    suits = [card & 3 for card in cards]
    for suit in suits[:2]:
        if suits.count(suit) == 4:
            return next(n for n, other in enumerate(suits) if other != suit)
    return None


@cache
def straight_draw(mask: int) -> tuple[int, int]:
    """Of a set of ranks (a bit each, deuce lowest): 2 for four in a row with both ends free, 1 for
    four of a straight otherwise, 0 for neither; and the ranks that are kept for it."""
    low_ace = mask << 1 | mask >> 12
    windows = [low_ace & 31 << low for low in range(10) if (low_ace & 31 << low).bit_count() == 4]
    if not windows:
        return 0, 0
    best = max(windows, key=lambda kept: (windows.count(kept), kept))
    kept = best >> 1 | (best & 1) << 12
    return (_OPEN if windows.count(best) > 1 else _INSIDE), kept & 0x1FFF


def throws(cards: Sequence[Card]) -> dict[int, Places]:
    """What the House may throw, by how many: places, ascending. 0 is always there."""
    kind = ranks.category(ranks.strength(cards))
    if kind == ranks.HIGH_CARD:
        return _throws_of_nothing(cards)
    held = [card >> 2 for card in cards]
    odd = sorted((n for n in range(5) if held.count(held[n]) == 1), key=held.__getitem__)
    if kind == ranks.PAIR:
        return {0: (), 1: _throw_for_draw(cards) or (odd[0],), 2: _sorted(odd[:2]),
                3: _sorted(odd)}
    if kind in (ranks.TRIPS, ranks.TWO_PAIR, ranks.QUADS):
        return {0: ()} | {n: _sorted(odd[:n]) for n in range(1, len(odd) + 1)}
    return {0: ()}


def _throws_of_nothing(cards: Sequence[Card]) -> dict[int, Places]:
    """Any number: who never drew two to nothing would be believed whenever two are drawn, and a
    House that never met it would believe everybody."""
    order = sorted(range(5), key=lambda n: cards[n] >> 2)
    few = {0: (), 1: _throw_for_draw(cards) or (order[0],)}
    return few | {n: _sorted(order[:n]) for n in (2, 3, 4)}


def draws_one(cards: Sequence[Card]) -> bool:
    """Whether it is a hand to draw one to: nothing yet, but four to a flush or an open straight."""
    return ranks.category(ranks.strength(cards)) == ranks.HIGH_CARD and (
        _odd_suit(cards) is not None or straight_draw(_mask(cards))[0] == _OPEN)


def _throw_for_draw(cards: Sequence[Card]) -> Places:
    """The one card that does not belong to four of a flush or of a straight, () if none does."""
    odd = _odd_suit(cards)
    if odd is not None:
        return (odd,)
    draw, kept = straight_draw(_mask(cards))
    if not draw or draw == _INSIDE and len({card >> 2 for card in cards}) < 5:
        return ()
    seen = 0
    for n, card in enumerate(cards):
        bit = 1 << (card >> 2)
        if not kept & bit or seen & bit:
            return (n,)
        seen |= bit
    return ()


def _sorted(places: Sequence[int]) -> Places:
    return tuple(sorted(places))
