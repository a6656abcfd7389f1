"""The writer: one thread that owns the connection which writes, and commits in groups.

Whatever is asked while a commit is under way waits and becomes the next group, which is one
transaction: its callers learn of it after COMMIT and never before.
"""

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import groupby
from operator import attrgetter
from queue import SimpleQueue
from typing import Any, TypeVar

import sqlalchemy as sa

from door.bank.errors import BankError, StoreFailed
from door.bank.statements import DISK_ERRORS, Desk

T = TypeVar("T")
A = TypeVar("A")
GROUP = 256  # jobs in one transaction at most, so that nobody waits for a very long one


class _Job:
    """`work` for itself, or `batch` with `item` together with its neighbours of the same batch."""

    __slots__ = ("future", "work", "batch", "item")

    def __init__(self, future: "asyncio.Future[Any]", work: Callable[[Desk], Any] | None,
                 batch: Callable[[Desk, list[Any]], None] | None, item: object) -> None:
        self.future, self.work, self.batch, self.item = future, work, batch, item


_Outcome = tuple["asyncio.Future[Any]", Any, Exception | None]


class Store:
    """The queue into the writer. `forget` is called when what was remembered may be untrue:
    after a failed transaction, and after somebody else's process has written."""

    def __init__(self, engine: sa.Engine, forget: Callable[[], None]) -> None:
        self._engine, self._forget = engine, forget
        self._loop = asyncio.get_running_loop()
        self._queue: SimpleQueue[_Job | None] = SimpleQueue()
        self._gone: asyncio.Future[None] = self._loop.create_future()
        self._closed = False
        self._version = -1
        self.jobs = 0  # done so far
        self.catch_up = False  # set by the thread of checkpoints: see there
        self._thread = threading.Thread(target=self._write, name="bank-writer", daemon=True)
        self._thread.start()

    async def run(self, work: Callable[[Desk], T]) -> T:
        """What `work` returns, once it is durable. A cancelled wait does not cancel the work.

        Raises StoreFailed, or the BankError that the work raised.
        """
        result: T = await self._put(work, None, None)
        return result

    async def add(self, batch: Callable[[Desk, list[A]], None], item: A) -> None:
        """Returns once `batch` has dealt with `item`, and with its neighbours, durably."""
        await self._put(None, batch, item)

    def _put(self, work: Callable[[Desk], Any] | None,
             batch: Callable[[Desk, list[Any]], None] | None,
             item: object) -> "asyncio.Future[Any]":
        if self._closed:
            raise StoreFailed("the bank is closed")
        future = self._loop.create_future()
        self._queue.put(_Job(future, work, batch, item))
        return future

    async def close(self) -> None:
        """Finish what was asked, then let go of the file."""
        if not self._closed:
            self._closed = True
            self._queue.put(None)
        await asyncio.shield(self._gone)
        self._thread.join()

    def _write(self) -> None:
        """The thread."""
        try:
            with self._engine.connect() as core:
                desk = Desk(core)
                while jobs := self._next_group():
                    outcomes = self._commit(desk, jobs)
                    self._tell(_settle, outcomes)
                    self._checkpoint(desk)
        except Exception as error:
            self._refuse_all(error)
        finally:
            self._tell(_leave, self._gone)

    def _next_group(self) -> list[_Job]:
        """All that wait now, up to GROUP; the first is waited for. Empty: it is closing time."""
        jobs: list[_Job] = []
        job = self._queue.get()
        while job is not None:
            jobs.append(job)
            if len(jobs) == GROUP or self._queue.empty():
                break
            job = self._queue.get()
        if job is None and jobs:
            self._queue.put(None)
        return jobs

    def _commit(self, desk: Desk, jobs: list[_Job]) -> list[_Outcome]:
        """Run jobs as one transaction; should one of them fail, each as one of its own."""
        try:
            desk.driver.execute("BEGIN IMMEDIATE")
        except DISK_ERRORS as error:
            return [(job.future, None, _as_failure(error)) for job in jobs]
        try:
            results = self._transact(desk, jobs)
        except Exception as error:
            self._roll_back(desk)
            if len(jobs) > 1:
                return [self._commit(desk, [job])[0] for job in jobs]
            return [(jobs[0].future, None, _as_failure(error))]
        return [(job.future, result, None) for job, result in zip(jobs, results, strict=True)]

    def _transact(self, desk: Desk, jobs: list[_Job]) -> list[Any]:
        driver = desk.driver
        version = driver.execute("PRAGMA data_version").fetchone()[0]
        if version != self._version:
            self._version = version
            self._forget()
        results = list(_results(desk, jobs))
        driver.execute("COMMIT")
        self.jobs += len(jobs)
        return results

    def _roll_back(self, desk: Desk) -> None:
        with suppress(sqlite3.Error):
            if desk.driver.in_transaction:
                desk.driver.execute("ROLLBACK")
        self._forget()

    def _checkpoint(self, desk: Desk) -> None:
        if self.catch_up:
            self.catch_up = False
            with suppress(sqlite3.Error):
                desk.driver.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()

    def _refuse_all(self, error: Exception) -> None:
        """There is no connection: nothing can be written, and whoever asks is told so."""
        while (job := self._queue.get()) is not None:
            refused: list[_Outcome] = [(job.future, None, _as_failure(error))]
            self._tell(_settle, refused)

    def _tell(self, what: Callable[[A], None], of: A) -> None:
        with suppress(RuntimeError):  # the loop is closed, so nobody waits any more
            self._loop.call_soon_threadsafe(what, of)


def _results(desk: Desk, jobs: list[_Job]) -> Iterable[Any]:
    for batch, alike in groupby(jobs, key=attrgetter("batch")):
        if batch is None:
            for job in alike:
                assert job.work is not None
                yield job.work(desk)
        else:
            items = [job.item for job in alike]
            batch(desk, items)
            yield from [None] * len(items)


def _as_failure(error: Exception) -> Exception:
    """What whoever waits is told: the bank's refusal as it is, the disk's as StoreFailed."""
    if isinstance(error, BankError) or not isinstance(error, DISK_ERRORS):
        return error
    failure = StoreFailed(str(getattr(error, "orig", None) or error))
    failure.__cause__ = error
    return failure


def _settle(outcomes: list[_Outcome]) -> None:
    for future, result, error in outcomes:
        if future.done():
            continue  # its caller hung up
        if error is None:
            future.set_result(result)
        else:
            future.set_exception(error)


def _leave(gone: "asyncio.Future[None]") -> None:
    if not gone.done():
        gone.set_result(None)
