"""door.bank.days: days and weeks turn at day_starts, to the second, also over summer time."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

import pytest

from door.bank.days import begins, day_of, span
from tests.zones import AUCKLAND, BERLIN, NEW_YORK, UTC, living_in, moment

STARTS = [time(0, 0), time(2, 0), time(2, 30), time(3, 0), time(4, 0), time(23, 59)]
ZONES = [UTC, BERLIN, NEW_YORK, AUCKLAND]


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("starts", STARTS)
def test_days_follow_one_another_without_gap_or_return(zone: str, starts: time) -> None:
    """Two years, day by day: the second before a beginning is of the day before."""
    with living_in(zone):
        for n in range(730):
            day = date(2026, 1, 1) + timedelta(days=n)
            at = begins(day, starts)
            assert day_of(at, starts) == day
            assert day_of(at - 1, starts) == day - timedelta(days=1)
            assert 82_000 < begins(day + timedelta(days=1), starts) - at < 91_000


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("starts", STARTS)
def test_a_day_begins_when_the_clock_first_shows_its_hour_or_a_later_one(zone: str,
                                                                         starts: time) -> None:
    with living_in(zone):
        for n in range(730):
            day = date(2026, 1, 1) + timedelta(days=n)
            wall = datetime.combine(day, starts)
            assert datetime.fromtimestamp(begins(day, starts)) >= wall
            assert datetime.fromtimestamp(begins(day, starts) - 1) < wall


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("starts", STARTS)
def test_no_day_comes_back(zone: str, starts: time) -> None:
    """Every ten minutes of the nights in which clocks are changed."""
    with living_in(zone):
        for night in ("2026-03-29", "2026-10-25", "2026-03-08", "2026-11-01", "2026-09-27",
                      "2026-04-05"):
            start = moment(f"{night} 00:00") - 3600
            days = [day_of(start + 600 * n, starts) for n in range(60)]
            assert days == sorted(days)


def test_an_hour_that_is_leapt_over_begins_the_day_at_the_leap() -> None:
    with living_in(BERLIN):
        assert begins(date(2026, 3, 29), time(2, 30)) == moment("2026-03-29 03:00")


def test_an_hour_that_comes_twice_begins_the_day_the_first_time() -> None:
    with living_in(BERLIN):
        first, again = moment("2026-10-25 02:30"), moment("2026-10-25 02:10", fold=1)
        assert begins(date(2026, 10, 25), time(2, 30)) == first < again
        assert day_of(again, time(2, 30)) == date(2026, 10, 25)


def test_a_week_turns_on_monday_at_day_starts() -> None:
    with living_in(BERLIN):
        starts = time(4, 0)
        sunday, monday = moment("2026-11-30 03:59") + 59, moment("2026-11-30 04:00")
        assert span("week", sunday, starts) == (
            date(2026, 11, 23), moment("2026-11-23 04:00"), monday)
        assert span("week", monday, starts) == (
            date(2026, 11, 30), monday, moment("2026-12-07 04:00"))
        assert span("day", monday, starts) == (date(2026, 11, 30), monday,
                                               moment("2026-12-01 04:00"))


def test_a_week_in_which_clocks_are_changed_is_an_hour_longer() -> None:
    with living_in(BERLIN):
        _, first, end = span("week", moment("2026-10-22 12:00"), time(4, 0))
        assert end - first == 7 * 86_400 + 3600
