"""Answers to the keys that ask: whose turn, my cards, the pot, the limits, the others.

One sentence each, from the view alone, in every mode the same (VOICE 7, 16).
"""

from __future__ import annotations

from collections.abc import Callable

from ansi.keys import Key
from door.rules.house_draw import CALLER, GAME, HOUSE
from door.rules.ranks import spoken
from door.rules.table import View
from door.screens.sentences import YOU, holding

_ONE_CARD = {"!": 0, "@": 1, "#": 2, "$": 3, "%": 4}


def answer(key: Key, view: View) -> str:
    """The answer to `key`, "" when it asks nothing."""
    if key in _ONE_CARD:
        return _card(_ONE_CARD[key], view)
    asked = _ANSWERS.get(key)
    return asked(view) if asked else ""


def of(told: str, who: str) -> str:
    """An answer about the table of somebody of that handle, or the caller's own ("You")."""
    if who == YOU:
        return told
    for mine, theirs in (("You hold", "holds"), ("You:", ":"), ("Your turn", "'s turn"),
                         ("You may", "may")):
        blank = " " * theirs.isalpha()
        if mine in told:
            return told.replace(mine, f"{who}{blank}{theirs}", 1)
    return told


def _card(place: int, view: View) -> str:
    if not view.cards:
        return "You hold no cards."
    return f"Card {place + 1}: {view.cards[place].spoken()}."


def _status(view: View) -> str:
    legal = view.legal
    if legal is None:
        return "Between hands. A antes, Q leaves the table."
    if legal.discard is not None:
        return "Your turn to discard: the digits of the cards, then RETURN."
    if not legal.due:
        return "Your turn. Nothing is due: " + (
            "B bets, C checks, F folds, M bets the most." if legal.bet else "C checks, F folds.")
    return f"Your turn. ${legal.due} is due: C calls" + (
        ", R raises, M raises the most, F folds." if legal.raise_ else ", F folds.")


def _cards(view: View) -> str:
    return f"You hold {holding(view.cards)}." if view.cards else "You hold no cards."


def _name(view: View) -> str:
    return f"You hold {spoken(view.cards)}." if view.cards else "You hold no cards."


def _pot(view: View) -> str:
    return f"The pot is ${view.pot}."


def _limits(view: View) -> str:
    legal = view.legal
    if legal is None or legal.discard is not None:
        return "Nothing is due, and nothing can be bet now."
    due = f"${legal.due} is due." if legal.due else "Nothing is due."
    bounds = legal.bet or legal.raise_
    if bounds is None:
        return f"{due} There is no raise left."
    left = GAME.limits.raises - view.raises
    range_ = f"${bounds[1]}" if bounds[0] == bounds[1] else f"${bounds[0]} to ${bounds[1]}"
    return (f"{due} You may {'bet' if legal.bet else 'raise'} {range_}; "
            f"{left} raise{'' if left == 1 else 's'} left.")


def _me(view: View) -> str:
    return f"You: ${view.stacks[CALLER]} on the table, ${_in_pot(view, CALLER)} in the pot."


def _in_pot(view: View, seat: int) -> int:
    """What a seat has in the pot: nothing any more once that has been paid."""
    return view.in_pot[seat] if view.pot else 0


def _house(view: View) -> str:
    drew = view.drew[HOUSE]
    took = "" if drew is None else f" It took {drew}." if drew else " It stood pat."
    return (f"The House: ${view.stacks[HOUSE]} on the table, ${_in_pot(view, HOUSE)} in the pot."
            + took)


def _clock(view: View) -> str:
    return "No clock runs at the Poker Table."


_ANSWERS: dict[Key, Callable[[View], str]] = {
    " ": _status, "s": _status, "w": _cards, "^": _cards, "g": _name, "~": _name, "p": _pot,
    "d": _limits, "y": _me, "F1": _me, "o": _house, "F2": _house, "F3": _house, "F4": _house,
    "F5": _house, "t": _clock, "+": _clock,
}
