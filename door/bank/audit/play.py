"""The audit of the play: every hand laid before a judge, who plays it again from its record, and
so every deal of the contests.

The bank knows neither the rules of a hand nor the House's policy; the judge does (door.proof).
"""

from collections.abc import Callable, Iterator
from typing import Any

from door.bank.audit.marks import Done, Earn, Marks
from door.bank.audit.progress import Progress, counted
from door.bank.contest_past import every_deal
from door.bank.past import every_hand
from door.bank.statements import Desk
from door.views import Facts, Judgement, StoredHand

Judge = Callable[[StoredHand, StoredHand | None], Judgement]    # of a hand, and the one before it
_ROW = ("SELECT s.caller_id, h.serial, h.number, h.sitting_id, h.id, h.dealt_at, h.ended_at, "
        "h.day, s.buy_in, h.caller_dealt, h.house_dealt, h.folded, h.pot, h.best, h.house_best "
        "FROM hands h JOIN sittings s ON s.id = h.sitting_id WHERE h.id = ? AND h.state = 'done'")
_DONE = len(Done._fields)


class Play:
    """`unasked` counts the hands and deals in which the House could not be asked again. Without
    `earn` nobody asks for marks."""

    def __init__(self, judge: Judge, earn: Earn | None = None) -> None:
        self._judge, self._earn = judge, earn
        self.unasked = 0

    def hands(self, desk: Desk, progress: Progress) -> Iterator[str]:
        """Each was dealt, played and settled so, and its figures are those of its play."""
        most = desk.driver.execute("SELECT count(*) FROM hands").fetchone()[0]
        before: StoredHand | None = None
        marks = Marks(desk, self._earn) if self._earn else None
        for hand in counted(every_hand(desk), progress, "hands played again", most):
            found = self._judge(hand, before)
            self.unasked += not found.asked
            if found.fault:
                yield f"hand {hand.record.id}: {found.fault}"
            elif row := desk.driver.execute(_ROW, (hand.record.id,)).fetchone():
                if _facts(row) not in (None, found.facts):
                    yield f"hand {hand.record.id}: its figures are not those of its play"
                if marks:
                    yield from marks.hand(Done(*row[:_DONE]), found.told)
            before = hand
        if marks:
            yield from marks.end()

    def deals(self, desk: Desk, progress: Progress) -> Iterator[str]:
        """The same of the contests' deals; who acts first in each, and with what, their hashes
        have told."""
        most = desk.driver.execute("SELECT count(*) FROM tried_hands").fetchone()[0]
        for deal in counted(every_deal(desk), progress, "deals played again", most):
            found = self._judge(deal, None)
            self.unasked += not found.asked
            if found.fault:
                yield f"deal {deal.record.id} of try {deal.record.sitting_id}: {found.fault}"


def _facts(row: tuple[Any, ...]) -> Facts | None:
    """As they are stored; None where nobody told them."""
    dealt, known = row[_DONE:_DONE + 2], row[_DONE + 2:]
    return None if dealt[0] is None else Facts(dealt, *known)
