"""The audit of the contests: what can be computed again of deals, tries and results.

Each contest agrees with its hash and its seals, all contests are one chain, and so are all tries
as they were begun; what was done in a try is a chain of its own. Whether it was played by the
rules is not asked here.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import sqlalchemy as sa

from door.bank import chain, contest_chain
from door.bank.contest_schema import (contests, shared_deals, tried_actions, tried_hands, triers,
                                      tries)
from door.bank.contests import deal_id
from door.bank.sittings import join_stacks, split_stacks
from door.bank.statements import Desk
from door.rules.shuffle import seal
from door.views import Terms

_Row = sa.Row[Any]
_ORPHANS = """
SELECT DISTINCT a.try_id, a.number FROM tried_actions a LEFT JOIN tried_hands h
ON h.try_id = a.try_id AND h.number = a.number WHERE h.try_id IS NULL
"""


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


def _contest(desk: Desk, row: _Row, previous: bytes) -> Iterator[str]:
    deals = desk.core.execute(sa.select(shared_deals).where(
        shared_deals.c.contest_id == row.id).order_by(shared_deals.c.number)).all()
    terms = Terms(row.game, row.rules_version, row.policy, row.deals, row.stack)
    link = contest_chain.contest(
        previous, row.id, row.kind, row.day, (row.begins, row.ends, row.sealed_at), terms,
        [(deal.first, deal.seal, deal.seed) for deal in deals])
    if link != row.hash or [deal.number for deal in deals] != list(range(1, row.deals + 1)):
        yield f"the contest of {row.kind} {row.day} does not agree with its hash"
    for deal in deals:
        if seal(deal_id(row.kind, row.day, deal.number), deal.seed) != deal.seal:
            yield f"deal {deal_id(row.kind, row.day, deal.number)} does not agree with its seal"


def _tries(desk: Desk, found: dict[int, _Row]) -> Iterator[str]:
    previous = chain.NOTHING
    known = {(row.try_id, row.person) for row in desk.core.execute(sa.select(triers))}
    for expected, row in enumerate(desk.core.execute(sa.select(tries).order_by(tries.c.id)), 1):
        if row.id != expected:
            yield f"try {expected} is missing"
        contest = found.get(row.contest_id)
        if contest is None:
            yield f"try {row.id} is of no contest"
        elif _differs(desk, row, contest, previous):
            yield f"try {row.id} does not agree with its hashes"
        if (row.id, f"caller {row.caller_id}") not in known:
            yield f"whose try {row.id} was is not known"
        previous = row.begun_hash
    for tried, number in desk.driver.execute(_ORPHANS):
        yield f"try {tried} has actions in deal {number}, which was not dealt"


def _differs(desk: Desk, row: _Row, contest: _Row, previous: bytes) -> bool:
    """Whether a try is anything but what its hashes were made of."""
    link = contest_chain.begun(contest.hash, previous, row.id, row.caller_id, row.begun_at)
    good = link == row.begun_hash
    hands = desk.core.execute(sa.select(tried_hands).where(
        tried_hands.c.try_id == row.id).order_by(tried_hands.c.number)).all()
    stacks, net, ended_at = join_stacks((contest.stack, contest.stack)), 0, None
    for expected, hand in enumerate(hands, 1):
        acted = desk.core.execute(sa.select(tried_actions).where(
            tried_actions.c.try_id == row.id, tried_actions.c.number == hand.number).order_by(
                tried_actions.c.n)).all()
        good = good and hand.number == expected and hand.stacks == stacks
        link, agrees = _played(hand, acted, link)
        good = good and agrees
        if hand.ended_at is None:
            good = good and hand is hands[-1] and not hand.ended_stacks and not hand.result
            continue
        net += split_stacks(hand.ended_stacks)[0] - split_stacks(hand.stacks)[0]
        good = good and sum(split_stacks(hand.ended_stacks)) == sum(split_stacks(hand.stacks))
        stacks, ended_at = hand.ended_stacks if contest.kind == "week" else stacks, hand.ended_at
    played = sum(hand.ended_at is not None for hand in hands)
    good = good and (row.net, row.played, row.stacks) == (net, played, stacks)
    return not good or not _over(row, link, net, ended_at)


def _played(hand: _Row, acted: Sequence[_Row], link: bytes) -> tuple[bytes, bool]:
    """The chain's end behind a deal, and whether its actions agree with theirs."""
    agrees = True
    link = contest_chain.dealt(link, hand.number, hand.stacks, hand.dealt_at)
    for expected, action in enumerate(acted):
        link = chain.action(link, action.n, action.seat, action.action)
        agrees = agrees and action.n == expected and link == action.chain
    if hand.ended_at is not None:
        link = chain.ended(link, "done", hand.ended_stacks, hand.result, hand.ended_at)
    return link, agrees


def _over(row: _Row, link: bytes, net: int, ended_at: int | None) -> bool:
    """Whether the end of a try agrees: one that is void may have been done before."""
    if row.state == "open":
        return link == row.hash and row.over_at is None and not row.reason
    ends = [link]
    if row.state == "void" and ended_at is not None:
        ends.append(contest_chain.over(link, "done", net, "", ended_at))
    return row.over_at is not None and row.hash in [
        contest_chain.over(end, row.state, net, row.reason, row.over_at) for end in ends]
