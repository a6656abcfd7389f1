"""Hands as they are played and stored: a sitting, its hands, and each step that is written."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sitting:
    """From withdrawal to quitting a table. `label` begins the ids of its hands.

    `stacks` are those of the caller and of the House as the ledger has them, which means before
    the ante while a hand is open; `hands` counts those played to their end.
    """

    id: int
    caller_id: int
    game: str
    label: str
    buy_in: int
    stacks: tuple[int, ...]
    hands: int


@dataclass(frozen=True, slots=True)
class HandRecord:
    """A hand as it is stored: its seed, its cut and its actions.

    `state` is sealed, open, done, unplayed or void. Everything from `cut` on, and `policy` (the
    hash of the House's policy file), is known from the deal on. `stacks` are those before the
    ante, `actions` pairs of seat and text, and `dealt_at` is 0 before the deal.
    """

    id: str
    sitting_id: int
    number: int
    game: str
    rules_version: int
    policy: str
    seed: bytes
    seal: str
    cut: str = ""
    proven: bool = False
    first: int = 0
    stacks: tuple[int, ...] = ()
    actions: tuple[tuple[int, str], ...] = ()
    state: str = "sealed"
    dealt_at: int = 0


@dataclass(slots=True)
class Dealt:
    """What is fixed at the ante: `first` acts first, `stacks` are those before it."""

    cut: str
    proven: bool
    first: int
    stacks: tuple[int, ...]
    policy: str


@dataclass(frozen=True, slots=True)
class Facts:
    """What the figures need of a hand that was played to its end; its record tells it all again.

    `dealt` are the categories (0 high card to 8 straight flush) of the five cards dealt to caller
    and House. `folded` is the seat that folded, None for a showdown. `pot` counts the chips in it
    at its end, without what came back uncalled. `best` is the strength (ranks.strength) of the
    caller's last holding, 0 if they folded; `house_best` that of the House's, 0 unless shown.
    """

    dealt: tuple[int, int]
    folded: int | None
    pot: int
    best: int
    house_best: int


@dataclass(slots=True)
class Ended:
    """How a hand ended: the stacks after it, the result in words, its part in the figures, and the
    marks that it brought its caller."""

    stacks: tuple[int, ...]
    result: str
    facts: Facts | None = None
    marks: tuple[str, ...] = ()


@dataclass(slots=True)
class Step:
    """What is written before it is shown: a deal, actions, an end, the next seal, in this order.

    `first_n` numbers the first of `actions` (seat and text), counted from 0 in every hand: it is
    the number of actions that the record holds already. `sealed` is the sitting's following hand.
    """

    hand_id: str
    first_n: int
    actions: tuple[tuple[int, str], ...] | list[tuple[int, str]] = ()
    dealt: Dealt | None = None
    ended: Ended | None = None
    sealed: HandRecord | None = None
