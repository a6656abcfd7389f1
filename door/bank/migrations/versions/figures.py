"""0003: what the hands came to, by day and caller, and room to prune the old ones.

The hands that are there are dealt again by the rules. Of one that these do not play any more, or
that does not follow them, only the chips won are counted.
"""

from collections.abc import Iterator
from datetime import date, time
from itertools import groupby
from typing import Any

import sqlalchemy as sa
from alembic import context, op

from door.bank.days import day_of
from door.rules.actions import IllegalAction, parse_action
from door.rules.cards import Card
from door.rules.house_draw import CALLER, GAME, HOUSE
from door.rules.ranks import category, strength
from door.rules.shuffle import deck
from door.rules.table import Table

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

Cards = list[tuple[Card, ...]]
_FACTS = ("day", "caller_dealt", "house_dealt", "folded", "pot", "best", "house_best")
_EPOCH = date(1970, 1, 1).toordinal()
_BATCH = 1000
_HANDS = ("SELECT serial, id, game, rules_version, seed, cut, first, stacks, ended_at FROM hands "
          "WHERE state = 'done' ORDER BY serial")
_ACTIONS = ("SELECT hand, seat, \"action\" FROM actions JOIN hands ON serial = hand "
            "WHERE state = 'done' ORDER BY hand, n")
_UPDATE = f"UPDATE hands SET {', '.join(f'{name} = ?' for name in _FACTS)} WHERE serial = ?"
# CAST reads the number that a text begins with: of stacks, the caller's.
_DONE = """
WITH done AS (
    SELECT h.*, s.caller_id, s.closed,
           CAST(h.ended_stacks AS INTEGER) - CAST(h.stacks AS INTEGER) AS net
    FROM hands h JOIN sittings s ON s.id = h.sitting_id WHERE h.state = 'done'),
mine AS (
    SELECT day, {whose} AS caller_id, game, ended_at, {sign} * net AS net, folded = {seat} AS fold,
           coalesce(pot, 0) AS pot, coalesce({best}, 0) AS best, {dealt} AS dealt, id,
           row_number() OVER (PARTITION BY day, {whose}, game ORDER BY {best} DESC, serial) AS place
    FROM done)
INSERT INTO totals
SELECT day, caller_id, game, count(*), sum(net > 0), sum(net < 0), sum(net = 0),
       sum(coalesce(fold, 0)), sum(net), sum(net * net), max(pot), max(best),
       coalesce(max(CASE WHEN place = 1 AND best > 0 THEN id END), ''),
       {categories}, min(ended_at), NULL
FROM mine GROUP BY day, caller_id, game
"""
_CATEGORIES = ", ".join(f"sum(coalesce(dealt = {n}, 0))" for n in range(9))


def upgrade() -> None:
    """Everybody keeps the past that they had."""
    for name in _FACTS:
        op.add_column("hands", sa.Column(name, sa.Integer))
    _tables()
    bind = op.get_bind()
    for rows in _batches(bind, context.config.attributes.get("day_starts", time())):
        bind.exec_driver_sql(_UPDATE, rows)
    for row in ({"whose": "caller_id", "sign": 1, "seat": CALLER, "best": "best",
                 "dealt": "caller_dealt"},
                {"whose": 0, "sign": -1, "seat": HOUSE, "best": "house_best",
                 "dealt": "CASE WHEN closed IS NOT NULL THEN house_dealt END"}):
        bind.exec_driver_sql(_DONE.format(categories=_CATEGORIES, **row))


def _tables() -> None:
    op.create_table(
        "totals",
        *[sa.Column(name, kind, primary_key=True) for name, kind in (
            ("day", sa.Integer), ("caller_id", sa.Integer), ("game", sa.Text))],
        *[sa.Column(name, sa.Integer, nullable=False) for name in (
            "hands", "won", "lost", "tied", "folded", "net", "squares", "biggest_pot", "best")],
        sa.Column("best_hand", sa.Text, nullable=False),
        *[sa.Column(f"category_{n}", sa.Integer, nullable=False) for n in range(9)],
        sa.Column("since", sa.Integer, nullable=False),
        sa.Column("hash", sa.LargeBinary),
        sqlite_with_rowid=False,
    )
    op.create_index("totals_caller", "totals", ["caller_id"])
    op.create_table(
        "pruned",
        sa.Column("caller_id", sa.Integer, sa.ForeignKey("callers.id"), primary_key=True),
        sa.Column("serial", sa.Integer, nullable=False),
        sa.Column("hands", sa.Integer, nullable=False),
        sa.Column("previous", sa.LargeBinary, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
    )


def _batches(bind: sa.Connection, starts: time) -> Iterator[list[tuple[object, ...]]]:
    """For _UPDATE: the facts of all hands that are done, so many at a time."""
    acted = groupby(bind.exec_driver_sql(_ACTIONS), key=lambda row: row[0])
    current = next(acted, None)
    hands = bind.exec_driver_sql(_HANDS)
    while some := hands.fetchmany(_BATCH):
        rows: list[tuple[object, ...]] = []
        for serial, *hand, ended_at in some:
            actions = []
            if current and current[0] == serial:
                actions = [(seat, text) for _, seat, text in current[1]]
                current = next(acted, None)
            day = day_of(ended_at, starts).toordinal() - _EPOCH
            rows.append((day, *_facts(hand, actions), serial))
        yield rows


def _facts(hand: list[Any], actions: list[tuple[int, str]]) -> tuple[int | None, ...]:
    """The columns behind `day`; all of them None for a hand that cannot be dealt again."""
    try:
        table, cards = _played(actions, *hand)
    except (IllegalAction, ValueError):
        return (None,) * 6
    view = table.view(CALLER)
    if view.settlement is None:
        return (None,) * 6
    folded = view.folded.index(True) if True in view.folded else None
    return (*[category(strength(five)) for five in cards], folded,
            sum(pot.amount for pot in view.settlement.pots),
            0 if folded == CALLER else strength(view.cards),
            strength(view.shown[HOUSE]) if HOUSE in view.shown else 0)


def _played(actions: list[tuple[int, str]], id: str, game: str, version: int, seed: bytes,
            cut: str, first: int, stacks: str) -> tuple[Table, Cards]:
    """The table at the end of a hand, and the cards that were dealt at its start."""
    if (game, version) != (GAME.name, GAME.version):
        raise ValueError(f"the rules of {game} {version} are not these")
    table = Table(GAME, [int(chips) for chips in stacks.split(",")], first)
    table.deal(deck(seed, id, cut))
    cards = [table.view(seat).cards for seat in (CALLER, HOUSE)]
    for seat, text in actions:
        table.act(seat, parse_action(text))
    return table, cards
