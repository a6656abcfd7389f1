"""What a caller sees: frames are fed to an emulator, whose screen is compared with the canvas."""

import gc
import random
import re
import sys

import pyte
import pytest

from ansi.canvas import Canvas
from ansi.charset import ASCII, CP437, UTF8, to_ascii
from ansi.terminal import Terminal
from ansi.wire import Colour

ANSI = ("black", "red", "green", "brown", "blue", "magenta", "cyan", "white")
PC = [ANSI[(bits & 1) << 2 | bits & 2 | bits >> 2] for bits in range(8)]
PROMPT = "C)all $10, R)aise or F)old?"
CARDS = (("K", "♥", 12), ("K", "♣", 10), ("9", "♠", 15), ("9", "♦", 14), ("4", "♦", 14))
SHAPES = "░▒▓█▄▌▐▀"
SUITS = {chr(3): "♥", chr(4): "♦", chr(5): "♣", chr(6): "♠"}


class Screen(pyte.Screen):
    """A screen that minds what the house promises: the last column is never written."""

    def draw(self, data):
        assert self.cursor.x + len(data) < self.columns
        super().draw(data)


def read(charset, wire):
    """The wire's bytes as the text that an emulator of that charset shows."""
    if charset is not CP437:
        return wire.decode(charset.name)
    return "".join(SUITS.get(chr(byte)) or bytes((byte,)).decode("cp437") for byte in wire)


class Caller:
    """A terminal and somebody's emulator at the other end of the line."""

    def __init__(self, charset=UTF8, columns=80, rows=24, colour=Colour.SIXTEEN):
        self.terminal = Terminal(charset, columns, rows, colour)
        self.screen = Screen(columns, rows)
        self.stream = pyte.Stream(self.screen)

    def show(self, canvas, prompt=PROMPT, typed=""):
        wire = self.terminal.show(canvas, prompt, typed)
        assert not re.search(rb"\x1b\[[su]", wire)
        if self.terminal.colour is not Colour.SIXTEEN:
            codes = {code for codes in re.findall(rb"\x1b\[([\d;]*)m", wire)
                     for code in codes.split(b";")}
            assert codes <= ({b"0", b"1", b"7"} if self.terminal.colour is Colour.MONO else set())
        self.stream.feed(read(self.terminal.charset, wire))
        return wire

    def row(self, row):
        cells = self.screen.buffer[row]     # display would make all rows
        return "".join(cells[x].data for x in range(self.screen.columns)).rstrip()

    def resize(self, columns, rows):
        self.terminal.resize(columns, rows)
        self.screen.resize(rows, columns)


def looks(character, colour, colours=Colour.SIXTEEN, picture=""):
    """What can be seen of a cell: of a blank, its background only.

    In monochrome that is reverse, except that a shape which is not black keeps its own form.
    """
    if colours is Colour.NONE:
        return (character,)
    if colours is Colour.MONO:
        reverse = bool(colour & 0x70) and not (colour & 15 and picture in SHAPES)
        return (character, reverse, colour & 15 > 8)[:2 if character == " " else 3]
    ground = PC[colour >> 4 & 7]
    if character == " ":
        return character, ground
    return character, ground, PC[colour & 7], bool(colour & 8), bool(colour & 0x80)


def seen(cell, colours=Colour.SIXTEEN):
    ground = "black" if cell.bg == "default" else cell.bg
    if colours is Colour.NONE:
        return (cell.data,)
    if colours is Colour.MONO:
        assert (cell.fg, ground) == ("default", "black") and not cell.blink
        return (cell.data, cell.reverse, cell.bold)[:2 if cell.data == " " else 3]
    if cell.data == " ":
        return cell.data, ground
    return cell.data, ground, "white" if cell.fg == "default" else cell.fg, cell.bold, cell.blink


def prompt_height(caller, bottom, left, text):
    """How many last rows hold the prompt, whole and in order; breaks may be anywhere."""
    said = ""
    for height in range(1, bottom + 2):
        line = caller.screen.display[bottom - height + 1]
        assert line[:left + 1] == " " * (left + 1), "the margin"
        said = line[left + 1:] + said
        if said.replace(" ", "") == text.replace(" ", ""):
            return height
    raise AssertionError(f"{text!r} is not on the screen: {caller.screen.display}")


def check(caller, canvas, prompt, typed):
    """The screen is the canvas, centred or clipped, and the prompt below with the cursor behind."""
    screen, colours = caller.screen, caller.terminal.colour
    left, top = (max(0, n) for n in ((screen.columns - canvas.columns) // 2,
                                     (screen.lines - canvas.rows) // 2))
    bottom = top + min(screen.lines, canvas.rows) - 1
    height = prompt_height(caller, bottom, left, f"{prompt} {typed}".strip())
    assert screen.cursor.y == bottom and not screen.cursor.hidden
    behind = (" " + screen.display[bottom])[:screen.cursor.x + 1]
    assert behind.endswith(typed or " ") or len(typed) > screen.cursor.x
    draw = to_ascii if caller.terminal.charset is ASCII else str
    for row in range(screen.lines):
        if bottom - height < row <= bottom:
            continue
        expected = [looks(" ", 7, colours)] * screen.columns
        if top <= row < bottom:
            start = (row - top) * canvas.columns
            pictures = canvas.row_text(row - top)
            cells = [looks(each, colour, colours, picture) for each, picture, colour in zip(
                draw(pictures), pictures, canvas.colours[start:start + canvas.columns])]
            expected[left:left + canvas.columns] = cells
            expected = expected[:screen.columns - 1] + [looks(" ", 7, colours)]
        cells = (screen.buffer[row][column] for column in range(screen.columns))
        assert [seen(cell, colours) for cell in cells] == expected


def scribble(canvas, luck):
    """Some of what screens do, anywhere and partly outside."""
    for _ in range(luck.randrange(1, 8)):
        row, column = luck.randrange(-1, canvas.rows + 1), luck.randrange(-5, canvas.columns + 1)
        colour = luck.choice((7, 7, 8, 12, 14, 15, 0x1F, 0x4E, 0x87, luck.randrange(256)))
        what = luck.randrange(6)
        if what == 0:
            canvas.text(row, column, "House raises $10. K♥ 9♠ ½ é ■■·"[:luck.randrange(31)], colour)
        elif what == 1:
            canvas.box(row, column, luck.randrange(2, 8), luck.randrange(2, 12), colour)
        elif what == 2:
            glyph = luck.choice(" ▒█ ")
            canvas.fill(row, column, luck.randrange(4), luck.randrange(60), glyph, colour)
        elif what == 3:
            canvas.tint(row, column, luck.randrange(60), colour)
        elif what == 4:
            canvas.fill(row, 0, 1, canvas.columns)
        else:
            canvas.horizontal(row, column, luck.randrange(60), colour)


SIZES = [(80, 24), (40, 10), (132, 50), (20, 10), (81, 25), (100, 24), (80, 20), (40, 25)]


@pytest.mark.parametrize("charset, colour", [
    (UTF8, Colour.SIXTEEN), (CP437, Colour.SIXTEEN), (ASCII, Colour.SIXTEEN),
    (CP437, Colour.NONE), (ASCII, Colour.MONO), (UTF8, Colour.MONO),
], ids=("utf-8", "cp437", "ascii", "colourless", "mono", "mono in utf-8"))
@pytest.mark.parametrize("columns, rows", SIZES)
def test_the_screen_is_the_canvas_after_any_changes(charset, colour, columns, rows):
    luck = random.Random(f"{columns}x{rows}{charset.name}{colour}")
    caller = Caller(charset, columns, rows, colour)
    canvas = Canvas(*luck.choice([(80, 24), (40, 24)]))
    for _ in range(9):
        scribble(canvas, luck)
        prompt = luck.choice((PROMPT, "A)nte or Q)uit?", "Fold and leave? Y/N:"))
        typed = luck.choice(("", "1", "12", "raise 25", "this is a rather long line of table talk"))
        caller.show(canvas, prompt, typed)
        check(caller, canvas, prompt, typed)


def test_the_screen_follows_a_window_that_changes_its_size():
    luck = random.Random(7)
    caller, canvas = Caller(), Canvas()
    for columns, rows in SIZES:
        caller.resize(columns, rows)
        for _ in range(2):
            scribble(canvas, luck)
            caller.show(canvas)
            check(caller, canvas, PROMPT, "")


@pytest.mark.parametrize("colour", [Colour.SIXTEEN, Colour.MONO])
def test_every_change_of_colour_ends_in_the_colour_meant(colour):
    luck = random.Random(5)
    caller, canvas = Caller(colour=colour), Canvas(80, 24)
    for _ in range(4):
        canvas.glyphs[:] = b"x" * len(canvas.glyphs)
        canvas.colours[:] = luck.randbytes(len(canvas.colours))
        caller.show(canvas)
        check(caller, canvas, PROMPT, "")


SAID = "You discard one. House takes two.", "House bets $10."


def table(pot="$70", raises="■■·", said=SAID):
    """A card screen as rich as the house has them."""
    canvas = Canvas()
    canvas.text(0, 1, "BRASS LANTERN CASINO        DRAW POKER v THE HOUSE", 14)
    canvas.text(0, 60, "Hand 42, after draw", 3)
    canvas.horizontal(1, 0, 79, 8)
    for row, line in enumerate(("HOUSE  $185   took 2", "raises $10", "in pot $40"), 2):
        canvas.text(row, 1, line, 11)
    for column in range(25, 65, 8):
        canvas.box(2, column, 4, 7, 9)
        canvas.fill(3, column + 1, 2, 5, "▒", 1)
    canvas.text(6, 1, "═══ POT     ═══   to call $10   raises     2 of 3   limit $25   first: YOU")
    canvas.text(6, 9, pot, 15)
    canvas.text(6, 40, raises, 12)
    for place, (rank, suit, colour) in enumerate(CARDS):
        column = 3 + 11 * place
        canvas.box(7, column, 7, 9, 7)
        canvas.text(8, column + 1, rank, colour)
        for row, offset, sign in ((9, 1, suit), (10, 4, suit), (11, 7, suit), (12, 7, rank)):
            canvas.text(row, column + offset, sign, colour)
        canvas.text(14, column + 3, f"({place + 1})", 3)
    for row, line in enumerate(("YOU    $145", "took 1", "", "TWO PAIR,", "kings and nines"), 8):
        canvas.text(row, 59, line, 11)
    canvas.horizontal(15, 0, 79, 8)
    for row, line in enumerate(said, 16):
        canvas.text(row, 1, line)
    canvas.horizontal(19, 0, 79, 8)
    canvas.text(20, 1, "M)ax   0-9 amount   ?)Help          Seal 17-42  3f9a11c07b2e4d5f...  K)", 3)
    return canvas


def test_a_repaint_of_a_rich_screen_is_small():
    assert len(Caller(CP437).show(table())) <= 2400


def test_a_typical_change_is_small():
    caller = Caller(CP437)
    caller.show(table())
    after = table("$120", "■■■", (*SAID, "House raises $10."))
    after.tint(0, 1, 3, 15)
    assert len(caller.show(after)) <= 130
    check(caller, after, PROMPT, "")


def test_a_long_blank_end_is_erased_and_not_sent():
    caller, canvas = Caller(CP437), Canvas()
    canvas.text(5, 0, "x" * 79, 0x1F)
    caller.show(canvas)
    canvas.fill(5, 2, 1, 78)
    wire = caller.show(canvas, "Casino>")
    assert len(wire) < 40
    check(caller, canvas, "Casino>", "")


def test_a_blank_end_with_a_background_is_sent():
    caller, canvas = Caller(CP437), Canvas()
    canvas.text(5, 0, "x" * 79, 0x1F)
    caller.show(canvas)
    canvas.fill(5, 2, 1, 78, " ", 0x1F)
    caller.show(canvas)
    check(caller, canvas, PROMPT, "")


def test_blanks_between_words_take_any_colour():
    caller, canvas = Caller(CP437), Canvas()
    canvas.text(5, 0, "one two", 12)
    canvas.tint(5, 3, 1, 15)
    assert b"\x1b[6H\x1b[1;31mone two\x1b[24H" in caller.show(canvas)


def test_nothing_changed_is_no_byte():
    caller, canvas = Caller(), table()
    assert caller.show(canvas, PROMPT, "1") != b""
    assert caller.show(canvas, PROMPT, "1") == b""
    assert caller.show(table(), PROMPT, "1") == b""


def test_typing_sends_what_was_typed():
    caller, canvas = Caller(CP437), table()
    caller.show(canvas, "Handle:")
    assert caller.show(canvas, "Handle:", "Zo") == b"Zo"
    assert caller.show(canvas, "Handle:", "Zoë") == b"\x89"
    assert caller.row(23) == " Handle: Zoë" and caller.screen.cursor.x == 12


def test_rubbing_out_rewrites_the_prompt_row_alone():
    caller, canvas = Caller(), table()
    caller.show(canvas, "Handle:", "Zoe")
    wire = caller.show(canvas, "Handle:", "Zo")
    assert wire == b"\x1b[24H\x1b[K Handle: Zo"
    assert caller.row(23) == " Handle: Zo"


def test_the_prompt_row_is_last_whole_and_in_one_colour_with_real_spaces():
    caller, canvas = Caller(CP437), table()
    canvas.text(22, 0, "in red", 0x4C)
    caller.show(canvas, PROMPT)
    canvas.text(22, 0, "still ", 0x4C)
    wire = caller.show(canvas, "Bet ($2-$25, RETURN = $10)?", "1")
    assert wire.endswith(b"\x1b[24H\x1b[0m\x1b[K Bet ($2-$25, RETURN = $10)? 1")
    check(caller, canvas, "Bet ($2-$25, RETURN = $10)?", "1")


def test_the_canvas_under_the_prompt_is_ignored():
    caller, canvas = Caller(), table()
    caller.show(canvas)
    canvas.text(23, 0, "x" * 80, 0x4C)
    assert caller.show(canvas) == b""


def test_a_canvas_painted_on_after_it_was_shown_is_still_compared_rightly():
    caller, canvas = Caller(), Canvas()
    canvas.text(3, 3, "one")
    caller.show(canvas)
    canvas.text(3, 3, "two")
    assert b"tw" in caller.show(canvas)
    assert caller.row(3) == "   two"


def test_a_first_show_clears_and_so_does_one_after_forget_or_a_new_size():
    caller, canvas = Caller(), table()
    first = caller.show(canvas)
    assert first.startswith(b"\x1b[0m\x1b[2J")
    caller.terminal.resize(80, 24)
    assert caller.show(canvas) == b""
    caller.terminal.forget()
    assert caller.show(canvas) == first
    caller.terminal.resize(80, 25)
    assert caller.show(canvas).startswith(b"\x1b[0m\x1b[2J")
    assert caller.show(Canvas(40, 24)).startswith(b"\x1b[0m\x1b[2J")


def test_another_charset_repaints():
    caller, canvas = Caller(ASCII), table()
    caller.show(canvas)
    caller.terminal.charset = UTF8
    assert "♥".encode() in caller.show(canvas)
    assert caller.terminal.receive("é".encode()) == ["é"]


def test_a_prompt_in_a_narrow_window_takes_the_rows_it_needs_and_gives_them_back():
    caller, canvas = Caller(UTF8, 20, 10), Canvas(40, 24)
    for row in range(24):
        canvas.text(row, 0, f"row {row}", 12)
    caller.show(canvas, "Y/N:")
    assert caller.row(8) == "row 8"
    caller.show(canvas, "Withdraw ($20-$500, RETURN = $200)?", "50")
    lower = range(6, 10)
    assert list(map(caller.row, lower)) == [
        "row 6", " Withdraw", " ($20-$500, RETURN", " = $200)? 50"]
    assert caller.show(canvas, "Withdraw ($20-$500, RETURN = $200)?", "500") == b"0"
    caller.show(canvas, "Y/N:")
    assert list(map(caller.row, lower)) == ["row 6", "row 7", "row 8", " Y/N:"]
    check(caller, canvas, "Y/N:", "")


def test_a_wrapped_prompt_that_ends_like_the_last_one_is_rewritten():
    caller, canvas = Caller(UTF8, 20, 10), Canvas(40, 24)
    caller.show(canvas, "Bet ($2-$25, RETURN = $10)?")
    caller.show(canvas, "Use ($2-$25, RETURN = $10)?")
    check(caller, canvas, "Use ($2-$25, RETURN = $10)?", "")


def test_typing_on_past_the_edge_stays_on_the_screen():
    caller, canvas = Caller(UTF8, 20, 10), Canvas(40, 24)
    typed = ""
    for character in "a long remark about the weather and a withoutanyspaceatallword":
        typed += character
        caller.show(canvas, "Say:", typed)
        check(caller, canvas, "Say:", typed)


def test_a_typed_text_beyond_all_rows_shows_its_end_behind_the_prompt():
    caller = Caller(UTF8, 20, 10)
    caller.show(Canvas(40, 24), "Say:", "x" * 100_000 + "end")
    assert caller.row(0) == " Say:" and caller.row(9).endswith("end")


@pytest.mark.parametrize("hostile, shown", [
    ("\x1b[2J", b"?[2J"), ("\r\nhi\r\n", b"??hi??"), ("\x9b2J", b"?2J"), ("\x07\x05", b"??"),
])
def test_what_was_typed_is_never_sent_raw(hostile, shown):
    caller, canvas = Caller(CP437), Canvas()
    caller.show(canvas, "Say:")
    assert caller.show(canvas, "Say:", hostile) == shown


@pytest.mark.parametrize("asked, got", [
    ((0, 0), (80, 24)), ((1, 1), (80, 24)), ((65535, 65535), (80, 24)), ((-5, -5), (80, 24)),
    ((132, 0), (132, 24)), ((0, 50), (80, 50)), ((10, 5), (20, 10)), ((400, 200), (255, 100)),
    ((40, 25), (40, 25)),
])
def test_hostile_sizes_are_ignored_or_clamped(asked, got):
    terminal = Terminal(UTF8)
    terminal.resize(*asked)
    assert (terminal.columns, terminal.rows) == got
    terminal = Terminal(UTF8, *asked)
    assert (terminal.columns, terminal.rows) == got
    assert terminal.show(Canvas(), PROMPT)


def test_keys_come_through_the_decoder():
    terminal = Terminal(CP437)
    assert terminal.receive(b"b10\r") == ["b", "1", "0", "ENTER"]
    assert terminal.receive(b"\n\x1b") == [] and terminal.decoder.waiting
    assert terminal.receive(b"[A") == ["UP"]


def plain(columns=80):
    return Terminal(ASCII, columns, 24, painted=False)


def test_plain_prints_ascii_and_crlf_alone():
    lines = ["House raises 10. Pot 70.", "K♥ é “x” \x1b[2J \x07", ""]
    assert plain().print(lines, PROMPT, "1") == (
        b"House raises 10. Pot 70.\r\nKh e \"x\" ?[2J ?\r\n\r\nC)all $10, R)aise or F)old? 1")
    assert plain().print([], "Handle:") == b"Handle: "


@pytest.mark.parametrize("columns, width", [(80, 79), (132, 79), (40, 39)])
def test_plain_wraps_at_words(columns, width):
    text = "The House shows two pair, kings and nines, and takes the pot. " * 4
    printed = plain(columns).print([text, "y" * 200], "Handle:").decode().split("\r\n")
    assert max(map(len, printed)) <= width
    words = " ".join(printed).split()
    assert words[:48] == text.split()
    assert "".join(words[48:]) == "y" * 200 + "Handle:"
    assert printed[-1] == "Handle: "


@pytest.mark.parametrize("before, after, sent", [
    ("", "a", b"a"), ("a", "ab", b"b"), ("ab", "a", b"\b \b"), ("ab", "", b"\b \b\b \b"),
    ("ab", "ab", b""), ("abc", "axy", b"\b \b\b \bxy"), ("", "é\x1b[A", b"e?[A"),
])
def test_plain_echo(before, after, sent):
    assert plain().echo(before, after) == sent


def test_a_plain_terminal_is_never_painted():
    with pytest.raises(ValueError):
        plain().show(Canvas(), PROMPT)
    assert plain().restore() == b""


def test_restore_leaves_grey_with_a_cursor_below_the_screen():
    caller, canvas = Caller(), Canvas()
    canvas.text(22, 0, "x" * 79, 0xCE)
    caller.show(canvas)
    caller.stream.feed("\x1b[?25l\x1b[1;41m")
    caller.stream.feed(caller.terminal.restore().decode())
    assert not caller.screen.cursor.hidden and caller.screen.cursor.x == 0
    assert caller.row(caller.screen.cursor.y) == ""
    assert caller.row(22).strip() == PROMPT
    assert seen(caller.screen.cursor.attrs) == (" ", "black")
    assert b"m" not in Terminal(CP437, colour=Colour.NONE).restore()
    assert b"\x1b[0m" in Terminal(ASCII, colour=Colour.MONO).restore()


def weight(thing, known):
    """Bytes of a thing and of all it holds alone."""
    if id(thing) in known or isinstance(thing, type) or callable(thing):
        return 0
    known.add(id(thing))
    return sys.getsizeof(thing) + sum(weight(part, known) for part in gc.get_referents(thing))


@pytest.mark.parametrize("charset", [CP437, UTF8, ASCII], ids=lambda charset: charset.name)
def test_a_terminal_with_its_screen_is_light(charset):
    caller = Caller(charset)
    caller.show(table(), PROMPT, "12")
    caller.terminal.receive(b"12\x1b[24;80R\x1b[1;2")
    assert weight(caller.terminal, {id(charset)}) < 6 * 1024


@pytest.mark.parametrize("charset", [UTF8, CP437, ASCII])
@pytest.mark.parametrize("columns, rows", SIZES)
def test_a_step_of_a_motion_leaves_the_prompt_where_it_stands(charset, columns, rows):
    luck, caller, canvas = random.Random(columns), Caller(charset, columns, rows), Canvas()
    caller.show(canvas, PROMPT, "12")
    for _ in range(20):
        scribble(canvas, luck)
        wire = caller.terminal.move(canvas, PROMPT, "12")
        assert b"fold" not in wire.lower()
        caller.stream.feed(read(charset, wire))
        check(caller, canvas, PROMPT, "12")
    assert caller.terminal.move(canvas, PROMPT, "12") == b""
    assert caller.terminal.show(canvas, PROMPT, "123") == b"3"


def test_a_step_of_a_motion_on_another_screen_is_a_whole_picture():
    """A prompt that was cleared away with it would be missing."""
    caller, narrow = Caller(), Canvas(40, 25)
    caller.show(Canvas())
    narrow.text(3, 3, "News")
    for change in (lambda: None, caller.terminal.forget):
        change()
        caller.stream.feed(read(UTF8, caller.terminal.move(narrow, PROMPT)))
        check(caller, narrow, PROMPT, "")
    caller.stream.feed(read(UTF8, caller.terminal.move(narrow, "Another question?")))
    check(caller, narrow, "Another question?", "")
