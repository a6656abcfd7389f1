"""A hand judged for the audit of a whole store: what its record proves, and its figures."""

from __future__ import annotations

from door.proof.verdict import examined
from door.views import Judgement, StoredHand


def judge(stored: StoredHand, before: StoredHand | None) -> Judgement:
    """A sentence for the first thing that is wrong, without a card; `before` is as in verify()."""
    wrong, playing = examined(stored, before)
    if wrong:
        return Judgement(wrong[0])
    return Judgement("", playing.facts, playing.asked or not stored.record.policy, playing.told)
