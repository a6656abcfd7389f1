"""An art editor's cursor, which draws what a picture's bytes tell it to.

The sequences are those that PabloDraw and Moebius write, now or in older versions, and their kin of
ANSI.SYS: colours and blinking, moves, clearing, and whether bright backgrounds stand for blinking.
"""

from collections.abc import Callable

from ansi.canvas import GREY, Canvas

TALLEST = 255  # rows that a picture is read to
TAB = 8
BOLD, BLINK, BACKGROUND = 0x08, 0x80, 0x70

# ANSI counts red, green, blue; PC attributes count blue, green, red.
_PC_ORDER = (0, 4, 2, 6, 1, 5, 3, 7)
# SGR. Of the colour so far: the bits that are kept, and those that are added.
_RENDITIONS = {0: (0, GREY), 1: (0xFF, BOLD), 22: (0xFF - BOLD, 0),
               5: (0xFF, BLINK), 25: (0xFF - BLINK, 0), 7: (0xFF, 0), 27: (0xFF, 0)}
_RENDITIONS |= {30 + number: (0xF8, hue) for number, hue in enumerate(_PC_ORDER)}
_RENDITIONS |= {40 + number: (0xFF - BACKGROUND, hue << 4) for number, hue in enumerate(_PC_ORDER)}


class TooTall(Exception):
    """More than TALLEST rows."""


class Pen:
    """Draws on `canvas`. `ice`: a picture that does not blink, but has eight more backgrounds.

    A full row goes on in the next one: at once, as editors have it, or `late`, with the next glyph.
    `depth` is how many rows were written to.
    """

    __slots__ = ("canvas", "row", "column", "depth", "_ice", "_late", "_colour", "_reverse",
                 "_saved")

    def __init__(self, columns: int, ice: bool, late: bool) -> None:
        self.canvas = Canvas(columns, TALLEST)
        self.row = self.column = self.depth = 0
        self._ice, self._late = ice, late
        self._colour, self._reverse = GREY, False
        self._saved = 0, 0

    def write(self, glyphs: bytes) -> None:
        """Raises TooTall."""
        width = self.canvas.columns
        while glyphs:
            if self.column == width:
                self._goto(self.row + 1, 0)
            if self.row >= TALLEST:
                raise TooTall
            piece, glyphs = glyphs[:width - self.column], glyphs[width - self.column:]
            start = self.row * width + self.column
            self.canvas.glyphs[start:start + len(piece)] = piece
            self.canvas.colours[start:start + len(piece)] = bytes((self._seen(),)) * len(piece)
            self.column += len(piece)
            self.depth = max(self.depth, self.row + 1)
            if self.column == width and not self._late:
                self._goto(self.row + 1, 0)

    def _seen(self) -> int:
        """A canvas has no bright backgrounds, so they become the dark ones."""
        colour = self._colour
        if self._reverse:
            colour = colour & (BOLD | BLINK) | (colour & 7) << 4 | colour >> 4 & 7
        return colour & ~BLINK if self._ice else colour

    def feed_line(self) -> None:
        self._goto(self.row + 1, 0)

    def tabulate(self) -> None:
        self._goto(self.row, self.column // TAB * TAB + TAB)

    def obey(self, numbers: str, final: str) -> bool:
        """One sequence: ESC [ numbers final. False if it is unknown."""
        if numbers + final in _WHOLE:
            _WHOLE[numbers + final](self)
            return True
        if "?" in numbers or final not in "mHfABCD":
            return False
        each = [int(number or 0) for number in numbers.split(";")]
        if final == "m":
            return all(map(self._render, each))
        first, second = ([count or 1 for count in each] + [1])[:2]
        if final in "Hf":
            self._goto(first - 1, second - 1)
        else:
            down, right = _WAYS[final]
            self._goto(self.row + first * down, self.column + first * right)
        return True

    def _render(self, number: int) -> bool:
        if number not in _RENDITIONS:
            return False
        kept, added = _RENDITIONS[number]
        self._colour = self._colour & kept | added
        if number in (0, 7, 27):
            self._reverse = number == 7
        return True

    def _goto(self, row: int, column: int) -> None:
        """Not past the edges; but below the last row, to see whether anything is written there."""
        self.row = max(min(row, TALLEST), 0)
        self.column = max(min(column, self.canvas.columns - 1), 0)

    def _save(self) -> None:
        self._saved = self.row, self.column

    def _restore(self) -> None:
        self._goto(*self._saved)

    def _clear(self) -> None:
        self.canvas = Canvas(self.canvas.columns, TALLEST)
        self.depth = 0
        self._goto(0, 0)

    def _erase(self) -> None:
        self.canvas.fill(self.row, self.column, 1, self.canvas.columns)

    def _be_ice(self) -> None:
        self._ice = True

    def _blink(self) -> None:
        self._ice = False

    def _wrap(self) -> None:
        """It does."""


_WAYS = {"A": (-1, 0), "B": (1, 0), "C": (0, 1), "D": (0, -1)}
_WHOLE: dict[str, Callable[[Pen], None]] = {
    "2J": Pen._clear, "K": Pen._erase, "0K": Pen._erase, "s": Pen._save, "u": Pen._restore,
    "?7h": Pen._wrap, "?33h": Pen._be_ice, "?33l": Pen._blink,
}
