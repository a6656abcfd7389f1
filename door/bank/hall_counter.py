"""The Hall, Last night and the chalkboard as everybody else asks for them: bank.hall, each
question one job."""

from collections.abc import Callable
from datetime import date, time, timedelta
from pathlib import Path
from time import time as clock

from door.bank import honours, news
from door.bank.days import begins
from door.bank.deeds import season_of
from door.bank.errors import StoreFailed
from door.bank.hall import MOST, hall
from door.bank.opening import revision_of
from door.bank.schema import REVISIONS
from door.bank.snapshot import snapshot
from door.bank.statements import Desk
from door.bank.store import Store
from door.bank.totals import Calendar
from door.views import Hall, LastNight

_EPOCH = date(1970, 1, 1)
NOBODY = 0      # as the caller who asks


def looked_at(desk: Desk, today: int, caller_id: int = NOBODY, most: int = MOST) -> Hall:
    """The Hall as it is today."""
    return hall(desk, caller_id, season_of(today), most)


def heard(desk: Desk, calendar: Calendar, starts: time, caller_id: int = NOBODY) -> LastNight:
    """Last night's news, for a caller who has called again."""
    def ends(day: int) -> int:
        return begins(_EPOCH + timedelta(days=day + 1), starts)

    today = calendar.today()
    names = news.passed(desk, caller_id, season_of(today))
    return LastNight(news.night(desk, today, ends), tuple(names[:news.NAMED]), len(names),
                     news.on_the_board(desk))


def hall_now(path: Path, starts: time, now: float | None = None) -> tuple[Hall, LastNight]:
    """The Hall and Last night of the store at `path`, which is only read, beside its server or
    without one; empty if it is not there yet. Raises StoreTooNew, and StoreFailed also for a store
    of an older revision."""
    calendar = Calendar(starts, clock if now is None else lambda: now)
    today = calendar.today()
    if not path.exists():
        return Hall(season_of(today)), LastNight()
    with snapshot(path) as desk:
        revision = revision_of(desk.core, path, REVISIONS)
        if revision is None:
            return Hall(season_of(today)), LastNight()
        if revision != REVISIONS[-1]:
            raise StoreFailed(f"{path} has schema {revision}; the next server takes it to "
                              f"{REVISIONS[-1]}")
        return looked_at(desk, today), heard(desk, calendar, starts)


class HallCounter:
    """In practice all of it is empty, and nothing is written."""

    def __init__(self, store: Store, calendar: Calendar, starts: time,
                 now: Callable[[], float], practice: bool) -> None:
        self._store, self._calendar, self._starts = store, calendar, starts
        self._now, self._practice = now, practice

    async def hall(self, caller_id: int = NOBODY) -> Hall:
        """All tables and plaques, with that caller's own lines."""
        return await self._store.run(lambda desk: self._hall(desk, caller_id))

    def _hall(self, desk: Desk, caller_id: int) -> Hall:
        today = self._calendar.today()
        if self._practice:
            return Hall(season_of(today))
        honours.catch_up(desk, self._now(), season_of(today))
        return looked_at(desk, today, caller_id)

    async def last_night(self, caller_id: int = NOBODY) -> LastNight:
        """Last night's news, and who has passed that caller since their last call or sitting."""
        if self._practice:
            return LastNight()
        return await self._store.run(
            lambda desk: heard(desk, self._calendar, self._starts, caller_id))

    async def chalk(self, caller_id: int, text: str) -> str:
        """Writes on the chalkboard; what of the text was written, "" for nothing."""
        if self._practice:
            return ""
        return await self._store.run(lambda desk: news.write_on_the_board(
            desk, caller_id, int(self._now()), text))

    async def wipe(self) -> bool:
        """Wipes the chalkboard; False if there was nothing on it."""
        return await self._store.run(
            lambda desk: news.wipe_the_board(desk, int(self._now())))
