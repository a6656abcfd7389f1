"""The 52 cards, written and spoken."""

import pytest

from door.rules.cards import FRESH_DECK, Card, parse_card, parse_cards, written


def test_a_fresh_deck_goes_from_the_two_of_clubs_to_the_ace_of_spades():
    assert written(FRESH_DECK[:5]) == "2c 2d 2h 2s 3c"
    assert written(FRESH_DECK[-2:]) == "Ah As"
    assert len(set(FRESH_DECK)) == 52


def test_every_card_reads_back_as_it_is_written():
    assert parse_cards(written(FRESH_DECK)) == FRESH_DECK


def test_a_card_knows_its_rank_its_suit_and_its_name():
    card = parse_card("Kh")
    assert (card.rank, card.suit, str(card), card.spoken()) == (11, 2, "Kh", "king of hearts")
    assert repr(card) == "Card(Kh)"


@pytest.mark.parametrize("text", ["10h", "Th", "th", "tH", "TH"])
def test_a_ten_may_be_written_in_digits_and_letters_in_either_case(text):
    assert str(parse_card(text)) == "Th"


@pytest.mark.parametrize("text", ["", "A", "As ", "1s", "Ax", "sA", "A10", "10", "Ass", "ſs", "A♠"])
def test_what_is_no_card_is_refused(text):
    with pytest.raises(ValueError, match="not a card"):
        parse_card(text)


def test_no_card_stands_twice():
    with pytest.raises(ValueError, match="twice"):
        parse_cards("As Kd As")


def test_cards_keep_their_order_and_hidden_ones_are_question_marks():
    assert written(parse_cards("  Kd As\n2c ")) == "Kd As 2c"
    assert parse_cards("") == ()
    assert written((None, Card(51), None)) == "?? As ??"
