"""A look at a store without touching it, beside a server or without one: one moment of it, for as
long as the look takes. Nothing is made, migrated or written."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.pool import NullPool

from door.bank.errors import StoreFailed
from door.bank.statements import DISK_ERRORS, KEPT, Desk


@contextmanager
def snapshot(path: Path) -> Iterator[Desk]:
    """A desk that reads the store at `path`, which must be there. Raises StoreFailed."""
    alone = not _log(path).exists()

    def connect() -> sqlite3.Connection:
        return sqlite3.connect(path.absolute().as_uri() + _how(alone), uri=True, timeout=5.0,
                               cached_statements=KEPT)

    engine = sa.create_engine("sqlite://", creator=connect, poolclass=NullPool,
                              isolation_level="AUTOCOMMIT")
    try:
        with engine.connect() as core:
            desk = Desk(core)
            desk.driver.execute("BEGIN")
            try:
                yield desk
            finally:
                desk.driver.rollback()
    except DISK_ERRORS as error:
        raise StoreFailed(f"{path}: {getattr(error, 'orig', None) or error}") from error
    if alone and _log(path).exists():
        raise StoreFailed(f"{path}: a server began to write while it was read; try again")


def _log(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def _how(alone: bool) -> str:
    """Read only; and where nobody has the store open, without the files that SQLite would lay
    beside it, for they would be ours and not the server's."""
    return "?mode=ro&immutable=1" if alone else "?mode=ro"
