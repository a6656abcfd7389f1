"""A hand as text, line by line: for `anteup replay` and `anteup history`.

A hand that is not opened is told as its caller's seat may know it.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from door.proof import shared
from door.proof.replay import replay
from door.rules import events as ev
from door.rules.cards import Card, written
from door.rules.game import Betting
from door.rules.house_draw import CALLER, GAME, HOUSE
from door.rules.ranks import name
from door.views import StoredHand

NUMBERS = ("no", "one", "two", "three", "four", "five")


def printed(stored: StoredHand, seat: int = CALLER) -> list[str]:
    """The lines of a hand as `seat` (PUBLIC for an onlooker) may know it, all of it if it is
    opened. BadRecord: it does not replay; a void hand is not replayed."""
    return [*_head(stored), *_story(stored, seat), *_end(stored)]


def summary(stored: StoredHand) -> str:
    """A hand in a line: its id, when it was dealt, whose it is, and how it came out for them."""
    record = stored.record
    at = moment(record.dealt_at or stored.sealed_at)
    return f"{record.id:<14} {at}  {stored.handle:<20}{_outcome(stored)}"


def _outcome(stored: StoredHand) -> str:
    record = stored.record
    if record.state != "done":
        return {"void": "void", "open": "not ended yet"}.get(record.state, "not dealt")
    net = stored.ended_stacks[CALLER] - record.stacks[CALLER]
    word = ("tied", "won", "lost")[(net > 0) - (net < 0)]
    won, place = f"{word:<5}{f'${abs(net)}':>5}", shared.place(record)
    if place is not None:
        return f"{won} {place.kind}"
    folded = next((seat for seat, text in record.actions if text == "fold"), None)
    how = {None: "at the showdown", CALLER: "by folding", HOUSE: "by a fold"}[folded]
    return f"{won} {how}"


def moment(seconds: int) -> str:
    """A moment in UTC: "2026-11-30 04:05"."""
    return time.strftime("%Y-%m-%d %H:%M", time.gmtime(seconds))


def _head(stored: StoredHand) -> Iterator[str]:
    record = stored.record
    yield from headed(stored)
    yield f"Seal  {record.seal}"
    if record.cut:
        yield f"Cut   {record.cut} (by {stored.handle if record.proven else 'the casino'})"
    if record.stacks:
        mine, house = record.stacks
        first = stored.handle if record.first == CALLER else "the House"
        yield f"{stored.handle} has ${mine}, the House ${house}; {first} acts first."


def headed(stored: StoredHand) -> Iterator[str]:
    """Which hand it is, whose and of when; of a deal also of which contest."""
    record = stored.record
    of = f" of {stored.handle}" if stored.handle else ""
    when = ", sealed" if record.state == "sealed" and not of else ","
    yield f"{shared.name(record)}{of}{when} {moment(record.dealt_at or stored.sealed_at)} UTC"
    place = shared.place(record)
    if place is not None:
        tail = {1: "st", 2: "nd", 3: "rd"}.get(place.number % 10 * (place.number // 10 != 1), "th")
        yield f"The {place.number}{tail} of the {place.kind} of {place.day}; nobody cuts."


def _story(stored: StoredHand, seat: int) -> Iterator[str]:
    if stored.record.state not in ("open", "done"):
        return
    if shared.place(stored.record) and not stored.opened:
        return
    teller = _Teller(stored.handle)
    for event in replay(stored.record).told:
        yield from teller.tell(event if stored.opened else event.seen_by(seat))


def _end(stored: StoredHand) -> Iterator[str]:
    state = stored.record.state
    if shared.place(stored.record) and not stored.opened:
        yield "Nothing of it is told, and its seed stays sealed, until its contest is over."
        return
    if state == "void":
        yield f"The hand was void, and the stakes went back: {stored.result}"
    elif state == "open":
        yield "The hand has not ended yet."
    elif state != "done":
        yield "The hand was sealed and not dealt."
    yield (f"Seed  {stored.record.seed.hex()}" if stored.opened else
           f"The seed is opened when {stored.handle} has left the table.")


class _Teller:
    """Says events in the past of a hand, each in a line; knows what each seat holds."""

    def __init__(self, handle: str) -> None:
        self.names = {CALLER: handle, HOUSE: "The House"}
        self.held: dict[int, list[Card | None]] = {}

    def tell(self, event: ev.Event) -> Iterator[str]:
        match event:
            case ev.RoundOpened():
                street = GAME.streets[event.street]
                assert isinstance(street, Betting)
                yield f"Betting {street.when}:"
            case ev.HoldingShown() | ev.PotAwarded() | ev.HandEnded():
                yield self._ended(event)
            case ev.CardsDealt() | ev.CardsDrawn():
                yield f"{self.names[event.seat]} {self._cards(event)}."
            case (ev.AntePosted() | ev.Checked() | ev.Called() | ev.BetMade() | ev.Raised()
                  | ev.Folded()):
                yield f"{self.names[event.seat]} {_acted(event)}."

    def _cards(self, event: ev.CardsDealt | ev.CardsDrawn) -> str:
        if isinstance(event, ev.CardsDealt):
            self.held[event.seat] = list(event.cards)
            return "is dealt " + ("five cards" if None in event.cards else written(event.cards))
        if not event.count:
            return "stands pat"
        if not event.places:
            return f"draws {NUMBERS[event.count]}"
        return self._drawn(event)

    def _drawn(self, event: ev.CardsDrawn) -> str:
        held = self.held[event.seat]
        thrown = written(held[place] for place in event.places)
        for place, card in zip(event.places, event.cards):
            held[place] = card
        return f"throws {thrown}, draws {written(event.cards)}, and holds {written(held)}"

    def _ended(self, event: ev.HoldingShown | ev.PotAwarded | ev.HandEnded) -> str:
        if isinstance(event, ev.HandEnded):
            mine, house = event.stacks
            return f"{self.names[CALLER]} has ${mine}, the House ${house}."
        who = self.names[event.seat]
        if isinstance(event, ev.HoldingShown):
            return f"{who} shows {written(event.cards)}, {name(event.strength)}."
        return f"{who} wins ${event.amount}." if event.shared == 1 else (
            f"{who} gets ${event.amount}, half of the pot.")


def _acted(event: ev.AntePosted | ev.Checked | ev.Called | ev.BetMade | ev.Raised
           | ev.Folded) -> str:
    verb = _VERBS[type(event)]
    if isinstance(event, ev.Checked | ev.Folded):
        return verb
    all_in = not isinstance(event, ev.AntePosted) and event.all_in
    return f"{verb} ${event.amount}" + (", all in" if all_in else "")


_VERBS: dict[type, str] = {ev.AntePosted: "antes", ev.Checked: "checks", ev.Called: "calls",
                           ev.BetMade: "bets", ev.Raised: "raises", ev.Folded: "folds"}
