"""The open book: what both sides held in a hand whose seed is open, folded holdings as well."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from door.house.classes import straight_draw
from door.proof.replay import Replay, Unopened, replay
from door.rules import ranks
from door.rules.cards import Card
from door.rules.house_draw import CALLER, HOUSE
from door.views import StoredHand

Cards = tuple[Card, ...]
OPEN_STRAIGHT = 2   # of straight_draw: four in a row, both ends free


@dataclass(frozen=True, slots=True)
class OpenHand:
    """A hand as it may be shown once its sitting is over. `caller` and `house` are the five cards
    dealt and those held in the end, () if it was never dealt; `net` is what the caller won."""

    id: str
    number: int
    net: int
    seed: str
    cut: str
    proven: bool
    seal: str
    caller: tuple[Cards, Cards]
    house: tuple[Cards, Cards]
    text: str


def opened(stored: StoredHand) -> OpenHand:
    """The open page of a hand. Raises Unopened; BadRecord: it does not replay."""
    if not stored.opened:
        raise Unopened(f"hand {stored.record.id} is not opened yet: its caller is at the table")
    if stored.record.state != "done":
        return _open_hand(stored, (((), ()), ((), ())), _unplayed(stored))
    again = replay(stored.record)
    cards = tuple((again.cards[seat], again.last[seat]) for seat in (CALLER, HOUSE))
    return _open_hand(stored, cards, told(again))


def _open_hand(stored: StoredHand, cards: tuple[tuple[Cards, Cards], ...],
               text: str) -> OpenHand:
    record, net = stored.record, 0
    if record.state == "done":
        net = stored.ended_stacks[CALLER] - record.stacks[CALLER]
    return OpenHand(record.id, record.number, net, record.seed.hex(), record.cut, record.proven,
                    record.seal, cards[CALLER], cards[HOUSE], text)


def _unplayed(stored: StoredHand) -> str:
    if stored.record.state == "void":
        return "The hand was void; the stakes went back."
    return "The hand was sealed and never dealt."


def told(again: Replay) -> str:
    """A hand that ended, in a sentence to its caller, with both holdings."""
    view = again.steps[-1].view
    drew = view.drew[CALLER] is not None
    mine, house = (holding(cards, drew) for cards in again.last)
    if view.folded[CALLER]:
        return f"You folded {mine}; the House had {house}."
    if view.folded[HOUSE]:
        return f"The House folded {house}; you had {mine}."
    ours, theirs = (ranks.strength(cards) for cards in again.last)
    if ours == theirs:
        return f"A tie: you had {mine}, and so had the House."
    kicker = ", by the kicker" if mine == house else ""
    return f"You {'won' if ours > theirs else 'lost'} with {mine} against {house}{kicker}."


def holding(cards: Sequence[Card], drew: bool) -> str:
    """What a player calls five cards: "kings", "a busted flush", "nines full of twos"."""
    strength = ranks.strength(cards)
    kind, name = ranks.category(strength), ranks.name(strength)
    if kind == ranks.HIGH_CARD:
        return _nothing(cards, drew) or name
    if kind in (ranks.STRAIGHT, ranks.FLUSH, ranks.STRAIGHT_FLUSH):
        return f"an {name}" if name[0] in "ae" else f"a {name}"
    if kind == ranks.PAIR:
        return name.removeprefix("pair of ")
    which = name.partition(", ")[2]
    if kind == ranks.FULL_HOUSE:
        return which.replace(" and ", " full of ")
    number = {ranks.TRIPS: "three ", ranks.QUADS: "four "}.get(kind, "")
    return number + which


def _nothing(cards: Sequence[Card], drew: bool) -> str:
    """A draw that was missed, or four cards of one before the draw; "" for neither."""
    suits = [card.suit for card in cards]
    if max(suits.count(suit) for suit in suits) == 4:
        return "a busted flush" if drew else "four to a flush"
    if straight_draw(sum(1 << card.rank for card in cards))[0] == OPEN_STRAIGHT:
        return "a busted straight" if drew else "four to a straight"
    return ""
