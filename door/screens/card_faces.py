"""Cards as they are drawn: seven rows for the caller's, four for the House's, a back, an outline.

Each is painted once and pasted after that. A card has one colour, its suit's, and always a suit
as well, so that colour alone never tells.
"""

from __future__ import annotations

from ansi.canvas import Canvas
from door.rules.cards import FRESH_DECK, RANKS, Card
from door.screens.palette import BLUE, DIM, SUITS

SUIT_GLYPHS = "♣♦♥♠"
FACE_WIDTH, FACE_HEIGHT = 9, 7
SMALL_WIDTH, SMALL_HEIGHT = 7, 4

# Where the pips of a number card stand: rows 0-4, columns 2-4 of the inside.
_PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    2: ((0, 3), (4, 3)),
    3: ((0, 3), (2, 3), (4, 3)),
    4: ((0, 2), (0, 4), (4, 2), (4, 4)),
    5: ((0, 2), (0, 4), (2, 3), (4, 2), (4, 4)),
    6: ((0, 2), (0, 4), (2, 2), (2, 4), (4, 2), (4, 4)),
    7: ((0, 2), (0, 4), (1, 3), (2, 2), (2, 4), (4, 2), (4, 4)),
    8: ((0, 2), (0, 4), (1, 3), (2, 2), (2, 4), (3, 3), (4, 2), (4, 4)),
    9: ((0, 2), (0, 4), (1, 2), (1, 4), (2, 3), (3, 2), (3, 4), (4, 2), (4, 4)),
    10: ((0, 2), (0, 4), (1, 2), (1, 4), (2, 2), (2, 4), (3, 2), (3, 4), (4, 2), (4, 4)),
}
_COURT = {  # "*" is the suit
    "J": ("  *    ", "  ▄▄▄  ", " ▐▒█▒▌ ", "  ▀█▀  ", "    *  "),
    "Q": ("  *    ", " ▄ ▄ ▄ ", " ▀█▄█▀ ", " ▐███▌ ", "    *  "),
    "K": ("  *    ", " █ █ █ ", " █▄█▄█ ", " ▀▀▀▀▀ ", "    *  "),
    "A": ("       ", "  ░▒░  ", "  ▒*▒  ", "  ░▒░  ", "       "),
}


def label(card: Card) -> str:
    """The rank as it stands on a card: "10" for a ten."""
    return "10" if RANKS[card.rank] == "T" else RANKS[card.rank]


def _face(card: Card) -> Canvas:
    suit, colour, rank = SUIT_GLYPHS[card.suit], SUITS[card.suit], label(card)
    canvas = Canvas(FACE_WIDTH, FACE_HEIGHT, colour)
    canvas.box(0, 0, FACE_HEIGHT, FACE_WIDTH, colour)
    for row, text in enumerate(_COURT.get(rank, ())):
        canvas.text(1 + row, 1, text.replace("*", suit), colour)
    for row, column in _PIPS.get(card.rank + 2, ()):
        canvas.text(1 + row, 1 + column, suit, colour)
    canvas.text(1, 1, rank, colour)
    canvas.text(5, 8 - len(rank), rank, colour)
    return canvas


def _small(card: Card) -> Canvas:
    suit, colour, rank = SUIT_GLYPHS[card.suit], SUITS[card.suit], label(card)
    canvas = Canvas(SMALL_WIDTH, SMALL_HEIGHT, colour)
    canvas.box(0, 0, SMALL_HEIGHT, SMALL_WIDTH, colour)
    canvas.text(1, 1, rank, colour)
    canvas.text(1, 5, suit, colour)
    canvas.text(2, 1, suit, colour)
    canvas.text(2, 6 - len(rank), rank, colour)
    return canvas


def _blank(width: int, height: int, filling: str, colour: int) -> Canvas:
    canvas = Canvas(width, height, colour)
    canvas.box(0, 0, height, width, colour)
    canvas.fill(1, 1, height - 2, width - 2, filling, colour)
    return canvas


def _placed(face: Canvas, row: int, rows: int) -> Canvas:
    """A face with the blank column that parts it from the next, at `row` of so many rows.

    Blanks have the card's colour: fewer changes of colour cost less on the way to the terminal.
    """
    canvas = Canvas(face.columns + 1, rows, face.colours[0])
    canvas.paste(row, 0, face)
    return canvas


FACES = {card: _face(card) for card in FRESH_DECK}
LIFTED, LYING = ({card: _placed(face, row, FACE_HEIGHT + 1) for card, face in FACES.items()}
                 for row in (0, 1))
SMALL = {card: _small(card) for card in FRESH_DECK}
SMALL_BACK = _blank(SMALL_WIDTH, SMALL_HEIGHT, "▒", BLUE)
SHOWN = {card: _placed(small, 0, SMALL_HEIGHT) for card, small in SMALL.items()}
BACKS = Canvas.abreast([_placed(SMALL_BACK, 0, SMALL_HEIGHT)] * 5)
SMALL_SPACE = _blank(SMALL_WIDTH, SMALL_HEIGHT, " ", DIM)
SPACE = _blank(FACE_WIDTH, FACE_HEIGHT, " ", DIM)


WRITTEN = tuple(label(card) + "cdhs"[card.suit] for card in FRESH_DECK)


def written(card: Card) -> str:
    """The card in plain text: "Kh", "10s"."""
    return WRITTEN[card]
