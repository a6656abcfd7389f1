"""One bit flipped in a store, somewhere, and what an audit must then name."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from door.bank.opening import make_engine
from door.bank.statements import Desk

LEDGER, RECORDS = ("accounts", "transactions", "entries"), ("sittings", "hands", "actions")
FIGURES = ("totals", "pruned")
CONTESTS = ("contests", "shared_deals", "tries", "triers", "tried_hands", "tried_actions")
FAME = ("medals", "seasons", "feats", "plaques", "stories", "marks", "callers")
# What of these rows follows from no record, so that no audit can miss it: whether somebody has been
# told of a mark, and all of a caller's row but two columns.
UNRECORDED = {"marks": {"told"}, "callers": set(
    "id handle folded password guest present screen calls last_call settings".split())}
_WIDTHS = (1, 2, 3, 4, 6, 8)    # bytes of an integer in SQLite's file (fileformat2, 2.1)


@contextmanager
def breakable(path: Path) -> Iterator[Desk]:
    """At a store in which everything may be broken, for it is put right again."""
    with make_engine(path, "normal").connect() as core:
        desk = Desk(core)
        desk.driver.execute("PRAGMA foreign_keys = OFF")
        desk.driver.execute("PRAGMA ignore_check_constraints = ON")
        desk.driver.execute("BEGIN")
        yield desk
        desk.driver.execute("ROLLBACK")


@dataclass(frozen=True)
class Flip:
    """`row` as it was, and the value that `column` has instead."""

    table: str
    column: str
    bit: int
    row: dict[str, Any]
    value: object

    def names(self, desk: Desk) -> set[str]:
        """Any of these says what is broken: the thing itself, or what it belonged or belongs to."""
        rows = [self.row, self.row | {self.column: self.value}]
        return {name for row in rows for name in _names(desk, self.table, row)} | {
            f"in {self.table}", f"row of {self.table}"}

    def leave(self, desk: Desk) -> None:
        """Flips it and leaves it so. sqlite3.IntegrityError: another row has that key."""
        given, place = self.value, "?"
        if isinstance(given, str):
            given, place = given.encode("utf-8", "surrogateescape"), "CAST(? AS TEXT)"
        keys = _keys(desk, self.table)
        desk.driver.execute(
            f'UPDATE {self.table} SET "{self.column}" = {place} WHERE '
            + " AND ".join(f'"{key}" = ?' for key in keys),
            [given, *(self.row[key] for key in keys)])


@contextmanager
def flipped(desk: Desk, flip: Flip) -> Iterator[None]:
    """The store with it, and then without. sqlite3.IntegrityError: another row has that key."""
    desk.driver.execute("SAVEPOINT good")
    try:
        flip.leave(desk)
        yield
    finally:
        desk.driver.execute("ROLLBACK TO good")
        desk.driver.execute("RELEASE good")


def flips(desk: Desk, luck: Random, count: int, tables: tuple[str, ...]) -> Iterator[Flip]:
    """Bits anywhere: the table in turn, then any row of it, any of its cells, any bit of that."""
    sizes = {table: desk.driver.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
             for table in tables}
    for n in range(count):
        table = tables[n % len(tables)]
        yield _flip(desk, table, luck.randrange(sizes[table]), luck)


def _flip(desk: Desk, table: str, place: int, luck: Random) -> Flip:
    cursor = desk.driver.execute(f"SELECT * FROM {table} LIMIT 1 OFFSET ?", (place,))
    row = dict(zip([column[0] for column in cursor.description], cursor.fetchone()))
    column = luck.choice([name for name, value in row.items()
                          if bits(value) and name not in UNRECORDED.get(table, ())])
    bit = luck.randrange(bits(row[column]))
    return Flip(table, column, bit, row, with_bit_flipped(row[column], bit))


def bits(value: object) -> int:
    """How many a cell has."""
    if isinstance(value, int):
        return 8 * next(width for width in _WIDTHS if -(1 << 8 * width - 1) <= value
                        < 1 << 8 * width - 1)
    if isinstance(value, str):
        return 8 * len(value.encode())
    return 8 * len(value) if isinstance(value, bytes) else 0


def with_bit_flipped(value: object, bit: int) -> object:
    """A text may be none any more: then its bytes stand as surrogates."""
    if isinstance(value, int):
        sign = 1 << bits(value) - 1
        return ((value & 2 * sign - 1 ^ 1 << bit) ^ sign) - sign
    data = bytearray(value.encode() if isinstance(value, str) else value)  # type: ignore[arg-type]
    data[bit // 8] ^= 1 << bit % 8
    return data.decode("utf-8", "surrogateescape") if isinstance(value, str) else bytes(data)


def _keys(desk: Desk, table: str) -> list[str]:
    return [row[1] for row in desk.driver.execute(f"PRAGMA table_info({table})") if row[5]]


def _names(desk: Desk, table: str, row: dict[str, Any]) -> Iterator[str]:
    if table in ("hands", "actions"):
        id = row["id"] if table == "hands" else _hand(desk, row["hand"])
        yield f"hand {shown(id)} "
        yield f"hand {shown(id)}:"
        if table == "hands" and row["day"]:
            yield f"day {row['day']} "
    elif table == "sittings":
        yield f"sitting {row['id']} "
    elif table == "transactions":
        yield f"transaction {row['id']} "
    elif table == "entries":
        yield f"transaction {row['transaction_id']} "
        yield from _account(desk, row["account_id"])
    elif table == "accounts":
        yield from _called(row["kind"], row["caller_id"])
    elif table == "totals":
        yield f"caller {row['caller_id']}, day {row['day']} "
        yield f"the House, day {row['day']} "
    elif table in _OTHERS:
        yield from (text.format_map(row) for text in _OTHERS[table])
    elif table in ("contests", "shared_deals", "medals"):
        yield from _contest(desk, row["id"] if table == "contests" else row["contest_id"])
        if table == "contests":
            yield f"contest of {shown(row['kind'])} {shown(row['day'])} "
    else:
        yield f"caller {row['caller_id']} "


# How other rows are named.
_OTHERS = {
    "tries": ("try {id} ",), "triers": ("whose try {try_id} was ",),
    "tried_hands": ("try {try_id} ",), "tried_actions": ("try {try_id} ",),
    "seasons": ("fame of caller {caller_id}, ",), "feats": ("fame of caller {caller_id}, ",),
    "plaques": ("season {season} ",), "stories": ("day {day} is told for ",),
    "marks": ("marks of caller {caller_id} ",), "callers": ("caller {id} ",)}


def _contest(desk: Desk, id: int) -> Iterator[str]:
    row = desk.driver.execute("SELECT kind, day FROM contests WHERE id = ?", (id,)).fetchone()
    if row:
        yield f"contest of {row[0]} {row[1]} "


def shown(text: str) -> str:
    """As the audit prints a text that is none any more."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def _hand(desk: Desk, serial: int) -> str:
    row = desk.driver.execute("SELECT id FROM hands WHERE serial = ?", (serial,)).fetchone()
    return row[0] if row else "none"


def _account(desk: Desk, id: int) -> Iterator[str]:
    row = desk.driver.execute("SELECT kind, caller_id FROM accounts WHERE id = ?", (id,)).fetchone()
    if row:
        yield from _called(*row)


def _called(kind: str, caller_id: int | None) -> Iterator[str]:
    name = shown(kind) if caller_id is None else f"{shown(kind)} {caller_id}"
    yield from (f"{name} holds", f"({name} ", f", {name} ")


def missed(desk: Desk, flip: Flip, found: str) -> str:
    """What is to be said of a flip that was not found, or not named; "" if it was."""
    if any(name in f"{found} " for name in flip.names(desk)):
        return ""
    return f"{flip.table}.{flip.column}, bit {flip.bit} of {flip.row}: {found!r}"
