"""The tables of the Hall of Fame, of Last night and of the chalkboard.

A season is a month of casino's days as year * 12 + month - 1, and 0 is all time (views/hall.py).
Guests and practice are in none of them. What stands here follows from hands and tries, but for the
chalkboard, and may be computed anew from them while they are there; so it is in no hash.
"""

from sqlalchemy import Column, ForeignKey, Index, Integer, Table, Text, text

from door.bank.schema import metadata

ENOUGH = 100  # hands, from which on a net result is ranked

# `run` is how many hands in a row are won by now. `early` is the moment at which `net` last
# changed, as a negative number: so one index, read backwards, has the earlier of equals first.
seasons = Table(
    "seasons", metadata,
    Column("season", Integer, primary_key=True),
    Column("caller_id", Integer, primary_key=True),
    Column("hands", Integer, nullable=False),
    Column("net", Integer, nullable=False),
    Column("run", Integer, nullable=False),
    Column("early", Integer, nullable=False),
    Index("seasons_net", "season", "net", "early", "hands",
          sqlite_where=text(f"hands >= {ENOUGH}")),
    sqlite_with_rowid=False,
)

# Who stood next below a caller in that season's table when they last rose or left: numbers, with
# commas between.
rivals = Table(
    "rivals", metadata,
    Column("caller_id", Integer, primary_key=True),
    Column("season", Integer, nullable=False),
    Column("below", Text, nullable=False),
)

# `feat` is best, broken, pot, streak or medals; medals are packed into one value (honours.py).
feats = Table(
    "feats", metadata,
    Column("season", Integer, primary_key=True),
    Column("caller_id", Integer, primary_key=True),
    Column("feat", Text, primary_key=True),
    Column("value", Integer, nullable=False),
    Column("early", Integer, nullable=False),
    Index("feats_order", "season", "feat", "value", "early"),
    sqlite_with_rowid=False,
)

# Whose place in a deal of the day brought a medal: 1 gold, 2 silver, 3 bronze. Caller 0 stands in
# each contest whose medals have been given.
medals = Table(
    "medals", metadata,
    Column("contest_id", ForeignKey("contests.id"), primary_key=True),
    Column("caller_id", Integer, primary_key=True),
    Column("place", Integer, nullable=False),
    sqlite_with_rowid=False,
)

# The champions of seasons that are over: of a feat more than one, where they came to the same in
# the same second. Feat "" stands in each season that has its plaque.
plaques = Table(
    "plaques", metadata,
    Column("season", Integer, primary_key=True),
    Column("feat", Text, primary_key=True),
    Column("caller_id", Integer, primary_key=True),
    Column("value", Integer, nullable=False),
    Column("hands", Integer, nullable=False),
    sqlite_with_rowid=False,
)

# What a day is remembered for: of each fact the greatest few, `place` 1 first, and `count`, how
# many there were in all. `winner` is a seat.
stories = Table(
    "stories", metadata,
    Column("day", Integer, primary_key=True),
    Column("fact", Text, primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("caller_id", Integer, nullable=False),
    Column("value", Integer, nullable=False),
    Column("other", Integer, nullable=False),
    Column("winner", Integer),
    Column("hand", Text, nullable=False),
    Column("count", Integer, nullable=False),
    sqlite_with_rowid=False,
)

# All that was ever written on it; the last row counts, unless it was wiped.
chalk = Table(
    "chalk", metadata,
    Column("id", Integer, primary_key=True),
    Column("caller_id", ForeignKey("callers.id"), nullable=False),
    Column("at", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("wiped_at", Integer),
)
