"""The casino's days and weeks: when each begins, to the second, in the casino's time zone.

A day begins at the first moment at which the clock on the wall shows `day_starts` or later: where
summer time leaps over it, at the leap; where the clock shows it twice, at the first time, and what
the clock shows again afterwards is still of the new day. A week begins with its Monday.

A hand that waits for its caller is for the clock to end when it is seven days old, to the second.
"""

from bisect import bisect_left
from datetime import date, datetime, time, timedelta

FROZEN = 7 * 24 * 3600  # seconds that a hand waits for its caller (RULEBOOK 1.12)
_LONGEST_LEAP = 3 * 3600  # seconds that a clock was ever put forward at once, and more
_DAYS = {"day": 1, "week": 7}


def begins(day: date, starts: time) -> int:
    """The first second of a casino's day, since 1970."""
    wall = datetime.combine(day, starts)
    latest = int(wall.timestamp())  # of two such moments the first; in a leap, behind it
    moments = range(latest - _LONGEST_LEAP, latest + 1)
    return moments[bisect_left(moments, wall, key=datetime.fromtimestamp)]


def day_of(moment: float, starts: time) -> date:
    """The casino's day at a moment."""
    since = timedelta(hours=starts.hour, minutes=starts.minute)
    day = (datetime.fromtimestamp(moment) - since).date()
    following = day + timedelta(days=1)
    return following if moment >= begins(following, starts) else day


def overdue(dealt_at: int, moment: float) -> bool:
    """Whether a hand that was dealt then is one for the clock to end: its caller is away."""
    return moment - dealt_at >= FROZEN


def span(kind: str, moment: float, starts: time) -> tuple[date, int, int]:
    """The "day" or "week" of a moment: its first day, its first second, and the next one's."""
    first = day_of(moment, starts)
    if kind == "week":
        first -= timedelta(days=first.weekday())
    return first, begins(first, starts), begins(first + timedelta(days=_DAYS[kind]), starts)
