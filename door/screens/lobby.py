"""The lobby: the Casino menu, the bank's counter, the withdrawal, and who is here."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from ansi.canvas import Canvas
from ansi.fields import Field
from ansi.keys import Key
from door.screens import frame
from door.screens.pages import Choice, Painter, Reading
from door.screens.pictures import BANK, BANK_COLUMNS, CASHIER, MENU
from door.screens.typesetting import PAGE_WIDTH, Text
from door.views import Caller, Presence, Statement

CASINO_PROMPT = "Casino>"
BANK_PROMPT = "H)ands, F)igures or Q)uit?"
BANK_KEYS = "hfq"
BANK_HELP = "H: your last hands. F: figures. Q or ESC: back to the casino."
BOOK_KEY, BOOK_HELP = "o", " O: the open book."     # once a table has been left
CASINO_KEYS = "pdtcbhrswq"
CASINO_HELP = ("P, D, T: play. C: contests. B: bank. H: fame. N: news. R: rules. S: settings. "
               "W: who. Q: quit.")
NEWS_KEY, NEWS_HINT = "n", "The Casino's keys work. RETURN: menu."
SEAT_LOWEST, SEAT_HIGHEST, SEAT_USUAL = 20, 500, 200  # dollars (RULEBOOK 1.1)

_ROOMS = ("Poker Table", "Draw Room", "Texas Hold'em", "Contests", "Bank", "Hall of Fame", "Rules",
          "Settings", "Who is here", "Quit")
OPENS_SOON = {"d": "The Draw Room", "t": "The Hold'em Room"}
_CLOSED = {"d": "draw-room", "t": "holdem"}     # where the menu says so
_SHORTER = {"opening": "To start with", "grant": "Daily grant", "sit": "To the table",
            "leave": "From the table", "merge": "By the sysop"}


def casino_menu(sign: frame.Sign, caller: Caller, bankroll: int, here: int) -> Canvas:
    """The Casino menu."""
    fields = MENU.hung(sign).fields
    closed = {_CLOSED[key]: "opens soon" for key in OPENS_SOON}
    chips = frame.dollars(bankroll, fields["bankroll"].width)
    return frame.hung(MENU, sign, **closed, handle=frame.ending(fields["handle"], caller.handle),
                      bankroll=chips, here=str(here))


def room(key: str) -> str:
    """What the menu calls a room, by its key."""
    return next(name for name in _ROOMS if name[0] == key.upper())


def casino_lines(bankroll: int, practice: bool) -> list[str]:
    """The Casino menu for callers who read."""
    return [*([frame.PRACTICE] if practice else []),
            f"In the bank: ${bankroll}.",
            "P)oker Table, C)ontests, B)ank, H)all of Fame, N)ews, R)ules, S)ettings,",
            "W)ho, Q)uit. D)raw Room and T)exas Hold'em open soon."]


class Lobby(Choice):
    """The Casino menu. `news` is a page that hangs before it, with the same keys and the same
    prompt, until a key is pressed that is no room's."""

    __slots__ = ("_menu",)

    def __init__(self, menu: Painter, news: Painter | None, keys: str, lines: Sequence[str],
                 help_text: str) -> None:
        super().__init__(news or menu, CASINO_PROMPT, keys, lines, help_text=help_text)
        self._menu = menu

    def paint(self) -> Canvas:
        canvas = super().paint()
        if self._painter is not self._menu and not self.notice:
            frame.notice(canvas, NEWS_HINT)
        return canvas

    def press(self, key: Key) -> str | None:
        answer = super().press(key)
        if answer is None:
            self._painter = self._menu
        return answer


def withdraw_bounds(bankroll: int) -> tuple[int, int, int]:
    """Lowest, highest and usual buy-in for what is in the bank (RULEBOOK 1.1)."""
    return SEAT_LOWEST, min(SEAT_HIGHEST, bankroll), min(SEAT_USUAL, bankroll)


def withdraw_prompt(bankroll: int) -> str:
    low, high, usual = withdraw_bounds(bankroll)
    return f"Withdraw (${low}-${high}, RETURN = ${usual})?"


def withdraw_help(bankroll: int) -> str:
    low, high, usual = withdraw_bounds(bankroll)
    return (f"Dollars, ${low} to ${high}, then RETURN; RETURN alone: ${usual}. "
            "X, Q or ESC goes back.")


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
    return frame.hung(CASHIER, sign, bankroll=frame.dollars(bankroll))


def bank_page(sign: frame.Sign, handle: str, statement: Statement) -> Canvas:
    """The bank's counter: the balance and the last movements, as many as there is room for."""
    fields, lines = BANK.hung(sign).fields, statement.lines
    canvas = frame.hung(BANK, sign, handle=frame.ending(fields["handle"], handle),
                        balance=frame.dollars(statement.balance))
    when, what, amounts, balances = map(fields.__getitem__, BANK_COLUMNS)
    when.lines(canvas, [_fitted_moment(line.at, when.width) for line in lines])
    what.lines(canvas, [line.text if len(line.text) <= what.width
                        else _SHORTER.get(line.kind, line.text) for line in lines])
    _column(canvas, amounts, [line.amount for line in lines])
    _column(canvas, balances, [line.balance for line in lines])
    return canvas


def _column(canvas: Canvas, field: Field, chips: Sequence[int]) -> None:
    """Money, ending at the field's right."""
    field.lines(canvas, [frame.ending(field, frame.dollars(some, field.width)) for some in chips])


def bank_lines(statement: Statement) -> list[str]:
    """The same for callers who read."""
    return [f"In the bank: ${statement.balance}.",
            *(f"{moment(line.at)}: {line.text}, {frame.dollars(line.amount)}, "
              f"balance {frame.dollars(line.balance)}." for line in statement.lines[:6])]


def moment(at: int) -> str:
    """A moment of the ledger in the house's own time."""
    return f"{datetime.fromtimestamp(at):%Y-%m-%d %H:%M}"


def _fitted_moment(at: int, width: int) -> str:
    """The same without the year, and without the time, where there is no room for them."""
    full = moment(at)
    return next((text for text in (full, full[5:]) if len(text) <= width), full[5:10])


def _who_row(one: Presence, width: int) -> str:
    handle = " " * one.handle.startswith("=") + one.handle
    row = f"{handle:<22}{one.where:<18}{one.carrier:<28}{moment(one.since)[11:]}"
    return row if len(row) <= width else f"{handle:<20} {one.where}"


def who_rows(callers: Sequence[Presence], width: int = PAGE_WIDTH) -> list[str]:
    """Who is here, a row each; a handle that begins with "=" shall not make it a heading."""
    rows = [f"={'Handle':<22}{'Where':<18}{'By':<28}{'Since'}" if width >= PAGE_WIDTH
            else f"={'Handle':<20} Where"]
    rows += [_who_row(one, width) for one in callers[:17]]
    if len(callers) > 17:
        rows.append(f"... and {len(callers) - 17} more.")
    return rows


class WhoIsHere(Reading):
    """Who is here, in as many columns as there is room for."""

    __slots__ = ("_callers",)

    def __init__(self, sign: frame.Sign, callers: Sequence[Presence], printed: Text,
                 any_key: str) -> None:
        self._callers = callers
        super().__init__(sign, "Who is here", [], [printed], any_key)

    def chapters(self, width: int) -> Sequence[Text]:
        return [who_rows(self._callers, width)]
