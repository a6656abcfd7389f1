"""The table of marks: what a caller has earned, once and for good; and an index for the streak.

What earns a mark is not the bank's business (door.marks); what each row means is in views/marks.py
(EarnedMark). `told` is 0 until its caller has been told, once.
"""

from sqlalchemy import Column, ForeignKey, Index, Integer, Table, Text

from door.bank.contest_schema import tries
from door.bank.schema import metadata

marks = Table(
    "marks", metadata,
    Column("caller_id", ForeignKey("callers.id"), primary_key=True),
    Column("mark", Text, primary_key=True),
    Column("at", Integer, nullable=False),
    Column("hand", Text, nullable=False),
    Column("told", Integer, nullable=False),
    sqlite_with_rowid=False,
)

# A caller's tries at contests, whose deals count as hands played that day.
tries_caller = Index("tries_caller", tries.c.caller_id)
