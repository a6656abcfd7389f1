"""Cards: the 52 of them, how they are written, and how they are spoken.

A card is a small integer, so that a deck shuffles and sums at full speed: rank * 4 + suit, in the
order of a fresh deck (RULEBOOK 5.1): 2c 2d 2h 2s 3c ... As.
"""

from __future__ import annotations

from collections.abc import Iterable

RANKS = "23456789TJQKA"
SUITS = "cdhs"
RANK_NAMES = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
              "jack", "queen", "king", "ace")
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")


class Card(int):
    """One card; compares and hashes as its place in a fresh deck, 0 to 51."""

    __slots__ = ()

    @property
    def rank(self) -> int:
        """0 for a two to 12 for an ace."""
        return self >> 2

    @property
    def suit(self) -> int:
        """0 clubs, 1 diamonds, 2 hearts, 3 spades; suits never break ties (RULEBOOK 2)."""
        return self & 3

    def __str__(self) -> str:
        return RANKS[self >> 2] + SUITS[self & 3]

    def __repr__(self) -> str:
        return f"Card({self})"

    def spoken(self) -> str:
        """The card in words: "king of hearts"."""
        return f"{RANK_NAMES[self >> 2]} of {SUIT_NAMES[self & 3]}"


FRESH_DECK: tuple[Card, ...] = tuple(Card(n) for n in range(52))
_BY_TEXT = {str(card): card for card in FRESH_DECK}


def parse_card(text: str) -> Card:
    """The card that two letters name ("As", "kd", "10h"); ValueError for anything else."""
    tidy = text.replace("10", "T", 1)
    card = _BY_TEXT.get(tidy[:1].upper() + tidy[1:].lower())
    if card is None:
        raise ValueError(f"not a card: {text[:10]!r}; a rank of {RANKS} and a suit of {SUITS}")
    return card


def parse_cards(text: str) -> tuple[Card, ...]:
    """The cards of a text such as "As Kd", in its order; ValueError if one is unknown or twice."""
    cards = tuple(parse_card(word) for word in text.split())
    if len(set(cards)) != len(cards):
        raise ValueError(f"a card stands twice in {text[:200]!r}")
    return cards


def written(cards: Iterable[Card | None]) -> str:
    """Cards as `parse_cards` reads them; a hidden card (None) is written ??."""
    return " ".join("??" if card is None else str(card) for card in cards)
