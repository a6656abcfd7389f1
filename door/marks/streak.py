"""The streak of days: how many of the casino's days in a row a caller has played.

A day is played if a hand was played in it: if the caller's hand at the table ended in it, but not
if the clock ended it, or if a contest's deal was dealt to them. A day that is over and was not
played is missed. A streak begins with a day that is played. The first day that it misses in each
week of the casino, Monday to Sunday, is forgiven; the second ends it, and the next day that is
played begins another. Its length counts the days that were played. Today is never missed, for it is
not over. A day on which the casino was closed is missed like any other: nobody keeps a list of
those.
"""

from __future__ import annotations

from collections.abc import Collection

_THURSDAY = 3   # 1970 began with one


def streak(days: Collection[int], today: int) -> int:
    """How long it is. `days`, those that were played, and `today` count days since 1970."""
    length, missed = 0, -1      # `missed`: the last week with a day that was forgiven
    for day in range(min(days, default=today), today + 1):
        if day in days:
            length += 1
        elif day == today or not length:
            continue
        elif week(day) != missed:
            missed = week(day)
        else:
            length, missed = 0, -1
    return length


def week(day: int) -> int:
    """The number of a day's week; weeks begin with their Monday."""
    return (day + _THURSDAY) // 7
