"""0008: a plaque names all who came to the same in the same second, up to ten."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

_EQUAL = """
INSERT INTO plaques
SELECT season, feat, caller_id, value, hands FROM (
    SELECT p.season, p.feat, equal.caller_id, equal.{value} AS value, {hands} AS hands,
           row_number() OVER (PARTITION BY p.season, p.feat ORDER BY equal.caller_id) AS place
    FROM champions p
    JOIN {table} one ON one.season = p.season AND one.caller_id = p.caller_id {that}
    JOIN {table} equal ON equal.season = p.season AND equal.{value} = one.{value}
        AND equal.early = one.early {its}
    WHERE {which})
WHERE place <= 10
"""


def upgrade() -> None:
    """Those that hang get the names that were missing."""
    op.rename_table("plaques", "champions")
    op.create_table(
        "plaques",
        sa.Column("season", sa.Integer, primary_key=True),
        sa.Column("feat", sa.Text, primary_key=True),
        sa.Column("caller_id", sa.Integer, primary_key=True),
        sa.Column("value", sa.Integer, nullable=False),
        sa.Column("hands", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    run = op.get_bind().exec_driver_sql
    run("INSERT INTO plaques SELECT * FROM champions WHERE feat = ''")
    run(_EQUAL.format(table="seasons", value="net", hands="equal.hands", that="",
                      its="AND equal.hands >= 100", which="p.feat = 'net'"))
    run(_EQUAL.format(table="feats", value="value", hands="0", that="AND one.feat = p.feat",
                      its="AND equal.feat = p.feat", which="p.feat NOT IN ('', 'net')"))
    op.drop_table("champions")
