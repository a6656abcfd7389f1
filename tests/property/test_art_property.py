"""Any canvas survives a file, whoever saved it; any bytes are a picture, or are refused."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from hypothesis import given, settings
from hypothesis import strategies as st

from ansi.art import BadArt, load, save
from ansi.canvas import Canvas
from ansi.fields import parse
from ansi.sauce import Unreadable
from tests.editors import EDITORS, sauce

GLYPHS = bytes(code for code in range(256) if code not in (0x0A, 0x0D, 0x1A, 0x1B))
PIECES = [b"\r\n", b"\n", b"\r", b"\t", b"\x1a", b"\x1b", b"\x1b[", b"abc", b"x" * 90, b"\x1b[0m",
          b"\x1b[1;5;31;44m", b"\x1b[7m", b"\x1b[99C", b"\x1b[A", b"\x1b[9;9H", b"\x1b[2J",
          b"\x1b[K", b"\x1b[s", b"\x1b[u", b"\x1b[?33h", b"SAUCE00", b"COMNT", b"\xdb" * 40]


@st.composite
def canvases(draw: st.DrawFn, glyphs: bytes = GLYPHS) -> Canvas:
    """Runs of one colour, of noise and of blanks, with rows that are full and rows that are not."""
    canvas = Canvas(draw(st.integers(1, 50)), draw(st.integers(1, 14)))
    for _ in range(draw(st.integers(0, 12))):
        at = draw(st.integers(0, len(canvas.glyphs) - 1))
        run = draw(st.lists(st.sampled_from(glyphs), max_size=60))[:len(canvas.glyphs) - at]
        canvas.glyphs[at:at + len(run)] = run
        canvas.colours[at:at + len(run)] = bytes((draw(st.integers(0, 255)),)) * len(run)
    return canvas


@settings(max_examples=150, deadline=None)
@given(canvases(), st.text(max_size=40))
def test_a_saved_canvas_is_read_back_to_the_byte(canvas: Canvas, title: str) -> None:
    data = save(canvas, title, title, title, date(2026, 1, 31))
    back = load(data, canvas.columns, canvas.rows)
    assert (back.glyphs, back.colours) == (canvas.glyphs, canvas.colours)
    assert save(back, title, title, title, date(2026, 1, 31)) == data


# 09 is a tab to DOS, and blank glyphs other than the space are not to be told from it.
@settings(max_examples=150, deadline=None)
@given(canvases(bytes(code for code in GLYPHS if code not in (0x00, 0x09, 0xFF))),
       st.sampled_from(EDITORS[:2]))
def test_an_editors_file_looks_as_it_was_drawn(canvas: Canvas,
                                               editor: Callable[[Canvas], bytes]) -> None:
    assert load(editor(canvas), canvas.columns, canvas.rows).changes(canvas) == []


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(PIECES) | st.binary(max_size=12), max_size=20).map(b"".join),
       st.booleans(), st.integers(0, 65535), st.integers(0, 65535))
def test_any_bytes_are_a_picture_or_are_refused(data: bytes, recorded: bool, columns: int,
                                                rows: int) -> None:
    data = sauce(data, columns % 300, rows, flags=rows & 1) if recorded else data
    try:
        canvas = load(data, 80, 24, "any.ans")
    except BadArt as bad:
        assert bad.name == "any.ans" and str(bad).isprintable()
    else:
        assert (canvas.columns, canvas.rows, len(canvas.glyphs)) == (80, 24, 80 * 24)


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=80) | st.lists(st.sampled_from(
    "pot stack 1 2 80 999 white white/blue # \n".split(" ")), max_size=20).map(" ".join))
def test_any_text_is_fields_or_is_refused(text: str) -> None:
    try:
        parse(text, Canvas(), ("pot", "stack"))
    except Unreadable as unreadable:
        assert str(unreadable).isprintable()
