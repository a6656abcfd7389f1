"""A visitor: what a board says of a caller it sends, by drop file or by rlogin.

The session asks nothing else of the carriers that vouch for their callers.
"""

from __future__ import annotations

from dataclasses import dataclass

from door.config import Board


@dataclass(frozen=True, slots=True)
class Visitor:
    """`record` is the board's own of the user, "" unknown; `minutes` are those left, None: no
    limit is known; `charset` is what the board shows, "" unknown; `painted`: it takes ANSI."""

    board: Board
    handle: str
    record: str = ""
    node: int | None = None
    minutes: int | None = None
    painted: bool = True
    charset: str = ""
    sysop: bool = False
    speed: int = 0
    game: str = ""
