"""Actions, what a seat may ask for, and Legal, what it may ask for now.

An action prints and parses ("raise 10", "discard 125"), so that record, replay, resume and tests
are the same thing. Amounts are whole chips; places of cards count from 0 here and print from 1.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

Bounds = tuple[int, int]


class IllegalAction(Exception):
    """The caller asked for what the rules do not allow now; nothing has changed."""


@dataclass(frozen=True, slots=True)
class Fold:
    """Give the hand up."""

    def __str__(self) -> str:
        return "fold"


@dataclass(frozen=True, slots=True)
class Check:
    """Stay in for nothing, with nothing due."""

    def __str__(self) -> str:
        return "check"


@dataclass(frozen=True, slots=True)
class Call:
    """Pay what is due, or all there is if that is less and the game allows it."""

    def __str__(self) -> str:
        return "call"


@dataclass(frozen=True, slots=True)
class Bet:
    """Open the round with `amount` chips."""

    amount: int

    def __str__(self) -> str:
        return f"bet {self.amount}"


@dataclass(frozen=True, slots=True)
class Raise:
    """Pay what is due and `amount` chips on top of it."""

    amount: int

    def __str__(self) -> str:
        return f"raise {self.amount}"


@dataclass(frozen=True, slots=True)
class Discard:
    """Throw the cards at `places`, ascending, counted from 0."""

    places: tuple[int, ...]

    def __str__(self) -> str:
        return "discard " + "".join(str(place + 1) for place in self.places)


@dataclass(frozen=True, slots=True)
class StandPat:
    """Keep all the cards."""

    def __str__(self) -> str:
        return "stand pat"


Action = Fold | Check | Call | Bet | Raise | Discard | StandPat
FOLD, CHECK, CALL, STAND_PAT = Fold(), Check(), Call(), StandPat()

_PLAIN: dict[str, Action] = {str(action): action for action in (FOLD, CHECK, CALL, STAND_PAT)}
_AMOUNT = re.compile(r"(bet|raise) ([1-9][0-9]{0,8})")
_PLACES = re.compile(r"discard ([1-9]{1,9})")
_WITH_AMOUNT: dict[str, Callable[[int], Action]] = {"bet": Bet, "raise": Raise}


def parse_action(text: str) -> Action:
    """The action that prints as `text`; ValueError for anything else."""
    if text in _PLAIN:
        return _PLAIN[text]
    if found := _AMOUNT.fullmatch(text):
        return _WITH_AMOUNT[found[1]](int(found[2]))
    if found := _PLACES.fullmatch(text):
        return Discard(tuple(int(digit) - 1 for digit in found[1]))
    raise ValueError(f"not an action: {text[:40]!r}")


@dataclass(slots=True)
class Legal:
    """What a seat may do now; screens offer this and nothing else.

    `due` is what a call would pay (0: check instead). `bet` and `raise_` are the lowest and the
    highest amount, in chips, or None. `discard` is how many cards may be thrown, or None where
    no draw is on; standing pat goes with it.
    """

    due: int = 0
    bet: Bounds | None = None
    raise_: Bounds | None = None
    discard: int | None = None

    def refusal(self, action: Action) -> str:
        """Why `action` is not allowed, in a sentence for the caller; "" when it is."""
        if self.discard is not None:
            return _discard_refusal(action, self.discard)
        if isinstance(action, Check):
            return f"There is ${self.due} to call." if self.due else ""
        if isinstance(action, Call):
            return "" if self.due else "There is nothing to call."
        if isinstance(action, Bet):
            return _amount_refusal("bet", action.amount, self.bet)
        if isinstance(action, Raise):
            return _amount_refusal("raise", action.amount, self.raise_)
        return "" if isinstance(action, Fold) else "It is not time to discard."


def _discard_refusal(action: Action, most: int) -> str:
    if isinstance(action, StandPat):
        return ""
    if not isinstance(action, Discard):
        return "Discard or stand pat now."
    places = action.places
    if type(places) is not tuple or not _ascending(places):
        return "Cards are named once each, in ascending order."
    if places[-1] > 4 or len(places) > most:
        return f"There are cards 1 to 5, and at most {most} may go."
    return ""


def _ascending(places: tuple[object, ...]) -> bool:
    """Whether these are whole numbers from 0, one at least, each above the one before."""
    last = -1
    for place in places:
        if type(place) is not int or place <= last:
            return False
        last = place
    return last >= 0


def _amount_refusal(verb: str, amount: object, bounds: Bounds | None) -> str:
    if bounds is None:
        return f"You cannot {verb} now."
    low, high = bounds
    if type(amount) is not int or not low <= amount <= high:
        return f"A {verb} is ${low}." if low == high else f"A {verb} is ${low} to ${high}."
    return ""


def absent(legal: Legal) -> Action:
    """What is done for somebody who is away: check where free, else fold; stand pat.

    RULEBOOK 1.12, after H's rule for the absent and GLI 4.16.
    """
    if legal.discard is not None:
        return STAND_PAT
    return FOLD if legal.due else CHECK
