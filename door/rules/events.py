"""Events, what has happened at a table, and who may see it.

Everything is told in the past and per seat; `seen_by(seat)` cuts what that seat may not know, so
that hidden cards never reach a layer that could leak them. `seat` counts from 0, amounts are chips.
Slotted and not frozen: they are made by the thousand a second, and nobody keeps them to change.
"""

from __future__ import annotations

from dataclasses import dataclass

from door.rules.cards import Card

Cards = tuple[Card | None, ...]
PUBLIC = -1  # as a seat: somebody who looks on and may see what everybody may


class Event:
    """What every event can do."""

    __slots__ = ()

    def seen_by(self, seat: int) -> Event:
        """The event as `seat` may know it (PUBLIC for an onlooker)."""
        return self


@dataclass(slots=True)
class AntePosted(Event):
    seat: int
    amount: int


@dataclass(slots=True)
class BlindPosted(Event):
    seat: int
    amount: int


@dataclass(slots=True)
class CardsDealt(Event):
    """A seat's first cards; the others see that they came, not what they are."""

    seat: int
    cards: Cards

    def seen_by(self, seat: int) -> Event:
        return self if seat == self.seat else CardsDealt(self.seat, (None,) * len(self.cards))


@dataclass(slots=True)
class RoundOpened(Event):
    """A betting round begins; `street` is its place among the game's streets."""

    street: int
    first: int


@dataclass(slots=True)
class Checked(Event):
    seat: int


@dataclass(slots=True)
class Called(Event):
    seat: int
    amount: int
    all_in: bool


@dataclass(slots=True)
class BetMade(Event):
    seat: int
    amount: int
    all_in: bool


@dataclass(slots=True)
class Raised(Event):
    """`amount` is what came on top of the call; `raises` counts this one in."""

    seat: int
    amount: int
    raises: int
    all_in: bool


@dataclass(slots=True)
class Folded(Event):
    seat: int


@dataclass(slots=True)
class CardsDrawn(Event):
    """A seat's replacements; the others learn the number alone."""

    seat: int
    count: int
    places: tuple[int, ...]
    cards: Cards

    def seen_by(self, seat: int) -> Event:
        return self if seat == self.seat else CardsDrawn(self.seat, self.count, (), ())


@dataclass(slots=True)
class UncalledReturned(Event):
    seat: int
    amount: int


@dataclass(slots=True)
class HoldingShown(Event):
    seat: int
    cards: Cards
    strength: int


@dataclass(slots=True)
class PotAwarded(Event):
    """`strength` is None when everybody else folded; `shared` counts the winners of this pot."""

    seat: int
    amount: int
    pot: int
    strength: int | None
    shared: int


@dataclass(slots=True)
class TaxTaken(Event):
    amount: int


@dataclass(slots=True)
class HandEnded(Event):
    stacks: tuple[int, ...]


@dataclass(slots=True)
class ActionNeeded(Event):
    """The table waits for `seat`; `seconds` is its clock, None where the game has none."""

    seat: int
    seconds: int | None
