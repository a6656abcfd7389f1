"""The past: hands as they were stored, and who may see which of them.

A guest sees what came since the call began, and nothing of the guest before (callers.since).
History means hands that were dealt: the sealed one that every sitting leaves behind is none.
"""

from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa

from door.bank.errors import NoSuchCaller
from door.bank.schema import actions, callers, hands, sittings
from door.bank.sittings import split_stacks
from door.bank.statements import Desk, Prepared
from door.views import HandLine, HandRecord, StoredHand

_NO_END = 2 ** 62
_PLAYED = sa.or_(hands.c.state == sa.literal_column("'done'"),
                 hands.c.state == sa.literal_column("'void'"))
_SINCE = Prepared(sa.select(callers.c.since).where(callers.c.id == sa.bindparam("caller")))
_SEATED = Prepared(sa.select(hands.c.sitting_id, hands.c.number).where(
    hands.c.id == sa.bindparam("hand")))
_ACTED = Prepared(sa.select(actions.c.seat, actions.c.action).where(
    actions.c.hand == sa.bindparam("serial")).order_by(actions.c.n))
_LINE = ("h.id, h.sitting_id, h.number, h.game, h.state, h.ended_at, h.stacks, h.ended_stacks, "
         "h.result, s.closed, h.folded")
# CROSS JOIN keeps the order of the tables, so that a caller's newest hands are the first ones read.
_HISTORY = (f"SELECT {_LINE} FROM sittings s CROSS JOIN hands h ON h.sitting_id = s.id "
            "WHERE s.caller_id = ? AND s.opened > ? AND s.id <= ? AND (s.id < ? OR h.number < ?) "
            "AND h.state IN ('done', 'void') ORDER BY s.id DESC, h.number DESC LIMIT ?")
_UNOPENED = (f"SELECT {_LINE} FROM sittings s CROSS JOIN hands h ON h.sitting_id = s.id "
             "JOIN callers c ON c.id = s.caller_id WHERE s.closed IS NULL "
             "AND (c.folded = ? OR ? = '') ORDER BY h.serial")
_STORED = sa.select(
    hands.c.serial, hands.c.id, hands.c.sitting_id, hands.c.number, hands.c.game,
    hands.c.rules_version, hands.c.policy, hands.c.seed, hands.c.seal, hands.c.cut,
    hands.c.proven, hands.c.first, hands.c.stacks, hands.c.state, hands.c.dealt_at,
    callers.c.handle, sittings.c.caller_id, hands.c.sealed_at, hands.c.ended_at,
    hands.c.ended_stacks, hands.c.result, sittings.c.closed).join_from(
        hands, sittings).join(callers)
_HAND = Prepared(_STORED.where(hands.c.id == sa.bindparam("hand")))
_OPENED = Prepared(sa.select(sittings.c.opened).join(hands).where(
    hands.c.id == sa.bindparam("hand")))
_OF_SITTING = Prepared(_STORED.where(
    hands.c.sitting_id == sa.bindparam("sitting"), _PLAYED).order_by(hands.c.number))
_EVERY = Prepared(_STORED.order_by(sittings.c.caller_id, sittings.c.id, hands.c.number))
_ALL = Prepared(_STORED.where(hands.c.ended_at >= sa.bindparam("since")).order_by(hands.c.serial))
_ALL_OF = Prepared(_STORED.where(
    hands.c.ended_at >= sa.bindparam("since"),
    callers.c.folded == sa.bindparam("handle")).order_by(hands.c.serial))


def history(desk: Desk, caller_id: int, limit: int, before: str) -> tuple[HandLine, ...]:
    """A caller's hands that were dealt and have ended, the newest first: those before the hand
    `before`, or the last ones. Raises NoSuchCaller."""
    since, place = _since(desk, caller_id), (_NO_END, _NO_END)
    if before:
        found = _SEATED.row(desk, hand=before)
        if found is None:
            return ()
        place = found
    sitting_id, number = place
    rows = desk.driver.execute(_HISTORY, (caller_id, since, sitting_id, sitting_id, number, limit))
    return tuple(_line(*row) for row in rows)


def _since(desk: Desk, caller_id: int) -> int:
    row = _SINCE.row(desk, caller=caller_id)
    if row is None:
        raise NoSuchCaller(str(caller_id))
    return int(row[0])


def _line(id: str, sitting_id: int, number: int, game: str, state: str, ended_at: int | None,
          stacks: str, ended_stacks: str, result: str, closed: int | None,
          folded: int | None) -> HandLine:
    net = split_stacks(ended_stacks)[0] - split_stacks(stacks)[0] if state == "done" else 0
    words = result if state == "done" else ""  # of a void hand it is the reason, for the sysop
    return HandLine(id, sitting_id, number, game, state, ended_at or 0, net, words,
                    closed is not None, folded)


def every_hand(desk: Desk) -> Iterator[StoredHand]:
    """All that are there, in whatever state, of one caller after the other in the order of play.
    """
    return (_stored(desk, *row) for row in _EVERY.run(desk))


def hand(desk: Desk, hand_id: str, caller_id: int | None = None) -> StoredHand | None:
    """A hand; None if there is none, or it is not for that caller to see (None: for anybody)."""
    row = _HAND.row(desk, hand=hand_id)
    if row is None:
        return None
    found = _stored(desk, *row)
    if caller_id is None:
        return found
    mine = found.caller_id == caller_id and (
        _OPENED.value(desk, hand=hand_id) > _since(desk, caller_id))
    return found if mine else None


def hands_of(desk: Desk, sitting_id: int) -> tuple[StoredHand, ...]:
    """The hands of a sitting that were dealt and have ended, the oldest first."""
    return tuple(_stored(desk, *row) for row in _OF_SITTING.run(desk, sitting=sitting_id))


def all_hands(desk: Desk, folded: str, since: int) -> Iterator[StoredHand]:
    """All hands that have ended since that moment, of a caller by folded handle or ("") of all,
    the oldest first; those that were never dealt are among them."""
    rows = (_ALL_OF.run(desk, since=since, handle=folded) if folded
            else _ALL.run(desk, since=since))
    return (_stored(desk, *row) for row in rows)


def unopened(desk: Desk, folded: str) -> list[HandLine]:
    """The hands of sittings that are not over, whose seeds nobody may see yet."""
    return [_line(*row) for row in desk.driver.execute(_UNOPENED, (folded, folded))]


def _stored(desk: Desk, serial: int, id: str, sitting_id: int, number: int, game: str,
            version: int, policy: str, seed: bytes, seal: str, cut: str, proven: int, first: int,
            stacks: str, state: str, dealt_at: int | None, *around: Any) -> StoredHand:
    handle, caller_id, sealed_at, ended_at, ended_stacks, result, closed = around
    record = HandRecord(id, sitting_id, number, game, version, policy, seed, seal, cut,
                        bool(proven), first, split_stacks(stacks),
                        tuple(_ACTED.run(desk, serial=serial)), state, dealt_at or 0)
    return StoredHand(record, handle, caller_id, sealed_at, ended_at or 0,
                      split_stacks(ended_stacks), result, closed is not None)
