"""door.bank.contest_audit: one flipped bit shows, wherever in a contest or in a try it is."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from door.bank.contest_audit import audit
from door.bank.statements import Desk
from tests.flips import breakable
from tests.unit.test_contests import hall, next_day, play_all, play_deal

TABLES = ("contests", "shared_deals", "tries", "tried_hands", "tried_actions")


async def fill(folder: Path) -> None:
    """Tries in every state, of contests that are over and that are on."""
    async with hall(folder) as here:
        await play_all(await here.sit("Ada"), random.Random(1))
        await play_deal(await here.sit("Bob"))
        await (await here.sit("Ada", "week")).ante()
        await play_all(await here.sit("Cid"))
        await play_deal(await here.sit("Dot"))
        await here.bank.merge("Cid", "Ada")
        await here.bank.merge("Dot", "Bob")
        await next_day(here)


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("filled")
    asyncio.run(fill(folder))
    return folder / "anteup.db"


@pytest.fixture
def desk(filled: Path) -> Iterator[Desk]:
    with breakable(filled) as desk:
        yield desk


def cells(desk: Desk) -> list[tuple[str, str, str, object]]:
    """Every value of every row: its table, its column, where its row is, and what it is."""
    found = []
    for table in TABLES:
        info = desk.driver.execute(f"PRAGMA table_info({table})").fetchall()
        keys = [row[1] for row in info if row[5]]
        for row in desk.driver.execute(f"SELECT * FROM {table}").fetchall():
            values = dict(zip([column[1] for column in info], row, strict=True))
            where = " AND ".join(f"{key} = {values[key]!r}" for key in keys)
            found += [(table, name, where, value) for name, value in values.items()
                      if value is not None]
    return found


def flipped(value: object, luck: random.Random) -> object:
    """The same with one bit turned over; of a text that is empty, one that is not."""
    if isinstance(value, int):
        return value ^ 1 << luck.randrange(8)
    data = bytearray(value.encode() if isinstance(value, str) else value or b"")  # type: ignore
    if not data:
        return "x"
    data[luck.randrange(len(data))] ^= 1 << luck.randrange(7)
    return data.decode() if isinstance(value, str) else bytes(data)


def test_nothing_is_found_where_nothing_was_changed(desk: Desk) -> None:
    states = {state for state, in desk.driver.execute("SELECT state FROM tries")}
    assert states == {"open", "done", "void"}
    assert list(audit(desk)) == []


def test_one_bit_flipped_anywhere_is_found(desk: Desk) -> None:
    luck = random.Random(7)
    for table, column, where, value in luck.sample(cells(desk), 120):
        desk.driver.execute("SAVEPOINT flip")
        try:
            desk.driver.execute(f'UPDATE {table} SET "{column}" = ? WHERE {where}',
                                (flipped(value, luck),))
        except sqlite3.IntegrityError:
            pass        # the table itself refuses a second row of that key
        else:
            assert _found(desk), (table, column, where)
        desk.driver.execute("ROLLBACK TO flip")
        desk.driver.execute("RELEASE flip")


def _found(desk: Desk) -> bool:
    try:
        return bool(list(audit(desk)))
    except (ValueError, TypeError, AttributeError):
        return True     # which the whole audit tells as "cannot be read"


@pytest.mark.parametrize("statement", [
    "DELETE FROM tries WHERE id = 1", "DELETE FROM tried_hands WHERE number = 3",
    "DELETE FROM tried_actions WHERE n = 1", "DELETE FROM contests WHERE id = 1",
    "DELETE FROM shared_deals WHERE number = 10", "DELETE FROM triers",
    "INSERT INTO tried_actions VALUES (1, 11, 0, 0, 'fold', zeroblob(32))",
    "UPDATE tries SET state = 'open', over_at = NULL WHERE id = 1",
    "UPDATE shared_deals SET seed = (SELECT seed FROM shared_deals WHERE number = 2)"])
def test_rows_that_are_gone_added_or_moved_are_found(desk: Desk, statement: str) -> None:
    desk.driver.execute(statement)
    assert list(audit(desk))
