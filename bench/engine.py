"""Complete heads-up draw hands a second, beside pokerkit's same game in the same run.

Both play the same recorded actions of one random policy: antes of 5, stacks of 200, a betting
round, the draw, a betting round, the showdown. Ours shuffles with deck(), asks legal() before each
act() and cuts every event for both seats; pokerkit automates all but the players' choices.
pokerkit is far more general than our tables (any variant, any number of boards), which is what its
time goes into. The two take turns in chunks of milliseconds, so that the machine's noise hits both.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Sequence

from pokerkit import (Automation, BettingStructure, Deck, Opening, StandardHighHand, State,
                      Street)

from door.rules.actions import (CALL, CHECK, FOLD, STAND_PAT, Action, Bet, Call, Check, Discard,
                                Fold, Legal, Raise)
from door.rules.house_draw import GAME
from door.rules.shuffle import deck
from door.rules.table import Table

Script = tuple[Action, ...]
STACKS, ANTE, LOW, HIGH = (200, 200), GAME.ante, 2, 25
SEED = bytes(range(32))


def choose(legal: Legal, low: int, luck: random.Random) -> Action:
    """A random action; no raise is below `low`, the last one, for pokerkit allows none."""
    if legal.discard is not None:
        places = tuple(sorted(luck.sample(range(5), luck.randrange(4))))
        return Discard(places) if places else STAND_PAT
    pick = luck.random()
    if legal.due and pick < 0.1:
        return FOLD
    bounds = legal.bet or legal.raise_
    if bounds and pick > 0.6 and max(low, bounds[0]) <= bounds[1]:
        amount = luck.randint(max(low, bounds[0]), bounds[1])
        return Bet(amount) if legal.bet else Raise(amount)
    return CALL if legal.due else CHECK


def record(number: int, luck: random.Random) -> list[Script]:
    """The actions of `number` random hands."""
    return [_record_one(str(n), luck) for n in range(number)]


def _record_one(hand: str, luck: random.Random) -> Script:
    table = Table(GAME, STACKS)
    table.deal(deck(SEED, hand, ""))
    script: list[Action] = []
    low = LOW
    while (seat := table.to_act) is not None:
        legal = table.legal(seat)
        assert legal is not None
        action = choose(legal, low if legal.due else LOW, luck)
        low = action.amount if isinstance(action, (Bet, Raise)) else low
        table.act(seat, action)
        script.append(action)
    return tuple(script)


def play_ours(scripts: Sequence[Script]) -> None:
    """Plays each script at a Table of its own, every event cut for both seats."""
    for number, script in enumerate(scripts):
        table = Table(GAME, STACKS)
        for event in table.deal(deck(SEED, str(number), "")):
            event.seen_by(0)
            event.seen_by(1)
        for action in script:
            seat = table.to_act
            assert seat is not None and table.legal(seat)
            for event in table.act(seat, action):
                event.seen_by(0)
                event.seen_by(1)
        assert not table.playing


def play_pokerkit(scripts: Sequence[Script]) -> None:
    """Plays each script through a pokerkit State of the same game."""
    for script in scripts:
        state = _state()
        for action in script:
            _do(state, action)
        assert not state.status


def _state() -> State:
    streets = (Street(False, (False,) * 5, 0, False, Opening.POSITION, LOW, 4),
               Street(False, (), 0, True, Opening.POSITION, LOW, 4))
    return State(tuple(Automation), Deck.STANDARD, (StandardHighHand,), streets,
                 BettingStructure.NO_LIMIT, True, ANTE, 0, 0, STACKS, 2)


def _do(state: State, action: Action) -> None:
    if isinstance(action, Fold):
        state.fold()
    elif isinstance(action, (Check, Call)):
        state.check_or_call()
    elif isinstance(action, (Bet, Raise)):
        state.complete_bet_or_raise_to(max(state.bets) + action.amount)
    else:
        seat = state.stand_patter_or_discarder_index
        assert seat is not None
        places = action.places if isinstance(action, Discard) else ()
        state.stand_pat_or_discard([state.hole_cards[seat][place] for place in places])


def _rate(play: Callable[[Sequence[Script]], None], scripts: Sequence[Script]) -> float:
    """Hands a second."""
    start = time.perf_counter()
    play(scripts)
    return len(scripts) / (time.perf_counter() - start)


def figures(chunks: int = 100, hands: int = 8) -> dict[str, float]:
    """Hands a second of ours and of pokerkit's, and how many times theirs ours is: medians.

    A chunk is a few milliseconds of ours, of theirs, and of ours again, all of the same hands.
    """
    luck = random.Random(2)
    ours, theirs = [], []
    for _ in range(chunks):
        scripts = record(hands, luck)
        before = _rate(play_ours, scripts * 5)
        theirs.append(_rate(play_pokerkit, scripts))
        ours.append((before + _rate(play_ours, scripts * 5)) / 2)
    return {"engine_hands_per_second": statistics.median(ours),
            "engine_pokerkit_hands_per_second": statistics.median(theirs),
            "engine_ratio": statistics.median(a / b for a, b in zip(ours, theirs))}
