"""Statements run as they were written, with every parameter given."""

from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy import bindparam

from door.bank.schema import callers, entries, transactions
from door.bank.statements import Prepared, RowInsert
from tests.books import desk_at


def test_a_statement_takes_its_parameters_by_name(tmp_path: Path) -> None:
    select = Prepared(sa.select(sa.literal(7) + bindparam("a"), bindparam("b")).limit(1))
    with desk_at(tmp_path / "anteup.db") as desk:
        assert select.row(desk, b="x", a=1) == (8, "x")
        assert select.value(desk, a=2, b="x") == 9


def test_nothing_found_is_none(tmp_path: Path) -> None:
    select = Prepared(sa.select(callers.c.id).where(callers.c.id == bindparam("caller")))
    with desk_at(tmp_path / "anteup.db") as desk:
        assert select.row(desk, caller=1) is None
        assert select.value(desk, caller=1) is None


def test_a_parameter_that_is_not_given_is_an_error_and_no_null(tmp_path: Path) -> None:
    insert = Prepared(sa.insert(transactions), ["id", "at", "kind", "memo", "chain"])
    with desk_at(tmp_path / "anteup.db") as desk, pytest.raises(KeyError, match="memo"):
        insert.run(desk, id=1, at=1, kind="x", chain=bytes(32))


@pytest.mark.parametrize("count", [0, 1, 2, 31, 32, 33, 64, 100])
def test_any_number_of_rows_is_inserted_in_order(tmp_path: Path, count: int) -> None:
    rows = [(n, n * 2, "kind", "memo", bytes(32)) for n in range(1, count + 1)]
    with desk_at(tmp_path / "anteup.db") as desk:
        RowInsert(transactions).run(desk, rows)
        assert desk.driver.execute("SELECT * FROM transactions ORDER BY id").fetchall() == rows


def test_columns_may_be_named(tmp_path: Path) -> None:
    insert = RowInsert(entries, "amount", "account_id", "transaction_id")
    with desk_at(tmp_path / "anteup.db") as desk:
        desk.driver.execute("PRAGMA defer_foreign_keys = ON")
        insert.run(desk, [(5, 1, 2)])
        assert desk.driver.execute("SELECT account_id, transaction_id, amount FROM entries"
                                   ).fetchall() == [(1, 2, 5)]
        desk.driver.execute("ROLLBACK")
