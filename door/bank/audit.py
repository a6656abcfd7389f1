"""The audit: everything that can be computed again is, and what does not agree is named.

It reads one snapshot on a connection of its own while the writer goes on. It knows the ledger
and the records as they are stored; whether a hand was played by the rules is not its question.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

import sqlalchemy as sa

from door.bank import chain
from door.bank.schema import accounts, entries, hands, sittings, transactions
from door.bank.sittings import memo, split_stacks
from door.bank.statements import DISK_ERRORS, Desk

_DEALT = ("policy", "cut", "proven", "first", "stacks", "dealt_at", "previous", "dealt_hash")
_ENDED = ("ended_stacks", "result", "ended_at", "ended_hash")


def audit(desk: Desk) -> list[str]:
    """What does not agree, a sentence each; nothing if all does."""
    books = _Books()
    found: list[str] = []
    for part in (_file, books.transactions, books.balances, books.sittings, books.hands):
        try:
            found += part(desk)
        except (*DISK_ERRORS, ValueError, TypeError, AttributeError) as error:
            found.append(f"what is stored cannot be read: {error}")
    return found


def _file(desk: Desk) -> Iterator[str]:
    """SQLite's own view of the file: pages, indexes, constraints, rows that belong nowhere."""
    for answer, in desk.driver.execute("PRAGMA integrity_check(20)"):
        if answer != "ok":
            yield f"the file: {answer}"
    for table, row, *_ in desk.driver.execute("PRAGMA foreign_key_check"):
        yield f"{table}, row {row}, belongs nowhere"


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


class _Books:
    """What the ledger says, kept for what must agree with it."""

    def __init__(self) -> None:
        self.computed: Counter[int] = Counter()
        self.memos: dict[int, tuple[str, str]] = {}
        self.moved: dict[int, int] = {}
        self.nets: dict[str, int] = {}

    def transactions(self, desk: Desk) -> Iterator[str]:
        """Each sums to zero, and they are one chain."""
        previous, expected = chain.NOTHING, 1
        moves = _Movements(desk)
        for id, at, kind, words, link in desk.core.execute(
                sa.select(transactions).order_by(transactions.c.id)):
            movements = moves.of(id)
            flat = [(name, amount) for _, name, amount in movements]
            if id != expected:
                yield f"transaction {expected} is missing"
            if chain.transaction(previous, id, at, kind, words, flat) != link:
                yield f"transaction {id} does not agree with its hash"
            if sum(amount for _, amount in flat):
                yield f"transaction {id} does not sum to zero"
            previous, expected = link, id + 1
            self._keep(id, kind, words, movements)

    def _keep(self, id: int, kind: str, words: str,
              movements: list[tuple[int, str, int]]) -> None:
        for account, name, amount in movements:
            self.computed[account] += amount
            if name.startswith("stack "):
                self.moved[id] = amount
        if kind in ("sit", "leave"):
            self.memos[id] = kind, words
        elif kind == "hand":
            self.nets[words] = self.moved.get(id, 0)

    def balances(self, desk: Desk) -> Iterator[str]:
        """Each is what its entries sum to, and all of them sum to zero."""
        total = 0
        for row in desk.core.execute(sa.select(accounts.c.id, accounts.c.caller_id,
                                               accounts.c.kind.label("account"),
                                               accounts.c.balance)):
            total += row.balance
            if row.balance != self.computed[row.id]:
                yield f"{_name(row)} holds {row.balance}, its entries {self.computed[row.id]}"
        if total:
            yield f"all accounts sum to {total}"

    def sittings(self, desk: Desk) -> Iterator[str]:
        """Each went to the table and came back as the ledger says."""
        for row in desk.core.execute(sa.select(sittings)):
            words = memo(row.id, row.label, row.game)
            came = self.memos.pop(row.opened, None) == ("sit", words)
            if not came or self.moved.get(row.opened) != row.buy_in:
                yield f"sitting {row.id} was not opened so"
            if row.closed and self.memos.pop(row.closed, None) != ("leave", words):
                yield f"sitting {row.id} was not closed so"
        for id, (_, words) in self.memos.items():
            yield f"transaction {id} is of no sitting: {words}"

    def hands(self, desk: Desk) -> Iterator[str]:
        """Each agrees with its hashes, its caller's hand before, and the ledger."""
        rows = desk.core.execute(
            sa.select(hands, sittings.c.caller_id, sittings.c.label, sittings.c.buy_in)
            .join(sittings).order_by(sittings.c.caller_id, sittings.c.id, hands.c.number))
        for _, mine in groupby(rows, key=lambda row: row.caller_id):
            previous = chain.NOTHING
            for row in mine:
                if _differs(row, previous, _actions(desk, row.serial)):
                    yield f"hand {row.id} does not agree with its hashes"
                if row.state in ("done", "void"):
                    previous = row.ended_hash
                yield from self._net(row)
        for id in self.nets:
            yield f"the ledger has a hand {id} that has not ended so"

    def _net(self, row: "sa.Row[Any]") -> Iterator[str]:
        if row.state == "done":
            won = split_stacks(row.ended_stacks)[0] - split_stacks(row.stacks)[0]
            if self.nets.pop(row.id, 0) != won:
                yield f"hand {row.id} does not agree with the ledger"


def _name(row: "sa.Row[*tuple[Any, ...]]") -> str:
    return str(row.account if row.caller_id is None else f"{row.account} {row.caller_id}")


def _actions(desk: Desk, serial: int) -> list[tuple[int, int, str, bytes]]:
    return desk.driver.execute(
        'SELECT n, seat, "action", chain FROM actions WHERE hand = ? ORDER BY n',
        (serial,)).fetchall()


def _differs(row: "sa.Row[Any]", previous: bytes,
             acted: Iterable[tuple[int, int, str, bytes]]) -> bool:
    """Whether a hand's record is anything but what its hashes were made of."""
    link = chain.sealed(row.serial, row.id, (row.sitting_id, row.caller_id, row.label, row.buy_in),
                        row.number, row.game, row.rules_version, row.seed, row.seal, row.sealed_at)
    good = link == row.sealed_hash
    if row.state in ("sealed", "unplayed"):
        good = good and not any(row._mapping[name] for name in _DEALT) and not acted
    else:
        link = chain.dealt(previous, link, row.cut, row.proven, row.first, row.stacks, row.policy,
                           row.dealt_at)
        good = good and row.previous == previous and link == row.dealt_hash
    for expected, (n, seat, text, stored) in enumerate(acted):
        link = chain.action(link, n, seat, text)
        good = good and n == expected and link == stored
    if row.state in ("sealed", "open"):
        return not good or any(row._mapping[name] for name in _ENDED)
    end = chain.ended(link, row.state, row.ended_stacks, row.result, row.ended_at)
    return not good or end != row.ended_hash
