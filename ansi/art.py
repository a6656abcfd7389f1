"""Pictures as editors save them (.ans): read onto a canvas, and written so that editors read them.

What is not known is refused: a screen that looks otherwise than in its editor is worse than the
house's own.
"""

import re
from datetime import date as Date
from itertools import groupby

from ansi.canvas import GREY, Canvas
from ansi.pen import TALLEST, Pen, TooTall
from ansi.sauce import Sauce, Unreadable, join, split
from ansi.wire import SGR

COLUMNS = 80  # where no record tells
WIDEST = 255

_TOKEN = re.compile(
    rb"([^\x1b\r\n\t]+)|([\r\n\t])|\x1b\[(\??(?:\d{0,4};){0,15}\d{0,4})([A-Za-z])")
_SEQUENCE = re.compile(rb"\[[0-?]{0,20}[ -/]{0,4}[@-~]?|[ -/]{0,4}[0-~]?")
_UNFINISHED = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*)?\Z")
# These glyphs are a line's or a file's end, or begin a sequence, in any .ans file.
_UNWRITABLE = re.compile(rb"[\n\r\x1a\x1b]")


class BadArt(Exception):
    """A picture, or the file of its fields, that the sysop must mend."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"{name}: {reason}" if name else reason)
        self.name, self.reason = name, reason


def load(data: bytes, columns: int, rows: int, name: str = "") -> Canvas:
    """A canvas of that size with the picture in its upper left corner.

    Raises BadArt, with the file's name, if there is anything to see beyond, a sequence that is not
    known, or no end. Bright backgrounds (iCE colours) become dark: callers' terminals blink.
    """
    try:
        picture, sauce = split(data)
        read = _fitted(picture, sauce, min(sauce.rows or rows, rows) if sauce else rows)
        height, width = _extent(read)
        _make_sure(width, columns, "columns wide")
        _make_sure(height, rows, "rows high")
    except Unreadable as unreadable:
        raise BadArt(name, str(unreadable)) from None
    canvas = Canvas(columns, rows)
    canvas.paste(0, 0, read)
    return canvas


def _make_sure(size: int, room: int, what: str) -> None:
    if size > room:
        raise Unreadable(f"it is {size} {what}, and there is room for {room}")


def _fitted(picture: bytes, sauce: Sauce | None, rows: int) -> Canvas:
    """There are editors that end a row that is full already: where that fits, it is meant."""
    read = _read(picture, sauce, late=False)
    if max(_heights(read)) > rows:
        late = _read(picture, sauce, late=True)
        if any(fits <= rows < high for fits, high in zip(_heights(late), _heights(read))):
            return late.canvas
    return read.canvas


def _heights(pen: Pen) -> tuple[int, int]:
    """Rows with anything to see, and rows with anything written, be it blanks."""
    return _extent(pen.canvas)[0], pen.depth


def _extent(canvas: Canvas) -> tuple[int, int]:
    """Rows and columns up to the last one with anything to see."""
    runs = canvas.changes(Canvas(canvas.columns, canvas.rows))
    return (runs[-1][0] + 1, max(end for _, _, end in runs)) if runs else (0, 0)


def _read(picture: bytes, sauce: Sauce | None, late: bool) -> Pen:
    """On a canvas larger than any screen. Raises Unreadable."""
    columns = sauce.columns if sauce and sauce.columns else COLUMNS
    _make_sure(columns, WIDEST, "columns wide")
    pen, at = Pen(columns, bool(sauce and sauce.ice), late), 0
    try:
        while at < len(picture):
            at = _draw(pen, picture, at, bool(sauce))
    except TooTall:
        raise Unreadable(f"it is more than {TALLEST} rows high") from None
    return pen


def _draw(pen: Pen, picture: bytes, at: int, recorded: bool) -> int:
    """The token there; returns where it ends."""
    token = _TOKEN.match(picture, at)
    if not token:
        raise _unknown(picture, at, pen.row)
    glyphs, control, numbers, final = token.groups()
    # 09 is a glyph in PabloDraw and Moebius. What has no record was typed, or made by DOS.
    if glyphs or control == b"\t" and recorded:
        pen.write(token[0])
    elif control == b"\n":
        pen.feed_line()
    elif control == b"\t":
        pen.tabulate()
    elif final and not pen.obey(numbers.decode("ascii"), final.decode("ascii")):
        raise _unknown(picture, at, pen.row)
    return token.end()


def _unknown(picture: bytes, at: int, row: int) -> Unreadable:
    if _UNFINISHED.match(picture, at):
        return Unreadable("it is cut short within a sequence")
    found = _SEQUENCE.match(picture, at + 1)
    sequence = found[0].decode("ascii") if found else ""
    return Unreadable(f"unknown sequence ESC {sequence}".rstrip() + f" in row {row + 1}")


def save(canvas: Canvas, title: str, author: str, group: str, date: Date) -> bytes:
    """An .ans file with its SAUCE record, which load() reads back into the same bytes.

    ValueError if the canvas is larger than 255x255, or has a glyph that no such file can have
    (0A, 0D, 1A, 1B).
    """
    if canvas.columns > WIDEST or canvas.rows > TALLEST:
        raise ValueError(f"{canvas.columns}x{canvas.rows} is more than {WIDEST}x{TALLEST}")
    unwritable = _UNWRITABLE.search(canvas.glyphs)
    if unwritable:
        raise ValueError(f"glyph {unwritable[0].hex()} cannot be in an .ans file")
    return join(_written(canvas), Sauce(title, author, group, f"{date:%Y%m%d}",
                                        canvas.columns, canvas.rows))


def _written(canvas: Canvas) -> bytes:
    out, now = [b"\x1b[0m"], GREY
    for start in range(0, len(canvas.glyphs), canvas.columns):
        cells = list(zip(canvas.glyphs[start:start + canvas.columns],
                         canvas.colours[start:start + canvas.columns]))
        while cells and cells[-1] == (0x20, GREY):
            cells.pop()
        for colour, same in groupby(cells, lambda cell: cell[1]):
            if colour != now:
                out.append(SGR[now << 8 | colour].encode("ascii"))
            out.append(bytes(glyph for glyph, _ in same))
            now = colour
        if len(cells) < canvas.columns:  # a full row ends by itself
            out.append(b"\r\n")
    return b"".join(out).rstrip(b"\r\n")
