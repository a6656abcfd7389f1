"""0002: what a caller prefers is kept with the handle."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Everybody who was here before has the defaults."""
    op.add_column("callers", sa.Column("settings", sa.Text, nullable=False, server_default=""))
