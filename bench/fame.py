"""The Hall of Fame and Last night of a store with 100,000 callers and ten million hands beside one
with 100 callers and ten thousand, and what fame costs at the end of a hand.

The hands are there as what they came to: totals by day, and rows of fame. Everybody has a hundred
hands, in the season of now. The two stores take turns, so that the machine's noise hits both.
"""

from __future__ import annotations

import asyncio
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from datetime import datetime
from pathlib import Path
from random import Random

from bench import servers
from door.bank import Bank, Facts
from door.bank.bank import FILE
from door.bank.deeds import Deed, season_of
from door.bank.fame import RIVALS, Fame
from door.bank.opening import make_engine
from door.bank.statements import Desk
from door.bank.totals import THE_HOUSE
from door.config import BankSettings

MANY, FEW = 100_000, 100
DAYS, HANDS = 10, 10        # of play a caller, and hands on each
NOW = datetime(2026, 11, 25, 20, 0).timestamp()
TODAY = 20_782              # 25 November 2026, in days since 1970
SINCE = int(NOW) - 2 * 24 * 3600
STRENGTHS = 7462


def figures(many: int = MANY, turns: int = 200, deeds: int = 20_000) -> dict[str, float]:
    """Microseconds of each look at the large store and at the small one, and how many times the
    second the first is: medians. Microseconds that fame adds to a hand."""
    with tempfile.TemporaryDirectory(prefix=".store-", dir=servers.HERE) as folder:
        more, few = Path(folder, "many"), Path(folder, "few")
        for store, callers in ((more, many), (few, FEW)):
            asyncio.run(_make(store))
            _fill(store / FILE, callers)
        found = asyncio.run(_measure(more, few, many, turns))
        return found | {"fame_hand_us": _cost(more / FILE, many, deeds)}


async def _open(store: Path) -> Bank:
    return await Bank.open(store, BankSettings(durability="normal"), now=lambda: NOW)


async def _make(store: Path) -> None:
    await (await _open(store)).close()


def _fill(path: Path, callers: int) -> None:
    """What the hands of so many callers have come to."""
    driver, luck = sqlite3.connect(path), Random(callers)
    ids = range(1, callers + 1)
    driver.executemany(
        "INSERT INTO callers VALUES (?, ?, ?, '', 0, 1, 0, 'u', 1, ?, '', '')",
        ((id, f"Caller {id}", f"caller {id}", SINCE) for id in ids))
    driver.executemany(f"INSERT INTO totals VALUES ({', '.join('?' * 25)})", _totals(ids, luck))
    for season in (0, season_of(TODAY)):
        driver.executemany("INSERT INTO seasons VALUES (?, ?, ?, ?, ?, ?)", (
            (season, id, DAYS * HANDS, luck.randint(-3000, 3000), 0,
             -int(NOW) + luck.randint(0, 80_000)) for id in ids))
        for feat, most in (("best", STRENGTHS), ("broken", 9), ("pot", 410), ("streak", 12),
                           ("medals", 10 ** 8)):
            driver.executemany("INSERT INTO feats VALUES (?, ?, ?, ?, ?)", (
                (season, id, feat, luck.randint(1, most), -id) for id in ids))
    driver.executemany("INSERT INTO rivals VALUES (?, ?, ?)", (
        (id, season_of(TODAY), ",".join(str(luck.choice(ids)) for _ in range(RIVALS)))
        for id in ids))
    driver.executemany("INSERT INTO stories VALUES (?, ?, ?, ?, 100, 99, 0, '1-1', 900)", (
        (TODAY - 1, fact, place, place) for fact in ("pot", "beat", "bank", "streak")
        for place in range(1, 6 if fact in ("bank", "streak") else 2)))
    driver.execute("INSERT INTO chalk VALUES (1, 1, 1, 'All of it', NULL)")
    driver.commit()
    driver.close()


def _totals(ids: range, luck: Random) -> Iterator[tuple[object, ...]]:
    for day in range(TODAY - DAYS, TODAY):
        for id in (THE_HOUSE, *ids):
            yield (day, id, "house_draw", HANDS, 5, 4, 1, 2, luck.randint(-300, 300), 9000, 300,
                   5000, f"{id}-1", *[1] * 9, SINCE, None, 0)


async def _hall(bank: Bank, caller_id: int) -> None:
    found = await bank.hall.hall(caller_id)
    assert all(len(each.lines) == 15 and each.mine for each in found.rankings)


async def _last_night(bank: Bank, caller_id: int) -> None:
    found = await bank.hall.last_night(caller_id)
    assert found.night and found.night.stories and found.chalk


_LOOKS: dict[str, Callable[[Bank, int], Awaitable[None]]] = {
    "fame_hall": _hall, "fame_night": _last_night}


async def _measure(more: Path, few: Path, many: int, turns: int) -> dict[str, float]:
    """Each look is that of another caller, anywhere in the tables."""
    banks, luck = (await _open(more), await _open(few)), Random("looks")
    found: dict[str, float] = {}
    for name, look in _LOOKS.items():
        times: tuple[list[float], list[float]] = [], []
        for _ in range(turns):
            for bank, callers, took in zip(banks, (many, FEW), times):
                caller_id = luck.randint(1, callers)
                began = time.perf_counter()
                await look(bank, caller_id)
                took.append(time.perf_counter() - began)
        ours, theirs = (1e6 * statistics.median(took) for took in times)
        found |= {f"{name}_us": ours, f"{name}_few_us": theirs, f"{name}_ratio": ours / theirs}
    for bank in banks:
        await bank.close()
    return found


def _cost(path: Path, callers: int, deeds: int) -> float:
    """Microseconds a hand, of callers who have been playing: 32 hands end in one transaction."""
    fame, luck = Fame(practice=False), Random("deeds")
    with make_engine(path, "normal").connect() as core:
        desk, spent = Desk(core), 0.0
        for start in range(0, deeds, 32):
            some = [_deed(luck, 1 + (start + n) % min(callers, 1000)) for n in range(32)]
            desk.driver.execute("BEGIN IMMEDIATE")
            began = time.perf_counter()
            for deed in some:
                fame.count(desk, deed)
            fame.flush(desk)
            spent += (time.perf_counter() - began) * (start >= deeds // 2)
            desk.driver.execute("COMMIT")
    return 1e6 * spent / (deeds - deeds // 2)


def _deed(luck: Random, caller_id: int) -> Deed:
    net, best, house_best = luck.choice((-35, -10, 10, 35)), luck.randrange(1, 7000), 3000
    facts = Facts((0, 0), None, 70, best, house_best)
    return Deed(caller_id, "1-1", int(NOW), TODAY, 200, net, 150, facts)


if __name__ == "__main__":
    for name, value in figures().items():
        print(f"{name:<24}{value:>12.2f}")
