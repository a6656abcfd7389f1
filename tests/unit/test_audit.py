"""One flipped bit shows, wherever in the ledger or in a record it is."""

import asyncio
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from door.bank.audit import audit
from door.bank.statements import Desk
from door.views import Step
from tests.books import GAME, Clock, alter, bank_in, deal, found_in, play, record
from tests.flips import breakable

TABLES = ("accounts", "transactions", "entries", "sittings", "hands", "actions", "totals")


async def fill(folder: Path) -> None:
    """A store with hands in every state, of two callers and a guest."""
    clock = Clock()
    async with bank_in(folder, now=clock) as bank:
        anna, bert = await bank.create("Anna", "secret"), await bank.create("Bert", "secret")
        guest = await bank.guest()
        for caller in (anna, bert, guest):
            sitting = await bank.sit(caller.id, GAME, 200)
            await play(bank, sitting, [70, 0])
            clock.pass_by(60)
            await bank.leave(sitting.id)
        await bank.close_guest(guest.id)
        sitting = await bank.sit(anna.id, GAME, 300)
        await play(bank, sitting, [-5])
        await bank.write(deal(sitting, 2, (295, 305)))
        await bank.write(Step(f"{sitting.label}-2", 2, ((0, "bet 10"), (1, "call"))))
        await bank.void(f"{sitting.label}-2", "a test")
        sitting = await bank.sit(anna.id, GAME, 100)
        await bank.seal(record(sitting, 1))
        sitting = await bank.sit(bert.id, GAME, 100)
        await bank.seal(record(sitting, 1))
        await bank.write(deal(sitting, 1, (100, 100)))
        await bank.write(Step(f"{sitting.label}-1", 2, ((0, "bet 10"), (1, "call"))))


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("filled")
    asyncio.run(fill(folder))
    return folder / "anteup.db"


@pytest.fixture
def desk(filled: Path) -> Iterator[Desk]:
    with breakable(filled) as desk:
        yield desk


def flipped(value: object) -> object:
    """The value with its lowest bit flipped, that of its middle character for a text."""
    if isinstance(value, int):
        return value ^ 1
    if isinstance(value, bytes):
        return value[:-1] + bytes([value[-1] ^ 1])
    if isinstance(value, str) and value:
        middle = len(value) // 2
        return value[:middle] + chr(ord(value[middle]) ^ 1) + value[middle + 1:]
    return "x"


def test_a_good_store_agrees(desk: Desk) -> None:
    states = {state for state, in desk.driver.execute("SELECT state FROM hands")}
    assert states == {"sealed", "open", "done", "unplayed", "void"}
    assert audit(desk) == []


@pytest.mark.parametrize("table", TABLES)
def test_a_bit_flipped_in_any_cell_shows(desk: Desk, table: str) -> None:
    columns = [row[1] for row in desk.driver.execute(f"PRAGMA table_info({table})")]
    keys = [row[1] for row in desk.driver.execute(f"PRAGMA table_info({table})") if row[5]]
    where = " AND ".join(f'"{key}" = ?' for key in keys)
    missed = []
    for row in desk.driver.execute(f"SELECT * FROM {table}").fetchall():
        known = dict(zip(columns, row))
        for column in columns:
            desk.driver.execute("SAVEPOINT good")
            try:
                desk.driver.execute(f'UPDATE {table} SET "{column}" = ? WHERE {where}',
                                    [flipped(known[column]), *(known[key] for key in keys)])
                if not audit(desk):
                    missed.append((known, column))
            except sqlite3.IntegrityError:
                pass  # another row has that key: it cannot be so
            desk.driver.execute("ROLLBACK TO good")
    assert missed == []


@pytest.mark.parametrize("table, key, vouched_for", [
    ("transactions", "id", "1"),
    ("entries", "account_id || '.' || transaction_id", "1"),
    ("sittings", "id", "1"),
    ("hands", "serial", "state IN ('open', 'done', 'void')"),
    ("actions", "hand || '.' || n", "n < 3 OR hand IN (SELECT serial FROM hands "
                                    "WHERE state IN ('done', 'void'))")])
def test_a_row_taken_away_shows(desk: Desk, table: str, key: str, vouched_for: str) -> None:
    """All but what nothing follows yet: a hand never dealt, the last action of an open one."""
    rows = desk.driver.execute(f"SELECT {key} FROM {table} WHERE {vouched_for}").fetchall()
    assert rows
    for row in rows:
        desk.driver.execute("SAVEPOINT good")
        desk.driver.execute(f"DELETE FROM {table} WHERE {key} = ?", row)
        assert audit(desk) != [], row
        desk.driver.execute("ROLLBACK TO good")


def test_what_does_not_agree_is_named(desk: Desk) -> None:
    desk.driver.execute("UPDATE accounts SET balance = balance + 5 WHERE kind = 'bankroll' "
                        "AND caller_id = 1")
    desk.driver.execute("UPDATE actions SET \"action\" = 'bet 20' WHERE hand = 1 AND n = 2")
    desk.driver.execute("UPDATE transactions SET memo = 'x' WHERE id = 2")
    assert audit(desk) == [
        "transaction 2 (mint -1000, bankroll 2 +1000) does not agree with its hash",
        "bankroll 1 holds 970, its entries 965",
        "all accounts sum to 5",
        "the statement of caller 1 begins with 5, not with nothing",
        "hand 1-1 does not agree with its hashes"]


def test_a_store_of_nothing_agrees(tmp_path: Path) -> None:
    assert found_in(tmp_path) == []


def test_bytes_that_are_no_text_are_named_and_end_nothing(filled: Path, tmp_path: Path) -> None:
    """A byte that no text has is shown as what it is."""
    path = tmp_path / "anteup.db"
    path.write_bytes(filled.read_bytes())
    alter(path, "UPDATE transactions SET memo = CAST(x'ff41' AS TEXT) WHERE id = 1")
    alter(path, "UPDATE hands SET id = CAST(x'ff41' AS TEXT) WHERE serial = 1")
    found = found_in(tmp_path)
    assert found[0].startswith("transaction 1 (") and "does not agree with its hash" in found[0]
    assert "hand \\xffA does not agree with its hashes" in found
