"""The common frame: whose sign hangs there, pictures with their fields filled in, pages of text,
and the notice line.

Pictures that do not change are painted once and copied.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from textwrap import wrap
from typing import NamedTuple

from ansi.canvas import Canvas
from ansi.fields import Field
from ansi.gallery import Gallery
from door.screens.palette import WHITE, YELLOW
from door.screens.pictures import PAGE, Picture

COLUMNS, ROWS = 80, 24      # the last column stays empty (TERMINALS.md: CTerm wraps there)
NARROW, NARROW_ROWS = 40, 25
PRACTICE, PRACTICE_SHORT = "PRACTICE: nothing here counts.", "PRACTICE"
NUMBERS = ("none", "one", "two", "three", "four", "five")
OUR_ART = Gallery(None, lambda bad: None)


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


@lru_cache(maxsize=128)
def _signed(picture: Picture, sign: Sign) -> Canvas:
    """The picture with what is the same for all callers."""
    art = picture.hung(sign)
    canvas = art.canvas.copy()
    if "name" in art.fields:
        art.fields["name"].write(canvas, sign.name.upper())
    if sign.practice:
        field = art.fields["practice"]
        field.write(canvas, PRACTICE if len(PRACTICE) <= field.width else PRACTICE_SHORT)
    return canvas


def hung(picture: Picture, sign: Sign, **texts: str) -> Canvas:
    """A fresh copy of a picture, the casino's name on it, and each text in the field it names."""
    canvas = _signed(picture, sign).copy()
    fields = picture.hung(sign).fields
    for name, text in texts.items():
        fields[name].write(canvas, text)
    return canvas


def ending(field: Field, text: str) -> str:
    """The text, to end where the field does."""
    return f"{text:>{field.width}}"


def centred(canvas: Canvas, field: Field, text: str) -> None:
    """A sentence in the middle of a field, in lines of about one length."""
    needed, longest = len(folded(text, field.width)), max(map(len, text.split()))
    even = next((width for width in range(max(-(-len(text) // needed), longest), field.width)
                 if len(folded(text, width)) == needed), field.width)
    field.lines(canvas, [f"{line:^{field.width}}" for line in folded(text, even)])


@lru_cache(maxsize=64)
def _titled(sign: Sign, title: str) -> Canvas:
    return hung(PAGE, sign, title=title)


def page(sign: Sign, title: str, rows: Sequence[str], hint: str = "") -> Canvas:
    """A page of text, rows as typesetting sets them; one that starts with "=" is a heading."""
    canvas = _titled(sign, title).copy()
    body = area(sign)
    for line, row in enumerate(rows[:body.height]):
        body.write(canvas, row.removeprefix("="), WHITE if row.startswith("=") else None, line)
    notice(canvas, hint)
    return canvas


def area(sign: Sign) -> Field:
    """Where a page has its text: so wide, and so many rows."""
    return PAGE.hung(sign).fields["body"]


def frame(sign: Sign, title: str = "") -> Canvas:
    """A page without text."""
    return _titled(sign, title).copy()


def notice(canvas: Canvas, text: str) -> None:
    """The one line above the prompt that answers the last key."""
    if text:
        canvas.text(canvas.rows - 2, 1, text[:canvas.columns - 2], YELLOW)


def notice_at(canvas: Canvas, text: str, columns: int, rows: int) -> None:
    """A notice that is long, or that a smaller screen would clip: folded, above the prompt."""
    lines = folded(text, min(columns, canvas.columns) - 2)
    if not text or len(lines) == 1 and rows >= canvas.rows:
        return
    for row, line in enumerate(lines, start=min(rows, canvas.rows) - 1 - len(lines)):
        canvas.fill(row, 0, 1, canvas.columns)
        canvas.text(row, 1, line, YELLOW)


def folded(text: str, width: int = 74) -> list[str]:
    """A paragraph as rows of at most `width` columns."""
    return [text] if len(text) <= width else wrap(text, width)


def dollars(amount: int, width: int = 0) -> str:
    """Money as it is written: $5, -$12, $1,250; with as few signs as `width` asks for, if any."""
    written = f"-${-amount:,}" if amount < 0 else f"${amount:,}"
    if 0 < width < len(written):
        return str(amount) if len(str(amount)) <= width else f"{amount // 10 ** 6}M"
    return written
