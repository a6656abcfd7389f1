"""The pictures of the house: which there are, in which room, and which fields live on each.

Each is there twice, at 80 and at 40 columns: ROOM/NAME-80.ans and ROOM/NAME-40.ans, each with its
.fields. What `anteup art export` writes and `anteup doctor` checks is this list.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ansi.gallery import Art

if TYPE_CHECKING:
    from door.screens.frame import Sign


class Picture(NamedTuple):
    """A screen's fixed part, and the names of what changes on it."""

    room: str
    name: str
    fields: tuple[str, ...] = ()

    def hung(self, sign: Sign) -> Art:
        """The picture at the sign's width, the sysop's or ours. Paint on a copy."""
        return sign.gallery.art(self.room, f"{self.name}-{sign.columns}", sign.columns, sign.rows,
                                self.fields)


# `name` is the casino's in capitals, `practice` says that nothing counts.
PAGE = Picture("lobby", "page", ("name", "practice", "title", "body"))
TITLE = Picture("lobby", "title", ("casino", "practice"))
# Of the rooms, those that are not open yet: what the picture says of them is written over.
MENU = Picture("lobby", "menu", ("name", "practice", "handle", "bankroll", "here",
                                 "draw-room", "holdem"))
CASHIER = Picture("lobby", "cashier", ("name", "practice", "bankroll"))
BANK_COLUMNS = ("when", "what", "amounts", "balances")
BANK = Picture("lobby", "bank", ("name", "practice", "handle", "balance", *BANK_COLUMNS))
BROKEN = Picture("lobby", "bank-broken", ("practice", "story"))
GOODBYE = Picture("lobby", "goodbye", ("practice", "farewell", "bankroll", "lamp"))

# At the showdown nothing is asked: what betting is about has no field there.
_AT_THE_TABLE = ("name", "practice", "hand", "house.stack", "house.took", "house.doing",
                 "house.cards", "dealer.face", "dealer", "house.patter", "pot", "cards",
                 "you", "you.stack", "you.took", "holding", "log", "seal", "keys", "notice")
TABLE = Picture("poker", "table", (*_AT_THE_TABLE, "house.in-pot", "you.in-pot", "due", "raises",
                                   "limit", "first"))
SHOWDOWN = Picture("poker", "showdown", _AT_THE_TABLE)
DEALERS = Picture("poker", "dealers", ("dot", "walt", "inez", "gus"))   # a face in each

PICTURES: tuple[Picture, ...] = (TITLE, MENU, CASHIER, BANK, PAGE, BROKEN, GOODBYE, TABLE,
                                 SHOWDOWN, DEALERS)
