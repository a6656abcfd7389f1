"""Painting on a canvas, and what differs between two."""

import pytest

from ansi.canvas import Canvas


def rows(canvas):
    return [canvas.row_text(row) for row in range(canvas.rows)]


def painted(*lines, colour=7):
    canvas = Canvas(len(lines[0]), len(lines))
    for row, line in enumerate(lines):
        canvas.text(row, 0, line, colour)
    return canvas


def test_a_canvas_begins_blank_and_grey():
    canvas = Canvas(4, 2)
    assert rows(canvas) == ["    ", "    "]
    assert canvas.colours == b"\x07" * 8
    assert (Canvas().columns, Canvas().rows, Canvas(1, 1, 0x1F).colours) == (80, 24, b"\x1f")


def test_text_lands_where_it_is_put_in_its_colour():
    canvas = Canvas(8, 2)
    canvas.text(1, 2, "K♥ é", 12)
    assert rows(canvas) == [" " * 8, "  K♥ é  "]
    assert canvas.glyphs[8:] == b"  K\x03 \x82  "
    assert canvas.colours[8:] == bytes((7, 7, 12, 12, 12, 12, 7, 7))


def test_text_without_a_code_is_a_question_mark_and_keeps_its_width():
    canvas = Canvas(6, 1)
    canvas.text(0, 0, "aあ\x1b\nb")
    assert rows(canvas) == ["a???b "]


@pytest.mark.parametrize("row, column, seen", [
    (0, -2, "cde "), (0, -1, "bcde"), (0, 2, "  ab"), (0, -5, "    "), (0, -99, "    "),
    (0, 4, "    "), (0, 99, "    "), (-1, 0, "    "), (1, 0, "    "),
])
def test_text_is_clipped_on_all_sides(row, column, seen):
    canvas = Canvas(4, 1)
    canvas.text(row, column, "abcde", 12)
    assert rows(canvas) == [seen]
    assert canvas.colours == bytes(7 if glyph == " " else 12 for glyph in seen)
    assert len(canvas.glyphs) == 4


def test_fill_is_clipped_on_all_sides():
    canvas = Canvas(5, 4)
    canvas.fill(1, 1, 2, 2, "▒", 0x1E)
    canvas.fill(-1, 4, 3, 9, "x")
    canvas.fill(3, -3, 9, 4, "y")
    assert rows(canvas) == ["    x", " ▒▒ x", " ▒▒  ", "y    "]
    assert canvas.colours[5:10] == bytes((7, 0x1E, 0x1E, 7, 7))


def test_fill_blanks_by_default():
    canvas = painted("abc", "def")
    canvas.fill(0, 1, 2, 1)
    assert rows(canvas) == ["a c", "d f"]


def test_a_box_is_a_frame_and_leaves_its_inside():
    canvas = painted("abcde", "fghij", "klmno", "pqrst")
    canvas.box(0, 1, 4, 3, 15)
    assert rows(canvas) == ["a┌─┐e", "f│h│j", "k│m│o", "p└─┘t"]
    assert canvas.colours[5:10] == bytes((7, 15, 7, 15, 7))


def test_a_box_over_the_edge_shows_the_part_that_is_inside():
    canvas = Canvas(4, 3)
    canvas.box(-1, -1, 3, 3)
    canvas.box(1, 2, 9, 9)
    assert rows(canvas) == [" │  ", "─┘┌─", "  │ "]


@pytest.mark.parametrize("height, width", [(1, 5), (5, 1), (0, 0), (-3, -3)])
def test_a_box_too_small_for_a_frame_is_not_drawn(height, width):
    canvas = Canvas(6, 6)
    canvas.box(0, 0, height, width)
    assert canvas.glyphs == Canvas(6, 6).glyphs


def test_a_line():
    canvas = Canvas(5, 1)
    canvas.horizontal(0, 1, 9, 8)
    assert rows(canvas) == [" ────"]
    assert canvas.colours == bytes((7, 8, 8, 8, 8))


@pytest.mark.parametrize("row, column, seen", [
    (0, 0, ["ab..", "cd..", "...."]), (1, 3, ["....", "...a", "...c"]),
    (-1, -1, ["d...", "....", "...."]), (2, 1, ["....", "....", ".ab."]),
    (5, 5, ["....", "....", "...."]), (-9, -9, ["....", "....", "...."]),
])
def test_paste_is_clipped_on_all_sides(row, column, seen):
    canvas = painted("....", "....", "....")
    canvas.paste(row, column, painted("ab", "cd", colour=12))
    assert rows(canvas) == seen
    assert canvas.colours == bytes(7 if glyph == "." else 12 for glyph in "".join(seen))


def test_tint_colours_and_leaves_the_glyphs():
    canvas = painted("abcd")
    canvas.tint(0, -1, 2, 12)
    canvas.tint(0, 3, 99, 14)
    canvas.tint(1, 0, 4, 1)
    assert rows(canvas) == ["abcd"]
    assert canvas.colours == bytes((12, 7, 7, 14))


def test_a_copy_is_independent():
    canvas = painted("abc")
    other = canvas.copy()
    other.text(0, 0, "x", 1)
    assert rows(canvas) == ["abc"] and canvas.colours == b"\x07\x07\x07"
    assert (other.columns, other.rows, rows(other)) == (3, 1, ["xbc"])


def test_changes_of_equal_canvases_are_none():
    assert painted("abc").changes(painted("abc")) == []


def test_changes_are_runs_from_the_top_left_to_right():
    before = painted("." * 20, "." * 20, "." * 20)
    after = before.copy()
    after.text(2, 19, "x")
    after.text(0, 0, "ab")
    after.text(0, 12, "cd")
    assert after.changes(before) == [(0, 0, 2), (0, 12, 14), (2, 19, 20)]


@pytest.mark.parametrize("gap, runs", [(4, [(0, 1, 7)]), (5, [(0, 1, 2), (0, 7, 8)])])
def test_runs_are_joined_over_gaps_of_four(gap, runs):
    before = painted("." * 12)
    after = before.copy()
    after.text(0, 1, "a")
    after.text(0, 2 + gap, "b")
    assert after.changes(before) == runs


def test_runs_never_join_over_the_end_of_a_row():
    before = painted("...", "...")
    assert painted("..a", "b..").changes(before) == [(0, 2, 3), (1, 0, 1)]


def test_a_colour_alone_is_a_change_where_it_can_be_seen():
    before = painted("ab  ")
    after = before.copy()
    after.tint(0, 0, 1, 12)
    after.tint(0, 2, 1, 15)
    after.tint(0, 3, 1, 0x17)
    assert after.changes(before) == [(0, 0, 4)]
    after.tint(0, 3, 1, 0x87)
    assert after.changes(before) == [(0, 0, 1)]


def test_a_glyph_and_colour_that_differ_by_the_same_bits_still_differ():
    before = painted("a", colour=7)
    after = painted("b", colour=4)
    assert after.changes(before) == [(0, 0, 1)]


def test_canvases_of_two_sizes_have_no_difference():
    with pytest.raises(ValueError):
        Canvas(80, 24).changes(Canvas(80, 25))
