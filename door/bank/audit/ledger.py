"""The audit of the ledger: its chain, its sums, every balance and every statement."""

import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import groupby
from typing import Any

import sqlalchemy as sa

from door.bank import chain
from door.bank.audit.progress import Progress, counted
from door.bank.ledger import Ledger
from door.bank.schema import accounts, entries, transactions
from door.bank.statements import Desk

_ALL = -1   # SQLite's word for no limit


class _Movements:
    """Account, its name and the amount of all entries, read once in the order of transactions."""

    def __init__(self, desk: Desk) -> None:
        rows = desk.core.execute(sa.select(
            entries.c.transaction_id, accounts.c.id, accounts.c.caller_id,
            accounts.c.kind.label("account"), entries.c.amount)
            .outerjoin(accounts, accounts.c.id == entries.c.account_id)
            .order_by(entries.c.transaction_id))
        self._groups = groupby(rows, key=lambda row: int(row.transaction_id))
        self._next = next(self._groups, None)

    def of(self, id: int) -> list[tuple[int, str, int]]:
        """Those of a transaction; ask in ascending order. Entries of none are passed over."""
        found: list[tuple[int, str, int]] = []
        while self._next and self._next[0] <= id:
            if self._next[0] == id:
                found = [(row.id, _name(row), row.amount) for row in self._next[1]]
            self._next = next(self._groups, None)
        return found


class Books:
    """What the ledger says, kept for what must agree with it.

    `memos` are kind and memo of the transactions that opened and closed sittings, `moved` whose
    stack each transaction moved and by how much, `nets` the same of each hand, `played` of each
    caller how many hands moved chips, how many, and the squares of them. `opened` are the
    transactions of callers' first chips, `granted` those of their last daily grants, and the days.
    """

    def __init__(self, desk: Desk, progress: Progress) -> None:
        self._desk, self._progress = desk, progress
        self.computed: Counter[int] = Counter()
        self.memos: dict[int, tuple[str, str]] = {}
        self.moved: dict[int, tuple[int, int]] = {}
        self.nets: dict[str, tuple[int, int]] = {}
        self.played: dict[int, Counter[str]] = defaultdict(Counter)
        self.opened: dict[int, int] = {}
        self.granted: dict[int, tuple[int, str]] = {}

    def transactions(self) -> Iterator[str]:
        """Each sums to zero, takes from nobody what they have not, and they are one chain."""
        previous, expected = chain.NOTHING, 1
        moves = _Movements(self._desk)
        most = self._desk.driver.execute("SELECT count(*) FROM transactions").fetchone()[0]
        rows = self._desk.core.execute(sa.select(transactions).order_by(transactions.c.id))
        for id, at, kind, words, link in counted(rows, self._progress, "transactions", most):
            movements = moves.of(id)
            flat = [(name, amount) for _, name, amount in movements]
            if id != expected:
                yield f"transaction {expected} is missing"
            if chain.transaction(previous, id, at, kind, words, flat) != link:
                moved = ", ".join(f"{name} {amount:+}" for name, amount in flat)
                yield f"transaction {id} ({moved}) does not agree with its hash"
            if sum(amount for _, amount in flat):
                yield f"transaction {id} does not sum to zero"
            yield from self._keep(id, kind, words, movements)
            previous, expected = link, id + 1

    def _keep(self, id: int, kind: str, words: str,
              movements: list[tuple[int, str, int]]) -> Iterator[str]:
        for account, name, amount in movements:
            self.computed[account] += amount
            if self.computed[account] < 0 and " " in name:
                yield f"transaction {id} takes {name} below nothing"
            if kind in ("opening", "grant") and name.startswith("bankroll "):
                self._keep_gift(id, kind, words, int(name.split()[1]))
            if name.startswith("stack "):
                caller = int(name.split()[1])
                self.moved[id] = caller, amount
                if kind == "hand":
                    self.nets[words] = caller, amount
                    self.played[caller].update(moved=1, net=amount, squares=amount * amount)
        if kind in ("sit", "leave"):
            self.memos[id] = kind, words

    def _keep_gift(self, id: int, kind: str, words: str, caller: int) -> None:
        if kind == "opening":
            self.opened[caller] = id
        else:
            self.granted[caller] = id, words

    def balances(self) -> Iterator[str]:
        """Each is what its entries sum to, and all of them sum to zero."""
        total = 0
        for row in self._desk.core.execute(sa.select(
                accounts.c.id, accounts.c.caller_id, accounts.c.kind.label("account"),
                accounts.c.balance)):
            total += row.balance
            if row.balance != self.computed[row.id]:
                yield f"{_name(row)} holds {row.balance}, its entries {self.computed[row.id]}"
        if total:
            yield f"all accounts sum to {total}"

    def statements(self) -> Iterator[str]:
        """Each, as its caller reads it, goes from nothing to what the account holds."""
        ledger = Ledger(time.time)
        for caller, in self._desk.driver.execute(
                "SELECT caller_id FROM accounts WHERE kind = 'bankroll' ORDER BY 1").fetchall():
            statement = ledger.statement(self._desk, caller, 0, _ALL)
            begins = statement.balance - sum(line.amount for line in statement.lines)
            if begins:
                yield f"the statement of caller {caller} begins with {begins}, not with nothing"


def _name(row: "sa.Row[*tuple[Any, ...]]") -> str:
    return str(row.account if row.caller_id is None else f"{row.account} {row.caller_id}")
