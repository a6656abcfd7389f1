"""The audit of honours: the medals of deals of the day from their tries, and the plaques from the
Hall's tables, which fame.py looks at."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import pairwise

from door.bank.deeds import ALL_TIME
from door.bank.honours import NOBODY, PLACES, TABLES, champions, packed
from door.bank.statements import Desk

_CONTESTS = "SELECT id, kind, day, ends FROM contests ORDER BY id"
_GIVEN = "SELECT caller_id, place FROM medals WHERE contest_id = ?"
_LAST = "SELECT coalesce(max(contest_id), 0) FROM medals"
_TRIES = ("SELECT caller_id, net FROM tries WHERE contest_id = ? AND state = 'done' "
          "ORDER BY net DESC")
_HUNG = "SELECT feat, caller_id, value, hands FROM plaques WHERE season = ?"
_SEASONS = "SELECT DISTINCT season FROM plaques ORDER BY season"


class Honours:
    """`won` are medals as one number, and when the last of them was given as a negative one, by
    season and caller."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.won: dict[tuple[int, int], tuple[int, int]] = {}
        self.seasons: dict[int, set[int]] = defaultdict(set)    # of a caller

    def medals(self) -> Iterator[str]:
        """Each went to one of the three best of a day, and none is missing up to the last."""
        (last,), = self._desk.driver.execute(_LAST)
        for id, kind, day, ends in self._desk.driver.execute(_CONTESTS).fetchall():
            expected: dict[int, int] = {}
            if kind == "day" and id <= last:
                expected = places(self._desk.driver.execute(_TRIES, (id,)).fetchall())
                self._add(date.fromisoformat(day), ends, expected)
                expected[NOBODY] = 0
            if dict(self._desk.driver.execute(_GIVEN, (id,))) != expected:
                yield f"the medals of the contest of {kind} {day} are not those of its tries"

    def _add(self, day: date, ends: int, won: dict[int, int]) -> None:
        for season in (ALL_TIME, day.year * 12 + day.month - 1):
            for caller, place in won.items():
                had, _ = self.won.get((season, caller), (0, 0))
                medal = packed(*[int(place == each) for each in range(1, PLACES + 1)])
                self.won[season, caller] = had + medal, -ends
                self.seasons[caller].add(season)

    def plaques(self) -> Iterator[str]:
        """Each season that is over has its champions, and none between the first and the last
        is left out."""
        seasons = [season for season, in self._desk.driver.execute(_SEASONS)]
        for season in seasons:
            expected = {("", NOBODY, 0, 0)}.union(
                (table, *champion) for table in TABLES
                for champion in champions(self._desk, table, season))
            if set(self._desk.driver.execute(_HUNG, (season,))) != expected:
                yield f"the plaque of season {season} is not that of its champions"
        for before, season in pairwise(seasons):
            if season != before + 1:
                yield f"no plaque hangs between season {before} and season {season}"


def places(tries: Sequence[tuple[int, int]]) -> dict[int, int]:
    """Who comes first, second and third of callers with what they won, the best first; who is
    equal has the same place, and nobody the next."""
    nets = [net for _, net in tries]
    return {caller: nets.index(net) + 1 for caller, net in tries if nets.index(net) < PLACES}
