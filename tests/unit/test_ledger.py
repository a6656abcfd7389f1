"""Double entry: every transaction sums to zero, and nobody falls below it."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from door.bank import chain
from door.bank.ledger import Account, Ledger
from door.bank.statements import Desk
from tests.books import START, Clock, alter, desk_at


def new_caller(desk: Desk, id: int) -> None:
    desk.driver.execute("INSERT INTO callers VALUES (?, ?, ?, '', 0, 1, 0, '', 0, NULL, '', '')",
                        (id, f"C{id}", f"c{id}"))


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with desk_at(tmp_path / "anteup.db") as desk:
        new_caller(desk, 1)
        new_caller(desk, 2)
        yield desk


@pytest.fixture
def ledger() -> Ledger:
    return Ledger(Clock())


def pay(ledger: Ledger, desk: Desk, chips: int, caller: int = 1, memo: str = "") -> int:
    return ledger.post(desk, "opening", memo, [
        (ledger.account(desk, "bankroll", caller), chips), (ledger.account(desk, "mint"), -chips)])


def test_a_movement_debits_one_account_and_credits_another(desk: Desk, ledger: Ledger) -> None:
    assert [pay(ledger, desk, 1000), pay(ledger, desk, 50, caller=2)] == [1, 2]
    assert ledger.balance(desk, "bankroll", 1) == 1000
    assert ledger.balance(desk, "bankroll", 2) == 50
    assert ledger.balance(desk, "mint") == -1050
    assert desk.driver.execute("SELECT sum(balance) FROM accounts").fetchone() == (0,)


def test_an_account_nobody_needed_holds_nothing(desk: Desk, ledger: Ledger) -> None:
    assert ledger.balance(desk, "stack", 1) == ledger.balance(desk, "tax") == 0


@pytest.mark.parametrize("amounts", [(5, -4), (5, 5), (0, 0), ()])
def test_what_does_not_sum_to_zero_is_refused(desk: Desk, ledger: Ledger,
                                              amounts: tuple[int, ...]) -> None:
    movements = list(zip([Account(1, "a"), Account(2, "b")], amounts))
    with pytest.raises(ValueError):
        ledger.post(desk, "wrong", "", movements)
    assert ledger.last(desk) == 0


def test_a_bankroll_never_falls_below_zero_and_the_house_may(desk: Desk, ledger: Ledger) -> None:
    ledger.post(desk, "x", "", [(ledger.account(desk, "house"), -5),
                                (ledger.account(desk, "mint"), 5)])
    assert ledger.balance(desk, "house") == -5
    with pytest.raises(sqlite3.IntegrityError, match="accounts_covered"):
        pay(ledger, desk, -1)
    desk.driver.execute("ROLLBACK")


@pytest.mark.parametrize("statement", [
    "INSERT INTO accounts (kind, caller_id, balance) VALUES ('bankroll', NULL, 0)",
    "INSERT INTO accounts (kind, caller_id, balance) VALUES ('house', 1, 0)",
    "INSERT INTO accounts (kind, caller_id, balance) VALUES ('pocket', 1, 0)",
    "INSERT INTO accounts (kind, caller_id, balance) VALUES ('mint', NULL, 0)",
    "INSERT INTO accounts (kind, caller_id, balance) VALUES ('bankroll', 1, 0)",
    "INSERT INTO accounts (kind, caller_id, balance) VALUES ('stack', 9, 0)",
    "UPDATE accounts SET balance = 1.5 WHERE kind = 'bankroll'",
    "UPDATE accounts SET balance = 'x' WHERE kind = 'mint'",
    "INSERT INTO entries VALUES (1, 1, 0)", "INSERT INTO entries VALUES (1, 9, 5)",
    "INSERT INTO transactions VALUES (7, 1, 'k', 'm', x'00')"])
def test_sqlite_itself_refuses(desk: Desk, ledger: Ledger, statement: str) -> None:
    pay(ledger, desk, 10)
    with pytest.raises(sqlite3.IntegrityError):
        desk.driver.execute(statement)


def test_transactions_are_one_chain(desk: Desk, ledger: Ledger) -> None:
    pay(ledger, desk, 10, memo="a")
    pay(ledger, desk, 20, memo="b")
    rows = desk.driver.execute("SELECT * FROM transactions ORDER BY id").fetchall()
    first = chain.transaction(chain.NOTHING, 1, int(START), "opening", "a",
                              [("bankroll 1", 10), ("mint", -10)])
    second = chain.transaction(first, 2, int(START), "opening", "b",
                               [("bankroll 1", 20), ("mint", -20)])
    assert [row[4] for row in rows] == [first, second]


def test_the_chain_goes_on_after_a_new_start(desk: Desk, ledger: Ledger) -> None:
    pay(ledger, desk, 10)
    other = Ledger(Clock())
    assert pay(other, desk, 20) == 2
    ledger.forget()
    assert pay(ledger, desk, 30) == 3


def test_what_is_booked_reaches_the_store_at_the_flush(desk: Desk, ledger: Ledger) -> None:
    accounts = ledger.account(desk, "bankroll", 1), ledger.account(desk, "mint")
    for chips in (5, 7):
        ledger.book(desk, "opening", "", [(accounts[0], chips), (accounts[1], -chips)])
    assert ledger.balance(desk, "bankroll", 1) == 0
    ledger.flush(desk)
    ledger.flush(desk)
    assert ledger.balance(desk, "bankroll", 1) == 12
    assert desk.driver.execute("SELECT count(*) FROM entries").fetchone() == (4,)


def test_a_statement_is_newest_first_with_the_balance_after_each(
        desk: Desk, ledger: Ledger) -> None:
    for chips in (1000, -200, 245):
        pay(ledger, desk, chips)
    pay(ledger, desk, 5, caller=2)
    ledger.post(desk, "sysop", "for the broken line", [
        (ledger.account(desk, "bankroll", 1), 7), (ledger.account(desk, "mint"), -7)])
    statement = ledger.statement(desk, 1, since=0, limit=3)
    assert statement.balance == 1052
    assert [(line.text, line.amount, line.balance) for line in statement.lines] == [
        ("for the broken line", 7, 1052), ("Chips to start with", 245, 1045),
        ("Chips to start with", -200, 800)]
    assert {line.at for line in statement.lines} == {int(START)}


def test_a_statement_can_begin_behind_a_transaction(desk: Desk, ledger: Ledger) -> None:
    since = pay(ledger, desk, 1000)
    pay(ledger, desk, -1)
    assert [line.amount for line in ledger.statement(desk, 1, since, 12).lines] == [-1]


def test_another_process_that_books_meanwhile_costs_nothing_but_a_new_try(
        tmp_path: Path) -> None:
    ledger, path = Ledger(Clock()), tmp_path / "anteup.db"
    with desk_at(path) as desk:
        new_caller(desk, 1)
        pay(ledger, desk, 10)
    alter(path, "INSERT INTO transactions VALUES (2, 1, 'theirs', '', zeroblob(32))")
    with desk_at(path) as desk:
        with pytest.raises(sqlite3.IntegrityError):
            pay(ledger, desk, 10)
        desk.driver.execute("ROLLBACK")
        desk.driver.execute("BEGIN")
        ledger.forget()
        assert pay(ledger, desk, 10) == 3
