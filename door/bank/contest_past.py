"""The past of the contests: deals as records of hands, as they may be told.

A deal is the same for all who play it, so nothing of it is told before its contest is over, not
even to its caller's friends: until then there is its seal and no more.
"""

from collections.abc import Iterator

import sqlalchemy as sa
from sqlalchemy import bindparam

from door.bank.contest_schema import contests, shared_deals, tried_actions, tried_hands, tries
from door.bank.contests import deal_id
from door.bank.schema import callers
from door.bank.sittings import split_stacks
from door.bank.statements import Desk, Prepared
from door.views import HandRecord, StoredHand

_c, _d, _h, _a, _t = contests.c, shared_deals.c, tried_hands.c, tried_actions.c, tries.c
_over = _c.ends <= bindparam("now")
_whose = (callers.c.folded == bindparam("handle")) | (bindparam("everybody") == 1)
_this = (_c.id == bindparam("contest")) & (_h.number == bindparam("number"))
_DEALT = sa.select(
    _c.kind, _c.day, _h.number, _c.game, _c.rules_version, _c.policy, _d.seed, _d.seal, _d.first,
    _h.try_id, _h.stacks, _h.dealt_at, callers.c.handle, _t.caller_id, _c.sealed_at, _h.ended_at,
    _h.ended_stacks, _h.result, _over).select_from(tried_hands).join(
        tries, _t.id == _h.try_id).join(contests, _c.id == _t.contest_id).join(
            shared_deals, (_d.contest_id == _c.id) & (_d.number == _h.number)).join(
                callers, callers.c.id == _t.caller_id)
_EVERY = Prepared(_DEALT.order_by(_h.try_id, _h.number))
_ENDED = Prepared(_DEALT.where(_over, _whose, _h.ended_at >= bindparam("since")).order_by(
    _h.ended_at, _h.try_id, _h.number))
_OF_DEAL = Prepared(_DEALT.where(_this, _whose).order_by(_h.try_id))
_ACTED = Prepared(sa.select(_a.seat, _a.action).where(
    _a.try_id == bindparam("tried"), _a.number == bindparam("number")).order_by(_a.n))
_DEALS = sa.select(_c.kind, _c.day, _d.number, _c.game, _c.rules_version, _c.policy, _d.seed,
                   _d.seal, _d.first, _c.id, _c.sealed_at, _over).select_from(contests).join(
                       shared_deals, _d.contest_id == _c.id)
_DEAL = Prepared(_DEALS.where(
    _c.kind == bindparam("kind"), _c.day == bindparam("day"), _d.number == bindparam("number")))
_SEALED = Prepared(_DEALS.where(~_over, _c.id.in_(
    sa.select(_t.contest_id).join(callers, callers.c.id == _t.caller_id).where(_whose))
    | (bindparam("everybody") == 1)).order_by(_c.id, _d.number))
_KINDS = {"D": "day", "W": "week"}


def every_deal(desk: Desk) -> Iterator[StoredHand]:
    """All that were dealt in tries, over or not, try by try in the order of play; none is
    `opened`. For the audit."""
    return (_stored(desk, *row) for row in _EVERY.run(desk, now=-1))


def ended_deals(desk: Desk, folded: str, since: int, now: float) -> Iterator[StoredHand]:
    """Those that have ended since that moment, of contests that are over, of a caller by folded
    handle or ("") of all, the oldest first."""
    return (_stored(desk, *row) for row in _ENDED.run(
        desk, now=now, since=since, handle=folded, everybody=int(not folded)))


def deal(desk: Desk, id: str, folded: str, now: float) -> tuple[StoredHand, ...]:
    """A deal as each played it who was dealt it, or as the one did whom the handle names. Of one
    that nobody was dealt, or whose contest is not over, its seal alone, which is of nobody."""
    kind, (day, _, number) = _KINDS.get(id[:1], ""), id[1:].rpartition("-")
    row = None
    if number.isdecimal() and len(number) < 4:
        row = _DEAL.row(desk, kind=kind, day=day, number=int(number), now=now)
    if row is None or deal_id(kind, day, row[2]) != id:
        return ()
    *_, contest_id, _, over = row
    dealt = [_stored(desk, *each) for each in _OF_DEAL.run(
        desk, contest=contest_id, number=row[2], now=now, handle=folded,
        everybody=int(not folded))] if over else []
    if folded and over:
        return tuple(dealt)
    return tuple(dealt) or (_undealt(*row),)


def sealed(desk: Desk, folded: str, now: float) -> Iterator[StoredHand]:
    """The deals of contests that are on, their seals alone: of all, or of those at which a caller
    has a try."""
    return (_undealt(*row) for row in _SEALED.run(
        desk, now=now, handle=folded, everybody=int(not folded)))


def _stored(desk: Desk, kind: str, day: str, number: int, game: str, version: int, policy: str,
            seed: bytes, seal: str, first: int, try_id: int, stacks: str, dealt_at: int,
            handle: str, caller_id: int, sealed_at: int, ended_at: int | None, ended_stacks: str,
            result: str, over: int) -> StoredHand:
    record = HandRecord(
        deal_id(kind, day, number), try_id, number, game, version, policy, seed, seal, "", False,
        first, split_stacks(stacks), tuple(_ACTED.run(desk, tried=try_id, number=number)),
        "open" if ended_at is None else "done", dealt_at)
    return StoredHand(record, handle, caller_id, sealed_at, ended_at or 0,
                      split_stacks(ended_stacks), result, bool(over))


def _undealt(kind: str, day: str, number: int, game: str, version: int, policy: str, seed: bytes,
             seal: str, first: int, contest_id: int, sealed_at: int, over: int) -> StoredHand:
    record = HandRecord(deal_id(kind, day, number), contest_id, number, game, version, policy,
                        seed if over else b"", seal, first=first,
                        state="unplayed" if over else "sealed")
    return StoredHand(record, "", 0, sealed_at, 0, (), "", bool(over))
