"""Matches: the House's book against a bot, hand after hand at the real table, mirrored.

Each deck is dealt twice, the sides exchanged: what either holds and who acts first is the other's
the second time, so that luck of the cards weighs on both alike. Figures are the House's.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from bench.house.bots import Bot, Luck
from door.house.book import Book
from door.house.equilibrium import play, softened
from door.rules.actions import Action
from door.rules.cards import FRESH_DECK, Card
from door.rules.house_draw import CALLER, GAME, HOUSE
from door.rules.shuffle import Stream, house_luck
from door.rules.table import Table, View

SURE = 1.96     # standard errors on either side in which the truth lies 95 times of a hundred


@dataclass(frozen=True)
class Result:
    """What the House wins, in dollars a hand; `first` and `second` in the seat it acted from.

    `within` is half of the interval at 95 %.
    """

    hands: int
    dollars: float
    within: float
    first: float
    second: float

    @property
    def antes(self) -> float:
        return self.dollars / GAME.ante


def match(house: Bot, bot: Bot, hands: int, stack: int, seed: int = 1) -> Result:
    """So many hands, an even number, both sides with `stack` before each ante."""
    luck = random.Random(f"match {seed}")
    return result([pair(house, bot, stack, luck) for _ in range(hands // 2)])


def player(book: Book, gentle: bool = False) -> Bot:
    """The House with a book, in its usual manner or gently (door.house.equilibrium)."""
    def usual(view: View, luck: Stream) -> Action:
        return play(book, view, luck)

    def kind(view: View, luck: Stream) -> Action:
        return softened(usual(view, luck))
    return kind if gentle else usual


def result(pairs: Sequence[tuple[int, int]]) -> Result:
    """Of what the House won acting first and acting second, deck by deck: the interval is that of
    pairs, for the two hands of one deck are not independent."""
    halves = [(first + second) / 2 for first, second in pairs]
    error = statistics.stdev(halves) / len(pairs) ** 0.5
    return Result(2 * len(pairs), statistics.fmean(halves), SURE * error,
                  statistics.fmean(first for first, _ in pairs),
                  statistics.fmean(second for _, second in pairs))


def pair(house: Bot, bot: Bot, stack: int, luck: random.Random) -> tuple[int, int]:
    """A deck twice: what the House wins acting first, and acting second."""
    deck, seed = luck.sample(FRESH_DECK, len(FRESH_DECK)), luck.getrandbits(64)
    return hand(house, bot, stack, HOUSE, deck, seed), hand(house, bot, stack, CALLER, deck, seed)


def hand(house: Bot, bot: Bot, stack: int, first: int, deck: Sequence[Card], seed: int) -> int:
    """One hand; the chips that the House wins of it."""
    table, luck, key, count = Table(GAME, (stack, stack), first), Luck(seed), seed.to_bytes(8), 0
    table.deal(deck)
    while (seat := table.to_act) is not None:
        count += 1
        view = table.view(seat)
        table.act(seat, house(view, house_luck(key, count)) if seat == HOUSE
                  else bot(view, luck))
    assert sum(table.stacks) == 2 * stack, "chips are conserved"
    return table.stacks[HOUSE] - stack
