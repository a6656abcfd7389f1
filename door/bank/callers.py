"""Callers: accounts, guests, the daily grant. What a password is worth is in passwords.py."""

from collections.abc import Callable
from datetime import datetime, timedelta

import sqlalchemy as sa

from door.bank import handles
from door.bank.errors import HandleTaken, NoSuchCaller
from door.bank.ledger import Ledger
from door.bank.schema import callers, sittings
from door.bank.store import Desk
from door.config import BankSettings
from door.views import Caller, Statement

_SCREEN_LENGTH = 40


class Callers:
    """Works at a desk, within the transaction of whoever asks."""

    def __init__(self, ledger: Ledger, settings: BankSettings, now: Callable[[], float]) -> None:
        self._ledger, self._settings, self._now = ledger, settings, now

    def create(self, desk: Desk, handle: str, password: str) -> Caller:
        """An account with its first chips; `password` as it is stored. Raises HandleTaken."""
        if self.find(desk, handle):
            raise HandleTaken(handle)
        id = self._insert(desk, handle, password, guest=0)
        self._open(desk, id)
        return self.caller(desk, id)

    def find(self, desk: Desk, handle: str) -> tuple[Caller, str] | None:
        """The caller of that handle, in any case, and the stored password ("" for a guest)."""
        row = desk.core.execute(sa.select(callers).where(
            callers.c.folded == handles.fold(handle), callers.c.present == 1)).one_or_none()
        return None if row is None else (_view(row), row.password)

    def caller(self, desk: Desk, caller_id: int) -> Caller:
        """Raises NoSuchCaller."""
        return _view(self._row(desk, caller_id))

    def set_password(self, desk: Desk, handle: str, password: str) -> None:
        """`password` as it is stored. Raises NoSuchCaller, for guests too: they have none."""
        done = desk.core.execute(sa.update(callers).where(
            callers.c.folded == handles.fold(handle), callers.c.guest == 0).values(
                password=password))
        if not done.rowcount:
            raise NoSuchCaller(handle)

    def remember(self, desk: Desk, caller_id: int, screen: str) -> None:
        """One call more, now, with that graphics choice. Raises NoSuchCaller."""
        done = desk.core.execute(sa.update(callers).where(callers.c.id == caller_id).values(
            screen=screen[:_SCREEN_LENGTH], calls=callers.c.calls + 1, last_call=int(self._now())))
        if not done.rowcount:
            raise NoSuchCaller(str(caller_id))

    def guest(self, desk: Desk) -> Caller:
        """Guest N of the lowest N that is free, with the first chips of a new caller."""
        row = desk.core.execute(
            sa.select(callers.c.id).where(callers.c.guest > 0, callers.c.present == 0)
            .order_by(callers.c.guest).limit(1)).one_or_none()
        if row is None:
            most = desk.core.scalar(sa.select(sa.func.max(callers.c.guest)).where(
                callers.c.guest > 0, callers.c.present == 1)) or 0
            id = self._insert(desk, f"Guest {most + 1}", "", guest=most + 1)
        else:
            id = row.id
            desk.core.execute(sa.update(callers).where(callers.c.id == id).values(
                present=1, since=self._ledger.last(desk), screen="", calls=0, last_call=None,
                granted=""))
        self._open(desk, id)
        return self.caller(desk, id)

    def close_guest(self, desk: Desk, caller_id: int) -> None:
        """What is left goes back to the mint, and the N is free. Raises NoSuchCaller for
        somebody who is no guest; nothing for a guest who has left. No sitting may be open."""
        row = self._row(desk, caller_id)
        if not row.guest:
            raise NoSuchCaller(f"{caller_id} is no guest")
        if row.present:
            chips = self.bankroll(desk, caller_id)
            self._mint(desk, "gone", row.handle, caller_id, -chips)
            desk.core.execute(
                sa.update(callers).where(callers.c.id == caller_id).values(present=0))

    def left_behind(self, desk: Desk) -> list[int]:
        """Guests who are present and at no table: at start-up, their lines are long gone."""
        seated = sa.select(sittings.c.caller_id).where(sittings.c.closed.is_(None))
        return list(desk.core.scalars(sa.select(callers.c.id).where(
            callers.c.guest > 0, callers.c.present == 1, callers.c.id.not_in(seated))))

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
        row, day = self._row(desk, caller_id), self._day()
        if row.granted >= day or (row.guest and row.granted):
            return 0
        chips = (self._ledger.balance(desk, "bankroll", caller_id)
                 + self._ledger.balance(desk, "stack", caller_id))
        if chips >= min(self._settings.grant_below, self._settings.grant_to):
            return 0
        self._mint(desk, "grant", day, caller_id, self._settings.grant_to - chips)
        desk.core.execute(sa.update(callers).where(callers.c.id == caller_id).values(granted=day))
        return self._settings.grant_to - chips

    def _day(self) -> str:
        """The casino's day, which begins at day_starts, local time."""
        starts = self._settings.day_starts
        moment = datetime.fromtimestamp(self._now()) - timedelta(
            hours=starts.hour, minutes=starts.minute)
        return moment.date().isoformat()

    def _row(self, desk: Desk, caller_id: int) -> "sa.Row[*tuple[object, ...]]":
        row = desk.core.execute(sa.select(callers).where(callers.c.id == caller_id)).one_or_none()
        if row is None:
            raise NoSuchCaller(str(caller_id))
        return row

    def _insert(self, desk: Desk, handle: str, password: str, guest: int) -> int:
        made = desk.core.execute(sa.insert(callers).values(
            handle=handle, folded=handles.fold(handle), password=password, guest=guest, present=1,
            since=self._ledger.last(desk), screen="", calls=0, last_call=None, granted=""))
        assert made.inserted_primary_key is not None
        return int(made.inserted_primary_key[0])

    def _open(self, desk: Desk, caller_id: int) -> None:
        self._mint(desk, "opening", "", caller_id, self._settings.start)

    def _mint(self, desk: Desk, kind: str, memo: str, caller_id: int, chips: int) -> None:
        if chips:
            self._ledger.post(desk, kind, memo, [
                (self._ledger.account(desk, "bankroll", caller_id), chips),
                (self._ledger.account(desk, "mint"), -chips)])


def _view(row: "sa.Row[*tuple[object, ...]]") -> Caller:
    return Caller(row.id, row.handle, bool(row.guest), row.screen, row.calls, row.last_call)
