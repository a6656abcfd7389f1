"""What a hand adds to its players' figures, from its record alone."""

from __future__ import annotations

from collections.abc import Sequence

from door.proof.replay import BadRecord, replay
from door.rules.cards import Card
from door.rules.house_draw import CALLER, HOUSE
from door.rules.ranks import category, strength
from door.rules.table import View
from door.views import Facts, HandRecord


def facts(record: HandRecord) -> Facts:
    """Those of a hand that was played to its end. BadRecord: it breaks the rules, or was not."""
    again = replay(record)
    if not again.over:
        raise BadRecord(f"hand {record.id} was not played to its end")
    return facts_of(again.cards, again.steps[-1].view)


def facts_of(cards: Sequence[Sequence[Card]], view: View) -> Facts:
    """Those of a hand that has just ended: the five cards dealt to the caller and to the House,
    and the caller's view at its end."""
    assert view.settlement is not None
    folded = view.folded.index(True) if True in view.folded else None
    return Facts(
        (category(strength(cards[CALLER])), category(strength(cards[HOUSE]))), folded,
        sum(pot.amount for pot in view.settlement.pots),
        0 if folded == CALLER else strength(view.cards),
        strength(view.shown[HOUSE]) if HOUSE in view.shown else 0)
