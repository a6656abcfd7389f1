"""Motion at the Poker Table: which cards come or turn one at a time, and the steps of it.

Only cards move: what is said, asked and won is there at once, for a script reads it before the
prompt, and whoever plays on does not wait for it.
"""

from __future__ import annotations

from collections.abc import Sequence

from door.rules import events as ev
from door.rules.house_draw import CALLER, HOUSE
from door.screens.poker_felt import Felt

HOLDING = 5     # cards


def begin(felt: Felt, told: Sequence[ev.Event]) -> None:
    """New cards come one at a time; where the House shows its cards, those turn instead.

    The first of them is there with the prompt, so that four steps are the most.
    """
    end(felt)
    if any(isinstance(event, ev.HoldingShown) and event.seat == HOUSE for event in told):
        felt.turned = 1
        return
    for event in told:
        if isinstance(event, ev.CardsDealt) and event.seat == CALLER:
            felt.away = frozenset(range(1, len(event.cards)))
        elif isinstance(event, ev.CardsDrawn) and event.seat == CALLER:
            felt.away = frozenset(sorted(event.places)[1:])


def left(felt: Felt) -> int:
    """How many steps are still to come."""
    return len(felt.away) + HOLDING - felt.turned


def step(felt: Felt) -> None:
    """The next card."""
    if felt.away:
        felt.away -= {min(felt.away)}
    else:
        felt.turned += 1


def end(felt: Felt) -> None:
    """All cards as they stay."""
    felt.away, felt.turned = frozenset(), HOLDING
