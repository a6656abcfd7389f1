"""Where every chip of a hand goes."""

import pytest

from door.rules.pots import CLOCKWISE, NONE, TAX, Pot, Settlement, settle, side_pots, uncalled


def test_one_pot_goes_to_the_best():
    assert settle([30, 30], [7, 9], 0, NONE) == Settlement(
        pots=(Pot(60, (0, 1), (1,), (60,)),), won=(0, 60), returned=(0, 0), tax=0)


def test_a_tie_splits_an_even_pot():
    assert settle([35, 35], [5, 5], 0, NONE).won == (35, 35)


def test_a_strength_of_nothing_still_wins_and_ties():
    assert settle([5, 5], [0, None], 0).won == (10, 0)
    assert settle([5, 5], [0, 0], 0).won == (5, 5)


def test_what_nobody_matched_comes_back():
    done = settle([12, 200], [3, 1], 0, TAX)
    assert (done.won, done.returned) == ((24, 0), (0, 188))


def test_what_a_folded_seat_matched_does_not_come_back():
    done = settle([100, 60, 40], [9, None, 10], 0)
    assert done.returned == (40, 0, 0)
    assert [(pot.amount, pot.eligible) for pot in done.pots] == [(120, (0, 2)), (40, (0,))]
    assert done.won == (40, 0, 120)


def test_a_folded_seat_is_never_paid_whatever_it_put_in():
    assert uncalled([100, 50, 50], [1, 2]) is None
    done = settle([100, 50, 50], [None, 1, 0], 0)
    assert (done.won, done.returned) == ((0, 200, 0), (0, 0, 0))


def test_a_side_pot_for_each_stake_of_a_live_seat():
    assert side_pots([100, 300, 300], [0, 1, 2]) == [(300, (0, 1, 2)), (400, (1, 2))]
    assert side_pots([20, 300, 300], [1, 2]) == [(620, (1, 2))]
    assert side_pots([0, 10, 10], [0, 1, 2]) == [(20, (1, 2))]
    assert side_pots([0, 0], [0, 1]) == []


@pytest.mark.parametrize("button, won", [
    (0, (3, 4, 4, 0)), (1, (4, 3, 4, 0)), (2, (4, 4, 3, 0)), (3, (4, 4, 3, 0))])
def test_odd_chips_go_one_each_clockwise_from_the_button(button, won):
    """RULEBOOK 4.6: two odd chips of 11."""
    done = settle([3, 3, 3, 2], [7, 7, 7, None], button, CLOCKWISE)
    assert (done.won, done.tax) == (won, 0)


def test_odd_chips_are_counted_for_each_pot_of_its_own():
    """RULEBOOK 4.6: per pot. 15 chips by three, then 5 by two."""
    done = settle([4, 6, 6, 3], [5, 5, 5, None], 0, CLOCKWISE)
    assert [(pot.amount, pot.winners, pot.shares) for pot in done.pots] == [
        (15, (1, 2, 0), (5, 5, 5)), (4, (1, 2), (2, 2))]
    done = settle([4, 7, 7, 5], [5, 5, 5, None], 1, CLOCKWISE)
    assert [(pot.amount, pot.winners, pot.shares) for pot in done.pots] == [
        (16, (2, 0, 1), (6, 5, 5)), (7, (2, 1), (4, 3))]


def test_the_tax_is_the_rest_of_each_pot():
    """RULEBOOK 3.4: each winner gets the whole part, the rest goes to the house."""
    done = settle([4, 7, 7, 5], [5, 5, 5, None], 1, TAX)
    assert [pot.shares for pot in done.pots] == [(5, 5, 5), (3, 3)]
    assert done.tax == 2 and sum(done.won) + done.tax == 23


def test_where_there_are_no_odd_chips_one_is_a_fault_of_ours():
    with pytest.raises(AssertionError, match="1 odd chip"):
        settle([5, 5, 5], [1, 1, None], 0, NONE)


@pytest.mark.parametrize("put_in, strengths, odd, fault", [
    ([5, 5], [None, None], CLOCKWISE, "left to win"),
    ([5, 5], [1], CLOCKWISE, "two seats"),
    ([5], [1], CLOCKWISE, "two seats"),
    ([5, -1], [1, 2], CLOCKWISE, "zero or more"),
    ([5, 5], [1, 2], "burnt", "not 'burnt'")])
def test_arguments_that_do_not_fit_are_refused(put_in, strengths, odd, fault):
    with pytest.raises(ValueError, match=fault):
        settle(put_in, strengths, 0, odd)
