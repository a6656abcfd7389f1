"""Totals: what came of the hands, by day and caller, counted as each hand ends.

A tally is what a group of ended hands adds; it is written in their transaction, a handful of rows
at once. The House's row is the mirror of its callers', but for the categories of what it was dealt:
they are counted when a sitting ends, for they would tell what it folded (RULEBOOK 5.1).
"""

from collections.abc import Callable
from datetime import date, time, timedelta
from operator import add
from typing import Any

from door.bank.days import begins, day_of
from door.bank.schema import totals
from door.bank.statements import Desk, RowInsert
from door.rules.house_draw import CALLER, HOUSE
from door.views import Facts

THE_HOUSE = 0  # as a caller's number
COLUMNS = tuple(name for name in totals.c.keys() if name != "hash")
_CATEGORIES = 9
_NONE = (0,) * _CATEGORIES
Key = tuple[int, int, str]  # day, caller, game
_UNITS = tuple(tuple(int(n == category) for n in range(_CATEGORIES))
               for category in range(_CATEGORIES))
_UNKNOWN = Facts((-1, -1), None, 0, 0, 0)  # of a hand whose facts nobody gave
_EPOCH = date(1970, 1, 1).toordinal()
_UPSERT = RowInsert(
    totals, *COLUMNS, tail="ON CONFLICT (day, caller_id, game) DO UPDATE SET " + ", ".join([
        *(f"{name} = {name} + excluded.{name}" for name in (
            "hands", "won", "lost", "tied", "folded", "net", "squares",
            *(f"category_{n}" for n in range(_CATEGORIES)))),
        "biggest_pot = max(biggest_pot, excluded.biggest_pot)",
        "best_hand = CASE WHEN excluded.best > best THEN excluded.best_hand ELSE best_hand END",
        "best = max(best, excluded.best)", "since = min(since, excluded.since)",
        "away = away + excluded.away"]))
_OPENED = ("SELECT day, game, house_dealt, count(*), min(ended_at) FROM hands "
           "WHERE sitting_id = ? AND state = 'done' AND house_dealt IS NOT NULL "
           "GROUP BY day, game, house_dealt")


class Calendar:
    """The casino's day as a number, days since 1970; worked out once a day, not once a hand."""

    def __init__(self, starts: time, now: Callable[[], float]) -> None:
        self._starts, self._now = starts, now
        self._span, self._day = range(0), 0

    def day(self, at: int) -> int:
        """The day of a moment."""
        if at not in self._span:
            found = day_of(at, self._starts)
            self._span = range(begins(found, self._starts),
                               begins(found + timedelta(days=1), self._starts))
            self._day = found.toordinal() - _EPOCH
        return self._day

    def today(self) -> int:
        """The day of now."""
        return self.day(int(self._now()))


class Tally:
    """What hands that have just ended add to the totals; of each day, caller and game a row."""

    __slots__ = ("_sums", "_bests", "_since")

    def __init__(self) -> None:
        self._sums: dict[tuple[int, int, str], list[int]] = {}
        self._bests: dict[tuple[int, int, str], tuple[int, int, str]] = {}
        self._since: dict[tuple[int, int, str], int] = {}

    def count(self, caller_id: int, day: int, game: str, hand: str, at: int, net: int,
              facts: Facts | None, away: bool) -> None:
        """A hand that is done, for its caller, who won `net` chips, and for the House. `away`: the
        clock ended it."""
        known = facts or _UNKNOWN
        dealt = _UNITS[known.dealt[CALLER]] if facts else _NONE
        self._add((day, caller_id, game), hand, at, net, known.folded == CALLER, dealt,
                  known.pot, known.best, away)
        self._add((day, THE_HOUSE, game), hand, at, -net, known.folded == HOUSE, _NONE,
                  known.pot, known.house_best)

    def _add(self, key: tuple[int, int, str], hand: str, at: int, net: int, folded: bool,
             dealt: tuple[int, ...], pot: int, best: int, away: bool = False) -> None:
        sums = (1, int(net > 0), int(net < 0), int(net == 0), int(folded), net, net * net, *dealt,
                int(away))
        before = self._sums.get(key)
        if before is None:
            self._sums[key], self._since[key] = list(sums), at
            self._bests[key] = pot, best, hand if best else ""
            return
        self._sums[key] = list(map(add, before, sums))
        self._since[key] = min(at, self._since[key])     # the audit does not go by time
        biggest, strongest, whose = self._bests[key]
        self._bests[key] = max(biggest, pot), *((best, hand) if best > strongest
                                                else (strongest, whose))

    def open(self, day: int, game: str, category: int, count: int, at: int) -> None:
        """So many hands, the first of which ended at `at`, had the House such cards dealt."""
        key = (day, THE_HOUSE, game)
        sums = (*_NONE[:7], *(count * unit for unit in _UNITS[category]), 0)
        self._sums[key] = list(map(add, self._sums.get(key, (0,) * len(sums)), sums))
        self._since[key] = min(at, self._since.get(key, at))
        self._bests.setdefault(key, (0, 0, ""))

    def rows(self) -> dict[Key, tuple[int | str, ...]]:
        """All of it, in the order of COLUMNS."""
        return {key: (*key, *sums[:7], *self._bests[key], *sums[7:-1], self._since[key], sums[-1])
                for key, sums in self._sums.items()}

    def write(self, desk: Desk) -> None:
        """Adds all of it to the store."""
        if self._sums:
            _UPSERT.run(desk, list(self.rows().values()))


def open_house(desk: Desk, sitting_id: int) -> None:
    """The sitting is over, so that the House's categories in it may be counted."""
    tally = Tally()
    for row in desk.driver.execute(_OPENED, (sitting_id,)):
        tally.open(*row)
    tally.write(desk)


def facts_columns(day: int, facts: Facts | None) -> tuple[Any, ...]:
    """The columns of hands from `day` on."""
    if facts is None:
        return day, None, None, None, None, None, None
    return day, *facts.dealt, facts.folded, facts.pot, facts.best, facts.house_best
