"""Marks: achievements, each earned once."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Career:
    """What a caller's marks depend on beside a hand: what came of those before it.

    `marks` are the words of those earned. `hands` counts the hands that were played to their end,
    `run` how many of the last ones were won, ties left aside (ten at most are looked at).
    `days` are the casino's days, since 1970, on which one was played. Of the sitting that is on,
    `buy_in` is what the caller sat down with, and `lowest` the least that a hand left them.
    """

    marks: frozenset[str]
    hands: int
    run: int
    days: frozenset[int]
    buy_in: int
    lowest: int


@dataclass(frozen=True, slots=True)
class EarnedMark:
    """A mark's word, when it was earned, and by which hand."""

    mark: str
    at: int
    hand: str


@dataclass(frozen=True, slots=True)
class MarkLine:
    """A mark as a page lists it. `at` is 0, and `text` "", for one that is still open."""

    name: str
    text: str = ""
    at: int = 0
