"""What each kind of terminal is sent. A C64 in memory replays it; ANSI's is in test_terminal."""

from __future__ import annotations

import random

import pytest

from ansi.canvas import Canvas
from ansi.charset import ASCII, BLANKS, CP437, GLYPHS, PETSCII, UTF8
from ansi.terminal import Terminal
from ansi.wire import Ansi, Colour, Petscii, writer
from tests.petscii import BLANK, Cell, Screen, looks

PROMPT = "C)all $10, R)aise or F)old?"
PENS = ("black", "blue", "green", "cyan", "red", "purple", "orange", "light grey", "mid grey",
        "light blue", "light green", "cyan", "light red", "purple", "yellow", "white")
GROUNDS = ("black", "light blue", "light green", "cyan", "light red", "purple", "yellow",
           "light grey")
SHAPES = {"░": "▒", "▒": "▒", "▓": "▒", "█": "█", "▄": "▄", "▌": "▌", "▐": "▐", "▀": "▀"}


class C64:
    """A terminal of that charset and a C64 at the other end of the line."""

    def __init__(self, columns: int = 40, rows: int = 25,
                 colour: Colour = Colour.SIXTEEN) -> None:
        self.terminal = Terminal(PETSCII, columns, rows, colour)
        self.screen = Screen(columns, rows)

    def show(self, canvas: Canvas, prompt: str = PROMPT, typed: str = "") -> bytes:
        wire = self.terminal.show(canvas, prompt, typed)
        self.screen.feed(wire)
        return wire


def expected(glyph: int, colour: int, colours: Colour = Colour.SIXTEEN) -> Cell:
    """How a cell of a canvas looks on a C64, which has one pen for each, on black."""
    ink, ground = PENS[colour & 15], GROUNDS[colour >> 4 & 7]
    if colours is Colour.NONE:
        ink, ground = "light grey", "black"
    elif colours is Colour.MONO:
        black = ink == "black" and ground != "black"
        ink = "black" if black else "white" if colour & 15 > 8 else "light grey"
        ground = "black" if ground == "black" else "light grey"
    picture = GLYPHS[glyph]
    if glyph in BLANKS:
        return looks(" ", ground, True)
    if picture in SHAPES and (ink != "black" or ground == "black"):
        return Cell(SHAPES[picture], ink) if ink != "black" else BLANK
    if picture in SHAPES:  # in black: what is left of the background
        left = {"█": " ", "▄": "▀", "▀": "▄", "▌": "▐", "▐": "▌"}.get(picture, "▒")
        return looks(left, ground, False)
    sign = Screen()
    sign.feed(b"\x0e" + PETSCII.encode(bytes((glyph,))))
    return looks(sign.rows[0][0].sign, ink if ground == "black" else ground, ground != "black")


def check(caller: C64, canvas: Canvas, prompt: str, typed: str = "") -> None:
    """The screen is the canvas, its last column apart, and the prompt with the cursor behind it."""
    screen, last = caller.screen, canvas.rows - 1
    for row in range(last):
        start = row * canvas.columns
        cells = [expected(*cell, caller.terminal.colour) for cell in zip(
            canvas.glyphs[start:start + canvas.columns - 1], canvas.colours[start:])]
        assert screen.rows[row] == [*cells, BLANK], row
    said = f" {prompt} {typed}"
    assert screen.text(last) == said.rstrip()
    assert (screen.row, screen.column, screen.reverse) == (last, len(said), False)
    assert {cell.pen for cell in screen.rows[last]} <= {"light grey", "black"}


def scribble(canvas: Canvas, luck: random.Random) -> None:
    """Some of what screens do, anywhere and partly outside; now and then, noise."""
    for _ in range(luck.randrange(1, 7)):
        row, column = luck.randrange(-1, canvas.rows + 1), luck.randrange(-5, canvas.columns + 1)
        colour = luck.choice((7, 7, 8, 12, 14, 15, 0x1F, 0x4E, 0x70, 0x87, luck.randrange(256)))
        what = luck.randrange(6)
        if what == 0:
            canvas.text(row, column, 'House "raises" $10. K♥ 9♠ ½ é'[:luck.randrange(31)], colour)
        elif what == 1:
            canvas.box(row, column, luck.randrange(2, 8), luck.randrange(2, 12), colour)
        elif what == 2:
            canvas.fill(row, column, luck.randrange(4), luck.randrange(40), luck.choice(" ▒█▀▌"),
                        colour)
        elif what == 3:
            canvas.tint(row, column, luck.randrange(40), colour)
        elif what == 4:
            canvas.fill(row, 0, 1, canvas.columns)
        else:
            cells = slice(max(row, 0) * 40, max(row, 0) * 40 + luck.randrange(40))
            size = len(canvas.glyphs[cells])
            canvas.glyphs[cells] = luck.randbytes(size)
            canvas.colours[cells] = luck.randbytes(size)


@pytest.mark.parametrize("colour", Colour)
@pytest.mark.parametrize("seed", range(6))
def test_a_c64_shows_the_canvas_after_any_changes(seed: int, colour: Colour) -> None:
    luck, caller, canvas = random.Random(f"{seed}{colour}"), C64(colour=colour), Canvas(40, 25)
    for _ in range(12):
        scribble(canvas, luck)
        prompt = luck.choice((PROMPT, "A)nte or Q)uit?", "Fold and leave? Y/N:"))
        typed = luck.choice(("", "1", "12", "a word"))
        caller.show(canvas, prompt, typed)
        check(caller, canvas, prompt, typed)


@pytest.mark.parametrize("ground", range(8))
def test_every_glyph_in_every_colour(ground: int) -> None:
    for ink in range(16):
        caller, canvas = C64(), Canvas(40, 25)
        for code in range(256):
            at = code // 32 * 40 + code % 32
            canvas.glyphs[at], canvas.colours[at] = code, ground << 4 | ink
        caller.show(canvas)
        check(caller, canvas, PROMPT)


def test_a_bar_is_black_on_its_colour_and_a_shape_keeps_its_own() -> None:
    caller, canvas = C64(), Canvas(40, 25)
    canvas.text(2, 0, " POT $70 ", 0x1F)
    canvas.text(3, 0, "█▀▐", 0x4E)
    caller.show(canvas)
    assert caller.screen.rows[2][:3] == [
        Cell("█", "light blue"), *(Cell(sign, "black", "light blue") for sign in "PO")]
    assert caller.screen.rows[3][:3] == [
        Cell("█", "yellow"), Cell("▀", "yellow"), Cell("▐", "yellow")]


def test_typing_and_rubbing_out() -> None:
    caller, canvas = C64(), Canvas(40, 25)
    caller.show(canvas, "Handle:")
    assert caller.show(canvas, "Handle:", "Zo") == b"\xda\x4f"
    caller.show(canvas, "Handle:", "Z")
    check(caller, canvas, "Handle:", "Z")
    assert caller.show(canvas, "Handle:", "Z") == b""


def test_a_prompt_that_needs_two_rows_gives_them_back() -> None:
    caller, canvas = C64(), Canvas(40, 25)
    canvas.text(23, 0, "in yellow", 14)
    caller.show(canvas, "A remark:", "that goes on behind the edge of a row")
    assert caller.screen.text(23).startswith(" A remark: that")
    caller.show(canvas, PROMPT)
    check(caller, canvas, PROMPT)


def test_a_message_below_a_bar_is_not_in_reverse() -> None:
    caller, canvas = C64(), Canvas(40, 25)
    canvas.text(0, 0, "x" * 39, 0x1E)
    canvas.text(1, 0, "one")
    caller.show(canvas)
    check(caller, canvas, PROMPT)


def test_the_wire_of_a_card_table_is_short() -> None:
    caller, canvas = C64(), Canvas(40, 25)
    for place in range(5):
        canvas.box(9, 8 * place, 6, 7)
        canvas.text(10, 8 * place + 1, "K♥", 12)
        canvas.text(13, 8 * place + 4, "♥K", 12)
    for row in (1, 7, 17):
        canvas.horizontal(row, 0, 39, 8)
    canvas.text(0, 1, "BRASS LANTERN CASINO", 14)
    canvas.text(18, 1, "House bets $10. You raise $10.")
    assert len(caller.show(canvas)) <= 600
    canvas.text(19, 1, "House raises $10.")
    canvas.text(8, 5, "$70", 15)
    assert len(caller.show(canvas)) <= 140
    check(caller, canvas, PROMPT)


def test_restore_leaves_grey_below_the_screen() -> None:
    caller, canvas = C64(), Canvas(40, 25)
    canvas.text(3, 3, "x", 0x4E)
    caller.show(canvas)
    *wire, last = caller.terminal.restore()
    caller.screen.feed(bytes(wire))
    assert last == 0x0D and caller.screen.row == 24
    assert (caller.screen.pen, caller.screen.reverse) == ("light grey", False)


def test_a_canvas_is_centred_on_a_wider_screen_and_clipped_on_a_narrower() -> None:
    for columns, rows, left in ((80, 25, 20), (30, 25, 0)):
        caller, canvas = C64(columns, rows), Canvas(40, 25)
        canvas.text(5, 0, "x" * 40, 12)
        caller.show(canvas)
        shown = min(40, columns - 1)
        assert caller.screen.text(5) == " " * left + "x" * shown


def test_each_charset_has_its_writer() -> None:
    kinds = [type(writer(charset, Colour.SIXTEEN)) for charset in (CP437, UTF8, ASCII, PETSCII)]
    assert kinds == [Ansi, Ansi, Ansi, Petscii]


def test_a_frame_without_changes_is_empty() -> None:
    for charset in (CP437, PETSCII):
        assert writer(charset, Colour.SIXTEEN).data() == b""


def test_moves_on_a_row_are_relative_except_in_utf8() -> None:
    for charset, wire in ((CP437, b"\x1b[3;5H\x1b[4C"), (UTF8, b"\x1b[3;5H\x1b[3;9H"),
                          (PETSCII, b"\x13\x11\x11\x1d\x1d\x1d\x1d\x1d\x1d\x1d\x1d")):
        frame = writer(charset, Colour.SIXTEEN)
        frame.move(2, 4)
        frame.move(2, 8)
        assert frame.data() == wire


@pytest.mark.parametrize("colour, seen", [
    (7, 0), (8, 0), (15, 1), (12, 1), (1, 0), (0x87, 0), (0x10, 7), (0x17, 7), (0x70, 7),
    (0x78, 7), (0x1F, 17), (0x4E, 17), (0x00, 0)])
def test_a_sign_in_monochrome_is_bold_or_in_reverse(colour: int, seen: int) -> None:
    """Dark grey is no brighter than grey, and nothing blinks."""
    terminal, canvas = Terminal(ASCII, colour=Colour.MONO), Canvas()
    canvas.text(0, 0, "x", colour)
    wire = {0: b"x", 1: b"\x1b[1mx", 7: b"\x1b[7mx", 17: b"\x1b[1;7mx"}[seen]
    assert terminal.show(canvas, PROMPT).startswith(b"\x1b[0m\x1b[2J\x1b[1H" + wire)


def test_a_shape_in_monochrome_keeps_its_form_unless_it_is_black() -> None:
    terminal, canvas = Terminal(CP437, colour=Colour.MONO), Canvas()
    canvas.text(0, 0, "█", 0x4E)
    canvas.text(0, 1, "▀", 0x40)
    assert b"\x1b[1H\x1b[1m\xdb\x1b[0;7m\xdf\x1b[" in terminal.show(canvas, PROMPT)


def test_monochrome_costs_no_more_than_colours() -> None:
    luck, canvas = random.Random(3), Canvas()
    several = [Terminal(ASCII, colour=colour) for colour in Colour]
    for _ in range(40):
        scribble(canvas, luck)
        sixteen, mono, none = (len(terminal.show(canvas, PROMPT)) for terminal in several)
        assert none <= mono <= sixteen
