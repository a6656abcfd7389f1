"""The tables, and the revisions that a store may have.

A column that changes here needs a revision in migrations/ that does the same to the stores that
are out there; tests/unit/test_migrations.py holds the two together.

Money: `accounts`, `transactions` and `entries` are a double-entry ledger (ledger.py). Records:
`sittings`, `hands` and `actions` (sittings.py, hands.py). Figures: `totals` (totals.py), and what
holds the chain together where old hands were pruned: `pruned` (pruning.py). What the hashes cover
is in chain.py.
"""

from sqlalchemy import (CheckConstraint, Column, ForeignKey, Index, Integer, LargeBinary, MetaData,
                        Table, Text, UniqueConstraint, text)

# Oldest first; the last is what this version reads and writes.
REVISIONS = ("0001", "0002", "0003", "0004", "0005", "0006", "0007", "0008")

metadata = MetaData()

# `guest` is the N of Guest N, 0 for an account of one's own; a guest's row is used again by the
# next Guest N. `present` is 0 while a guest's row is free. `since` is the last transaction before
# the person of now, who has no business with what came earlier. `granted` is the day of the last
# daily grant, "" for none. `settings` are the preferences that are not the defaults
# (preferences.py).
callers = Table(
    "callers", metadata,
    Column("id", Integer, primary_key=True),
    Column("handle", Text, nullable=False),
    Column("folded", Text, nullable=False, unique=True),
    Column("password", Text, nullable=False),
    Column("guest", Integer, nullable=False),
    Column("present", Integer, nullable=False),
    Column("since", Integer, nullable=False),
    Column("screen", Text, nullable=False),
    Column("calls", Integer, nullable=False),
    Column("last_call", Integer),
    Column("granted", Text, nullable=False),
    Column("settings", Text, nullable=False, server_default=""),
    Index("callers_guests", "present", "guest", sqlite_where=text("guest > 0")),
)

# Who a board's user is here. Both are folded; `member` is "#" and the board's own record of the
# user, or "=" and the handle.
members = Table(
    "members", metadata,
    Column("board", Text, primary_key=True),
    Column("member", Text, primary_key=True),
    Column("caller_id", ForeignKey("callers.id"), nullable=False),
    Index("members_caller", "caller_id"),
    sqlite_with_rowid=False,
)

# Callers whom a sysop keeps out, since when.
bans = Table(
    "bans", metadata,
    Column("caller_id", ForeignKey("callers.id"), primary_key=True),
    Column("at", Integer, nullable=False),
)

# bankroll, stack and house_stack belong to a caller; house, mint and tax are there once.
accounts = Table(
    "accounts", metadata,
    Column("id", Integer, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("caller_id", ForeignKey("callers.id")),
    Column("balance", Integer, nullable=False),
    CheckConstraint("kind IN ('bankroll', 'stack', 'house_stack') AND caller_id IS NOT NULL"
                    " OR kind IN ('house', 'mint', 'tax') AND caller_id IS NULL",
                    name="accounts_kind"),
    CheckConstraint("typeof(balance) = 'integer'", name="accounts_whole"),
    CheckConstraint("balance >= 0 OR caller_id IS NULL", name="accounts_covered"),
    UniqueConstraint("caller_id", "kind", name="accounts_owner"),
    Index("accounts_single", "kind", unique=True, sqlite_where=text("caller_id IS NULL")),
)

transactions = Table(
    "transactions", metadata,
    Column("id", Integer, primary_key=True),
    Column("at", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("memo", Text, nullable=False),
    Column("chain", LargeBinary, nullable=False),
    CheckConstraint("length(chain) = 32", name="transactions_chain"),
)

entries = Table(
    "entries", metadata,
    Column("account_id", ForeignKey("accounts.id"), primary_key=True),
    Column("transaction_id", ForeignKey("transactions.id"), primary_key=True),
    Column("amount", Integer, nullable=False),
    CheckConstraint("typeof(amount) = 'integer' AND amount <> 0", name="entries_amount"),
    sqlite_with_rowid=False,
)

# `opened` and `closed` are the transactions that brought the chips to the table and back.
sittings = Table(
    "sittings", metadata,
    Column("id", Integer, primary_key=True),
    Column("caller_id", ForeignKey("callers.id"), nullable=False),
    Column("game", Text, nullable=False),
    Column("label", Text, nullable=False, unique=True),
    Column("buy_in", Integer, nullable=False),
    Column("opened", ForeignKey("transactions.id"), nullable=False),
    Column("closed", ForeignKey("transactions.id")),
    CheckConstraint("buy_in > 0", name="sittings_buy_in"),
    Index("sittings_caller", "caller_id"),
    Index("sittings_open", "caller_id", unique=True, sqlite_where=text("closed IS NULL")),
)

# Stacks are written "200,195", by seat. `previous` is the ended_hash of the caller's hand before.
# From `day` on it is what the figures need, known of a hand that is done, and no part of a hash,
# for it follows from the rest: the casino's day in which it ended, in days since 1970; categories
# of the five cards dealt to caller and House; the seat that folded; chips in the pot; strengths of
# the caller's last holding and of the House's if it was shown, else 0 (views.Facts).
hands = Table(
    "hands", metadata,
    Column("serial", Integer, primary_key=True),
    Column("id", Text, nullable=False, unique=True),
    Column("sitting_id", ForeignKey("sittings.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("state", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("seed", LargeBinary, nullable=False),
    Column("seal", Text, nullable=False),
    Column("sealed_at", Integer, nullable=False),
    Column("sealed_hash", LargeBinary, nullable=False),
    Column("policy", Text, nullable=False),
    Column("cut", Text, nullable=False),
    Column("proven", Integer, nullable=False),
    Column("first", Integer, nullable=False),
    Column("stacks", Text, nullable=False),
    Column("dealt_at", Integer),
    Column("previous", LargeBinary),
    Column("dealt_hash", LargeBinary),
    Column("ended_stacks", Text, nullable=False),
    Column("result", Text, nullable=False),
    Column("ended_at", Integer),
    Column("ended_hash", LargeBinary),
    Column("day", Integer),
    Column("caller_dealt", Integer),
    Column("house_dealt", Integer),
    Column("folded", Integer),
    Column("pot", Integer),
    Column("best", Integer),
    Column("house_best", Integer),
    CheckConstraint("state IN ('sealed', 'open', 'done', 'unplayed', 'void')", name="hands_state"),
    UniqueConstraint("sitting_id", "number", name="hands_number"),
)

# `hand` is a serial of hands; `n` counts from 0.
actions = Table(
    "actions", metadata,
    Column("hand", ForeignKey("hands.serial"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("action", Text, nullable=False),
    Column("chain", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

# What came of a caller's hands of a day that are done; caller 0 is the House, over all callers.
# Won, lost, folded and net are those of whose row it is; the House's categories count the hands
# of sittings that are over, for they would tell what it folded. `since` is the moment of the first
# hand. `hash` is there once hands of that day were pruned: from then on it may not change. `away`
# is how many of the caller's hands the clock ended because they did not come back; 0 in the House's
# rows.
totals = Table(
    "totals", metadata,
    Column("day", Integer, primary_key=True),
    Column("caller_id", Integer, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("hands", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("lost", Integer, nullable=False),
    Column("tied", Integer, nullable=False),
    Column("folded", Integer, nullable=False),
    Column("net", Integer, nullable=False),
    Column("squares", Integer, nullable=False),
    Column("biggest_pot", Integer, nullable=False),
    Column("best", Integer, nullable=False),
    Column("best_hand", Text, nullable=False),
    *[Column(f"category_{n}", Integer, nullable=False) for n in range(9)],
    Column("since", Integer, nullable=False),
    Column("hash", LargeBinary),
    Column("away", Integer, nullable=False, server_default="0"),
    Index("totals_caller", "caller_id"),
    sqlite_with_rowid=False,
)

# How far a caller's hands were pruned: the last one's serial, how many they were, and `previous`,
# the ended_hash that the caller's next hand names. `hash` covers this row.
pruned = Table(
    "pruned", metadata,
    Column("caller_id", ForeignKey("callers.id"), primary_key=True),
    Column("serial", Integer, nullable=False),
    Column("hands", Integer, nullable=False),
    Column("previous", LargeBinary, nullable=False),
    Column("hash", LargeBinary, nullable=False),
)
