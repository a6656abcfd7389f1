"""door.house.coach: the book in the caller's seat, and how often it does what."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest

from bench.house.bots import Luck
from door.house import coach
from door.house.chances import chances
from door.house.coach import Advice, advice, every
from door.house.equilibrium import play, policy, shipped
from door.rules.actions import (CALL, CHECK, FOLD, STAND_PAT, Action, Bet, Discard, Legal, Raise)
from door.rules.cards import FRESH_DECK, Card, parse_cards
from door.rules.house_draw import CALLER, GAME, HOUSE
from door.rules.shuffle import Stream
from door.rules.table import Table, View
from tests.house_books import Habits, small

ASKED = 2000    # times that luck is drawn beside each exact frequency
Turn = tuple[View, Action]


def any_action(legal: Legal, luck: random.Random) -> Action:
    if legal.discard is not None:
        places = tuple(sorted(luck.sample(range(5), luck.choice((0, 1, 2, 3, 3, 4, 5)))))
        return Discard(places) if places else STAND_PAT
    bounds = legal.bet or legal.raise_
    if bounds and luck.random() < 0.5:
        return (Bet if legal.bet else Raise)(luck.randint(*bounds))
    return CALL if legal.due else CHECK


def turns(luck: random.Random, stacks: tuple[int, int] = (200, 200)) -> Iterator[Turn]:
    """The caller's decisions of one hand, in which they do anything."""
    table = Table(GAME, stacks, luck.randrange(2))
    table.deal(luck.sample(FRESH_DECK, 52))
    while table.to_act is not None:
        seat, view = table.to_act, table.view(table.to_act)
        assert view.legal is not None
        action = any_action(view.legal, luck) if seat == CALLER else policy(
            view, Luck(luck.getrandbits(32)))
        if seat == CALLER:
            yield view, action
        table.act(seat, action)


def opening(cards: str = "Kh Kc 9s 9d 4d", stacks: tuple[int, int] = (200, 200)) -> View:
    """The caller's first view, holding these."""
    held = list(parse_cards(cards))
    rest = [card for card in FRESH_DECK if card not in held]
    table = Table(GAME, stacks, CALLER)
    deck = [card for pair in zip(held, rest) for card in pair] + rest[5:]
    table.deal(deck)
    view = table.view(CALLER)
    return replace(view, cards=tuple(held))


# -- what it tells ---------------------------------------------------------------------------


def test_its_frequencies_are_those_of_the_book() -> None:
    """Fifteenths, as the book has them; what it never does is not there."""
    book = small(Habits(opens=(3, 0, 6)))
    assert dict(advice(opening(), book=book).shares) == {
        CHECK: Fraction(6, 15), Bet(25): Fraction(6, 15), Bet(5): Fraction(3, 15)}


def test_at_a_bet_of_a_size_that_the_book_knows() -> None:
    book = small(Habits(answers=(2, 5)))
    table = Table(GAME, (205, 205), HOUSE)
    table.deal(FRESH_DECK)
    table.act(HOUSE, Bet(12))
    assert advice(table.view(CALLER), book=book).shares == (
        (CALL, Fraction(8, 15)), (Raise(25), Fraction(5, 15)), (FOLD, Fraction(2, 15)))


def test_the_likeliest_is_told_first() -> None:
    luck = random.Random("first")
    for _ in range(60):
        for view, made in turns(luck):
            shares = [share for _, share in advice(view, made).shares]
            assert shares == sorted(shares, reverse=True) and sum(shares) == 1 and min(shares) > 0


@pytest.mark.parametrize("stacks", [(200, 200), (61, 61), (187, 23), (500, 498)])
def test_luck_drawn_often_comes_to_the_exact_frequencies(stacks: tuple[int, int]) -> None:
    """Odd stacks and bets are each taken for one of two, by chance: that is in them too."""
    luck, drawn = random.Random(f"often {stacks}"), Luck(5)
    views = [view for _ in range(3) for view, _ in turns(luck, stacks)]
    for view in views:
        shares = dict(advice(view).shares)
        found = Counter(play(shipped(), coach.exchanged(view), drawn) for _ in range(ASKED))
        assert set(found) <= set(shares)
        for action, share in shares.items():
            assert abs(found[action] / ASKED - share) < 0.056    # five standard deviations


def test_all_that_it_advises_is_legal() -> None:
    luck = random.Random("legal")
    for stacks in ((200, 200), (20, 20), (9, 300), (6, 6)):
        for _ in range(40):
            for view, made in turns(luck, stacks):
                assert view.legal is not None
                assert not [action for action, _ in advice(view, made).shares
                            if view.legal.refusal(action)]


# -- the draw --------------------------------------------------------------------------------


def discarding(made: Action | None, habits: Habits) -> tuple[View, Advice]:
    view = replace(opening(), legal=Legal(discard=5), when="the draw", street=2, bets=((),))
    return view, advice(view, made, small(habits))


def test_the_draw_that_was_made_and_the_books_likeliest() -> None:
    view, found = discarding(Discard((3, 4)), Habits(throws=(3, 12, 0, 0, 0, 0)))
    assert found.shares == ((Discard((4,)), Fraction(12, 15)), (STAND_PAT, Fraction(3, 15)))
    assert found.draws == ((Discard((3, 4)), chances(view.cards, (3, 4))),
                           (Discard((4,)), chances(view.cards, (4,))))


def test_the_same_draw_is_told_once() -> None:
    view, found = discarding(STAND_PAT, Habits(throws=(15, 0, 0, 0, 0, 0)))
    assert found.draws == ((STAND_PAT, chances(view.cards, ())),)


def test_before_the_choice_only_the_books_draw() -> None:
    _, found = discarding(None, Habits(throws=(3, 12, 0, 0, 0, 0)))
    assert [action for action, _ in found.draws] == [Discard((4,))]


def test_while_betting_there_are_no_draws() -> None:
    assert advice(opening(), CHECK).draws == ()


# -- what it never sees ----------------------------------------------------------------------


def redealt(deck: list[Card], seen: list[Turn], luck: random.Random) -> list[Card]:
    """What the caller saw stays where it was; everything else is shuffled anew."""
    mine = {card for view, _ in seen for card in view.cards}
    hidden = [place for place, card in enumerate(deck) if card not in mine]
    found = list(deck)
    for place, other in zip(hidden, luck.sample(hidden, len(hidden))):
        found[place] = deck[other]
    return found


def test_hidden_cards_change_no_advice() -> None:
    """The House's cards and the deck are dealt anew under a hand: the same advice."""
    luck, seen = random.Random("hidden"), 0
    for _ in range(60):
        deck = luck.sample(FRESH_DECK, 52)
        actions, first = replayed(deck, None, luck)
        again, second = replayed(redealt(deck, first, luck), actions, luck)
        assert again == actions and len(first) == len(second)
        for (view, made), (other, _) in zip(first, second):
            seen += 1
            assert view.cards == other.cards
            assert advice(view, made) == advice(other, made)
    assert seen > 100


def replayed(deck: list[Card], script: list[Action] | None,
             luck: random.Random) -> tuple[list[Action], list[Turn]]:
    """A hand in which both do anything, or what the script says."""
    table = Table(GAME, (200, 200), CALLER)
    table.deal(deck)
    done: list[Action] = []
    seen: list[Turn] = []
    while table.to_act is not None:
        view = table.view(table.to_act)
        assert view.legal is not None
        action = script[len(done)] if script else any_action(view.legal, luck)
        if table.to_act == CALLER:
            seen.append((view, action))
        table.act(table.to_act, action)
        done.append(action)
    return done, seen


# -- every way of luck -----------------------------------------------------------------------


def test_every_way_of_luck_is_followed() -> None:
    def policy(luck: Stream) -> Action:
        chosen = luck.below(10)
        if chosen < 2:
            return FOLD
        chosen -= 2
        if chosen < 3:
            return CALL
        return CHECK if luck.below(4) >= 1 else Bet(5)
    assert every(policy) == ((CHECK, Fraction(3, 8)), (CALL, Fraction(3, 10)),
                             (FOLD, Fraction(2, 10)), (Bet(5), Fraction(1, 8)))


def test_what_is_certain_is_no_question() -> None:
    assert every(lambda luck: FOLD if luck.below(5) < 5 else CALL) == ((FOLD, Fraction(1)),)
    assert every(lambda luck: FOLD if luck.below(5) < 0 else CALL) == ((CALL, Fraction(1)),)


def test_a_policy_that_uses_its_luck_otherwise_is_an_error_and_no_wrong_answer() -> None:
    with pytest.raises(TypeError):
        every(lambda luck: Bet(1 + luck.below(5)))
