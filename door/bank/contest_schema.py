"""The contests' tables: shared deals, each caller's one try, and what was done in it.

The chips of a contest are its own: nothing here touches the ledger. What the hashes cover is in
contest_chain.py, what each row means in views/contests.py (Contest, SharedDeal, Try).
"""

from sqlalchemy import (CheckConstraint, Column, ForeignKey, Index, Integer, LargeBinary, Table,
                        Text, UniqueConstraint)

from door.bank.schema import metadata

contests = Table(
    "contests", metadata,
    Column("id", Integer, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("day", Text, nullable=False),
    Column("begins", Integer, nullable=False),
    Column("ends", Integer, nullable=False),
    Column("sealed_at", Integer, nullable=False),
    Column("game", Text, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("policy", Text, nullable=False),
    Column("deals", Integer, nullable=False),
    Column("stack", Integer, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    CheckConstraint("kind IN ('day', 'week')", name="contests_kind"),
    UniqueConstraint("kind", "day", name="contests_day"),
)

shared_deals = Table(
    "shared_deals", metadata,
    Column("contest_id", ForeignKey("contests.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("first", Integer, nullable=False),
    Column("seal", Text, nullable=False),
    Column("seed", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

# `net` and `played` are sums of tried_hands, `stacks` those of the next deal; `hash` is the end of
# the try's chain, `over_at` when it was done, or void, with a `reason` for the latter.
tries = Table(
    "tries", metadata,
    Column("id", Integer, primary_key=True),
    Column("contest_id", ForeignKey("contests.id"), nullable=False),
    Column("caller_id", ForeignKey("callers.id"), nullable=False),
    Column("begun_at", Integer, nullable=False),
    Column("begun_hash", LargeBinary, nullable=False),
    Column("state", Text, nullable=False),
    Column("net", Integer, nullable=False),
    Column("played", Integer, nullable=False),
    Column("stacks", Text, nullable=False),
    Column("over_at", Integer),
    Column("reason", Text, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    CheckConstraint("state IN ('open', 'done', 'void')", name="tries_state"),
    UniqueConstraint("contest_id", "caller_id", name="tries_one"),
    Index("tries_order", "contest_id", "state", "net"),
)

# By what a person is known who has had a try: "caller 17", or a board and its record of them.
triers = Table(
    "triers", metadata,
    Column("contest_id", ForeignKey("contests.id"), primary_key=True),
    Column("person", Text, primary_key=True),
    Column("try_id", ForeignKey("tries.id"), nullable=False),
    sqlite_with_rowid=False,
)

tried_hands = Table(
    "tried_hands", metadata,
    Column("try_id", ForeignKey("tries.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("stacks", Text, nullable=False),
    Column("dealt_at", Integer, nullable=False),
    Column("ended_stacks", Text, nullable=False),
    Column("result", Text, nullable=False),
    Column("ended_at", Integer),
    sqlite_with_rowid=False,
)

tried_actions = Table(
    "tried_actions", metadata,
    Column("try_id", ForeignKey("tries.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("action", Text, nullable=False),
    Column("chain", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)
