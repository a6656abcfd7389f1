"""Last night and the chalkboard: what the house tells of a day that is over.

A day counts from 1970.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Story:
    """One thing that happened in a night, in a hand that everybody may hear of.

    `fact`: pot (`value` chips, shown down), beat (the strength `value` lost to `other`), bank
    (broken, the caller had sat down with `value`) or streak (`value` wins in a row that ended).
    `winner` is the seat that won, None for a tie.
    """

    fact: str
    handle: str
    value: int
    other: int
    winner: int | None


@dataclass(frozen=True, slots=True)
class Night:
    """A casino's day that is over: its hands, its stories, the greatest first, and how many banks
    were broken and streaks ended. `ended` is the moment of its end."""

    day: int
    ended: int
    hands: int
    stories: tuple[Story, ...] = ()
    banks: int = 0
    streaks: int = 0


@dataclass(frozen=True, slots=True)
class Chalk:
    """What is written on the chalkboard, by whom and when."""

    handle: str
    at: int
    text: str


@dataclass(frozen=True, slots=True)
class LastNight:
    """The last day that had play, if any; who has passed the asker in the season's table, the
    next above first, and how many; and the chalkboard."""

    night: Night | None = None
    passed: tuple[str, ...] = ()
    passed_count: int = 0
    chalk: Chalk | None = None
