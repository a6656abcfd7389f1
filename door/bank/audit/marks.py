"""The audit of marks: each was earned by its hand, and each that a hand earned is there.

What earns a mark is not the bank's business: it is asked of whoever knows (door.marks). Hands that
were pruned are asked nothing; what they may have brought, and what they may have led to, is
believed. So are marks that were not given by hands from before there were any: how many those are,
the migration has left in the store's user_version.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import NamedTuple

from door.bank.audit.fame import PRACTICE
from door.bank.audit.streams import Row, Stream
from door.bank.days import overdue
from door.bank.statements import Desk
from door.views import Career

# A career, what happened in a hand (door.rules.events), the day, whether the clock ended it: the
# career with that hand, and the marks that it brings.
Earn = Callable[[Career, Sequence[object], int, bool], tuple[Career, tuple[str, ...]]]
RUN = 10    # hands that a career looks back for how many of the last were won
_EPOCH = date(1970, 1, 1).toordinal()
_MARKS = "SELECT caller_id, mark, at, hand, told FROM marks ORDER BY caller_id"
_OWN = "SELECT guest FROM callers WHERE id = ? AND guest = 0"
_PRUNED = "SELECT hands FROM pruned WHERE caller_id = ?"
_SPANS = "SELECT begins, ends, day FROM contests WHERE kind = 'day' ORDER BY begins"
_TRIED = ("SELECT DISTINCT h.dealt_at FROM tries t JOIN contests c ON c.id = t.contest_id "
          "JOIN tried_hands h ON h.try_id = t.id WHERE t.caller_id = ? AND h.dealt_at < c.ends")
_DAYS = "SELECT day, hands, hands > away FROM totals WHERE caller_id = ?"
_LEFT = ("SELECT count(*) FROM sittings s CROSS JOIN hands h ON h.sitting_id = s.id "
         "WHERE s.caller_id = ? AND h.state = 'done'")
_HAND = "SELECT 1 FROM hands WHERE id = ?"
_NOTHING = Career(frozenset(), 0, 0, frozenset(), 0, 0)


class Done(NamedTuple):
    """What of a hand's row and its sitting's a career needs, beside the hand itself."""

    caller_id: int
    serial: int
    number: int
    sitting_id: int
    hand: str
    dealt_at: int
    at: int
    day: int
    buy_in: int


class Marks:
    """Is shown every hand that is done, a caller's behind the other in the order of play."""

    def __init__(self, desk: Desk, earn: Earn) -> None:
        self._desk, self._earn = desk, earn
        (practice,), = desk.driver.execute(PRACTICE)
        (self._begun,), = desk.driver.execute("PRAGMA user_version")
        self._stream = Stream([] if practice else desk.driver.execute(_MARKS))
        self._spans = desk.driver.execute(_SPANS).fetchall()
        self._caller, self._sitting, self._counts = 0, 0, False
        self._practice, self._pruned = bool(practice), False
        self._own: dict[str, list[Row]] = {}
        self._least = self._most = _NOTHING     # the career, as far as it is known

    def hand(self, done: Done, told: Sequence[object]) -> Iterator[str]:
        """Whether it brought its caller what it should."""
        if done.caller_id != self._caller:
            yield from self.end(done.caller_id)
            self._begin(done)
        if not self._counts:
            return
        if done.sitting_id != self._sitting:
            self._sit(done)
        yield from self._look(done, told)

    def _look(self, done: Done, told: Sequence[object]) -> Iterator[str]:
        known, away = self._least == self._most, overdue(done.dealt_at, done.at)
        self._least, least = self._earn(self._least, told, done.day, away)
        self._most, most = (self._least, least) if known else self._earn(
            self._most, told, done.day, away)
        rows = self._own.pop(done.hand, [])
        given = {row[1] for row in rows if row[2] == done.at and row[4] in (0, 1)}
        if len(given) < len(rows) or not given <= {*most}:
            yield f"the marks of caller {done.caller_id} are not what hand {done.hand} brought"
        elif done.serial > self._begun and not given >= {*least}:
            yield f"the marks of caller {done.caller_id} lack what hand {done.hand} brought"
        if not given == {*least} == {*most}:
            marks = self._least.marks - {*least} | given
            self._least = replace(self._least, marks=marks)
            self._most = replace(self._most, marks=marks)

    def end(self, following: int | None = None) -> Iterator[str]:
        """What is left of the last caller's, and of callers up to the following who have no hands;
        of all for None."""
        for hand in self._own:
            yield f"the marks of caller {self._caller} are not what hand {hand} brought"
        self._own = {}
        while (caller := self._stream.caller) is not None and (
                following is None or caller < following):
            marks = list(self._stream.of(caller))
            if marks and self._desk.driver.execute(_PRUNED, (caller,)).fetchone() is None:
                yield f"the marks of caller {caller} are of no hands"

    def _begin(self, done: Done) -> None:
        caller, run = done.caller_id, self._desk.driver.execute
        self._caller, self._sitting = caller, 0
        self._counts = not self._practice and run(_OWN, (caller,)).fetchone() is not None
        self._pruned = run(_PRUNED, (caller,)).fetchone() is not None
        self._own = {}
        for row in self._stream.of(caller):
            self._own.setdefault(row[3], []).append(row)
        marks = self._of_pruned(done.at) if self._pruned else frozenset()
        days = run(_DAYS, (caller,)).fetchall() if self._pruned else []
        hands = sum(count for _, count, _ in days)
        if self._pruned:
            hands -= run(_LEFT, (caller,)).fetchone()[0]
        played = {day for day, _, played in days if played and day <= done.day}
        self._least = Career(marks, hands, 0, self._tried(caller) | played - {done.day}, 0, 0)
        # Whether a hand that is gone was played on this day, too, is not known.
        self._most = replace(self._least, run=RUN * self._pruned, days=self._least.days | played)

    def _of_pruned(self, before: int) -> frozenset[str]:
        """The marks of hands that are gone, which are believed."""
        gone = [hand for hand, rows in self._own.items() if all(row[2] <= before for row in rows)
                and self._desk.driver.execute(_HAND, (hand,)).fetchone() is None]
        return frozenset(row[1] for hand in gone for row in self._own.pop(hand))

    def _tried(self, caller: int) -> frozenset[int]:
        """The days on which a contest's deal was played: each has a deal of the day."""
        found = set()
        for at, in self._desk.driver.execute(_TRIED, (caller,)):
            place = bisect_right(self._spans, at, key=lambda span: span[0]) - 1
            if place >= 0 and at < self._spans[place][1]:
                found.add(date.fromisoformat(self._spans[place][2]).toordinal() - _EPOCH)
        return frozenset(found)

    def _sit(self, done: Done) -> None:
        """Another sitting begins, or goes on behind what was pruned of it."""
        self._sitting = done.sitting_id
        torn = self._pruned and done.number > 1
        self._least = replace(self._least, buy_in=done.buy_in, lowest=done.buy_in)
        self._most = replace(self._most, buy_in=done.buy_in, lowest=0 if torn else done.buy_in)
