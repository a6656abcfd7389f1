"""A sysop who moves a field moves its text: each field of each picture of the lobby."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from ansi.art import save
from ansi.canvas import Canvas
from ansi.gallery import Gallery
from door.screens import frame, lobby, welcome
from door.screens.frame import Sign
from door.screens.pictures import (BANK, BROKEN, CASHIER, GOODBYE, MENU, PAGE, PICTURES, TITLE,
                                   Picture)
from door.views import Caller, Statement, StatementLine

ADA = Caller(1, "Ada", False, "u", 3, None)
STATEMENT = Statement(985, (StatementLine(1_700_000_000, "sit", "Taken to the table", -200, 800),))
WIDTH = 30

PAINTERS: dict[Picture, tuple[Callable[[Sign], Canvas], dict[str, str]]] = {
    TITLE: (welcome.title, {"casino": "Brass Lantern"}),
    MENU: (lambda sign: lobby.casino_menu(sign, ADA, 1234, 3), {
        "handle": "Ada", "bankroll": "$1,234", "here": "3", "draw-room": "opens soon",
        "holdem": "opens soon"}),
    CASHIER: (lambda sign: lobby.withdraw_page(sign, 1234), {"bankroll": "$1,234"}),
    BANK: (lambda sign: lobby.bank_page(sign, "Ada", STATEMENT), {
        "handle": "Ada", "balance": "$985", "when": lobby.moment(1_700_000_000),
        "what": "Taken to the table", "amounts": "-$200", "balances": "$800"}),
    PAGE: (lambda sign: frame.page(sign, "RULES", ["=Betting"]), {
        "title": "RULES", "body": "Betting"}),
    BROKEN: (lambda sign: welcome.bank_broken(sign, 5, 9), {
        "story": "You sat down with $5"}),
    GOODBYE: (lambda sign: welcome.goodbye(sign, "Ada", 5), {
        "farewell": "Good night, Ada.", "bankroll": "$5 waits for you in the bank.",
        "lamp": "The lamp is lit at"}),
}


def redrawn(folder: Path, picture: Picture, columns: int) -> Sign:
    """A casino whose sysop has drawn one line, and put a field on each row below it."""
    canvas = Canvas(columns, 20)
    canvas.text(0, 0, "Drawn by the sysop")
    room = folder / picture.room
    room.mkdir()
    (room / f"{picture.name}-{columns}.ans").write_bytes(
        save(canvas, "Ours", "Zoe", "", date(2026, 1, 31)))
    (room / f"{picture.name}-{columns}.fields").write_text("".join(
        f"{name} {row} 7 {WIDTH}\n" for row, name in enumerate(picture.fields, 4)))
    return Sign("Brass Lantern", True, columns, Gallery(folder, never))


def never(bad: Exception) -> None:
    raise bad


def test_every_picture_of_the_lobby_is_here() -> None:
    assert set(PAINTERS) == {each for each in PICTURES if each.room == "lobby"}


@pytest.mark.parametrize("columns", [80, 40])
@pytest.mark.parametrize("picture", PAINTERS, ids=lambda each: str(each.name))
def test_a_moved_field_moves_its_text(picture: Picture, columns: int, tmp_path: Path) -> None:
    paint, texts = PAINTERS[picture]
    texts = {"name": "BRASS LANTERN", "practice": frame.PRACTICE} | texts
    canvas = paint(redrawn(tmp_path, picture, columns))
    assert canvas.row_text(0).strip() == "Drawn by the sysop"
    for row, name in enumerate(picture.fields, 3):
        assert canvas.row_text(row)[6:6 + WIDTH].strip() == texts[name], name
        assert not (canvas.row_text(row)[:6] + canvas.row_text(row)[6 + WIDTH:]).strip()


def test_pages_are_set_to_the_field_that_the_sysop_gave_them(tmp_path: Path) -> None:
    area = frame.area(redrawn(tmp_path, PAGE, 80))
    assert (area.width, area.height) == (WIDTH, 1)
