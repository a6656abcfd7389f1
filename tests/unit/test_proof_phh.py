"""door.proof.phh: hands in the poker hand history standard's notation, as pokerkit reads them.

pokerkit knows no five-card draw high against a spread limit, so it plays on a state of its own: no
limit, its minimum raise, our cap of raises. Where our rules let somebody raise by less than the bet
before (RULEBOOK 1.7) and they keep chips, pokerkit refuses; takes() says which hands those are.
"""

from __future__ import annotations

import re
import tomllib
import warnings
from dataclasses import replace
from itertools import chain, islice
from pathlib import Path

import pytest
from pokerkit import (Automation, BettingStructure, Deck, HandHistory, Mode, Opening,
                      StandardHighHand, State, Street, parse_action)

from door.proof.phh import VARIANT, collection, phh
from door.proof.replay import BadRecord, replay, result
from door.rules import events as ev
from door.rules.house_draw import CALLER, GAME, HOUSE
from door.rules.shuffle import seal
from door.views import HandRecord, StoredHand
from tests.records import deals, hands, sitting

ROOT = Path(__file__).parents[1]
STACKS = ((200, 200), (60, 60), (20, 20), (33, 500))
PLAYED = list(chain.from_iterable(islice(sitting(number, stacks), 40)
                                  for number in range(1, 12) for stacks in STACKS))
SHORT = {"all_in_of_one_dollar"}    # recorded hands that pokerkit does not take


def recorded(path: Path) -> StoredHand:
    """A hand of tests/hands, whose House does what the file says."""
    text = path.read_text(encoding="utf-8")
    found = dict(re.findall(r"(?m)^(\w+): *(.*)$", text))
    seed, stacks = bytes.fromhex(found["seed"]), tuple(map(int, found["stacks"].split()))
    actions = tuple((int(seat) - 1, action) for seat, action in re.findall(
        r"(?m)^([12]) (\w.*)$", text))
    record = HandRecord(found["hand"], 8, 1, GAME.name, 1, "0" * 64, seed,
                        seal(found["hand"], seed), found["cut"], True, int(found["first"]) - 1,
                        stacks, actions, "done", 1_700_000_000)
    again = replay(record)
    return StoredHand(record, "Ada", 1, 1, 2, again.steps[-1].view.stacks, result(again.told),
                      True)


RECORDED = {path.stem: recorded(path) for path in sorted((ROOT / "hands").glob("*.hand"))}


def state_of(stacks: list[int]) -> State:
    """Five-card draw high as pokerkit has it: antes of $5, a bet and three raises a round."""
    streets = (Street(False, (False,) * 5, 0, False, Opening.POSITION, GAME.limits.low, 4),
               Street(False, (), 0, True, Opening.POSITION, GAME.limits.low, 4))
    by_itself = (Automation.ANTE_POSTING, Automation.BET_COLLECTION, Automation.HAND_KILLING,
                 Automation.BLIND_OR_STRADDLE_POSTING, Automation.CHIPS_PUSHING,
                 Automation.CHIPS_PULLING)
    return State(by_itself, Deck.STANDARD, (StandardHighHand,), streets,
                 BettingStructure.NO_LIMIT, True, GAME.ante, 0, 0, stacks, 2, mode=Mode.CASH_GAME)


def parsed(text: str) -> State:
    """pokerkit's state behind the last action line of a hand that it reads itself."""
    history = HandHistory.loads(text)
    state = state_of(history.starting_stacks)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "There is no reason for this player to fold")
        for action in history.actions:
            parse_action(state, action)
    assert not state.status and history.finishing_stacks == state.stacks
    return state


def takes(hand: StoredHand) -> bool:
    """Whether every bet and raise is one that pokerkit's rules allow."""
    least = 0
    for step in replay(hand.record).steps:
        for event in step.told:
            if isinstance(event, ev.RoundOpened):
                least = GAME.limits.low
            elif isinstance(event, (ev.BetMade, ev.Raised)):
                if event.amount < least and step.view.stacks[event.seat]:
                    return False
                least = max(event.amount, least)
    return True


def test_pokerkit_plays_every_hand_it_takes_to_the_same_stacks() -> None:
    taken = [hand for hand in PLAYED if takes(hand)]
    assert len(taken) > 0.8 * len(PLAYED) > 300
    for hand in taken:
        state = parsed(phh(hand))
        order = [hand.record.first, 1 - hand.record.first]
        assert state.stacks == [hand.ended_stacks[seat] for seat in order]


def test_pokerkit_plays_the_deals_of_a_contest_as_well() -> None:
    """New cards come from elsewhere in the deck, which the notation need not know."""
    taken = [deal for deal in deals(100) if takes(deal)]
    assert len(taken) > 60
    for deal in taken:
        state = parsed(phh(deal))
        order = [deal.record.first, 1 - deal.record.first]
        assert state.stacks == [deal.ended_stacks[seat] for seat in order]
        assert tomllib.loads(phh(deal))["table"] == "deal of the day 2026-11-30"


def test_hands_it_does_not_take_are_refused_for_their_short_raises_alone() -> None:
    refused = [hand for hand in PLAYED if not takes(hand)]
    assert refused
    for hand in refused:
        with pytest.raises(ValueError, match="below the minimum allowed"):
            parsed(phh(hand))


@pytest.mark.parametrize("name", RECORDED)
def test_recorded_hands_are_played_by_pokerkit(name: str) -> None:
    hand = RECORDED[name]
    assert takes(hand) == (name not in SHORT)
    if takes(hand):
        parsed(phh(hand))


@pytest.mark.soak
def test_pokerkit_plays_10_000_hands_to_the_same_stacks() -> None:
    for stacks in STACKS:
        for hand in filter(takes, hands(2500, stacks)):
            assert sorted(parsed(phh(hand)).stacks) == sorted(hand.ended_stacks)


def test_the_file_is_toml_with_the_standards_fields_and_ours_behind_an_underscore() -> None:
    hand = next(hand for hand in PLAYED if '"quoted"' in hand.record.cut)
    found = tomllib.loads(phh(hand))
    assert found["variant"] == VARIANT and found["antes"] == [5, 5]
    assert found["players"][hand.record.first] == "Ada" or hand.record.first == HOUSE
    assert found["hand"] == hand.record.id and found["_seed"] == hand.record.seed.hex()
    assert found["_cut"] == hand.record.cut and found["_seal"] == hand.record.seal
    known = {*HandHistory.optional_field_names, *HandHistory.required_field_names["N2L1D"]}
    assert {name for name in found if not name.startswith("_")} <= known


def test_players_stand_in_the_order_in_which_they_act() -> None:
    for hand in PLAYED[:40]:
        found = tomllib.loads(phh(hand))
        assert found["players"] == (["Ada", "The House"] if hand.record.first == CALLER
                                    else ["The House", "Ada"])
        assert found["seats"] == [hand.record.first + 1, 2 - hand.record.first]
        assert next(line for line in found["actions"] if line[0] == "p").startswith("p1 ")


def test_many_hands_are_one_file_with_sections() -> None:
    histories = list(HandHistory.loads_all("\n".join(collection(map(phh, PLAYED[:7])))))
    assert [history.hand for history in histories] == [hand.record.id for hand in PLAYED[:7]]


def test_what_the_caller_may_not_know_yet_is_hidden_and_the_chips_are_the_same() -> None:
    for hand in filter(takes, PLAYED[:120]):
        text, again = phh(replace(hand, opened=False)), replay(hand.record)
        shown = HOUSE in again.steps[-1].view.shown
        assert "_seed" not in text and hand.record.seed.hex() not in text
        hidden = {*again.cards[HOUSE], *(() if shown else again.last[HOUSE])}
        lines = [line for line in tomllib.loads(text)["actions"] if " sm " not in line]
        assert not any(str(card) in line for card in hidden for line in lines)
        parsed(text)


def test_a_hand_that_was_not_played_to_its_end_has_no_history() -> None:
    void = replace(PLAYED[0], record=replace(PLAYED[0].record, state="void"))
    with pytest.raises(BadRecord, match="not played to its end"):
        phh(void)
