"""Contests: the same sealed deals for everybody with an account, one try each, ranked.

A "day" is the deal of the day, a "week" the freezeout. A contest is made, its deals sealed, by the
first look that anybody takes at it, and is over when its day or week is, to the second (days.py).
Its chips are its own. Tries are in tries.py.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import time
from typing import Any

import sqlalchemy as sa
from sqlalchemy import bindparam

from door.bank import chain, contest_chain
from door.bank.contest_schema import contests, shared_deals, tries
from door.bank.days import span
from door.bank.errors import NoSuchContest
from door.bank.schema import callers
from door.bank.statements import Desk, Prepared, RowInsert
from door.rules.shuffle import seal
from door.views import Contest, Placing, SharedDeal, Standing, Terms

KINDS = ("day", "week")
_c, _t = contests.c, tries.c
_this = _c.id == bindparam("contest")
_OF_DAY = Prepared(sa.select(contests).where(_c.kind == bindparam("kind"),
                                             _c.day == bindparam("day")))
_CONTEST = Prepared(sa.select(contests).where(_this))
_LAST_OVER = Prepared(sa.select(contests).where(
    _c.kind == bindparam("kind"), _c.ends <= bindparam("now")).order_by(
        _c.ends.desc(), _c.id.desc()).limit(1))
_END = Prepared(sa.select(_c.id, _c.hash).order_by(_c.id.desc()).limit(1))
_DEALS = Prepared(sa.select(
    shared_deals.c.number, shared_deals.c.first, shared_deals.c.seal, shared_deals.c.seed).where(
        shared_deals.c.contest_id == bindparam("contest")).order_by(shared_deals.c.number))
_INSERT = Prepared(sa.insert(contests), contests.c.keys())
_NEW_DEALS = RowInsert(shared_deals)
_done = (_t.contest_id == bindparam("contest")) & (_t.state == "done")
_BEST = Prepared(sa.select(_t.id, _t.caller_id, callers.c.handle, _t.net).join(
    callers, callers.c.id == _t.caller_id).where(_done).order_by(
        _t.net.desc(), _t.over_at, _t.id).limit(bindparam("most")))
_COUNT = Prepared(sa.select(sa.func.count()).select_from(tries).where(
    _t.contest_id == bindparam("contest"), _t.state == bindparam("state")))
_ABOVE = Prepared(sa.select(sa.func.count()).select_from(tries).where(
    _done, _t.net > bindparam("net")))
_PLACED = Prepared(sa.select(_t.contest_id, _t.caller_id, callers.c.handle, _t.net).join(
    callers, callers.c.id == _t.caller_id).where(_t.id == bindparam("tried"), _t.state == "done"))


def deal_id(kind: str, day: str, number: int) -> str:
    """What a shared deal is called, and sealed under: "D2026-11-30-3", of a week "W...".

    So short that it stands on the table beside 32 digits of its seal.
    """
    return f"{kind[0].upper()}{day}-{number}"


class Contests:
    """Works at a desk, within the transaction of whoever asks."""

    def __init__(self, now: Callable[[], float], starts: time) -> None:
        self._now, self._starts = now, starts

    def current(self, desk: Desk, kind: str, terms: Terms,
                seed: Callable[[str], bytes]) -> Contest:
        """The contest of now; made, on `terms` and with a `seed` for each deal, if there is none.

        What is made is sealed, in the store, before anybody sees it.
        """
        day, begins, ends = span(kind, self._now(), self._starts)
        row = _OF_DAY.row(desk, kind=kind, day=day.isoformat())
        if row is None:
            self._make(desk, kind, day.isoformat(), (begins, ends, int(self._now())), terms, seed)
            row = _OF_DAY.row(desk, kind=kind, day=day.isoformat())
        return self._view(desk, row)

    def _make(self, desk: Desk, kind: str, day: str, moments: tuple[int, int, int], terms: Terms,
              seed: Callable[[str], bytes]) -> None:
        last, previous = _END.row(desk) or (0, chain.NOTHING)
        names = [deal_id(kind, day, number) for number in range(1, terms.deals + 1)]
        seeds = [(name, seed(name)) for name in names]
        deals = [(n % 2, seal(name, secret), secret) for n, (name, secret) in enumerate(seeds)]
        begins, ends, at = moments
        _INSERT.run(
            desk, id=last + 1, kind=kind, day=day, begins=begins, ends=ends, sealed_at=at,
            game=terms.game, rules_version=terms.rules_version, policy=terms.policy,
            deals=terms.deals, stack=terms.stack,
            hash=contest_chain.contest(previous, last + 1, kind, day, moments, terms, deals))
        _NEW_DEALS.run(desk, [(last + 1, number, *deal) for number, deal in enumerate(deals, 1)])

    def last(self, desk: Desk, kind: str) -> Contest | None:
        """The newest that is over."""
        row = _LAST_OVER.row(desk, kind=kind, now=self._now())
        return self._view(desk, row) if row else None

    def contest(self, desk: Desk, contest_id: int, opened: bool = False) -> Contest:
        """Raises NoSuchContest. `opened`: with its seeds, which nobody may be shown yet."""
        row = _CONTEST.row(desk, contest=contest_id)
        if row is None:
            raise NoSuchContest(str(contest_id))
        return self._view(desk, row, opened)

    def _view(self, desk: Desk, row: Any, opened: bool = False) -> Contest:
        id, kind, day, begins, ends, sealed_at, *terms = row[:11]
        over = self._now() >= ends
        deals = tuple(
            SharedDeal(deal_id(kind, day, number), number, first, stated,
                       seed if over or opened else b"")
            for number, first, stated, seed in _DEALS.run(desk, contest=id))
        return Contest(id, kind, day, begins, ends, sealed_at, Terms(*terms), deals, over)

    # How it stands.

    def standing(self, desk: Desk, contest_id: int, most: int) -> Standing:
        """The best tries that are done: who is equal has the same rank, the earlier stands first.
        """
        placings: list[Placing] = []
        for place, (tried, caller_id, handle, net) in enumerate(
                _BEST.run(desk, contest=contest_id, most=most), 1):
            equal = placings and placings[-1].net == net
            rank = placings[-1].rank if equal else place
            placings.append(Placing(rank, tried, caller_id, handle, net))
        count = {state: _COUNT.value(desk, contest=contest_id, state=state)
                 for state in ("done", "open")}
        return Standing(tuple(placings), count["done"], count["open"])

    def placing(self, desk: Desk, try_id: int) -> Placing | None:
        """The place of a try that is done."""
        row = _PLACED.row(desk, tried=try_id)
        if row is None:
            return None
        contest_id, caller_id, handle, net = row
        above = _ABOVE.value(desk, contest=contest_id, net=net)
        return Placing(above + 1, try_id, caller_id, handle, net)
