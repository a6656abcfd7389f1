"""The common frame: the bar on top, the rules, the notice line, and whole pages of text.

Frames that do not change are painted once and copied.
"""

from __future__ import annotations

from functools import lru_cache
from textwrap import wrap
from typing import NamedTuple

from ansi.canvas import Canvas
from ansi.gallery import Gallery
from door.screens.palette import BAR, BAR_LIGHT, GREY, TEAL, WHITE, YELLOW

COLUMNS, ROWS = 80, 24
WIDTH = COLUMNS - 1  # the last column stays empty (TERMINALS.md: CTerm wraps there)
NOTICE_ROW, PROMPT_ROW = 22, 23
PAGE_ROWS, PAGE_WIDTH = 19, WIDTH - 2
PRACTICE = "PRACTICE: nothing here counts."
NUMBERS = ("none", "one", "two", "three", "four", "five")


MIDDLE = 29            # where the bar's title begins; casino names are at most 26 columns


OUR_ART = Gallery(None, lambda bad: None)
NARROW, NARROW_ROWS = 40, 25


class Sign(NamedTuple):
    """What hangs over the door of every screen: the casino's name, and whether it counts.

    Also how wide the screens are, 80 columns or 40, and whose art is on them.
    """

    name: str
    practice: bool = False
    columns: int = COLUMNS
    gallery: Gallery = OUR_ART

    @property
    def rows(self) -> int:
        return ROWS if self.columns == COLUMNS else NARROW_ROWS

    def fit(self, columns: int) -> Sign:
        """The same on screens for a terminal with so many columns."""
        columns = COLUMNS if columns >= COLUMNS else NARROW
        return self if columns == self.columns else self._replace(columns=columns)


@lru_cache(maxsize=64)
def _frame(sign: Sign, title: str) -> Canvas:
    canvas = Canvas(COLUMNS, ROWS)
    canvas.text(0, 0, " " * WIDTH, BAR)
    canvas.text(0, 1, sign.name.upper(), BAR_LIGHT)
    canvas.text(0, MIDDLE, title, BAR)
    if sign.practice:
        canvas.text(1, MIDDLE, PRACTICE, YELLOW)
    return canvas


def frame(sign: Sign, title: str = "", right: str = "") -> Canvas:
    """A fresh canvas with the bar on top; `right` ends at the bar's end."""
    canvas = _frame(sign, title).copy()
    if right:
        canvas.text(0, WIDTH - 1 - len(right), right, BAR)
    return canvas


def rule(canvas: Canvas, row: int) -> None:
    """A line across the screen."""
    canvas.text(row, 0, "─" * WIDTH, TEAL)


def notice(canvas: Canvas, text: str) -> None:
    """The one line above the prompt that answers the last key."""
    if text:
        canvas.text(NOTICE_ROW, 1, text[:WIDTH - 1], YELLOW)


def notice_at(canvas: Canvas, text: str, columns: int, rows: int) -> None:
    """A notice that is long, or that a smaller screen would clip: folded, above the prompt."""
    lines = folded(text, min(columns, canvas.columns) - 2)
    if not text or len(lines) == 1 and rows >= canvas.rows:
        return
    for row, line in enumerate(lines, start=min(rows, canvas.rows) - 1 - len(lines)):
        canvas.fill(row, 0, 1, canvas.columns)
        canvas.text(row, 1, line, YELLOW)


def page(sign: Sign, title: str, body: list[str], hint: str = "") -> Canvas:
    """A page of text, up to 19 rows of 77 columns; a row that starts with "=" is a heading."""
    canvas = frame(sign, title)
    for row, line in enumerate(body[:PAGE_ROWS], start=2):
        if line.startswith("="):
            canvas.text(row, 2, line[1:PAGE_WIDTH + 1], WHITE)
        else:
            canvas.text(row, 2, line[:PAGE_WIDTH], GREY)
    notice(canvas, hint)
    return canvas


def folded(text: str, width: int = 74) -> list[str]:
    """A paragraph as rows of at most `width` columns."""
    return [text] if len(text) <= width else wrap(text, width)


def dollars(amount: int) -> str:
    """Money as it is written: $5, -$12, $1,250."""
    return f"-${-amount:,}" if amount < 0 else f"${amount:,}"
