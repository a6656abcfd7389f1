"""Sentences: what an event is called, for the message lines and for callers who read or listen.

Painted screens show the same sentences that plain terminals print, so a new event needs its
sentence here and nowhere else. `seat` is who is told; the other one is the House.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from door.rules import events as ev
from door.rules.cards import Card
from door.rules.house_draw import CALLER
from door.rules.ranks import name, spoken
from door.screens.card_faces import written
from door.screens.frame import NUMBERS

YOU = "You"     # who has the caller's seat, at the caller's own table
_ALONE = ("House shows", "The House wins", "A tie", "The House held")


def holding(cards: tuple[Card, ...]) -> str:
    """Cards in plain text and their name: "Kh Kc 9s 9d 4d, two pair, kings and nines"."""
    return " ".join(map(written, cards)) + ", " + spoken(cards)


def say(event: ev.Event, seat: int = 0, house: str = "House") -> str:
    """The sentence of an event, "" for what needs none."""
    teller = _SENTENCES.get(type(event))
    return teller(event, seat, house) if teller else ""


def of(event: ev.Event, who: str) -> str:
    """The same at the table of somebody of that handle, or the caller's own ("You")."""
    mine = getattr(event, "seat", None) == CALLER
    if who == YOU:
        return say(event)
    if isinstance(event, ev.CardsDealt):
        return say(event).replace("You hold", f"{who} holds", 1)
    if isinstance(event, ev.PotAwarded):
        told = say(event)
        return (told.replace("You win", f"{who} wins", 1) if mine
                else told.replace("you fold.", f"{who} folds."))
    return say(event, ev.PUBLIC, who if mine else "House")


def paragraphs(said: Sequence[str], who: str = YOU) -> list[str]:
    """Sentences as lines: what was done runs on, what was won or shown stands alone."""
    stand_alone = (*_ALONE, *(f"{who} {verb}" for verb in ("hold", "show", "win")))
    lines: list[str] = []
    running = False
    for text in said:
        alone = text.startswith(stand_alone)
        if running and not alone:
            lines[-1] += " " + text
        else:
            lines.append(text)
        running = not alone
    return lines


def _who(event: ev.AntePosted | ev.Checked | ev.Called | ev.BetMade | ev.Raised | ev.Folded
         | ev.CardsDrawn, seat: int, house: str, verb: str) -> str:
    return f"You {verb}" if event.seat == seat else f"{house} {verb}s"


def _all_in(event: ev.Called | ev.BetMade | ev.Raised) -> str:
    return ", all in." if event.all_in else "."


def _ante(event: ev.AntePosted, seat: int, house: str) -> str:
    return f"{_who(event, seat, house, 'ante')} ${event.amount}."


def _dealt(event: ev.CardsDealt, seat: int, house: str) -> str:
    cards = tuple(card for card in event.cards if card is not None)
    return f"You hold {holding(cards)}." if event.seat == seat and cards else ""


def _checked(event: ev.Checked, seat: int, house: str) -> str:
    return _who(event, seat, house, "check") + "."


def _called(event: ev.Called, seat: int, house: str) -> str:
    return f"{_who(event, seat, house, 'call')} ${event.amount}{_all_in(event)}"


def _bet(event: ev.BetMade, seat: int, house: str) -> str:
    return f"{_who(event, seat, house, 'bet')} ${event.amount}{_all_in(event)}"


def _raised(event: ev.Raised, seat: int, house: str) -> str:
    return f"{_who(event, seat, house, 'raise')} ${event.amount}{_all_in(event)}"


def _folded(event: ev.Folded, seat: int, house: str) -> str:
    return _who(event, seat, house, "fold") + "."


def _drawn(event: ev.CardsDrawn, seat: int, house: str) -> str:
    if not event.count:
        return _who(event, seat, house, "stand") + " pat."
    verb = "discard" if event.seat == seat else "take"
    return f"{_who(event, seat, house, verb)} {NUMBERS[event.count]}."


def _shown(event: ev.HoldingShown, seat: int, house: str) -> str:
    cards = tuple(card for card in event.cards if card is not None)
    return f"{_who_shows(event, seat, house)} {holding(cards)}."


def _who_shows(event: ev.HoldingShown, seat: int, house: str) -> str:
    return "You show" if event.seat == seat else f"{house} shows"


def _awarded(event: ev.PotAwarded, seat: int, house: str) -> str:
    if event.shared > 1:
        return f"A tie: ${event.amount} each." if event.seat == seat else ""
    mine = event.seat == seat
    who = "You win" if mine else f"The {house} wins"
    if event.strength is None:
        return f"{who} ${event.amount}: " + (f"the {house} folds." if mine else "you fold.")
    return f"{who} ${event.amount} with {name(event.strength)}."


_SENTENCES: dict[type, Callable[..., str]] = {
    ev.AntePosted: _ante, ev.CardsDealt: _dealt, ev.Checked: _checked, ev.Called: _called,
    ev.BetMade: _bet, ev.Raised: _raised, ev.Folded: _folded, ev.CardsDrawn: _drawn,
    ev.HoldingShown: _shown, ev.PotAwarded: _awarded,
}
