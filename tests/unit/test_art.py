"""Pictures read and written: every sequence that editors write, and what is refused by its name."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest

from ansi.art import BadArt, load, save
from ansi.canvas import Canvas
from ansi.sauce import split
from tests.editors import EDITORS, sauce


def read(picture: bytes, columns: int = 20, rows: int = 6) -> Canvas:
    """A picture with a record of its size."""
    return load(sauce(picture, columns, rows), columns, rows, "sign.ans")


def text(canvas: Canvas) -> list[str]:
    rows = [canvas.row_text(row).rstrip() for row in range(canvas.rows)]
    while rows and not rows[-1]:
        rows.pop()
    return rows


def colours(picture: bytes) -> list[int]:
    """Of the first cells that were written."""
    return list(read(picture).colours[:picture.count(b"x")])


def table() -> Canvas:
    canvas = Canvas(40, 12)
    canvas.box(0, 0, 5, 9, 0x1F)
    canvas.text(2, 2, "K♥ é ½", 12)
    canvas.fill(6, 0, 2, 40, "▒", 0x4E)
    canvas.text(8, 0, "x" * 40, 0x8E)
    canvas.text(10, 30, "the end", 3)
    return canvas


def save_as(canvas: Canvas) -> bytes:
    return save(canvas, "Night table", "Zoë", "Brass", date(2026, 1, 31))


def test_a_saved_canvas_is_read_back_to_the_byte() -> None:
    canvas = table()
    back = load(save_as(canvas), 40, 12)
    assert (back.glyphs, back.colours) == (canvas.glyphs, canvas.colours)


def test_the_record_says_what_it_was_given() -> None:
    picture, record = split(save_as(table()))
    assert record == ("Night table", "Zoë", "Brass", "20260131", 40, 12, False)
    assert picture.startswith(b"\x1b[0m")


def test_the_file_is_bytes_that_any_editor_reads() -> None:
    canvas = Canvas(10, 3)
    canvas.text(0, 0, "ab", 7)
    canvas.text(1, 0, "c" * 10, 12)
    canvas.text(2, 0, "d", 12)
    assert split(save_as(canvas))[0] == b"\x1b[0mab\r\n\x1b[1;31mccccccccccd"


@pytest.mark.parametrize("glyph", [0x0A, 0x0D, 0x1A, 0x1B])
def test_a_glyph_that_no_file_can_have_is_not_written(glyph: int) -> None:
    canvas = Canvas(10, 3)
    canvas.glyphs[12] = glyph
    with pytest.raises(ValueError, match=f"glyph {glyph:02x}"):
        save_as(canvas)


@pytest.mark.parametrize("size", [(256, 10), (10, 256)])
def test_a_canvas_that_could_not_be_read_back_is_not_written(size: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="more than 255x255"):
        save_as(Canvas(*size))


@pytest.mark.parametrize("editor", EDITORS, ids=lambda editor: editor.__name__)
def test_every_editors_file_looks_as_it_was_drawn(editor: Callable[[Canvas], bytes]) -> None:
    drawn = table()
    assert load(editor(drawn), 40, 12).changes(drawn) == []


@pytest.mark.parametrize("picture, rows", [
    (b"one\r\ntwo", ["one", "two"]), (b"one\ntwo", ["one", "two"]),
    (b"one\r\n\r\ntwo\r\n", ["one", "", "two"]),
    (b"a" * 20 + b"b", ["a" * 20, "b"]),
    (b"a" * 20 + b"\r\nb", ["a" * 20, "", "b"]),
    (b"ab\x1b[5Cc", ["ab     c"]), (b"ab\x1b[Cc", ["ab c"]), (b"ab\x1b[0Cc", ["ab c"]),
    (b"ab\x1b[99Cc", ["ab" + " " * 17 + "c"]),
    (b"abc\x1b[2Dx", ["axc"]), (b"abc\x1b[99Dx", ["xbc"]),
    (b"a\r\nb\x1b[Ax", ["ax", "b"]), (b"a\x1b[Bb", ["a", " b"]), (b"a\x1b[9Ab", ["ab"]),
    (b"\x1b[2;3Hx", ["", "  x"]), (b"\x1b[2;3fx", ["", "  x"]), (b"ab\x1b[Hx", ["xb"]),
    (b"\x1b[;4Hx", ["   x"]), (b"\x1b[3Hx", ["", "", "x"]), (b"\x1b[0;0Hx", ["x"]),
    (b"\x1b[2;99Hx", ["", " " * 19 + "x"]),
    (b"ab\x1b[s\r\n\x1b[uc", ["abc"]), (b"ab\r\nc\x1b[uxy", ["xy", "c"]),
    (b"ab\r\ncd\x1b[2Jx", ["x"]), (b"abcd\x1b[3D\x1b[Kx", ["ax"]), (b"abcd\x1b[4D\x1b[0K", []),
    (b"\x1b[?7ha", ["a"]), (b"a\x1ab", ["a"]), (b"", []),
    # An older PabloDraw's way to break a long line of the file.
    (b"abc\r\n\x1b[A\x1b[3Cd", ["abcd"]),
])
def test_a_picture_reads(picture: bytes, rows: list[str]) -> None:
    assert text(read(picture)) == rows


@pytest.mark.parametrize("picture, seen", [
    (b"x", [7]), (b"\x1b[1mx\x1b[22mx", [15, 7]), (b"\x1b[5mx\x1b[25mx", [0x87, 7]),
    (b"\x1b[31mx\x1b[1mx\x1b[0mx\x1b[mx", [4, 12, 7, 7]),
    (b"\x1b[0;1;5;33;44mx", [0x9E]), (b"\x1b[1m\x1b[34mx\x1b[30mx", [9, 8]),
    (b"\x1b[33;44mx\x1b[7mx\x1b[27mx", [0x16, 0x61, 0x16]), (b"\x1b[7mx\x1b[0mx", [0x70, 7]),
    (b"\x1b[;31mx", [4]),
    (b"".join(b"\x1b[3%dmx" % n for n in range(8)), [0, 4, 2, 6, 1, 5, 3, 7]),
    (b"".join(b"\x1b[4%dmx" % n for n in range(8)), [7, 0x47, 0x27, 0x67, 0x17, 0x57, 0x37, 0x77]),
])
def test_a_colour_reads(picture: bytes, seen: list[int]) -> None:
    assert colours(picture) == seen


def test_bright_backgrounds_become_dark_ones_and_do_not_blink() -> None:
    picture = b"\x1b[5;44mx"
    assert read(picture).colours[0] == 0x97
    assert load(sauce(picture, 20, 6, flags=1), 20, 6).colours[0] == 0x17
    assert colours(b"\x1b[?33h\x1b[5;44mx\x1b[?33lx") == [0x17, 0x97]


def test_a_tab_is_a_glyph_of_an_editor_and_a_tab_without_a_record() -> None:
    assert text(read(b"a\tb")) == ["a○b"]
    assert text(load(b"a\tb\t\tc", 80, 24)) == ["a       b               c"]


def test_full_rows_that_were_ended_as_well_are_counted_where_their_ends_are_blank() -> None:
    """Two rows to see and twenty-two of spaces: twice as many would fit as well."""
    rows = [b"one", b"two"] + [b""] * 22
    narrow, wide = (b"".join(row.ljust(width) + b"\r\n" for row in rows) for width in (40, 80))
    assert text(load(sauce(narrow, 40, 24), 40, 24)) == ["one", "two"]
    assert text(load(wide, 80, 24)) == ["one", "two"]


def test_a_full_row_that_was_ended_as_well_is_one_row_where_that_fits() -> None:
    rows = b"\r\n".join(letter * 20 for letter in (b"a", b"b", b"c", b"d"))
    assert text(read(rows, 20, 4)) == ["a" * 20, "b" * 20, "c" * 20, "d" * 20]
    assert len(text(load(rows, 80, 24))) == 4
    assert text(load(sauce(rows, 20, 4), 20, 24))[1] == "b" * 20


def test_a_smaller_picture_lies_in_the_upper_left_corner() -> None:
    canvas = load(sauce(b"abcdefgh", 4, 2), 10, 5)
    assert (canvas.columns, canvas.rows, text(canvas)) == (10, 5, ["abcd", "efgh"])


def test_blanks_beyond_the_room_are_nothing() -> None:
    picture = b"ab".ljust(132) + b"cd".ljust(132) + b" " * 132 * 30
    assert text(load(sauce(picture, 132, 32), 80, 24)) == ["ab", "cd"]


def test_a_picture_without_a_record_is_80_columns_wide() -> None:
    assert text(load(b"a" * 80 + b"b", 80, 24)) == ["a" * 80, "b"]
    assert text(load(sauce(b"a" * 80 + b"b", 0, 0), 80, 24)) == ["a" * 80, "b"]


@pytest.mark.parametrize("data, reason", [
    (sauce(b"a" * 81, 132, 24), "it is 81 columns wide, and there is room for 80"),
    (b"a" * 80 + b"\r\n" + b"\x1b[44m" + b" " * 80 + b"b\r\n" * 24,
     "it is 27 rows high, and there is room for 24"),
    (sauce(b"a", 65535, 24), "it is 65535 columns wide, and there is room for 255"),
    (b"\n" * 300 + b"a", "it is more than 255 rows high"),
    (b"\n" * 24 + b"a", "it is 25 rows high, and there is room for 24"),
    (b"\x1b[9999;1Ha", "it is more than 255 rows high"),
    (b"a\r\n\x1b[38;5;12mb", "unknown sequence ESC [38;5;12m in row 2"),
    (b"\x1b[48;2;1;2;3m", "unknown sequence ESC [48;2;1;2;3m in row 1"),
    (b"\x1b[1;255;0;0ta", "unknown sequence ESC [1;255;0;0t in row 1"),
    (b"\x1b[91ma", "unknown sequence ESC [91m in row 1"),
    (b"\x1b[4ma", "unknown sequence ESC [4m in row 1"),
    (b"\x1b[J", "unknown sequence ESC [J in row 1"),
    (b"\x1b[1K", "unknown sequence ESC [1K in row 1"),
    (b"\x1b[?25l", "unknown sequence ESC [?25l in row 1"),
    (b"\x1b[?1m", "unknown sequence ESC [?1m in row 1"),
    (b"\x1b[2s", "unknown sequence ESC [2s in row 1"),
    (b"\x1b[1 q", "unknown sequence ESC [1 q in row 1"),
    (b"\x1b[5n", "unknown sequence ESC [5n in row 1"),
    (b"\x1b]0;title\x07", "unknown sequence ESC ] in row 1"),
    (b"\x1b(0", "unknown sequence ESC (0 in row 1"),
    (b"\x1b\xff", "unknown sequence ESC in row 1"),
    (b"\x1b[" + b"1" * 9000 + b"m", "unknown sequence ESC [11111111111111111111 in row 1"),
    (b"ab\x1b", "it is cut short within a sequence"),
    (b"ab\x1b[1;3", "it is cut short within a sequence"),
    (sauce(b"ab\x1b[", 80, 24), "it is cut short within a sequence"),
    (sauce(b"ab", 80, 24)[:-20], "its SAUCE record is cut short"),
    (sauce(b"ab", 80, 24, (b"hello",))[:-140], "its SAUCE record is cut short"),
    (sauce(b"ab", 80, 24, kind=(6, 0)), "its SAUCE record says that it is no ANSI picture"),
    (sauce(b"ab", 80, 24, kind=(1, 3)), "its SAUCE record says that it is no ANSI picture"),
])
def test_a_bad_picture_is_refused_by_its_name(data: bytes, reason: str) -> None:
    with pytest.raises(BadArt) as refused:
        load(data, 80, 24, "poker/table.ans")
    assert str(refused.value) == f"poker/table.ans: {reason}"
    assert (refused.value.name, refused.value.reason) == ("poker/table.ans", reason)


def test_without_a_name_the_reason_stands_alone() -> None:
    with pytest.raises(BadArt, match="^it is cut short"):
        load(b"\x1b", 80, 24)
