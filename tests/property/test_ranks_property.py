"""Ranks against the rules written out longhand, and against pokerkit."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pokerkit import StandardHighHand

from door.rules.cards import FRESH_DECK, written
from door.rules.ranks import CATEGORIES, category, strength

holdings = st.lists(st.sampled_from(FRESH_DECK), min_size=5, max_size=5, unique=True)
sevens = st.lists(st.sampled_from(FRESH_DECK), min_size=7, max_size=7, unique=True)
PAIRED = {(2, 1, 1, 1): 1, (2, 2, 1): 2, (3, 1, 1): 3, (3, 2): 6, (4, 1): 7}


def longhand(cards):
    """Category, then the ranks in order of importance: what RULEBOOK 2 says and nothing more."""
    ranks = sorted((card.rank for card in cards), reverse=True)
    flush = len({card.suit for card in cards}) == 1
    if ranks == [12, 3, 2, 1, 0]:
        return (8 if flush else 4), [3]
    if all(high - low == 1 for high, low in zip(ranks, ranks[1:])):
        return (8 if flush else 4), ranks[:1]
    groups = sorted(((number, rank) for rank, number in Counter(ranks).items()), reverse=True)
    kind = PAIRED.get(tuple(number for number, _ in groups), 5 if flush else 0)
    return kind, [rank for _, rank in groups]


def order(one, two):
    return (one > two) - (one < two)


@given(holdings, holdings)
def test_two_holdings_compare_as_the_rules_say(one, two):
    assert order(strength(one), strength(two)) == order(longhand(one), longhand(two))


@given(holdings)
def test_the_category_is_what_the_rules_say(cards):
    assert CATEGORIES[category(strength(cards))] == CATEGORIES[longhand(cards)[0]]


@given(holdings, st.permutations(range(4)), st.randoms())
def test_order_and_suits_are_nothing(cards, suits, luck):
    other = [FRESH_DECK[card.rank * 4 + suits[card.suit]] for card in cards]
    luck.shuffle(other)
    assert strength(other) == strength(cards)


@given(sevens, sevens)
def test_of_seven_cards_the_best_five_count(one, two):
    best, other = (max(longhand(five) for five in combinations(seven, 5)) for seven in (one, two))
    assert order(strength(one), strength(two)) == order(best, other)


def pokerkits(cards):
    return StandardHighHand(written(cards).replace(" ", ""))


def disagreements(pairs, luck):
    """Random pairs, half of them from the twenty lowest cards, so that ties and flushes come up."""
    for n in range(pairs):
        cards = luck.sample(FRESH_DECK[:20] if n % 2 else FRESH_DECK, 10)
        one, two = cards[:5], cards[5:]
        ours = order(strength(one), strength(two))
        if ours != order(pokerkits(one), pokerkits(two)):
            yield written(one), written(two)


def test_5_000_random_pairs_agree_with_pokerkit():
    assert list(disagreements(5_000, Random(1))) == []


@pytest.mark.soak
def test_100_000_random_pairs_agree_with_pokerkit():
    assert list(disagreements(100_000, Random(2))) == []


def test_seven_cards_agree_with_pokerkit():
    luck = Random(3)
    for _ in range(300):
        cards = luck.sample(FRESH_DECK, 9)
        ours = order(strength(cards[:7]), strength(cards[2:]))
        theirs = (StandardHighHand.from_game(written(cards[:2]), written(cards[2:7])),
                  StandardHighHand.from_game(written(cards[7:]), written(cards[2:7])))
        assert ours == order(*theirs), written(cards)
