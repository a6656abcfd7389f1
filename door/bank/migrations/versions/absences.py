"""0007: of each day how many hands the clock ended, for a day is played by who is there."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_WEEK = 7 * 24 * 3600
# A day with a hash had them counted as played, and stays so: its hands may be gone.
_AWAY = f"""
UPDATE totals SET away = found.hands FROM (
    SELECT h.day AS day, s.caller_id AS caller_id, h.game AS game, count(*) AS hands
    FROM hands h JOIN sittings s ON s.id = h.sitting_id
    WHERE h.state = 'done' AND h.ended_at - h.dealt_at >= {_WEEK}
    GROUP BY h.day, s.caller_id, h.game) AS found
WHERE totals.day = found.day AND totals.caller_id = found.caller_id
    AND totals.game = found.game AND totals.hash IS NULL
"""


def upgrade() -> None:
    """Streaks lose the days on which their caller was away."""
    op.add_column("totals", sa.Column("away", sa.Integer, nullable=False, server_default="0"))
    op.get_bind().exec_driver_sql(_AWAY)
