"""A hand's cards and how it comes out."""

from door.rules.cards import parse_cards, written
from door.rules.events import CardsDealt, CardsDrawn
from door.rules.hand import Hand
from door.rules.pots import NONE
from door.rules.ranks import strength


def dealt(deck, order=(0, 1)):
    hand = Hand(deck, order)
    hand.deal(5)
    return hand


def test_cards_go_round_one_at_a_time_from_the_first_actor(rigged):
    hand = Hand(rigged("As Kd Qh Js Tc 9d"), (2, 0, 1))
    assert hand.deal(2) == [
        CardsDealt(2, parse_cards("As Js")), CardsDealt(0, parse_cards("Kd Tc")),
        CardsDealt(1, parse_cards("Qh 9d"))]
    assert hand.dealt == 6


def test_a_second_deal_adds_to_the_first(rigged):
    hand = Hand(rigged("As Kd Qh Js"), (0, 1))
    hand.deal(1)
    hand.deal(1)
    assert [written(cards) for cards in hand.cards] == ["As Qh", "Kd Js"]


def test_a_new_card_lies_where_the_old_one_lay(dealing):
    hand = dealt(dealing("As Ks Qs Js 2c", "2d 3d 4d 5d 7c", draws="9h 8h 7h"))
    hand.chosen[0] = (0, 4)
    assert hand.replace(0) == CardsDrawn(0, 2, (0, 4), parse_cards("9h 8h"))
    assert written(hand.cards[0]) == "9h Ks Qs Js 8h"
    assert hand.drew == [2, None]


def test_standing_pat_takes_no_card(dealing):
    hand = dealt(dealing("As Ks Qs Js 2c", "2d 3d 4d 5d 7c"))
    hand.chosen[1] = ()
    assert hand.replace(1) == CardsDrawn(1, 0, (), ())
    assert (hand.dealt, hand.drew) == (10, [None, 0])


def test_who_has_not_chosen_draws_next():
    hand = Hand((), (1, 2, 0))
    hand.live.remove(2)
    assert hand.next_to_draw() == 1
    hand.chosen[1] = ()
    assert hand.next_to_draw() == 0
    hand.chosen[0] = (0,)
    assert hand.next_to_draw() is None


def test_at_a_showdown_all_live_holdings_are_shown(dealing):
    hand = dealt(dealing("As Ks Qs Js 2c", "2d 3d 4d 5d 7c", "2h 2s 3h 4h 6h"), (0, 1, 2))
    hand.in_pot[:] = [10, 10, 10]
    hand.live.remove(1)
    assert hand.settle(0, NONE).won == (0, 0, 30)
    assert list(hand.shown) == [0, 2]
    assert hand.strengths == [strength(hand.cards[0]), None, strength(hand.cards[2])]


def test_who_is_left_alone_wins_and_shows_nothing(dealing):
    hand = dealt(dealing("As Ks Qs Js 2c", "2d 3d 4d 5d 7c"))
    hand.in_pot[:] = [5, 15]
    hand.live.remove(0)
    done = hand.settle(0, NONE)
    assert (done.won, done.returned) == ((0, 10), (0, 10))
    assert (hand.shown, hand.strengths) == ({}, [None, None])
