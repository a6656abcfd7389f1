"""door.screens.welcome: the graphics question, the title, breaking the bank, the goodbye."""

from __future__ import annotations

import pytest

from ansi.canvas import Canvas
from ansi.charset import charset
from door.screens import frame, welcome
from door.screens.frame import Sign

SIGN, PRACTICE = Sign("Brass Lantern Casino"), Sign("Brass Lantern Casino", True)


def text(canvas: Canvas) -> str:
    return "\n".join(canvas.row_text(row).rstrip() for row in range(canvas.rows))


def test_the_graphics_question_fits_40_columns_and_its_keys_are_charsets() -> None:
    assert welcome.GRAPHICS_PROMPT == "A)NSI U)TF-8 T)ext P)lain V)oice C)64?"
    assert len(welcome.GRAPHICS_PROMPT) <= 39
    assert [charset(name).name for name, _ in welcome.GRAPHICS.values()] == [
        "cp437", "utf-8", "ascii", "ascii", "ascii"]
    assert [painted for _, painted in welcome.GRAPHICS.values()] == [True] * 3 + [False] * 2
    assert {*welcome.BY_OPTION.values(), "v"} == set(welcome.GRAPHICS)


@pytest.mark.parametrize("key, size, found", [
    ("u", (80, 24), "Looks like UTF-8, 80x24. RETURN keeps it."),
    ("a", (132, 50), "Looks like ANSI, 132x50. RETURN keeps it."),
    ("t", (0, 0), "Looks like Text. RETURN keeps it."),
    ("p", (80, 0), "Looks like Plain. RETURN keeps it.")])
def test_what_was_found(key: str, size: tuple[int, int], found: str) -> None:
    assert welcome.found(key, *size) == found


@pytest.mark.parametrize("painted", [
    welcome.title(PRACTICE), welcome.goodbye(PRACTICE, "Ada", 5),
    welcome.bank_broken(PRACTICE, 20, 40)])
def test_practice_is_marked_on_every_screen(painted: Canvas) -> None:
    assert frame.PRACTICE in text(painted)


@pytest.mark.parametrize("painted", [
    welcome.title(SIGN), welcome.goodbye(SIGN, "x" * 20, 10 ** 9),
    welcome.bank_broken(SIGN, 500, 1000)])
def test_no_screen_uses_the_last_column_or_the_prompts_row(painted: Canvas) -> None:
    assert {painted.row_text(row)[79] for row in range(24)} == {" "}
    assert painted.row_text(23).strip() == ""
    assert frame.PRACTICE not in text(painted)


def test_the_title_says_where_one_is_and_how_to_get_in() -> None:
    shown = text(welcome.title(SIGN))
    for words in ("Brass Lantern Casino", "Type guest.", "No real money"):
        assert words in shown
    assert welcome.title_lines(PRACTICE)[1] == frame.PRACTICE


def test_breaking_the_bank_tells_what_was_made_of_it() -> None:
    assert "You sat down with $20 and rise with $40." in text(welcome.bank_broken(SIGN, 20, 40))
    assert welcome.bank_broken_lines(20, 40)[1] == "You sat down with $20 and rise with $40."


def test_goodbye() -> None:
    assert "Good night, Ada." in text(welcome.goodbye(SIGN, "Ada", 1234))
    assert welcome.goodbye_lines("Ada", 1234) == [
        "Good night, Ada. $1234 waits for you in the bank."]


@pytest.mark.parametrize("words", ["ANTE UP", "BANK", "BROKEN"])
def test_banners_fit(words: str) -> None:
    canvas = Canvas(200, 5)
    welcome.banner(canvas, 0, words)
    assert not any(canvas.row_text(row)[frame.WIDTH:].strip() for row in range(5))
