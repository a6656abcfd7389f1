"""The upkeep of a store while it is open: bank.upkeep. Old hands go, SQLite puts its own house in
order, and everything is counted again."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

import sqlalchemy as sa

from door.bank import pruning
from door.bank.audit import audit
from door.bank.checkpoints import Checkpoints
from door.bank.errors import StoreFailed
from door.bank.statements import DISK_ERRORS, Desk
from door.bank.store import Store
from door.bank.totals import Calendar

T = TypeVar("T")


class Upkeep:
    """What takes long reads beside the writer, so that nobody who plays waits for it."""

    def __init__(self, engine: sa.Engine, store: Store, checkpoints: Checkpoints,
                 calendar: Calendar) -> None:
        self._engine, self._store = engine, store
        self._checkpoints, self._calendar = checkpoints, calendar

    async def prune(self, before: int, most: int = 500) -> int:
        """Lets hands go that ended before that moment, the oldest first, in one short transaction:
        how many, at most `most`; 0 when there are no more. What they came to stays."""
        today = self._calendar.today()
        old = await asyncio.to_thread(
            self._read, lambda desk: pruning.choose(desk, before, today, most))
        if not old:
            return 0
        span = old[0].serial, old[-1].serial
        return await self._store.run(lambda desk: pruning.prune(
            desk, pruning.choose(desk, before, today, most, *span)))

    async def tidy(self) -> None:
        """What nobody need wait for: SQLite's notes on the tables, and the log into the file."""
        await self._store.run(_optimise)
        await asyncio.to_thread(self._checkpoints.move)

    async def check(self) -> list[str]:
        """Every balance and every hash computed again: what does not agree, nothing if all does.

        It takes seconds for many thousands of hands.
        """
        return await asyncio.to_thread(self._read, audit)

    def _read(self, work: Callable[[Desk], T]) -> T:
        """What `work` finds in the store as it is now, on a connection of its own."""
        try:
            with self._engine.connect() as core:
                desk = Desk(core)
                desk.driver.execute("BEGIN")
                try:
                    return work(desk)
                finally:
                    desk.driver.rollback()
        except DISK_ERRORS as error:
            raise StoreFailed(str(error)) from error


def _optimise(desk: Desk) -> None:
    """SQLite looks at some rows of each table that has grown, and plans with what it saw."""
    desk.driver.execute("PRAGMA analysis_limit = 400")
    desk.driver.execute("PRAGMA optimize")
