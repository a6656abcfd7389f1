"""The table: whose turn it is, what comes of an act, and what a seat may see."""

import pytest

from door.rules import events as ev
from door.rules.actions import (CALL, CHECK, FOLD, STAND_PAT, Bet, Discard, IllegalAction, Legal,
                                Raise)
from door.rules.betting import Limits
from door.rules.cards import written
from door.rules.game import BUTTON, Betting, Deal, Draw, Game
from door.rules.house_draw import GAME
from door.rules.pots import TAX
from door.rules.table import Table

FIRST, SECOND = "Kh Kc 9s 9d 4d", "Qh Qc 8s 8d 3d"  # the first actor's holding is the better
ROOM = Game("room", 1, (2, 5), 1, Limits(1, 20, 5),
            (Deal(5), Betting("before draw"), Draw(5, hidden=False), Betting("after draw")),
            BUTTON, TAX, 45)
THREE = ("Kh Kc 9s 9d 4d", "Qh Qc 8s 8d 3d", "Jh Jc 7s 7d 2d")


def act(table, *actions):
    """Whoever is to act does each of these; what was told of the last."""
    told = []
    for action in actions:
        told = table.act(table.to_act, action)
    return told


@pytest.fixture
def table(dealing):
    """A hand of the Poker Table, dealt; the caller holds the better two pair."""
    table = Table(GAME, (200, 200))
    table.deal(dealing(FIRST, SECOND, draws="As Ks Qs Js Ts"))
    return table


@pytest.fixture
def room(dealing):
    """A hand at a table for several: seat 1 leads, and holds the best."""
    table = Table(ROOM, (50, 50, 50))
    table.deal(dealing(*THREE, draws="As Ks Qs Js Ts"))
    return table


# -- a hand from beginning to end ---------------------------------------------------------------

def test_a_deal_tells_antes_cards_round_and_turn(dealing):
    table = Table(GAME, (200, 200), first=1)
    told = table.deal(dealing(FIRST, SECOND))
    assert [type(event) for event in told] == [
        ev.AntePosted, ev.AntePosted, ev.CardsDealt, ev.CardsDealt, ev.RoundOpened,
        ev.ActionNeeded]
    assert [told[0].seat, written(told[2].cards), told[4], told[5]] == [
        1, FIRST, ev.RoundOpened(1, 1), ev.ActionNeeded(1, None)]


def test_a_hand_to_the_showdown(table):
    act(table, Bet(10), Raise(5), CALL, Discard((4,)), STAND_PAT, CHECK)
    told = act(table, CHECK)
    assert told[1:] == [
        ev.HoldingShown(0, table.view(0).cards, told[1].strength),
        ev.HoldingShown(1, table.view(1).cards, told[2].strength),
        ev.PotAwarded(0, 40, 0, told[1].strength, 1), ev.HandEnded((220, 180))]
    assert written(table.view(0).shown[0]) == "Kh Kc 9s 9d As"
    assert not table.playing and table.to_act is None


def test_a_hand_won_by_a_fold(table):
    assert act(table, Bet(10), FOLD) == [
        ev.Folded(1), ev.UncalledReturned(0, 10), ev.PotAwarded(0, 10, 0, None, 1),
        ev.HandEnded((205, 195))]
    assert table.view(1).shown == {}


def test_uncalled_chips_come_back_before_the_showdown(dealing):
    """RULEBOOK 4.6."""
    table = Table(ROOM, (6, 50))
    table.deal(dealing(FIRST, SECOND))
    told = act(table, Bet(20), CALL, STAND_PAT, STAND_PAT)
    kinds = [type(event) for event in told]
    assert kinds.index(ev.UncalledReturned) < kinds.index(ev.HoldingShown)
    assert ev.UncalledReturned(1, 15) in told


def test_bets_and_calls_say_whether_they_are_all_in(dealing):
    table = Table(GAME, (15, 200))
    table.deal(dealing(FIRST, SECOND))
    assert act(table, Bet(10))[0] == ev.BetMade(0, 10, True)
    assert act(table, CALL)[0] == ev.Called(1, 10, False)


def test_with_nothing_left_to_bet_only_the_draw_is_asked(dealing):
    table = Table(GAME, (5, 200))
    told = table.deal(dealing(FIRST, SECOND))
    assert not any(isinstance(event, ev.RoundOpened) for event in told)
    assert table.view(0).when == "the draw"
    act(table, STAND_PAT, STAND_PAT)
    assert table.stacks == [10, 195]


# -- what is refused ---------------------------------------------------------------------------

def test_nobody_acts_out_of_turn(table):
    with pytest.raises(IllegalAction, match="not your turn"):
        table.act(1, CHECK)
    assert table.legal(1) is None and table.legal(0) is not None


def test_between_hands_nothing_may_be_done():
    table = Table(GAME, (200, 200))
    for seat in (0, 1, None, -1):
        assert table.legal(seat) is None
        with pytest.raises(IllegalAction):
            table.act(seat, CHECK)


def test_what_is_refused_has_a_sentence_and_changes_nothing(table):
    before = table.view(0)
    with pytest.raises(IllegalAction, match=r"A bet is \$2 to \$25\."):
        table.act(0, Bet(26))
    assert table.view(0) == before


def test_no_second_hand_is_dealt_into_the_first(table, rigged):
    with pytest.raises(IllegalAction, match="A hand is on"):
        table.deal(rigged())
    assert not table.can_deal()


def test_a_deck_that_is_not_whole_is_refused(rigged):
    table = Table(GAME, (200, 200))
    with pytest.raises(ValueError, match="52 cards, not 51"):
        table.deal(rigged()[:51])
    assert table.stacks == [200, 200] and not table.playing


@pytest.mark.parametrize("stacks, first", [
    ((200,), 0), ((200,) * 3, 0), ((200, -1), 0), ((200, 200), 2), ((200, 200), -1)])
def test_a_table_that_the_game_does_not_have_is_refused(stacks, first):
    with pytest.raises(ValueError):
        Table(GAME, stacks, first)


# -- what may be seen --------------------------------------------------------------------------

def test_a_seat_sees_its_own_cards_alone(table):
    assert written(table.view(0).cards) == FIRST
    assert written(table.view(1).cards) == SECOND
    assert table.view(0).shown == {}


def test_an_onlooker_sees_no_cards(table):
    view = table.view(ev.PUBLIC)
    assert (view.cards, view.due, view.legal, view.pot) == ((), 0, None, 10)


def test_a_view_is_a_picture_that_does_not_change_with_the_table(table):
    act(table, CHECK, CHECK, STAND_PAT, STAND_PAT, CHECK)
    before = table.view(0)
    act(table, CHECK)
    assert before.shown == {} and len(table.view(0).shown) == 2
    table.view(0).shown.clear()
    assert len(table.view(0).shown) == 2


def test_a_view_counts_the_chips(table):
    act(table, Bet(10), Raise(5))
    view = table.view(0)
    assert (view.stacks, view.in_pot, view.put_in) == ((185, 180), (15, 20), (10, 15))
    assert (view.pot, view.due, view.raises) == (35, 5, 1)
    assert view.legal == Legal(due=5, raise_=(2, 25)) and table.view(1).legal is None


def test_a_view_tells_the_bets_of_each_round(table):
    """As seat and chips on top of what was due; every seat and onlooker sees the same."""
    assert table.view(0).bets == ((),)
    act(table, CHECK, Bet(10), Raise(5))
    before = table.view(1)
    assert before.bets == (((1, 10), (0, 5)),)
    act(table, CALL)
    assert table.view(0).bets == (((1, 10), (0, 5)),)
    act(table, STAND_PAT, STAND_PAT)
    assert table.view(ev.PUBLIC).bets == (((1, 10), (0, 5)), ())
    act(table, Bet(7), Raise(2))
    assert table.view(0).bets == table.view(1).bets == (((1, 10), (0, 5)), ((0, 7), (1, 2)))
    assert before.bets == (((1, 10), (0, 5)),)


def test_a_new_hand_begins_without_bets(table, dealing):
    act(table, Bet(10), FOLD)
    assert table.view(1).bets == (((0, 10),),)
    table.deal(dealing(FIRST, SECOND))
    assert table.view(1).bets == ((),)


def test_a_round_that_is_skipped_has_no_bets(dealing):
    """RULEBOOK 1.9: nobody can bet, yet the second round is the second."""
    table = Table(GAME, (5, 200))
    table.deal(dealing(FIRST, SECOND))
    assert table.view(0).when == "the draw" and table.view(0).bets == ((),)


def test_discards_are_told_when_both_are_fixed(table):
    act(table, CHECK, CHECK)
    assert act(table, Discard((4,))) == [ev.ActionNeeded(1, None)]
    assert table.view(1).drew == (None, None)
    told = act(table, Discard((0, 1)))
    assert [(event.seat, event.count) for event in told[:2]] == [(0, 1), (1, 2)]
    assert table.view(1).drew == (1, 2)


# -- several seats -----------------------------------------------------------------------------

def test_the_seat_left_of_the_button_leads_and_the_button_rotates(dealing):
    """RULEBOOK 3.1."""
    table = Table(ROOM, (50, 50, 50), button=2)
    for button, first in [(2, 0), (0, 1), (1, 2)]:
        table.deal(dealing(*THREE))
        assert (table.button, table.to_act) == (button, first)
        act(table, FOLD, FOLD)


def test_when_the_first_has_folded_the_next_live_seat_leads(room):
    assert room.to_act == 1
    told = act(room, FOLD, CHECK, CHECK)
    assert room.to_act == 2 and told[-1] == ev.ActionNeeded(2, 45)
    told = act(room, STAND_PAT, STAND_PAT)
    assert ev.RoundOpened(3, 2) in told and room.to_act == 2


def test_an_open_draw_replaces_at_once(room):
    act(room, CHECK, CHECK, CHECK)
    told = act(room, Discard((0,)))
    assert [type(event) for event in told] == [ev.CardsDrawn, ev.ActionNeeded]
    assert room.view(0).drew == (None, 1, None)


def test_the_odd_chip_of_a_tie_is_the_tax(dealing):
    """RULEBOOK 3.4."""
    table = Table(ROOM, (50, 50, 50))
    table.deal(dealing("Kh Kc 9s 9d 4d", "Kd Ks 9c 9h 4c", "Jh Jc 7s 7d 2d"))
    told = act(table, CHECK, CHECK, CHECK, STAND_PAT, STAND_PAT, STAND_PAT, CHECK, CHECK, CHECK)
    assert told[-2:] == [ev.TaxTaken(1), ev.HandEnded((49, 50, 50))]
    assert [(event.seat, event.amount, event.shared) for event in told
            if isinstance(event, ev.PotAwarded)] == [(1, 1, 2), (2, 1, 2)]


def test_side_pots_go_to_those_who_paid_for_them(dealing):
    """RULEBOOK 3.3: the best holding is all-in for 11, the next takes the side pot."""
    table = Table(ROOM, (50, 11, 50))
    table.deal(dealing(*THREE))
    told = act(table, Bet(10), Raise(20), CALL, STAND_PAT, STAND_PAT, STAND_PAT, CHECK, CHECK)
    assert [(event.seat, event.amount, event.pot) for event in told
            if isinstance(event, ev.PotAwarded)] == [(1, 33, 0), (2, 40, 1)]
    assert table.stacks == [19, 33, 59]


def test_a_game_of_two_draws_asks_twice(rigged):
    streets = (Deal(5), Draw(5, hidden=True), Draw(5, hidden=True), Betting("at last"))
    table = Table(Game("two draws", 1, (2, 2), 1, Limits(1, 20, 5), streets, BUTTON, TAX), (50, 50))
    table.deal(rigged())
    act(table, Discard((0,)), Discard((0, 1)))
    assert (table.view(0).when, table.legal(1)) == ("the draw", Legal(discard=5))
    act(table, STAND_PAT, STAND_PAT)
    assert table.view(0).when == "at last"
