"""The log moves into the file without the writer."""

import asyncio
from pathlib import Path

import pytest

from door.bank.checkpoints import Checkpoints
from door.bank.opening import open_engine
from door.bank.statements import Desk
from door.bank.store import Store

pytestmark = pytest.mark.asyncio


def write(desk: Desk) -> None:
    desk.driver.execute("INSERT INTO transactions (at, kind, memo, chain) "
                        "VALUES (1, 'k', ?, zeroblob(32))", ("x" * 20_000,))


async def test_the_log_is_moved_and_begins_again(tmp_path: Path) -> None:
    path = tmp_path / "anteup.db"
    log = tmp_path / "anteup.db-wal"
    engine = open_engine(path, "full", False)
    store = Store(engine, lambda: None)
    checkpoints = Checkpoints(engine, store)
    for _ in range(20):
        await store.run(write)
    grown, before = log.stat().st_size, path.stat().st_size
    await asyncio.to_thread(checkpoints.move)
    assert not store.catch_up
    assert path.stat().st_size > before
    for _ in range(10):
        await store.run(write)
    assert log.stat().st_size == grown
    checkpoints.stop()
    await store.close()
    engine.dispose()
    assert not log.exists()


async def test_it_is_moved_once_there_is_enough_of_it(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("door.bank.checkpoints.JOBS", 10)
    monkeypatch.setattr("door.bank.checkpoints.SECONDS", 600.0)
    engine = open_engine(tmp_path / "anteup.db", "full", False)
    store = Store(engine, lambda: None)
    checkpoints = Checkpoints(engine, store)
    looks = []
    for _ in range(25):
        await store.run(write)
        looks.append(await asyncio.to_thread(checkpoints.look))
    assert [n for n, moved in enumerate(looks, 1) if moved] == [10, 20]
    checkpoints.stop()
    await store.close()
    engine.dispose()


async def test_a_log_that_has_grown_long_is_ended_by_the_writer(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("door.bank.checkpoints.LONG", 5)
    engine = open_engine(tmp_path / "anteup.db", "full", False)
    store = Store(engine, lambda: None)
    checkpoints = Checkpoints(engine, store)
    for _ in range(3):
        await store.run(write)
    await asyncio.to_thread(checkpoints.move)
    assert store.catch_up
    for _ in range(3):
        await store.run(write)
    assert not store.catch_up
    checkpoints.stop()
    await store.close()
    engine.dispose()


async def test_the_writer_moves_the_rest_when_asked(tmp_path: Path) -> None:
    log = tmp_path / "anteup.db-wal"
    engine = open_engine(tmp_path / "anteup.db", "full", False)
    store = Store(engine, lambda: None)
    for _ in range(5):
        await store.run(write)
    store.catch_up = True
    await store.run(write)
    grown = log.stat().st_size
    for _ in range(4):
        await store.run(write)
    assert log.stat().st_size == grown
    await store.close()
    engine.dispose()
