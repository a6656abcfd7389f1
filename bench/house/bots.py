"""Players by rule that the House is matched against: each is (view, luck) -> action.

Each bets its sizes within the bounds of the moment: those of the House's own menu, or odd ones that
no table of the House's knows.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial

from bench.house import heuristic
from bench.house.reading import discards
from door.house.book import Book
from door.house.coach import exchanged
from door.house.equilibrium import play
from door.rules import ranks
from door.rules.actions import (CALL, CHECK, FOLD, STAND_PAT, Action, Bet, Discard, Legal, Raise)
from door.rules.shuffle import Stream
from door.rules.table import View

MENU, ODD = (5, 12, 25), (2, 3, 7, 13, 19)
JACKS, TWO_PAIR, TRIPS = 3257, 4137, 4995       # the lowest strengths
Bot = Callable[[View, Stream], Action]


class Luck(Stream):
    """Luck that nobody need be unable to foresee: far faster than that of a hand's key."""

    __slots__ = ("_random",)

    def __init__(self, seed: int) -> None:
        super().__init__(b"", "")
        self._random = random.Random(seed).random

    def below(self, bound: int) -> int:
        return int(self._random() * bound)


def always_calls(view: View, luck: Stream, sizes: Sequence[int]) -> Action:
    return _draw(view) or _passive(view)


def always_raises(view: View, luck: Stream, sizes: Sequence[int]) -> Action:
    return _draw(view) or _bet(view, max(sizes)) or _passive(view)


def at_random(view: View, luck: Stream, sizes: Sequence[int]) -> Action:
    """Throws any of its cards; bets, calls and folds as they come."""
    if _legal(view).discard is not None:
        places = tuple(n for n in range(5) if luck.below(2))
        return Discard(places) if places else STAND_PAT
    choices = [_passive(view), _bet(view, _one_of(sizes, luck)),
               FOLD if _legal(view).due else None]
    possible = [choice for choice in choices if choice is not None]
    return possible[luck.below(len(possible))]


def maniac(view: View, luck: Stream, sizes: Sequence[int]) -> Action:
    """Bets and raises four times of five, and never folds."""
    wild = _bet(view, _one_of(sizes, luck)) if luck.chance(80) else None
    return _draw(view) or wild or _passive(view)


def tight(view: View, luck: Stream, sizes: Sequence[int]) -> Action:
    """Jacks or better to open or call, two pair to raise; after the draw a rank more for each."""
    if (drawn := _draw(view)) is not None:
        return drawn
    strength, due = ranks.strength(view.cards), _legal(view).due
    plays, raises = (TWO_PAIR, TRIPS) if len(view.bets) > 1 else (JACKS, TWO_PAIR)
    if strength < plays:
        return FOLD if due else CHECK
    wants = _bet(view, _one_of(sizes, luck)) if strength >= raises or not due else None
    return wants or _passive(view)


def by_rule(view: View, luck: Stream, sizes: Sequence[int]) -> Action:
    """The heuristic player; its bets in these sizes, if there are any."""
    action = heuristic.policy(view, luck)
    if sizes and isinstance(action, (Bet, Raise)):
        return _bet(view, _one_of(sizes, luck)) or _passive(view)
    return action


def by_book(book: Book, view: View, luck: Stream) -> Action:
    """The House's own book, in the caller's chair."""
    return play(book, exchanged(view), luck)


def _legal(view: View) -> Legal:
    assert view.legal is not None, "bots are asked only on their turn"
    return view.legal


def _one_of(sizes: Sequence[int], luck: Stream) -> int:
    return sizes[luck.below(len(sizes))]


def _draw(view: View) -> Action | None:
    """The usual draw, None where there is none."""
    if _legal(view).discard is None:
        return None
    places = discards(view.cards)
    return Discard(places) if places else STAND_PAT


def _passive(view: View) -> Action:
    return CALL if _legal(view).due else CHECK


def _bet(view: View, amount: int) -> Action | None:
    """A bet or raise of about so much, None where there can be none."""
    legal = _legal(view)
    bounds = legal.bet or legal.raise_
    if bounds is None:
        return None
    chips = min(max(amount, bounds[0]), bounds[1])
    return Bet(chips) if legal.bet else Raise(chips)


KINDS = {"calls": always_calls, "raises": always_raises, "random": at_random, "maniac": maniac,
         "tight": tight, "heuristic": by_rule}
BOTS: dict[str, Bot] = {name: partial(kind, sizes=() if kind is by_rule else MENU)
                        for name, kind in KINDS.items()}
BOTS |= {f"{name}, odd sizes": partial(kind, sizes=ODD)
         for name, kind in KINDS.items() if kind is not always_calls}
