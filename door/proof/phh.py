"""A hand in the notation of the poker hand history standard (PHH, TOML; Kim 2024, as pokerkit
writes it).

The standard has no code for five-card draw high, so `variant` is our own; the action lines are the
standard's. Its players stand in the order in which they act, so p1 is whoever acts first. What is
not of the standard begins with an underscore, as it asks. docs/fairness.txt says which hands
pokerkit's own rules would not take.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, time

from door.proof import shared
from door.proof.replay import BadRecord, Replay, ReplayStep, replay
from door.rules import events as ev
from door.rules.actions import Bet, Discard, Raise, StandPat, parse_action
from door.rules.cards import Card
from door.rules.house_draw import CALLER, GAME, HOUSE
from door.views import StoredHand

VARIANT = "AU5D"
HOUSE_NAME = "The House"
Value = str | int | bool | time | list[int] | list[str]


def phh(stored: StoredHand) -> str:
    """A hand that was played to its end, as TOML; what its caller may not know yet is ??.

    BadRecord: it was not played to its end, or does not replay; or it is a deal whose contest is
    not over.
    """
    if shared.place(stored.record) and not stored.opened:
        raise BadRecord(f"deal {stored.record.id} is not told before its contest is over")
    if stored.record.state != "done":
        raise BadRecord(f"hand {stored.record.id} was not played to its end")
    lines = [f"{key} = {_toml(value)}" for key, value in _fields(stored)]
    return "\n".join(lines) + "\n"


def collection(sections: Iterable[str]) -> Iterator[str]:
    """Many hands as one file, a section each: what the standard calls .phhs."""
    for number, section in enumerate(sections, 1):
        yield f"[{number}]\n{section}"


def _fields(stored: StoredHand) -> Iterator[tuple[str, Value]]:
    record, at = stored.record, datetime.fromtimestamp(stored.record.dealt_at, UTC)
    order = [record.first, 1 - record.first]
    again, place = replay(record), shared.place(record)
    yield "variant", VARIANT
    yield "antes", [GAME.ante] * 2
    yield "blinds_or_straddles", [0, 0]
    yield "min_bet", GAME.limits.low
    yield "starting_stacks", [record.stacks[seat] for seat in order]
    yield "actions", list(_actions(stored, again))
    yield "hand", record.id
    yield "table", f"{place.kind} {place.day}" if place else str(record.sitting_id)
    yield "players", [(stored.handle, HOUSE_NAME)[seat] for seat in order]
    yield "seats", [seat + 1 for seat in order]
    yield "finishing_stacks", [again.steps[-1].view.stacks[seat] for seat in order]
    yield "currency_symbol", "$"
    yield "day", at.day
    yield "month", at.month
    yield "year", at.year
    yield "time_zone", "UTC"
    yield "time", at.time()
    yield from _ours(stored)


def _ours(stored: StoredHand) -> Iterator[tuple[str, Value]]:
    record, limits = stored.record, GAME.limits
    yield "_rules", f"{record.game} {record.rules_version}"
    yield "_limits", (f"bets and raises {limits.low} to {limits.high}, {limits.raises} raises a "
                      "round, nobody bets more than the other can call")
    yield "_seal", record.seal
    yield "_cut", record.cut
    yield "_cut_by_caller", record.proven
    yield "_policy", record.policy
    if stored.opened:
        yield "_seed", record.seed.hex()


def _toml(value: Value) -> str:
    """JSON writes what we have as TOML would, but a time of day."""
    if isinstance(value, time):
        return value.isoformat()
    if isinstance(value, list) and value and isinstance(value[0], str):
        return "[\n" + "".join(f"  {_toml(each)},\n" for each in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def _actions(stored: StoredHand, again: Replay) -> Iterator[str]:
    """The action lines of a hand, in its order."""
    teller = _Teller(stored, again)
    for step in again.steps:
        yield from teller.acted(step)
        for event in step.told:
            yield from teller.told(event)


class _Teller:
    """Writes steps and events; a seat's cards only where the caller may see them."""

    def __init__(self, stored: StoredHand, again: Replay) -> None:
        self.players = {stored.record.first: "p1", 1 - stored.record.first: "p2"}
        self.cards = again.cards
        self.seen = (CALLER, HOUSE) if stored.opened else (CALLER,)

    def acted(self, step: ReplayStep) -> Iterator[str]:
        """Discards, which no event tells before both have chosen, and what a bet comes to."""
        if step.seat is None:
            return
        action, player = parse_action(step.text), self.players[step.seat]
        if isinstance(action, StandPat):
            yield f"{player} sd"
        elif isinstance(action, Discard):
            thrown = [self.cards[step.seat][place] for place in action.places]
            yield f"{player} sd {self._cards(step.seat, thrown)}"
        elif isinstance(action, (Bet, Raise)):
            yield f"{player} cbr {step.view.put_in[step.seat]}"

    def told(self, event: ev.Event) -> Iterator[str]:
        """The cards that come, the other actions, and the showdown."""
        match event:
            case ev.CardsDealt() | ev.CardsDrawn() if event.cards:
                yield f"d dh {self.players[event.seat]} {self._cards(event.seat, event.cards)}"
            case ev.Checked() | ev.Called():
                yield f"{self.players[event.seat]} cc"
            case ev.Folded():
                yield f"{self.players[event.seat]} f"
            case ev.HoldingShown():
                yield f"{self.players[event.seat]} sm {''.join(map(str, event.cards))}"

    def _cards(self, seat: int, cards: Iterable[Card | None]) -> str:
        return "".join(str(card) if seat in self.seen else "??" for card in cards)
