"""door.screens.lobby: menu, bank, withdrawal, and who is here."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ansi.canvas import Canvas
from door.bank import ledger
from door.screens import frame, lobby
from door.screens.frame import Sign
from door.screens.pictures import BANK
from door.screens.typesetting import PAGE_WIDTH
from door.views import Caller, Presence, Statement, StatementLine

SIGN = Sign("Brass Lantern Casino")
ADA = Caller(1, "Ada", False, "u", 3, None)
LONG = StatementLine(1_700_000_000, "hand", "x" * 60, -1_234_567, -9_876_543)

at_both_widths = pytest.mark.parametrize("columns", [80, 40])


def text(canvas: Canvas) -> str:
    return "\n".join(canvas.row_text(row).rstrip() for row in range(canvas.rows))


@at_both_widths
def test_the_menu_names_every_room_by_its_key(columns: int) -> None:
    shown = text(lobby.casino_menu(SIGN.fit(columns), ADA, 1234, 3))
    for name in ("P)oker Table", "D)raw Room", "T)exas Hold'em", "B)ank", "H)all of Fame",
                 "R)ules", "S)ettings", "W)ho", "Q)uit"):
        assert name in shown and name[0].lower() in lobby.CASINO_KEYS
        assert lobby.room(name[0].lower()).startswith(name.replace(")", ""))
    assert "$1,234" in shown and "Ada" in shown


@at_both_widths
def test_what_is_not_built_yet_opens_soon(columns: int) -> None:
    rows = text(lobby.casino_menu(SIGN.fit(columns), ADA, 0, 1)).split("\n")
    closed = [row.strip()[0].lower() for row in rows if "opens soon" in row]
    assert closed == [key for key in lobby.CASINO_KEYS if key in lobby.OPENS_SOON]


@at_both_widths
def test_the_longest_handle_and_sum_are_whole_in_the_menu(columns: int) -> None:
    caller = replace(ADA, handle="x" * 20)
    shown = text(lobby.casino_menu(SIGN.fit(columns), caller, 123_456, 1000))
    assert "x" * 20 in shown and "$123,456" in shown and "1000" in shown


def test_the_menu_is_printed_too() -> None:
    assert lobby.casino_lines(1234, True)[:2] == [frame.PRACTICE, "In the bank: $1234."]
    assert not lobby.casino_lines(1234, False)[0].startswith("PRACTICE")


@pytest.mark.parametrize("bankroll, prompt", [
    (1000, "Withdraw ($20-$500, RETURN = $200)?"), (499, "Withdraw ($20-$499, RETURN = $200)?"),
    (150, "Withdraw ($20-$150, RETURN = $150)?"), (20, "Withdraw ($20-$20, RETURN = $20)?"),
    (10 ** 6, "Withdraw ($20-$500, RETURN = $200)?")])
def test_the_withdrawals_prompt_has_the_real_bounds(bankroll: int, prompt: str) -> None:
    """RULEBOOK 1.1."""
    assert lobby.withdraw_prompt(bankroll) == prompt and len(prompt) <= 39


@pytest.mark.parametrize("typed, bankroll, chips", [
    ("", 1000, 200), ("", 150, 150), ("20", 1000, 20), ("500", 1000, 500), (" 300 ", 1000, 300),
    ("$300", 1000, 300), ("0300", 1000, 300), ("150", 150, 150)])
def test_a_withdrawal(typed: str, bankroll: int, chips: int) -> None:
    assert lobby.withdrawal(typed, bankroll) == chips


@pytest.mark.parametrize("typed", ["-5", "0", "19", "501", "2147483648", "1e3", "10.5", "ten", "²",
                                   "٣٠", "+20", "2 0", "20,0", "9" * 400, "None"])
def test_other_answers_are_refused_with_a_message(typed: str) -> None:
    message = lobby.withdrawal(typed, 1000)
    assert message == "A whole number of dollars from $20 to $500, please."


def test_more_than_the_bankroll_is_refused() -> None:
    assert isinstance(lobby.withdrawal("151", 150), str)


@at_both_widths
def test_the_cashier_tells_the_bankroll(columns: int) -> None:
    assert "In the bank $1,234" in text(lobby.withdraw_page(SIGN.fit(columns), 1234))


def test_a_statement_keeps_its_columns_whatever_is_in_it() -> None:
    canvas = lobby.bank_page(SIGN, "x" * 20, Statement(10 ** 9, (LONG,) * 30))
    rows = [canvas.row_text(row) for row in range(6, 20)]
    assert all(row.rstrip().endswith("-$1,234,567 -$9,876,543") and row[79] == " " for row in rows)
    assert canvas.row_text(20).strip() == "" and "$1,000,000,000" in canvas.row_text(2)


def test_at_40_columns_a_statement_has_short_days_and_words() -> None:
    lines = [StatementLine(1_700_000_000, *line) for line in (
        ("leave", "Brought back from the table", 1000, 12_345), ("grant", "Daily grant", 95, 100),
        ("prize", "A prize", -1_234_567, 123_456_789))]
    canvas = lobby.bank_page(SIGN.fit(40), "x" * 20, Statement(12_345, (*lines,)))
    day = lobby.moment(1_700_000_000)[5:10]
    assert [canvas.row_text(row).split("  ")[0].rstrip() for row in (7, 8)] == [
        f" {day} From the table", f" {day} Daily grant"]
    assert [canvas.row_text(row).split()[-2:] for row in (7, 8, 9)] == [
        ["$1,000", "$12,345"], ["$95", "$100"], ["-1234567", "123M"]]


@pytest.mark.parametrize("kind, words", ledger.TEXTS.items())
def test_every_movement_has_words_that_fit_40_columns(kind: str, words: str) -> None:
    line = StatementLine(1_700_000_000, kind, words, 5, 5)
    field = BANK.hung(SIGN.fit(40)).fields["what"]
    row = lobby.bank_page(SIGN.fit(40), "Ada", Statement(5, (line,))).row_text(field.row)
    shown = row[field.column:field.column + field.width].strip()
    assert shown and (shown == words or not words.startswith(shown))    # and not one cut off


def test_a_statement_is_printed_shorter() -> None:
    lines = lobby.bank_lines(Statement(985, (LONG,) * 30))
    assert lines[0] == "In the bank: $985." and len(lines) == 7


def test_who_is_here_and_how_many_more() -> None:
    here = [Presence(f"Caller {n}" + "x" * 10, "the Poker Table", "telnet", 1_700_000_000)
            for n in range(20)]
    rows = lobby.who_rows(here)
    assert len(rows) == 19 and rows[-1] == "... and 3 more."
    assert max(map(len, rows)) <= PAGE_WIDTH
    assert len(lobby.who_rows(here[:1])) == 2


def test_a_handle_that_looks_like_a_heading_is_whole() -> None:
    here = [Presence(f"{'=' * 19}x", "the Casino", "telnet", 1_700_000_000)]
    row = lobby.who_rows(here)[1]
    assert row.startswith(f" {'=' * 19}x the Casino")


@at_both_widths
def test_who_is_here_as_a_page(columns: int) -> None:
    here = [Presence("Ada " + "x" * 16, "the Poker Table", "telnet from 10.0.0.1", 1_700_000_000)]
    screen = lobby.WhoIsHere(SIGN.fit(columns), here, lobby.who_rows(here), "Any key goes on.")
    shown = text(screen.paint())
    assert here[0].handle in shown and here[0].where in shown
    assert (here[0].carrier in shown) == (columns == 80)
    assert screen.lines()[1].startswith("Ada") and screen.press(" ") is True
