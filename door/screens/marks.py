"""The pages of marks, the streak of days above them, and what is said of both elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

from door.screens import frame
from door.screens.lobby import moment
from door.screens.pages import Reading
from door.screens.typesetting import PAGE_WIDTH, Text
from door.views import MarkLine

if TYPE_CHECKING:
    from door.screens.speech import Speech

FORGIVEN = "One missed day a week, Monday to Sunday, is forgiven."
_NAME = 18          # columns of the longest name
_AT_ONCE = 7        # facts on a page for who listens
_DAY = slice(10)    # of a moment


def counted(marks: Sequence[MarkLine]) -> str:
    """How many of how many: "7 of 20"."""
    return f"{sum(bool(mark.at) for mark in marks)} of {len(marks)}"


def in_a_row(days: int, played: bool) -> str:
    """The streak at login, "" where there is none yet; `played` is whether today counts in it."""
    if days < 2:
        return ""
    return f"{days} days in a row{'.' if played else f'; a hand today makes it {days + 1}.'}"


def heading(marks: Sequence[MarkLine], days: int) -> list[str]:
    return [f"Marks: {counted(marks)}. Days in a row: {days}.", FORGIVEN]


def chapters(marks: Sequence[MarkLine], days: int, width: int) -> list[Text]:
    """The list for pages so wide: those that were earned, and the names of those still open.

    No page ends within a mark, or before the first of them.
    """
    text = [f"={heading(marks, days)[0]}", FORGIVEN]
    had, still = _parted(marks)
    if had:
        text += ["=Yours", *(row for mark in had for row in _row(mark, width))]
    return [text + (["", "=Still open", ", ".join(still) + "."] if still else [])]


def _parted(marks: Sequence[MarkLine]) -> tuple[list[MarkLine], list[str]]:
    """Those earned, and the names of the others."""
    return [mark for mark in marks if mark.at], [mark.name for mark in marks if not mark.at]


def _row(mark: MarkLine, width: int) -> list[str]:
    date = moment(mark.at)[_DAY]
    if width >= PAGE_WIDTH:
        return [f"{date}  {mark.name:<{_NAME}}  {mark.text}"]
    return ["", f"{date}  {mark.name}", *wrap(mark.text, width, initial_indent="  ",
                                              subsequent_indent="  ")]


def facts(marks: Sequence[MarkLine], days: int) -> list[Text]:
    """The same for who listens: a fact a line."""
    had, still = _parted(marks)
    told = [*heading(marks, days),
            *(f"{mark.name}: {mark.text} {moment(mark.at)[_DAY]}." for mark in had),
            *([f"Still open: {', '.join(still)}."] if still else [])]
    return [told[at:at + _AT_ONCE] for at in range(0, len(told), _AT_ONCE)]


class MarksPages(Reading):
    """The list, in as many columns as there is room for."""

    __slots__ = ("_marks", "_days")

    def __init__(self, sign: frame.Sign, marks: Sequence[MarkLine], days: int, speech: Speech,
                 any_key: str) -> None:
        self._marks, self._days = marks, days
        super().__init__(sign, "Your marks", [], speech.marks(marks, days), any_key)

    def chapters(self, width: int) -> Sequence[Text]:
        return chapters(self._marks, self._days, width)
