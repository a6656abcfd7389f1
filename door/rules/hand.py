"""One hand: its deck, who is still in it, what each seat put in and holds, and how it came out.

It deals and settles when the table says so; whose turn it is, and what may be done, is not its
business.
"""

from __future__ import annotations

from collections.abc import Sequence

from door.rules.cards import Card
from door.rules.events import CardsDealt, CardsDrawn
from door.rules.pots import Settlement, settle
from door.rules.ranks import strength


class Hand:
    """A hand dealt from `deck`, index 0 first, to the seats in `order`, first actor first.

    `live` are the seats that have not folded, in that order. All other lists are per seat:
    `in_pot` in chips over the whole hand, `drew` how many cards (None until told), `strengths`
    None until a showdown and for who has folded. `chosen` are the places thrown in the draw,
    `aside` the cards put aside for a seat, `shown` the holdings of a showdown, first actor first;
    a win by a fold shows none.
    """

    __slots__ = ("deck", "dealt", "live", "in_pot", "cards", "drew", "chosen", "aside",
                 "strengths", "shown", "settlement")

    def __init__(self, deck: Sequence[Card], order: Sequence[int]) -> None:
        seats = len(order)
        self.deck = tuple(deck)
        self.dealt = 0
        self.live = list(order)
        self.in_pot = [0] * seats
        self.cards: list[tuple[Card, ...]] = [()] * seats
        self.drew: list[int | None] = [None] * seats
        self.chosen: dict[int, tuple[int, ...]] = {}
        self.aside: dict[int, tuple[Card, ...]] = {}
        self.strengths: list[int | None] = [None] * seats
        self.shown: dict[int, tuple[Card, ...]] = {}
        self.settlement: Settlement | None = None

    def deal(self, number: int) -> list[CardsDealt]:
        """`number` cards for each live seat, one at a time, first actor first (RULEBOOK 1.5)."""
        told, size, start = [], len(self.live), self.dealt
        self.dealt += number * size
        for n, seat in enumerate(self.live):
            fresh = self.deck[start + n:self.dealt:size]
            self.cards[seat] += fresh
            told.append(CardsDealt(seat, fresh))
        return told

    def put_aside(self, number: int) -> None:
        """A pile of `number` cards for each live seat, the first actor's first, to draw from."""
        for seat in self.live:
            self.aside[seat] = self.deck[self.dealt:self.dealt + number]
            self.dealt += number

    def next_to_draw(self) -> int | None:
        """The first live seat that has not chosen what to throw, None when all have."""
        for seat in self.live:
            if seat not in self.chosen:
                return seat
        return None

    def replace(self, seat: int) -> CardsDrawn:
        """New cards into the places of the chosen; discards never come back (RULEBOOK 1.5)."""
        places = self.chosen[seat]
        if seat in self.aside:
            fresh = self.aside[seat][:len(places)]
        else:
            fresh = self.deck[self.dealt:self.dealt + len(places)]
            self.dealt += len(places)
        if places:
            holding = list(self.cards[seat])
            for place, card in zip(places, fresh):
                holding[place] = card
            self.cards[seat] = tuple(holding)
        self.drew[seat] = len(places)
        return CardsDrawn(seat, len(places), places, fresh)

    def settle(self, button: int, odd: str) -> Settlement:
        """Compares the live holdings, if there is more than one, and shares the chips out."""
        if len(self.live) > 1:
            strengths = self.strengths
            for seat in self.live:
                self.shown[seat] = cards = self.cards[seat]
                strengths[seat] = strength(cards)
        else:
            strengths = [None] * len(self.in_pot)
            strengths[self.live[0]] = 0
        self.settlement = settle(self.in_pot, strengths, button, odd)
        return self.settlement
