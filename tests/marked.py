"""Marks as the records alone tell them: hands are played again, oldest first, and counted anew."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date, time
from pathlib import Path

from door.bank import Reader, StoredHand
from door.bank.days import day_of
from door.marks.marks import MARKS
from door.marks.seen import Seen, seen_again
from door.views import Career
from tests.streaks import by_hand

NOBODY = Career(frozenset(), 0, 0, frozenset(), 10 ** 9, 10 ** 9)    # earns nothing by its past
OF_CAREERS = {"run", "hundred", "thousand", "up-by-half", "came-back", "seven-days"}


def number_of(day: date) -> int:
    return (day - date(1970, 1, 1)).days


def recomputed(folder: Path, handle: str, starts: time,
               others: Collection[int] = ()) -> dict[str, tuple[int, str]]:
    """Of each mark the moment and the hand; `others` are days that were played elsewhere."""
    found: dict[str, tuple[int, str]] = {}
    with Reader(folder) as reader:
        past = Past(starts, set(others))
        for stored in reader.hands(handle):
            if stored.record.state == "done":
                for word in past.earned_by(stored):
                    found.setdefault(word, (stored.ended_at, stored.record.id))
    return found


class Past:
    """What came before a hand, kept the slow way."""

    def __init__(self, starts: time, others: set[int]) -> None:
        self.starts, self.others, self.days = starts, others, set[int]()
        self.hands, self.run = 0, 0
        self.lowest: dict[int, int] = {}
        self.buy_in: dict[int, int] = {}

    def earned_by(self, stored: StoredHand) -> list[str]:
        record, hand = stored.record, seen_again(stored.record)
        today, sitting = number_of(day_of(stored.ended_at, self.starts)), record.sitting_id
        left = stored.ended_stacks[0]
        if stored.ended_at - record.dealt_at < 7 * 86_400:     # else the clock ended it
            self.days.add(today)
        self.hands += 1
        won = left - record.stacks[0]
        self.run = self.run + 1 if won > 0 else 0 if won else self.run
        self.buy_in.setdefault(sitting, record.stacks[0])
        self.lowest[sitting] = min(left, self.lowest.get(sitting, record.stacks[0]))
        return [*_of_hands(hand), *self._of_career(left, sitting, today)]

    def _of_career(self, left: int, sitting: int, today: int) -> list[str]:
        buy_in = self.buy_in[sitting]
        days = self.days | {day for day in self.others if day <= today}
        reached = {"run": self.run >= 10, "hundred": self.hands >= 100,
                   "thousand": self.hands >= 1000, "up-by-half": left * 2 >= buy_in * 3,
                   "came-back": buy_in >= 100 and self.lowest[sitting] <= 20 and left >= buy_in,
                   "seven-days": by_hand(days, today) >= 7}
        return [word for word, is_so in reached.items() if is_so]


def _of_hands(hand: Seen) -> list[str]:
    return [mark.word for mark in MARKS
            if mark.word not in OF_CAREERS and mark.earns(hand, NOBODY, 0)]
