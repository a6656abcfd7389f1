"""The sysop's counter: the orders of `anteup sysop` for a caller whom a board calls its sysop."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ansi.canvas import Canvas
from door.screens.pages import Typing, fits_page, text_page
from door.session.orders import ORDERS, NotDone

if TYPE_CHECKING:
    from door.session.call import Call

PROMPT, ORDER_LENGTH, LINES = "Sysop>", 70, 14
HELP = ["Orders; RETURN alone goes back:", *(f"  {text}" for text in ORDERS.values())]
# Its words would stand on the screen; handles may hold blanks; and one takes long.
ONLY_THERE = ("passwd", "merge", "grant", "maintain")


async def give_orders(call: Call) -> None:
    """Takes orders until a RETURN alone."""
    rows = HELP
    while True:
        shown = rows
        field = Typing(lambda: _page(call, shown), PROMPT, ORDER_LENGTH, rows)
        answer = await call.console.ask(field)
        if not isinstance(answer, str) or not answer.strip():
            return
        if answer.strip() == "?":
            rows = HELP
            continue
        rows = (await _fulfil(call, answer))[:LINES]
        if call.console.terminal.painted and not fits_page(call.sign, rows):
            await call.read("Sysop", _marked(rows))
            rows = HELP


async def _fulfil(call: Call, text: str) -> list[str]:
    name, _, rest = text.strip().partition(" ")
    if name in ONLY_THERE:
        return [f"{name} is given at the command line: anteup sysop {name}"]
    try:
        return await call.casino.orders.fulfil(name.lower(), *([rest.strip()] if rest else []))
    except NotDone as error:
        return [f"Not done: {error}"]


def _page(call: Call, rows: list[str]) -> Canvas:
    return text_page(call.sign, "SYSOP", _marked(rows))


def _marked(rows: list[str]) -> list[str]:
    """A handle that begins with "=" shall not make a row a heading."""
    return [" " * row.startswith("=") + row for row in rows]
