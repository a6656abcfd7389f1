"""door.marks.streak: the days in a row, against the rule read day by day from each start."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime, timedelta
from datetime import time as at
from pathlib import Path
from random import Random

import pytest

from door.bank import Bank
from door.bank.days import begins
from door.bank.totals import Calendar
from door.config import BankSettings
from door.contests import Contests
from door.floor.seeds import Seeds
from door.marks.streak import streak, week
from tests.books import GAME, Clock, bank_in, deal, finish, record
from tests.streaks import by_hand

MONDAY = (date(2026, 11, 30) - date(1970, 1, 1)).days


def test_weeks_begin_with_their_monday() -> None:
    assert [week(MONDAY + n) - week(MONDAY) for n in (-1, 0, 6, 7)] == [-1, 0, 0, 1]


@pytest.mark.parametrize("played, length", [
    ("", 0),                    # from Monday on, the last is today: x played, . not
    ("x", 1), ("x.", 1),        # today is not over
    ("xxxxxxx", 7), ("xx.xxxx", 6), ("xx.x.xx", 2), ("xx..xxx", 3), ("xxxxx..", 5),
    ("xxxxxx..", 6), ("xxxxx...", 0), ("xxxxxx..x", 7),     # Sunday and Monday: of two weeks
    ("x.xxxxx.xxxxxx", 12), ("x.x.xxx.xxxxxx", 9), ("x.x.", 2), ("x.x..", 0), (".xxxxxx", 6),
])
def test_days_in_a_row(played: str, length: int) -> None:
    days = {MONDAY + n for n, sign in enumerate(played) if sign == "x"}
    today = MONDAY + len(played) - 1
    assert streak(days, today) == by_hand(days, today) == length


@pytest.mark.parametrize("seed", range(4))
def test_any_calendar(seed: int) -> None:
    luck = Random(seed)
    for _ in range(150):
        often, first = luck.choice((0.3, 0.7, 0.85, 0.95)), MONDAY + luck.randrange(7)
        days = {day for day in range(first, first + 60) if luck.random() < often}
        for today in range(first, first + 62, luck.randint(1, 5)):
            assert streak(days, today) == by_hand({day for day in days if day <= today}, today)


def test_an_ended_streak_never_comes_back() -> None:
    luck = Random(5)
    for _ in range(100):
        days, before = set[int](), 0
        for today in range(MONDAY, MONDAY + 40):
            length = streak(days, today)
            assert length in (0, before)
            if luck.random() < 0.75:
                days.add(today)
                assert streak(days, today) == length + 1
            before = streak(days, today)


@contextmanager
def zone(name: str) -> Iterator[None]:
    """The local time of somewhere."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TZ", name)
        time.tzset()
        yield
    time.tzset()


@pytest.mark.parametrize("name, change", [
    ("Europe/Berlin", date(2026, 3, 29)), ("Europe/Berlin", date(2026, 10, 25)),
    ("America/New_York", date(2026, 11, 1)), ("Australia/Lord_Howe", date(2026, 4, 5))])
async def test_days_of_hands_over_a_change_of_summer_time(tmp_path: Path, name: str,
                                                          change: date) -> None:
    """A hand in the last second of each day and one in its first: no day more, none less."""
    with zone(name):
        clock, settings = Clock(), BankSettings(durability="normal")
        starts = settings.day_starts
        first = datetime.combine(change - timedelta(3), starts)
        clock.seconds = first.timestamp()
        async with bank_in(tmp_path, now=clock, settings=settings) as bank:
            ada = await bank.create("Ada", "secret")
            for n in range(7):
                begun = datetime.combine(first.date() + timedelta(n), starts).timestamp()
                following = datetime.combine(first.date() + timedelta(n + 1), starts).timestamp()
                for moment in (begun, following - 1):
                    clock.seconds = moment
                    await a_hand(bank, ada.id)
                days = await bank.marks.days(ada.id)
                assert len(days) == n + 1
                assert streak(days, bank.marks.today()) == n + 1


@pytest.mark.parametrize("monday", [date(2026, 10, 19), date(2026, 10, 26), date(2027, 3, 22)])
async def test_days_of_a_freezeouts_deals(tmp_path: Path, monday: date) -> None:
    """One in the last second of each day and one in its first, in weeks of 169, 168 and 167
    hours; and a day that has a deal of the day alone."""
    with zone("Europe/Berlin"):
        clock, settings = Clock(), BankSettings(durability="normal", day_starts=at(2, 30))
        clock.seconds = datetime.combine(monday - timedelta(1), at(12)).timestamp()
        async with bank_in(tmp_path, now=clock, settings=settings) as bank:
            ada, contests = await bank.create("Ada", "secret"), Contests(bank, Seeds("streak"))
            table = await contests.sit(await contests.current("day"), ada)
            await table.ante()
            played = {(monday - date(1970, 1, 1)).days - 1}
            clock.seconds = begins(monday, settings.day_starts)
            table = await contests.sit(await contests.current("week"), ada)
            for n in range(7):
                day = monday + timedelta(n)
                for moment in (begins(day, settings.day_starts),
                               begins(day + timedelta(1), settings.day_starts) - 1):
                    clock.seconds = moment
                    await table.ante()
                    await table.give_up()
                played.add((day - date(1970, 1, 1)).days)
                assert await bank.marks.days(ada.id) == played


async def test_a_casino_that_was_closed(tmp_path: Path) -> None:
    """One day of it is forgiven, like any other that was missed; two of a week are not."""
    clock = Clock()
    calendar = Calendar(BankSettings().day_starts, clock)
    for closed, length in ((1, 2), (2, 1)):
        clock.seconds = datetime(2026, 11, 30, 12).timestamp()      # a Monday
        async with bank_in(tmp_path / str(closed), now=clock) as bank:
            ada = await bank.create("Ada", "secret")
            await a_hand(bank, ada.id)
        clock.pass_by((closed + 1) * 24 * 3600)
        async with bank_in(tmp_path / str(closed), now=clock) as bank:
            await a_hand(bank, ada.id)
            assert calendar.today() == bank.marks.today() == MONDAY + closed + 1
            assert streak(await bank.marks.days(ada.id), bank.marks.today()) == length


async def a_hand(bank: Bank, caller_id: int) -> None:
    """One, in a sitting of its own."""
    sitting = await bank.sit(caller_id, GAME, 20)
    await bank.seal(record(sitting, 1))
    await bank.write(deal(sitting, 1, (20, 20)))
    await bank.write(finish(sitting, 1, 2, (21, 19), following=False))
    await bank.rise(caller_id)
