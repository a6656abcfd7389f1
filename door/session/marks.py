"""Marks and the streak of days: told at the table, at login, and in S)ettings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from door.bank import EarnedMark
from door.marks.marks import BY_WORD, MARKS
from door.marks.streak import streak
from door.screens import marks as pages
from door.screens import poker_marks
from door.screens.poker_table import PokerTable
from door.views import Caller, MarkLine

if TYPE_CHECKING:
    from door.session.call import Call


def earner(call: Call) -> Caller | None:
    """Whoever calls, if they may earn marks: guests do not, and nobody in practice."""
    caller = call.caller
    return None if caller is None or caller.guest or call.sign.practice else caller


async def tell_marks(call: Call, screen: PokerTable) -> None:
    """Tells those that the caller has not been told of, each once and never again."""
    if (caller := earner(call)) is not None:
        poker_marks.tell(screen, _lines(await call.casino.bank.marks.take(caller.id)))


async def listed(call: Call) -> list[MarkLine]:
    """The earned ones in their order, then those still open; [] for who earns none."""
    caller = earner(call)
    if caller is None:
        return []
    earned = await call.casino.bank.marks.earned(caller.id)
    words = {mark.mark for mark in earned}
    return [*_lines(earned), *(MarkLine(mark.name) for mark in MARKS if mark.word not in words)]


def _lines(earned: Iterable[EarnedMark]) -> list[MarkLine]:
    """A word that this version does not know is of a later one's store."""
    return [MarkLine(BY_WORD[mark.mark].name, BY_WORD[mark.mark].text, mark.at)
            for mark in earned if mark.mark in BY_WORD]


async def show_marks(call: Call) -> None:
    """The pages of marks."""
    if (caller := earner(call)) is not None:
        days, _ = await _streak(call, caller)
        await call.console.ask(pages.MarksPages(call.sign, await listed(call), days, call.speech,
                                                call.console.any_key))


async def days_in_a_row(call: Call) -> str:
    """What is said of the streak at login, "" for nothing."""
    caller = earner(call)
    return "" if caller is None else pages.in_a_row(*await _streak(call, caller))


async def _streak(call: Call, caller: Caller) -> tuple[int, bool]:
    """How long it is, and whether today is in it."""
    counter = call.casino.bank.marks
    days, today = await counter.days(caller.id), counter.today()
    return streak(days, today), today in days
