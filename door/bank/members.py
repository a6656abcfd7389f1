"""Members of boards: who a board's user is here, who is kept out, and who is the same person.

A handle on one board is not the person of that handle on another, nor the casino's own account
of that name, unless the sysop says so. A board that gives its own record of a user is believed
about the record and not about the handle, which may have passed to somebody else.
"""

from __future__ import annotations

from collections.abc import Callable

import sqlalchemy as sa
from sqlalchemy import bindparam

from door.bank import handles
from door.bank.callers import Callers
from door.bank.errors import (AlreadySeated, BadHandle, Banned, HandleTaken,
                              NoSuchCaller)
from door.bank.ledger import Ledger
from door.bank.schema import bans, callers, members, sittings
from door.bank.statements import Desk, Prepared
from door.views import Caller

_m = members.c
_OF = Prepared(sa.select(_m.caller_id).where(
    _m.board == bindparam("board"), _m.member == bindparam("member")))
_RECORDS = Prepared(sa.select(_m.member).where(
    _m.board == bindparam("board"), _m.caller_id == bindparam("caller"), _m.member.like("#%")))
_JOIN = Prepared(sa.insert(members).prefix_with("OR REPLACE"), ["board", "member", "caller_id"])
_MOVE = Prepared(sa.update(members).where(_m.caller_id == bindparam("old")).values(
    caller_id=bindparam("new")))
_BAN = Prepared(sa.insert(bans).prefix_with("OR IGNORE"), ["caller_id", "at"])
_PARDON = Prepared(sa.delete(bans).where(bans.c.caller_id == bindparam("caller")))
_BANNED = Prepared(sa.select(bans.c.at).where(bans.c.caller_id == bindparam("caller")))
_SEATED = Prepared(sa.select(sittings.c.id).where(
    sittings.c.caller_id == bindparam("caller"), sittings.c.closed.is_(None)))
_RETIRE = Prepared(sa.update(callers).where(callers.c.id == bindparam("caller")).values(
    present=0, password="", folded=bindparam("name")))

TAG_LENGTH = 8
MOST_CHIPS = 1_000_000_000  # given at once
LONGEST_REASON = 60


class Members:
    """Works at a desk, within the transaction of whoever asks."""

    def __init__(self, ledger: Ledger, people: Callers, now: Callable[[], float]) -> None:
        self._ledger, self._people, self._now = ledger, people, now

    def member(self, desk: Desk, board: str, record: str, handle: str, tag: str,
               shared: bool) -> Caller:
        """The account of a board's user, made on first sight. Raises Banned.

        `record` is the board's own of the user, "" if it gives none; `tag` tells namesakes
        apart; `shared`: the handle is the casino's own account of that handle.
        """
        name = presentable(handle)
        if shared:
            found = self._people.find(desk, name)
            caller = found[0] if found else self._people.create(desk, name, "")
        else:
            caller = self._of_board(desk, handles.fold(board), record, name, tag)
        if self.banned(desk, caller.id):
            raise Banned(caller.handle)
        return caller

    def _of_board(self, desk: Desk, board: str, record: str, name: str, tag: str) -> Caller:
        by_handle = "=" + handles.fold(name)
        member = "#" + handles.fold(record) if record else by_handle
        id = _OF.value(desk, board=board, member=member)
        if id is None and record:
            id = self._unclaimed(desk, board, by_handle)
        caller = self._newcomer(desk, name, tag) if id is None else self._people.caller(desk, id)
        for key in {member, by_handle}:
            _JOIN.run(desk, board=board, member=key, caller_id=caller.id)
        return caller

    def _unclaimed(self, desk: Desk, board: str, by_handle: str) -> int | None:
        """The account of that handle, unless another record of the board has it already."""
        id: int | None = _OF.value(desk, board=board, member=by_handle)
        if id is None or _RECORDS.row(desk, board=board, caller=id):
            return None
        return id

    def _newcomer(self, desk: Desk, name: str, tag: str) -> Caller:
        """A new account under the board's handle, or the nearest that is free."""
        tails = ["", f" @{tag}"] + [f" @{tag}{n}" for n in range(2, 1000)]
        for tail in tails:
            free = name[:handles.LONGEST - len(tail)].rstrip() + tail
            try:
                return self._people.create(desk, handles.clean(free), "")
            except (HandleTaken, BadHandle):
                continue
        raise HandleTaken(name)

    # What sysops order.

    def ban(self, desk: Desk, handle: str, out: bool) -> Caller:
        """Keeps somebody out, or lets them in again. Raises NoSuchCaller."""
        caller = self._known(desk, handle)
        if out:
            _BAN.run(desk, caller_id=caller.id, at=int(self._now()))
        else:
            _PARDON.run(desk, caller=caller.id)
        return caller

    def banned(self, desk: Desk, caller_id: int) -> bool:
        return _BANNED.row(desk, caller=caller_id) is not None

    def merge(self, desk: Desk, one: str, into: str) -> int:
        """Two accounts are one person: the chips of `one` and its board memberships go to `into`.

        The chips that moved. What `one` played stays written under its old name, which nobody
        can log in with any more. Raises NoSuchCaller or AlreadySeated.
        """
        old, new = self._known(desk, one), self._known(desk, into)
        if old.id == new.id:
            raise NoSuchCaller(f"{one} and {into} are one account already")
        for caller in (old, new):
            if _SEATED.row(desk, caller=caller.id):
                raise AlreadySeated(f"{caller.handle} is at a table, or has a hand waiting there")
        chips = self._people.bankroll(desk, old.id)
        if chips:
            self._ledger.post(desk, "merge", f"{old.handle} into {new.handle}", [
                (self._ledger.account(desk, "bankroll", old.id), -chips),
                (self._ledger.account(desk, "bankroll", new.id), chips)])
        _MOVE.run(desk, old=old.id, new=new.id)
        _RETIRE.run(desk, caller=old.id, name=f"{handles.fold(old.handle)} merged {old.id}")
        return chips

    def give(self, desk: Desk, handle: str, chips: int, reason: str) -> int:
        """Chips from the House's account; the bankroll afterwards. The caller reads the reason.

        Raises NoSuchCaller, also for guests; ValueError for no chips, or a reason that is no line.
        """
        if not 0 < chips <= MOST_CHIPS:
            raise ValueError(f"1 to {MOST_CHIPS:,} chips can be given")
        if not reason.isprintable() or not 0 < len(reason) <= LONGEST_REASON:
            raise ValueError(f"a reason is a line of at most {LONGEST_REASON} characters")
        caller = self._known(desk, handle)
        self._ledger.post(desk, "gift", reason, [
            (self._ledger.account(desk, "bankroll", caller.id), chips),
            (self._ledger.account(desk, "house"), -chips)])
        return self._people.bankroll(desk, caller.id)

    def _known(self, desk: Desk, handle: str) -> Caller:
        found = self._people.find(desk, handle)
        if found is None or found[0].guest:
            raise NoSuchCaller(f"there is no account {handle[:40]!r}")
        return found[0]


def presentable(handle: str) -> str:
    """A board's handle as a handle of ours: what may not stand in one is left out."""
    kept = "".join(letter for letter in handle if handles.may_stand(letter))
    return " ".join(kept.split())[:handles.LONGEST].rstrip() or "Nameless"


def tag_of(board: str) -> str:
    """The first letters of a board's name, as they may stand in a handle."""
    return presentable(board)[:TAG_LENGTH].rstrip()
