"""Moments in which a player of the House's seat is asked: hands at the real table, to any end."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from door.rules.actions import (CALL, CHECK, FOLD, STAND_PAT, Action, Bet, Discard, Legal,
                                Raise)
from door.rules.cards import FRESH_DECK, Card
from door.rules.house_draw import GAME, HOUSE
from door.rules.shuffle import Stream, house_luck
from door.rules.table import Table, View

SHORT = (5, 6, 7, 8, 10, 12, 15, 20, 25, 30)   # dollars, where the caps of RULEBOOK 1.9 bite


@dataclass(frozen=True, slots=True)
class Moment:
    """What was seen, the luck of it, and how the hand had come to this."""

    deck: tuple[Card, ...]
    stacks: tuple[int, int]
    first: int
    acted: tuple[tuple[int, Action], ...]
    view: View
    key: bytes

    @property
    def legal(self) -> Legal:
        assert self.view.legal is not None
        return self.view.legal

    def luck(self) -> Stream:
        return house_luck(self.key, len(self.acted) + 1)

    def replayed(self, deck: tuple[Card, ...]) -> Iterator[View]:
        """The House's views on the way here, with another deck."""
        table = Table(GAME, self.stacks, self.first)
        table.deal(deck)
        yield table.view(HOUSE)
        for seat, action in self.acted:
            table.act(seat, action)
            yield table.view(HOUSE)


def careless(legal: Legal, luck: random.Random) -> Action:
    """Anything that is legal, and seldom a fold."""
    if legal.discard is not None:
        places = tuple(sorted(luck.sample(range(5), luck.randrange(6))))
        return Discard(places) if places else STAND_PAT
    actions: list[Action] = [CALL if legal.due else CHECK] * 4
    if legal.bet:
        actions += [Bet(luck.randint(*legal.bet))] * 4
    if legal.raise_:
        actions += [Raise(luck.randint(*legal.raise_))] * 3
    return luck.choice([*actions, FOLD])


def asked(luck: random.Random, stacks: tuple[int, int],
          house: Callable[[Moment], Action]) -> Iterator[Moment]:
    """The moments of one hand against a careless caller, and `house` acts in each."""
    deck, table = tuple(luck.sample(FRESH_DECK, 52)), Table(GAME, stacks, luck.randrange(2))
    first, key, acted = table.first, luck.randbytes(32), list[tuple[int, Action]]()
    table.deal(deck)
    while (seat := table.to_act) is not None:
        legal = table.legal(seat)
        assert legal is not None
        if seat == HOUSE:
            moment = Moment(deck, stacks, first, tuple(acted), table.view(HOUSE), key)
            yield moment
            action = house(moment)
        else:
            action = careless(legal, luck)
        table.act(seat, action)         # raises where it asks for what is not allowed
        acted.append((seat, action))
    assert sum(table.stacks) == sum(stacks)
