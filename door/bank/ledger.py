"""The ledger: double entry, whole chips. What one account gets, others give, in one transaction.

Every caller has a bankroll, and from the first sitting on a stack and a house_stack, the chips on
the table. There is one house, which may owe; one mint, where chips come from and go to; one tax.
The balances of all accounts sum to zero, always. Transactions are one chain (chain.py).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from door.bank import chain
from door.bank.schema import accounts, entries, transactions
from door.bank.statements import Desk, Prepared, RowInsert
from door.views import Statement, StatementLine

# What a caller reads; a kind that is not here shows its memo.
TEXTS = {
    "opening": "Chips to start with",
    "grant": "Daily grant",
    "sit": "Taken to the table",
    "leave": "Brought back from the table",
    "merge": "Brought together by the sysop",
}
_ACCOUNT = Prepared(sa.select(accounts.c.id, accounts.c.balance).where(
    accounts.c.kind == sa.bindparam("kind"),
    accounts.c.caller_id.is_not_distinct_from(sa.bindparam("caller_id"))))
_NEW_ACCOUNT = Prepared(sa.insert(accounts), ["kind", "caller_id", "balance"])
_LAST = Prepared(sa.select(transactions.c.id, transactions.c.chain).order_by(
    transactions.c.id.desc()).limit(1))
_LINES = Prepared(
    sa.select(transactions.c.at, transactions.c.kind, transactions.c.memo, entries.c.amount)
    .join(entries).where(entries.c.account_id == sa.bindparam("account"),
                         entries.c.transaction_id > sa.bindparam("since"))
    .order_by(entries.c.transaction_id.desc()).limit(sa.bindparam("most")))
_TRANSACTIONS, _ENTRIES = RowInsert(transactions), RowInsert(entries)
_MOVE = "UPDATE accounts SET balance = balance + ? WHERE id = ?"


@dataclass(frozen=True, slots=True)
class Account:
    """`name` is the kind, and the caller's number where there is one: "bankroll 17", "house"."""

    id: int
    name: str


class Ledger:
    """Books movements; what it booked reaches the store at flush(), within the same transaction.

    It remembers the end of the chain, for the writer is alone with it (see Store).
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self.forget()

    def forget(self) -> None:
        """Nothing is known until it is read again."""
        self._last: tuple[int, bytes] | None = None
        self._single: dict[str, Account] = {}
        self._transactions: list[tuple[int, int, str, str, bytes]] = []
        self._entries: list[tuple[int, int, int]] = []
        self._moves: dict[int, int] = {}

    def account(self, desk: Desk, kind: str, caller_id: int | None = None) -> Account:
        """The account of that kind, made at the first need. Owner None: house, mint or tax."""
        if caller_id is None and kind in self._single:
            return self._single[kind]
        id = _ACCOUNT.value(desk, kind=kind, caller_id=caller_id)
        if id is None:
            id = _NEW_ACCOUNT.run(desk, kind=kind, caller_id=caller_id, balance=0).lastrowid
        account = Account(id, kind if caller_id is None else f"{kind} {caller_id}")
        if caller_id is None:
            self._single[kind] = account
        return account

    def balance(self, desk: Desk, kind: str, caller_id: int | None = None) -> int:
        """Chips of an account; 0 for one that nobody has needed yet."""
        row = _ACCOUNT.row(desk, kind=kind, caller_id=caller_id)
        return row[1] if row else 0

    def last(self, desk: Desk) -> int:
        """The number of the last transaction, 0 for none."""
        return self._end(desk)[0]

    def post(self, desk: Desk, kind: str, memo: str,
             movements: Sequence[tuple[Account, int]]) -> int:
        """book(), and into the store at once."""
        number = self.book(desk, kind, memo, movements)
        self.flush(desk)
        return number

    def book(self, desk: Desk, kind: str, memo: str,
             movements: Sequence[tuple[Account, int]]) -> int:
        """One transaction; its number. Each account at most once; nothing for movements of 0.

        ValueError: the amounts do not sum to zero, or there is nothing to move.
        """
        moved = [(account, amount) for account, amount in movements if amount]
        drift = sum(amount for _, amount in moved)
        if drift or not moved:
            raise ValueError(f"{kind} {memo}: these movements do not balance")
        number, previous = self._end(desk)
        number, at = number + 1, int(self._now())
        link = chain.transaction(previous, number, at, kind, memo,
                                 [(account.name, amount) for account, amount in moved])
        self._last = number, link
        self._transactions.append((number, at, kind, memo, link))
        for account, amount in moved:
            self._entries.append((account.id, number, amount))
            self._moves[account.id] = self._moves.get(account.id, 0) + amount
        return number

    def flush(self, desk: Desk) -> None:
        """Write what was booked. sqlite3.IntegrityError where a balance would fall below 0."""
        if self._transactions:
            _TRANSACTIONS.run(desk, self._transactions)
            _ENTRIES.run(desk, self._entries)
            desk.driver.executemany(_MOVE, [(chips, id) for id, chips in self._moves.items()])
            self._transactions, self._entries, self._moves = [], [], {}

    def _end(self, desk: Desk) -> tuple[int, bytes]:
        if self._last is None:
            self._last = _LAST.row(desk) or (0, chain.NOTHING)
        return self._last

    def statement(self, desk: Desk, caller_id: int, since: int, limit: int) -> Statement:
        """The bankroll and its last movements behind transaction `since`, the newest first."""
        account = self.account(desk, "bankroll", caller_id)
        balance = now = self.balance(desk, "bankroll", caller_id)
        lines = []
        for at, kind, memo, amount in _LINES.run(desk, account=account.id, since=since,
                                                 most=limit):
            lines.append(StatementLine(at, kind, TEXTS.get(kind, memo), amount, balance))
            balance -= amount
        return Statement(now, tuple(lines))
