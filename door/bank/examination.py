"""Looking at a store without touching it: for `anteup doctor`, beside a server or without one.

Nothing is made, migrated or written; a store of another version is told of and left alone.
"""

import sqlite3
from dataclasses import dataclass
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.pool import NullPool

from door.bank.audit import audit
from door.bank.errors import StoreFailed
from door.bank.opening import revision_of
from door.bank.schema import REVISIONS
from door.bank.statements import DISK_ERRORS, Desk


@dataclass(frozen=True, slots=True)
class Examination:
    """What a store is: its schema's revision, the newest one, and what does not agree in it.

    `faults` are sentences; only a store of the newest revision is audited.
    """

    revision: str
    newest: str
    faults: tuple[str, ...] = ()


def examine(path: Path) -> Examination:
    """Reads the store at `path`, which must be there. Raises StoreTooNew, StoreFailed."""
    def connect() -> sqlite3.Connection:
        return sqlite3.connect(path.absolute().as_uri() + _how(path), uri=True, timeout=5.0)

    engine = sa.create_engine("sqlite://", creator=connect, poolclass=NullPool,
                              isolation_level="AUTOCOMMIT")
    try:
        with engine.connect() as core:
            return _examined(core, path)
    except DISK_ERRORS as error:
        raise StoreFailed(f"{path}: {getattr(error, 'orig', None) or error}") from error


def _how(path: Path) -> str:
    """Read only; and where nobody has the store open, without the files that SQLite would lay
    beside it, for they would be ours and not the server's."""
    beside = path.with_name(f"{path.name}-wal")
    return "?mode=ro" if beside.exists() else "?mode=ro&immutable=1"


def _examined(core: sa.Connection, path: Path) -> Examination:
    revision, newest = revision_of(core, path, REVISIONS), REVISIONS[-1]
    if revision != newest:
        return Examination(revision or "none", newest)
    desk = Desk(core)
    desk.driver.execute("BEGIN")
    try:
        return Examination(revision, newest, tuple(audit(desk)))
    finally:
        desk.driver.rollback()
