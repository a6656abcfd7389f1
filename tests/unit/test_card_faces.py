"""door.screens.card_faces: in all sizes a card tells its rank and suit, by glyph and by colour."""

from __future__ import annotations

from itertools import product

import pytest

from ansi.canvas import Canvas
from ansi.charset import ASCII, CP437, PETSCII, UTF8
from door.rules.cards import FRESH_DECK, Card, parse_card
from door.screens import card_faces as faces
from door.screens.palette import SUITS

GLYPHS = "♣♦♥♠"
PIPS = {"J": 2, "Q": 2, "K": 2, "A": 1}
NAMES = dict(zip(("large", "middle", "small", "cell"), faces.SIZES))
SIZES = pytest.mark.parametrize("size", NAMES.values(), ids=NAMES)
LIFTING = pytest.mark.parametrize("size", faces.SIZES[:2], ids=list(NAMES)[:2])


def rows(canvas: Canvas) -> list[str]:
    return [canvas.row_text(row) for row in range(canvas.rows)]


def seen(canvas: Canvas, colour: int) -> str:
    """The glyphs of that colour, blanks left out."""
    return "".join(glyph for row in range(canvas.rows) for column, glyph in
                   enumerate(canvas.row_text(row))
                   if canvas.colours[row * canvas.columns + column] == colour and glyph != " ")


@SIZES
@pytest.mark.parametrize("card", FRESH_DECK, ids=str)
def test_what_tells_a_card_has_its_suits_colour(card: Card, size: faces.Faces) -> None:
    face = size.lying[card]
    assert (face.columns, face.rows) == (size.step, size.rows)
    told = seen(face, SUITS[card.suit])
    assert faces.label(card) in told and GLYPHS[card.suit] in told
    assert not set(told) & set(GLYPHS.replace(GLYPHS[card.suit], ""))
    assert set(seen(face, faces.FRAME)) <= set("┌─┐│└┘[]")


@pytest.mark.parametrize("card", FRESH_DECK, ids=str)
def test_a_large_card_has_its_rank_in_both_corners_and_its_pips(card: Card) -> None:
    shown, label = rows(faces.SIZES[0].lying[card]), faces.label(card)
    assert shown[2][1:].startswith(label) and shown[6][:8].endswith(label)
    assert "".join(shown).count(GLYPHS[card.suit]) == PIPS.get(label, card.rank + 2)


@SIZES
def test_no_two_cards_look_alike(size: faces.Faces) -> None:
    for charset in (CP437, UTF8, ASCII, PETSCII):
        assert len({charset.encode(bytes(face.glyphs)) for face in size.lying.values()}) == 52


def test_suits_have_the_colours_of_the_house() -> None:
    """Hearts red, diamonds yellow, clubs green, spades white."""
    assert [SUITS[parse_card("K" + suit).suit] for suit in "hdcs"] == [12, 14, 10, 15]


@pytest.mark.parametrize("size", faces.SIZES[:3], ids=list(NAMES)[:3])
def test_glyphs_of_two_cards_are_far_enough_apart_to_jump(size: faces.Faces) -> None:
    """Else the frames between them would be sent again, in their own colour."""
    places = Canvas.abreast([size.space] * 2)
    between = set(range(size.step - 2, size.step + 1))
    for pair in (*product(size.lying.values(), repeat=2), (size.back, size.back)):
        for _, start, end in Canvas.abreast(pair).changes(places):
            assert not between & set(range(start, end)), rows(Canvas.abreast(pair))


@LIFTING
def test_a_lifted_card_stands_a_row_higher_and_tells_the_same(size: faces.Faces) -> None:
    for card in FRESH_DECK:
        lying, lifted = rows(size.lying[card]), rows(size.lifted[card])
        assert lying[0].strip() == "" and lifted[0].strip() == lying[1].strip()
        assert lifted[1:] == lying[1:]


@LIFTING
def test_every_card_is_framed(size: faces.Faces) -> None:
    for face in (*size.lying.values(), size.back, size.space):
        _, top, *inside, bottom = [row[:-1] for row in rows(face)]
        assert (top[0], top[-1], bottom[0], bottom[-1]) == ("┌", "┐", "└", "┘")
        assert all(row[0] == row[-1] == "│" for row in inside)


@SIZES
def test_a_back_tells_nothing_and_a_space_less(size: faces.Faces) -> None:
    assert set("".join(rows(size.back))) <= set("┌─┐│▒└┘[] ")
    assert set("".join(rows(size.space))) <= set("┌─┐│└┘[] ")
    assert rows(size.back) != rows(size.space)


@pytest.mark.parametrize("width, height, size", [
    (50, 8, "large"), (78, 12, "large"), (49, 8, "middle"), (50, 7, "middle"), (40, 6, "middle"),
    (40, 5, "small"), (40, 4, "small"), (40, 3, "cell"), (25, 1, "cell"), (3, 1, "cell")])
def test_the_largest_that_has_room_is_taken(width: int, height: int, size: str) -> None:
    assert faces.fitting(width, height) is NAMES[size]


@pytest.mark.parametrize("text, written", [("As", "As"), ("Td", "10d"), ("2c", "2c"), ("Kh", "Kh")])
def test_cards_in_plain_text(text: str, written: str) -> None:
    assert faces.written(parse_card(text)) == written
