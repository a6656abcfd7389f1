"""A month of the casino, cranked by its clock: what everybody is told agrees with the records.

Callers of different habits play at the real table, against the real House. The month has the end
of summer time in it, a month's turn, and a server that is down while a day turns.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from datetime import time as wall_time
from pathlib import Path
from random import Random

import pytest

from door.bank import Bank, Caller
from door.bank.days import day_of
from door.config import BankSettings
from door.floor import Floor, Seeds
from door.marks.streak import streak
from tests.books import Clock, bank_in
from tests.fame_nights import FIRST_DAY, Recorded, people, records, table
from tests.marked import recomputed
from tests.random_nights import help_out, play
from tests.streaks import by_hand
from tests.zones import BERLIN, living_in

STARTS = wall_time(5)
HABITS = ((1.0, 200, 20), (0.7, 100, 10), (0.5, 500, 30), (0.85, 40, 8))  # comes, brings, plays
TABLES = ("net", "best", "broken", "pot", "streak")


@pytest.fixture(autouse=True)
def berlin() -> Iterator[None]:
    with living_in(BERLIN):
        yield


async def evening(hall: Floor, caller: Caller, luck: Random, clock: Clock, buy_in: int,
                  hands: int) -> None:
    """One sitting of at most so many hands, a minute each."""
    if await hall.bank.bankroll(caller.id) < 20:
        await help_out(hall.bank, caller)
    bankroll = await hall.bank.bankroll(caller.id)
    house_table = await hall.sit(caller, min(bankroll, buy_in))
    for _ in range(luck.randint(1, hands)):
        if house_table.record is None:
            break   # somebody lacks the ante
        await play(house_table, luck)
        clock.pass_by(60)
    await house_table.leave()


async def month(folder: Path, callers: int, days: int) -> Clock:
    """The callers come and go; every fifth night the server is down until after the day's turn."""
    luck, clock = Random(f"month {callers}"), Clock()
    clock.seconds = datetime(2023, 10, 25, 19).timestamp()
    for day in range(days):
        async with open_bank(folder, clock) as bank:
            hall = Floor(bank, Seeds(f"month {day}"))
            for number in range(callers):
                caller = await bank.local(f"Caller {number}")
                comes, buy_in, hands = HABITS[number % len(HABITS)]
                if luck.random() < comes:
                    await evening(hall, caller, luck, clock, buy_in, hands)
            if day % 5:
                clock.seconds = next_turn(clock) + luck.choice((-1, 0, 1))  # to the second
                await evening(hall, await bank.local("Caller 0"), luck, clock, 200, 1)
        clock.seconds = next_turn(clock) + luck.randint(3, 14) * 3600
    return clock


def open_bank(folder: Path, clock: Clock) -> AbstractAsyncContextManager[Bank]:
    return bank_in(folder, now=clock, settings=BankSettings(durability="normal",
                                                            day_starts=STARTS))


def next_turn(clock: Clock) -> float:
    """The first moment of the casino's next day, which begins on the hour."""
    today, at = day_of(clock(), STARTS), clock() + 3600 - clock() % 3600
    while day_of(at, STARTS) == today:
        at += 3600
    assert day_of(at - 1, STARTS) == today
    return at


async def told(bank: Bank, caller: Caller) -> dict[str, tuple[int, str]]:
    return {mark.mark: (mark.at, mark.hand) for mark in await bank.marks.earned(caller.id)}


@pytest.mark.parametrize("callers, days", [
    (4, 12), pytest.param(40, 31, marks=pytest.mark.soak)])
async def test_what_is_told_is_what_the_records_come_to(tmp_path: Path, callers: int,
                                                        days: int) -> None:
    clock = await month(tmp_path, callers, days)
    hands = records(tmp_path / "anteup.db", STARTS.isoformat("minutes"))
    assert len(hands) > callers * days
    async with open_bank(tmp_path, clock) as bank:
        assert await bank.check() == []
        today = (day_of(clock(), STARTS) - FIRST_DAY).days
        for number in range(callers):
            caller = await bank.local(f"Caller {number}")
            mine = [hand for hand in hands if hand.handle == caller.handle]
            figures = await bank.figures(caller.id)
            assert (figures.hands, figures.net) == (len(mine), sum(hand.net for hand in mine))
            played = {(hand.day - FIRST_DAY).days for hand in mine}
            assert await bank.marks.days(caller.id) == played
            assert streak(frozenset(played), today) == by_hand(played, today)
            assert await told(bank, caller) == recomputed(
                tmp_path / "anteup.db", caller.handle, STARTS)
        await _tables_agree(bank, hands)


async def _tables_agree(bank: Bank, hands: list[Recorded]) -> None:
    hall = await bank.hall.hall((await bank.local("Caller 0")).id)
    for found in hall.rankings:
        if found.table not in TABLES:
            continue
        season = [hand for hand in hands if not found.season
                  or hand.day.year * 12 + hand.day.month - 1 == found.season]
        wanted = sorted(table(people(season), found.table).values(), reverse=True)
        assert [line.values[0] for line in found.lines] == wanted[:15]
