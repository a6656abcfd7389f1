"""The Poker Table, ruling by ruling: RULEBOOK 1, 2 and 5, as far as the rules layer has a say.

Prompts, Y/N questions, the bank and what is frozen over the days are tested where they live.
"""

import hashlib
from dataclasses import fields

import pytest

from door.rules import events as ev
from door.rules.actions import (CALL, CHECK, FOLD, STAND_PAT, Bet, Discard, IllegalAction, Legal,
                                Raise, absent)
from door.rules.cards import FRESH_DECK, parse_cards, written
from door.rules.house_draw import CALLER, GAME, HOUSE
from door.rules.ranks import spoken, strength
from door.rules.shuffle import deck, hand_key, house_luck, seal
from door.rules.table import Table, View

BETTER, WORSE = "Kh Kc 9s 9d 4d", "Qh Qc 8s 8d 3d"
TIED = "Kd Ks 9c 9h 4c"
SEED = bytes(range(32))


def act(table, *actions):
    """Whoever is to act does each of these; all that was told."""
    return [event for action in actions for event in table.act(table.to_act, action)]


def kinds(told, kind):
    return [event for event in told if isinstance(event, kind)]


@pytest.fixture
def play(dealing):
    """play(first's, other's, *actions, ...) deals a hand of the Poker Table and plays it."""
    def play(first=BETTER, other=WORSE, *actions, stacks=(200, 200), leads=CALLER, draws=""):
        table = Table(GAME, stacks, leads)
        table.deal(dealing(first, other, draws=draws))
        act(table, *actions)
        return table
    return play


def refused(table, action):
    """The sentence of the refusal; nothing has changed."""
    before = table.view(CALLER), table.view(HOUSE)
    with pytest.raises(IllegalAction) as caught:
        table.act(table.to_act, action)
    assert (table.view(CALLER), table.view(HOUSE)) == before
    return str(caught.value)


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


# -- 1.6: what is offered ----------------------------------------------------------------------

def test_1_6_with_nothing_due_bet_check_or_fold(play):
    """1.6: nothing due: B)et, C)heck or F)old."""
    table = play()
    assert table.legal(CALLER) == Legal(due=0, bet=(2, 25))
    assert refused(table, CALL) == "There is nothing to call."
    assert refused(table, Raise(5)) == "You cannot raise now."


def test_1_6_with_something_due_call_raise_or_fold(play):
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
def test_1_7_all_other_amounts_are_refused(amount, play):
    """1.7: below $2, above $25."""
    assert refused(play(), Bet(amount)) == "A bet is $2 to $25."
    assert refused(play(BETTER, WORSE, Bet(10)), Raise(amount)) == "A raise is $2 to $25."


# -- 1.8: raises -------------------------------------------------------------------------------

@pytest.mark.parametrize("leads", [CALLER, HOUSE])
def test_1_8_after_three_raises_only_call_and_fold_are_offered(leads, play):
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
def test_1_9_a_last_dollar_may_be_bet(stacks, play):
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


# -- 1.10: discards ----------------------------------------------------------------------------

@pytest.mark.parametrize("places, thrown", [((), 0), ((0,), 1), ((0, 1, 4), 3),
                                            ((0, 1, 2, 3, 4), 5)])
def test_1_10_nothing_to_five_cards_may_be_thrown(places, thrown, play):
    """1.10: 0 to 5 of them; RETURN alone stands pat."""
    table = play(BETTER, WORSE, CHECK, CHECK, Discard(places) if places else STAND_PAT, STAND_PAT)
    assert table.view(HOUSE).drew == (thrown, 0)


@pytest.mark.parametrize("places", [(4, 0), (0, 0), (-1,), (5,), (0, 1, 2, 3, 4, 5)])
def test_1_10_places_are_strictly_ascending_and_of_five(places, play):
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


# -- 2: ranks ----------------------------------------------------------------------------------

DESCENDING = [
    "Ts Js Qs Ks As", "9h Th Jh Qh Kh", "Ac 2c 3c 4c 5c", "Ah Ac Ad As 2c", "Kh Kc Kd Ks Ah",
    "Ah Ac Ad Ks Kd", "4h 4c 4d 2s 2d", "3h 3c 3d As Ad", "9h Jh Qh Kh Ah", "8h Jh Qh Kh Ah",
    "2h 3h 4h 5h 7h", "Th Jc Qd Ks Ah", "2h 3c 4d 5s 6h", "Ah 2c 3d 4s 5h", "Ah Ac Ad 3s 2d",
    "Ah Ac Kd Ks Qd", "Ah Ac 2d 2s 3d", "Kh Kc Jd Js Ad", "3h 3c 2d 2s 4d", "Ah Ac Kd Qs Jd",
    "2h 2c 5d 4s 3d", "Ah Kc Qd Js 9d", "2h 3c 4d 5s 7h"]


def test_2_the_order_of_holdings_from_the_royal_flush_down():
    """2: straight flush to high card, ties broken by every card in order of importance."""
    strengths = [strength(parse_cards(text)) for text in DESCENDING]
    assert strengths == sorted(strengths, reverse=True)
    assert len(set(strengths)) == len(strengths)


@pytest.mark.parametrize("better, worse", [
    ("Ah Jc 9d 6s 4h", "Ac Jd 9s 6h 3c"), ("Kh Kc 9d 6s 4h", "Kd Ks 9h 6c 3d"),
    ("Kh Kc 9d 9s 4h", "Kd Ks 9h 9c 3d"), ("Ah Jh 9h 6h 4h", "Ac Jc 9c 6c 3c")])
def test_2_the_fifth_card_decides_where_four_are_alike(better, worse):
    """2: all five are compared, of a flush as well."""
    assert strength(parse_cards(better)) > strength(parse_cards(worse))


@pytest.mark.parametrize("one, two", [
    ("2h 3h 4h 5h 6h", "2s 3s 4s 5s 6s"), ("Ah Jh 9h 6h 4h", "As Js 9s 6s 4s"),
    ("Kh Kc 9d 9s 4h", "Kd Ks 9h 9c 4c")])
def test_2_suits_never_break_ties(one, two):
    """2: suits never break ties (A, H)."""
    assert strength(parse_cards(one)) == strength(parse_cards(two))


def test_2_the_ace_is_low_in_the_lowest_straight_alone():
    """2: A-2-3-4-5 is the lowest straight; no wrap-around."""
    assert spoken(parse_cards("Ah 2c 3d 4s 5h")) == "five high straight"
    assert spoken(parse_cards("Qh Kc Ad 2s 3h")) == "ace high"


def test_2_the_board_may_play():
    """2: the best five of seven, the board may play (H)."""
    board = "As Ks Qs Js Ts"
    assert strength(parse_cards(f"2c 3d {board}")) == strength(parse_cards(f"9h 9d {board}"))


@pytest.mark.parametrize("text, name", [
    ("Kh Kc 9s 9d 4d", "two pair, kings and nines"),
    ("8h 9h Th Jh Qh", "queen high straight flush"), ("7h 7c 7d 7s Ad", "four of a kind, sevens")])
def test_2_holdings_have_spoken_names(text, name):
    """2: spoken names."""
    assert spoken(parse_cards(text)) == name


# -- 5.1: the fair deck ------------------------------------------------------------------------

def test_5_1_the_seal_fixes_the_seed_without_telling_it():
    """5.1: SHA-256("anteup seal 1" LF id LF S)."""
    expected = hashlib.sha256(b"anteup seal 1\n17-42\n" + SEED).hexdigest()
    assert seal("17-42", SEED) == expected and SEED.hex() not in expected


def test_5_1_the_deck_follows_from_seed_id_and_cut():
    """5.1: the same three give the same deck, another cut gives another."""
    assert deck(SEED, "17-42", "lucky") == deck(SEED, "17-42", "lucky")
    assert deck(SEED, "17-42", "lucky") != deck(SEED, "17-42", "Lucky")
    assert sorted(deck(SEED, "17-42", "lucky")) == list(FRESH_DECK)


def test_5_1_a_fresh_deck_starts_at_the_two_of_clubs():
    """5.1: start at 2c 2d 2h 2s 3c ... As."""
    assert written(FRESH_DECK) == " ".join(rank + suit for rank in "23456789TJQKA"
                                           for suit in "cdhs")


def test_5_1_cards_are_dealt_from_index_0_up():
    """5.1: cards are dealt from index 0 up."""
    table, cards = Table(GAME, (200, 200)), deck(SEED, "17-42", "")
    table.deal(cards)
    act(table, CHECK, CHECK, Discard((0, 1)), Discard((2,)))
    assert table.view(CALLER).cards == (cards[10], cards[11], cards[4], cards[6], cards[8])
    assert table.view(HOUSE).cards == (cards[1], cards[3], cards[12], cards[7], cards[9])


def test_5_1_the_houses_luck_is_a_stream_for_each_action():
    """5.1: label "house n", so that the next one is what it would have been after a crash."""
    key = hand_key(SEED, "17-42", "")
    assert house_luck(key, 3).below(10 ** 9) == house_luck(key, 3).below(10 ** 9)
    assert house_luck(key, 3).below(10 ** 9) != house_luck(key, 4).below(10 ** 9)


# -- 5.4: chips --------------------------------------------------------------------------------

def test_5_4_every_chip_of_a_hand_is_somewhere(play):
    """5.4: stacks and pot sum to what was brought, at every prompt."""
    actions = (Bet(25), Raise(25), CALL, Discard((4,)), STAND_PAT, Bet(10), FOLD)
    for stop in range(len(actions) + 1):
        table = play(BETTER, WORSE, *actions[:stop])
        assert sum(table.stacks) + table.view(CALLER).pot == 400
