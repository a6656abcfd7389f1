"""Nights at a casino in earnest, one caller after the other: the table, contests, and what fame and
marks come of them. The same each time, for nothing happens at once.

tests/random_nights.py has the store of practice: more ways in which a hand can end, and no fame.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

from door.bank import Caller
from door.contests import Contests
from door.floor.floor import Floor
from door.floor.seeds import Seeds
from door.rules.house_draw import CALLER
from tests.books import Clock, bank_in
from tests.moments import careless
from tests.random_nights import play, sit

DAY = 24 * 3600
HABITS = (1.0, 0.8, 0.5, 0.3)   # how often each of them comes


async def fill(folder: Path, hands: int, days: int = 36, tries: float = 0.08,
               clock: Clock | None = None, seed: str = "open") -> None:
    """A store of at least so many hands, a few guests' among them; `tries` is how often somebody
    who comes plays the deal of the day."""
    clock, luck = clock or Clock(), Random(seed)
    an_evening = round(hands / days / sum(HABITS)) + 1
    async with bank_in(folder, now=clock) as bank:
        hall = Floor(bank, Seeds(seed))
        contests = Contests(bank, hall.seeds)
        people = [await bank.local(f"Caller {number}") for number in range(len(HABITS))]
        for _ in range(days):
            await contests.turn()
            for caller, comes in zip(people, HABITS):
                if luck.random() < comes:
                    await evening(hall, caller, an_evening, luck, clock)
                    if luck.random() < tries:
                        await contest(contests, caller, luck, clock)
            await _guest(hall, luck, clock)
            await bank.hall.hall()
            clock.pass_by(DAY - clock() % DAY + luck.randint(8, 14) * 3600)
        await contests.turn()
        await bank.hall.hall()


async def evening(hall: Floor, caller: Caller, hands: int, luck: Random, clock: Clock) -> None:
    """One sitting or more, of so many hands."""
    while hands > 0:
        table = await sit(hall, caller, luck)
        while hands > 0 and table.record is not None:
            await play(table, luck)
            clock.pass_by(40)
            hands -= 1
        await table.leave()


async def contest(contests: Contests, caller: Caller, luck: Random, clock: Clock) -> None:
    """The deal of the day, and once in a while some deals of the freezeout."""
    for kind, most in ("day", 10), ("week", 4 * (luck.random() < 0.2)):
        found = await contests.current(kind)
        own = await contests.bank.contests.own(found.id, caller.id)
        if own is not None and own.state != "open":
            continue
        table = await contests.sit(found, caller)
        while most and table.record is not None:
            await table.ante()
            while (legal := table.table.legal(CALLER)) is not None:
                await table.act(careless(legal, luck))
            clock.pass_by(30)
            most -= 1


async def _guest(hall: Floor, luck: Random, clock: Clock) -> None:
    if luck.random() < 0.1:
        guest = await hall.bank.guest()
        await evening(hall, guest, 2, luck, clock)
        await hall.end_guest(guest)
