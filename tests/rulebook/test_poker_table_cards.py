"""The Poker Table's cards, ruling by ruling: RULEBOOK 1.5, 1.10-1.13."""

from dataclasses import fields

import pytest

from door.rules import events as ev
from door.rules.actions import CALL, CHECK, FOLD, STAND_PAT, Bet, Discard, Raise, absent
from door.rules.cards import written
from door.rules.house_draw import CALLER, GAME, HOUSE
from door.rules.ranks import spoken
from door.rules.table import Table, View

BETTER, WORSE = "Kh Kc 9s 9d 4d", "Qh Qc 8s 8d 3d"
TIED = "Kd Ks 9c 9h 4c"


def act(table, *actions):
    """Whoever is to act does each of these; all that was told."""
    return [event for action in actions for event in table.act(table.to_act, action)]


def kinds(told, kind):
    return [event for event in told if isinstance(event, kind)]


# -- 1.5: the cards ----------------------------------------------------------------------------

def test_1_5_the_caller_sees_five_cards_before_betting(play):
    """1.5: the caller's five cards are shown at the deal."""
    assert written(play().view(CALLER).cards) == BETTER


@pytest.mark.parametrize("leads", [CALLER, HOUSE])
def test_1_5_cards_alternate_from_the_first_actor(leads, rigged):
    """1.5: cards alternate, first actor first."""
    table = Table(GAME, (200, 200), leads)
    table.deal(rigged("As 2c Ks 3c Qs 4c Js 5c Ts 7d"))
    assert written(table.view(leads).cards) == "As Ks Qs Js Ts"
    assert written(table.view(1 - leads).cards) == "2c 3c 4c 5c 7d"


@pytest.mark.parametrize("leads", [CALLER, HOUSE])
def test_1_5_replacements_first_all_of_the_first_actors_into_their_slots(leads, play):
    """1.5: all of the first actor's, then the other's, each into its slot; no burn cards."""
    table = play("Kh Kc 9s 9d 4d", "Qh Qc 8s 8d 3d", CHECK, CHECK, Discard((1, 4)),
                 Discard((0, 2, 3)), leads=leads, draws="As Ks Qs Js Ts")
    assert written(table.view(leads).cards) == "Kh As 9s 9d Ks"
    assert written(table.view(1 - leads).cards) == "Qs Qc Js Ts 3d"


def test_1_5_discards_never_come_back_in_that_hand(rigged):
    """1.5: with all ten thrown, all ten replacements are new."""
    table = Table(GAME, (200, 200))
    told = table.deal(rigged())
    told += act(table, CHECK, CHECK, Discard((0, 1, 2, 3, 4)), Discard((0, 1, 2, 3, 4)))
    dealt = [card for event in told if isinstance(event, (ev.CardsDealt, ev.CardsDrawn))
             for card in event.cards]
    assert len(set(dealt)) == len(dealt) == 20


# -- 1.10: discards ----------------------------------------------------------------------------

@pytest.mark.parametrize("places, thrown", [((), 0), ((0,), 1), ((0, 1, 4), 3),
                                            ((0, 1, 2, 3, 4), 5)])
def test_1_10_nothing_to_five_cards_may_be_thrown(places, thrown, play):
    """1.10: 0 to 5 of them; RETURN alone stands pat."""
    table = play(BETTER, WORSE, CHECK, CHECK, Discard(places) if places else STAND_PAT, STAND_PAT)
    assert table.view(HOUSE).drew == (thrown, 0)


@pytest.mark.parametrize("places", [(4, 0), (0, 0), (-1,), (5,), (0, 1, 2, 3, 4, 5)])
def test_1_10_places_are_strictly_ascending_and_of_five(places, play, refused):
    """1.10: "51", "11", "0", "6", "123456": a message, the question again, nothing changed."""
    table = play(BETTER, WORSE, CHECK, CHECK)
    assert refused(table, Discard(places)).endswith(".")
    assert table.to_act == CALLER


@pytest.mark.parametrize("leads", [CALLER, HOUSE])
def test_1_10_both_fix_their_discards_before_either_learns_the_others(leads, play):
    """1.10: then both numbers are told."""
    table = play(BETTER, WORSE, CHECK, CHECK, leads=leads)
    first = act(table, Discard((4,)))
    assert first == [ev.ActionNeeded(1 - leads, None)]
    assert table.view(1 - leads).drew == (None, None)
    told = act(table, Discard((0, 1, 2)))
    assert [(event.seat, event.count) for event in kinds(told, ev.CardsDrawn)] == [
        (leads, 1), (1 - leads, 3)]


# -- 1.11: the showdown ------------------------------------------------------------------------

def test_1_11_at_the_showdown_both_holdings_and_their_names_are_shown(play):
    """1.11: both holdings and their names are shown, and the pot goes to the better."""
    table = play(BETTER, WORSE, CHECK, CHECK, STAND_PAT, STAND_PAT, CHECK)
    told = act(table, CHECK)
    shown = kinds(told, ev.HoldingShown)
    assert [(event.seat, spoken(event.cards)) for event in shown] == [
        (CALLER, "two pair, kings and nines"), (HOUSE, "two pair, queens and eights")]
    assert kinds(told, ev.PotAwarded) == [ev.PotAwarded(CALLER, 10, 0, shown[0].strength, 1)]
    assert all(event.seen_by(seat) == event for event in told for seat in (CALLER, HOUSE))


def test_1_11_the_winner_by_a_fold_shows_nothing(play):
    """1.11: the winner by a fold shows nothing (A, H)."""
    table = play(BETTER, WORSE, Bet(5))
    told = act(table, FOLD)
    assert kinds(told, ev.HoldingShown) == []
    assert table.view(CALLER).shown == table.view(HOUSE).shown == {}


def test_1_11_a_tie_splits_the_pot_and_there_is_no_odd_dollar(play):
    """1.11: matched stakes make every pot even."""
    table = play(BETTER, TIED, Bet(7), Raise(8), CALL, STAND_PAT, STAND_PAT, CHECK)
    told = act(table, CHECK)
    assert [(event.seat, event.amount) for event in kinds(told, ev.PotAwarded)] == [
        (HOUSE, 20), (CALLER, 20)]
    assert table.stacks == [200, 200]


# -- 1.12 and 1.13: away, and unseen -----------------------------------------------------------

def test_1_12_for_the_absent_it_checks_where_that_is_free_else_folds_and_stands_pat(play):
    """1.12: checking where that is free, else folding, and standing pat (H, GLI 4.16)."""
    free, facing, draw = play(), play(BETTER, WORSE, CHECK, Bet(5)), play(
        BETTER, WORSE, CHECK, CHECK)
    assert absent(free.legal(CALLER)) == CHECK
    assert absent(facing.legal(CALLER)) == FOLD
    assert absent(draw.legal(CALLER)) == STAND_PAT


def test_1_12_the_same_deck_and_actions_come_to_the_same_prompt(play):
    """1.12: the hand is resumed at the same prompt, same deck."""
    actions = (CHECK, Bet(10), Raise(5), CALL, Discard((4,)), Discard((0, 1)), CHECK, Bet(2))
    for stop in range(len(actions) + 1):
        one, two = (play(BETTER, WORSE, *actions[:stop]) for _ in range(2))
        assert [one.view(seat) for seat in (0, 1)] == [two.view(seat) for seat in (0, 1)]


def test_1_13_nothing_of_the_callers_cards_or_the_deck_is_in_the_houses_view(play):
    """1.13: nothing about the caller's cards, or the deck, ever reaches the House."""
    views = []
    for theirs, draws in [("Kh Kc 9s 9d 4d", "As Ks"), ("2h 5c 6s 9d Jd", "4c 3c")]:
        table = play(theirs, WORSE, Bet(10), CALL, Discard((0,)), draws=draws)
        views.append(table.view(HOUSE))
    assert views[0] == views[1]
    assert "deck" not in {field.name for field in fields(View)}
