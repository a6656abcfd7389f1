"""Opening a store's file: made when it is not there, brought up to date when it is behind.

Whether it is behind is one plain query, so that Alembic (a fifth of a second to import) is
imported only by a store that needs it. That happens under a lock, after a copy was put aside.
"""

import datetime
import os
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.pool import NullPool
from sqlalchemy.schema import CreateIndex, CreateTable, ExecutableDDLElement

from door.bank.errors import StoreFailed, StoreTooNew
from door.bank.schema import REVISIONS, metadata
from door.bank.statements import DIALECT, DISK_ERRORS, KEPT, Desk

MIGRATIONS = Path(__file__).with_name("migrations")
MIDNIGHT = datetime.time()


def open_engine(path: Path, durability: str, emptied: bool,
                day_starts: datetime.time = MIDNIGHT) -> sa.Engine:
    """An engine for the store at `path`, which then has this version's tables.

    Raises StoreTooNew, or StoreFailed with the path. `emptied` deletes what was there;
    `day_starts`: when the casino's day begins, for hands that get their day by migrating.
    """
    try:
        if emptied:
            for name in (path.name, path.name + "-wal", path.name + "-shm"):
                path.with_name(name).unlink(missing_ok=True)
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))  # seeds and passwords are in it
        engine = make_engine(path, durability)
        prepare(engine, path, day_starts=day_starts)
    except DISK_ERRORS as error:
        raise StoreFailed(f"{path}: {getattr(error, 'orig', None) or error}") from error
    return engine


def make_engine(path: Path, durability: str) -> sa.Engine:
    """Connections as the bank wants them. Transactions are begun and ended by hand."""
    engine = sa.create_engine(
        sa.URL.create("sqlite", database=str(path)), poolclass=NullPool,
        isolation_level="AUTOCOMMIT",
        connect_args={"check_same_thread": False, "timeout": 5.0, "cached_statements": KEPT})

    @sa.event.listens_for(engine, "connect")
    def _settings(driver: sqlite3.Connection, _: object) -> None:
        driver.execute("PRAGMA journal_mode = WAL")
        driver.execute(f"PRAGMA synchronous = {'NORMAL' if durability == 'normal' else 'FULL'}")
        driver.execute("PRAGMA foreign_keys = ON")
        driver.execute("PRAGMA wal_autocheckpoint = 0")

    return engine


def prepare(engine: sa.Engine, path: Path, revisions: tuple[str, ...] = REVISIONS,
            migrations: Path = MIGRATIONS, day_starts: datetime.time = MIDNIGHT) -> None:
    """Make or migrate what is at `path`, if it needs that."""
    with engine.connect() as core:
        if revision_of(core, path, revisions) == revisions[-1]:
            return
        with _locked(path.with_name(path.name + ".lock")):
            revision = revision_of(core, path, revisions)
            if revision is None:
                _create(core, revisions[-1])
            elif revision != revisions[-1]:
                stamp = time.strftime("%Y%m%d-%H%M%S")
                copy(core, path.with_name(f"{path.stem}-{revision}-{stamp}.bak"))
                upgrade(core, migrations, day_starts)


def revision_of(core: sa.Connection, path: Path, revisions: tuple[str, ...]) -> str | None:
    """What the store says it is; None for an empty file. Raises StoreTooNew or StoreFailed."""
    driver = Desk(core).driver
    tables = {name for name, in driver.execute("SELECT name FROM sqlite_master")}
    if not tables:
        return None
    if "alembic_version" not in tables:
        raise StoreFailed(f"{path}: this is no store of Ante Up")
    row = driver.execute("SELECT version_num FROM alembic_version").fetchone()
    revision = str(row[0]) if row else ""
    if revision not in revisions:
        raise StoreTooNew(path, revision)
    return revision


def _create(core: sa.Connection, revision: str) -> None:
    """All tables at once, and the revision that migrating would have come to."""
    driver = Desk(core).driver
    driver.execute("BEGIN IMMEDIATE")
    for statement in _creation():
        driver.execute(statement)
    driver.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL, "
                   "CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num))")
    driver.execute("INSERT INTO alembic_version VALUES (?)", (revision,))
    driver.execute("COMMIT")


@cache
def _creation() -> list[str]:
    """The statements that make all tables, compiled once: through the library it takes longer
    than all else that opens a store."""
    tables: list[ExecutableDDLElement] = [*map(CreateTable, metadata.sorted_tables)]
    indexes = sorted((index for table in metadata.tables.values() for index in table.indexes),
                     key=lambda index: str(index.name))
    return [str(each.compile(dialect=DIALECT)) for each in (*tables, *map(CreateIndex, indexes))]


def copy(core: sa.Connection, target: Path) -> None:
    """A consistent copy of the whole store, readable by its owner alone."""
    os.close(os.open(target, os.O_CREAT | os.O_RDWR | os.O_TRUNC, 0o600))
    other = sqlite3.connect(target)
    try:
        Desk(core).driver.backup(other)
    finally:
        other.close()


def upgrade(core: sa.Connection, migrations: Path = MIGRATIONS,
            day_starts: datetime.time = MIDNIGHT) -> None:
    """Every revision that is missing, in one transaction: all of them or none."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))
    config.attributes.update(connection=core, day_starts=day_starts)
    driver = Desk(core).driver
    driver.execute("PRAGMA foreign_keys = OFF")  # a table that is made anew is dropped first
    with core.begin():  # commits or rolls back; inside it Alembic begins none of its own
        driver.execute("BEGIN IMMEDIATE")
        command.upgrade(config, "head")
        if driver.execute("PRAGMA foreign_key_check").fetchone():
            raise StoreFailed("the migration would leave rows that belong nowhere")
    driver.execute("PRAGMA foreign_keys = ON")


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """The lock of one process at a time; the system lets go of it however the process ends."""
    with path.open("a+b") as file:
        if sys.platform == "win32":
            import msvcrt

            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield
