"""One betting round: dues, bounds, caps, who is asked next and when it is closed."""

import pytest

from door.rules.actions import Legal
from door.rules.betting import BettingRound, Limits

HOUSE = Limits(low=2, high=25, raises=3, covered=True)
DRAW_ROOM = Limits(low=1, high=20, raises=5)
HOLDEM = Limits(low=1, high=None, raises=3)


def opened(limits, *stacks, order=None, blinds=None):
    """A round in which every seat plays, seat 0 first unless `order` says otherwise."""
    return BettingRound(limits, list(stacks), order or range(len(stacks)), blinds)


# -- who is asked ------------------------------------------------------------------------------

def test_everybody_is_asked_once_when_all_check():
    betting = opened(DRAW_ROOM, 50, 50, 50, order=[1, 2, 0])
    asked = []
    while betting.seat is not None:
        asked.append(betting.seat)
        betting.check()
    assert asked == [1, 2, 0]
    assert betting.put_in == [0, 0, 0]


def test_a_bet_asks_all_the_others_and_nobody_calls_themselves():
    betting = opened(DRAW_ROOM, 50, 50, 50)
    betting.check()
    betting.raise_by(10)
    assert betting.seat == 2
    betting.call()
    assert betting.seat == 0
    betting.call()
    assert betting.seat is None
    assert betting.put_in == [10, 10, 10] and betting.stacks == [40, 40, 40]


def test_who_has_checked_may_raise():
    betting = opened(HOUSE, 100, 100)
    betting.check()
    betting.raise_by(10)
    assert betting.legal(0) == Legal(due=10, raise_=(2, 25))


def test_a_fold_ends_the_round_when_one_is_left():
    betting = opened(DRAW_ROOM, 50, 50, 50)
    betting.raise_by(5)
    betting.fold()
    assert betting.seat == 2
    betting.fold()
    assert betting.seat is None
    assert betting.due(1) == betting.due(2) == 0


def test_who_is_all_in_is_not_asked_again():
    betting = opened(DRAW_ROOM, 10, 50, 50)
    betting.raise_by(10)
    betting.raise_by(5)
    betting.call()
    assert betting.seat is None
    assert betting.stacks == [0, 35, 35]


# -- what may be done --------------------------------------------------------------------------

@pytest.mark.parametrize("mine, theirs, bounds", [
    (100, 100, (2, 25)), (10, 100, (2, 10)), (100, 7, (2, 7)), (2, 100, (2, 2)),
    (1, 100, (1, 1)), (100, 1, (1, 1))])
def test_a_bet_is_capped_by_both_stacks(mine, theirs, bounds):
    assert opened(HOUSE, mine, theirs).legal(0) == Legal(due=0, bet=bounds)


@pytest.mark.parametrize("stacks", [(0, 100), (100, 0), (0, 0)])
def test_with_a_stack_of_nothing_there_is_no_round(stacks):
    assert opened(HOUSE, *stacks).seat is None


@pytest.mark.parametrize("mine, theirs, bounds", [
    (100, 100, (2, 25)), (20, 100, (2, 10)), (11, 100, (1, 1)), (10, 100, None),
    (100, 17, (2, 7)), (100, 10, None)])
def test_a_raise_is_capped_by_what_both_hold_after_the_call(mine, theirs, bounds):
    betting = opened(HOUSE, theirs, mine)
    betting.raise_by(10)
    assert betting.legal(1) == Legal(due=10, raise_=bounds)


def test_raises_are_counted_over_all_seats_and_the_bet_is_none():
    betting = opened(HOUSE, 200, 200)
    for raises in range(4):
        assert betting.raises == max(0, raises - 1)
        betting.raise_by(10)
    assert betting.raises == 3
    assert betting.legal(betting.seat) == Legal(due=10)


def test_without_a_limit_all_there_is_may_be_raised():
    betting = opened(HOLDEM, 500, 900)
    assert betting.legal(0).bet == (1, 500)
    betting.raise_by(100)
    assert betting.legal(1) == Legal(due=100, raise_=(1, 800))


def test_a_call_may_be_short_and_then_raises_nothing():
    betting = opened(HOLDEM, 1880, 180)
    betting.raise_by(1880)
    assert betting.legal(1) == Legal(due=180)
    assert betting.call() == 180
    assert betting.seat is None and betting.stacks == [0, 0]


def test_a_raise_that_nobody_could_answer_is_not_offered():
    betting = opened(HOLDEM, 180, 1880, 100)
    betting.raise_by(180)
    assert betting.legal(1) == Legal(due=180, raise_=None)
    betting.call()
    assert betting.legal(2) == Legal(due=100)


def test_a_short_all_in_counts_as_a_raise_and_all_are_asked_again():
    """RULEBOOK 3.3: a short all-in raise counts as one of the five."""
    betting = opened(DRAW_ROOM, 50, 13, 50)
    betting.raise_by(10)
    assert betting.legal(1).raise_ == (1, 3)
    betting.raise_by(3)
    assert (betting.raises, betting.due(2), betting.due(0)) == (1, 13, 3)
    betting.call()
    assert betting.legal(0) == Legal(due=3, raise_=(1, 20))


def test_the_draw_room_allows_five_raises():
    """RULEBOOK 3.2: five raises a round, the opening bet not counted."""
    betting = opened(DRAW_ROOM, 500, 500)
    for _ in range(6):
        assert betting.legal(betting.seat).bet or betting.legal(betting.seat).raise_
        betting.raise_by(20)
    assert betting.legal(betting.seat) == Legal(due=20)


def test_at_the_cap_all_in_is_for_what_is_due_or_less():
    """RULEBOOK 4.4: three raises a round; at the cap call or fold."""
    betting = opened(HOLDEM, 1000, 1000, 35, 40)
    for amount in (10, 10, 10, 10):
        betting.raise_by(amount)
    assert betting.legal(0) == Legal(due=30)
    betting.call()
    betting.call()
    assert betting.legal(2) == Legal(due=5)


# -- blinds ------------------------------------------------------------------------------------

def test_blinds_are_no_raises_and_the_big_one_has_its_option():
    """RULEBOOK 4.2, 4.4: blinds are not counted; the big blind may raise when nobody did."""
    betting = opened(HOLDEM, 100, 100, 100, order=[2, 0, 1], blinds={0: 1, 1: 2})
    assert betting.legal(2) == Legal(due=2, raise_=(1, 98))
    betting.call()
    assert betting.legal(0) == Legal(due=1, raise_=(1, 98))
    betting.call()
    assert betting.legal(1) == Legal(due=0, raise_=(1, 98))
    betting.check()
    assert betting.seat is None and betting.put_in == [2, 2, 2] and betting.raises == 0


def test_a_short_blind_is_all_in_and_the_others_owe_the_whole_of_it():
    betting = opened(HOLDEM, 100, 1, 100, order=[2, 0, 1], blinds={0: 1, 1: 2})
    assert betting.stacks == [99, 0, 100] and betting.put_in == [1, 1, 0]
    assert betting.due(2) == 2
    betting.call()
    betting.call()
    assert betting.seat is None and betting.put_in == [2, 1, 2]


def test_the_small_blind_owes_nothing_to_a_big_one_that_is_no_bigger():
    betting = opened(HOLDEM, 100, 1, order=[0, 1], blinds={0: 1, 1: 2})
    assert betting.seat is None and betting.put_in == [1, 1]


def test_when_all_but_one_are_all_in_the_last_pays_what_is_due_and_no_more():
    """RULEBOOK 4.5: when no call is owed, the board runs out."""
    betting = opened(HOLDEM, 40, 100, 30)
    betting.raise_by(40)
    betting.call()
    betting.call()
    assert betting.seat is None
    assert opened(HOLDEM, 0, 60, 0).seat is None
