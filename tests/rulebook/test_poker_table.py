"""The Poker Table's antes and bets, ruling by ruling: RULEBOOK 1.3, 1.4, 1.6-1.9.

The cards are in test_poker_table_cards.py. Prompts, Y/N questions, the bank and what is frozen
over the days are tested where they live.
"""

import pytest

from door.rules import events as ev
from door.rules.actions import (CALL, CHECK, FOLD, STAND_PAT, Bet, Discard, IllegalAction, Legal,
                                Raise)
from door.rules.house_draw import CALLER, GAME, HOUSE
from door.rules.table import Table

BETTER, WORSE = "Kh Kc 9s 9d 4d", "Qh Qc 8s 8d 3d"
TIED = "Kd Ks 9c 9h 4c"


def act(table, *actions):
    """Whoever is to act does each of these; all that was told."""
    return [event for action in actions for event in table.act(table.to_act, action)]


# -- 1.3: the ante -----------------------------------------------------------------------------

def test_1_3_each_side_antes_five_dollars(rigged):
    """1.3: ante, $5 each."""
    table = Table(GAME, (200, 200))
    told = table.deal(rigged())
    assert told[:2] == [ev.AntePosted(CALLER, 5), ev.AntePosted(HOUSE, 5)]
    assert (table.stacks, table.view(CALLER).pot) == ([195, 195], 10)


@pytest.mark.parametrize("stacks, can", [
    ((5, 395), True), ((4, 396), False), ((396, 4), False), ((400, 0), False)])
def test_1_3_who_has_less_than_five_dollars_cannot_ante(stacks, can, rigged):
    """1.3: a side with less than $5 cannot ante, the caller or the House."""
    table = Table(GAME, stacks)
    assert table.can_deal() is can
    if not can:
        with pytest.raises(IllegalAction, match=r"The ante is \$5"):
            table.deal(rigged())
        assert table.stacks == list(stacks)


# -- 1.4: first to act -------------------------------------------------------------------------

def test_1_4_the_caller_acts_first_in_the_first_hand_of_a_sitting(rigged):
    """1.4: first hand of a sitting: the caller."""
    table = Table(GAME, (200, 200))
    table.deal(rigged())
    assert table.to_act == CALLER


@pytest.mark.parametrize("leads", [CALLER, HOUSE])
def test_1_4_the_first_actor_opens_both_rounds(leads, play):
    """1.4: the winner of the previous hand acts first, in both betting rounds."""
    table = play(BETTER, WORSE, CHECK, Bet(5), CALL, STAND_PAT, STAND_PAT, leads=leads)
    assert (table.view(CALLER).when, table.to_act) == ("after draw", leads)


@pytest.mark.parametrize("leads", [CALLER, HOUSE])
def test_1_4_the_winner_acts_first_in_the_next_hand(leads, play, rigged):
    """1.4: the winner of the previous hand."""
    table = play(WORSE, BETTER, CHECK, CHECK, STAND_PAT, STAND_PAT, CHECK, CHECK, leads=leads)
    table.deal(rigged())
    assert table.to_act == 1 - leads


def test_1_4_a_hand_won_by_a_fold_is_a_win(play):
    """1.4: a hand won by a fold is a win."""
    assert play(BETTER, WORSE, CHECK, Bet(5), FOLD).first == HOUSE


@pytest.mark.parametrize("leads", [CALLER, HOUSE])
def test_1_4_after_a_tie_the_same_side_leads_again(leads, play):
    """1.4: after a tie, whoever acted first in the tied hand."""
    table = play(BETTER, TIED, CHECK, CHECK, STAND_PAT, STAND_PAT, CHECK, CHECK, leads=leads)
    assert not table.playing and table.first == leads


# -- 1.6: what is offered ----------------------------------------------------------------------

def test_1_6_with_nothing_due_bet_check_or_fold(play, refused):
    """1.6: nothing due: B)et, C)heck or F)old."""
    table = play()
    assert table.legal(CALLER) == Legal(due=0, bet=(2, 25))
    assert refused(table, CALL) == "There is nothing to call."
    assert refused(table, Raise(5)) == "You cannot raise now."


def test_1_6_with_something_due_call_raise_or_fold(play, refused):
    """1.6: something due: C)all, R)aise or F)old."""
    table = play(BETTER, WORSE, Bet(10))
    assert table.legal(HOUSE) == Legal(due=10, raise_=(2, 25))
    assert refused(table, CHECK) == "There is $10 to call."
    assert refused(table, Bet(5)) == "You cannot bet now."


def test_1_6_folding_with_nothing_due_is_legal_and_loses_the_pot(play):
    """1.6: folding with nothing due is legal and loses the pot."""
    assert play(BETTER, WORSE, FOLD).stacks == [195, 205]


# -- 1.7: bounds -------------------------------------------------------------------------------

@pytest.mark.parametrize("amount", [2, 25])
def test_1_7_a_bet_is_two_to_twenty_five_dollars(amount, play):
    """1.7: a bet is $2 to $25."""
    assert play(BETTER, WORSE, Bet(amount)).stacks[CALLER] == 195 - amount


@pytest.mark.parametrize("amount", [2, 25])
def test_1_7_a_raise_is_two_to_twenty_five_dollars_on_top_of_the_call(amount, play):
    """1.7: a raise is $2 to $25 on top of the call, whatever the bet was."""
    table = play(BETTER, WORSE, Bet(10), Raise(amount))
    assert table.stacks[HOUSE] == 195 - 10 - amount
    assert table.legal(CALLER).due == amount


@pytest.mark.parametrize("amount", [1, 26, 0, -5, 2.0, 2147483648])
def test_1_7_all_other_amounts_are_refused(amount, play, refused):
    """1.7: below $2, above $25."""
    assert refused(play(), Bet(amount)) == "A bet is $2 to $25."
    assert refused(play(BETTER, WORSE, Bet(10)), Raise(amount)) == "A raise is $2 to $25."


# -- 1.8: raises -------------------------------------------------------------------------------

@pytest.mark.parametrize("leads", [CALLER, HOUSE])
def test_1_8_after_three_raises_only_call_and_fold_are_offered(leads, play, refused):
    """1.8: three raises counted over both sides; at the cap call or fold, for the House too."""
    table = play(BETTER, WORSE, Bet(10), Raise(5), Raise(5), Raise(5), leads=leads)
    assert table.to_act == leads and table.legal(leads) == Legal(due=5)
    assert refused(table, Raise(5)) == "You cannot raise now."


def test_1_8_the_second_round_has_three_raises_of_its_own(play):
    """1.8: at most three raises in each of the two rounds."""
    raises = (Bet(10), Raise(5), Raise(5), Raise(5))
    table = play(BETTER, WORSE, *raises, CALL, STAND_PAT, STAND_PAT)
    assert table.view(CALLER).raises == 0
    act(table, *raises)
    assert table.view(CALLER).raises == 3 and table.legal(CALLER) == Legal(due=5)


def test_1_8_check_raising_is_allowed(play):
    """1.8: check-raising is allowed (D)."""
    table = play(BETTER, WORSE, CHECK, Bet(10), Raise(25))
    assert table.legal(HOUSE) == Legal(due=25, raise_=(2, 25))


# -- 1.9: table stakes -------------------------------------------------------------------------

@pytest.mark.parametrize("mine, theirs, bounds", [
    (200, 200, (2, 25)), (15, 200, (2, 10)), (200, 15, (2, 10)), (7, 200, (2, 2))])
def test_1_9_nobody_bets_more_than_either_side_holds(mine, theirs, bounds, play):
    """1.9: the smaller of $25, what they hold, what the other side holds."""
    assert play(stacks=(mine, theirs)).legal(CALLER).bet == bounds


def test_1_9_nobody_raises_by_more_than_they_hold_after_calling(play):
    """1.9: what they hold after calling."""
    table = play(BETTER, WORSE, Bet(10), stacks=(200, 22))
    assert table.legal(HOUSE) == Legal(due=10, raise_=(2, 7))


def test_1_9_nobody_raises_by_more_than_the_other_side_holds(play):
    """1.9: what the other side holds."""
    table = play(BETTER, WORSE, Bet(10), stacks=(22, 200))
    assert table.legal(HOUSE) == Legal(due=10, raise_=(2, 7))


@pytest.mark.parametrize("stacks", [(6, 200), (200, 6)])
def test_1_9_a_last_dollar_may_be_bet(stacks, play, refused):
    """1.9: a cap of $1 may be bet, all-in below the minimum (RR)."""
    table = play(stacks=stacks)
    assert table.legal(CALLER).bet == (1, 1)
    assert refused(table, Bet(2)) == "A bet is $1."
    act(table, Bet(1))
    assert table.legal(HOUSE) == Legal(due=1)


@pytest.mark.parametrize("stacks", [(5, 200), (200, 5)])
def test_1_9_with_nothing_left_the_betting_is_skipped(stacks, play):
    """1.9: a cap of $0 skips the betting, and the draw goes on."""
    table = play(stacks=stacks)
    assert table.legal(CALLER) == Legal(discard=5)
    act(table, STAND_PAT, STAND_PAT)
    assert not table.playing


def test_1_9_the_largest_pot_is_410_dollars(play):
    """1.9: $205 a side (5 + 2 x (25 + 3 x 25))."""
    most = (Bet(25), Raise(25), Raise(25), Raise(25), CALL)
    table = play(BETTER, WORSE, *most, STAND_PAT, STAND_PAT, *most, stacks=(500, 500))
    assert table.view(CALLER).in_pot == (205, 205)
    assert table.stacks == [500 + 205, 500 - 205]


# -- 5.4: chips --------------------------------------------------------------------------------

def test_5_4_every_chip_of_a_hand_is_somewhere(play):
    """5.4: stacks and pot sum to what was brought, at every prompt."""
    actions = (Bet(25), Raise(25), CALL, Discard((4,)), STAND_PAT, Bet(10), FOLD)
    for stop in range(len(actions) + 1):
        table = play(BETTER, WORSE, *actions[:stop])
        assert sum(table.stacks) + table.view(CALLER).pot == 400
