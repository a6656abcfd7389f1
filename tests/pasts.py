"""Hands of the past for screens that show them again: played at random, and dealt as one likes."""

from __future__ import annotations

from random import Random

from door.proof.replay import DEAL, Replay, ReplayStep
from door.rules.actions import (CALL, CHECK, FOLD, STAND_PAT, Action, Bet, Discard, Legal, Raise,
                                parse_action)
from door.rules.cards import FRESH_DECK, Card, parse_cards
from door.rules.house_draw import CALLER, GAME, HOUSE
from door.rules.table import Table

Deck = tuple[Card, ...]
Actions = list[tuple[int, str]]
MINE, HOUSES = "Kh Kc 9s 9d 4d", "Ad As 7h 6c 2s"
STACKS = (200, 200)
WON: Actions = [(CALLER, "bet 10"), (HOUSE, "call"), (CALLER, "discard 5"), (HOUSE, "discard 345"),
                (CALLER, "bet 5"), (HOUSE, "call")]
FOLDED: Actions = [*WON[:5], (HOUSE, "raise 5"), (CALLER, "fold")]


def deck(mine: str = MINE, houses: str = HOUSES, draws: str = "9h 8c 3c 3d") -> Deck:
    """The caller acts first."""
    cards = [card for pair in zip(parse_cards(mine), parse_cards(houses)) for card in pair]
    cards += parse_cards(draws)
    return (*cards, *(card for card in FRESH_DECK if card not in cards))


def again(dealt: Deck, actions: Actions, stacks: tuple[int, ...] = STACKS,
          first: int = CALLER) -> Replay:
    """What door.proof.replay makes of a record whose deck is this one."""
    table = Table(GAME, stacks, first)
    told = table.deal(dealt)
    cards = tuple(table.view(seat).cards for seat in (CALLER, HOUSE))
    steps = [ReplayStep(None, DEAL, tuple(told), table.view(CALLER))]
    for seat, text in actions:
        told = table.act(seat, parse_action(text))
        steps.append(ReplayStep(seat, text, tuple(told), table.view(CALLER)))
    return Replay(cards, tuple(table.view(seat).cards for seat in (CALLER, HOUSE)), tuple(steps))


def played(luck: Random) -> tuple[Deck, Actions, tuple[int, int], int]:
    """A hand of anybody's: deck, actions, stacks before it, and who acted first."""
    stacks = (luck.choice((5, 9, 40, 205)), luck.choice((5, 9, 40, 205)))
    first, dealt = luck.randrange(2), tuple(luck.sample(FRESH_DECK, 52))
    table, actions = Table(GAME, stacks, first), list[tuple[int, str]]()
    table.deal(dealt)
    while (seat := table.to_act) is not None:
        legal = table.legal(seat)
        assert legal is not None
        action = any_action(legal, luck)
        table.act(seat, action)
        actions.append((seat, str(action)))
    return dealt, actions, stacks, first


def any_action(legal: Legal, luck: Random) -> Action:
    """One of those that are legal; a fold is rare, so that most hands come to the draw."""
    if legal.discard is not None:
        places = sorted(luck.sample(range(5), luck.randint(0, legal.discard)))
        return Discard(tuple(places)) if places else STAND_PAT
    some: list[Action] = [CALL if legal.due else CHECK] * 4 + [FOLD]
    if legal.bet:
        some += [Bet(luck.randint(*legal.bet))] * 3
    if legal.raise_:
        some += [Raise(luck.randint(*legal.raise_))] * 3
    return luck.choice(some)


def redealt(dealt: Deck, hidden: set[Card], luck: Random) -> Deck:
    """The same deck, but for these cards: others, which nobody was dealt, lie in their places."""
    others = luck.sample(dealt[20:], len(hidden))
    swap = dict(zip(sorted(hidden), others)) | dict(zip(others, sorted(hidden)))
    return tuple(swap.get(card, card) for card in dealt)
