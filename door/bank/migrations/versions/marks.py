"""0006: marks, each earned once by a caller."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody has one yet: they are earned by hands that are still to be played."""
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
