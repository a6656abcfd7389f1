"""The rule of the streak of days, read from each start: slow, and as it is written down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from datetime import date, timedelta


def by_hand(days: Collection[int], today: int) -> int:
    """All streaks, one after the other: each as long as its weeks have one missed day at most."""
    def missed_twice(start: int, end: int) -> bool:
        weeks = Counter((date(1970, 1, 1) + timedelta(day)).isocalendar()[:2]
                        for day in range(start, end) if day not in days)
        return max(weeks.values(), default=0) > 1

    start, end = -1, -1
    for day in sorted(day for day in days if day <= today):
        if day >= end:
            start = day
            end = next((end for end in range(day, today + 1) if missed_twice(day, end)), today + 1)
    return sum(start <= day <= today for day in days) if end > today else 0
