"""What the bank tells and the screens paint, beside the table's own views: frozen, slotted, plain.

A view holds values and no behaviour, so that the layers on either side of it need not know each
other. Chips are integers, moments are whole seconds since 1970 (UTC), seats count from 0.

From outside, use what is named here; the files behind it are a subject each.
"""

from door.views.bankroll import Statement, StatementLine
from door.views.callers import CHOICES, Caller, Preferences, Presence, Regular
from door.views.contests import Contest, Placing, SharedDeal, Standing, Terms, Try
from door.views.hall import Fame, Hall, Plaque, Ranking
from door.views.hands import Dealt, Ended, Facts, HandRecord, Sitting, Step
from door.views.marks import Career, EarnedMark, MarkLine
from door.views.news import Chalk, LastNight, Night, Story
from door.views.past import Figures, HandLine, Judgement, StoredHand

__all__ = [
    "CHOICES", "Caller", "Career", "Chalk", "Contest", "Dealt", "EarnedMark", "Ended", "Facts",
    "Fame", "Figures", "Hall", "HandLine", "HandRecord", "Judgement", "LastNight", "MarkLine",
    "Night", "Placing", "Plaque", "Preferences", "Presence", "Ranking", "Regular",
    "SharedDeal", "Sitting", "Standing", "Statement", "StatementLine", "Step", "StoredHand",
    "Story", "Terms", "Try"]
