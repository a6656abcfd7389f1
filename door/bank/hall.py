"""The Hall of Fame as it is read: the best of each table, the asker's own line, the plaques.

Each table opens in the same time however many callers and hands there are: an index has its order,
and nobody's rank is counted beyond a hundred.
"""

from itertools import groupby

import sqlalchemy as sa
from sqlalchemy import bindparam

from door.bank.deeds import ALL_TIME
from door.bank.fame_schema import ENOUGH, feats, plaques, seasons
from door.bank.honours import TABLES, best, unpacked
from door.bank.schema import callers
from door.bank.statements import Desk, Prepared
from door.views import Fame, Hall, Plaque, Ranking

MOST = 15       # lines of a table
COUNTED = 100   # ranks
PLAQUES = 24    # seasons, the newest
_s, _f, _p = seasons.c, feats.c, plaques.c
_mine = [column == bindparam(name) for column, name in (
    (_s.season, "season"), (_s.caller_id, "caller"))]
_NET_OF = Prepared(sa.select(_s.net, _s.hands).where(*_mine, _s.hands >= ENOUGH))
_FEAT_OF = Prepared(sa.select(_f.value, sa.literal_column("0")).where(
    _f.season == bindparam("season"), _f.caller_id == bindparam("caller"),
    _f.feat == bindparam("feat")))
_ABOVE_NET = Prepared(sa.select(sa.func.count()).select_from(sa.select(_s.net).where(
    _s.season == bindparam("season"), sa.text(f"hands >= {ENOUGH}"),
    _s.net > bindparam("value")).limit(COUNTED).subquery()))
_ABOVE_FEAT = Prepared(sa.select(sa.func.count()).select_from(sa.select(_f.value).where(
    _f.season == bindparam("season"), _f.feat == bindparam("feat"),
    _f.value > bindparam("value")).limit(COUNTED).subquery()))
_HANDLE = Prepared(sa.select(callers.c.handle).where(callers.c.id == bindparam("caller")))
_PLAQUES = Prepared(sa.select(_p.season, _p.feat, _p.caller_id, _p.value, _p.hands).where(
    _p.season > bindparam("since"), _p.feat != "").order_by(_p.season.desc(), _p.caller_id))


def hall(desk: Desk, caller_id: int, season: int, most: int = MOST) -> Hall:
    """All of it, as that caller sees it (0: nobody in particular)."""
    rankings = tuple(_ranking(desk, table, when, caller_id, most)
                     for when in (season, ALL_TIME) for table in TABLES)
    return Hall(season, rankings, _plaques(desk, season))


def _ranking(desk: Desk, table: str, season: int, caller_id: int, most: int) -> Ranking:
    lines: list[Fame] = []
    for number, (whose, value, hands) in enumerate(best(desk, table, season, most), 1):
        values = _values(table, value, hands)
        equal = lines and lines[-1].values[:1 + 2 * (table == "medals")] == (
            values if table == "medals" else values[:1])
        lines.append(Fame(lines[-1].rank if equal else number, whose, _handle(desk, whose),
                          values))
    mine = next((line for line in lines if line.caller_id == caller_id), None)
    return Ranking(table, season, tuple(lines),
                   mine or _further_down(desk, table, season, caller_id))


def _further_down(desk: Desk, table: str, season: int, caller_id: int) -> Fame | None:
    """The caller's own line; None for who is not in the table."""
    about = {"season": season, "feat": table}
    own, above = (_NET_OF, _ABOVE_NET) if table == "net" else (_FEAT_OF, _ABOVE_FEAT)
    row = own.row(desk, caller=caller_id, **about)
    if row is None:
        return None
    rank = above.value(desk, value=row[0], **about)
    return Fame(rank + 1 if rank < COUNTED else 0, caller_id, _handle(desk, caller_id),
                _values(table, *row))


def _values(table: str, value: int, hands: int) -> tuple[int, ...]:
    """As views.Fame has them."""
    return (value, hands) if table == "net" else (
        unpacked(value) if table == "medals" else (value,))


def _handle(desk: Desk, caller_id: int) -> str:
    return str(_HANDLE.value(desk, caller=caller_id))


def _plaques(desk: Desk, season: int) -> tuple[Plaque, ...]:
    """Those that hang: of the last two years."""
    rows = _PLAQUES.run(desk, since=season - PLAQUES - 1)
    found = []
    for past, champions in groupby(rows, lambda row: int(row[0])):
        lines = [(table, Fame(1, whose, _handle(desk, whose), _values(table, value, hands)))
                 for _, table, whose, value, hands in champions]
        lines.sort(key=lambda line: TABLES.index(line[0]))
        found.append(Plaque(past, tuple(lines)))
    return tuple(found)
