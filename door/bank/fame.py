"""Fame: what the Hall and Last night need, written in the transaction that ends a hand.

What is known of those who play is remembered, so that a hand costs two rows and seldom more; it is
read again after forget().
"""

import sqlalchemy as sa
from sqlalchemy import bindparam

from door.bank.deeds import ALL_TIME, RUN, Deed, Fortune, Story, Tales, season_of, stories
from door.bank.fame_schema import ENOUGH, feats, rivals, seasons
from door.bank.fame_schema import stories as told
from door.bank.schema import callers
from door.bank.statements import Desk, Prepared, RowInsert

REMEMBERED = 4096   # callers at once
RIVALS = 30         # of those next below a caller
_s, _f = seasons.c, feats.c
_GUEST = Prepared(sa.select(callers.c.guest).where(callers.c.id == bindparam("caller")))
_SEASON = Prepared(sa.select(_s.hands, _s.net, _s.run, _s.early).where(
    _s.season == bindparam("season"), _s.caller_id == bindparam("caller")))
_FEATS = Prepared(sa.select(_f.feat, _f.value, _f.early).where(
    _f.season == bindparam("season"), _f.caller_id == bindparam("caller")))
_NET = Prepared(sa.select(_s.net).where(
    _s.season == bindparam("season"), _s.caller_id == bindparam("caller"), _s.hands >= ENOUGH))
_BELOW = Prepared(sa.select(_s.caller_id).where(
    _s.season == bindparam("season"), sa.text(f"hands >= {ENOUGH}"), _s.net <= bindparam("net"),
    _s.caller_id != bindparam("caller")).order_by(_s.net.desc(), _s.early.desc()).limit(RIVALS))
_RIVALS = Prepared(sa.insert(rivals).prefix_with("OR REPLACE"), rivals.c.keys())
_TOLD = Prepared(sa.select(
    told.c.caller_id, told.c.value, told.c.other, told.c.winner, told.c.hand, told.c["count"])
    .where(told.c.day == bindparam("day"), told.c.fact == bindparam("fact"))
    .order_by(told.c.place))
_NEW_SEASONS = RowInsert(seasons, tail=(
    "ON CONFLICT (season, caller_id) DO UPDATE SET hands = excluded.hands, net = excluded.net, "
    "run = excluded.run, early = excluded.early"))
NEW_FEATS = RowInsert(feats, tail=(
    "ON CONFLICT (season, caller_id, feat) DO UPDATE SET value = excluded.value, "
    "early = excluded.early"))
_NEW_STORIES = RowInsert(told, tail=(
    "ON CONFLICT (day, fact, place) DO UPDATE SET caller_id = excluded.caller_id, "
    "value = excluded.value, other = excluded.other, winner = excluded.winner, "
    "hand = excluded.hand, count = excluded.count"))


class Fame:
    """Works at a desk, within the transaction of whoever ends a hand. Practice brings no fame."""

    def __init__(self, practice: bool) -> None:
        self._practice = practice
        self.forget()

    def forget(self) -> None:
        """Nothing is known until it is read again."""
        self._fortunes: dict[int, Fortune | None] = {}      # None: a guest
        self._tales: dict[tuple[int, str], Tales] = {}
        self._moved: set[tuple[int, int]] = set()           # season, caller
        self._risen: set[tuple[int, int, str]] = set()      # season, caller, feat
        self._news: set[tuple[int, str]] = set()            # day, fact

    def count(self, desk: Desk, deed: Deed) -> None:
        """A hand that is done; it reaches the store at flush()."""
        if self._practice:
            return
        caller_id = deed.caller_id
        if caller_id not in self._fortunes:
            self._fortunes[caller_id] = self._read(desk, caller_id)
        fortune = self._fortunes[caller_id]
        if fortune is None:
            return
        here = season_of(deed.day)
        for season in (ALL_TIME, here):
            if season not in fortune.seasons:
                _read_season(desk, fortune, season, caller_id)
        run = fortune.seasons[ALL_TIME][RUN] if ALL_TIME in fortune.seasons else 0
        for season in (ALL_TIME, here):
            self._moved.add((season, caller_id))
            for feat in fortune.count(season, deed):
                self._risen.add((season, caller_id, feat))
        for fact, story in stories(deed, run):
            self._tell(desk, deed.day, fact, story)

    def _read(self, desk: Desk, caller_id: int) -> Fortune | None:
        return None if _GUEST.value(desk, caller=caller_id) else Fortune()

    def _tell(self, desk: Desk, day: int, fact: str, story: Story) -> None:
        if (day, fact) not in self._tales:
            rows = list(_TOLD.run(desk, day=day, fact=fact))
            self._tales[day, fact] = Tales(fact, [Story(*row[:5]) for row in rows],
                                           rows[0][5] if rows else 0)
        if self._tales[day, fact].add(story):
            self._news.add((day, fact))

    def flush(self, desk: Desk) -> None:
        """Writes what was counted."""
        if not self._moved:
            return
        fortunes = {caller_id: fortune for _, caller_id in self._moved
                    if (fortune := self._fortunes[caller_id]) is not None}
        _NEW_SEASONS.run(desk, [(season, caller_id, *fortunes[caller_id].seasons[season])
                                for season, caller_id in self._moved])
        NEW_FEATS.run(desk, [
            (season, caller_id, feat, *fortunes[caller_id].feats[season, feat])
            for season, caller_id, feat in self._risen])
        for day, fact in self._news:
            tales = self._tales[day, fact]
            _NEW_STORIES.run(desk, [(day, fact, place, *story, tales.count)
                                    for place, story in enumerate(tales.best, 1)])
        self._moved, self._risen, self._news = set(), set(), set()
        if len(self._fortunes) > REMEMBERED or len(self._tales) > REMEMBERED:
            self.forget()

    def rise(self, desk: Desk, caller_id: int, day: int) -> None:
        """The caller leaves a table or the casino: who passes them from now on is news to them."""
        season = season_of(day)
        net = None if self._practice else _NET.value(desk, season=season, caller=caller_id)
        if net is not None:
            below = _BELOW.run(desk, season=season, caller=caller_id, net=net)
            _RIVALS.run(desk, caller_id=caller_id, season=season,
                        below=",".join(str(each) for each, in below))


def _read_season(desk: Desk, fortune: Fortune, season: int, caller_id: int) -> None:
    row = _SEASON.row(desk, season=season, caller=caller_id)
    if row is not None:
        fortune.seasons[season] = list(row)
        for feat, *value in _FEATS.run(desk, season=season, caller=caller_id):
            fortune.feats[season, feat] = value[0], value[1]
