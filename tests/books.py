"""A bank in a folder of the test's own, a clock to crank, and hands to write into it."""

import asyncio
import hashlib
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

from door.bank import Bank
from door.bank.opening import open_engine
from door.bank.statements import Desk
from door.config import BankSettings
from door.views import Dealt, Ended, HandRecord, Sitting, Step

CHEAP = 16  # scrypt's cost in tests
START = 1_700_000_000.0
GAME = "house_draw"


class Clock:
    """Seconds since 1970 that pass when they are told to."""

    def __init__(self) -> None:
        self.seconds = START

    def __call__(self) -> float:
        return self.seconds

    def pass_by(self, seconds: float) -> None:
        self.seconds += seconds


@asynccontextmanager
async def bank_in(folder: Path, **options: Any) -> AsyncIterator[Bank]:
    """An open bank, closed at the end."""
    settings = options.pop("settings", None) or BankSettings(durability="normal")
    bank = await Bank.open(folder, settings, **{"cost": CHEAP, "now": Clock(), **options})
    try:
        yield bank
    finally:
        await bank.close()


@contextmanager
def desk_at(path: Path) -> Iterator[Desk]:
    """A desk of a store, in a transaction that is committed at the end."""
    engine = open_engine(path, "normal", False)
    with engine.connect() as core:
        desk = Desk(core)
        desk.driver.execute("BEGIN IMMEDIATE")
        yield desk
        if desk.driver.in_transaction:
            desk.driver.execute("COMMIT")


def record(sitting: Sitting, number: int) -> HandRecord:
    """The sealed hand of that number; its seed follows from its id."""
    id = f"{sitting.label}-{number}"
    seed = hashlib.sha256(id.encode()).digest()
    seal = hashlib.sha256(b"anteup seal 1\n" + id.encode() + b"\n" + seed).hexdigest()
    return HandRecord(id, sitting.id, number, GAME, 1, "", seed, seal)


def deal(sitting: Sitting, number: int, stacks: tuple[int, ...]) -> Step:
    """The ante of a hand."""
    return Step(f"{sitting.label}-{number}", 0, ((0, "ante"), (1, "ante")),
                dealt=Dealt("my cut", True, 0, stacks, "policy hash"))


def finish(sitting: Sitting, number: int, first_n: int, stacks: tuple[int, ...],
           following: bool = True) -> Step:
    """The last actions of a hand, with the next seal."""
    return Step(f"{sitting.label}-{number}", first_n, ((0, "bet 10"), (1, "fold")),
                ended=Ended(stacks, "you win: the House folds"),
                sealed=record(sitting, number + 1) if following else None)


async def play(bank: Bank, sitting: Sitting, nets: list[int], sealed: bool = False) -> None:
    """Whole hands, one for each net of the caller's, and the seal of the next."""
    if not sealed:
        await bank.seal(record(sitting, 1))
    mine, houses = sitting.stacks
    for number, net in enumerate(nets, 1):
        await bank.write(deal(sitting, number, (mine, houses)))
        mine, houses = mine + net, houses - net
        await bank.write(finish(sitting, number, 2, (mine, houses)))


def alter(path: Path, statement: str, *values: object) -> None:
    """Changes a closed store behind the bank's back."""
    driver = sqlite3.connect(path)
    driver.execute("PRAGMA ignore_check_constraints = ON")
    driver.execute(statement, values)
    driver.commit()
    driver.close()


def found_in(folder: Path) -> list[str]:
    """What check() finds in a closed store."""
    async def ask() -> list[str]:
        async with bank_in(folder) as bank:
            return await bank.upkeep.check()
    return asyncio.run(ask())
