"""What a game is: its seats, ante, limits and streets, as data that reads aloud.

A new game is one file that makes a Game; the table plays whatever it is given.
"""

from __future__ import annotations

from dataclasses import dataclass

from door.rules.betting import Limits
from door.rules.cards import FRESH_DECK


@dataclass(frozen=True, slots=True)
class Deal:
    """Each live seat gets `cards` cards, one at a time, first actor first."""

    cards: int


@dataclass(frozen=True, slots=True)
class Betting:
    """A betting round; `when` says which, as screens print it."""

    when: str


@dataclass(frozen=True, slots=True)
class Draw:
    """Each live seat may throw up to `cards` and gets as many.

    `hidden`: all fix their discards before any number is told (RULEBOOK 1.10). `reserved`: each
    seat's new cards are put aside for it, so that they do not hang on what others throw.
    """

    cards: int
    hidden: bool
    reserved: bool = False


Street = Deal | Betting | Draw
WINNER, BUTTON, NAMED = "winner", "button", "named"


@dataclass(frozen=True, slots=True)
class Game:
    """One game of the casino.

    `lead` says who acts first: the WINNER of the previous hand (RULEBOOK 1.4), the first live seat
    left of the BUTTON, which rotates, or whom the table's owner NAMED for the hand. `odd` is where
    odd chips go (pots.TAX, CLOCKWISE, NONE); `seconds` is the clock of a turn, None for none.
    `version` goes into every record: a hand whose version is no longer played is void. ValueError
    when a full table could run out of cards, for the deck is never reshuffled in mid-hand
    (RULEBOOK 3.1).
    """

    name: str
    version: int
    seats: tuple[int, int]
    ante: int
    limits: Limits
    streets: tuple[Street, ...]
    lead: str
    odd: str
    seconds: int | None = None

    def __post_init__(self) -> None:
        each = sum(street.cards for street in self.streets if not isinstance(street, Betting))
        if self.seats[1] * each > len(FRESH_DECK):
            raise ValueError(f"{self.name}: {self.seats[1]} seats could need more than a deck")
