"""0004: contests, each caller's tries at them, and what was done in those."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody has played in any yet."""
    _contests()
    _tries()


def _contests() -> None:
    op.create_table(
        "contests",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("day", sa.Text, nullable=False),
        sa.Column("begins", sa.Integer, nullable=False),
        sa.Column("ends", sa.Integer, nullable=False),
        sa.Column("sealed_at", sa.Integer, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("rules_version", sa.Integer, nullable=False),
        sa.Column("policy", sa.Text, nullable=False),
        sa.Column("deals", sa.Integer, nullable=False),
        sa.Column("stack", sa.Integer, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sa.CheckConstraint("kind IN ('day', 'week')", name="contests_kind"),
        sa.UniqueConstraint("kind", "day", name="contests_day"),
    )
    op.create_table(
        "shared_deals",
        sa.Column("contest_id", sa.Integer, sa.ForeignKey("contests.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("first", sa.Integer, nullable=False),
        sa.Column("seal", sa.Text, nullable=False),
        sa.Column("seed", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )


def _tries() -> None:
    op.create_table(
        "tries",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("contest_id", sa.Integer, sa.ForeignKey("contests.id"), nullable=False),
        sa.Column("caller_id", sa.Integer, sa.ForeignKey("callers.id"), nullable=False),
        sa.Column("begun_at", sa.Integer, nullable=False),
        sa.Column("begun_hash", sa.LargeBinary, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("net", sa.Integer, nullable=False),
        sa.Column("played", sa.Integer, nullable=False),
        sa.Column("stacks", sa.Text, nullable=False),
        sa.Column("over_at", sa.Integer),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sa.CheckConstraint("state IN ('open', 'done', 'void')", name="tries_state"),
        sa.UniqueConstraint("contest_id", "caller_id", name="tries_one"),
    )
    op.create_index("tries_order", "tries", ["contest_id", "state", "net"])
    op.create_table(
        "triers",
        sa.Column("contest_id", sa.Integer, sa.ForeignKey("contests.id"), primary_key=True),
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("try_id", sa.Integer, sa.ForeignKey("tries.id"), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "tried_hands",
        sa.Column("try_id", sa.Integer, sa.ForeignKey("tries.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("stacks", sa.Text, nullable=False),
        sa.Column("dealt_at", sa.Integer, nullable=False),
        sa.Column("ended_stacks", sa.Text, nullable=False),
        sa.Column("result", sa.Text, nullable=False),
        sa.Column("ended_at", sa.Integer),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "tried_actions",
        sa.Column("try_id", sa.Integer, sa.ForeignKey("tries.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("chain", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
