"""A month of the casino, cranked by its clock: all that everybody is told agrees with the records.

Callers of different habits play at the real table and in the real contests, against the real
House. In the month summer time begins or ends, a week and a season turn, the server is down in some
nights, and one of them leaves a hand in its middle to the clock; the casino's day begins in the
hour that the clock leaps over, or shows twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.agreement import (books_of, bulletins_agree, caller_agrees, contests_agree,
                             hall_agrees, night_agrees)
from tests.month import Month, OpenHouse
from tests.reading import pages_agree
from tests.zones import BERLIN, living_in

STARTS = "02:30"
AUTUMN, SPRING = "2023-10-20 12:00", "2024-03-20 12:00"     # clocks change on the 29th, the 31st
ALWAYS = {"net", "best", "pot", "streak", "medals", "plaques", "story of a pot", "story of a beat",
          "closed", "day", "week", "marks", "days", "away"}
SELDOM = {"broken", "passed", "chalk", "story of a bank", "story of a streak"}


@pytest.fixture(autouse=True)
def berlin() -> Iterator[None]:
    with living_in(BERLIN):
        yield


@pytest.mark.parametrize("start, callers, days", [
    (AUTUMN, 5, 12),
    pytest.param(AUTUMN, 40, 31, marks=pytest.mark.soak),
    pytest.param(SPRING, 40, 31, marks=pytest.mark.soak)])
async def test_what_is_told_is_what_the_records_come_to(tmp_path: Path, start: str, callers: int,
                                                        days: int) -> None:
    month, seen = Month(tmp_path, start, STARTS, callers), Counter[str]()
    for day in range(days):
        async with month.open() as house:
            await month.evening(house)
            if day % 4:
                await month.over_the_turn(house)
                await house.contests.turn()
                seen += await told(house, month, day)
        if day % 4 == 0 or day == 6:
            month.sleep(2 if day == 6 else 1)
            async with month.open() as house:
                seen += await told(house, month, day)
    async with month.open() as house:
        books = books_of(month)
        seen += await contests_agree(house.bank, books)
        for number in range(callers):
            seen += await caller_agrees(house.bank, month, books, f"Caller {number}")
    await pages_agree(month, books, "Caller 0")     # and its books are checked at the end
    assert set(seen) >= (ALWAYS | SELDOM if callers > 5 else ALWAYS), "nothing to compare"


async def told(house: OpenHouse, month: Month, day: int) -> Counter[str]:
    """What one of them reads in the Hall and in the news, and what the boards' callers read."""
    books = books_of(month)
    seen = await hall_agrees(house.bank, books, f"Caller {day % month.callers}")
    for number in range(min(month.callers, 5)):
        seen += await night_agrees(house.bank, books, f"Caller {number}")
    await bulletins_agree(month, books)
    return seen
