"""The deals of a contest as two have played them, a numbered line each; a number and RETURN opens
one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from door.rules import events as ev
from door.rules.house_draw import CALLER
from door.screens import frame
from door.screens.contests import NAMES, Played
from door.screens.history import signed
from door.screens.picking import Picking
from door.screens.typesetting import PAGE_WIDTH
from door.views import Contest

ALL = "a"


class _Columns(NamedTuple):
    """How wide is what of a row, and whether it says who acts first."""

    apart: str
    first: bool
    cell: int
    net: int
    handle: int


_WIDE, _NARROW = _Columns("  ", True, 24, 7, 22), _Columns(" ", False, 17, 5, 16)


def ending(told: Sequence[ev.Event]) -> str:
    """How a deal ended for whoever played it, in a word or two."""
    for event in told:
        if isinstance(event, ev.Folded):
            return "folds" if event.seat == CALLER else "House folds"
        if isinstance(event, ev.PotAwarded):
            return "a tie" if event.shared > 1 else "wins" if event.seat == CALLER else "loses"
    return ""


class Deals(Picking):
    """Answers the number of a deal, from 0, ALL for all of them in words, or LEAVE.

    `sides` are "You" and the best's handle, or one of them, and the deals of each in their order.
    """

    __slots__ = ("_contest", "_sides")
    noun = "Deal"
    more, more_help = {ALL: "A)ll"}, " A: all of them in words."

    def __init__(self, sign: frame.Sign, contest: Contest,
                 sides: Sequence[tuple[str, Sequence[Played]]]) -> None:
        self._contest, self._sides = contest, sides
        super().__init__(sign)

    @property
    def title(self) -> str:     # type: ignore[override]
        return NAMES[self._contest.kind].upper()

    @property
    def count(self) -> int:
        return max([len(deals) for _, deals in self._sides])

    def picked(self, number: int) -> int:
        return number

    def rows(self, shown: range, width: int) -> list[str]:
        columns = _WIDE if width >= PAGE_WIDTH else _NARROW
        return [self._heading(columns), *(self._row(number, columns) for number in shown)]

    def _heading(self, columns: _Columns) -> str:
        cells = (f"{who[:columns.handle]:<{columns.cell}}" for who, _ in self._sides)
        return "=" + columns.apart.join([" #", *(["First   "] * columns.first), *cells]).rstrip()

    def _row(self, number: int, columns: _Columns) -> str:
        first = [f"{self._first(number):<8}"] * columns.first
        cells = (self._cell(deals, number, columns) for _, deals in self._sides)
        return columns.apart.join([f"{number + 1:>2}", *first, *cells]).rstrip()

    def _first(self, number: int) -> str:
        first = next(deals[number].first for _, deals in self._sides if number < len(deals))
        return "you" if first == CALLER else "House"

    def _cell(self, deals: Sequence[Played], number: int, columns: _Columns) -> str:
        if number >= len(deals):
            return " " * columns.cell
        net, end = signed(deals[number].net), ending(deals[number].told)
        return f"{f'{net:>{columns.net}} {end}':<{columns.cell}}"

    def told(self, shown: range) -> list[str]:
        return [f"{number + 1}: {'; '.join(self._said(number))}." for number in shown]

    def _said(self, number: int) -> Iterator[str]:
        for who, deals in self._sides:
            if number < len(deals):
                yield f"{who} {signed(deals[number].net)}, {ending(deals[number].told)}"
