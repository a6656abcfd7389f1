"""Honours: medals of deals of the day that are over, and the plaques of seasons that are over.

They are given by whoever looks next, however long ago the day or the month ended, and then stay as
they are. Who is equal has the same place: after two golds comes a bronze. A day's medals wait
until none of its tries is open any more, and a season's plaque for the medals of its days.

In a table who came to it first stands first, and of those who did in the same second whoever has
had an account for longer; a plaque names all of these.
"""

from collections.abc import Iterator
from datetime import date
from typing import Any

import sqlalchemy as sa
from sqlalchemy import bindparam

from door.bank.contest_schema import contests, tries
from door.bank.deeds import ALL_TIME
from door.bank.fame import NEW_FEATS
from door.bank.fame_schema import ENOUGH, feats, medals, plaques, seasons
from door.bank.statements import Desk, Prepared, RowInsert

TABLES = ("net", "best", "broken", "pot", "streak", "medals")
NOBODY = 0          # as a caller: these medals have been given
PLACES = 3
ROOM = 10           # names on a plaque, of one table
_PACK = 10_000      # medals of one kind, at most
_s, _f, _c, _t = seasons.c, feats.c, contests.c, tries.c
_LAST_GIVEN = Prepared(sa.select(sa.func.coalesce(sa.func.max(medals.c.contest_id), 0)))
_OVER = Prepared(sa.select(_c.id, _c.day, _c.ends).where(
    _c.id > bindparam("last"), _c.kind == "day", _c.ends <= bindparam("now")).order_by(_c.id))
_OPEN = Prepared(sa.select(_t.id).where(
    _t.contest_id == bindparam("contest"), _t.state == "open").limit(1))
_DONE = Prepared(sa.select(_t.caller_id, _t.net).where(
    _t.contest_id == bindparam("contest"), _t.state == "done").order_by(
        _t.net.desc(), _t.over_at, _t.id))
_MEDALS = RowInsert(medals)
_HAD = Prepared(sa.select(_f.value).where(
    _f.season == bindparam("season"), _f.caller_id == bindparam("caller"), _f.feat == "medals"))
_LAST_PLAQUE = Prepared(sa.select(sa.func.max(plaques.c.season)).where(plaques.c.feat == ""))
_FIRST = [Prepared(sa.select(sa.func.min(table.c.season)).where(table.c.season > ALL_TIME))
          for table in (seasons, feats)]
_PLAQUES = RowInsert(plaques)
# "hands >= 100" is written out, as the index has it.
_BEST_NET = Prepared(sa.select(_s.caller_id, _s.net, _s.hands, _s.early).where(
    _s.season == bindparam("season"), sa.text(f"hands >= {ENOUGH}")).order_by(
        _s.net.desc(), _s.early.desc(), _s.caller_id).limit(bindparam("most")))
_BEST_FEAT = Prepared(sa.select(_f.caller_id, _f.value, sa.literal_column("0"), _f.early).where(
    _f.season == bindparam("season"), _f.feat == bindparam("feat")).order_by(
        _f.value.desc(), _f.early.desc(), _f.caller_id).limit(bindparam("most")))
Line = tuple[int, int, int]     # caller, value, and the hands that a net result took, else 0


def packed(gold: int, silver: int, bronze: int) -> int:
    """Medals as one number, greater for better ones."""
    return (gold * _PACK + silver) * _PACK + bronze


def unpacked(value: int) -> tuple[int, int, int]:
    """The other way."""
    rest, bronze = divmod(value, _PACK)
    return *divmod(rest, _PACK), bronze


def best(desk: Desk, table: str, season: int, most: int) -> list[Line]:
    """The first of a table."""
    return [(caller_id, value, hands)
            for caller_id, value, hands, _ in _ranked(desk, table, season, most)]


def champions(desk: Desk, table: str, season: int) -> list[Line]:
    """The first of a table, and who came to the same in the same second."""
    ranked = _ranked(desk, table, season, ROOM)
    return [(caller_id, value, hands) for caller_id, value, hands, early in ranked
            if (value, early) == (ranked[0][1], ranked[0][3])]


def _ranked(desk: Desk, table: str, season: int, most: int) -> list[tuple[int, int, int, int]]:
    """The first of a table, each with the moment, as a negative number."""
    if table == "net":
        return list(_BEST_NET.run(desk, season=season, most=most))
    return list(_BEST_FEAT.run(desk, season=season, feat=table, most=most))


def catch_up(desk: Desk, now: float, season: int) -> None:
    """Gives what is due at that moment, in that season."""
    if _give_medals(desk, now):
        _hang_plaques(desk, season)


def _give_medals(desk: Desk, now: float) -> bool:
    """Whether all are given that are due."""
    for contest_id, day, ends in list(_OVER.run(desk, last=_LAST_GIVEN.value(desk), now=now)):
        if _OPEN.row(desk, contest=contest_id):
            return False
        won = list(_placed(_DONE.run(desk, contest=contest_id)))
        _MEDALS.run(desk, [(contest_id, NOBODY, 0), *(
            (contest_id, caller_id, place) for caller_id, place in won)])
        first = date.fromisoformat(day)
        for season in (ALL_TIME, first.year * 12 + first.month - 1):
            NEW_FEATS.run(desk, [
                (season, caller_id, "medals", _with(desk, season, caller_id, place), -ends)
                for caller_id, place in won])
    return True


def _placed(rows: Any) -> Iterator[tuple[int, int]]:
    """Callers with places 1 to 3, of (caller, net) in their order."""
    place, before = 0, None
    for number, (caller_id, net) in enumerate(rows, 1):
        place = place if net == before else number
        before = net
        if place > PLACES:
            return
        yield caller_id, place


def _with(desk: Desk, season: int, caller_id: int, place: int) -> int:
    """Somebody's medals with one more."""
    had = _HAD.value(desk, season=season, caller=caller_id) or 0
    return int(had) + packed(*[int(place == each) for each in range(1, PLACES + 1)])


def _hang_plaques(desk: Desk, season: int) -> None:
    """Of all seasons before that one which have none."""
    last = _LAST_PLAQUE.value(desk)
    firsts = [first for each in _FIRST if (first := each.value(desk)) is not None]
    begin = last + 1 if last is not None else min(firsts, default=season)
    for past in range(begin, season):
        rows: list[tuple[object, ...]] = [(past, "", NOBODY, 0, 0)]
        for table in TABLES:
            rows += [(past, table, *champion) for champion in champions(desk, table, past)]
        _PLAQUES.run(desk, rows)
