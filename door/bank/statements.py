"""Statements: written in SQLAlchemy Core, compiled once, run by sqlite3 on the same connection.

Through the library a statement costs some 100 µs of processor each time it is built and run,
with the interpreter's lock held and all callers waiting for it; this way it costs 5.
"""

import sqlite3
from collections.abc import Sequence
from functools import cached_property
from itertools import chain
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.sql.compiler import SQLCompiler

DISK_ERRORS = (SQLAlchemyError, sqlite3.Error, OSError)
KEPT = 512  # statements that sqlite3 keeps prepared on each connection
_ROWS = 32  # in one INSERT; each number of rows up to it is a statement that stays prepared
DIALECT = sqlite.dialect(paramstyle="qmark")


class Desk:
    """What a job works with: one transaction, begun and ended by whoever runs the job.

    `core` and `driver` are the same connection, as SQLAlchemy's and as sqlite3's.
    """

    __slots__ = ("core", "driver")

    def __init__(self, core: sa.Connection) -> None:
        self.core = core
        driver = core.connection.driver_connection
        assert isinstance(driver, sqlite3.Connection)
        self.driver = driver


class Prepared:
    """A statement whose bindparams are given by name at each run. Rows are tuples."""

    def __init__(self, statement: sa.sql.ClauseElement, columns: Sequence[str] = ()) -> None:
        """`columns`: those that an INSERT sets, each by a parameter of its name."""
        self._statement, self._columns = statement, list(columns) or None

    @cached_property
    def _compiled(self) -> tuple[str, list[str], dict[str, object]]:
        """Text, names in order, and fixed values. At the first run: each takes a millisecond, and
        no process needs all of them."""
        compiled = self._statement.compile(dialect=DIALECT, column_keys=self._columns)
        assert isinstance(compiled, SQLCompiler)
        names = list(compiled.positiontup or ())
        return str(compiled), names, {name: compiled.params[name] for name in names
                                      if not compiled.binds[name].required}

    def run(self, desk: Desk, **given: object) -> sqlite3.Cursor:
        """The cursor, for its rows, rowcount or lastrowid. KeyError for a parameter not given."""
        text, names, fixed = self._compiled
        given |= fixed
        return desk.driver.execute(text, [given[name] for name in names])

    def row(self, desk: Desk, **given: object) -> Any:
        """The first row; None without one."""
        return self.run(desk, **given).fetchone()

    def value(self, desk: Desk, **given: object) -> Any:
        """The first column of the first row; None without one."""
        row = self.run(desk, **given).fetchone()
        return row[0] if row else None


class RowInsert:
    """INSERT of many rows in few statements: each one lets go of the interpreter's lock once.

    `tail` is what follows the rows, such as what to do where there is one already.
    """

    def __init__(self, table: sa.Table, *columns: str, tail: str = "") -> None:
        names = ", ".join(f'"{name}"' for name in columns or table.columns.keys())
        places = f"({', '.join('?' * len(columns or table.columns))})"
        self._texts = [f'INSERT INTO "{table.name}" ({names}) VALUES '
                       f"{', '.join([places] * rows)} {tail}".rstrip()
                       for rows in range(1, _ROWS + 1)]

    def run(self, desk: Desk, rows: Sequence[tuple[object, ...]]) -> None:
        """All rows, in their order."""
        for start in range(0, len(rows), _ROWS):
            some = rows[start:start + _ROWS]
            desk.driver.execute(self._texts[len(some) - 1], list(chain.from_iterable(some)))
