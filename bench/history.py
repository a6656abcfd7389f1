"""Looking back: the list of the last hands, one of them, and the figures, of a caller who has
100,000 hands in the store beside one who has 100.

The few are played; the many are copies of them, over the 90 days that a store keeps. The two take
turns, so that the machine's noise hits both.
"""

from __future__ import annotations

import asyncio
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from bench import servers
from door.bank import Bank
from door.bank.bank import FILE
from door.config import BankSettings
from door.floor.floor import Floor
from door.floor.seeds import Seeds
from door.rules.actions import absent
from door.rules.house_draw import CALLER
from door.screens.history import MOST

FEW, MANY, DAYS, SITTINGS = 100, 100_000, 90, 4  # the few are played in so many sittings
CALLER_ID = 1

# The columns that differ in a copy: `round` counts copies, and STEP lies between their numbers.
_STEP = 100_000
_MOVED = {
    "transactions": ("id",),
    "entries": ("transaction_id",),
    "sittings": ("id", "label", "opened", "closed"),
    "hands": ("serial", "id", "sitting_id"),
    "actions": ("hand",),
}
_TEXTS = {("sittings", "label"), ("hands", "id")}
_COPY = ("WITH RECURSIVE rounds(round) AS (SELECT 1 UNION ALL SELECT round + 1 FROM rounds "
         "WHERE round < ?) INSERT INTO {table} ({names}) SELECT {values} FROM rounds, {table}")


def figures(many: int = MANY, turns: int = 300) -> dict[str, float]:
    """Microseconds of each look at the past of the caller with many hands and of the one with few,
    and how many times the second the first is: medians."""
    with tempfile.TemporaryDirectory(prefix=".store-", dir=servers.HERE) as folder:
        few, more = Path(folder, "few"), Path(folder, "many")
        for store in few, more:
            asyncio.run(_play(store))
        _multiply(more / FILE, many // FEW - 1)
        return asyncio.run(_measure(few, more, turns))


async def _open(store: Path) -> Bank:
    return await Bank.open(store, BankSettings(durability="normal"))


async def _play(store: Path) -> None:
    """A store in which caller 1 has checked and folded through FEW hands."""
    bank = await _open(store)
    hall, caller = Floor(bank, Seeds("bench")), await bank.local("Ada")
    for _ in range(SITTINGS):
        table = await hall.sit(caller, 200)
        for _ in range(FEW // SITTINGS):
            await table.ante()
            while (legal := table.table.legal(CALLER)) is not None:
                await table.act(absent(legal))
        await table.leave()
    await bank.close()


def _multiply(path: Path, copies: int) -> None:
    """So many copies more of all that was played, and of the totals one a day before."""
    driver = sqlite3.connect(path)
    for table, moved in _MOVED.items():
        _copy(driver, table, copies, {
            name: f"{name} || '+' || round" if (table, name) in _TEXTS
            else f"{name} + {_STEP} * round" for name in moved})
    _copy(driver, "totals", DAYS - 1, {"day": "day - round"})
    driver.commit()
    driver.close()


def _copy(driver: sqlite3.Connection, table: str, copies: int, moved: dict[str, str]) -> None:
    names = [row[1] for row in driver.execute(f"PRAGMA table_info({table})")]
    driver.execute(_COPY.format(
        table=table, names=", ".join(f'"{name}"' for name in names),
        values=", ".join(moved.get(name, f'"{name}"') for name in names)), (copies,))


async def _history(bank: Bank) -> None:
    assert len(await bank.past.history(CALLER_ID, MOST)) == MOST


async def _hand(bank: Bank) -> None:
    line, = await bank.past.history(CALLER_ID, 1)
    assert await bank.past.hand(line.id, CALLER_ID)


async def _figures(bank: Bank) -> None:
    await bank.past.figures(CALLER_ID)
    await bank.past.bankrolls(CALLER_ID)


_LOOKS: dict[str, Callable[[Bank], Awaitable[None]]] = {
    "history": _history, "history_hand": _hand, "history_figures": _figures}


async def _measure(few: Path, more: Path, turns: int) -> dict[str, float]:
    banks = await _open(more), await _open(few)
    found = {}
    for name, look in _LOOKS.items():
        times: tuple[list[float], list[float]] = [], []
        for _ in range(turns):
            for bank, took in zip(banks, times):
                began = time.perf_counter()
                await look(bank)
                took.append(time.perf_counter() - began)
        ours, theirs = (1e6 * statistics.median(took) for took in times)
        found |= {f"{name}_us": ours, f"{name}_few_us": theirs, f"{name}_ratio": ours / theirs}
    for bank in banks:
        await bank.close()
    return found


if __name__ == "__main__":
    for name, value in figures().items():
        print(f"{name:<24}{value:>12.2f}")
