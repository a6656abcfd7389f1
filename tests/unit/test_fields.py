"""Where live fields are: the file beside a picture, what is refused of it, and writing in them."""

from __future__ import annotations

import pytest

from ansi.canvas import Canvas
from ansi.fields import COLOURS, Field, parse
from ansi.sauce import Unreadable

WANTED = ("pot", "stack", "said.1")
GOOD = """
# name  row column width colour
pot      7   9   5   white
stack    9  60  12   yellow/blue   # moved with its box
said.1  17   2  77
"""


def test_a_file_of_fields() -> None:
    assert parse(GOOD, Canvas(80, 24), WANTED) == {
        "pot": Field("pot", 6, 8, 5, 15), "stack": Field("stack", 8, 59, 12, 0x1E),
        "said.1": Field("said.1", 16, 1, 77, None)}


def test_line_ends_of_any_editor() -> None:
    assert len(parse(GOOD.replace("\n", "\r\n"), Canvas(), WANTED)) == 3


def test_every_colour_has_its_name() -> None:
    for number, name in enumerate(COLOURS):
        (field,) = parse(f"pot 1 1 1 {name}", Canvas(), ["pot"]).values()
        assert field.colour == number


@pytest.mark.parametrize("text, reason", [
    ("", "no field pot, said.1, stack"),
    ("pot 7 9 5\nsaid.1 1 1 1", "no field stack"),
    ("pott 7 9 5", "line 1: there is no field pott here, only pot, said.1, stack"),
    ("\x1b[2J 7 9 5", r"line 1: there is no field \x1b[2J here, only pot, said.1, stack"),
    ("pot 7 9 5\n\npot 8 9 5", "line 3: pot is there twice"),
    ("pot 7 9 5\nstack 7 13 5", "line 2: stack lies over pot"),
    ("pot 7 9 5\nstack 7 2 8", "line 2: stack lies over pot"),
    ("pot 7 9 5x3\nstack 9 9 5", "line 2: stack lies over pot"),
    ("pot 9 9 5\nstack 7 2 8x3", "line 2: stack lies over pot"),
    *((f"pot {numbers}", "line 1: pot is not within 80 columns and 24 rows")
      for numbers in ("0 9 5", "25 9 5", "7 0 5", "7 81 1", "7 77 5", "7 9 0", "7 999 999",
                      "23 9 5x3", "7 9 5x0")),
    *((line, "line 1: a line is name row column width (or width x height: 39x3), and a colour "
       "such as yellow or white/blue if you like")
      for line in ("pot", "pot 7 9", "pot 7 9 x", "pot 7 9 -5", "pot 7 9 5 red x", "pot 7 9 9999",
                   "pot 7 9 5x", "pot 7 9 5 red x3", "pot ² 9 5")),
])
def test_a_bad_file_is_refused(text: str, reason: str) -> None:
    with pytest.raises(Unreadable) as refused:
        parse(text, Canvas(80, 24), WANTED)
    assert str(refused.value) == reason


@pytest.mark.parametrize("colour", ["pink", "15", "white/yellow", "white/", "/blue", "\x1b[31m"])
def test_a_colour_that_is_none_is_refused(colour: str) -> None:
    if colour == "white/":
        assert parse("pot 1 1 1 white/", Canvas(), ["pot"])["pot"].colour == 15
        return
    with pytest.raises(Unreadable, match="is none of black, blue") as refused:
        parse(f"pot 1 1 1 {colour}", Canvas(), ["pot"])
    assert str(refused.value).isprintable()


def test_fields_side_by_side_do_not_lie_over_each_other() -> None:
    assert len(parse("pot 7 9 5\nstack 7 14 5\nsaid.1 8 9 5", Canvas(), WANTED)) == 3


def written(field: Field, text: str, colour: int | None = None) -> tuple[str, list[int]]:
    canvas = Canvas(8, 2)
    canvas.text(1, 0, "[......]", 3)
    canvas.tint(1, 2, 1, 4)
    field.write(canvas, text, colour)
    return canvas.row_text(1), list(canvas.colours[8:])


def test_a_field_is_written_in_its_colour_or_in_the_one_that_means_something() -> None:
    field = Field("pot", 1, 1, 4, 14)
    assert written(field, "$70") == ("[$70 ..]", [3, 14, 14, 14, 14, 3, 3, 3])
    assert written(field, "$70", 12) == ("[$70 ..]", [3, 12, 12, 12, 12, 3, 3, 3])
    assert written(field, "$70000") == ("[$700..]", [3, 14, 14, 14, 14, 3, 3, 3])


def test_without_a_colour_a_field_keeps_what_is_painted_there() -> None:
    field = Field("pot", 1, 1, 4)
    assert written(field, "$70") == ("[$70 ..]", [3, 3, 4, 3, 3, 3, 3, 3])
    assert written(field, "$70", 0)[1] == [3, 0, 0, 0, 0, 3, 3, 3]


def test_a_field_of_several_rows() -> None:
    (log,) = parse("log 2 3 4x2 white", Canvas(8, 3), ["log"]).values()
    canvas = Canvas(8, 3)
    log.lines(canvas, ["one", "two", "three"])
    assert [canvas.row_text(row) for row in range(3)] == ["        ", "  one   ", "  two   "]
    assert canvas.colours[18:22] == bytes([15]) * 4
