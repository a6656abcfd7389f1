"""0001: callers, ledger, sittings and hand records."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """The tables of the first release, from nothing."""
    _callers()
    _ledger()
    _records()


def _callers() -> None:
    op.create_table(
        "callers",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("handle", sa.Text, nullable=False),
        sa.Column("folded", sa.Text, nullable=False, unique=True),
        sa.Column("password", sa.Text, nullable=False),
        sa.Column("guest", sa.Integer, nullable=False),
        sa.Column("present", sa.Integer, nullable=False),
        sa.Column("since", sa.Integer, nullable=False),
        sa.Column("screen", sa.Text, nullable=False),
        sa.Column("calls", sa.Integer, nullable=False),
        sa.Column("last_call", sa.Integer),
        sa.Column("granted", sa.Text, nullable=False),
    )
    op.create_index("callers_guests", "callers", ["present", "guest"],
                    sqlite_where=sa.text("guest > 0"))
    op.create_table(
        "members",
        sa.Column("board", sa.Text, primary_key=True),
        sa.Column("member", sa.Text, primary_key=True),
        sa.Column("caller_id", sa.Integer, sa.ForeignKey("callers.id"), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("members_caller", "members", ["caller_id"])
    op.create_table(
        "bans",
        sa.Column("caller_id", sa.Integer, sa.ForeignKey("callers.id"), primary_key=True),
        sa.Column("at", sa.Integer, nullable=False),
    )


def _ledger() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("caller_id", sa.Integer, sa.ForeignKey("callers.id")),
        sa.Column("balance", sa.Integer, nullable=False),
        sa.CheckConstraint("kind IN ('bankroll', 'stack', 'house_stack') AND caller_id IS NOT NULL"
                           " OR kind IN ('house', 'mint', 'tax') AND caller_id IS NULL",
                           name="accounts_kind"),
        sa.CheckConstraint("typeof(balance) = 'integer'", name="accounts_whole"),
        sa.CheckConstraint("balance >= 0 OR caller_id IS NULL", name="accounts_covered"),
        sa.UniqueConstraint("caller_id", "kind", name="accounts_owner"),
    )
    op.create_index("accounts_single", "accounts", ["kind"], unique=True,
                    sqlite_where=sa.text("caller_id IS NULL"))
    op.create_table(
        "transactions",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", sa.Integer, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("memo", sa.Text, nullable=False),
        sa.Column("chain", sa.LargeBinary, nullable=False),
        sa.CheckConstraint("length(chain) = 32", name="transactions_chain"),
    )
    op.create_table(
        "entries",
        sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("transaction_id", sa.Integer, sa.ForeignKey("transactions.id"),
                  primary_key=True),
        sa.Column("amount", sa.Integer, nullable=False),
        sa.CheckConstraint("typeof(amount) = 'integer' AND amount <> 0", name="entries_amount"),
        sqlite_with_rowid=False,
    )


def _records() -> None:
    op.create_table(
        "sittings",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("caller_id", sa.Integer, sa.ForeignKey("callers.id"), nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("label", sa.Text, nullable=False, unique=True),
        sa.Column("buy_in", sa.Integer, nullable=False),
        sa.Column("opened", sa.Integer, sa.ForeignKey("transactions.id"), nullable=False),
        sa.Column("closed", sa.Integer, sa.ForeignKey("transactions.id")),
        sa.CheckConstraint("buy_in > 0", name="sittings_buy_in"),
    )
    op.create_index("sittings_caller", "sittings", ["caller_id"])
    op.create_index("sittings_open", "sittings", ["caller_id"], unique=True,
                    sqlite_where=sa.text("closed IS NULL"))
    op.create_table(
        "hands",
        sa.Column("serial", sa.Integer, primary_key=True),
        sa.Column("id", sa.Text, nullable=False, unique=True),
        sa.Column("sitting_id", sa.Integer, sa.ForeignKey("sittings.id"), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("rules_version", sa.Integer, nullable=False),
        sa.Column("seed", sa.LargeBinary, nullable=False),
        sa.Column("seal", sa.Text, nullable=False),
        sa.Column("sealed_at", sa.Integer, nullable=False),
        sa.Column("sealed_hash", sa.LargeBinary, nullable=False),
        sa.Column("policy", sa.Text, nullable=False),
        sa.Column("cut", sa.Text, nullable=False),
        sa.Column("proven", sa.Integer, nullable=False),
        sa.Column("first", sa.Integer, nullable=False),
        sa.Column("stacks", sa.Text, nullable=False),
        sa.Column("dealt_at", sa.Integer),
        sa.Column("previous", sa.LargeBinary),
        sa.Column("dealt_hash", sa.LargeBinary),
        sa.Column("ended_stacks", sa.Text, nullable=False),
        sa.Column("result", sa.Text, nullable=False),
        sa.Column("ended_at", sa.Integer),
        sa.Column("ended_hash", sa.LargeBinary),
        sa.CheckConstraint("state IN ('sealed', 'open', 'done', 'unplayed', 'void')",
                           name="hands_state"),
        sa.UniqueConstraint("sitting_id", "number", name="hands_number"),
    )
    op.create_table(
        "actions",
        sa.Column("hand", sa.Integer, sa.ForeignKey("hands.serial"), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("chain", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
