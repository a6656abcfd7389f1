"""door.screens.poker_voice: first words, cards in words, results before details, answers, help."""

from __future__ import annotations

import re

import pytest

from door.rules import events as ev
from door.rules.actions import Bet
from door.rules.cards import FRESH_DECK, parse_cards
from door.rules.house_draw import CALLER, GAME, HOUSE
from door.rules.table import Table, View
from door.screens.speech import CHATTY, NORMAL, TERSE, Speech
from door.screens.voice import Voice

KINGS_UP, SIXES = parse_cards("Kh Kc 9s 9d 4d"), parse_cards("6c 6d Th 4s 2c")


def dealt(first: int = CALLER) -> Table:
    """A hand before its first bet; the caller has kings up, the House sixes."""
    table, order = Table(GAME, (200, 200), first), (KINGS_UP, SIXES)
    pairs = zip(order[first], order[1 - first])
    cards = [card for pair in pairs for card in pair]
    table.deal((*cards, *(card for card in FRESH_DECK if card not in cards)))
    return table


def view() -> View:
    return dealt().view(CALLER)


def speaking(verbosity: str) -> Voice:
    voice = Voice()
    voice.verbosity = verbosity
    return voice


def lines(voice: Voice, *told: ev.Event, patter: str = "") -> list[str]:
    return voice.told(told, KINGS_UP, view(), patter).lines


def test_the_holding_is_named_after_the_deal_in_lines_that_begin_alike() -> None:
    event = ev.CardsDealt(CALLER, KINGS_UP)
    assert lines(Voice(), event) == [
        "Deal: king of hearts, king of clubs, nine of spades, nine of diamonds,",
        "Deal: four of diamonds. Two pair, kings and nines."]
    assert lines(speaking(TERSE), event) == [
        "Deal: K hearts, K clubs, 9 spades, 9 diamonds, 4 diamonds.",
        "Deal: Two pair, kings and nines."]
    assert lines(Voice(), ev.CardsDealt(HOUSE, (None,) * 5)) == []


def test_the_discard_is_read_back_then_the_new_cards_then_the_holding() -> None:
    drawn = ev.CardsDrawn(CALLER, 1, (4,), parse_cards("9h"))
    assert lines(Voice(), drawn, ev.CardsDrawn(HOUSE, 3, (), ())) == [
        "Draw: Discard four of diamonds.",
        "Draw: nine of hearts. Full house, nines and kings.", "Draw: House takes three."]
    assert lines(Voice(), ev.CardsDrawn(CALLER, 0, (), ())) == [
        "Draw: You stand pat. Two pair, kings and nines."]


def test_the_result_comes_first_and_its_details_after() -> None:
    told = (ev.HoldingShown(CALLER, KINGS_UP, 4000), ev.HoldingShown(HOUSE, SIXES, 2000),
            ev.PotAwarded(CALLER, 70, 0, 4000, 1))
    said = lines(Voice(), *told)
    assert re.fullmatch(r"Win: you, 70, .*\.", said[0])
    assert said[1] == "Show: House, six of clubs, six of diamonds, ten of hearts, four of spades,"


@pytest.mark.parametrize("event, said", [
    (ev.PotAwarded(CALLER, 70, 0, None, 1), "Win: you, 70, House folds."),
    (ev.PotAwarded(HOUSE, 70, 0, None, 1), "Win: House, 70, you fold."),
    (ev.PotAwarded(CALLER, 35, 0, 9, 2), "Win: a tie, 35 each."),
    (ev.AntePosted(CALLER, 5), "Ante: 5 each."),
    (ev.Raised(HOUSE, 10, 2, True), "Bet: House raises 10, all in. Pot 10."),
    (ev.Checked(CALLER), "Bet: You check. Pot 10.")])
def test_each_kind_of_event_has_its_own_first_word(event: ev.Event, said: str) -> None:
    assert lines(Voice(), event) == [said]


def test_a_bet_says_what_is_due_and_the_raises_left() -> None:
    table = dealt(HOUSE)
    told = table.act(HOUSE, Bet(10))
    assert Voice().told(told, KINGS_UP, table.view(CALLER), "").lines == [
        "Bet: House bets 10. Pot 20. Due 10, three raises left."]


def test_patter_is_for_chatty_alone() -> None:
    for verbosity in (TERSE, NORMAL):
        assert lines(speaking(verbosity), patter='"Hm."') == []
    assert lines(speaking(CHATTY), patter='"Hm."') == ["Chat: House: Hm."]


def test_answers_have_words_for_cards_and_no_money_signs() -> None:
    voice, seen = Voice(), view()
    assert voice.answer("w", seen).startswith("You hold ") and "Kh" not in voice.answer("w", seen)
    assert voice.answer("p", seen) == "The pot is 10."
    for key in " sw^!@#$%g~pdyot+":
        assert "$" not in voice.answer(key, seen) != ""


def test_help_is_paged_by_its_own_key_and_comes_round() -> None:
    voice, seen = Voice(), view()
    pages = [voice.help(n, voice.answer(" ", seen)) for n in range(12)]
    assert pages[0] in pages[1:] and pages[0][0].startswith("Help: Your turn.")
    said = "\n".join(line for page in pages for line in page)
    for key in ("m: bet the most", "w: my cards", "k: the seal, and your cut", "l: the last"):
        assert f"Help: {key}" in said
    assert all(len(page) <= 7 for page in pages) and Speech().help(0, "") == []
