"""The Poker Table as it is painted: paint(felt) -> Canvas, on the pictures poker/table and
poker/showdown at the sign's width.

What is fixed, the places of the cards too, is in the picture; what is live is written where the
picture's fields are, and cards are as large as their field has room for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from textwrap import wrap

from ansi.canvas import Canvas
from ansi.fields import Field
from door.rules.actions import Legal
from door.rules.cards import Card
from door.rules.house_draw import CALLER, GAME, HOUSE
from door.rules.ranks import spoken
from door.rules.table import View
from door.screens import frame
from door.screens.card_faces import Faces, fitting
from door.screens.pictures import DEALERS, SHOWDOWN, TABLE

SEAL_SHOWN = 32  # hex digits on the table (RULEBOOK 5.1: at least 32 of 64)
SEAL_KEY = "  K)seal"  # is left out where keys are too long
# Written over what the picture has there.
_DRAWN = ("house.cards", "cards", "seal", "name", "practice", "you")
_CARDS = 5

Fields = Mapping[str, Field]
Terms = tuple[int, int, int, int]


@dataclass(slots=True)
class Felt:
    """All that the painted table shows beside the view.

    `lifted` are the places (from 0) that the caller has typed for the discard; `log` is what
    happened in this round, the newest last; `doing` what the House did last; `seal` is the id and
    seal of the coming or current hand; `keys` are those that mean something now. `away` are the
    places (from 0) whose card is still on its way to the caller, at the deal and at the draw;
    `turned` of the cards that the House shows lie open yet. `opened` is what it held in a hand of
    the past whose seed has been opened: that lies open, shown or not. `dealer` is who deals, ""
    for nobody. `deals` is how many a contest has, 0 at a table of one's own. `whose` hand of the
    past it is, in a word, "" for the caller's.
    """

    sign: frame.Sign
    number: int = 0
    view: View | None = None
    log: tuple[str, ...] = ()
    doing: str = ""
    patter: str = ""
    seal: tuple[str, str] = ("", "")
    keys: str = ""
    lifted: frozenset[int] = frozenset()
    notice: str = ""
    away: frozenset[int] = frozenset()
    turned: int = 5
    opened: tuple[Card, ...] = ()
    dealer: str = ""
    deals: int = 0
    whose: str = ""


def paint(felt: Felt) -> Canvas:
    """The whole table."""
    view = felt.view
    background, fields = _background(felt.sign, bool(view and view.shown), felt.keys,
                                     _terms(view) if view else None, felt.dealer, felt.whose)
    canvas = background.copy()
    if view is not None:
        _house(canvas, fields, felt, view)
        _caller(canvas, fields, felt, view)
        _chips(canvas, fields, view)
    _words(canvas, fields, felt)
    return canvas


def _terms(view: View) -> Terms | None:
    """What is due, the limit (0 where nobody may bet), raises so far, who is first."""
    if not view.pot:
        return None
    legal = view.legal or Legal()
    bounds = legal.raise_ or legal.bet
    return legal.due, bounds[1] if bounds else 0, view.raises, view.first


@lru_cache(maxsize=128)
def _background(sign: frame.Sign, showdown: bool, keys: str, terms: Terms | None,
                dealer: str, whose: str) -> tuple[Canvas, Fields]:
    """What many callers see at the same time."""
    picture = SHOWDOWN if showdown else TABLE
    canvas, fields = frame.hung(picture, sign), picture.hung(sign).fields
    for field in fields.values():  # an artist may have written in them to see how it looks
        if field.name not in _DRAWN:
            field.lines(canvas, [""] * field.height)
    if terms and not showdown:
        _betting(canvas, fields, *terms, whose or "YOU")
    if whose:
        fields["you"].write(canvas, whose)
    if dealer:
        _dealer(canvas, fields, sign, dealer)
    if len(keys) > fields["keys"].width:
        keys = keys.replace(SEAL_KEY, "")
    _write(canvas, fields["keys"], keys)
    return canvas, fields


def _dealer(canvas: Canvas, fields: Fields, sign: frame.Sign, name: str) -> None:
    """Their face, cut out of the picture of all four, and that they deal."""
    sheet, place = DEALERS.hung(sign), fields["dealer.face"]
    at = sheet.fields[name.lower()]
    face = Canvas(min(at.width, place.width), min(at.height, place.height))
    face.paste(-at.row, -at.column, sheet.canvas)
    canvas.paste(place.row, place.column, face)
    field = fields["dealer"]
    _lines(canvas, field, [name, "deals"][:field.height])


def _betting(canvas: Canvas, fields: Fields, due: int, limit: int, raises: int,
             first: int, you: str) -> None:
    cap = GAME.limits.raises
    _write(canvas, fields["due"], f"to call {frame.dollars(due)}" if due else "nothing due")
    _write(canvas, fields["raises"], f"raises {'■' * raises:·<{cap}} {raises} of {cap}")
    _write(canvas, fields["limit"], f"limit {frame.dollars(limit)}" if limit else "")
    _write(canvas, fields["first"], f"first: {'HOUSE' if first == HOUSE else you}")


def _write(canvas: Canvas, field: Field, text: str, line: int = 0) -> None:
    """Into a blank field, where nothing need be painted over."""
    if field.colour is None:
        field.write(canvas, text, line=line)
    elif text:
        canvas.text(field.row + line, field.column, text[:field.width], field.colour)


def _lines(canvas: Canvas, field: Field, texts: Sequence[str]) -> None:
    for line, text in enumerate(texts[:field.height]):
        _write(canvas, field, text, line)


def _house(canvas: Canvas, fields: Fields, felt: Felt, view: View) -> None:
    shown, doing = view.shown.get(HOUSE, ()), fields["house.doing"]
    if view.cards:
        field = fields["house.cards"]
        canvas.paste(field.row, field.column,
                     _turned(shown or felt.opened, felt.turned, field.width, field.height))
    _write(canvas, fields["house.stack"], frame.dollars(view.stacks[HOUSE]))
    _write(canvas, fields["house.took"], _took(view.drew[HOUSE]))
    if shown and felt.turned == _CARDS:
        _lines(canvas, doing, _holding(shown, doing.width, doing.height))
    else:
        _write(canvas, doing, felt.doing)
    if felt.patter:
        field = fields["house.patter"]
        _lines(canvas, field, _folded(felt.patter, field.width))


@lru_cache(maxsize=64)
def _turned(shown: tuple[Card, ...], turned: int, width: int, height: int) -> Canvas:
    """The House's cards: backs, or those that it shows, of which so many lie open."""
    faces = fitting(width, height)
    opened = [faces.lying[card] for card in shown[:turned]]
    return Canvas.abreast(opened + [faces.back] * (_CARDS - len(opened)))


@lru_cache(maxsize=64)
def _folded(text: str, width: int) -> list[str]:
    return wrap(text, width)


def _took(number: int | None) -> str:
    return "" if number is None else f"took {number}" if number else "pat"


def _caller(canvas: Canvas, fields: Fields, felt: Felt, view: View) -> None:
    if view.cards:
        field, holding = fields["cards"], fields["holding"]
        faces = fitting(field.width, field.height)
        canvas.paste(field.row, field.column, Canvas.abreast(
            [_face(faces, felt, n, card) for n, card in enumerate(view.cards)]))
        if not felt.away:
            _lines(canvas, holding, _holding(view.cards, holding.width, holding.height))
    _write(canvas, fields["you.stack"], frame.dollars(view.stacks[CALLER]))
    _write(canvas, fields["you.took"], _took(view.drew[CALLER]))


def _face(faces: Faces, felt: Felt, place: int, card: Card) -> Canvas:
    if place in felt.away:
        return faces.space
    return (faces.lifted if place in felt.lifted else faces.lying)[card]


def _chips(canvas: Canvas, fields: Fields, view: View) -> None:
    _write(canvas, fields["pot"], frame.dollars(_pot(view)))
    if "house.in-pot" in fields:
        _write(canvas, fields["house.in-pot"], frame.dollars(_in_pot(view, HOUSE)))
        _write(canvas, fields["you.in-pot"], frame.dollars(_in_pot(view, CALLER)))


def _pot(view: View) -> int:
    """What is played for, and once that is paid, what was."""
    return sum([pot.amount for pot in view.settlement.pots]) if view.settlement else view.pot


def _in_pot(view: View, seat: int) -> int:
    """A seat's part of that; a bet that nobody called goes back."""
    back = view.settlement.returned[seat] if view.settlement else 0
    return view.in_pot[seat] - back


@lru_cache(maxsize=256)
def _holding(cards: tuple[Card, ...], width: int, height: int) -> list[str]:
    """The category in capitals, then the ranks: TWO PAIR, / kings and nines."""
    head, comma, tail = spoken(cards).partition(", ")
    lines = [head.upper() + comma.strip(), tail]
    if height > 1 and max(map(len, lines)) <= width:
        return lines
    return wrap(" ".join(lines), width)


def _words(canvas: Canvas, fields: Fields, felt: Felt) -> None:
    hand, log = fields["hand"], fields["log"]
    if felt.number:
        _write(canvas, hand, _hand(felt, hand.width))
    if felt.log:
        _lines(canvas, log, _last(felt.log, log.width, log.height))
    if felt.seal[1]:
        _seal(canvas, fields["seal"], *felt.seal)
    if felt.notice:
        _write(canvas, fields["notice"], felt.notice)


def _hand(felt: Felt, width: int) -> str:
    when = f", {felt.view.when}" if felt.view and felt.view.when else ""
    place = f"{felt.number} of {felt.deals}"
    texts = [f"Deal {place}{when}", f"Deal {place}", place] if felt.deals else [
        f"Hand {felt.number}{when}", f"Hand {felt.number}"]
    return next((text for text in texts if len(text) <= width), texts[-1])


@lru_cache(maxsize=256)
def _last(log: tuple[str, ...], width: int, height: int) -> list[str]:
    """The newest of what happened, the last of it below; nothing begins within a sentence."""
    rows: list[str] = []
    for text in reversed(log):
        lines = _told(text, width)
        while len(lines) > height and ". " in text:
            text = text.partition(". ")[2]
            lines = _told(text, width)
        if len(rows) + len(lines) > height:
            break
        rows = lines + rows
    return rows


def _told(text: str, width: int) -> list[str]:
    """Sentences in rows, broken between two of them where that can be."""
    rows: list[str] = []
    for sentence in text.replace(". ", ".\n").splitlines():
        if rows and len(rows[-1]) + len(sentence) < width:
            rows[-1] += f" {sentence}"
        else:
            rows += frame.folded(sentence, width)
    return rows


def _seal(canvas: Canvas, field: Field, name: str, seal: str) -> None:
    """As a legend: whatever line the picture has there goes on behind it."""
    text = f"Seal {name}  {seal[:SEAL_SHOWN]}..."
    lines = [text] if len(text) <= field.width - 2 else text.split("  ")
    _lines(canvas, field, [f" {line} " for line in lines])
