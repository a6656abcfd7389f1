"""What has happened, on the painted table: the lines of this round, and what the House did last.

The same at the table, as it happens, and when a hand of the past is shown again.
"""

from __future__ import annotations

from collections.abc import Sequence

from door.rules import events as ev
from door.rules.house_draw import HOUSE
from door.rules.table import View
from door.screens import sentences
from door.screens.poker_felt import Felt
from door.screens.sentences import YOU, paragraphs

LOG_LENGTH = 10
_DOINGS = (ev.BetMade, ev.Raised, ev.Called, ev.Checked, ev.Folded)  # "raises $10"


def follow(felt: Felt, told: Sequence[ev.Event], view: View, said: Sequence[str],
           who: str = YOU) -> None:
    """Takes in a step: its events, how the table stands after it, and its sentences on `who` has
    the caller's seat."""
    if any(isinstance(event, (ev.AntePosted, ev.RoundOpened)) for event in told):
        felt.log, felt.doing = (), ""
    felt.view = view
    seen = [text for text in said if not text.startswith(f"{who} hold")]  # that is painted
    felt.log = (*felt.log, *paragraphs(seen, who))[-LOG_LENGTH:]
    for event in told:
        if isinstance(event, ev.RoundOpened):
            felt.doing = ""
        elif isinstance(event, _DOINGS) and event.seat == HOUSE:
            felt.doing = sentences.say(event, house="").strip(" .")
