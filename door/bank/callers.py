"""Callers: accounts, guests, the daily grant. What a password is worth is in passwords.py."""

from collections.abc import Callable
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy import bindparam

from door.bank import handles
from door.bank.days import day_of
from door.bank.errors import HandleTaken, NoSuchCaller
from door.bank.ledger import Ledger
from door.bank.preferences import parse, written
from door.bank.schema import callers, sittings
from door.bank.statements import Desk, Prepared
from door.config import BankSettings
from door.views import Caller, Preferences, Statement

_SCREEN_LENGTH = 40
_c = callers.c
_this = _c.id == bindparam("caller")
_free = sa.text("guest > 0") & (_c.present == 0)  # as the index has it
_here = sa.text("guest > 0") & (_c.present == 1)
_CALLER = Prepared(sa.select(callers).where(_this))
_FIND = Prepared(sa.select(callers).where(_c.folded == bindparam("handle"), _c.present == 1))
_INSERT = Prepared(sa.insert(callers), [name for name in _c.keys() if name != "id"])
_PASSWORD = Prepared(sa.update(callers).where(
    _c.folded == bindparam("handle"), _c.guest == 0).values(password=bindparam("stored")))
_REMEMBER = Prepared(sa.update(callers).where(_this).values(
    screen=bindparam("choice"), calls=_c.calls + 1, last_call=bindparam("at")))
_PREFER = Prepared(sa.update(callers).where(_this).values(
    screen=bindparam("choice"), settings=bindparam("words")))
_LOWEST = Prepared(sa.select(_c.id).where(_free).order_by(_c.guest).limit(1))
_HIGHEST = Prepared(sa.select(_c.guest).where(_here).order_by(_c.guest.desc()).limit(1))
_RETURN = Prepared(sa.update(callers).where(_this).values(
    present=1, since=bindparam("last"), screen="", calls=0, last_call=None, granted="",
    settings=""))
_GONE = Prepared(sa.update(callers).where(_this).values(present=0))
_LEFT = Prepared(sa.select(_c.id).where(_here, _c.id.not_in(
    sa.select(sittings.c.caller_id).where(sittings.c.closed.is_(None)))))
_GRANT = Prepared(sa.update(callers).where(_this).values(granted=bindparam("day")))


class _Row(NamedTuple):
    """A row of callers, in the order of its columns."""

    id: int
    handle: str
    folded: str
    password: str
    guest: int
    present: int
    since: int
    screen: str
    calls: int
    last_call: int | None
    granted: str
    settings: str

    def view(self) -> Caller:
        return Caller(self.id, self.handle, bool(self.guest), self.screen, self.calls,
                      self.last_call, parse(self.settings))


class Callers:
    """Works at a desk, within the transaction of whoever asks."""

    def __init__(self, ledger: Ledger, settings: BankSettings, now: Callable[[], float]) -> None:
        self._ledger, self._settings, self._now = ledger, settings, now

    def create(self, desk: Desk, handle: str, password: str) -> Caller:
        """An account with its first chips; `password` as it is stored. Raises HandleTaken."""
        if self.find(desk, handle):
            raise HandleTaken(handle)
        return self._open(desk, self._insert(desk, handle, password, guest=0))

    def find(self, desk: Desk, handle: str) -> tuple[Caller, str] | None:
        """The caller of that handle, in any case, and the stored password ("" for a guest)."""
        row = _FIND.row(desk, handle=handles.fold(handle))
        return (_Row(*row).view(), _Row(*row).password) if row else None

    def caller(self, desk: Desk, caller_id: int) -> Caller:
        """Raises NoSuchCaller."""
        return self._row(desk, caller_id).view()

    def set_password(self, desk: Desk, handle: str, password: str) -> None:
        """`password` as it is stored. Raises NoSuchCaller, for guests too: they have none."""
        if not _PASSWORD.run(desk, handle=handles.fold(handle), stored=password).rowcount:
            raise NoSuchCaller(handle)

    def remember(self, desk: Desk, caller_id: int, screen: str) -> None:
        """One call more, now, with that graphics choice. Raises NoSuchCaller."""
        if not _REMEMBER.run(desk, caller=caller_id, choice=screen[:_SCREEN_LENGTH],
                             at=int(self._now())).rowcount:
            raise NoSuchCaller(str(caller_id))

    def prefer(self, desk: Desk, caller_id: int, screen: str, preferences: Preferences) -> None:
        """Keeps a graphics choice and preferences. Raises NoSuchCaller."""
        if not _PREFER.run(desk, caller=caller_id, choice=screen[:_SCREEN_LENGTH],
                           words=written(preferences)).rowcount:
            raise NoSuchCaller(str(caller_id))

    def guest(self, desk: Desk) -> Caller:
        """Guest N of the lowest N that is free, with the first chips of a new caller."""
        id = _LOWEST.value(desk)
        if id is None:
            number = (_HIGHEST.value(desk) or 0) + 1
            id = self._insert(desk, f"Guest {number}", "", guest=number)
        else:
            _RETURN.run(desk, caller=id, last=self._ledger.last(desk))
        return self._open(desk, id)

    def close_guest(self, desk: Desk, caller_id: int) -> None:
        """What is left goes back to the mint, and the N is free. Raises NoSuchCaller for
        somebody who is no guest; nothing for a guest who has left. No sitting may be open."""
        row = self._row(desk, caller_id)
        if not row.guest:
            raise NoSuchCaller(f"{caller_id} is no guest")
        if row.present:
            chips = self._ledger.balance(desk, "bankroll", caller_id)
            self._mint(desk, "gone", row.handle, caller_id, -chips)
            _GONE.run(desk, caller=caller_id)

    def left_behind(self, desk: Desk) -> list[int]:
        """Guests who are present and at no table: at start-up, their lines are long gone."""
        return [id for id, in _LEFT.run(desk)]

    def bankroll(self, desk: Desk, caller_id: int) -> int:
        """Chips in the bank. Raises NoSuchCaller."""
        self._row(desk, caller_id)
        return self._ledger.balance(desk, "bankroll", caller_id)

    def statement(self, desk: Desk, caller_id: int, limit: int) -> Statement:
        """A guest reads what came since the call began, and nothing of the guest before."""
        since = self._row(desk, caller_id).since
        return self._ledger.statement(desk, caller_id, since, limit)

    def grant(self, desk: Desk, caller_id: int) -> int:
        """The daily grant, in chips: 0 for who has had it, or has enough.

        Chips on a table count, so nobody hides a stack from it. A guest gets it once a call.
        """
        row, day, to = self._row(desk, caller_id), self._day(), self._settings.grant_to
        if row.granted >= day or (row.guest and row.granted):
            return 0
        chips = (self._ledger.balance(desk, "bankroll", caller_id)
                 + self._ledger.balance(desk, "stack", caller_id))
        if chips >= min(self._settings.grant_below, to):
            return 0
        self._mint(desk, "grant", day, caller_id, to - chips)
        _GRANT.run(desk, caller=caller_id, day=day)
        return to - chips

    def _day(self) -> str:
        """The casino's day, which begins at day_starts, local time."""
        return day_of(self._now(), self._settings.day_starts).isoformat()

    def _row(self, desk: Desk, caller_id: int) -> _Row:
        row = _CALLER.row(desk, caller=caller_id)
        if row is None:
            raise NoSuchCaller(str(caller_id))
        return _Row(*row)

    def _insert(self, desk: Desk, handle: str, password: str, guest: int) -> int:
        made = _INSERT.run(
            desk, handle=handle, folded=handles.fold(handle), password=password, guest=guest,
            present=1, since=self._ledger.last(desk), screen="", calls=0, last_call=None,
            granted="", settings="")
        return int(made.lastrowid or 0)

    def _open(self, desk: Desk, caller_id: int) -> Caller:
        self._mint(desk, "opening", "", caller_id, self._settings.start)
        return self.caller(desk, caller_id)

    def _mint(self, desk: Desk, kind: str, memo: str, caller_id: int, chips: int) -> None:
        if chips:
            self._ledger.post(desk, kind, memo, [
                (self._ledger.account(desk, "bankroll", caller_id), chips),
                (self._ledger.account(desk, "mint"), -chips)])
