"""A grid of cells that screens paint on, and the difference of two grids.

A cell is a glyph (see ansi.charset) and a colour: a PC text attribute, foreground 0-15 in the low
nibble, background in bits 4-6, blink in bit 7. Two byte planes instead of cells as objects:
painting is slice assignment and a difference is arithmetic, ten times as fast and in a sixth of
the memory.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from struct import Struct

from ansi.charset import BLANKS, UTF8, to_glyphs

GREY = 7
Run = tuple[int, int, int]

_ONE = tuple(bytes((code,)) for code in range(256))
# Of a blank, only the background can be seen.
_SEEN = bytes(0x70 if code in BLANKS else 0xFF for code in range(256))
# Cells that differ, over gaps of up to 4: jumping costs more bytes than sending those again.
_RUN = re.compile(rb"[^\0]+(?:\0{1,4}[^\0]+)*")
_ZERO, _GAP = b"\0", bytes(5)


@lru_cache(maxsize=64)
def _splitter(columns: int, rows: int) -> Struct:
    return Struct(f"{columns}s" * rows)


def _difference(one: bytearray, other: bytearray) -> int:
    return 0 if one == other else int.from_bytes(one, "little") ^ int.from_bytes(other, "little")


class Canvas:
    """`rows` times `columns` cells, row by row in `glyphs` and in `colours`, blank at first.

    Rows and columns count from 0. Whatever lies outside is clipped, on all four sides.
    """

    __slots__ = ("columns", "rows", "glyphs", "colours")

    def __init__(self, columns: int = 80, rows: int = 24, colour: int = GREY) -> None:
        self.columns, self.rows = columns, rows
        self.glyphs = bytearray(b" ") * (columns * rows)
        self.colours = bytearray(_ONE[colour]) * (columns * rows)

    def copy(self) -> "Canvas":
        other = Canvas.__new__(Canvas)
        other.columns, other.rows = self.columns, self.rows
        other.glyphs, other.colours = self.glyphs[:], self.colours[:]
        return other

    def text(self, row: int, column: int, text: str, colour: int = GREY) -> None:
        """Write on one row; characters without a CP437 code become "?"."""
        self._put(row, column, to_glyphs(text), colour)

    def _put(self, row: int, column: int, glyphs: bytes, colour: int) -> None:
        if column < 0:
            glyphs, column = glyphs[-column:], 0
        room = self.columns - column
        width = len(glyphs)
        if width > room:
            width = max(room, 0)
            glyphs = glyphs[:width]
        if 0 <= row < self.rows and width:
            start = row * self.columns + column
            self.glyphs[start:start + width] = glyphs
            self.colours[start:start + width] = _ONE[colour] * width

    def fill(self, row: int, column: int, height: int, width: int,
             glyph: str = " ", colour: int = GREY) -> None:
        """One glyph all over a rectangle."""
        glyphs = to_glyphs(glyph) * width
        for line in range(max(row, 0), min(row + height, self.rows)):
            self._put(line, column, glyphs, colour)

    def horizontal(self, row: int, column: int, width: int, colour: int = GREY) -> None:
        """A single line."""
        self._put(row, column, b"\xc4" * width, colour)

    def box(self, row: int, column: int, height: int, width: int, colour: int = GREY) -> None:
        """A frame of single lines; its inside stays as it is. Nothing when smaller than 2x2."""
        if height < 2 or width < 2:
            return
        line = b"\xc4" * (width - 2)
        self._put(row, column, b"\xda" + line + b"\xbf", colour)
        self._put(row + height - 1, column, b"\xc0" + line + b"\xd9", colour)
        self._vertical(row + 1, column, height - 2, colour)
        self._vertical(row + 1, column + width - 1, height - 2, colour)

    def _vertical(self, row: int, column: int, height: int, colour: int) -> None:
        first, last = max(row, 0), min(row + height, self.rows)
        if first < last and 0 <= column < self.columns:
            cells = slice(first * self.columns + column, last * self.columns, self.columns)
            self.glyphs[cells] = b"\xb3" * (last - first)
            self.colours[cells] = _ONE[colour] * (last - first)

    def paste(self, row: int, column: int, other: "Canvas") -> None:
        """The other canvas, blanks too, with its upper left corner there."""
        skip = max(-column, 0)
        left = column + skip
        width = min(other.columns - skip, self.columns - left)
        if width <= 0:
            return
        first = max(row, 0)
        start, source = first * self.columns + left, (first - row) * other.columns + skip
        for _ in range(first, min(row + other.rows, self.rows)):
            self.glyphs[start:start + width] = other.glyphs[source:source + width]
            self.colours[start:start + width] = other.colours[source:source + width]
            start, source = start + self.columns, source + other.columns

    @classmethod
    def abreast(cls, pieces: Sequence["Canvas"]) -> "Canvas":
        """Pieces of one size, side by side."""
        split = _splitter(pieces[0].columns, pieces[0].rows).unpack
        made = cls.__new__(cls)
        made.columns, made.rows = pieces[0].columns * len(pieces), pieces[0].rows
        made.glyphs = bytearray().join(chain.from_iterable(
            zip(*[split(piece.glyphs) for piece in pieces])))
        made.colours = bytearray().join(chain.from_iterable(
            zip(*[split(piece.colours) for piece in pieces])))
        return made

    def tint(self, row: int, column: int, width: int, colour: int) -> None:
        """Colour cells of one row and leave their glyphs."""
        left, right = max(column, 0), min(column + width, self.columns)
        if left < right and 0 <= row < self.rows:
            start = row * self.columns
            self.colours[start + left:start + right] = _ONE[colour] * (right - left)

    def row_text(self, row: int) -> str:
        """What stands on a row, for tests and for golden screens."""
        start = row * self.columns
        return UTF8.draw(bytes(self.glyphs[start:start + self.columns]))

    def changes(self, before: "Canvas") -> list[Run]:
        """Runs (row, start, end) of cells that look different now, from the top, left to right.

        Runs with at most 4 cells between them are one run. ValueError if the sizes differ.
        """
        if (self.columns, self.rows) != (before.columns, before.rows):
            raise ValueError("canvases of two sizes have no difference")
        cells = _difference(self.glyphs, before.glyphs)
        colours = _difference(self.colours, before.colours)
        if colours:
            cells |= colours & int.from_bytes(self.glyphs.translate(_SEEN), "little")
        return self._runs(cells) if cells else []

    def _runs(self, cells: int) -> list[Run]:
        """The runs of bytes that are not 0, row by row."""
        split = _splitter(self.columns, self.rows)
        same, runs = bytes(self.columns), []
        for row, line in enumerate(split.unpack(cells.to_bytes(split.size, "little"))):
            if line != same:
                line = line.rstrip(_ZERO)
                start = len(line) - len(line.lstrip(_ZERO))
                if line.find(_GAP, start) < 0:
                    runs.append((row, start, len(line)))
                else:
                    runs += [(row, *match.span()) for match in _RUN.finditer(line, start)]
        return runs
