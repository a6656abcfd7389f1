"""Tries at contests, made again from their deals' rows alone: results, ranks, medals, days."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import NamedTuple

from tests.fame_nights import FIRST_DAY, day_at


class Deal(NamedTuple):
    """As its row has it: the stacks before and after it, the caller's first."""

    dealt_at: int
    ended_at: int | None
    before: tuple[int, ...]
    after: tuple[int, ...]


@dataclass
class Tried:
    """One caller's try; `over_at` is None while it is open."""

    id: int
    handle: str
    state: str
    over_at: int | None
    deals: list[Deal] = field(default_factory=list)

    @property
    def net(self) -> int:
        return sum(deal.after[0] - deal.before[0] for deal in self.deals if deal.after)


@dataclass
class Held:
    """A contest, as it was sealed, and the tries that were had at it."""

    id: int
    kind: str
    day: date
    begins: int
    ends: int
    stack: int
    deals: int
    tries: list[Tried] = field(default_factory=list)

    def placed(self) -> list[tuple[int, str, int]]:
        """Rank, handle and net of those who are done: the best first, of equals the earlier."""
        done = sorted((tried for tried in self.tries if tried.state == "done"),
                      key=lambda tried: (-tried.net, tried.over_at, tried.id))
        nets = [tried.net for tried in done]
        return [(nets.index(tried.net) + 1, tried.handle, tried.net) for tried in done]


def contests(path: Path) -> list[Held]:
    """All of a store, in the order in which they were sealed."""
    driver = sqlite3.connect(path)
    deals: dict[int, list[Deal]] = defaultdict(list)
    for number, dealt_at, ended_at, before, after in driver.execute(
            "SELECT try_id, dealt_at, ended_at, stacks, ended_stacks FROM tried_hands "
            "ORDER BY try_id, number"):
        deals[number].append(Deal(dealt_at, ended_at, _chips(before), _chips(after)))
    found = {row[0]: Held(row[0], row[1], date.fromisoformat(row[2]), *row[3:])
             for row in driver.execute("SELECT id, kind, day, begins, ends, stack, deals "
                                       "FROM contests ORDER BY id")}
    for contest, number, handle, state, over_at in driver.execute(
            "SELECT t.contest_id, t.id, c.handle, t.state, t.over_at FROM tries t "
            "JOIN callers c ON c.id = t.caller_id ORDER BY t.id"):
        found[contest].tries.append(Tried(number, handle, state, over_at, deals[number]))
    driver.close()
    return list(found.values())


def _chips(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(","))) if text else ()


class Medals(NamedTuple):
    """Gold, silver and bronze, and when the last of them was won."""

    values: tuple[int, int, int]
    since: int


def medals(held: Iterable[Held], now: float, season: int = 0) -> dict[str, Medals]:
    """Whose places in the deals of the day that are over brought what, in a month (0: ever)."""
    found: dict[str, Medals] = {}
    for contest in held:
        month = contest.day.year * 12 + contest.day.month - 1
        if contest.kind == "day" and contest.ends <= now and season in (0, month):
            for rank, handle, _ in contest.placed():
                if rank <= 3:
                    had = found[handle].values if handle in found else (0, 0, 0)
                    gold, silver, bronze = [
                        count + (rank == place) for place, count in enumerate(had, 1)]
                    found[handle] = Medals((gold, silver, bronze), contest.ends)
    return found


def days_played(held: Sequence[Held], handle: str, starts: str) -> set[int]:
    """Days since 1970 on which a deal was dealt to that caller, and not only to end their try."""
    return {(day_at(deal.dealt_at, starts) - FIRST_DAY).days
            for contest in held for tried in contest.tries if tried.handle == handle
            for deal in tried.deals if deal.dealt_at < contest.ends}
