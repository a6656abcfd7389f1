"""A sound player by rule: opens by strength, draws as usual, bluffs at a fair rate.

The House was this once; now it is who the House is matched against. Frequencies are mixed by the
luck it is given. It never folds for nothing. It keeps no memory between actions: what it needs of
the past stands in the view.
"""

from __future__ import annotations

from bench.house import reading
from door.rules.actions import (CALL, CHECK, FOLD, STAND_PAT, Action, Bet, Bounds, Discard,
                                Raise)
from door.rules.shuffle import Stream
from door.rules.table import View

_SIZES = (5, 10, 12, 25)
_OPENS_FROM = 540        # of a thousand; first in before the draw: about a pair of sevens
_BLUFFS_BEFORE = 8       # percent of the holdings below that
_BLUFFS_AFTER = 14       # percent of the hopeless ones after the draw
_VALUE_FROM = 620        # after the draw, bets from this chance to be best
_RAISES_FROM = 860
_DISCOUNT = 70           # what each bet or raise against us takes off our chances


def policy(view: View, luck: Stream) -> Action:
    """The action in `view`, which must be a view of the seat that is to act."""
    legal = view.legal
    assert legal is not None, "the House is asked only on its turn"
    if legal.discard is not None:
        return _draw(view, luck)
    chance = _chance(view)
    if legal.due:
        return _answer(view, chance, luck)
    if legal.bet and _wants_to_bet(view, chance, luck):
        return Bet(_size(legal.bet, luck))
    if legal.raise_ and chance >= _RAISES_FROM:
        return Raise(_size(legal.raise_, luck))
    return CHECK


def _chance(view: View) -> int:
    """How many of a thousand such hands we expect to win, before the bets are weighed."""
    drew = view.drew[1 - view.seat]
    if drew is not None:
        return reading.wins_against(view.cards, drew)
    chance = reading.share_beaten(view.cards)
    return max(chance, 560) if reading.is_draw_to_one(view.cards) else chance


def _wants_to_bet(view: View, chance: int, luck: Stream) -> bool:
    """Value most of the time, now and then a trap or a bluff."""
    after = view.drew[view.seat] is not None
    if chance >= (_VALUE_FROM if after else _OPENS_FROM):
        return luck.chance(82)
    if after:
        return chance < 300 and luck.chance(_BLUFFS_AFTER)
    return luck.chance(_BLUFFS_BEFORE)


def _answer(view: View, chance: int, luck: Stream) -> Action:
    """To a bet: raise the best, call by the price, bluff a little, fold the rest."""
    legal = view.legal
    assert legal is not None
    chance -= _DISCOUNT * (1 + view.raises)
    if legal.raise_ and (chance >= _RAISES_FROM - _DISCOUNT and luck.chance(75)
                         or chance < 200 and not view.raises and luck.chance(4)):
        return Raise(_size(legal.raise_, luck))
    price = 1000 * legal.due // (view.pot + legal.due)
    if chance >= price or luck.chance(_stubbornness(chance, price)):
        return CALL
    return FOLD


def _stubbornness(chance: int, price: int) -> int:
    """Percent of calls though the price is too high, so that bluffing us does not pay."""
    return max(0, 45 - (price - chance) // 8)


def _size(bounds: Bounds, luck: Stream) -> int:
    """One of the usual sizes that the table allows, the big one as often as all others."""
    low, high = bounds
    sizes = [size for size in _SIZES if low <= size <= high]
    if not sizes or luck.chance(50):
        return high
    return sizes[luck.below(len(sizes))]


def _draw(view: View, luck: Stream) -> Action:
    """The usual draw; sometimes a kicker is kept, and seldom nothing is thrown at all."""
    places = reading.discards(view.cards)
    if len(places) == 3 and luck.chance(12):
        kicker = max(places, key=lambda n: view.cards[n].rank)
        places = tuple(n for n in places if n != kicker)
    elif len(places) >= 4 and luck.chance(5):
        places = ()
    elif len(places) == 2 and luck.chance(25):
        kicker = max(places, key=lambda n: view.cards[n].rank)
        places = tuple(n for n in places if n != kicker)
    return Discard(places) if places else STAND_PAT
