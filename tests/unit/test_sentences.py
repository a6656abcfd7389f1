"""door.screens.sentences: every event of the Poker Table has its sentence, for both sides."""

from __future__ import annotations

import inspect

import pytest

from door.rules import events as ev
from door.rules.cards import parse_cards
from door.rules.house_draw import CALLER, HOUSE
from door.rules.ranks import strength
from door.screens.sentences import holding, say

KINGS_UP, SIXES = parse_cards("Kh Kc 9s 9d 4d"), parse_cards("6c 6d Th 4s 2c")
SILENT = (ev.RoundOpened, ev.HandEnded, ev.ActionNeeded)
ELSEWHERE = (ev.BlindPosted, ev.TaxTaken, ev.UncalledReturned)  # never at this table


@pytest.mark.parametrize("event, sentence", [
    (ev.AntePosted(CALLER, 5), "You ante $5."), (ev.AntePosted(HOUSE, 5), "House antes $5."),
    (ev.CardsDealt(CALLER, KINGS_UP), "You hold Kh Kc 9s 9d 4d, two pair, kings and nines."),
    (ev.CardsDealt(HOUSE, (None,) * 5), ""), (ev.CardsDealt(CALLER, ()), ""),
    (ev.Checked(CALLER), "You check."), (ev.Checked(HOUSE), "House checks."),
    (ev.Called(CALLER, 10, False), "You call $10."),
    (ev.Called(HOUSE, 10, True), "House calls $10, all in."),
    (ev.BetMade(CALLER, 2, False), "You bet $2."),
    (ev.BetMade(HOUSE, 1, True), "House bets $1, all in."),
    (ev.Raised(CALLER, 25, 1, True), "You raise $25, all in."),
    (ev.Raised(HOUSE, 10, 2, False), "House raises $10."),
    (ev.Folded(CALLER), "You fold."), (ev.Folded(HOUSE), "House folds."),
    (ev.CardsDrawn(CALLER, 1, (4,), ()), "You discard one."),
    (ev.CardsDrawn(HOUSE, 5, (), ()), "House takes five."),
    (ev.CardsDrawn(CALLER, 0, (), ()), "You stand pat."),
    (ev.CardsDrawn(HOUSE, 0, (), ()), "House stands pat."),
    (ev.HoldingShown(CALLER, KINGS_UP, 0), "You show Kh Kc 9s 9d 4d, two pair, kings and nines."),
    (ev.HoldingShown(HOUSE, SIXES, 0), "House shows 6c 6d 10h 4s 2c, pair of sixes."),
])
def test_what_happened_is_said(event: ev.Event, sentence: str) -> None:
    assert say(event) == sentence


@pytest.mark.parametrize("event, sentence", [
    (ev.PotAwarded(CALLER, 70, 0, strength(KINGS_UP), 1),
     "You win $70 with two pair, kings and nines."),
    (ev.PotAwarded(CALLER, 70, 0, None, 1), "You win $70: the House folds."),
    (ev.PotAwarded(HOUSE, 70, 0, None, 1), "The House wins $70: you fold."),
    (ev.PotAwarded(CALLER, 35, 0, strength(KINGS_UP), 2), "A tie: $35 each."),
    (ev.PotAwarded(HOUSE, 35, 0, strength(KINGS_UP), 2), ""),
    (ev.PotAwarded(HOUSE, 70, 0, strength(KINGS_UP), 1),
     "The House wins $70 with two pair, kings and nines.")])
def test_results_are_worded_as_scripts_expect_them(event: ev.Event, sentence: str) -> None:
    """DESIGN, Prompts."""
    assert say(event) == sentence


@pytest.mark.parametrize("event", [ev.RoundOpened(1, 0), ev.HandEnded((1, 2)),
                                   ev.ActionNeeded(0, None)])
def test_what_needs_no_sentence(event: ev.Event) -> None:
    assert say(event) == ""


def test_every_event_of_this_table_is_covered_here() -> None:
    kinds = {kind for _, kind in inspect.getmembers(ev, inspect.isclass)
             if issubclass(kind, ev.Event) and kind is not ev.Event}
    spoken = {type(mark) for mark in (
        ev.AntePosted(0, 0), ev.CardsDealt(0, ()), ev.Checked(0), ev.Called(0, 0, False),
        ev.BetMade(0, 0, False), ev.Raised(0, 0, 0, False), ev.Folded(0),
        ev.CardsDrawn(0, 0, (), ()), ev.HoldingShown(0, (), 0), ev.PotAwarded(0, 0, 0, 0, 1))}
    assert kinds == spoken | set(SILENT) | set(ELSEWHERE)


def test_a_holding_is_written_and_named() -> None:
    assert holding(KINGS_UP) == "Kh Kc 9s 9d 4d, two pair, kings and nines"
