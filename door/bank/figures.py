"""Figures: what has come of a caller's hands, or of the House's, and the bankroll over time.

They are sums of totals. A guest's are summed from the hands of this call, for a guest's row in
the totals is that of all the guests who had the name.
"""

from typing import Any

import sqlalchemy as sa

from door.bank.errors import NoSuchCaller
from door.bank.ledger import Ledger
from door.bank.schema import callers, totals
from door.bank.statements import Desk, Prepared
from door.bank.totals import THE_HOUSE
from door.views import Figures

_t = totals.c
_WHO = Prepared(sa.select(callers.c.guest, callers.c.since).where(
    callers.c.id == sa.bindparam("caller")))
_SUMS = Prepared(sa.select(
    *[sa.func.sum(_t[name]) for name in (
        "hands", "won", "lost", "tied", "folded", "net", "squares")],
    sa.func.max(_t.biggest_pot), sa.func.max(_t.best), sa.func.min(_t.since),
    *[sa.func.sum(_t[f"category_{n}"]) for n in range(9)]).where(
        _t.caller_id == sa.bindparam("caller")))
_BEST = Prepared(sa.select(_t.best_hand).where(
    _t.caller_id == sa.bindparam("caller"), _t.best == sa.bindparam("strength")).order_by(
        _t.day).limit(1))
# CAST reads the number that a text begins with: of stacks, the caller's.
_THIS_CALL = ("FROM sittings s CROSS JOIN hands h ON h.sitting_id = s.id "
              "WHERE s.caller_id = ? AND s.opened > ? AND h.state = 'done'")
_GUEST = (
    "SELECT count(*), sum(net > 0), sum(net < 0), sum(net = 0), sum(coalesce(folded = 0, 0)), "
    "sum(net), sum(net * net), max(coalesce(pot, 0)), max(coalesce(best, 0)), min(ended_at), "
    + ", ".join(f"sum(coalesce(caller_dealt = {n}, 0))" for n in range(9))
    + " FROM (SELECT h.*, CAST(h.ended_stacks AS INTEGER) - CAST(h.stacks AS INTEGER) AS net "
    + f"{_THIS_CALL})")
_GUESTS_BEST = f"SELECT h.id {_THIS_CALL} AND h.best = ? ORDER BY h.serial LIMIT 1"
_ENTRIES = ("SELECT e.transaction_id, t.at, e.amount FROM entries e "
            "JOIN transactions t ON t.id = e.transaction_id "
            "WHERE e.account_id = ? AND e.transaction_id > ? "
            "ORDER BY e.transaction_id DESC LIMIT ?")
_SITTINGS = ("SELECT s.opened, s.closed, t.at FROM sittings s "
             "LEFT JOIN transactions t ON t.id = s.closed "
             "WHERE s.caller_id = ? AND s.opened > ? ORDER BY s.id DESC LIMIT ?")
_HOUSE_DAYS = Prepared(sa.select(sa.func.min(_t.since), sa.func.sum(_t.net)).where(
    _t.caller_id == THE_HOUSE).group_by(_t.day).order_by(_t.day))


def figures(desk: Desk, caller_id: int) -> Figures:
    """A caller's; a guest's since the call began. Raises NoSuchCaller."""
    row = _WHO.row(desk, caller=caller_id)
    if row is None:
        raise NoSuchCaller(str(caller_id))
    guest, since = row
    return _of_guest(desk, caller_id, since) if guest else _of(desk, caller_id)


def house_figures(desk: Desk) -> Figures:
    """The House's, over all callers, guests among them."""
    return _of(desk, THE_HOUSE)


def _of(desk: Desk, caller_id: int) -> Figures:
    row = _SUMS.row(desk, caller=caller_id)
    best = _BEST.value(desk, caller=caller_id, strength=row[8]) if row[8] else ""
    return _figures(row, best)


def _of_guest(desk: Desk, caller_id: int, since: int) -> Figures:
    row = desk.driver.execute(_GUEST, (caller_id, since)).fetchone()
    best = desk.driver.execute(
        _GUESTS_BEST, (caller_id, since, row[8])).fetchone() if row[8] else ("",)
    return _figures(row, best[0])


def _figures(row: Any, best_hand: str) -> Figures:
    """`row`: the seven sums, biggest pot, best, since, nine categories."""
    if not row[0]:
        return Figures()
    hands, won, lost, tied, folded, net, squares, pot, best, since, *dealt = row
    return Figures(hands, won, lost, tied, folded, net, squares, pot, best, best_hand,
                   tuple(dealt), since)


def bankrolls(desk: Desk, ledger: Ledger, caller_id: int, most: int) -> tuple[tuple[int, int], ...]:
    """Moment and bankroll whenever no chips were on a table, the last `most`, the oldest first.

    Of the House: what it had won by the end of each day of play. Raises NoSuchCaller.
    """
    if caller_id == THE_HOUSE:
        return _house_days(desk)[-most:]
    row = _WHO.row(desk, caller=caller_id)
    if row is None:
        raise NoSuchCaller(str(caller_id))
    points = _points(desk, ledger, caller_id, row[1], most)
    return tuple(points[:most][::-1])


def _house_days(desk: Desk) -> tuple[tuple[int, int], ...]:
    won, days = 0, []
    for since, net in _HOUSE_DAYS.run(desk):
        won += net
        days.append((since, won))
    return tuple(days)


def _points(desk: Desk, ledger: Ledger, caller_id: int, since: int,
            most: int) -> list[tuple[int, int]]:
    """The newest first, `most` at least if there are so many; while a sitting is on, none.

    A sitting that brought nothing back left no entry here: its end is a movement of 0.
    """
    account = ledger.account(desk, "bankroll", caller_id).id
    entries = desk.driver.execute(_ENTRIES, (account, since, 2 * most)).fetchall()
    sat = desk.driver.execute(_SITTINGS, (caller_id, since, most)).fetchall()
    known = max([0, *(entries[-1][:1] if len(entries) == 2 * most else []),
                 *(sat[-1][:1] if len(sat) == most else [])])  # nothing was left out behind it
    moved = {id: (at, 0) for _, id, at in sat if id} | {id: move for id, *move in entries}
    opened, closed = {row[0] for row in sat}, {row[1] for row in sat}
    seated, balance, found = None in closed, ledger.balance(desk, "bankroll", caller_id), []
    for id in sorted((id for id in moved if id >= known), reverse=True):
        at, amount = moved[id]
        if not seated:
            found.append((at, balance))
        balance -= amount
        seated = (seated or id in closed) and id not in opened
    return found
