"""The contests: the deal of the day and the weekly freezeout, played for chips of their own."""

from dataclasses import dataclass

from door.views.hands import HandRecord


@dataclass(frozen=True, slots=True)
class Terms:
    """What a contest is played by: the game and its rules' version, the House's policy, how many
    deals, and the chips that each side begins with."""

    game: str
    rules_version: int
    policy: str
    deals: int
    stack: int


@dataclass(frozen=True, slots=True)
class SharedDeal:
    """One deal of a contest. `number` counts from 1; `first` is the seat that acts first.

    `seed` is b"" in all that may be shown before the contest is over.
    """

    id: str
    number: int
    first: int
    seal: str
    seed: bytes = b""


@dataclass(frozen=True, slots=True)
class Contest:
    """A "day" or a "week": from `begins` until before `ends`, `day` is its first ("2026-11-30").

    A day's deals are each played with fresh stacks; a week's stacks go on from deal to deal.
    """

    id: int
    kind: str
    day: str
    begins: int
    ends: int
    sealed_at: int
    terms: Terms
    deals: tuple[SharedDeal, ...]
    over: bool


@dataclass(frozen=True, slots=True)
class Try:
    """Somebody's one try at a contest. `state` is open, done or void.

    `net` is what was won in the `played` deals that have ended, `stacks` what the next is played
    with, `hand` the deal that was begun and has not ended.
    """

    id: int
    contest: Contest
    caller_id: int
    handle: str
    state: str
    net: int
    played: int
    stacks: tuple[int, ...]
    hand: HandRecord | None


@dataclass(frozen=True, slots=True)
class Placing:
    """A try that is done, in the order of a contest: equal results have one rank."""

    rank: int
    try_id: int
    caller_id: int
    handle: str
    net: int


@dataclass(frozen=True, slots=True)
class Standing:
    """The best of a contest, how many tries are done, and how many are still being played."""

    placings: tuple[Placing, ...]
    done: int
    playing: int
