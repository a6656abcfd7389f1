"""A dealer's talk is the same whatever lies hidden: House's cards, the caller's own, the deck."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from door.rules.actions import CALL, CHECK, FOLD, STAND_PAT, Action, Bet, Discard, Legal, Raise
from door.rules.cards import FRESH_DECK, Card
from door.rules.events import Event
from door.rules.house_draw import CALLER, GAME
from door.rules.table import Table
from door.screens.dealers import DEALERS
from door.screens.patter import Known, Past, patter

STACKS = (200, 200)
Told = list[list[Event]]


def any_action(legal: Legal, luck: random.Random) -> Action:
    if legal.discard is not None:
        places = tuple(sorted(luck.sample(range(5), luck.randrange(6))))
        return Discard(places) if places else STAND_PAT
    bounds = legal.bet or legal.raise_
    if bounds and luck.random() < 0.5:
        return (Bet if legal.bet else Raise)(luck.randint(*bounds))
    if legal.due:
        return FOLD if luck.random() < 0.4 else CALL
    return CHECK


def played(deck: list[Card], luck: random.Random) -> tuple[list[Action], Told]:
    """A hand in which both do anything: the actions, and what the caller is told after each."""
    table, done = Table(GAME, STACKS, CALLER), list[Action]()
    told = [table.deal(deck)]
    while table.to_act is not None:
        legal = table.legal(table.to_act)
        assert legal is not None
        done.append(any_action(legal, luck))
        told.append(table.act(table.to_act, done[-1]))
    return done, seen(told)


def replayed(deck: list[Card], actions: list[Action]) -> Told:
    """The same done with other cards."""
    table = Table(GAME, STACKS, CALLER)
    told = [table.deal(deck)]
    for action in actions:
        assert table.to_act is not None
        told.append(table.act(table.to_act, action))
    return seen(told)


def seen(told: Told) -> Told:
    return [[event.seen_by(CALLER) for event in step] for step in told]


def said(told: Told, past: Past) -> list[list[str]]:
    return [[patter(step, f"17-{hand}", n, dealer, past) for n, step in enumerate(told)]
            for dealer in DEALERS for hand in range(10)]


@settings(max_examples=150)
@given(st.integers(0, 2 ** 32), st.integers(0, 60), st.integers(-300, 300), st.integers(-6, 6),
       st.none() | st.builds(Known, st.integers(0, 300), st.integers(0, 60)))
def test_hidden_cards_never_change_what_is_said(seed: int, hands: int, net: int, streak: int,
                                                known: Known | None) -> None:
    """Where nobody shows, any other deck; where the cards are shown, all that comes before."""
    luck, past = random.Random(seed), Past(hands, net, streak, known)
    actions, told = played(luck.sample(FRESH_DECK, 52), luck)
    other = replayed(luck.sample(FRESH_DECK, 52), actions)
    hidden = len(told) if actions[-1] == FOLD else len(told) - 1
    assert said(told[:hidden], past) == said(other[:hidden], past)
