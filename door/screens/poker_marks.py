"""Marks as they are told at the table, behind the result of the hand that earned them."""

from __future__ import annotations

from collections.abc import Sequence

from door.screens.poker_story import LOG_LENGTH
from door.screens.poker_table import PokerTable
from door.views import MarkLine


def tell(screen: PokerTable, marks: Sequence[MarkLine]) -> None:
    """The names among the last events, and what each is for above the prompt. On the table they
    stand in one line, so that the result stays in sight."""
    for mark in marks:
        name = f"Mark: {mark.name}."
        screen.events = [*screen.events, name][-LOG_LENGTH:]
        screen.notice = f"{screen.notice} {mark.text}".strip()
        screen.print(f"{name} {mark.text}")
    if marks:
        names = ", ".join(mark.name for mark in marks)
        told = f"{'Marks' if len(marks) > 1 else 'Mark'}: {names}."
        screen.felt.log = (*screen.felt.log, told)[-LOG_LENGTH:]
