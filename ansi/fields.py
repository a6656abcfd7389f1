"""Where a screen's live fields are on its picture: the file NAME.fields beside NAME.ans.

A line a field: name, row, column, width, colour. Rows and columns count from 1, as in an editor. A
width such as 39x3 makes a field of three rows. The colour may be left out: then a field is written
in the colours that the picture has there.
"#" begins a comment. A sysop who moves a box in the picture moves its fields here.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from ansi.canvas import Canvas
from ansi.sauce import Unreadable

# In the order of the PC; the first eight are backgrounds as well.
COLOURS = ("black", "blue", "green", "cyan", "red", "magenta", "brown", "grey",
           "dark-grey", "light-blue", "light-green", "light-cyan", "light-red", "light-magenta",
           "yellow", "white")
BACKGROUNDS = COLOURS[:8]
LAYOUT = ("name row column width (or width x height: 39x3), and a colour such as yellow or "
          "white/blue if you like")
_PLACE = re.compile(r"([0-9]{1,3}) ([0-9]{1,3}) ([0-9]{1,3})(?:x([0-9]{1,3}))?")


class Field(NamedTuple):
    """A place of `width` cells, `height` rows high. Both count from 0, as everywhere in code."""

    name: str
    row: int
    column: int
    width: int
    colour: int | None = None
    height: int = 1

    def write(self, canvas: Canvas, text: str, colour: int | None = None, line: int = 0) -> None:
        """The text, clipped and padded to the width, on one line of the field.

        In `colour`, if a colour means something there; else the field's own, else as painted.
        """
        colour = self.colour if colour is None else colour
        at = (self.row + line) * canvas.columns + self.column
        painted = canvas.colours[at:at + self.width]
        canvas.text(self.row + line, self.column, f"{text:{self.width}.{self.width}}", colour or 0)
        if colour is None:
            canvas.colours[at:at + self.width] = painted

    def lines(self, canvas: Canvas, texts: Sequence[str], colour: int | None = None) -> None:
        """A text on each line, from the top; what does not fit is left out."""
        for line, text in enumerate(texts[:self.height]):
            self.write(canvas, text, colour, line)


def parse(text: str, canvas: Canvas, wanted: Collection[str]) -> dict[str, Field]:
    """The fields by their names, all that are wanted and no other. Raises Unreadable."""
    fields: dict[str, Field] = {}
    for number, words in _lines(text):
        try:
            field = _field(words)
            _check(field, canvas, wanted, fields)
        except Unreadable as unreadable:
            raise Unreadable(f"line {number}: {unreadable}") from None
        fields[field.name] = field
    missing = [name for name in wanted if name not in fields]
    if missing:
        raise Unreadable(f"no field {', '.join(sorted(missing))}")
    return fields


def _lines(text: str) -> Iterator[tuple[int, list[str]]]:
    for number, line in enumerate(text.split("\n"), 1):
        words = line.split("#")[0].split()
        if words:
            yield number, words


def _field(words: list[str]) -> Field:
    found = _PLACE.fullmatch(" ".join(words[1:4]))
    if len(words) not in (4, 5) or found is None:
        raise Unreadable(f"a line is {LAYOUT}")
    row, column, width, height = (int(number or 1) for number in found.groups())
    return Field(words[0], row - 1, column - 1, width, _colour(words[4]) if words[4:] else None,
                 height)


def _colour(word: str) -> int:
    foreground, _, background = word.partition("/")
    if foreground not in COLOURS or (background or "black") not in BACKGROUNDS:
        raise Unreadable(f"colour {word[:40]!a} is none of {', '.join(COLOURS)}, with / and one of "
                         f"the first {len(BACKGROUNDS)} for a background")
    return COLOURS.index(foreground) | BACKGROUNDS.index(background or "black") << 4


def _check(field: Field, canvas: Canvas, wanted: Collection[str],
           others: dict[str, Field]) -> None:
    name = ascii(field.name[:40])[1:-1]
    if field.name not in wanted:
        raise Unreadable(f"there is no field {name} here, only {', '.join(sorted(wanted))}"
                         if wanted else f"there is no field {name} here, nor any other")
    if field.name in others:
        raise Unreadable(f"{name} is there twice")
    if not (0 <= field.row and field.row + field.height <= canvas.rows and 0 <= field.column
            and field.width and field.column + field.width <= canvas.columns and field.height):
        raise Unreadable(f"{name} is not within {canvas.columns} columns and {canvas.rows} rows")
    for other in others.values():
        if (field.row < other.row + other.height and other.row < field.row + field.height
                and field.column < other.column + other.width
                and other.column < field.column + field.width):
            raise Unreadable(f"{name} lies over {other.name}")
