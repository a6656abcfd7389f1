"""Marks as the bank keeps them, and what of its records they depend on.

A mark is written in the transaction that ends its hand, so none is lost, and never twice, by its
key. take() gives those that nobody has been told of, and none of them again: a mark whose caller
hangs up in that moment is in their list, but nobody repeats it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date, time

import sqlalchemy as sa
from sqlalchemy import bindparam

from door.bank.contest_schema import contests, tried_hands, tries
from door.bank.days import overdue
from door.bank.errors import NoSuchSitting
from door.bank.marks_schema import marks
from door.bank.schema import callers, hands, sittings, totals
from door.bank.sittings import split_stacks
from door.bank.statements import Desk, Prepared, RowInsert
from door.bank.store import Store
from door.bank.totals import Calendar
from door.views import Career, EarnedMark, HandRecord

_EPOCH = date(1970, 1, 1).toordinal()
_DAY = 24 * 3600
RUN = 10    # hands that are looked at for how many of the last were won; a tie is none of them
_m, _h = marks.c, hands.c
_callers = _m.caller_id == bindparam("caller")
_in_order = (_m.at, _m.mark)
_INSERT = RowInsert(marks, tail="ON CONFLICT (caller_id, mark) DO NOTHING")
_ALL = Prepared(sa.select(_m.mark, _m.at, _m.hand).where(_callers).order_by(*_in_order))
_UNTOLD = Prepared(sa.select(_m.mark, _m.at, _m.hand).where(_callers, _m.told == 0)
                   .order_by(*_in_order))
_TELL = Prepared(sa.update(marks).where(_callers, _m.told == 0).values(told=1))
_SITTING = Prepared(sa.select(sittings.c.caller_id, sittings.c.buy_in, callers.c.guest).join(
    callers, callers.c.id == sittings.c.caller_id).where(sittings.c.id == bindparam("sitting")))
_STACKS = Prepared(sa.select(_h.ended_stacks).where(
    _h.sitting_id == bindparam("sitting"), _h.state == "done"))
_HANDS = Prepared(sa.select(sa.func.coalesce(sa.func.sum(totals.c.hands), 0)).where(
    totals.c.caller_id == bindparam("caller")))
_DAYS = Prepared(sa.select(totals.c.day).where(
    totals.c.caller_id == bindparam("caller"), totals.c.hands > totals.c.away))
_LAST = Prepared(sa.select(_h.stacks, _h.ended_stacks).join(sittings).where(
    sittings.c.caller_id == bindparam("caller"), _h.state == "done",
    _h.ended_stacks != _h.stacks).order_by(
        sittings.c.id.desc(), _h.number.desc()).limit(RUN))
# Deals of contests, but for those that the clock ended for who did not come back. A caller of many
# years has thousands: of a contest's days as much as can be is worked out from its own.
_played = (tries.c.caller_id == bindparam("caller")) & (tried_hands.c.dealt_at < contests.c.ends)
_TRIED = sa.join(tries, contests, contests.c.id == tries.c.contest_id).join(
    tried_hands, tried_hands.c.try_id == tries.c.id)
_TRIED_DAYS = Prepared(sa.select(contests.c.day).distinct().select_from(_TRIED).where(
    _played, contests.c.kind == "day"))
_TRIED_IN_WEEKS = Prepared(sa.select(
    contests.c.day, contests.c.begins, contests.c.ends, tried_hands.c.dealt_at).select_from(
        _TRIED).where(_played, contests.c.kind == "week").order_by(tried_hands.c.dealt_at))


class MarkCounter:
    """Marks as everybody else asks for them: bank.marks, each question one job.

    Guests and callers in practice earn none; whoever is to be told what follows from that asks
    whether there is a career.
    """

    def __init__(self, store: Store, starts: time, now: Callable[[], float],
                 practice: bool) -> None:
        self._store, self._practice, self._now = store, practice, now
        self._today, self._calendar = Calendar(starts, now), Calendar(starts, now)

    def today(self) -> int:
        """The casino's day, in days since 1970."""
        return self._today.today()

    def away(self, record: HandRecord) -> bool:
        """Whether the caller of that hand, as it was stored, has left its end to the clock."""
        return bool(record.dealt_at) and overdue(record.dealt_at, self._now())

    async def career(self, sitting_id: int) -> Career | None:
        """That of whose sitting it is, as far as its last hand; None: they earn no marks.

        Raises NoSuchSitting.
        """
        return await self._store.run(lambda desk: self._career(desk, sitting_id))

    async def days(self, caller_id: int) -> frozenset[int]:
        """The casino's days on which the caller has played a hand, at the table or in a contest.

        A hand at the table is of the day on which it ended; of none if the clock ended it.
        """
        return await self._store.run(lambda desk: self.days_of(desk, caller_id))

    async def earned(self, caller_id: int) -> tuple[EarnedMark, ...]:
        """All of the caller's, in the order in which they were earned."""
        return await self._store.run(lambda desk: _marks(_ALL, desk, caller_id))

    async def take(self, caller_id: int) -> tuple[EarnedMark, ...]:
        """Those that the caller has not been told of; they are told now."""
        return await self._store.run(lambda desk: _take(desk, caller_id))

    def _career(self, desk: Desk, sitting_id: int) -> Career | None:
        row = _SITTING.row(desk, sitting=sitting_id)
        if row is None:
            raise NoSuchSitting(str(sitting_id))
        caller, buy_in, guest = row
        if guest or self._practice:
            return None
        left = [split_stacks(text)[0] for text, in _STACKS.run(desk, sitting=sitting_id)]
        earned = frozenset(mark.mark for mark in _marks(_ALL, desk, caller))
        return Career(earned, _HANDS.value(desk, caller=caller), _run(desk, caller),
                      self.days_of(desk, caller), buy_in, min([buy_in, *left]))

    def day(self, at: int) -> int:
        """The casino's day of a moment; within a job."""
        return self._calendar.day(at)

    def days_of(self, desk: Desk, caller_id: int) -> frozenset[int]:
        """days(), within the transaction of whoever asks."""
        tried = {_number(day) for day, in _TRIED_DAYS.run(desk, caller=caller_id)}
        tried.update(self._in_week(*row) for row in _TRIED_IN_WEEKS.run(desk, caller=caller_id))
        return frozenset(tried.union(day for day, in _DAYS.run(desk, caller=caller_id)))

    def _in_week(self, first: str, begins: int, ends: int, at: int) -> int:
        """The day of a moment of a week; all are equally long, unless the clocks were changed."""
        if ends - begins == 7 * _DAY:
            return _number(first) + (at - begins) // _DAY
        return self._calendar.day(at)


def _number(day: str) -> int:
    """A contest's day, since 1970."""
    return date.fromisoformat(day).toordinal() - _EPOCH


def write(desk: Desk, rows: Iterable[tuple[int, str, int, str]]) -> None:
    """Caller, mark, moment and hand of marks that were earned just now."""
    _INSERT.run(desk, [(*row, 0) for row in rows])


def _run(desk: Desk, caller_id: int) -> int:
    """How many of the last hands were won, one after the other, ties left aside."""
    run = 0
    for before, after in _LAST.run(desk, caller=caller_id):
        if split_stacks(after)[0] <= split_stacks(before)[0]:
            break
        run += 1
    return run


def _marks(which: Prepared, desk: Desk, caller_id: int) -> tuple[EarnedMark, ...]:
    return tuple([EarnedMark(*row) for row in which.run(desk, caller=caller_id)])


def _take(desk: Desk, caller_id: int) -> tuple[EarnedMark, ...]:
    found = _marks(_UNTOLD, desk, caller_id)
    if found:
        _TELL.run(desk, caller=caller_id)
    return found
