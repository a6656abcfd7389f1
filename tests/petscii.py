"""A C64 in memory, in lower case: its screen as a caller sees it, from the bytes on the wire.

What a code looks like is cbmcodecs2's word, not ours. What a terminal must never do fails at once:
write the last column (the row would be joined to the next one), leave the screen, scroll, or move
while a quotation mark is open, when a C64 prints moves and colours instead of obeying them.
"""

from __future__ import annotations

from typing import NamedTuple

from cbmcodecs2.petscii_c64en_lc import decoding_table as SIGNS

PENS = dict(zip(b"\x05\x1c\x1e\x1f\x81\x90\x95\x96\x97\x98\x99\x9a\x9b\x9c\x9e\x9f", (
    "white", "red", "green", "blue", "orange", "black", "brown", "light red", "dark grey",
    "mid grey", "light green", "light blue", "light grey", "purple", "yellow", "cyan")))
# A sign that is another one in reverse.
_INVERSE = {" ": "█", "▌": "▐", "▄": "▀", "▒": "▒"}


class Cell(NamedTuple):
    """A sign, its pen, and what is behind it."""

    sign: str = " "
    pen: str = "black"
    ground: str = "black"


BLANK = Cell()


def looks(sign: str, pen: str, reverse: bool) -> Cell:
    """What a person sees: a shape in its pen, a sign in black on the pen, or nothing."""
    if reverse and sign in _INVERSE:
        sign, reverse = _INVERSE[sign], False
    cell = Cell(sign, "black", pen) if reverse else Cell(sign, pen)
    return BLANK if cell.sign == " " or cell.pen == cell.ground else cell


class Screen:
    """`rows` of cells; where the cursor is; whether the character set is the lower-case one."""

    def __init__(self, columns: int = 40, rows: int = 25) -> None:
        self.columns = columns
        self.rows = [[BLANK] * columns for _ in range(rows)]
        self.row = self.column = 0
        self.pen, self.reverse, self.lower, self.quoted = "light blue", False, False, False

    def feed(self, data: bytes) -> None:
        for code in data:
            self._obey(code)

    def text(self, row: int) -> str:
        return "".join(cell.sign for cell in self.rows[row]).rstrip()

    def _obey(self, code: int) -> None:
        if code in (0x0D, 0x8D):
            self.row, self.column, self.reverse, self.quoted = self.row + 1, 0, False, False
            assert self.row < len(self.rows), "it scrolled"
        elif 0x20 <= code < 0x80 or code >= 0xA0:
            self._put(code)
        else:
            assert not self.quoted, f"{code:02x} within a quotation"
            self._control(code)

    def _put(self, code: int) -> None:
        assert self.column < self.columns - 1, "the last column was written"
        assert self.lower, "it still has its graphics character set"
        self.quoted ^= code == 0x22
        self.rows[self.row][self.column] = looks(SIGNS[code], self.pen, self.reverse)
        self.column += 1

    def _control(self, code: int) -> None:
        if code == 0x93:
            self.rows = [[BLANK] * self.columns for _ in self.rows]
        if code in (0x13, 0x93):
            self.row = self.column = 0
        elif code in (0x12, 0x92):
            self.reverse = code == 0x12
        elif code == 0x0E:
            self.lower = True
        elif code in PENS:
            self.pen = PENS[code]
        else:
            self._move({0x11: (1, 0), 0x91: (-1, 0), 0x1D: (0, 1), 0x9D: (0, -1)}[code])

    def _move(self, way: tuple[int, int]) -> None:
        self.row, self.column = self.row + way[0], self.column + way[1]
        assert 0 <= self.row < len(self.rows) and 0 <= self.column < self.columns, "off the screen"
