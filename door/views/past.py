"""Hands of before: as the history lists them, an audit judges them and the figures add them up."""

from collections.abc import Sequence
from dataclasses import dataclass

from door.views.hands import Facts, HandRecord


@dataclass(frozen=True, slots=True)
class HandLine:
    """A hand in the history. `state` is done, void or unplayed; `net` what the caller won.

    `opened`: its sitting is over, so that its seed may be shown. `folded`: the seat that folded.
    """

    id: str
    sitting_id: int
    number: int
    game: str
    state: str
    ended_at: int
    net: int
    result: str
    opened: bool
    folded: int | None = None


@dataclass(frozen=True, slots=True)
class StoredHand:
    """A record, whose it is, and how it ended.

    `record` holds the seed, which nobody is shown unless the hand is `opened`. A hand that has
    not ended has `ended_at` 0, no stacks and no result.
    """

    record: HandRecord
    handle: str
    caller_id: int
    sealed_at: int
    ended_at: int
    ended_stacks: tuple[int, ...]
    result: str
    opened: bool


@dataclass(frozen=True, slots=True)
class Judgement:
    """What an audit found of a hand by playing it again: `fault` is a sentence, "" for none.

    `facts` are those of a hand that was played to its end, `told` all that happened in it, uncut
    (door.rules.events). `asked` is False where the House could
    not be asked for its actions again, for it played by a policy that is not here.
    """

    fault: str = ""
    facts: Facts | None = None
    asked: bool = True
    told: Sequence[object] = ()


@dataclass(frozen=True, slots=True)
class Figures:
    """What has come of somebody's hands that were played to their end.

    `folded` counts the folds of the one whose figures these are. `net` sums chips won, `squares`
    their squares hand by hand. `best` is the strength of the best holding, `best_hand` the hand
    that had it (0 and "" for none). `dealt` counts the categories of the five cards dealt, high
    card first. `since` is the moment of the first hand, 0 for none.
    """

    hands: int = 0
    won: int = 0
    lost: int = 0
    tied: int = 0
    folded: int = 0
    net: int = 0
    squares: int = 0
    biggest_pot: int = 0
    best: int = 0
    best_hand: str = ""
    dealt: tuple[int, ...] = (0,) * 9
    since: int = 0
