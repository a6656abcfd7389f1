"""Regulars: what the house remembers of a caller who sits down, read once a sitting.

Banks broken are those of the Hall, in sittings of $200 or more. Nobody is remembered in practice,
and no guest.
"""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from door.bank.deeds import ALL_TIME
from door.bank.fame_schema import chalk, feats
from door.bank.marks import MarkCounter
from door.bank.schema import callers, totals
from door.bank.statements import Desk, Prepared
from door.bank.store import Store
from door.views import Regular

_GUEST = Prepared(sa.select(callers.c.guest).where(callers.c.id == bindparam("caller")))
_SUMS = Prepared(sa.select(sa.func.coalesce(sa.func.sum(totals.c.hands), 0),
                           sa.func.coalesce(sa.func.max(totals.c.biggest_pot), 0)).where(
                               totals.c.caller_id == bindparam("caller")))
_BROKE = Prepared(sa.select(feats.c.early).where(
    feats.c.season == ALL_TIME, feats.c.caller_id == bindparam("caller"), feats.c.feat == "broken"))
_CHALK = Prepared(sa.select(chalk.c.caller_id, chalk.c.wiped_at).order_by(
    chalk.c.id.desc()).limit(1))


class Regulars:
    """bank.regulars: one question, one job."""

    def __init__(self, store: Store, marks: MarkCounter, practice: bool) -> None:
        self._store, self._marks, self._practice = store, marks, practice

    async def remembered(self, caller_id: int) -> Regular | None:
        """What came before now; None of a stranger."""
        if self._practice:
            return None
        today = self._marks.today()
        return await self._store.run(lambda desk: self._remembered(desk, caller_id, today))

    def _remembered(self, desk: Desk, caller_id: int, today: int) -> Regular | None:
        if _GUEST.value(desk, caller=caller_id) != 0:
            return None
        hands, pot = _SUMS.row(desk, caller=caller_id)
        early = _BROKE.value(desk, caller=caller_id)    # the moment, as a negative number
        return Regular(hands, pot, self._marks.days_of(desk, caller_id), today,
                       None if early is None else self._marks.day(-early),
                       _CHALK.row(desk) == (caller_id, None))
