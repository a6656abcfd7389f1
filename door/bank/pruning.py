"""Pruning: hands that are old enough go, and what they came to stays in the totals of their days.

The chain is not broken: `pruned` keeps the hash that a caller's next hand names, and before the
first hand of a day goes, the day's totals get a hash of their own. A hand goes only if it is the
first of its caller's that is left, so that what stays is one piece. Neither today nor a day on
which an open sitting was played is touched, for their totals may still change.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

import sqlalchemy as sa

from door.bank import chain
from door.bank.schema import hands, pruned, sittings, totals
from door.bank.statements import Desk, Prepared
from door.bank.totals import COLUMNS, THE_HOUSE

_t, _h = totals.c, hands.c
_OLD = Prepared(
    sa.select(_h.serial, sittings.c.caller_id, _h.day, _h.game, _h.state, _h.previous,
              _h.ended_hash)
    .join(sittings).where(
        _h.serial.between(sa.bindparam("first"), sa.bindparam("last")),
        _h.ended_at < sa.bindparam("before"), sittings.c.closed.is_not(None),
        _h.day.is_(None) | (_h.day < sa.bindparam("day"))).order_by(_h.serial))
# The first hand of a caller that must stay. CROSS JOIN keeps the order of the tables.
_STAYS = ("SELECT h.serial FROM sittings s CROSS JOIN hands h ON h.sitting_id = s.id "
          "WHERE s.caller_id = ? AND h.serial <= ? AND (h.ended_at IS NULL OR h.ended_at >= ? "
          "OR s.closed IS NULL OR h.day >= ?) ORDER BY s.id, h.number LIMIT 1")
_FIRST_DAY = Prepared(sa.select(sa.func.min(_h.day)).join(sittings).where(
    sittings.c.closed.is_(None)))
_END = Prepared(sa.select(pruned.c.serial, pruned.c.hands, pruned.c.previous).where(
    pruned.c.caller_id == sa.bindparam("caller")))
_KEEP_END = Prepared(sa.insert(pruned).prefix_with("OR REPLACE"), pruned.c.keys())
_TOTAL = Prepared(sa.select(*[_t[name] for name in COLUMNS]).where(
    _t.day == sa.bindparam("day"), _t.caller_id == sa.bindparam("caller"),
    _t.game == sa.bindparam("game"), _t.hash.is_(None)))
_FREEZE = Prepared(sa.update(totals).where(
    _t.day == sa.bindparam("on"), _t.caller_id == sa.bindparam("caller"),
    _t.game == sa.bindparam("of")).values(hash=sa.bindparam("link")))
_NO_END = 2 ** 62


class Old(NamedTuple):
    """A hand that may go."""

    serial: int
    caller_id: int
    day: int | None
    game: str
    state: str
    previous: bytes | None
    ended_hash: bytes


def choose(desk: Desk, before: int, today: int, most: int, first: int = 0,
           last: int = _NO_END) -> list[Old]:
    """At most `most` hands that ended before that moment, the oldest first; it only reads.

    Of a caller whose chain does not hold here, none: that is for the audit to tell.
    """
    open_day = _FIRST_DAY.value(desk)
    day = today if open_day is None else min(today, open_day)
    rows = _OLD.run(desk, first=first, last=last, before=before, day=day)
    return list(islice(_chained(desk, map(Old._make, rows), (last, before, day)), most))


def _chained(desk: Desk, found: Iterable[Old], bounds: tuple[int, int, int]) -> Iterator[Old]:
    """Those before which no hand of their caller's is left."""
    ends: dict[int, bytes] = {}
    stays: dict[int, int] = {}
    for old in found:
        whose = old.caller_id
        if whose not in ends:
            ends[whose] = _end(desk, whose)[2]
            row = desk.driver.execute(_STAYS, (whose, *bounds)).fetchone()
            stays[whose] = row[0] if row else _NO_END
        if old.serial > stays[whose]:
            continue
        if old.state != "unplayed":  # which is no part of the chain
            if old.previous != ends[whose]:
                stays[whose] = old.serial - 1
                continue
            ends[whose] = old.ended_hash
        yield old


def _end(desk: Desk, caller_id: int) -> tuple[int, int, bytes]:
    """How far a caller's hands are pruned: serial, how many, what the next one names."""
    return _END.row(desk, caller=caller_id) or (0, 0, chain.NOTHING)


def prune(desk: Desk, old: Sequence[Old]) -> int:
    """Lets these go, which choose() has chosen in the same transaction; how many."""
    for day, caller_id, game in {(each.day, whose, each.game) for each in old
                                 if each.day is not None for whose in (each.caller_id, THE_HOUSE)}:
        _freeze(desk, day, caller_id, game)
    for caller_id in {each.caller_id for each in old}:
        _move_end(desk, caller_id, [each for each in old if each.caller_id == caller_id])
    serials = [(each.serial,) for each in old]
    desk.driver.executemany("DELETE FROM actions WHERE hand = ?", serials)
    desk.driver.executemany("DELETE FROM hands WHERE serial = ?", serials)
    return len(old)


def _freeze(desk: Desk, day: int, caller_id: int, game: str) -> None:
    row = _TOTAL.row(desk, day=day, caller=caller_id, game=game)
    if row is not None:
        _FREEZE.run(desk, on=day, caller=caller_id, of=game, link=chain.day(row))


def _move_end(desk: Desk, caller_id: int, old: list[Old]) -> None:
    serial, count, previous = _end(desk, caller_id)
    for each in old:
        previous = previous if each.state == "unplayed" else each.ended_hash
    serial, count = max(serial, old[-1].serial), count + len(old)
    _KEEP_END.run(desk, caller_id=caller_id, serial=serial, hands=count, previous=previous,
                  hash=chain.pruned(caller_id, serial, count, previous))
