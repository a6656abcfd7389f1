"""door.proof.replay, facts: a record deals and plays its hand again, and gives its figures."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from door.proof.facts import facts
from door.proof.replay import DEAL, BadRecord, replay, result
from door.rules import events as ev
from door.rules.cards import FRESH_DECK
from door.rules.house_draw import CALLER, HOUSE
from door.rules.ranks import CATEGORIES, category, strength
from door.rules.shuffle import deck
from tests.records import hands

HANDS = list(hands(60))
SHOWDOWN = next(hand for hand in HANDS if "fold" not in dict(hand.record.actions).values())


def test_a_replay_ends_as_the_hand_ended() -> None:
    for hand in HANDS:
        again = replay(hand.record)
        assert again.over and again.steps[-1].view.stacks == hand.ended_stacks
        assert result(again.told) == hand.result
        assert [(step.seat, step.text) for step in again.steps] == [
            (None, DEAL), *hand.record.actions]


def test_the_first_cards_are_those_on_top_of_the_deck_and_events_are_uncut() -> None:
    for hand in HANDS:
        record = hand.record
        top, again = deck(record.seed, record.id, record.cut)[:10], replay(record)
        leads = record.first
        assert again.cards[leads] == top[0::2] and again.cards[1 - leads] == top[1::2]
        dealt = [event for event in again.told if isinstance(event, ev.CardsDealt)]
        assert {event.seat: event.cards for event in dealt} == dict(enumerate(again.cards))


def test_the_view_of_a_step_is_the_callers_own_after_it() -> None:
    again = replay(SHOWDOWN.record)
    assert all(step.view.seat == CALLER for step in again.steps)
    assert again.steps[0].view.pot == 10 and again.steps[-1].view.pot == 0
    assert again.steps[0].view.cards == again.cards[CALLER]
    assert again.steps[-1].view.cards == again.last[CALLER]
    assert again.steps[-1].view.shown == {seat: again.last[seat] for seat in (CALLER, HOUSE)}


def test_a_hand_that_froze_is_replayed_as_far_as_it_went() -> None:
    frozen = replace(SHOWDOWN.record, actions=SHOWDOWN.record.actions[:2], state="open")
    again = replay(frozen)
    assert not again.over and len(again.steps) == 3
    with pytest.raises(BadRecord, match="not played to its end"):
        facts(frozen)


@pytest.mark.parametrize("change, why", [
    ({"game": "holdem"}, "is of holdem 1"),
    ({"rules_version": 2}, "is of house draw 2"),
    ({"actions": ((0, "check"), (0, "check"))}, "action 2: It is not your turn"),
    ({"actions": ((0, "bet 26"),)}, "action 1: A bet is"),
    ({"actions": ((0, "sing"),)}, "action 1: not an action"),
    ({"actions": ((7, "check"),)}, "action 1: It is not your turn"),
    ({"stacks": (4, 200)}, "cannot be dealt: The ante is"),
    ({"stacks": ()}, "cannot be dealt"),
    ({"first": 2}, "cannot be dealt"),
    ({"id": "é"}, "cannot be dealt"),
    ({"cut": "\ud800"}, "cannot be dealt"),
])
def test_a_record_that_breaks_the_rules_is_refused_and_told_why(change: dict[str, Any],
                                                                why: str) -> None:
    first = next(hand for hand in HANDS if hand.record.first == CALLER)
    with pytest.raises(BadRecord, match=why):
        replay(replace(first.record, **change))


def test_no_sentence_of_a_bad_record_tells_a_card() -> None:
    """The audit prints them of hands that are not opened."""
    with pytest.raises(BadRecord) as caught:
        replay(replace(SHOWDOWN.record, actions=((SHOWDOWN.record.first, "discard 1"),)))
    assert not any(str(card) in str(caught.value).split() for card in FRESH_DECK)


# -- facts -----------------------------------------------------------------------------------


def test_facts_are_what_a_person_would_count() -> None:
    assert SHOWDOWN.record.stacks and SHOWDOWN.ended_stacks
    again, found = replay(SHOWDOWN.record), facts(SHOWDOWN.record)
    assert [CATEGORIES[kind] for kind in found.dealt] == [
        CATEGORIES[category(strength(cards))] for cards in again.cards]
    assert found.folded is None
    assert (found.best, found.house_best) == tuple(strength(cards) for cards in again.last)
    won = [event.amount for event in again.told if isinstance(event, ev.PotAwarded)]
    assert found.pot == sum(won)


@pytest.mark.parametrize("folder", [CALLER, HOUSE])
def test_who_folds_has_no_best_holding_and_the_house_shows_none(folder: int) -> None:
    hand = next(hand for hand in HANDS if (folder, "fold") in hand.record.actions)
    found = facts(hand.record)
    assert found.folded == folder and found.house_best == 0
    assert (found.best == 0) == (folder == CALLER)


def test_chips_that_come_back_uncalled_are_not_in_the_pot() -> None:
    for hand in HANDS:
        found, again = facts(hand.record), replay(hand.record)
        back = sum(event.amount for event in again.told if isinstance(event, ev.UncalledReturned))
        paid = sum(again.steps[-1].view.in_pot)
        assert found.pot == paid - back
        net = hand.ended_stacks[CALLER] - hand.record.stacks[CALLER]
        assert abs(net) in (found.pot // 2, 0)
