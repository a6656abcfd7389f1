"""The caller's last hands, a numbered line each; a number and RETURN opens one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from door.rules.house_draw import CALLER
from door.screens import frame, lobby
from door.screens.picking import Picking
from door.screens.typesetting import PAGE_WIDTH
from door.views import HandLine

if TYPE_CHECKING:
    from door.screens.speech import Speech

MOST = 50           # hands (RULEBOOK 5.6)
NONE_YET = "You have played no hand to its end yet."
_STATES = {"void": "Void", "unplayed": "Not played"}
_WON = re.compile(r"([01]) wins (\d+)")


def signed(chips: int) -> str:
    """What was won or lost: +$35, -$15, $0."""
    return f"{'+' * (chips > 0)}{frame.dollars(chips)}"


def ending(line: HandLine) -> str:
    """How a hand ended, as the table said it: "The House wins $70: you fold"."""
    won = _WON.findall(line.result)
    if line.state in _STATES or not won:
        return _STATES.get(line.state, "Not played")
    if len(won) > 1:
        return f"A tie: ${won[0][1]} each"
    seat, chips = won[0]
    if int(seat) == CALLER:
        return f"You win ${chips}{': the House folds' * (line.folded is not None)}"
    return f"The House wins ${chips}{': you fold' * (line.folded is not None)}"


def briefly(line: HandLine) -> str:
    """The same in two words, beside which the net says how much."""
    if line.folded is not None:
        return "You fold" if line.folded == CALLER else "House folds"
    return ending(line).removeprefix("The ").partition(" $")[0].partition(":")[0]


def rows(lines: Sequence[HandLine], first: int, width: int = PAGE_WIDTH) -> list[str]:
    """A page of them, the first of which has that number, below a heading."""
    wide = width >= PAGE_WIDTH
    head = (f"= #  {'Hand':<14}{'When':<18}{'Net':>8}  The end" if wide
            else f"= #  {'When':<11}  {'Net':>7}  The end")
    row = _wide if wide else _narrow
    return [head, *(row(number, line) for number, line in enumerate(lines, first))]


def _wide(number: int, line: HandLine) -> str:
    return (f"{number:>2}  {line.id:<14}{lobby.moment(line.ended_at):<18}"
            f"{signed(line.net):>8}  {ending(line)}.")


def _narrow(number: int, line: HandLine) -> str:
    return (f"{number:>2}  {lobby.moment(line.ended_at)[5:]}  {signed(line.net):>7}  "
            f"{briefly(line)}")


class History(Picking):
    """Answers the hand that was chosen, or LEAVE. Number 1 is the newest."""

    __slots__ = ("_hands", "_speech")
    noun, title = "Hand", "YOUR HANDS"

    def __init__(self, sign: frame.Sign, lines: Sequence[HandLine], speech: Speech) -> None:
        self._hands, self._speech = lines, speech
        super().__init__(sign)

    @property
    def count(self) -> int:
        return len(self._hands)

    def picked(self, number: int) -> HandLine:
        return self._hands[number]

    def rows(self, shown: range, width: int) -> list[str]:
        return rows(self._hands[shown.start:shown.stop], shown.start + 1, width)

    def told(self, shown: range) -> list[str]:
        return self._speech.history(self._hands[shown.start:shown.stop], shown.start + 1)
