"""One caller's terminal: bytes to keys, canvases to bytes, and what its screen shows now.

A painted terminal gets differences: absolute moves, colours only where they change, the prompt row
last. Its cursor rests behind the prompt and its colour is grey between two frames, so a frame needs
no more state than the last canvas and the last prompt. A plain terminal gets lines of ASCII.
"""

import os
import re
import textwrap
from functools import cache
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from ansi.canvas import GREY, Canvas, Run
from ansi.charset import BLANKS, Charset, to_ascii, to_glyphs
from ansi.keys import Key, KeyDecoder

FEWEST_COLUMNS, MOST_COLUMNS = 20, 255
FEWEST_ROWS, MOST_ROWS = 10, 100
# Beyond these a size is no window's, but noise (65535x65535, 1x1, 0x0).
ABSURD = 1000
PLAIN_WIDTH = 79

ERASE = "\x1b[K"
BACKGROUND = 0x70
_SAME = re.compile(rb"((.)\2*)", re.DOTALL)
_BLANK = bytes(BLANKS)
_BLACK = bytes(colour for colour in range(256) if not colour & BACKGROUND)
_GREY_ROW = bytearray((GREY,)) * MOST_COLUMNS

# PC attributes count blue, green, red; ANSI counts red, green, blue.
_ANSI_ORDER = (0, 4, 2, 6, 1, 5, 3, 7)


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


_SGR = _Transitions()


def _clamp(size: int, fewest: int, most: int, now: int) -> int:
    return min(max(size, fewest), most) if 2 <= size <= ABSURD else now


def _fold(text: str, width: int) -> tuple[str, ...]:
    """The text in lines, broken behind spaces where it can be; joined, they are the text."""
    lines = []
    while len(text) > width:
        cut = text.rfind(" ", 0, width) + 1 or width
        lines.append(text[:cut])
        text = text[cut:]
    return (*lines, text)


def _prompt_lines(prompt: str, typed: str, width: int, most: int) -> tuple[str, ...]:
    """The prompt whole, and of what was typed the end for which there is room."""
    typed = typed[-width * most:]
    lines = _fold(f"{prompt} {typed}", width)
    while len(lines) > most and typed:
        typed = typed[width:]
        lines = _fold(f"{prompt} {typed}", width)
    return lines[-most:]


class _Place(NamedTuple):
    """Where the canvas's corner is on the screen, and the prompt's last row."""

    top: int
    left: int
    bottom: int


class Terminal:
    """Assign `charset` and call resize() at any time; after other changes call forget()."""

    __slots__ = ("_charset", "columns", "rows", "colour", "painted", "decoder", "_shown", "_prompt")

    def __init__(self, charset: Charset, columns: int = 80, rows: int = 24,
                 colour: bool = True, painted: bool = True) -> None:
        self._charset = charset
        self.columns = _clamp(columns, FEWEST_COLUMNS, MOST_COLUMNS, 80)
        self.rows = _clamp(rows, FEWEST_ROWS, MOST_ROWS, 24)
        self.colour, self.painted = colour, painted
        self.decoder = KeyDecoder(charset)
        self._shown: Canvas | None = None
        self._prompt: tuple[str, ...] = ()

    @property
    def charset(self) -> Charset:
        return self._charset

    @charset.setter
    def charset(self, charset: Charset) -> None:
        self._charset = self.decoder.charset = charset
        self.forget()

    def receive(self, data: bytes) -> list[Key]:
        """The keys in these bytes; see KeyDecoder for those that are still on their way."""
        return self.decoder.feed(data)

    def forget(self) -> None:
        """What the screen shows is unknown: the next show() clears and repaints it."""
        self._shown = None

    def resize(self, columns: int, rows: int) -> None:
        """Take a window's size, clamped to 20-255 x 10-100; 0 or absurd: keep what we have."""
        size = self.columns, self.rows
        self.columns = _clamp(columns, FEWEST_COLUMNS, MOST_COLUMNS, self.columns)
        self.rows = _clamp(rows, FEWEST_ROWS, MOST_ROWS, self.rows)
        if size != (self.columns, self.rows):
            self.forget()

    def show(self, canvas: Canvas, prompt: str, typed: str = "") -> bytes:
        """One frame: what changed since the last one, then the prompt row, the cursor behind it.

        The canvas's last row gives way to the prompt. b"" when nothing changed; only the new
        characters when `typed` grew and nothing else changed. ValueError on a plain terminal.
        """
        if not self.painted:
            raise ValueError("a plain terminal prints")
        place = self._place(canvas)
        # The last column stays empty (CTerm wraps there at once), and the margin is one column.
        lines = _prompt_lines(prompt, typed, self.columns - place.left - 2, place.bottom + 1)
        out: list[str] = []
        now = self._paint(out, canvas, place, place.bottom - len(lines) + 1)
        before, self._prompt = self._prompt, lines
        if not out and lines[:-1] == before[:-1] and lines[-1].startswith(before[-1]):
            return self._charset.encode(to_glyphs(lines[-1][len(before[-1]):]))
        for row, line in enumerate(lines, place.bottom - len(lines) + 1):
            grey = "" if now == GREY else _SGR[now << 8 | GREY]
            out += (_move(row, place.left), grey, ERASE, " ", self._charset.draw(to_glyphs(line)))
            now = GREY
        return self._charset.wire("".join(out))

    def _place(self, canvas: Canvas) -> _Place:
        top = max((self.rows - canvas.rows) // 2, 0)
        left = max((self.columns - canvas.columns) // 2, 0)
        return _Place(top, left, top + min(self.rows, canvas.rows) - 1)

    def _paint(self, out: list[str], canvas: Canvas, place: _Place, first: int) -> int:
        """Everything above the prompt, which begins at row `first`; returns the last colour."""
        shown = self._shown
        if shown is None or (shown.columns, shown.rows) != (canvas.columns, canvas.rows):
            out.append("\x1b[0m\x1b[2J" if self.colour else "\x1b[2J")
            runs = canvas.changes(Canvas(canvas.columns, canvas.rows))
            self._shown = canvas.copy()
        else:
            self._uncover(out, shown, place, range(place.bottom - len(self._prompt) + 1, first))
            runs = canvas.changes(shown)
            if runs:
                shown.glyphs[:], shown.colours[:] = canvas.glyphs, canvas.colours
        return self._rows_changed(out, canvas, runs, place, first - place.top) if runs else GREY

    def _uncover(self, out: list[str], shown: Canvas, place: _Place, rows: range) -> None:
        """The prompt took these rows and no longer does: blank them, here and there."""
        for row in rows:
            out.append(_move(row, place.left) + ERASE)
            shown.fill(row - place.top, 0, 1, shown.columns)

    def _rows_changed(self, out: list[str], canvas: Canvas, runs: list[Run],
                      place: _Place, height: int) -> int:
        """The runs that lie on the screen and above the prompt; returns the last colour."""
        now = GREY
        width = min(canvas.columns, self.columns - 1 - place.left)
        for row, group in groupby(runs, itemgetter(0)):
            if row >= height:
                break
            start = row * canvas.columns
            glyphs = canvas.glyphs[start:start + width]
            colours = canvas.colours[start:start + width] if self.colour else _GREY_ROW[:width]
            spans = [(begin, end if end < width else width)
                     for _, begin, end in group if begin < width]
            if spans:
                at = place.top + row, place.left
                now = self._spans_changed(out, at, glyphs, colours, spans, now)
        return now

    def _spans_changed(self, out: list[str], at: tuple[int, int], glyphs: bytearray,
                       colours: bytearray, spans: list[tuple[int, int]], now: int) -> int:
        """The spans (start, end) of one row, which begins at `at`; returns the last colour."""
        row, left = at
        drawn = self._charset.draw(glyphs)
        # Relative where no character can be of another width than we think: never in UTF-8.
        near = self._charset.single_byte
        far, last = spans[-1][1], -1
        tail = _tail(glyphs, colours) if drawn[far - 1] == " " else far
        for start, end in spans:
            out.append(f"\x1b[{start - last}C" if near and last >= 0 else _move(row, left + start))
            if end > tail and far - max(start, tail) > len(ERASE):
                return _end_row(out, drawn, colours, start, tail, now)
            now = _cells(out, drawn, colours, start, end, now)
            last = end
        return now

    def print(self, lines: list[str], prompt: str, typed: str = "") -> bytes:
        """Lines and a prompt in ASCII and CR LF alone, wrapped at words to at most 79 columns."""
        width = min(PLAIN_WIDTH, self.columns - 1)
        pieces = [piece for line in lines for piece in _wrap(to_ascii(line), width)]
        pieces += _wrap(to_ascii(prompt), width)
        return ("\r\n".join(pieces) + " " + to_ascii(typed)).encode("ascii")

    def echo(self, before: str, after: str) -> bytes:
        """On a plain terminal: the typed text `before` becomes `after`, seen from its end."""
        before, after = to_ascii(before), to_ascii(after)
        kept = len(os.path.commonprefix((before, after)))
        return b"\b \b" * (len(before) - kept) + after[kept:].encode("ascii")

    def restore(self) -> bytes:
        """Leave as we came: grey, cursor visible and below the screen. b"" when not painted."""
        self.forget()
        if not self.painted:
            return b""
        colour = "\x1b[0m" if self.colour else ""
        return f"{colour}\x1b[?25h\x1b[{self.rows}H\r\n".encode("ascii")


@cache
def _move(row: int, column: int) -> str:
    return f"\x1b[{row + 1};{column + 1}H" if column else f"\x1b[{row + 1}H"


def _tail(glyphs: bytearray, colours: bytearray) -> int:
    """Where the blank end of a row begins."""
    return max(len(glyphs.rstrip(_BLANK)), len(colours.rstrip(_BLACK)))


def _cells(out: list[str], drawn: str, colours: bytearray, start: int, end: int, now: int) -> int:
    """Cells of one row in their colours, of which blanks need only the background."""
    if colours.count(colours[start], start, end) == end - start:  # mostly there is one
        return _stretch(out, drawn[start:end], colours[start], now)
    for same, first in _SAME.findall(colours, start, end):
        text = drawn[start:start + len(same)]
        now = _stretch(out, text, first[0], now)
        start += len(same)
    return now


def _stretch(out: list[str], text: str, colour: int, now: int) -> int:
    """Cells of one colour."""
    if colour != now and ((colour ^ now) & BACKGROUND or not text.isspace()):
        out += (_SGR[now << 8 | colour], text)
        return colour
    out.append(text)
    return now


def _end_row(out: list[str], drawn: str, colours: bytearray, start: int, tail: int,
             now: int) -> int:
    """Cells up to `tail`, where a row's blank end begins, and the rest of the row erased."""
    now = _cells(out, drawn, colours, start, tail, now)
    if now & BACKGROUND:  # erased cells would take it
        out.append(_SGR[now << 8 | GREY])
        now = GREY
    out.append(ERASE)
    return now


def _wrap(text: str, width: int) -> list[str]:
    if len(text) <= width:
        return [text]
    return textwrap.wrap(text, width, break_on_hyphens=False) or [""]
