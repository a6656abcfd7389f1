"""door.proof.openbook: what both held, in the words of the table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from door.proof.openbook import holding, opened, told
from door.proof.replay import Unopened, replay
from door.rules.cards import parse_cards
from door.rules.house_draw import CALLER, HOUSE
from tests.records import hands

HANDS = list(hands(60))


@pytest.mark.parametrize("cards, drew, called", [
    ("Kh Kc 9s 4d 2d", True, "kings"),
    ("6h 6c 9s 4d 2d", True, "sixes"),
    ("Kh Kc 9s 9d 2d", True, "kings and nines"),
    ("Kh Kc Ks 9d 2d", True, "three kings"),
    ("9h 8c 7s 6d 5d", True, "a nine high straight"),
    ("8h 7c 6s 5d 4d", True, "an eight high straight"),
    ("As Ks 9s 4s 2s", True, "an ace high flush"),
    ("Kh Kc Ks 9d 9c", True, "kings full of nines"),
    ("Kh Kc Ks Kd 9c", True, "four kings"),
    ("9s 8s 7s 6s 5s", True, "a nine high straight flush"),
    ("As Ks Qs Js Ts", True, "a royal flush"),
    ("Ah 9c 7s 4d 2d", True, "ace high"),
    ("As 9s 7s 4s 2d", True, "a busted flush"),
    ("As 9s 7s 4s 2d", False, "four to a flush"),
    ("Ah 8c 7s 6d 5d", True, "a busted straight"),
    ("Ah 8c 7s 6d 5d", False, "four to a straight"),
    ("Ah Kc Qs Jd 2d", True, "ace high"),
    ("Kh Ks 9s 7s 2s", True, "kings"),
])
def test_holdings_are_called_what_players_call_them(cards: str, drew: bool, called: str) -> None:
    assert holding(parse_cards(cards), drew) == called


def test_the_open_book_tells_what_somebody_folded_with() -> None:
    """RULEBOOK 5.1: once the seed is open."""
    folds = [hand for hand in HANDS if (CALLER, "fold") in hand.record.actions]
    for hand in folds:
        page, last = opened(hand), replay(hand.record).last
        drew = any(text.startswith(("discard", "stand")) for _, text in hand.record.actions)
        assert page.text == (f"You folded {holding(last[CALLER], drew)}; the House had "
                             f"{holding(last[HOUSE], drew)}.")
    assert len(folds) > 5


def test_a_page_has_the_seed_the_seal_the_cut_and_all_cards() -> None:
    for hand in HANDS:
        page, again = opened(hand), replay(hand.record)
        assert (page.id, page.number, page.cut) == (
            hand.record.id, hand.record.number, hand.record.cut)
        assert page.seed == hand.record.seed.hex() and page.seal == hand.record.seal
        assert page.caller == (again.cards[CALLER], again.last[CALLER])
        assert page.house == (again.cards[HOUSE], again.last[HOUSE])
        assert page.net == hand.ended_stacks[CALLER] - hand.record.stacks[CALLER]
        first = page.text.split()[1 if page.text.startswith("You") else 2].rstrip(":")
        assert first == "folded" or (first == "won") == (page.net > 0)


@pytest.mark.parametrize("mine, house, text", [
    ("Kh Kc 9s 4d 2d", "Qh Qc 9d 4h 2s", "You won with kings against queens."),
    ("Kh Kc 9s 4d 2d", "Ks Kd 8s 4h 2s", "You won with kings against kings, by the kicker."),
    ("Kh Kc 8s 4d 2d", "Ks Kd 9s 4h 2s", "You lost with kings against kings, by the kicker."),
    ("Kh Kc 9s 4d 2d", "Ks Kd 9h 4h 2s", "A tie: you had kings, and so had the House."),
    ("2h 3h 5h 9h Kc", "Ks Qd 9d 4h 2s", "You lost with a busted flush against king high."),
])
def test_a_showdown_in_a_sentence(mine: str, house: str, text: str) -> None:
    hand = next(hand for hand in HANDS if "fold" not in dict(hand.record.actions).values())
    again = replace(replay(hand.record), last=(parse_cards(mine), parse_cards(house)))
    assert told(again) == text


def test_a_hand_that_is_not_opened_has_no_page() -> None:
    with pytest.raises(Unopened):
        opened(replace(HANDS[0], opened=False))


@pytest.mark.parametrize("state, text", [
    ("void", "The hand was void; the stakes went back."),
    ("unplayed", "The hand was sealed and never dealt."),
])
def test_what_was_not_played_shows_its_seed_and_no_cards(state: str, text: str) -> None:
    hand = replace(HANDS[0], ended_stacks=(), record=replace(HANDS[0].record, state=state))
    page = opened(hand)
    assert page.text == text and page.net == 0 and page.seed
    assert page.caller == page.house == ((), ())
