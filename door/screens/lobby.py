"""The lobby: the Casino menu, the bank's counter, the withdrawal, and who is here."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from ansi.canvas import Canvas
from door.screens import frame
from door.screens.palette import CYAN, DIM, GREEN, GREY, TEAL, WHITE, YELLOW
from door.views import Caller, Presence, Statement

CASINO_PROMPT = "Casino>"
BANK_PROMPT = "Q)uit the bank?"
CASINO_KEYS = "pdtbhrswq"
CASINO_HELP = "P, D, T: play. B: bank. H: fame. R: rules. S: settings. W: who. Q: quit."
SEAT_LOWEST, SEAT_HIGHEST, SEAT_USUAL = 20, 500, 200  # dollars (RULEBOOK 1.1)

_MENU = (
    ("P", "oker Table", "five-card draw against the House"),
    ("D", "raw Room", "opens soon"),
    ("T", "exas Hold'em", "opens soon"),
    ("B", "ank", "what you have, and the daily grant"),
    ("H", "all of Fame", "opens soon"),
    ("R", "ules", "how we play, and our house rules"),
    ("S", "ettings", "opens soon"),
    ("W", "ho is here", "the callers of this moment"),
    ("Q", "uit", "good night"),
)
OPENS_SOON = {"d": "The Draw Room", "t": "The Hold'em Room", "h": "The Hall of Fame",
              "s": "Settings"}


def casino_menu(sign: frame.Sign, caller: Caller, bankroll: int, here: int) -> Canvas:
    """The Casino menu."""
    canvas = frame.frame(sign, "THE CASINO", caller.handle)
    for n, (key, rest, about) in enumerate(_MENU):
        row = 3 + 2 * n
        canvas.text(row, 6, f"{key})", YELLOW)
        canvas.text(row, 8, rest, WHITE)
        canvas.text(row, 26, about, DIM if about == "opens soon" else GREY)
    _till(canvas, bankroll, here)
    frame.rule(canvas, 20)
    return canvas


def _till(canvas: Canvas, bankroll: int, here: int) -> None:
    canvas.box(3, 62, 6, 16, TEAL)
    canvas.text(4, 64, "In the bank", GREY)
    canvas.text(5, 64, frame.dollars(bankroll), GREEN)
    canvas.text(6, 64, "Callers here", GREY)
    canvas.text(7, 64, str(here), CYAN)


def room(key: str) -> str:
    """What the menu calls a room, by its key."""
    return next(letter + rest for letter, rest, _ in _MENU if letter == key.upper())


def casino_lines(bankroll: int, practice: bool) -> list[str]:
    """The Casino menu for callers who read."""
    return [*([frame.PRACTICE] if practice else []),
            f"In the bank: ${bankroll}.",
            "P)oker Table, B)ank, R)ules, W)ho, Q)uit.",
            "D)raw Room, T)exas Hold'em, H)all of Fame, S)ettings open soon."]


def withdraw_bounds(bankroll: int) -> tuple[int, int, int]:
    """Lowest, highest and usual buy-in for what is in the bank (RULEBOOK 1.1)."""
    return SEAT_LOWEST, min(SEAT_HIGHEST, bankroll), min(SEAT_USUAL, bankroll)


def withdraw_prompt(bankroll: int) -> str:
    low, high, usual = withdraw_bounds(bankroll)
    return f"Withdraw (${low}-${high}, RETURN = ${usual})?"


def withdrawal(text: str, bankroll: int) -> int | str:
    """The chips that a typed answer asks for, or a sentence about what is wrong with it."""
    low, high, usual = withdraw_bounds(bankroll)
    text = text.strip().lstrip("$")
    if not text:
        return usual
    if text.isascii() and text.isdigit() and len(text) < 10 and low <= int(text) <= high:
        return int(text)
    return f"A whole number of dollars from ${low} to ${high}, please."


def withdraw_page(sign: frame.Sign, bankroll: int) -> Canvas:
    """Behind the withdrawal's question."""
    return frame.page(sign, "THE CASHIER", [
        "", "=Table stakes", "",
        f"You have {frame.dollars(bankroll)} in the bank.", "",
        "What you take to the table is what you can win or lose there; the House",
        "puts up as much. What is left comes back to the bank when you rise.", "",
        "X and RETURN go back to the casino."])


def bank_page(sign: frame.Sign, handle: str, statement: Statement) -> Canvas:
    """The bank's counter: the balance and the last movements."""
    canvas = frame.frame(sign, "THE BANK", handle)
    canvas.text(2, 2, "In the bank", GREY)
    canvas.text(2, 16, frame.dollars(statement.balance), GREEN)
    canvas.text(4, 2, f"{'When':<18}{'What':<34}{'Amount':>10}{'Balance':>12}", CYAN)
    frame.rule(canvas, 5)
    for row, line in enumerate(statement.lines[:14], start=6):
        canvas.text(row, 2, f"{moment(line.at)}  {line.text[:33]:<34}"
                            f"{frame.dollars(line.amount):>10}"
                            f"{frame.dollars(line.balance):>12}", GREY)
    return canvas


def bank_lines(statement: Statement) -> list[str]:
    """The same for callers who read."""
    return [f"In the bank: ${statement.balance}.",
            *(f"{moment(line.at)}: {line.text}, {frame.dollars(line.amount)}, "
              f"balance {frame.dollars(line.balance)}." for line in statement.lines[:6])]


def moment(at: int) -> str:
    """A moment of the ledger in the house's own time."""
    return f"{datetime.fromtimestamp(at):%Y-%m-%d %H:%M}"


def _who_row(one: Presence) -> str:
    handle = " " * one.handle.startswith("=") + one.handle
    return f"{handle:<22}{one.where:<18}{one.carrier:<28}{moment(one.since)[11:]}"


def who_rows(callers: Sequence[Presence]) -> list[str]:
    """Who is here, a row each; a handle that begins with "=" shall not make it a heading."""
    rows = [f"={'Handle':<22}{'Where':<18}{'By':<28}{'Since'}"]
    rows += map(_who_row, callers[:17])
    if len(callers) > 17:
        rows.append(f"... and {len(callers) - 17} more.")
    return rows
