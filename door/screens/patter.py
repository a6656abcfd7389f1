"""What the House says across the table: its own luck, and only what everybody can see.

The luck is cosmetic; it is seeded from the hand's name, never from its deck (RULEBOOK 1.13).
"""

from __future__ import annotations

from collections.abc import Sequence
from zlib import crc32

from door.rules import events as ev
from door.rules.house_draw import CALLER, HOUSE

_SAYINGS: dict[str, tuple[str, ...]] = {
    "ante": ("\"Good cards to you.\"", "\"Here we go.\"", "\"The lamp is lit.\"",
             "\"Your luck, my shuffle.\""),
    "house raises": ("\"Feeling lucky?\"", "\"Let us see about that.\"", "\"A little more.\""),
    "house bets": ("\"Care to pay?\"", "\"It gets warm in here.\"", "\"Chips like company.\""),
    "house folds": ("\"All yours.\"", "\"You read me well.\"", "\"Not this time.\""),
    "caller raises": ("\"Is that so?\"", "\"Bold.\"", "\"Hm.\""),
    "house wins": ("\"The House thanks you.\"", "\"Better luck now.\""),
    "caller wins": ("\"Well played.\"", "\"Your pot.\"", "\"I saw that coming.\""),
    "tie": ("\"We share, then.\"",),
}


def patter(told: Sequence[ev.Event], hand: str, said: int) -> str:
    """A remark on what happened, often none; `said` counts the steps of the hand so far."""
    occasion = _occasion(told)
    luck = crc32(f"patter {hand} {said}".encode())
    if not occasion or luck % 10 < 6:
        return ""
    return _SAYINGS[occasion][luck // 10 % len(_SAYINGS[occasion])]


def _occasion(told: Sequence[ev.Event]) -> str:
    for event in reversed(told):
        if isinstance(event, ev.PotAwarded):
            if event.shared > 1:
                return "tie"
            return "house wins" if event.seat == HOUSE else (
                "house folds" if event.strength is None else "caller wins")
        if isinstance(event, ev.Raised):
            return "house raises" if event.seat == HOUSE else "caller raises"
        if isinstance(event, ev.BetMade) and event.seat == HOUSE:
            return "house bets"
        if isinstance(event, ev.AntePosted) and event.seat == CALLER:
            return "ante"
    return ""
