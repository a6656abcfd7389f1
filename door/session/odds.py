"""The coach at one caller's table: their decisions in a hand, and what the book thinks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from door.proof.replay import replay
from door.rules.actions import Action, parse_action
from door.rules.house_draw import CALLER
from door.rules.table import View
from door.screens.odds import Decision
from door.views import HandRecord

if TYPE_CHECKING:
    from door.screens.poker_table import PokerTable
    from door.session.call import Call

Decided = list[tuple[View, Action]]     # the caller's views when they chose, and what they did


def decided(record: HandRecord) -> Decided:
    """Those of a hand that is resumed, as its record tells them."""
    steps = replay(record).steps
    return [(before.view, parse_action(step.text)) for before, step in zip(steps, steps[1:])
            if step.seat == CALLER]


async def show_odds(call: Call, screen: PokerTable, now: View, made: Decided) -> None:
    """Between hands the last one, `made`; inside one the question that stands in `now`."""
    moments = [(now, None)] if now.legal is not None else made
    if not moments:
        screen.warn(call.speech.answer("o", now))
        return
    text = call.speech.odds([Decision(view, action, *call.casino.floor.advise(view, action))
                             for view, action in moments])
    if call.speech.turns_pages:
        await call.read("The odds", text)
    else:
        screen.print(*text)
