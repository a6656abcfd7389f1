"""The audit of the contests: what can be computed again of deals, tries and results.

Each contest agrees with its hash and its seals, all contests are one chain, and so are all tries
as they were begun; what was done in a try is a chain of its own, and comes to what stands with it.
Whether it was played by the rules is asked elsewhere (audit/play.py).
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa

from door.bank import chain, contest_chain
from door.bank.contest_schema import contests, shared_deals, tries
from door.bank.contests import deal_id
from door.bank.sittings import join_stacks, split_stacks
from door.bank.statements import Desk
from door.bank.tries import can_ante
from door.rules.shuffle import seal
from door.views import Terms

_Row = sa.Row[Any]
_ORPHANS = """
SELECT DISTINCT a.try_id, a.number FROM tried_actions a LEFT JOIN tried_hands h
ON h.try_id = a.try_id AND h.number = a.number WHERE h.try_id IS NULL
"""
_HANDS = ("SELECT number, stacks, dealt_at, ended_stacks, result, ended_at FROM tried_hands "
          "WHERE try_id = ? ORDER BY number")
_ACTED = ('SELECT n, seat, "action", chain FROM tried_actions '
          "WHERE try_id = ? AND number = ? ORDER BY n")
_WHOSE = "SELECT 1 FROM triers WHERE contest_id = ? AND person = ? AND try_id = ?"
_BEGUN = "SELECT begun_hash FROM tries WHERE id = ?"
_SEALED = "SELECT hash FROM contests WHERE id = ?"


def audit(desk: Desk) -> Iterator[str]:
    """What does not agree, a sentence each, as it is found."""
    found: dict[int, _Row] = {}
    previous = chain.NOTHING
    for expected, row in enumerate(desk.core.execute(
            sa.select(contests).order_by(contests.c.id)), 1):
        if row.id != expected:
            yield f"contest {expected} is missing"
        yield from _contest(desk, row, previous)
        previous, found[row.id] = row.hash, row
    yield from _tries(desk, found)


def agrees(desk: Desk, try_id: int) -> bool:
    """Whether one try, which is there, and its contest are what their own hashes were made of."""
    row = desk.core.execute(sa.select(tries).where(tries.c.id == try_id)).one()
    before = desk.driver.execute(_BEGUN, (try_id - 1,)).fetchone() or (chain.NOTHING,)
    contest = _row(desk, row.contest_id)
    try:
        return sealed_so(desk, contest.id) and not _differs(desk, row, contest, *before)
    except (ValueError, TypeError, AttributeError, LookupError):
        return False


def sealed_so(desk: Desk, contest_id: int) -> bool:
    """Whether one contest, which is there, is what its hash was made of, and its seals agree."""
    before = desk.driver.execute(_SEALED, (contest_id - 1,)).fetchone() or (chain.NOTHING,)
    return not list(_contest(desk, _row(desk, contest_id), *before))


def _row(desk: Desk, contest_id: int) -> _Row:
    return desk.core.execute(sa.select(contests).where(contests.c.id == contest_id)).one()


def _contest(desk: Desk, row: _Row, previous: bytes) -> Iterator[str]:
    deals = desk.core.execute(sa.select(shared_deals).where(
        shared_deals.c.contest_id == row.id).order_by(shared_deals.c.number)).all()
    terms = Terms(row.game, row.rules_version, row.policy, row.deals, row.stack)
    link = contest_chain.contest(
        previous, row.id, row.kind, row.day, (row.begins, row.ends, row.sealed_at), terms,
        [(deal.first, deal.seal, deal.seed) for deal in deals])
    if link != row.hash or [deal.number for deal in deals] != list(range(1, row.deals + 1)):
        yield f"the contest of {row.kind} {row.day} does not agree with its hash"
    if any(deal.first != (deal.number - 1) % 2 for deal in deals):
        yield f"in the contest of {row.kind} {row.day} somebody acts first who should not"
    for deal in deals:
        if seal(deal_id(row.kind, row.day, deal.number), deal.seed) != deal.seal:
            yield f"deal {deal_id(row.kind, row.day, deal.number)} does not agree with its seal"


def _tries(desk: Desk, found: dict[int, _Row]) -> Iterator[str]:
    previous = chain.NOTHING
    for expected, row in enumerate(desk.core.execute(sa.select(tries).order_by(tries.c.id)), 1):
        if row.id != expected:
            yield f"try {expected} is missing"
        contest = found.get(row.contest_id)
        if contest is None:
            yield f"try {row.id} is of no contest"
        else:
            yield from _try(desk, row, contest, previous)
        if not desk.driver.execute(_WHOSE, (
                row.contest_id, f"caller {row.caller_id}", row.id)).fetchone():
            yield f"whose try {row.id} was is not known"
        previous = row.begun_hash
    for tried, number in desk.driver.execute(_ORPHANS):
        yield f"try {tried} has actions in deal {number}, which was not dealt"


def _try(desk: Desk, row: _Row, contest: _Row, previous: bytes) -> Iterator[str]:
    try:
        if _differs(desk, row, contest, previous):
            yield f"try {row.id} does not agree with its hashes"
    except (ValueError, TypeError, AttributeError, LookupError) as error:
        yield f"try {row.id} cannot be read: {error}"


def _differs(desk: Desk, row: _Row, contest: _Row, previous: bytes) -> bool:
    """Whether a try is anything but what its hashes were made of, and its hands come to."""
    begun = contest_chain.begun(contest.hash, previous, row.id, row.caller_id, row.begun_at)
    found = _Followed(begun, join_stacks((contest.stack, contest.stack)))
    for number, *hand in desk.driver.execute(_HANDS, (row.id,)):
        if not found.follows(_Hand(number, *hand), contest.kind,
                             desk.driver.execute(_ACTED, (row.id, number)).fetchall()):
            return True
    whole = found.played == contest.deals or found.played and not can_ante(
        contest.game, found.stacks)
    ended = begun == row.begun_hash and found.number <= contest.deals and (
        row.state == "void" or (row.state == "done") == bool(whole))
    return (not ended or (row.net, row.played, row.stacks) != (
        found.net, found.played, found.stacks) or not _over(row, found))


class _Hand(NamedTuple):
    """A row of tried_hands."""

    number: int
    stacks: str
    dealt_at: int
    ended_stacks: str
    result: str
    ended_at: int | None


class _Followed:
    """A try, followed from deal to deal: the end of its chain, and what it comes to."""

    def __init__(self, link: bytes, stacks: str) -> None:
        self.link, self.stacks = link, stacks
        self.number = self.played = self.net = 0
        self.ended_at: int | None = None

    def follows(self, hand: _Hand, kind: str, acted: Sequence[Any]) -> bool:
        """Whether the next deal agrees with what came before it, and with its hashes."""
        self.number += 1
        if hand.number != self.number or self.played < hand.number - 1 or (
                hand.stacks != self.stacks):
            return False
        self.link = contest_chain.dealt(self.link, hand.number, hand.stacks, hand.dealt_at)
        for expected, (n, seat, text, stored) in enumerate(acted):
            self.link = chain.action(self.link, n, seat, text)
            if n != expected or self.link != stored:
                return False
        if hand.ended_at is None:
            return not hand.ended_stacks and not hand.result
        return self._end(hand, hand.ended_at, kind)

    def _end(self, hand: _Hand, at: int, kind: str) -> bool:
        self.link = chain.ended(self.link, "done", hand.ended_stacks, hand.result, at)
        self.played, self.ended_at = self.played + 1, at
        before, after = split_stacks(hand.stacks), split_stacks(hand.ended_stacks)
        self.net += after[0] - before[0]
        self.stacks = hand.ended_stacks if kind == "week" else self.stacks
        return sum(after) == sum(before)


def _over(row: _Row, found: _Followed) -> bool:
    """Whether the end of a try agrees: one that is void may have been done before."""
    if row.state == "open":
        return found.link == row.hash and row.over_at is None and not row.reason
    ends = [found.link]
    if row.state == "void" and found.ended_at is not None:
        ends.append(contest_chain.over(found.link, "done", found.net, "", found.ended_at))
    return row.over_at is not None and row.hash in [
        contest_chain.over(end, row.state, found.net, row.reason, row.over_at) for end in ends]
