"""One caller's terminal: bytes to keys, canvases to bytes, and what its screen shows now.

A painted terminal gets differences: absolute moves, colours only where they change, the prompt row
last. Its cursor rests behind the prompt and its colour is grey between two frames, so a frame needs
no more state than the last canvas and the last prompt. A plain terminal gets lines of ASCII.
"""

import os
import textwrap
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from ansi.canvas import Canvas, Run
from ansi.charset import Charset, to_ascii, to_glyphs
from ansi.keys import Key, KeyDecoder
from ansi.wire import Colour, Writer, writer

FEWEST_COLUMNS, MOST_COLUMNS = 20, 255
FEWEST_ROWS, MOST_ROWS = 10, 100
# Beyond these a size is no window's, but noise (65535x65535, 1x1, 0x0).
ABSURD = 1000
PLAIN_WIDTH = 79


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
                 colour: Colour = Colour.SIXTEEN, painted: bool = True) -> None:
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
        frame = writer(self._charset, self.colour)
        self._paint(frame, canvas, place, place.bottom - len(lines) + 1)
        before, self._prompt = self._prompt, lines
        if not frame.out and lines[:-1] == before[:-1] and lines[-1].startswith(before[-1]):
            return self._charset.encode(to_glyphs(lines[-1][len(before[-1]):]))
        for row, line in enumerate(lines, place.bottom - len(lines) + 1):
            self._line(frame, row, place.left, " " + line)
        return frame.data()

    def move(self, canvas: Canvas, prompt: str, typed: str = "") -> bytes:
        """A step of a motion: what changed above the prompt, and the cursor behind it again.

        The prompt stands and is not sent again, or a script would take it for another question.
        """
        place = self._place(canvas)
        lines = _prompt_lines(prompt, typed, self.columns - place.left - 2, place.bottom + 1)
        if lines != self._prompt or not self._shows(canvas.columns, canvas.rows):
            return self.show(canvas, prompt, typed)
        frame = writer(self._charset, self.colour)
        self._paint(frame, canvas, place, place.bottom - len(lines) + 1)
        if frame.out:
            frame.rest(place.bottom, place.left + 1 + len(lines[-1]))
        return frame.data()

    def _shows(self, columns: int, rows: int) -> bool:
        """Whether a canvas of that size is on the screen, of which only changes need be sent."""
        shown = self._shown
        return shown is not None and (shown.columns, shown.rows) == (columns, rows)

    def _line(self, frame: Writer, row: int, left: int, text: str) -> None:
        """The text alone on a row, from column `left` to the last but one."""
        frame.line(row, left, self._charset.draw(to_glyphs(text)), self.columns - 1 - left)

    def _place(self, canvas: Canvas) -> _Place:
        top = max((self.rows - canvas.rows) // 2, 0)
        left = max((self.columns - canvas.columns) // 2, 0)
        return _Place(top, left, top + min(self.rows, canvas.rows) - 1)

    def _paint(self, frame: Writer, canvas: Canvas, place: _Place, first: int) -> None:
        """Everything above the prompt, which begins at row `first`."""
        shown = self._shown
        if shown is None or (shown.columns, shown.rows) != (canvas.columns, canvas.rows):
            frame.clear()
            runs = canvas.changes(Canvas(canvas.columns, canvas.rows))
            self._shown = canvas.copy()
        else:
            self._uncover(frame, shown, place, range(place.bottom - len(self._prompt) + 1, first))
            runs = canvas.changes(shown)
            if runs:
                shown.glyphs[:], shown.colours[:] = canvas.glyphs, canvas.colours
        if runs:
            self._rows_changed(frame, canvas, runs, place, first - place.top)

    def _uncover(self, frame: Writer, shown: Canvas, place: _Place, rows: range) -> None:
        """The prompt took these rows and no longer does: blank them, here and there."""
        for row in rows:
            self._line(frame, row, place.left, "")
            shown.fill(row - place.top, 0, 1, shown.columns)

    def _rows_changed(self, frame: Writer, canvas: Canvas, runs: list[Run],
                      place: _Place, height: int) -> None:
        """The runs that lie on the screen and above the prompt."""
        width = min(canvas.columns, self.columns - 1 - place.left)
        for row, group in groupby(runs, itemgetter(0)):
            if row >= height:
                break
            start = row * canvas.columns
            spans = [(begin, end if end < width else width)
                     for _, begin, end in group if begin < width]
            if spans:
                frame.row(place.top + row, place.left, canvas.glyphs[start:start + width],
                          canvas.colours[start:start + width], spans)

    def print(self, lines: list[str], prompt: str, typed: str = "") -> bytes:
        """Lines and a prompt in ASCII and CR LF alone, wrapped at words to at most 79 columns.

        On a C64 that is its own codes for them, and CR.
        """
        last = "\r\n".join(self._wrapped(prompt)) + " " + to_ascii(typed)
        return self.say(lines) + self._charset.plain(last)

    def say(self, lines: list[str]) -> bytes:
        """Lines alone, as print() has them, the cursor below them."""
        pieces = [piece for line in lines for piece in self._wrapped(line)]
        return self._charset.plain("".join(f"{piece}\r\n" for piece in pieces))

    def _wrapped(self, text: str) -> list[str]:
        return _wrap(to_ascii(text), min(PLAIN_WIDTH, self.columns - 1))

    def echo(self, before: str, after: str) -> bytes:
        """On a plain terminal: the typed text `before` becomes `after`, seen from its end."""
        before, after = to_ascii(before), to_ascii(after)
        kept = len(os.path.commonprefix((before, after)))
        return self._charset.plain("\b \b" * (len(before) - kept) + after[kept:])

    def restore(self) -> bytes:
        """Leave as we came: grey, cursor visible and below the screen. b"" when not painted."""
        self.forget()
        if not self.painted:
            return b""
        frame = writer(self._charset, self.colour)
        frame.restore(self.rows)
        return frame.data()


def _wrap(text: str, width: int) -> list[str]:
    if len(text) <= width:
        return [text]
    return textwrap.wrap(text, width, break_on_hyphens=False) or [""]
