"""Deals of contests in the streak of days: a day on which one was dealt to a caller is played."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from door.marks.streak import streak
from tests.fame_nights import FIRST_DAY, turn_of
from tests.month import Month, OpenHouse
from tests.zones import BERLIN, living_in, moment

pytestmark = pytest.mark.asyncio
STARTS = "02:30"
MONDAY = date(2023, 10, 23)     # in the night to Sunday the clock shows 2:00 to 3:00 twice


@pytest.fixture
def month(tmp_path: Path) -> Iterator[Month]:
    with living_in(BERLIN):
        yield Month(tmp_path, "2023-10-23 20:00", STARTS, 1)


async def plays(house: OpenHouse, month: Month, kind: str, deals: int = 1,
                breaks: float = 0) -> None:
    await month.deals(house, await house.caller(0), kind, deals, breaks)


async def sits(house: OpenHouse, month: Month) -> None:
    """A hand or two: of one, a sitting of the month may play none."""
    await month.sitting(house, await house.caller(0), 100, 2)


async def days(house: OpenHouse) -> list[int]:
    """Those that count, the Monday as 0."""
    found = await house.bank.marks.days((await house.caller(0)).id)
    return sorted(day - (MONDAY - FIRST_DAY).days for day in found)


async def in_a_row(house: OpenHouse) -> int:
    found = await house.bank.marks.days((await house.caller(0)).id)
    return streak(found, house.bank.marks.today())


async def test_a_week_at_the_table_and_in_contests_is_one_streak(month: Month) -> None:
    async with month.open() as house:
        await plays(house, month, "day")
        month.clock.seconds = moment("2023-10-24 20:00")
        await plays(house, month, "week")
        month.clock.seconds = moment("2023-10-25 20:00")
        await sits(house, month)
        month.clock.seconds = moment("2023-10-27 20:00")        # Thursday is forgiven
        await plays(house, month, "day", breaks=1)              # and hangs up in the deal
        month.clock.seconds = moment("2023-10-28 20:00")
        await plays(house, month, "day", 10)
        month.clock.seconds = moment("2023-10-29 02:10", fold=1)    # it has been 2:30 before
        await plays(house, month, "week")
        assert await days(house) == [0, 1, 2, 4, 5, 6] and await in_a_row(house) == 6
        month.clock.seconds = moment("2023-10-30 20:00")
        assert await in_a_row(house) == 6, "today is not over"
        await sits(house, month)
        assert await days(house) == [0, 1, 2, 4, 5, 6, 7] and await in_a_row(house) == 7
        earned = await house.bank.marks.earned((await house.caller(0)).id)
        assert "seven-days" in [mark.mark for mark in earned]


async def test_deals_count_for_the_day_of_their_second(month: Month) -> None:
    turn = turn_of(date(2023, 10, 29), STARTS)
    async with month.open() as house:
        month.clock.seconds = turn - 1
        await plays(house, month, "week")
        assert await days(house) == [5]
        month.clock.seconds = turn
        await plays(house, month, "week")
        assert await days(house) == [5, 6]


@pytest.mark.parametrize("down", [False, True])
async def test_what_the_clock_plays_for_who_is_away_is_no_day(month: Month, down: bool) -> None:
    """The rest of a deal of the day is dealt on Tuesday, and that of a week on the next Monday."""
    async with month.open() as house:
        await plays(house, month, "day", 2)
        await plays(house, month, "week", 1)
        if not down:
            month.go_to_the_turn()
            assert await house.contests.turn() == 1
            month.clock.seconds = turn_of(date(2023, 10, 30), STARTS)
            assert await house.contests.turn() == 1
    month.clock.seconds = moment("2023-10-31 20:00")
    async with month.open() as house:
        assert await house.bank.contests.unclosed() == []
        assert await days(house) == [0] and await in_a_row(house) == 0


async def test_who_looks_at_a_contest_and_takes_no_card_has_not_played(month: Month) -> None:
    async with month.open() as house:
        table = await house.contests.sit(await house.contests.current("day"),
                                         await house.caller(0))
        assert table.record is not None and await days(house) == []
        await table.ante()
        assert await days(house) == [0]


async def test_a_try_that_is_void_was_played_all_the_same(month: Month) -> None:
    async with month.open() as house:
        await plays(house, month, "day", 2)
        contest = await house.contests.current("day")
        tried = await house.bank.contests.own(contest.id, (await house.caller(0)).id)
        assert tried is not None
        await house.bank.contests.void(tried.id, "a test")
        assert await days(house) == [0]
