"""The fair deck: RULEBOOK 5.1. What can be told of it to a caller is in test_fairness_text.py."""

import hashlib

from door.rules.actions import CHECK, Discard
from door.rules.cards import FRESH_DECK, written
from door.rules.house_draw import CALLER, GAME, HOUSE
from door.rules.shuffle import deck, hand_key, house_luck, seal
from door.rules.table import Table

SEED = bytes(range(32))


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
    for action in (CHECK, CHECK, Discard((0, 1)), Discard((2,))):
        table.act(table.to_act, action)
    assert table.view(CALLER).cards == (cards[10], cards[11], cards[4], cards[6], cards[8])
    assert table.view(HOUSE).cards == (cards[1], cards[3], cards[12], cards[7], cards[9])


def test_5_1_the_houses_luck_is_a_stream_for_each_action():
    """5.1: label "house n", so that the next one is what it would have been after a crash."""
    key = hand_key(SEED, "17-42", "")
    assert house_luck(key, 3).below(10 ** 9) == house_luck(key, 3).below(10 ** 9)
    assert house_luck(key, 3).below(10 ** 9) != house_luck(key, 4).below(10 ** 9)
