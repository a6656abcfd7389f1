"""door.bank.examination: a store is looked at, with or without a server, and left as it is."""

from pathlib import Path

import pytest

from door.bank import Examination, StoreFailed, StoreTooNew, examine
from door.bank.schema import REVISIONS
from tests.books import alter, bank_in

NEWEST = REVISIONS[-1]


@pytest.fixture
async def store(tmp_path: Path) -> Path:
    async with bank_in(tmp_path) as bank:
        await bank.create("Anna", "secret")
    return tmp_path / "anteup.db"


def test_a_good_store_has_no_faults(store: Path) -> None:
    assert examine(store) == Examination(NEWEST, NEWEST)


def test_a_changed_entry_is_a_fault(store: Path) -> None:
    alter(store, "UPDATE entries SET amount = amount + 1 WHERE amount > 0")
    assert examine(store).faults


def test_no_file_is_changed_or_laid_beside_a_closed_store(store: Path) -> None:
    before = {path: path.read_bytes() for path in store.parent.iterdir()}
    examine(store)
    assert {path: path.read_bytes() for path in store.parent.iterdir()} == before


async def test_what_a_running_server_has_just_written_is_seen(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        await bank.create("Anna", "secret")
        assert (tmp_path / "anteup.db-wal").stat().st_size > 0
        assert examine(tmp_path / "anteup.db") == Examination(NEWEST, NEWEST)
        await bank.create("Bert", "secret")     # and it is not kept from writing


def test_a_newer_store_is_told_of(store: Path) -> None:
    alter(store, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StoreTooNew, match="9999"):
        examine(store)


def test_what_is_no_store_is_told_of(tmp_path: Path) -> None:
    (tmp_path / "anteup.db").write_bytes(b"not a database" * 100)
    with pytest.raises(StoreFailed, match="anteup.db"):
        examine(tmp_path / "anteup.db")
