"""The audit of fame: the Hall's tables against the hands and the totals, caller by caller.

A hand that is pruned is no longer there to be counted. Of its caller the totals still have how many
hands there were and what they came to; of the rest is known that it cannot be less than what the
hands that are left come to, nor more than the totals allow.
"""

from collections.abc import Iterator
from typing import NamedTuple

from door.bank.audit.honours import Honours
from door.bank.audit.news import News
from door.bank.audit.progress import Progress, counted
from door.bank.audit.streams import Row, Stream, callers
from door.bank.deeds import ALL_TIME, EARLY, HANDS, NET, RUN, Deed, Fortune, season_of
from door.bank.statements import Desk
from door.views import Facts

# In practice a sitting is labelled otherwise than by its number (sittings.py).
PRACTICE = "SELECT EXISTS (SELECT 1 FROM sittings WHERE label <> CAST(id AS TEXT))"
# CROSS JOIN keeps the order of the tables, so that nothing need be sorted.
_HANDS = """
SELECT s.caller_id, h.id, h.ended_at, h.day, s.buy_in, h.stacks, h.ended_stacks, h.folded, h.pot,
       h.best, h.house_best
FROM sittings s CROSS JOIN hands h ON h.sitting_id = s.id JOIN callers c ON c.id = s.caller_id
WHERE h.state = 'done' AND c.guest = 0 ORDER BY s.caller_id, s.id, h.number
"""
_TOTALS = """
SELECT t.caller_id, t.day, t.hands, t.net, t.won, t.biggest_pot, t.best, t.since
FROM totals t JOIN callers c ON c.id = t.caller_id WHERE c.guest = 0 ORDER BY t.caller_id, t.day
"""
_SEASONS = "SELECT caller_id, season, hands, net, run, early FROM seasons ORDER BY caller_id"
_FEATS = "SELECT caller_id, season, feat, value, early FROM feats ORDER BY caller_id"
_COUNT = "SELECT count(*) FROM hands WHERE state = 'done'"


class _Bounds:
    """What a caller's totals of a season allow."""

    __slots__ = ("hands", "net", "won", "pot", "best", "since")

    def __init__(self) -> None:
        self.hands = self.net = self.won = self.pot = self.best = 0
        self.since = 0

    def add(self, hands: int, net: int, won: int, pot: int, best: int, since: int) -> None:
        self.hands, self.net, self.won = self.hands + hands, self.net + net, self.won + won
        self.pot, self.best = max(self.pot, pot), max(self.best, best)
        self.since = min(self.since or since, since)

    def most(self, feat: str) -> int:
        return {"pot": self.pot, "best": self.best}.get(feat, self.won)


class _Left(NamedTuple):
    """Of the hands of a season that are left: how many, since when, and when the first was lost
    (0: none was), before which a streak may have begun that is longer than is known."""

    hands: int = 0
    since: int = 0
    lost: int = 0
    moved: bool = False     # whether one was won or lost

    def with_hand(self, deed: Deed) -> "_Left":
        return _Left(self.hands + 1, self.since or deed.at,
                     self.lost or deed.at * (deed.net < 0), self.moved or deed.net != 0)


class Renown:
    """Looks at one caller after the other, and remembers what the nights are told for."""

    def __init__(self, desk: Desk, honours: Honours, progress: Progress) -> None:
        self._desk, self._honours, self._progress = desk, honours, progress
        self.news = News(desk)

    def callers(self) -> Iterator[str]:
        """Everybody's seasons and feats. A store of practice has none."""
        run = self._desk.driver.execute
        if run(PRACTICE).fetchone()[0]:
            return
        (most,), = run(_COUNT)
        hands = Stream(counted(run(_HANDS), self._progress, "fame", most))
        totals, seasons, feats = Stream(run(_TOTALS)), Stream(run(_SEASONS)), Stream(run(_FEATS))
        for caller in callers(hands, totals, seasons, feats):
            yield from self._caller(caller, hands, totals, (seasons, feats))
        yield from self.news.nights()

    def _caller(self, caller: int, hands: Stream, totals: Stream,
                stored: tuple[Stream, Stream]) -> Iterator[str]:
        bounds = _bounds(totals.of(caller))
        fortune, left = self._count(hands.of(caller))
        rows = {row[1]: list(row[2:]) for row in stored[0].of(caller)}
        feats = {row[1:3]: row[3:] for row in stored[1].of(caller)}
        for season in sorted({*rows, *bounds}):
            if not _agrees(rows.get(season), fortune.seasons.get(season), bounds.get(season),
                           left.get(season, _Left())):
                yield f"the fame of caller {caller}, {_named(season)} is not that of its hands"
        yield from self._feats(caller, feats, (fortune, bounds, left))

    def _count(self, rows: Iterator[Row]) -> tuple[Fortune, dict[int, _Left]]:
        """What the hands that are left come to."""
        fortune, left = Fortune(), dict[int, _Left]()
        for row in rows:
            deed = _deed(row)
            before = left.get(ALL_TIME, _Left())
            run = fortune.seasons[ALL_TIME][RUN] if before.hands else 0
            self.news.add(deed, run, sure=before.lost > 0)
            for season in (ALL_TIME, season_of(deed.day)):
                fortune.count(season, deed)
                left[season] = left.get(season, _Left()).with_hand(deed)
        return fortune, left

    def _feats(self, caller: int, stored: dict[Row, Row],
               known: tuple[Fortune, dict[int, _Bounds], dict[int, _Left]]) -> Iterator[str]:
        fortune, bounds, left = known
        expected: dict[Row, Row] = {
            (season, "medals"): self._honours.won[season, caller]
            for season in self._honours.seasons.get(caller, ())}
        expected |= fortune.feats
        for season, feat in sorted({*stored, *expected}):
            has, had = stored.get((season, feat)), expected.get((season, feat))
            here = left.get(season, _Left())
            whole = season not in bounds or bounds[season].hands == here.hands
            if has != had and (whole or feat == "medals" or not _may_be(
                    has, had or (0, 0), bounds[season], here, feat)):
                yield (f"the fame of caller {caller}, {_named(season)} ({feat}) is not that of "
                       "its hands")


def _bounds(rows: Iterator[Row]) -> dict[int, _Bounds]:
    bounds: dict[int, _Bounds] = {}
    for _, day, *sums in rows:
        for season in (ALL_TIME, season_of(day)):
            bounds.setdefault(season, _Bounds()).add(*sums)
    return bounds


def _deed(row: Row) -> Deed:
    caller, hand, at, day, buy_in, stacks, after, *known = row
    before, (mine, left) = int(stacks.split(",")[0]), map(int, after.split(","))
    folded, pot, best, house_best = known
    facts = None if pot is None else Facts((0, 0), folded, pot, best, house_best)
    return Deed(caller, hand, at, day, buy_in, mine - before, left, facts)


def _agrees(row: list[int] | None, counted: list[int] | None, bounds: _Bounds | None,
            left: _Left) -> bool:
    """Whether a row of seasons is what the totals and the hands that are left come to."""
    if row is None or bounds is None or (row[HANDS], row[NET]) != (bounds.hands, bounds.net):
        return False
    if left.hands == bounds.hands and counted is not None:
        return row == counted
    run, early = (counted[RUN], counted[EARLY]) if counted else (0, 0)
    runs = row[RUN] == run if left.lost else run <= row[RUN] <= bounds.won
    return runs and (row[EARLY] == early if left.moved else _was_before(row, left, bounds))


def _was_before(row: list[int], left: _Left, bounds: _Bounds) -> bool:
    """Whether a net result last changed while there were hands that are gone now."""
    return bounds.since <= -row[EARLY] <= (left.since or -row[EARLY])


def _may_be(has: Row | None, counted: Row, bounds: _Bounds, left: _Left, feat: str) -> bool:
    """Whether a feat may be of hands that are gone: greater than what is left, or earlier. A
    streak may have gone on with those that are left; banks are counted, the last with its moment.
    """
    if has is None or not counted[0] <= has[0] <= bounds.most(feat):
        return False
    if feat == "broken" and counted[0]:
        return bool(has[1] == counted[1])
    moment = -has[1]
    latest = (left.lost if feat == "streak" else left.since) or moment
    return bool(bounds.since <= moment <= latest)


def _named(season: int) -> str:
    return "all time" if season == ALL_TIME else f"season {season}"
