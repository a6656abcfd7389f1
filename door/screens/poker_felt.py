"""The Poker Table as it is painted: paint(felt) -> Canvas, 80 columns by 24 rows.

Rows: 0 bar, 2-5 the House, 6 the pot, 7-14 the caller's cards (a lifted card stands a row higher),
15 their numbers, 17-19 what happened, 21 keys and seal, 22 notice, 23 prompt.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from textwrap import wrap

from ansi.canvas import Canvas
from door.rules.house_draw import CALLER, GAME, HOUSE
from door.rules.ranks import spoken
from door.rules.table import View
from door.screens import card_faces as faces
from door.screens import frame
from door.screens.palette import CYAN, DIM, GREEN, GREY, TEAL, WHITE, YELLOW

_HOUSE_CARDS, _PATTER, _YOU = 23, 64, 54
_CARD_STEP, _CARD_ROW, _NUMBER_ROW, _LOG_ROW, _KEY_ROW = 10, 7, 15, 17, 21
SEAL_SHOWN = 32  # hex digits on the table (RULEBOOK 5.1: at least 32 of 64)


@dataclass(slots=True)
class Felt:
    """All that the painted table shows beside the view.

    `lifted` are the places (from 0) that the caller has typed for the discard; `numbered` shows
    the digits under the cards; `log` is what happened in this round, the newest last; `doing`
    what the House did last; `seal` is the id and seal of the coming or current hand, as much of
    it as can be shown while the ante is asked; `keys` are those that mean something now.
    """

    sign: frame.Sign
    number: int = 0
    view: View | None = None
    log: tuple[str, ...] = ()
    doing: str = ""
    patter: str = ""
    seal: tuple[str, str] = ("", "")
    asks_ante: bool = True
    keys: str = ""
    numbered: bool = False
    lifted: frozenset[int] = frozenset()
    notice: str = ""


def paint(felt: Felt) -> Canvas:
    """The whole table."""
    canvas = _background(felt.sign, felt.numbered).copy()
    view = felt.view
    hand = f"Hand {felt.number}" + (f", {view.when}" if view and view.when else "")
    if felt.number:
        canvas.text(0, frame.WIDTH - 1 - len(hand), hand, 0x1F)
    if view is not None:
        _house(canvas, felt, view)
        canvas.paste(6, 0, _pot_of(view))
        _caller(canvas, felt, view)
    _words(canvas, felt)
    return canvas


@lru_cache(maxsize=8)
def _background(sign: frame.Sign, numbered: bool) -> Canvas:
    canvas = frame.frame(sign, "DRAW POKER v THE HOUSE")
    frame.rule(canvas, 16)
    frame.rule(canvas, 20)
    for n in range(5):
        canvas.paste(2, _HOUSE_CARDS + 8 * n, faces.SMALL_SPACE)
        canvas.paste(_CARD_ROW + 1, 1 + _CARD_STEP * n, faces.SPACE)
        if numbered:
            canvas.text(_NUMBER_ROW, 4 + _CARD_STEP * n, f"({n + 1})", GREY)
    canvas.text(2, 1, "HOUSE", CYAN)
    canvas.text(8, _YOU, "YOU", CYAN)
    return canvas


def _house(canvas: Canvas, felt: Felt, view: View) -> None:
    shown = view.shown.get(HOUSE)
    if view.cards:
        canvas.paste(2, _HOUSE_CARDS, Canvas.abreast([faces.SHOWN[card] for card in shown])
                     if shown else faces.BACKS)
    canvas.text(2, 8, frame.dollars(view.stacks[HOUSE]), WHITE)
    canvas.text(2, 14, _took(view.drew[HOUSE]), GREY)
    if shown:
        _holding(canvas, 3, 1, spoken(shown), 21)
    else:
        canvas.text(3, 1, felt.doing[:21], YELLOW)
        if view.pot:
            canvas.text(4, 1, f"in pot {frame.dollars(view.in_pot[HOUSE])}", GREY)
    if felt.patter:
        canvas.paste(2, _PATTER, _patter(felt.patter))


@lru_cache(maxsize=64)
def _patter(text: str) -> Canvas:
    canvas = Canvas(frame.WIDTH - _PATTER, 4)
    for row, line in enumerate(wrap(text, canvas.columns)):
        canvas.text(row, 0, line, GREEN)
    return canvas


def _took(number: int | None) -> str:
    return "" if number is None else f"took {number}" if number else "pat"


def _pot_of(view: View) -> Canvas:
    """The row between House and caller."""
    legal = view.legal
    if legal is None or legal.discard is not None:
        return _pot(view.pot)
    bounds = legal.raise_ or legal.bet
    return _pot(view.pot, legal.due, bounds[1] if bounds else 0, view.raises, view.first)


@lru_cache(maxsize=1024)
def _pot(chips: int, due: int | None = None, limit: int = 0, raises: int = 0,
         first: int = 0) -> Canvas:
    """`due` is None where nobody bets; `limit` 0 where nobody may."""
    canvas = Canvas(frame.WIDTH, 1)
    pot = f" POT {frame.dollars(chips)} "
    canvas.text(0, 0, "═══" + " " * len(pot) + "═══", TEAL)
    canvas.text(0, 3, pot, YELLOW)
    if due is None:
        return canvas
    canvas.text(0, 18, f"to call {frame.dollars(due)}" if due else "nothing due", WHITE)
    cap = GAME.limits.raises
    canvas.text(0, 33, f"raises {'■' * raises}{'·' * (cap - raises)} {raises} of {cap}", GREY)
    if limit:
        canvas.text(0, 53, f"limit {frame.dollars(limit)}", GREY)
    canvas.text(0, 66, "first: " + ("HOUSE" if first == HOUSE else "YOU"), GREY)
    return canvas


def _caller(canvas: Canvas, felt: Felt, view: View) -> None:
    if view.cards:
        canvas.paste(_CARD_ROW, 1, Canvas.abreast([
            (faces.LIFTED if n in felt.lifted else faces.LYING)[card]
            for n, card in enumerate(view.cards)]))
        _holding(canvas, 12, _YOU, spoken(view.cards), frame.WIDTH - _YOU)
    for n in felt.lifted:
        canvas.tint(_NUMBER_ROW, 4 + _CARD_STEP * n, 3, YELLOW)
    canvas.text(8, _YOU + 7, frame.dollars(view.stacks[CALLER]), WHITE)
    took = _took(view.drew[CALLER])
    if took:
        canvas.text(9, _YOU, took, GREY)
    if view.pot:
        canvas.text(10, _YOU, f"in pot {frame.dollars(view.in_pot[CALLER])}", GREY)


def _holding(canvas: Canvas, row: int, column: int, name: str, width: int) -> None:
    """The category in capitals, then the ranks: TWO PAIR, / kings and nines."""
    head, comma, tail = name.partition(", ")
    canvas.text(row, column, head.upper()[:width] + comma.strip(), WHITE)
    canvas.text(row + 1, column, tail[:width], WHITE)


def _words(canvas: Canvas, felt: Felt) -> None:
    for n, line in enumerate(felt.log[-3:]):
        canvas.text(_LOG_ROW + n, 1, line[:frame.WIDTH - 1], WHITE)
    name, seal = felt.seal
    if felt.asks_ante:
        canvas.text(_KEY_ROW, 1, f"Seal {name}  {seal[:SEAL_SHOWN]}..." if seal else "", DIM)
        canvas.text(_KEY_ROW, 78 - len(felt.keys), felt.keys, GREY)
    else:
        canvas.text(_KEY_ROW, 1, felt.keys, GREY)
        shown = f"Seal {name}  {seal[:12]}..." if seal else ""
        canvas.text(_KEY_ROW, 75 - len(shown), shown, DIM)
        canvas.text(_KEY_ROW, 76, "K)" if seal else "", GREY)
    frame.notice(canvas, felt.notice)
