"""0005: the Hall of Fame, Last night and the chalkboard, from the hands that are there.

Of hands that were pruned only the net results are known, from the totals of their days.
"""

from collections.abc import Iterator

import sqlalchemy as sa
from alembic import op

from door.bank.deeds import (ALL_TIME, HANDS, NET, RUN, Deed, Fortune, Tales, season_of, stories)
from door.views import Facts

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

Bind = sa.Connection
_DONE = """
SELECT s.caller_id, h.id, h.ended_at, h.day, s.buy_in, h.stacks, h.ended_stacks, h.folded, h.pot,
       h.best, h.house_best
FROM hands h JOIN sittings s ON s.id = h.sitting_id JOIN callers c ON c.id = s.caller_id
WHERE h.state = 'done' AND c.guest = 0 ORDER BY h.ended_at, h.serial
"""
_TOTALS = """
SELECT t.caller_id, t.day, sum(t.hands), sum(t.net), min(t.since)
FROM totals t JOIN callers c ON c.id = t.caller_id
WHERE c.guest = 0 GROUP BY t.caller_id, t.day
"""


def upgrade() -> None:
    """Everybody's fame begins with the past that they have."""
    _tables()
    _more_tables()
    fill(op.get_bind())


def fill(bind: Bind) -> None:
    """From the hands and totals that are there."""
    fortunes: dict[int, Fortune] = {}
    tales: dict[tuple[int, str], Tales] = {}
    for deed in _deeds(bind):
        _count(deed, fortunes.setdefault(deed.caller_id, Fortune()), tales)
    _take_totals(bind, fortunes)
    _write(bind, fortunes, tales)


def _tables() -> None:
    op.create_table(
        "seasons",
        sa.Column("season", sa.Integer, primary_key=True),
        sa.Column("caller_id", sa.Integer, primary_key=True),
        *[sa.Column(name, sa.Integer, nullable=False) for name in (
            "hands", "net", "run", "early")],
        sqlite_with_rowid=False,
    )
    op.create_index("seasons_net", "seasons", ["season", "net", "early", "hands"],
                    sqlite_where=sa.text("hands >= 100"))
    op.create_table(
        "rivals",
        sa.Column("caller_id", sa.Integer, primary_key=True),
        sa.Column("season", sa.Integer, nullable=False),
        sa.Column("below", sa.Text, nullable=False),
    )
    op.create_table(
        "feats",
        sa.Column("season", sa.Integer, primary_key=True),
        sa.Column("caller_id", sa.Integer, primary_key=True),
        sa.Column("feat", sa.Text, primary_key=True),
        sa.Column("value", sa.Integer, nullable=False),
        sa.Column("early", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("feats_order", "feats", ["season", "feat", "value", "early"])
    op.create_table(
        "medals",
        sa.Column("contest_id", sa.Integer, sa.ForeignKey("contests.id"), primary_key=True),
        sa.Column("caller_id", sa.Integer, primary_key=True),
        sa.Column("place", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )


def _more_tables() -> None:
    op.create_table(
        "plaques",
        sa.Column("season", sa.Integer, primary_key=True),
        sa.Column("feat", sa.Text, primary_key=True),
        *[sa.Column(name, sa.Integer, nullable=False) for name in (
            "caller_id", "value", "hands")],
        sqlite_with_rowid=False,
    )
    op.create_table(
        "stories",
        sa.Column("day", sa.Integer, primary_key=True),
        sa.Column("fact", sa.Text, primary_key=True),
        sa.Column("place", sa.Integer, primary_key=True),
        sa.Column("caller_id", sa.Integer, nullable=False),
        sa.Column("value", sa.Integer, nullable=False),
        sa.Column("other", sa.Integer, nullable=False),
        sa.Column("winner", sa.Integer),
        sa.Column("hand", sa.Text, nullable=False),
        sa.Column("count", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "chalk",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("caller_id", sa.Integer, sa.ForeignKey("callers.id"), nullable=False),
        sa.Column("at", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("wiped_at", sa.Integer),
    )


def _deeds(bind: Bind) -> Iterator[Deed]:
    for caller_id, hand, at, day, buy_in, stacks, after, *known in bind.exec_driver_sql(_DONE):
        (before, _), (mine, left) = (map(int, text.split(",")) for text in (stacks, after))
        folded, pot, best, house_best = known
        facts = None if pot is None else Facts((0, 0), folded, pot, best, house_best)
        yield Deed(caller_id, hand, at, day, buy_in, mine - before, left, facts)


def _count(deed: Deed, fortune: Fortune, tales: dict[tuple[int, str], Tales]) -> None:
    run = fortune.seasons[ALL_TIME][RUN] if fortune.seasons else 0
    for season in (ALL_TIME, season_of(deed.day)):
        fortune.count(season, deed)
    for fact, story in stories(deed, run):
        tales.setdefault((deed.day, fact), Tales(fact)).add(story)


def _take_totals(bind: Bind, fortunes: dict[int, Fortune]) -> None:
    """Hands and net are in the totals, of all hands that there ever were."""
    for fortune in fortunes.values():
        for row in fortune.seasons.values():
            row[HANDS] = row[NET] = 0
    for caller_id, day, hands, net, since in bind.exec_driver_sql(_TOTALS):
        fortune = fortunes.setdefault(caller_id, Fortune())
        for season in (ALL_TIME, season_of(day)):
            row = fortune.seasons.setdefault(season, [0, 0, 0, -since])
            row[HANDS] += hands
            row[NET] += net


def _write(bind: Bind, fortunes: dict[int, Fortune], tales: dict[tuple[int, str], Tales]) -> None:
    for statement, rows in (
            ("INSERT INTO seasons VALUES (?, ?, ?, ?, ?, ?)", [
                (season, caller_id, *row) for caller_id, fortune in fortunes.items()
                for season, row in fortune.seasons.items()]),
            ("INSERT INTO feats VALUES (?, ?, ?, ?, ?)", [
                (season, caller_id, feat, *value) for caller_id, fortune in fortunes.items()
                for (season, feat), value in fortune.feats.items()]),
            ("INSERT INTO stories VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", [
                (day, fact, place, *story, told.count) for (day, fact), told in tales.items()
                for place, story in enumerate(told.best, 1)])):
        if rows:
            bind.exec_driver_sql(statement, rows)
