"""0006: marks, each earned once by a caller."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_LAST = ("SELECT coalesce(max(serial), 0) FROM "
         "(SELECT serial FROM hands UNION ALL SELECT serial FROM pruned)")


def upgrade() -> None:
    """Nobody has one yet: they are earned by hands that are still to be played. Those that are
    there already are numbered up to user_version, so that the audit does not ask them for marks."""
    sealed, = op.get_bind().exec_driver_sql(_LAST).one()
    op.execute(f"PRAGMA user_version = {sealed}")
    op.create_table(
        "marks",
        sa.Column("caller_id", sa.Integer, sa.ForeignKey("callers.id"), primary_key=True),
        sa.Column("mark", sa.Text, primary_key=True),
        sa.Column("at", sa.Integer, nullable=False),
        sa.Column("hand", sa.Text, nullable=False),
        sa.Column("told", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("tries_caller", "tries", ["caller_id"])
