"""Day, week and season turn at `day_starts`, to the second, whatever the clock on the wall does
and whether or not there is a server; and what is due then is given once.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from pathlib import Path

import pytest

from door.bank import Bank, ContestOver
from door.bank.days import day_of
from door.contests import ContestTable
from door.rules.actions import FOLD
from tests.agreement import (books_of, bulletins_agree, caller_agrees, contests_agree,
                             hall_agrees, night_agrees)
from tests.fame_nights import FIRST_DAY, day_at, turn_of
from tests.month import HOUR, Month, OpenHouse
from tests.zones import AUCKLAND, BERLIN, NEW_YORK, living_in, moment

# Clocks that are put forward on Monday, 1 April 2024, and back on Monday, 1 January 2024.
MONDAYS = "CET-1CEST,M4.1.1/2,M1.1.1/3"
TURNS = [(BERLIN, "2023-10-29", "02:30"), (MONDAYS, "2024-04-01", "02:30"),
         (BERLIN, "2023-10-30", "05:00"), (BERLIN, "2024-03-31", "02:30"),
         (NEW_YORK, "2024-11-03", "01:15"), (MONDAYS, "2024-01-01", "02:30")]
ADA, BOB, CY = range(3)


@pytest.fixture(params=[
    pytest.param(turn, id="-".join(turn[1:]), marks=[pytest.mark.soak] * (number > 2))
    for number, turn in enumerate(TURNS)])
def turning(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Month, int]]:
    """A month that begins on the afternoon before a turn, and the moment of that turn."""
    zone, day, starts = request.param
    with living_in(zone):
        turn = turn_of(date.fromisoformat(day), starts)
        before = datetime.fromtimestamp(turn - 12 * HOUR)
        yield Month(tmp_path, f"{before:%Y-%m-%d %H:%M}", starts, 3), turn


async def agree(house: OpenHouse, month: Month) -> None:
    """All pages, all contests, and every caller's own figures."""
    books = books_of(month)
    for number in range(month.callers):
        handle = f"Caller {number}"
        await hall_agrees(house.bank, books, handle)
        await night_agrees(house.bank, books, handle)
        await caller_agrees(house.bank, month, books, handle)
    await contests_agree(house.bank, books)
    await bulletins_agree(month, books)


async def tries(house: OpenHouse, month: Month) -> tuple[ContestTable, ContestTable]:
    """Ada has tried the deal of the day, and Cy, who came to the same before her; Bob is in the
    middle of it, and of the freezeout."""
    ada, bob, cy = [await house.caller(number) for number in (ADA, BOB, CY)]
    await month.deals(house, cy, "day", 10, bold=True)
    await month.deals(house, ada, "day", 10, bold=True)
    await month.deals(house, bob, "day", 3)
    await month.deals(house, bob, "week", 4)
    open_tries = [await house.contests.sit(await house.contests.current(kind), bob)
                  for kind in ("day", "week")]
    for table in open_tries:
        await table.ante()
    return open_tries[0], open_tries[1]


async def test_the_turn_is_exact_for_whoever_plays_over_it(turning: tuple[Month, int]) -> None:
    month, turn = turning
    async with month.open() as house:
        day, week = await tries(house, month)
        cy = await house.floor.sit(await house.caller(CY), 100)
        month.clock.seconds = turn - 1.0
        await cy.ante()
        await cy.act(FOLD)      # which is of the day before
        await night_agrees(house.bank, books_of(month), "Caller 2")
        await bulletins_agree(month, books_of(month))
        assert (await house.contests.current("day")).ends == turn
        assert await house.contests.turn() == 0, "nothing is over"
        assert not (await house.bank.hall.hall()).rankings[-1].lines
        await cy.ante()
        month.clock.seconds = turn + 0.0
        await cy.act(FOLD)      # which is of the new one
        assert await house.bank.marks.days(cy.sitting.caller_id) == {
            number(turn) - 1, number(turn)}
        with pytest.raises(ContestOver):
            await day.act(FOLD)
        monday = datetime.fromtimestamp(turn).weekday() == 0
        if monday:
            with pytest.raises(ContestOver):
                await week.act(FOLD)
        else:
            await week.act(FOLD)
        assert not (await house.bank.hall.hall()).rankings[-1].lines, "they wait for Bob"
        for kind in ("day", "week") if monday else ("day",):
            assert (await house.contests.current(kind)).begins == turn
        await agree(house, month)
        await medals_are_given_once(house.bank, month)


async def test_a_server_that_is_down_at_the_turn_makes_up_for_it(
        turning: tuple[Month, int]) -> None:
    """Five turns are missed: the tries end as for who is away, and the medals come at last."""
    month, turn = turning
    async with month.open() as house:
        await tries(house, month)
        await month.sitting(house, await house.caller(CY), 100, 4)
    month.clock.seconds = turn + 108 * HOUR
    async with month.open() as house:
        assert await house.bank.contests.unclosed() == []
        await agree(house, month)
        books = books_of(month)
        last = max(held.day for held in books.held if held.kind == "day")
        assert [held.day for held in books.held if held.kind == "day"] == [
            day_at(turn - 1, month.starts), last], "of the days without a server there is none"
        (closed,) = [tried for tried in books.held[0].tries if tried.handle == "Caller 1"]
        assert closed.over_at == month.clock() and len(closed.deals) == 10
        await medals_are_given_once(house.bank, month)
    async with month.open() as house:
        await hall_agrees(house.bank, books_of(month), "Caller 0")
        await medals_are_given_once(house.bank, month)


async def medals_are_given_once(bank: Bank, month: Month) -> None:
    """Three of the one day that is over, two of them the same, however often anybody looks."""
    assert len({net for _, _, net in books_of(month).held[0].placed()}) == 2
    found = [(await bank.hall.hall()).rankings[-1] for _ in range(3)]
    assert found[0] == found[2] and found[0].table == "medals"
    assert sum(sum(line.values) for line in found[0].lines) == 3
    driver = sqlite3.connect(month.folder / "anteup.db")
    assert driver.execute("SELECT count(*) FROM medals WHERE caller_id > 0").fetchone() == (3,)
    driver.close()


def number(moment: int) -> int:
    """Of the day whose first second that is."""
    return (datetime.fromtimestamp(moment).date() - FIRST_DAY).days


@pytest.mark.parametrize("zone, night", [
    (BERLIN, "2023-10-29"), (BERLIN, "2024-03-31"), (NEW_YORK, "2024-11-03"),
    (AUCKLAND, "2024-04-07"), (MONDAYS, "2024-01-01"), (MONDAYS, "2024-04-01")])
@pytest.mark.parametrize("starts", ["00:00", "01:15", "02:00", "02:30", "03:00", "05:00"])
def test_the_tests_own_day_is_that_of_the_latest_time_the_clock_has_shown(
        zone: str, night: str, starts: str) -> None:
    """Every five minutes of that night: no day is taken back, also in an hour shown twice."""
    hours, minutes = map(int, starts.split(":"))
    with living_in(zone):
        start = moment(f"{night} 00:00") - 12 * HOUR
        latest = datetime.fromtimestamp(start)
        for second in range(start, start + 24 * HOUR, 300):
            latest = max(latest, datetime.fromtimestamp(second))
            day = (latest - timedelta(hours=hours, minutes=minutes)).date()
            assert day_at(second, starts) == day == day_of(second, time(hours, minutes))
        assert len({datetime.fromtimestamp(start + n * HOUR).astimezone().utcoffset()
                    for n in range(24)}) == 2, "no clock was changed"
