"""Cards as they are drawn, in four sizes: the largest that a field has room for is taken.

Each is painted once and pasted after that. What tells a card has one colour, its suit's, and always
a suit as well, so that colour alone never tells. All frames have one colour, that of the places on
our pictures: then a deal sends only what lies inside. Glyphs of two cards side by side are five
columns or more apart, which is where a terminal is told to jump (ansi.canvas).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from ansi.canvas import Canvas
from door.rules.cards import FRESH_DECK, RANKS, Card
from door.screens.palette import BLUE, BROWN, SUITS, YELLOW

SUIT_GLYPHS = "♣♦♥♠"
FRAME = BROWN
LARGE, MIDDLE, SMALL = (9, 7), (7, 5), (7, 4)   # columns and rows
CELL_WIDTH = 5

# The pips of a number card: its first, third and fifth row, columns 2-4 of the inside ("*" is the
# suit). The rows between stay empty, which is cheap on the way to the terminal.
_PIPS = {
    "2": (" * ", "   ", " * "), "3": (" * ", " * ", " * "), "4": ("* *", "   ", "* *"),
    "5": ("* *", " * ", "* *"), "6": ("* *", "* *", "* *"), "7": ("* *", "***", "* *"),
    "8": ("***", "* *", "***"), "9": ("***", "***", "***"), "10": ("***", "****", "***"),
}
_COURT = {
    "J": (" *", "", " ▐▒█▒▌ ", "  ▀█▀  ", "     * "),
    "Q": (" *", "", " ▀█▄█▀ ", " ▐███▌ ", "     * "),
    "K": (" *", "", " █▄█▄█ ", " ▀▀▀▀▀ ", "     * "),
    "A": ("", "", " ░▒*▒░ ", "", "       "),
}


class Faces(NamedTuple):
    """All cards in one size, each on as much canvas as parts it from the next.

    `step` columns and `rows`; where there is a row to spare above the cards, a lifted one stands
    higher. `back` and `space`, a place without a card, are lying.
    """

    step: int
    rows: int
    lying: dict[Card, Canvas]
    lifted: dict[Card, Canvas]
    back: Canvas
    space: Canvas


def label(card: Card) -> str:
    """The rank as it stands on a card: "10" for a ten."""
    return "10" if RANKS[card.rank] == "T" else RANKS[card.rank]


def _framed(size: tuple[int, int], inside: list[str], colour: int, above: int = 0) -> Canvas:
    """With the blank column that parts it from the next, below so many blank rows."""
    columns, rows = size
    canvas = Canvas(columns + 1, above + rows, FRAME)
    canvas.box(above, 0, rows, columns, FRAME)
    for row, text in enumerate(inside, above + 1):
        canvas.text(row, 1, text, colour)
    return canvas


def _large(card: Card) -> list[str]:
    rank = label(card)
    rows = list(_COURT.get(rank) or _spread(_PIPS[rank]))
    rows[0] = rank + rows[0][len(rank):]
    rows[4] = rows[4][:-len(rank)] + rank
    return [row.replace("*", SUIT_GLYPHS[card.suit]) for row in rows]


def _spread(pips: tuple[str, ...]) -> list[str]:
    top, middle, bottom = (f"  {row:5}" for row in pips)
    return [top, "", middle, "", bottom]


def _middle(card: Card) -> list[str]:
    suit, rank = SUIT_GLYPHS[card.suit], label(card)
    return [f"{rank:2}{suit}", f"  {suit}", f"  {suit}{rank:>2}"]


def _small(card: Card) -> list[str]:
    suit, rank = SUIT_GLYPHS[card.suit], label(card)
    return [f" {rank:2}{suit}", f" {suit}{rank:>2}"]


def _cell(text: str, colour: int) -> Canvas:
    canvas = Canvas(CELL_WIDTH, 1, colour)
    canvas.text(0, 0, f"[{' ' * (CELL_WIDTH - 2)}]", FRAME)
    canvas.text(0, 1, text, colour)
    return canvas


def _liftable(size: tuple[int, int], face: Callable[[Card], list[str]], back: list[str]) -> Faces:
    lying = {card: _framed(size, face(card), SUITS[card.suit], 1) for card in FRESH_DECK}
    return Faces(size[0] + 1, size[1] + 1, lying,
                 {card: _lifted(canvas) for card, canvas in lying.items()},
                 _framed(size, back, BLUE, 1), _framed(size, [], FRAME, 1))


def _lifted(lying: Canvas) -> Canvas:
    """Its edge stands a row higher, and all else stays where it is: that is cheap, both ways."""
    canvas = lying.copy()
    canvas.text(0, 0, lying.row_text(1), YELLOW)
    return canvas


def _flat(faces: dict[Card, Canvas], back: Canvas, space: Canvas) -> Faces:
    return Faces(back.columns, back.rows, faces, faces, back, space)


SIZES = (  # the largest first
    _liftable(LARGE, _large, [" ▒▒▒▒▒"] * 5),
    _liftable(MIDDLE, _middle, [" ▒▒▒"] * 3),
    _flat({card: _framed(SMALL, _small(card), SUITS[card.suit]) for card in FRESH_DECK},
          _framed(SMALL, [" ▒▒▒"] * 2, BLUE), _framed(SMALL, [], FRAME)),
    _flat({card: _cell(label(card) + SUIT_GLYPHS[card.suit], SUITS[card.suit])
           for card in FRESH_DECK}, _cell("▒▒▒", BLUE), _cell("", FRAME)),
)


@lru_cache(maxsize=64)
def fitting(width: int, height: int) -> Faces:
    """The largest of which five have room in a field of that size, else the smallest."""
    return next((faces for faces in SIZES if 5 * faces.step <= width and faces.rows <= height),
                SIZES[-1])


WRITTEN = tuple(label(card) + "cdhs"[card.suit] for card in FRESH_DECK)


def written(card: Card) -> str:
    """The card in plain text: "Kh", "10s"."""
    return WRITTEN[card]
