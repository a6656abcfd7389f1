"""Seal, key, streams and deck, as RULEBOOK 5.1 writes them, and how fair the shuffle is."""

import hashlib
from collections import Counter
from itertools import islice
from random import Random

import pytest

from door.rules.cards import FRESH_DECK
from door.rules.shuffle import (CUT_LENGTH, Stream, clean_cut, deck, hand_key, house_luck, seal,
                                shuffled)

SEED = bytes(range(32))
FAIR = range(2370, 2846)  # chi-square of 2601 degrees of freedom: what a fair shuffle stays in


def hmac_sha256(key, message):
    """RFC 2104, written out."""
    inner, outer = (bytes(byte ^ pad for byte in key.ljust(64, b"\0")) for pad in (0x36, 0x5c))
    return hashlib.sha256(outer + hashlib.sha256(inner + message).digest()).digest()


# -- what is hashed ----------------------------------------------------------------------------

def test_the_seal_is_the_hash_of_its_name_the_id_and_the_seed():
    assert seal("17-42", SEED) == hashlib.sha256(b"anteup seal 1\n17-42\n" + SEED).hexdigest()
    assert len(seal("17-42", SEED)) == 64


def test_the_key_is_made_from_seed_id_and_cut():
    assert hand_key(SEED, "17-42", "lucky") == hmac_sha256(SEED, b"anteup hand 1\n17-42\nlucky")
    assert hand_key(SEED, "1", "") == hmac_sha256(SEED, b"anteup hand 1\n1\n")


def test_a_stream_is_its_blocks_one_after_another():
    blocks = b"".join(hmac_sha256(SEED, b"deck\n" + bytes(7) + bytes([n])) for n in range(3))
    assert bytes(islice(Stream(SEED, "deck"), 96)) == blocks


def test_a_stream_goes_on_where_it_was_left():
    stream, again = Stream(SEED, "deck"), Stream(SEED, "deck")
    head = [stream.byte() for _ in range(40)]
    assert head + list(islice(stream, 40)) == list(islice(again, 80))


def test_the_house_has_luck_of_its_own_for_each_action():
    key = hand_key(SEED, "1", "")
    assert bytes(islice(house_luck(key, 7), 32)) == hmac_sha256(key, b"house 7\n" + bytes(8))
    streams = [Stream(key, "deck"), *(house_luck(key, n) for n in range(20))]
    assert len({bytes(islice(stream, 32)) for stream in streams}) == 21


def test_ids_are_ascii():
    for refused in (seal, lambda hand, seed: deck(seed, hand, "")):
        with pytest.raises(ValueError):
            refused("händ", SEED)


# -- the cut -----------------------------------------------------------------------------------

def test_a_cut_is_forty_characters_of_any_script():
    assert clean_cut("") == ""
    assert clean_cut("♠" * CUT_LENGTH) == "♠" * 40
    with pytest.raises(ValueError, match="at most 40"):
        clean_cut("x" * 41)


def test_a_cut_is_the_same_however_its_accents_were_typed():
    assert clean_cut("cafe\u0301") == "caf\u00e9"
    assert len(clean_cut("e\u0301" * 40)) == 40
    assert deck(SEED, "1", "cafe\u0301") == deck(SEED, "1", "caf\u00e9") != deck(SEED, "1", "cafe")


@pytest.mark.parametrize("text", ["\n", "a\0", "\x1b[2J", "\x7f", "\u202e", "\ud800", "a\r"])
def test_a_cut_has_no_control_characters(text):
    with pytest.raises(ValueError, match="printable"):
        clean_cut(text)


# -- the deck ----------------------------------------------------------------------------------

def test_the_deck_is_dealt_by_the_letter_of_the_rulebook():
    key, cards = hmac_sha256(SEED, b"anteup hand 1\n17-42\nlucky"), list(FRESH_DECK)
    stream = (byte for n in range(99)
              for byte in hmac_sha256(key, b"deck\n" + n.to_bytes(8, "big")))
    for i in range(51, 0, -1):
        byte = next(value for value in stream if value < 256 - 256 % (i + 1))
        cards[i], cards[byte % (i + 1)] = cards[byte % (i + 1)], cards[i]
    assert deck(SEED, "17-42", "lucky") == tuple(cards)


def test_seed_id_and_cut_each_change_the_deck():
    decks = {deck(SEED, "1", ""), deck(SEED[::-1], "1", ""), deck(SEED, "2", ""),
             deck(SEED, "1", "x")}
    assert len(decks) == 4
    assert all(sorted(each) == list(FRESH_DECK) for each in decks)


def test_a_number_below_a_bound_comes_from_four_bytes():
    stream, again = Stream(SEED, "x"), Stream(SEED, "x")
    assert [stream.below(256 ** 4) for _ in range(9)] == [
        int.from_bytes(islice(again, 4), "big") for _ in range(9)]
    assert [stream.below(1) for _ in range(3)] == [0, 0, 0]


def test_a_number_that_would_favour_the_small_is_passed_over():
    class Fixed(Stream):
        def __init__(self, *values):
            self._bytes = iter(b"".join(value.to_bytes(4, "big") for value in values))

    assert Fixed(2 ** 32 - 1, 7).below(3) == 1   # 2 ** 32 - 1 is left over by three
    assert Fixed(2 ** 32 - 2, 7).below(3) == 2


def test_chances_come_as_often_as_they_say():
    stream = Stream(SEED, "x")
    assert 2_300 < sum(stream.chance(25) for _ in range(10_000)) < 2_700
    assert not any(stream.chance(0) for _ in range(100))
    assert all(stream.chance(100) for _ in range(100))


# -- how fair it is ----------------------------------------------------------------------------

def test_all_5040_orders_of_seven_cards_are_reached():
    stream = Stream(SEED, "seven")
    orders = Counter(shuffled(stream, FRESH_DECK[:7]) for _ in range(100_000))
    assert len(orders) == 5040
    expected = 100_000 / 5040
    square = sum((times - expected) ** 2 / expected for times in orders.values())
    assert 4_710 < square < 5_375  # 5039 degrees of freedom


def places(make, number):
    """How often each card lay at each place in so many decks."""
    seen = Counter()
    for start in range(0, number, 5_000):
        columns = zip(*(make(n) for n in range(start, start + 5_000)))
        for place, column in enumerate(columns):
            for card, times in Counter(column).items():
                seen[card, place] += times
    return seen


def chi_square(make, number):
    """Card by place, x 51/52 because each card and each place is taken once: 2601 degrees."""
    seen, expected = places(make, number), number / 52
    square = sum((seen[card, place] - expected) ** 2 for card in range(52) for place in range(52))
    return round(square / expected * 51 / 52)


def ours(n):
    return deck(SEED, str(n), "")


def byte_modulo(n):
    """Swaps with byte mod (i + 1) and passes nothing over."""
    cards = list(FRESH_DECK)
    for i, byte in zip(range(51, 0, -1), Stream(hand_key(SEED, str(n), ""), "deck")):
        j = byte % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def naive_swap(n):
    """Swaps each place with any of all 52."""
    cards, luck = list(FRESH_DECK), Random(n)
    for i in range(52):
        j = luck.randrange(52)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def random_51(n):
    """Picks one of the first 51 until it is not out yet: the last card never leaves the bottom."""
    cards, luck = {}, Random(n)
    while len(cards) < 51:
        cards[FRESH_DECK[int(luck.random() * 51)]] = True
    return [*cards, FRESH_DECK[51]]


def sattolo(n):
    """Swaps with a place below, never with itself: no card stays where it was."""
    cards, luck = list(FRESH_DECK), Random(n)
    for i in range(51, 0, -1):
        j = luck.randrange(i)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


FLAWED = [byte_modulo, naive_swap, random_51, sattolo]


def test_every_card_lies_as_often_in_every_place():
    assert chi_square(ours, 10_000) in FAIR


@pytest.mark.soak
def test_every_card_lies_as_often_in_every_place_over_100_000_decks():
    assert chi_square(ours, 100_000) in FAIR


@pytest.mark.parametrize("flawed", FLAWED)
def test_a_flawed_shuffle_fails_the_same_test(flawed):
    assert chi_square(flawed, 10_000) > FAIR[-1]


@pytest.mark.soak
@pytest.mark.parametrize("flawed", FLAWED)
def test_a_flawed_shuffle_fails_over_100_000_decks(flawed):
    assert chi_square(flawed, 100_000) > FAIR[-1]
