"""door.screens.card_faces: every card tells its rank and suit twice, by glyph and by colour."""

from __future__ import annotations

import pytest

from ansi.canvas import Canvas
from ansi.charset import ASCII, CP437, UTF8
from door.rules.cards import FRESH_DECK, Card, parse_card
from door.screens import card_faces as faces
from door.screens.palette import SUITS

GLYPHS, LETTERS = "♣♦♥♠", "cdhs"
PIPS = {"J": 2, "Q": 2, "K": 2, "A": 1}


def rows(canvas: Canvas) -> list[str]:
    return [canvas.row_text(row) for row in range(canvas.rows)]


@pytest.mark.parametrize("card", FRESH_DECK, ids=str)
def test_a_face_shows_its_rank_at_both_corners_and_its_suit_in_one_colour(card: Card) -> None:
    face, label = faces.FACES[card], faces.label(card)
    assert (face.columns, face.rows) == (faces.FACE_WIDTH, faces.FACE_HEIGHT)
    assert rows(face)[1][1:].startswith(label) and rows(face)[5][:-1].endswith(label)
    assert "".join(rows(face)).count(GLYPHS[card.suit]) == PIPS.get(label, card.rank + 2)
    assert not set("".join(rows(face))) & set(GLYPHS.replace(GLYPHS[card.suit], ""))
    assert set(face.colours) == {SUITS[card.suit]}


@pytest.mark.parametrize("card", FRESH_DECK, ids=str)
def test_a_small_card_too(card: Card) -> None:
    small, label = faces.SMALL[card], faces.label(card)
    assert (small.columns, small.rows) == (faces.SMALL_WIDTH, faces.SMALL_HEIGHT)
    assert rows(small)[1][1:].startswith(label) and rows(small)[2][:-1].endswith(label)
    assert "".join(rows(small)).count(GLYPHS[card.suit]) == 2


def test_no_two_cards_look_alike() -> None:
    for charset in (CP437, UTF8, ASCII):
        for kind in (faces.FACES, faces.SMALL):
            assert len({charset.encode(bytes(face.glyphs)) for face in kind.values()}) == 52


def test_suits_have_the_colours_of_the_house() -> None:
    """Hearts red, diamonds yellow, clubs green, spades white."""
    assert [faces.FACES[parse_card("K" + suit)].colours[0] for suit in "hdcs"] == [12, 14, 10, 15]


def test_every_card_is_framed() -> None:
    for face in (*faces.FACES.values(), *faces.SMALL.values(), faces.SMALL_BACK, faces.SPACE):
        top, *inside, bottom = rows(face)
        assert (top[0], top[-1], bottom[0], bottom[-1]) == ("┌", "┐", "└", "┘")
        assert all(row[0] == row[-1] == "│" for row in inside)


def test_a_back_tells_nothing_and_a_space_less() -> None:
    assert set("".join(rows(faces.SMALL_BACK))) == set("┌─┐│▒└┘")
    assert set("".join(rows(faces.SMALL_SPACE))) == set("┌─┐│ └┘")


@pytest.mark.parametrize("text, written", [("As", "As"), ("Td", "10d"), ("2c", "2c"), ("Kh", "Kh")])
def test_cards_in_plain_text(text: str, written: str) -> None:
    assert faces.written(parse_card(text)) == written
