"""Actions print and parse; Legal refuses all else with a sentence."""

import pytest

from door.rules.actions import (CALL, CHECK, FOLD, STAND_PAT, Bet, Discard, Legal, Raise, absent,
                                parse_action)

PRINTED = {"fold": FOLD, "check": CHECK, "call": CALL, "stand pat": STAND_PAT, "bet 2": Bet(2),
           "raise 25": Raise(25), "discard 1": Discard((0,)), "discard 125": Discard((0, 1, 4))}
FIRST = Legal(bet=(2, 25))
FACING = Legal(due=10, raise_=(2, 25))
CAPPED = Legal(due=10)
DRAW = Legal(discard=5)


@pytest.mark.parametrize("text, action", PRINTED.items())
def test_actions_print_and_parse(text, action):
    assert str(action) == text
    assert parse_action(text) == action


@pytest.mark.parametrize("text", [
    "", "FOLD", " fold", "fold\n", "bet", "bet ", "bet -5", "bet 0", "bet 05", "bet 1e3",
    "bet 10.5", "bet ten", "bet 2147483648", "bet ٣", "raise +5", "call 10", "discard",
    "discard ", "discard 0", "discard 1a", "discard 1 2", "stand", "check\0"])
def test_anything_else_does_not_parse(text):
    with pytest.raises(ValueError, match="not an action"):
        parse_action(text)


def test_what_does_not_parse_is_quoted_in_bounded_length():
    with pytest.raises(ValueError) as caught:
        parse_action("x" * 10_000)
    assert len(str(caught.value)) < 80


@pytest.mark.parametrize("legal, action", [
    (FIRST, CHECK), (FIRST, FOLD), (FIRST, Bet(2)), (FIRST, Bet(25)),
    (FACING, CALL), (FACING, FOLD), (FACING, Raise(2)), (FACING, Raise(25)),
    (CAPPED, CALL), (CAPPED, FOLD),
    (DRAW, STAND_PAT), (DRAW, Discard((0,))), (DRAW, Discard((0, 1, 2, 3, 4)))])
def test_what_is_legal_is_not_refused(legal, action):
    assert legal.refusal(action) == ""


@pytest.mark.parametrize("legal, action, sentence", [
    (FIRST, CALL, "There is nothing to call."),
    (FIRST, Raise(5), "You cannot raise now."),
    (FIRST, Bet(1), "A bet is $2 to $25."),
    (FIRST, Bet(26), "A bet is $2 to $25."),
    (FIRST, Bet(-5), "A bet is $2 to $25."),
    (FIRST, STAND_PAT, "It is not time to discard."),
    (FIRST, Discard((0,)), "It is not time to discard."),
    (FACING, CHECK, "There is $10 to call."),
    (FACING, Bet(5), "You cannot bet now."),
    (FACING, Raise(26), "A raise is $2 to $25."),
    (CAPPED, Raise(2), "You cannot raise now."),
    (Legal(bet=(1, 1)), Bet(2), "A bet is $1."),
    (DRAW, CHECK, "Discard or stand pat now."),
    (DRAW, FOLD, "Discard or stand pat now."),
    (DRAW, Discard((1, 0)), "Cards are named once each, in ascending order."),
    (DRAW, Discard((0, 0)), "Cards are named once each, in ascending order."),
    (DRAW, Discard(()), "Cards are named once each, in ascending order."),
    (DRAW, Discard((-1,)), "Cards are named once each, in ascending order."),
    (DRAW, Discard((4, 5)), "There are cards 1 to 5, and at most 5 may go."),
    (Legal(discard=3), Discard((0, 1, 2, 3)), "There are cards 1 to 5, and at most 3 may go.")])
def test_what_is_not_legal_is_refused_in_a_sentence(legal, action, sentence):
    assert legal.refusal(action) == sentence


@pytest.mark.parametrize("amount", [True, 2.0, "2", None, 10.5])
def test_chips_are_whole_numbers_and_nothing_that_looks_like_them(amount):
    assert FIRST.refusal(Bet(amount)) == "A bet is $2 to $25."


@pytest.mark.parametrize("places", [(True,), (0.0,), ("0",), [0], 3, None])
def test_places_are_whole_numbers_and_nothing_that_looks_like_them(places):
    assert DRAW.refusal(Discard(places)) != ""


@pytest.mark.parametrize("legal", [FIRST, FACING, DRAW])
def test_what_is_no_action_is_refused(legal):
    assert legal.refusal("fold") != ""
    assert legal.refusal(None) != ""


def test_the_absent_check_where_it_is_free_else_fold_and_stand_pat():
    assert absent(FIRST) == CHECK
    assert absent(FACING) == absent(CAPPED) == FOLD
    assert absent(DRAW) == STAND_PAT
