"""The audit of records: sittings against the ledger, and every hand against its hashes."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

import sqlalchemy as sa

from door.bank import chain
from door.bank.audit.ledger import Books
from door.bank.audit.progress import Progress, counted
from door.bank.days import overdue
from door.bank.schema import hands, pruned, sittings
from door.bank.sittings import memo, split_stacks
from door.bank.statements import Desk
from door.bank.totals import Tally
from door.views import Facts

_DEALT = ("policy", "cut", "proven", "first", "stacks", "dealt_at", "previous", "dealt_hash")
_ENDED = ("ended_stacks", "result", "ended_at", "ended_hash")
_FACTS = ("house_dealt", "folded", "pot", "best", "house_best")
_DAY, _NEAR = 24 * 3600, range(-2, 2)   # a day of the casino is one of these days of UTC
_Row = sa.Row[Any]


class Records:
    """What the records say; `tally` is what the hands that are there add to the totals."""

    def __init__(self, desk: Desk, progress: Progress, books: Books) -> None:
        self._desk, self._progress, self.books = desk, progress, books
        self.tally = Tally()
        self._pruned: dict[int, bytes] = {}

    def sittings(self) -> Iterator[str]:
        """Each went to the table and came back as the ledger says."""
        books = self.books
        for row in self._desk.core.execute(sa.select(sittings)):
            words = memo(row.id, row.label, row.game)
            came = books.memos.pop(row.opened, None) == ("sit", words)
            if not came or books.moved.get(row.opened) != (row.caller_id, row.buy_in):
                yield f"sitting {row.id} was not opened so"
            if row.closed and books.memos.pop(row.closed, None) != ("leave", words):
                yield f"sitting {row.id} was not closed so"
        for id, (_, words) in books.memos.items():
            yield f"transaction {id} is of no sitting: {words}"

    def pruned(self) -> Iterator[str]:
        """How far each caller's hands were pruned, by its own hash."""
        for row in self._desk.core.execute(sa.select(pruned)):
            if chain.pruned(row.caller_id, row.serial, row.hands, row.previous) != row.hash:
                yield f"what was pruned of caller {row.caller_id} does not agree with its hash"
            self._pruned[row.caller_id] = row.previous

    def hands(self) -> Iterator[str]:
        """Each agrees with its hashes, its caller's hand before, and the ledger."""
        most = self._desk.driver.execute("SELECT count(*) FROM hands").fetchone()[0]
        rows = counted(self._desk.core.execute(
            sa.select(hands, sittings.c.caller_id, sittings.c.label, sittings.c.buy_in,
                      sittings.c.closed)
            .join(sittings).order_by(sittings.c.caller_id, sittings.c.id, hands.c.number)),
            self._progress, "records", most)
        loose: list[str] = []   # said behind what is wrong with a hand by itself
        for caller, mine in groupby(rows, key=lambda row: row.caller_id):
            yield from self._chain(self._pruned.get(caller, chain.NOTHING), mine, loose)
        yield from loose
        yield from self._left_over()

    def _chain(self, previous: bytes, mine: Iterable[_Row], loose: list[str]) -> Iterator[str]:
        """One caller's hands, the oldest first."""
        for row in mine:
            if row.previous not in (None, previous):
                loose.append(f"hand {row.id} does not follow on its caller's hand before it")
            try:
                if _differs(row, _actions(self._desk, row.serial)):
                    yield f"hand {row.id} does not agree with its hashes"
                if row.number == 1 and row.stacks not in ("", f"{row.buy_in},{row.buy_in}"):
                    yield f"hand {row.id} does not begin with what was brought to the table"
                if row.state == "done":
                    yield from self._net(row)
                    if row.day - row.ended_at // _DAY not in _NEAR:
                        yield f"hand {row.id} is counted on a day on which it did not end"
            except (ValueError, TypeError, AttributeError, LookupError) as error:
                yield f"hand {row.id} cannot be read: {error}"
            if row.state in ("done", "void"):
                previous = row.ended_hash

    def _net(self, row: _Row) -> Iterator[str]:
        """What a hand that is done moved, in the ledger and in the totals."""
        net = split_stacks(row.ended_stacks)[0] - split_stacks(row.stacks)[0]
        if self.books.nets.pop(row.id, (row.caller_id, 0)) != (row.caller_id, net):
            yield f"hand {row.id} does not agree with the ledger"
        facts = facts_of(row)
        self.tally.count(row.caller_id, row.day, row.game, row.id, row.ended_at, net, facts,
                         overdue(row.dealt_at, row.ended_at))
        if facts and row.closed:
            self.tally.open(row.day, row.game, row.house_dealt, 1, row.ended_at)

    def _left_over(self) -> Iterator[str]:
        """What the ledger has and no record, unless that caller's hands were pruned."""
        for id, (caller, _) in self.books.nets.items():
            if caller not in self._pruned:
                yield f"the ledger has a hand {id} that has not ended so"


def facts_of(row: Any) -> Facts | None:
    """As they are stored; None where nobody told them."""
    if row.caller_dealt is None:
        return None
    return Facts((row.caller_dealt, row.house_dealt), row.folded, row.pot, row.best,
                 row.house_best)


def agrees(desk: Desk, hand_id: str) -> bool:
    """Whether one hand's record is what its own hashes were made of; not whether they are one
    chain with those before it, which the whole audit looks at."""
    row = desk.core.execute(
        sa.select(hands, sittings.c.caller_id, sittings.c.label, sittings.c.buy_in)
        .join(sittings).where(hands.c.id == hand_id)).one()
    try:
        return not _differs(row, _actions(desk, row.serial))
    except (ValueError, TypeError, AttributeError):
        return False


def _actions(desk: Desk, serial: int) -> list[tuple[int, int, str, bytes]]:
    return desk.driver.execute(
        'SELECT n, seat, "action", chain FROM actions WHERE hand = ? ORDER BY n',
        (serial,)).fetchall()


def _differs(row: _Row, acted: Iterable[tuple[int, int, str, bytes]]) -> bool:
    """Whether a hand's record is anything but what its hashes were made of."""
    link = chain.sealed(row.serial, row.id, (row.sitting_id, row.caller_id, row.label, row.buy_in),
                        row.number, row.game, row.rules_version, row.seed, row.seal, row.sealed_at)
    good = link == row.sealed_hash and _counts(row)
    if row.state in ("sealed", "unplayed"):
        good = good and not _any(row, _DEALT) and not acted
    else:
        link = chain.dealt(row.previous, link, row.cut, row.proven, row.first, row.stacks,
                           row.policy, row.dealt_at)
        good = good and link == row.dealt_hash
    for expected, (n, seat, text, stored) in enumerate(acted):
        link = chain.action(link, n, seat, text)
        good = good and n == expected and link == stored
    if row.state in ("sealed", "open"):
        return not good or _any(row, _ENDED)
    end = chain.ended(link, row.state, row.ended_stacks, row.result, row.ended_at)
    return not good or end != row.ended_hash


def _counts(row: _Row) -> bool:
    """Whether only a hand that is done counts for the figures, and with all that it has or none."""
    if row.state != "done" and (row.day, row.caller_dealt) != (None, None):
        return False
    return row.caller_dealt is not None or all(row._mapping[name] is None for name in _FACTS)


def _any(row: _Row, names: Iterable[str]) -> bool:
    return any(row._mapping[name] for name in names)
