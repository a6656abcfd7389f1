"""Arrivals: callers whom a board sends are who the board says, and are asked for no password."""

from __future__ import annotations

from typing import TYPE_CHECKING

from door.bank import Banned
from door.carriers.line import Line
from door.carriers.visitor import Visitor
from door.session.notices import Left
from door.session.recognition import kind_of
from door.views import Caller

if TYPE_CHECKING:
    from door.session.call import Call

KEPT_OUT = "The sysop of this casino keeps you out."


async def arrive(call: Call, visitor: Visitor) -> Caller:
    """The account of a board's caller, made on first sight. Raises Left for who is banned."""
    board = visitor.board
    try:
        return await call.casino.bank.member(board.name, visitor.record, visitor.handle,
                                             board.tag, board.shared)
    except Banned as banned:
        raise Left(KEPT_OUT) from banned


def visitors_key(visitor: Visitor, terminal: str) -> str:
    """The key of the graphics question that RETURN keeps, from what the board says.

    Of a terminal by rlogin only PETSCII is believed: other names are often the board's own.
    """
    if kind_of(terminal, True, False, 0).key == "c":
        return "c"
    if not visitor.painted:
        return "p"
    return {"utf-8": "u", "ascii": "t", "petscii": "c"}.get(visitor.charset, "a")


def way(line: Line) -> str:
    """How somebody came, for W)ho: the carrier, or the board and the node."""
    visitor = line.visitor
    if visitor is None:
        return line.carrier
    node = "" if visitor.node is None else f" node {visitor.node}"
    return f"{visitor.board.name[:18]}{node}"
