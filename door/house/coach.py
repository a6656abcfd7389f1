"""The coach: what the House's book would do in the caller's seat, each frequency exact.

It is told the caller's own view, as it was when they chose, and nothing else: no card that they
could not see changes its answer. The very policy that the House plays is followed in every way
that its luck could fall.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import NamedTuple, cast

from door.house.book import Book
from door.house.chances import Chances, chances
from door.house.equilibrium import play, shipped
from door.rules.actions import Action, Discard
from door.rules.shuffle import Stream
from door.rules.table import View

Shares = tuple[tuple[Action, Fraction], ...]    # together 1, the largest first
Draws = tuple[tuple[Action, Chances], ...]


class Advice(NamedTuple):
    """`shares` are the book's actions and how often it takes each.

    At the discard, `draws` are what comes of the action that was taken, if one was, and of the
    book's likeliest, if that is another.
    """

    shares: Shares
    draws: Draws = ()


def advice(view: View, made: Action | None = None, book: Book | None = None) -> Advice:
    """On a view of the caller's at their turn, and the action that they took."""
    shares = every(partial(play, book or shipped(), exchanged(view)))
    if view.legal is None or view.legal.discard is None:
        return Advice(shares)
    drawn = dict.fromkeys([*([made] if made else []), shares[0][0]])
    return Advice(shares, tuple((action, chances(view.cards, thrown(action)))
                                for action in drawn))


def thrown(action: Action) -> tuple[int, ...]:
    """The places that an action at the discard throws."""
    return action.places if isinstance(action, Discard) else ()


def exchanged(view: View) -> View:
    """The same moment with the seats' numbers exchanged."""
    return replace(
        view, seat=1 - view.seat, first=1 - view.first,
        to_act=None if view.to_act is None else 1 - view.to_act, stacks=view.stacks[::-1],
        in_pot=view.in_pot[::-1], put_in=view.put_in[::-1], folded=view.folded[::-1],
        drew=view.drew[::-1], shown={1 - seat: cards for seat, cards in view.shown.items()},
        bets=tuple(tuple((1 - seat, chips) for seat, chips in made) for made in view.bets))


def every(policy: Callable[[Stream], Action]) -> Shares:
    """All that a policy may do, whatever its luck, and how often."""
    shares: dict[Action, Fraction] = {}
    answers: list[bool] = []
    while True:
        luck = _Fork(answers)
        action = policy(luck)
        shares[action] = shares.get(action, Fraction()) + luck.share
        while answers and not answers[-1]:
            answers.pop()
        if not answers:
            return tuple(sorted(shares.items(), key=lambda each: -each[1]))
        answers[-1] = False


class _Fork(Stream):
    """Luck on one of the ways that it may fall: `answers` to its questions so far, which a new
    question adds a yes to. `share` of all luck falls so."""

    __slots__ = ("answers", "share", "_asked")

    def __init__(self, answers: list[bool]) -> None:
        super().__init__(b"", "")
        self.answers, self.share, self._asked = answers, Fraction(1), 0

    def below(self, bound: int) -> int:
        return cast(int, _Undrawn(self, range(bound)))

    def answer(self, yes: int, of: int) -> bool:
        """Whether it falls on one of `yes` numbers out of `of`."""
        if not 0 < yes < of:
            return yes > 0
        if self._asked == len(self.answers):
            self.answers.append(True)
        answer = self.answers[self._asked]
        self._asked += 1
        self.share *= Fraction(yes if answer else of - yes, of)
        return answer


class _Undrawn:
    """A number of which only its range is known, less of it after each comparison.

    It is no int: a policy that asks anything else of its luck fails, and is not told wrong.
    """

    __slots__ = ("_luck", "_range")

    def __init__(self, luck: _Fork, numbers: range) -> None:
        self._luck, self._range = luck, numbers

    def __lt__(self, other: int) -> bool:
        low, high = self._range.start, self._range.stop
        less = self._luck.answer(min(max(other - low, 0), high - low), high - low)
        self._range = range(low, min(other, high)) if less else range(max(other, low), high)
        return less

    def __ge__(self, other: int) -> bool:
        return not self < other

    def __sub__(self, other: int) -> _Undrawn:
        return _Undrawn(self._luck, range(self._range.start - other, self._range.stop - other))
