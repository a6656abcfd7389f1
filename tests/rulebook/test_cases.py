"""What went wrong in other casinos, and what must come of it here: a test for each case.

The cases that concern callers, lines and the bank are tested where those live.
"""

import pytest

from door.rules import events as ev
from door.rules.actions import (CALL, CHECK, FOLD, STAND_PAT, Bet, Discard, IllegalAction, Legal,
                                Raise)
from door.rules.betting import BettingRound, Limits
from door.rules.cards import parse_cards
from door.rules.game import BUTTON, Betting, Deal, Draw, Game
from door.rules.house_draw import CALLER, GAME, HOUSE
from door.rules.pots import CLOCKWISE, TAX, settle
from door.rules.ranks import spoken, strength
from door.rules.shuffle import deck
from door.rules.table import Table

HOLDEM = Limits(low=1, high=None, raises=3)
DRAW_ROOM = Limits(low=1, high=20, raises=5)
ROOM = Game("room", 1, (2, 5), 1, DRAW_ROOM,
            (Deal(5), Betting("before draw"), Draw(5, hidden=False), Betting("after draw")),
            BUTTON, TAX)


def beats(better, worse):
    return strength(parse_cards(better)) > strength(parse_cards(worse))


# -- ranks -------------------------------------------------------------------------------------

def test_the_wheel_is_a_straight_above_high_cards_and_below_every_other_straight():
    assert beats("Ah 2c 3d 4s 5h", "Kh Qc Jd 9s 8h")
    assert beats("Ah 2c 3d 4s 5h", "Ac Kc Qd Js 9h")
    assert beats("2d 3h 4c 5s 6h", "Ah 2c 3d 4s 5h")


@pytest.mark.parametrize("text", ["Qh Kc Ad 2s 3h", "Jh Qc Kd As 2h", "Kh Ac 2d 3s 4h"])
def test_a_straight_does_not_wrap_round_the_ace(text):
    assert spoken(parse_cards(text)) == "ace high"
    assert beats("4h 4c 2d 3s 5h", text)


def test_a_flush_is_decided_by_all_of_its_cards():
    board = "Qd Jd 9d Kc 6d"
    assert beats(f"{board} Qc 7d", f"{board} 5d Ah")


def test_an_unused_hole_card_breaks_no_tie():
    board = "Kh Kc 9s 9d As"
    assert strength(parse_cards(f"{board} Qc 2d")) == strength(parse_cards(f"{board} Jc 3d"))


@pytest.mark.parametrize("kicker, other", [("2h", "Ah"), ("Ah", "2h"), ("4h", "4c")])
def test_equal_top_pairs_are_decided_by_the_second_pair(kicker, other):
    assert beats(f"Kh Kc 9s 9d {kicker}", f"Kd Ks 8s 8d {other}")


def test_cards_are_compared_from_the_top_and_never_added_up():
    assert beats("Th 6c 4d 3s 2h", "9h 7c 5d 4s 3h")
    assert beats("Kh Qc Jd Ts 9h", "Ah 2c 3d 4s 5h")


# -- chips -------------------------------------------------------------------------------------

def test_the_antes_are_in_the_pot(rigged):
    table = Table(GAME, (200, 200))
    table.deal(rigged())
    assert table.view(CALLER).pot == 10


def test_an_all_in_call_leaves_nothing_behind():
    """Of a stack of 110, 10 are in; 110 is called."""
    betting = BettingRound(HOLDEM, [300, 110], [1, 0])
    betting.raise_by(10)
    betting.raise_by(100)
    betting.call()
    assert betting.stacks == [190, 0]


def test_a_seat_that_is_all_in_keeps_its_claim_to_the_main_pot():
    done = settle([100, 300, 300], [1, 2, 3], 0)
    assert [(pot.amount, pot.eligible) for pot in done.pots] == [(300, (0, 1, 2)), (400, (1, 2))]
    assert settle([100, 300, 300], [3, 1, 2], 0).won == (300, 0, 400)


def test_a_short_all_in_reopens_the_betting_in_the_holdem_room():
    """Any raise of 1 or more is a raise: who has acted may raise again."""
    betting = BettingRound(HOLDEM, [500, 101, 500], [0, 1, 2])
    betting.raise_by(100)
    assert betting.legal(1).raise_ == (1, 1)
    betting.raise_by(1)
    betting.call()
    assert betting.legal(0) == Legal(due=1, raise_=(1, 399))
    assert betting.raises == 1


def test_a_short_all_in_counts_as_one_of_five_in_the_draw_room():
    betting = BettingRound(DRAW_ROOM, [500, 500, 103], [0, 1, 2])
    for amount in (20, 20, 20, 20, 20):
        betting.raise_by(amount)
    assert betting.legal(2) == Legal(due=40, raise_=(1, 3))
    betting.raise_by(3)
    assert betting.raises == 5 and betting.legal(0) == Legal(due=23)


def test_a_short_blind_is_all_in_and_never_negative():
    betting = BettingRound(HOLDEM, [50, 1, 50], [2, 0, 1], blinds={0: 1, 1: 2})
    assert betting.stacks == [49, 0, 50] and betting.put_in == [1, 1, 0]
    assert betting.due(2) == 2


@pytest.mark.parametrize("strengths, stacks", [((2, 1), [196, 4]), ((1, 2), [0, 200])])
def test_the_loser_of_an_all_in_is_paid_what_was_not_matched_and_no_more(strengths, stacks):
    """98 all-in, 102 calls: 98 wins, 196 and 4; loses, 0 and 200."""
    betting = BettingRound(HOLDEM, [98, 102], [0, 1])
    betting.raise_by(98)
    betting.call()
    done = settle(betting.put_in, strengths, 0)
    assert [a + b + c for a, b, c in zip(betting.stacks, done.won, done.returned)] == stacks


def test_the_big_blind_is_asked_when_the_small_blind_limps():
    betting = BettingRound(HOLDEM, [50, 50], [0, 1], blinds={0: 1, 1: 2})
    betting.call()
    assert betting.seat == 1 and betting.legal(1) == Legal(due=0, raise_=(1, 48))


@pytest.mark.parametrize("put_in, strengths", [
    ([100, 20, 100], [3, None, 1]), ([100, 300, 50], [3, None, 9]), ([5, 5, 5], [0, None, None])])
def test_a_folded_seat_is_never_paid(put_in, strengths):
    done = settle(put_in, strengths, 0)
    assert done.won[1] == done.returned[1] == 0
    assert sum(done.won) + sum(done.returned) == sum(put_in)


def test_an_all_in_must_be_answered():
    """180 against 1880 all-in: call or fold."""
    betting = BettingRound(HOLDEM, [1880, 180], [0, 1])
    betting.raise_by(1880)
    assert betting.seat == 1 and betting.legal(1) == Legal(due=180)


@pytest.mark.parametrize("leads", [CALLER, HOUSE])
def test_at_the_cap_no_raise_is_offered_to_either_side(leads, rigged):
    table = Table(GAME, (200, 200), leads)
    table.deal(rigged())
    for action in (Bet(2), Raise(2), Raise(2), Raise(2)):
        table.act(table.to_act, action)
    assert table.legal(leads) == Legal(due=2)
    with pytest.raises(IllegalAction):
        table.act(leads, Raise(2))
    table.act(leads, CALL)
    assert table.view(CALLER).when == "the draw"


@pytest.mark.parametrize("amount", [-5, 0, 2147483648, 1e3, 10.5, "ten", 196, None, True])
def test_an_amount_that_is_none_is_refused_and_nothing_has_changed(amount, rigged):
    table = Table(GAME, (200, 200))
    table.deal(rigged())
    before = table.view(CALLER), table.view(HOUSE)
    with pytest.raises(IllegalAction):
        table.act(CALLER, Bet(amount))
    assert (table.view(CALLER), table.view(HOUSE)) == before


def test_the_last_rounds_bet_does_not_leak_into_the_next(rigged):
    table = Table(GAME, (200, 200))
    table.deal(rigged())
    for action in (Bet(10), Raise(5), CALL, STAND_PAT):
        table.act(table.to_act, action)
    assert (table.view(CALLER).due, table.view(CALLER).raises) == (0, 0)
    table.act(table.to_act, STAND_PAT)
    view = table.view(CALLER)
    assert (view.when, view.due, view.raises, view.put_in) == ("after draw", 0, 0, (0, 0))
    assert view.legal == Legal(due=0, bet=(2, 25))


@pytest.mark.parametrize("actions", [
    (Bet(10), FOLD), (CHECK, CHECK, STAND_PAT, STAND_PAT, CHECK, CHECK)])
def test_a_pot_that_is_paid_is_empty(actions, rigged):
    table = Table(GAME, (200, 200))
    table.deal(rigged())
    for action in actions:
        table.act(table.to_act, action)
    assert table.view(CALLER).pot == 0 and sum(table.stacks) == 400


def test_a_two_way_tie_at_a_table_of_many_pays_both(dealing):
    table = Table(ROOM, (50, 50, 50, 50))
    table.deal(dealing("Kh Kc 9s 9d 4d", "Jh Jc 7s 7d 2d", "Kd Ks 9c 9h 4c", "Th Tc 6s 6d 3c"))
    while table.playing:
        table.act(table.to_act, CHECK if table.legal(table.to_act).discard is None else STAND_PAT)
    assert table.stacks == [49, 51, 49, 51]


def test_hs_story_of_three_winners():
    """H, RULEBOOK 4.6: four put in 500, one 400, one 200: main 1,200, then 1,000, then 400."""
    put_in = [500, 500, 500, 500, 400, 200]
    done = settle(put_in, [3, 1, 2, 0, 4, 5], 0, CLOCKWISE)
    assert [pot.amount for pot in done.pots] == [1200, 1000, 400]
    assert [pot.eligible for pot in done.pots] == [
        (0, 1, 2, 3, 4, 5), (0, 1, 2, 3, 4), (0, 1, 2, 3)]
    assert done.won == (400, 0, 0, 0, 1000, 1200)
    assert settle(put_in, [9, 1, 2, 0, 4, 5], 0).won == (2600, 0, 0, 0, 0, 0)
    assert settle(put_in, [3, 1, 2, 0, 9, 5], 0).won == (400, 0, 0, 0, 2200, 0)


# -- the deck ----------------------------------------------------------------------------------

def test_over_10_000_hands_every_card_is_dealt_and_none_twice():
    """With all five cards thrown by all five seats 50 are used, and none is shuffled back."""
    seen = set()
    for n in range(10_000):
        told = _all_drawn(deck(bytes(32), str(n), ""))
        dealt = [card for event in told if isinstance(event, (ev.CardsDealt, ev.CardsDrawn))
                 for card in event.cards]
        assert len(dealt) == len(set(dealt)) == 50
        seen.update(dealt)
    assert len(seen) == 52


def _all_drawn(cards):
    table = Table(ROOM, (50,) * 5)
    told = table.deal(cards)
    while table.playing:
        drawing = table.legal(table.to_act).discard is not None
        told += table.act(table.to_act, Discard((0, 1, 2, 3, 4)) if drawing else CHECK)
    return told
