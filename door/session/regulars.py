"""What the dealer knows of whoever sits down: one look into the bank, before the first hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from door.marks.streak import streak
from door.screens.patter import Known, Past
from door.views import Regular

if TYPE_CHECKING:
    from door.session.call import Call


async def remembered(call: Call) -> Past:
    """The past of somebody who has not played a hand of this sitting yet."""
    caller = call.caller
    found = await call.casino.bank.regulars.remembered(caller.id) if caller else None
    return Past(known=known(found) if found else None)


def known(regular: Regular) -> Known:
    """The same in days as they are counted from today."""
    today, days = regular.today, regular.days
    return Known(regular.hands, regular.pot, today - max(days) if days else None,
                 streak(days, today), None if regular.broke is None else today - regular.broke,
                 regular.chalk)


def elsewhere(past: Past) -> Past:
    """The same at a table whose hands and pots are none of the Poker Table's."""
    return past._replace(known=past.known and past.known._replace(hands=0, pot=0))
