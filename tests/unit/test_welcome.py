"""door.screens.welcome: the graphics question, the title, breaking the bank, the goodbye."""

from __future__ import annotations

import re

import pytest

from ansi.canvas import Canvas
from ansi.charset import charset
from ansi.fields import Field
from door.screens import frame, welcome
from door.screens.frame import Sign
from door.screens.pictures import GOODBYE

SIGN, PRACTICE = Sign("Brass Lantern Casino"), Sign("Brass Lantern Casino", True)


def text(canvas: Canvas) -> str:
    return "\n".join(canvas.row_text(row).rstrip() for row in range(canvas.rows))


def test_the_graphics_question_fits_40_columns_and_its_keys_are_charsets() -> None:
    assert welcome.GRAPHICS_PROMPT == "A)NSI U)TF-8 T)ext P)lain V)oice C)64?"
    assert len(welcome.GRAPHICS_PROMPT) <= 39
    assert [charset(name).name for name, _ in welcome.GRAPHICS.values()] == [
        "cp437", "utf-8", "ascii", "ascii", "ascii", "petscii"]
    assert [painted for _, painted in welcome.GRAPHICS.values()] == [
        True, True, True, False, False, True]
    assert {*welcome.BY_OPTION.values(), "v"} == set(welcome.GRAPHICS)


@pytest.mark.parametrize("key, size, found", [
    ("u", (80, 24), "Looks like UTF-8, 80x24. RETURN keeps it."),
    ("a", (132, 50), "Looks like ANSI, 132x50. RETURN keeps it."),
    ("t", (0, 0), "Looks like Text. RETURN keeps it."),
    ("p", (80, 0), "Looks like Plain. RETURN keeps it.")])
def test_what_was_found(key: str, size: tuple[int, int], found: str) -> None:
    assert welcome.found(key, *size) == found


def screens(sign: Sign) -> list[Canvas]:
    """At their fullest."""
    return [welcome.title(sign), welcome.goodbye(sign, "x" * 20, 10 ** 9),
            welcome.bank_broken(sign, 500, 1000)]


@pytest.mark.parametrize("columns", [80, 40])
def test_practice_is_marked_on_every_screen(columns: int) -> None:
    for practice, real in zip(screens(PRACTICE.fit(columns)), screens(SIGN.fit(columns))):
        assert frame.PRACTICE in text(practice) and frame.PRACTICE not in text(real)


@pytest.mark.parametrize("columns", [80, 40])
def test_no_screen_uses_the_last_column_or_the_prompts_row(columns: int) -> None:
    for painted in screens(PRACTICE.fit(columns)):
        assert {painted.row_text(row)[-1] for row in range(painted.rows)} == {" "}
        assert painted.row_text(painted.rows - 1).strip() == ""


@pytest.mark.parametrize("columns", [80, 40])
def test_the_title_says_where_one_is_and_how_to_get_in(columns: int) -> None:
    shown = text(welcome.title(SIGN.fit(columns)))
    for words in ("Brass Lantern Casino", "Type guest.", "No real money"):
        assert words in shown
    assert welcome.title_lines(PRACTICE)[1] == frame.PRACTICE


def said(canvas: Canvas) -> str:
    """The letters of a screen, whatever is drawn between its lines."""
    return " ".join(re.sub(r"[^!-~]", " ", text(canvas)).split())


def test_breaking_the_bank_tells_what_was_made_of_it() -> None:
    assert "You sat down with $20 and rise with $40." in said(welcome.bank_broken(SIGN, 20, 40))
    assert "You sat down with $20 and rise with $40." in said(
        welcome.bank_broken(SIGN.fit(40), 20, 40))
    assert welcome.bank_broken_lines(20, 40)[1] == "You sat down with $20 and rise with $40."


def test_goodbye() -> None:
    assert "Good night, Ada." in text(welcome.goodbye(SIGN, "Ada", 1234))
    assert welcome.goodbye_lines("Ada", 1234) == [
        "Good night, Ada. $1234 waits for you in the bank."]


@pytest.mark.parametrize("columns", [80, 40])
def test_the_longest_names_and_sums_are_whole_at_the_goodbye(columns: int) -> None:
    sign = Sign("The Casino with Long Names", columns=columns)
    fields = GOODBYE.hung(sign).fields
    canvas = welcome.goodbye(sign, "x" * 20, 10 ** 9)
    assert [written(canvas, fields[name]) for name in ("farewell", "bankroll", "lamp")] == [
        f"Good night, {'x' * 20}.", "$1,000,000,000 waits for you in the bank.",
        "The lamp is lit at the The Casino with Long Names."]


def written(canvas: Canvas, field: Field) -> str:
    """What stands in a field, its lines run together."""
    rows = range(field.row, field.row + field.height)
    return " ".join(" ".join(canvas.row_text(row)[field.column:field.column + field.width]
                             for row in rows).split())
