"""The writer: groups, refusals, failures of the disk, and the end."""

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from door.bank import BankError, StoreFailed
from door.bank.opening import open_engine
from door.bank.statements import Desk
from door.bank.store import GROUP, Store
from tests.books import alter

pytestmark = pytest.mark.asyncio
INSERT = "INSERT INTO transactions VALUES (?, 1, 'kind', 'memo', zeroblob(32))"


@asynccontextmanager
async def store_in(folder: Path, forget: Callable[[], None] = lambda: None
                   ) -> AsyncIterator[Store]:
    engine = open_engine(folder / "anteup.db", "full", False)
    store = Store(engine, forget)
    try:
        yield store
    finally:
        await store.close()
        engine.dispose()


def insert(id: int) -> Callable[[Desk], int]:
    def work(desk: Desk) -> int:
        desk.driver.execute(INSERT, (id,))
        return id
    return work


def ids(desk: Desk) -> list[int]:
    return [id for id, in desk.driver.execute("SELECT id FROM transactions ORDER BY id")]


async def hold(store: Store) -> tuple[threading.Event, "asyncio.Task[object]"]:
    """Keeps the writer at work until the event is set, so that a group gathers behind it."""
    begun, released = threading.Event(), threading.Event()

    def work(desk: Desk) -> object:
        begun.set()
        return released.wait()

    task = asyncio.ensure_future(store.run(work))
    await asyncio.to_thread(begun.wait)
    return released, task


async def in_one_group(store: Store, *works: Callable[[Desk], object]) -> list[object]:
    released, task = await hold(store)
    tasks = [asyncio.ensure_future(store.run(work)) for work in works]
    await asyncio.wait(tasks, timeout=0)
    released.set()
    await task
    return await asyncio.gather(*tasks, return_exceptions=True)


async def test_what_was_awaited_is_seen_by_another_connection(tmp_path: Path) -> None:
    async with store_in(tmp_path) as store:
        assert await store.run(insert(1)) == 1
        other = sqlite3.connect(tmp_path / "anteup.db")
        assert other.execute("SELECT count(*) FROM transactions").fetchone() == (1,)
        other.close()


async def test_the_writer_has_the_promised_settings(tmp_path: Path) -> None:
    def settings(desk: Desk) -> list[object]:
        return [desk.driver.execute(f"PRAGMA {name}").fetchone()[0] for name in (
            "journal_mode", "foreign_keys", "wal_autocheckpoint", "busy_timeout")]
    async with store_in(tmp_path) as store:
        assert await store.run(settings) == ["wal", 1, 0, 5000]


@pytest.mark.parametrize("durability, level", [("full", 2), ("normal", 1)])
async def test_durability_is_synchronous(tmp_path: Path, durability: str, level: int) -> None:
    engine = open_engine(tmp_path / "anteup.db", durability, False)
    with engine.connect() as core:
        assert Desk(core).driver.execute("PRAGMA synchronous").fetchone() == (level,)


async def test_what_waits_together_is_one_transaction_and_one_wake_up(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    statements: list[str] = []
    async with store_in(tmp_path) as store:
        await store.run(lambda desk: desk.driver.set_trace_callback(statements.append))
        released, task = await hold(store)
        tasks = [asyncio.ensure_future(store.run(insert(id))) for id in range(1, 51)]
        await asyncio.wait(tasks, timeout=0)
        statements.clear()
        told = []
        loop = asyncio.get_running_loop()
        real = loop.call_soon_threadsafe

        def tell(*of: Any) -> object:
            told.append(of)
            return real(*of)

        monkeypatch.setattr(loop, "call_soon_threadsafe", tell)
        released.set()
        assert await asyncio.gather(*tasks) == list(range(1, 51))
        await task
        assert statements.count("COMMIT") == 2  # the one that held the writer, and the group
        assert len(told) == 2


async def test_a_group_has_a_bound(tmp_path: Path) -> None:
    async with store_in(tmp_path) as store:
        results = await in_one_group(store, *[insert(id) for id in range(1, 2 * GROUP)])
        assert results == list(range(1, 2 * GROUP))


async def test_one_that_fails_does_not_poison_the_others_of_its_group(tmp_path: Path) -> None:
    def refuse(desk: Desk) -> int:
        desk.driver.execute(INSERT, (99,))
        raise BankError("no")
    async with store_in(tmp_path) as store:
        results = await in_one_group(store, insert(1), refuse, insert(1), insert(2))
        assert results[0] == 1 and results[3] == 2
        assert type(results[1]) is BankError
        assert isinstance(results[2], StoreFailed) and "UNIQUE" in str(results[2])
        assert await store.run(ids) == [1, 2]


async def test_our_own_mistakes_come_back_as_they_are(tmp_path: Path) -> None:
    async with store_in(tmp_path) as store:
        with pytest.raises(ZeroDivisionError):
            await store.run(lambda desk: 1 // 0)
        assert await store.run(insert(1)) == 1


async def test_neighbours_of_a_batch_are_written_together(tmp_path: Path) -> None:
    batches = []

    def batch(desk: Desk, items: list[int]) -> None:
        batches.append(list(items))
        for id in items:
            insert(id)(desk)

    async with store_in(tmp_path) as store:
        released, task = await hold(store)
        tasks: list[asyncio.Task[Any]] = [
            asyncio.ensure_future(store.add(batch, id)) for id in (1, 2)]
        tasks.append(asyncio.ensure_future(store.run(insert(3))))
        tasks.append(asyncio.ensure_future(store.add(batch, 4)))
        await asyncio.wait(tasks, timeout=0)
        released.set()
        assert await asyncio.gather(*tasks) == [None, None, 3, None]
        await task
    assert batches == [[1, 2], [4]]


async def test_a_full_disk_is_told_to_all_and_the_store_goes_on(tmp_path: Path) -> None:
    def fill(desk: Desk) -> None:
        pages = desk.driver.execute("PRAGMA page_count").fetchone()[0]
        desk.driver.execute(f"PRAGMA max_page_count = {pages}")

    def big(desk: Desk) -> None:
        desk.driver.execute("INSERT INTO transactions VALUES (5, 1, 'k', ?, zeroblob(32))",
                            ("x" * 100_000,))
    async with store_in(tmp_path) as store:
        await store.run(fill)
        results = await in_one_group(store, big, insert(1), big)
        assert isinstance(results[0], StoreFailed) and "full" in str(results[0])
        assert results[1] == 1
        assert isinstance(results[2], StoreFailed)
        assert await store.run(ids) == [1]


async def test_a_file_that_cannot_be_opened_fails_whoever_asks(tmp_path: Path) -> None:
    engine = open_engine(tmp_path / "anteup.db", "full", False)
    (tmp_path / "anteup.db").unlink()
    (tmp_path / "anteup.db").mkdir()
    store = Store(engine, lambda: None)
    for _ in range(2):
        with pytest.raises(StoreFailed):
            await store.run(ids)
    await store.close()


async def test_what_is_remembered_is_forgotten_after_a_failure(tmp_path: Path) -> None:
    forgotten: list[int] = []
    async with store_in(tmp_path, lambda: forgotten.append(1)) as store:
        await store.run(insert(1))
        before = len(forgotten)
        await store.run(insert(2))
        assert len(forgotten) == before
        with pytest.raises(StoreFailed):
            await store.run(insert(2))
        assert len(forgotten) > before


async def test_what_is_remembered_is_forgotten_when_another_process_wrote(tmp_path: Path) -> None:
    forgotten: list[int] = []
    async with store_in(tmp_path, lambda: forgotten.append(1)) as store:
        await store.run(insert(1))
        before = len(forgotten)
        await asyncio.to_thread(alter, tmp_path / "anteup.db", INSERT, 7)
        assert await store.run(ids) == [1, 7]
        assert len(forgotten) == before + 1


async def test_closing_finishes_what_was_asked(tmp_path: Path) -> None:
    async with store_in(tmp_path) as store:
        released, task = await hold(store)
        tasks = [asyncio.ensure_future(store.run(insert(id))) for id in range(1, 20)]
        await asyncio.wait(tasks, timeout=0)
        closing = asyncio.ensure_future(store.close())
        await asyncio.wait([closing], timeout=0)
        with pytest.raises(StoreFailed, match="closed"):
            await store.run(ids)
        released.set()
        await closing
        assert await asyncio.gather(*tasks) == list(range(1, 20))
        await task
        await store.close()


async def test_a_cancelled_wait_does_not_cancel_the_work(tmp_path: Path) -> None:
    async with store_in(tmp_path) as store:
        released, task = await hold(store)
        cancelled = asyncio.ensure_future(store.run(insert(1)))
        await asyncio.wait([cancelled], timeout=0)
        cancelled.cancel()
        released.set()
        await task
        assert await store.run(ids) == [1]
        assert cancelled.cancelled()
