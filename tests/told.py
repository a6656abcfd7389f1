"""What the Hall of Fame and Last night must tell, made from the records alone (in words: said.py).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import NamedTuple

from tests.fame_nights import (Person, Recorded, day_at, longest_runs_ended, people, played,
                               records, rises, table)
from tests.tried import Held, contests, medals

Values = dict[str, tuple[tuple[int, ...], int]]     # of handles: values, and since when
Fact = tuple[str, str, int, int, int | None]    # fact, handle, value, other, winner
TABLES = ("net", "best", "broken", "pot", "streak", "medals")


class Line(NamedTuple):
    """Of a table in the Hall: of equals the one who came to it first stands first."""

    rank: int
    handle: str
    values: tuple[int, ...]
    since: int


def season_of(day: date) -> int:
    return day.year * 12 + day.month - 1


@dataclass
class Books:
    """All that a store has recorded by a moment; `played` is how many hands of a day were, with
    those of guests. `chalk` is what stands on the chalkboard: whose, since when, and the words."""

    hands: list[Recorded]
    played: Counter[date]
    held: list[Held]
    rises: list[tuple[int, str]]
    now: float
    starts: str
    chalk: tuple[str, int, str] | None = None
    _seasons: dict[int, dict[str, Person]] = field(default_factory=dict)

    @classmethod
    def of(cls, path: Path, now: float, starts: str,
           chalk: tuple[str, int, str] | None = None) -> Books:
        return cls(records(path, starts), played(path, starts), contests(path), rises(path), now,
                   starts, chalk)

    @property
    def today(self) -> date:
        return day_at(self.now, self.starts)

    # -- the Hall of Fame --------------------------------------------------------------------

    def season(self, season: int) -> dict[str, Person]:
        """What everybody came to in a month; 0: ever."""
        if season not in self._seasons:
            self._seasons[season] = people([hand for hand in self.hands
                                            if season in (0, season_of(hand.day))])
        return self._seasons[season]

    def ranked(self, feat: str, season: int) -> list[Line]:
        """A whole table."""
        return ranked({handle: (medal.values, medal.since) for handle, medal
                       in medals(self.held, self.now, season).items()}
                      if feat == "medals" else _values(self.season(season), feat))

    def seasons_over(self) -> list[int]:
        """The months with anything in them that are over, the newest first."""
        days = [hand.day for hand in self.hands] + [
            contest.day for contest in self.held if contest.kind == "day" and contest.tries]
        return list(range(season_of(self.today) - 1, season_of(min(days)) - 1, -1))

    # -- Last night --------------------------------------------------------------------------

    def last_day(self) -> date | None:
        today = self.today
        return max((hand.day for hand in self.hands if hand.day < today), default=None)

    def passed(self, handle: str) -> list[str]:
        """Who stood no higher than that caller when they last rose, and does now, of the thirty
        next below; the next above first."""
        season = season_of(self.today)
        at = max((at for at, whose in self.rises if whose == handle
                  and season_of(day_at(at, self.starts)) == season), default=0)
        hands = [hand for hand in self.hands if season_of(hand.day) == season]
        then = _values(people([hand for hand in hands if hand.at <= at]), "net")
        if handle not in then:
            return []
        mine = then.pop(handle)[0][0]
        below = [line.handle for line in ranked(then) if line.values[0] <= mine][:30]
        now = {whose: one.net for whose, one in people(hands).items()}
        return sorted((whose for whose in below if now[whose] > now[handle]), key=now.__getitem__)


def ranked(values: Values) -> list[Line]:
    """Medals are ranked by all three, all else by its first value: hands are not."""
    best = sorted(values.items(), key=lambda item: (_worth(item[1][0]), -item[1][1]),
                  reverse=True)
    order = [_worth(found) for _, (found, _) in best]
    return [Line(order.index(_worth(found)) + 1, handle, found, since)
            for handle, (found, since) in best]


def _worth(values: tuple[int, ...]) -> tuple[int, ...]:
    return values if len(values) == 3 else values[:1]


def _values(found: dict[str, Person], feat: str) -> Values:
    return {handle: ((value, found[handle].hands) if feat == "net" else (value,),
                     found[handle].since[feat]) for handle, value in table(found, feat).items()}


def facts(hands: Sequence[Recorded], day: date) -> dict[str, list[Fact]]:
    """All that a night is told for, the greatest first, of equals the earlier."""
    tonight = [hand for hand in hands if hand.day == day]
    shown = [hand for hand in tonight if hand.shown]
    found: dict[str, list[Fact]] = {
        "pot": [("pot", hand.handle, hand.pot, 0, _winner(hand)) for hand in shown],
        "beat": [("beat", hand.handle, min(hand.best, hand.house_best),
                  max(hand.best, hand.house_best), _winner(hand)) for hand in shown if hand.net],
        "bank": [("bank", hand.handle, hand.buy_in, 0, 0) for hand in tonight
                 if hand.net > 0 and hand.left < 5],
        "streak": [("streak", handle, run, 0, 1)
                   for handle, run in longest_runs_ended(list(hands), day)]}
    return {fact: sorted(told, key=lambda each: -each[2]) for fact, told in found.items()}


def _winner(hand: Recorded) -> int | None:
    return int(hand.net < 0) if hand.net else None
