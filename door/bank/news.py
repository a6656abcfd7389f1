"""News: the last night that had play, who has passed whom, and what is on the chalkboard.

Who has passed a caller stood no higher than they did in the season's table at the end of their
last call, or sitting, and stands higher now; looked at are the thirty who were next below.
"""

from collections.abc import Callable

import sqlalchemy as sa
from sqlalchemy import bindparam

from door.bank.deeds import MOST
from door.bank.fame_schema import chalk, rivals, seasons, stories
from door.bank.handles import may_stand
from door.bank.schema import callers, totals
from door.bank.statements import Desk, Prepared
from door.bank.totals import THE_HOUSE
from door.views import Chalk, Night, Story

NAMED = 5
LONGEST = 60        # characters on the chalkboard
_s = seasons.c
_LAST_DAY = Prepared(sa.select(sa.func.max(totals.c.day)).where(
    totals.c.day < bindparam("today")))
_HANDS = Prepared(sa.select(sa.func.sum(totals.c.hands)).where(
    totals.c.day == bindparam("day"), totals.c.caller_id == THE_HOUSE))
_STORIES = Prepared(sa.select(
    stories.c.fact, callers.c.handle, stories.c.value, stories.c.other, stories.c.winner,
    stories.c["count"]).join(callers, callers.c.id == stories.c.caller_id).where(
        stories.c.day == bindparam("day")).order_by(stories.c.fact, stories.c.place))
_NET = Prepared(sa.select(_s.net).where(
    _s.season == bindparam("season"), _s.caller_id == bindparam("caller")))
_BELOW = Prepared(sa.select(rivals.c.below).where(
    rivals.c.caller_id == bindparam("caller"), rivals.c.season == bindparam("season")))
_HANDLE = Prepared(sa.select(callers.c.handle).where(callers.c.id == bindparam("caller")))
_CHALK = Prepared(sa.select(
    callers.c.handle, chalk.c.at, chalk.c.text, chalk.c.wiped_at).join(callers).order_by(
        chalk.c.id.desc()).limit(1))
_WRITE = Prepared(sa.insert(chalk), ["caller_id", "at", "text"])
_WIPE = Prepared(sa.update(chalk).where(
    chalk.c.id == sa.select(sa.func.max(chalk.c.id)).scalar_subquery(),
    chalk.c.wiped_at.is_(None)).values(wiped_at=bindparam("moment")))
_GUEST = Prepared(sa.select(callers.c.guest).where(callers.c.id == bindparam("caller")))


def night(desk: Desk, today: int, ends: Callable[[int], int]) -> Night | None:
    """The last day before today that had play; `ends` tells when a day does."""
    day = _LAST_DAY.value(desk, today=today)
    if day is None:
        return None
    rows = list(_STORIES.run(desk, day=day))
    count = {fact: of for fact, *_, of in rows}
    told = [Story(*row[:5]) for fact in MOST for row in rows if row[0] == fact]
    return Night(day, ends(day), _HANDS.value(desk, day=day) or 0, tuple(told),
                 count.get("bank", 0), count.get("streak", 0))


def passed(desk: Desk, caller_id: int, season: int) -> list[str]:
    """Who has passed the caller in that season's table; the next above first."""
    below = _BELOW.value(desk, caller=caller_id, season=season)
    if not below:
        return []
    mine = _NET.value(desk, season=season, caller=caller_id)
    now = [(_NET.value(desk, season=season, caller=each), each)
           for each in map(int, below.split(","))]
    return [str(_HANDLE.value(desk, caller=each)) for net, each in sorted(now) if net > mine]


def on_the_board(desk: Desk) -> Chalk | None:
    """What is written there; None for nothing, or if it was wiped."""
    row = _CHALK.row(desk)
    return Chalk(*row[:3]) if row and row[3] is None else None


def write_on_the_board(desk: Desk, caller_id: int, at: int, text: str) -> str:
    """What was written of it: letters that every terminal has, at most 60, "" for nothing.

    Guests write nothing.
    """
    kept = " ".join("".join(filter(may_stand, text)).split())[:LONGEST].rstrip()
    if not kept or _GUEST.value(desk, caller=caller_id) != 0:
        return ""
    _WRITE.run(desk, caller_id=caller_id, at=at, text=kept)
    return kept


def wipe_the_board(desk: Desk, at: int) -> bool:
    """Whether there was anything to wipe; what stood below it does not come back."""
    return _WIPE.run(desk, moment=at).rowcount > 0
