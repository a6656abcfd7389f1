"""The audit of the play: every hand laid before a judge, who plays it again from its record.

The bank knows neither the rules of a hand nor the House's policy; the judge does (door.proof).
"""

from collections.abc import Callable, Iterator

from door.bank.audit.progress import Progress, counted
from door.bank.past import every_hand
from door.bank.statements import Desk
from door.views import Facts, Judgement, StoredHand

Judge = Callable[[StoredHand, StoredHand | None], Judgement]    # of a hand, and the one before it
_FACTS = ("SELECT caller_dealt, house_dealt, folded, pot, best, house_best FROM hands "
          "WHERE id = ? AND caller_dealt IS NOT NULL")


class Play:
    """`unasked` counts the hands in which the House could not be asked again."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self.unasked = 0

    def hands(self, desk: Desk, progress: Progress) -> Iterator[str]:
        """Each was dealt, played and settled so, and its figures are those of its play."""
        most = desk.driver.execute("SELECT count(*) FROM hands").fetchone()[0]
        before: StoredHand | None = None
        for hand in counted(every_hand(desk), progress, "hands played again", most):
            found = self._judge(hand, before)
            self.unasked += not found.asked
            if found.fault:
                yield f"hand {hand.record.id}: {found.fault}"
            elif _facts(desk, hand.record.id) not in (None, found.facts):
                yield f"hand {hand.record.id}: its figures are not those of its play"
            before = hand


def _facts(desk: Desk, hand_id: str) -> Facts | None:
    """As they are stored; None where nobody told them."""
    row = desk.driver.execute(_FACTS, (hand_id,)).fetchone()
    return Facts(row[:2], *row[2:]) if row else None
