"""What differs between kinds of terminal on the wire: moving, colouring, clearing, erasing.

A writer writes one frame, of which ansi.terminal says what it shows. Between two frames a terminal
writes in grey and its cursor is behind the prompt. A kind of terminal more is a writer more.
"""

from enum import Enum
from functools import cache, lru_cache

from ansi.canvas import GREY
from ansi.charset import BLANKS, Charset
from ansi.petscii import (CLEAR, DOWN, GROUNDS, HOME, LEFT, LOWER_CASE, PENS, RETURN, REVERSE,
                          REVERSE_OFF, REVERSED, RIGHT, SHAPES, UP)

Span = tuple[int, int]
UNKNOWN = -1
BACKGROUND, BOLD = 0x70, 0x08
_BLANK = bytes(BLANKS)
_BLACK = bytes(colour for colour in range(256) if not colour & BACKGROUND)

# PC attributes count blue, green, red; ANSI counts red, green, blue.
_ANSI_ORDER = (0, 4, 2, 6, 1, 5, 3, 7)


class Colour(Enum):
    """What can be told apart: sixteen colours; bold and reverse alone, as on a VT100; nothing."""

    SIXTEEN = "sixteen"
    MONO = "mono"
    NONE = "none"


class Writer:
    """One frame in the making. `out` is empty as long as there is nothing to send."""

    __slots__ = ("charset", "colours", "out", "_now", "_row", "_column")
    ground = BACKGROUND  # the bits of a colour that can be seen of a blank
    erase = ""           # to the end of the row, if there is such a thing

    def __init__(self, charset: Charset, colours: Colour) -> None:
        self.charset, self.colours = charset, colours
        self.out: list[str] = []
        self._now = GREY
        self._row = self._column = UNKNOWN

    def clear(self) -> None:
        """The whole screen."""
        raise NotImplementedError

    def move(self, row: int, column: int) -> None:
        raise NotImplementedError

    def colour(self, colour: int) -> None:
        """Write in another colour than now."""
        raise NotImplementedError

    def line(self, row: int, column: int, text: str, width: int) -> None:
        """The text in grey, the rest of the width blank, and the cursor behind the text."""
        raise NotImplementedError

    def rest(self, row: int, column: int) -> None:
        """The cursor there, in grey, as between two frames."""
        self.move(row, column)
        if self._now != GREY:
            self.colour(GREY)

    def restore(self, rows: int) -> None:
        """Leave the terminal as it came, with the cursor below the screen."""
        raise NotImplementedError

    def drawn(self, glyphs: bytearray, colours: bytearray) -> tuple[str, bytearray]:
        """One row's cells, a character each, and their colours, as this terminal has them."""
        raise NotImplementedError

    def data(self) -> bytes:
        return self.charset.wire("".join(self.out))

    def row(self, row: int, left: int, glyphs: bytearray, colours: bytearray,
            spans: list[Span]) -> None:
        """The spans (start, end) that changed on a row whose cells begin at column `left`."""
        drawn, colours = self.drawn(glyphs, colours)
        erase, far = len(self.erase), spans[-1][1]
        tail = _tail(glyphs, colours) if erase and drawn[far - 1] == " " else far
        for start, end in spans:
            self.move(row, left + start)
            if end > tail and far - max(start, tail) > erase:
                self._end_row(drawn, colours, start, tail)
                return
            self._cells(drawn, colours, start, end)
            self._column = left + end

    def _cells(self, drawn: str, colours: bytearray, start: int, end: int) -> None:
        """Cells in their colours, of which blanks need only the background."""
        rest, now = colours[start:end], self._now
        while rest:
            colour = rest[0]
            rest = rest.lstrip(rest[:1])
            stop = end - len(rest)
            text = drawn[start:stop]
            if colour != now and ((colour ^ now) & self.ground or not text.isspace()):
                self.colour(colour)
                now = colour
            self.out.append(text)
            start = stop

    def _end_row(self, drawn: str, colours: bytearray, start: int, tail: int) -> None:
        """Cells up to `tail`, where a row's blank end begins, and the rest of the row erased."""
        self._cells(drawn, colours, start, tail)
        if self._now & self.ground:  # erased cells would take it
            self.colour(GREY)
        self.out.append(self.erase)


def _tail(glyphs: bytearray, colours: bytearray) -> int:
    """Where the blank end of a row begins."""
    return max(len(glyphs.rstrip(_BLANK)), len(colours.rstrip(_BLACK)))


@lru_cache(maxsize=4096)
def _mono(glyph: int, colour: int) -> int:
    """A cell's colour without hues: grey or bold, reversed where it has a background.

    A shape keeps its own form, which reversed would be its opposite.
    """
    pen = colour & 0x0F
    reverse = colour & BACKGROUND and not (pen and glyph in SHAPES)
    return (BACKGROUND if reverse else GREY) | BOLD * (pen > BOLD)   # dark grey is not bright


def _reduced(colours: Colour, glyphs: bytearray, before: bytearray) -> bytearray:
    """A row's colours as far as they can be told apart."""
    if colours is Colour.MONO:
        return bytearray(map(_mono, glyphs, before))
    return before if colours is Colour.SIXTEEN else bytearray((GREY,)) * len(glyphs)


class _Transitions(dict[int, str]):
    """From one colour to another (from * 256 + to): the shortest SGR, made when first asked for."""

    def __missing__(self, pair: int) -> str:
        before, after = pair >> 8, pair & 0xFF
        codes = _codes(GREY, after, "0")
        if not before & ~after & 0x88:
            codes = min(_codes(before, after), codes, key=len)
        self[pair] = f"\x1b[{codes}m"
        return self[pair]


def _codes(before: int, after: int, first: str = "") -> str:
    """SGR parameters for what `after` has and `before` has not; nothing is switched off."""
    parts = [first] if first else []
    parts += ["1"] if after & ~before & 8 else []
    parts += ["5"] if after & ~before & 0x80 else []
    parts += [f"3{_ANSI_ORDER[after & 7]}"] if (after ^ before) & 7 else []
    parts += [f"4{_ANSI_ORDER[after >> 4 & 7]}"] if (after ^ before) & BACKGROUND else []
    return ";".join(parts)


class _Attributes(dict[int, str]):
    """The same in monochrome. A VT100 cannot switch off bold or reverse alone."""

    def __missing__(self, pair: int) -> str:
        before, after = (colour & (BOLD | BACKGROUND) for colour in (pair >> 8, pair & 0xFF))
        off = before & ~after
        new = after if off else after & ~before
        codes = ["0"] * bool(off) + ["1"] * bool(new & BOLD) + ["7"] * bool(new & BACKGROUND)
        self[pair] = f"\x1b[{';'.join(codes)}m"
        return self[pair]


SGR, ATTRIBUTES = _Transitions(), _Attributes()


@cache
def _move(row: int, column: int) -> str:
    return f"\x1b[{row + 1};{column + 1}H" if column else f"\x1b[{row + 1}H"


class Ansi(Writer):
    """Whatever obeys ECMA-48."""

    __slots__ = ()
    erase = "\x1b[K"

    def clear(self) -> None:
        self.out.append(self._reset() + "\x1b[2J")

    def move(self, row: int, column: int) -> None:
        if row == self._row:
            self.out.append(f"\x1b[{column - self._column}C")
        else:
            self.out.append(_move(row, column))
            # Relative where no character can be of another width than we think: never in UTF-8.
            self._row = row if self.charset.single_byte else UNKNOWN
        self._column = column

    def colour(self, colour: int) -> None:
        ways = SGR if self.colours is Colour.SIXTEEN else ATTRIBUTES
        self.out.append(ways[self._now << 8 | colour])
        self._now = colour

    def line(self, row: int, column: int, text: str, width: int) -> None:
        self.move(row, column)
        if self._now != GREY:
            self.colour(GREY)
        self.out += (self.erase, text)
        self._row = UNKNOWN

    def restore(self, rows: int) -> None:
        self.out += (self._reset(), f"\x1b[?25h\x1b[{rows}H\r\n")

    def _reset(self) -> str:
        return "" if self.colours is Colour.NONE else "\x1b[0m"

    def drawn(self, glyphs: bytearray, colours: bytearray) -> tuple[str, bytearray]:
        return self.charset.draw(glyphs), _reduced(self.colours, glyphs, colours)


@lru_cache(maxsize=4096)
def _cell(glyph: int, character: str, colour: int) -> tuple[str, int]:
    """A cell as a C64 has it: in one pen on the screen's black, or in reverse (pen * 16)."""
    pen, ground = colour & 0x0F, (colour & BACKGROUND) >> 4
    reverse = glyph in REVERSED
    if ground and not (pen and glyph in SHAPES):
        pen, reverse = GROUNDS[ground], not reverse
    return REVERSED.get(glyph, character), pen << 4 if reverse else pen


def _steps(distance: int, back: str, forth: str) -> str:
    return forth * distance if distance > 0 else back * -distance


class Petscii(Writer):
    """A C64, which knows no addresses and no erasing, and has one pen for sign and background."""

    __slots__ = ()
    ground = 0xF0

    def clear(self) -> None:
        self.out += (LOWER_CASE, REVERSE_OFF, PENS[GREY], CLEAR)
        self._row = self._column = 0

    def move(self, row: int, column: int) -> None:
        way = HOME + DOWN * row + RIGHT * column
        if self._row != UNKNOWN:
            near = _steps(row - self._row, UP, DOWN) + _steps(column - self._column, LEFT, RIGHT)
            way = min(near, way, key=len)
            down = RETURN + DOWN * (row - self._row - 1) + RIGHT * column
            if row > self._row and len(down) < len(way):
                way, self._now = down, self._now >> 4 or self._now
        self.out.append(way)
        self._row, self._column = row, column

    def colour(self, colour: int) -> None:
        if bool(self._now >> 4) != bool(colour >> 4):
            self.out.append(REVERSE if colour >> 4 else REVERSE_OFF)
        pen = PENS[colour >> 4 or colour]
        if pen != PENS[self._now >> 4 or self._now]:
            self.out.append(pen)
        self._now = colour

    def line(self, row: int, column: int, text: str, width: int) -> None:
        self.move(row, column)
        if self._now != GREY:
            self.colour(GREY)
        self.out.append(text.ljust(width))
        self._column = column + width
        self.move(row, column + len(text))

    def restore(self, rows: int) -> None:
        self.out += (REVERSE_OFF, PENS[GREY], HOME, DOWN * (rows - 1), RETURN)

    def drawn(self, glyphs: bytearray, colours: bytearray) -> tuple[str, bytearray]:
        colours = _reduced(self.colours, glyphs, colours)
        cells = list(map(_cell, glyphs, self.charset.draw(glyphs), colours))
        return "".join([character for character, _ in cells]), bytearray(pen for _, pen in cells)


def writer(charset: Charset, colours: Colour) -> Writer:
    """For a terminal of that charset, which can tell so much apart."""
    return (Petscii if charset.name == "petscii" else Ansi)(charset, colours)
