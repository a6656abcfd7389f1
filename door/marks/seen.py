"""A hand that has ended, as its caller's seat saw it: all that a mark may ask about.

It is made of events cut for that seat, so no mark can depend on a card that its caller never saw.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from door.proof.replay import BadRecord, replay
from door.rules import events as ev
from door.rules.cards import Card
from door.rules.house_draw import CALLER, HOUSE
from door.rules.ranks import category, strength
from door.views import HandRecord

Cards = tuple[Card, ...]
_BETTING = (ev.Checked, ev.Called, ev.BetMade, ev.Raised, ev.Folded)


@dataclass(slots=True)
class Seen:
    """`dealt` are the five first cards, `held` the last ones, `thrown` the places (from 0) of the
    discards, None where it came to no draw. `before` and `after` are the bets and folds of the two
    rounds. `shown` is what the House showed, () if nothing; `stacks` are those after the hand, and
    `chips` is what the caller still had when all was in the pot."""

    dealt: Cards = ()
    held: Cards = ()
    thrown: tuple[int, ...] | None = None
    before: tuple[ev.Event, ...] = ()
    after: tuple[ev.Event, ...] = ()
    folded: int | None = None
    shown: Cards = ()
    won: bool = False
    lost: bool = False
    stacks: tuple[int, ...] = ()
    chips: int = 0

    @property
    def last_round(self) -> tuple[ev.Event, ...]:
        """The bets of the round in which the hand ended; () where nobody could bet in it."""
        return self.before if self.thrown is None else self.after

    def kind(self) -> int:
        """The category of the last holding (ranks.HIGH_CARD and so on)."""
        return category(strength(self.held))


def seen(told: Iterable[ev.Event]) -> Seen:
    """The hand of all these events, uncut or cut: no more than the caller's seat may see is taken
    from them. They go from the antes to the end."""
    hand, paid = Seen(), 0
    for event in told:
        match event.seen_by(CALLER):
            case ev.CardsDealt(seat=seat, cards=cards) if seat == CALLER:
                hand.dealt = hand.held = _known(cards)
            case ev.CardsDrawn(seat=seat, places=places, cards=cards) if seat == CALLER:
                hand.held, hand.thrown = _drawn(hand.held, places, cards), places
            case ev.HoldingShown(seat=seat, cards=cards) if seat == HOUSE:
                hand.shown = _known(cards)
            case ev.PotAwarded(seat=seat, amount=amount, shared=shared):
                hand.won |= seat == CALLER and shared == 1
                hand.lost |= seat == HOUSE and shared == 1
                paid += amount * (seat == CALLER)
            case ev.UncalledReturned(seat=seat, amount=amount):
                paid += amount * (seat == CALLER)
            case ev.HandEnded(stacks=stacks):
                hand.stacks, hand.chips = stacks, stacks[CALLER] - paid
            case _ if isinstance(event, _BETTING):
                _bet(hand, event)
    return hand


def _bet(hand: Seen, event: ev.Event) -> None:
    if hand.thrown is None:
        hand.before += (event,)
    else:
        hand.after += (event,)
    if isinstance(event, ev.Folded):
        hand.folded = event.seat


def _known(cards: Iterable[Card | None]) -> Cards:
    return tuple([card for card in cards if card is not None])


def _drawn(held: Cards, places: tuple[int, ...], cards: ev.Cards) -> Cards:
    fresh = dict(zip(places, cards))
    return tuple([fresh.get(place) or card for place, card in enumerate(held)])


def seen_again(record: HandRecord) -> Seen:
    """The same of a hand that was played to its end, from its record. BadRecord: it was not, or
    does not replay."""
    again = replay(record)
    if not again.over:
        raise BadRecord(f"hand {record.id} was not played to its end")
    return seen(again.told)
