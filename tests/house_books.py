"""Small policy files for tests: the same answer on every line; and luck to choose."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from door.house.book import COARSE, DRAW_BYTES, FINE, FIRST_ROW, MAGIC, SECOND_ROW, Book
from door.house.classes import CLASSES
from door.house.lines import FIRST_SLOTS, GROUPS, LEVELS, SECOND_SLOTS, SEEN
from door.rules.ranks import CLASSES as STRENGTHS
from door.rules.shuffle import Stream

BUCKETS = 2


class Habits(NamedTuple):
    """In fifteenths: opening bets of 5, 12, 25; fold and raise; throwing 0 to 5 cards."""

    opens: tuple[int, int, int] = (3, 4, 5)
    answers: tuple[int, int] = (5, 5)
    throws: tuple[int, int, int, int, int, int] = (5, 5, 0, 5, 0, 0)


FINER = FINE // COARSE      # shares of the first round in one of the second's


def first_row(habits: Habits) -> bytes:
    """As door/house/book.py describes it, in shares FINER."""
    return bytes(FINER * share for share in habits.opens + habits.answers * (FIRST_SLOTS - 1))


def second_row(habits: Habits) -> bytes:
    five, twelve, most = habits.opens
    fold, again = habits.answers
    return bytes([five << 4 | twelve, most << 4, *[fold << 4 | again] * (SECOND_SLOTS - 1)])


def sheet(habits: Habits, groups: int) -> bytes:
    draws = bytes(a << 4 | b for a, b in zip(habits.throws[::2], habits.throws[1::2]))
    first, second = first_row(habits), second_row(habits)
    assert [len(first), len(draws), len(second)] == [FIRST_ROW, DRAW_BYTES, SECOND_ROW]
    return (first * CLASSES + draws * CLASSES * groups
            + second * groups * SEEN * SEEN * BUCKETS)


def wrapped(data: bytes) -> bytes:
    """A file of these contents, whatever they are."""
    body = zlib.compress(data, 1)
    return MAGIC + hashlib.sha256(body).digest() + body


def contents(stacks: Sequence[int], habits: Sequence[Habits]) -> bytes:
    """What is packed: a stack for each of the habits."""
    groups = [min(2 * sum(level <= stack for level in LEVELS) - 1, GROUPS) for stack in stacks]
    header = json.dumps({"tables": [{"stack": stack, "buckets": BUCKETS, "groups": count}
                                    for stack, count in zip(stacks, groups)]}).encode()
    strengths = bytes(BUCKETS * n // STRENGTHS for n in range(STRENGTHS)) * SEEN
    return b"".join([len(header).to_bytes(4, "little"), header, strengths, *(
        sheet(each, count) * 2 for each, count in zip(habits, groups))])


def packed(stacks: Sequence[int] = (5, 30, 205), habits: Habits = Habits()) -> bytes:
    """A whole file of one player by chance."""
    return wrapped(contents(stacks, [habits] * len(stacks)))


@cache
def small(habits: Habits = Habits()) -> Book:
    return Book(packed(habits=habits))


class Fixed(Stream):
    """Luck that is `value`, and tells what it was asked; None: nobody may ask it."""

    __slots__ = ("value", "bounds")

    def __init__(self, value: int | None = None) -> None:
        super().__init__(b"", "")
        self.value, self.bounds = value, list[int]()

    def below(self, bound: int) -> int:
        assert self.value is not None and 0 <= self.value < bound
        self.bounds.append(bound)
        return self.value
