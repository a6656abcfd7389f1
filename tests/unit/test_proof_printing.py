"""door.proof.printing, record_line: a hand as text, and as a line that says all of it again."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from door.proof.phh import phh
from door.proof.printing import printed
from door.proof.record_line import LONGEST, line, read_line
from door.proof.replay import BadRecord, replay
from door.proof.verdict import verify
from door.rules.cards import written
from door.rules.events import PUBLIC
from door.rules.house_draw import CALLER, HOUSE
from door.views import StoredHand
from tests.records import deals, hands

HANDS = list(hands(80))
SHOWDOWN = next(hand for hand in HANDS if len(hand.record.actions) > 8
                and "fold" not in dict(hand.record.actions).values())
FOLDED = next(hand for hand in HANDS if (CALLER, "fold") in hand.record.actions)


def test_a_hand_reads_from_its_seal_to_its_seed() -> None:
    lines = printed(SHOWDOWN)
    assert lines[0].startswith(f"Hand {SHOWDOWN.record.id} of Ada, 2023-11-14 ")
    assert lines[1] == f"Seal  {SHOWDOWN.record.seal}"
    assert lines[-1] == f"Seed  {SHOWDOWN.record.seed.hex()}"
    mine, house = SHOWDOWN.ended_stacks
    assert lines[-2] == f"Ada has ${mine}, the House ${house}."
    assert "Betting before draw:" in lines and "Betting after draw:" in lines
    assert all(len(text) <= 79 for hand in HANDS for text in printed(hand))


def test_what_somebody_holds_behind_the_draw_is_what_they_show() -> None:
    last, lines = replay(SHOWDOWN.record).last, printed(SHOWDOWN)
    for seat, name in (CALLER, "Ada"), (HOUSE, "The House"):
        drew = next((text for text in lines if text.startswith(f"{name} throws")), None)
        assert drew is None or drew.endswith(f"and holds {written(last[seat])}.")
        assert any(text.startswith(f"{name} shows {written(last[seat])}, ") for text in lines)


def test_every_action_has_its_line() -> None:
    for hand in HANDS:
        text = "\n".join(printed(hand))
        for verb, said in ("fold", "folds."), ("bet ", "bets $"), ("raise ", "raises $"):
            done = sum(action.startswith(verb) for _, action in hand.record.actions)
            assert text.count(f" {said}") == done


@pytest.mark.parametrize("seat", [CALLER, PUBLIC])
def test_a_hand_that_is_not_opened_is_told_as_its_seat_may_know_it(seat: int) -> None:
    hidden = replace(FOLDED, opened=False)
    text = "\n".join(printed(hidden, seat))
    again = replay(FOLDED.record)
    assert FOLDED.record.seed.hex() not in text and "The seed is opened when Ada has left" in text
    assert written(again.cards[HOUSE]) not in text and "The House is dealt five cards." in text
    assert (written(again.cards[CALLER]) in text) == (seat == CALLER)


def test_a_frozen_hand_is_told_as_far_as_it_went_and_a_void_one_with_its_reason() -> None:
    record = replace(SHOWDOWN.record, state="open", actions=SHOWDOWN.record.actions[:1])
    frozen = printed(replace(SHOWDOWN, record=record, opened=False))
    assert frozen[-2] == "The hand has not ended yet."
    void = replace(SHOWDOWN, record=replace(SHOWDOWN.record, state="void"), result="it was torn")
    assert "The hand was void, and the stakes went back: it was torn" in printed(void)
    unplayed = replace(SHOWDOWN.record, state="unplayed", cut="", stacks=(), actions=())
    assert printed(replace(SHOWDOWN, record=unplayed))[-2] == "The hand was sealed and not dealt."


# -- as a line of JSON -----------------------------------------------------------------------


def test_a_record_is_one_line_of_ascii_and_the_same_hand_again() -> None:
    for hand in HANDS:
        text = line(hand)
        assert text.isascii() and "\n" not in text
        assert read_line(text) == hand and verify(read_line(text)).ok


def test_a_line_of_an_unopened_hand_tells_nothing_that_its_caller_may_not_know() -> None:
    hand = next(hand for hand in HANDS if any(
        seat == HOUSE and text.startswith("discard") for seat, text in hand.record.actions))
    text = line(replace(hand, opened=False))
    assert hand.record.seed.hex() not in text and json.loads(text)["seed"] == ""
    assert not any(each.startswith("1 discard") for each in json.loads(text)["actions"])
    again = read_line(text)
    assert not again.opened and again.record.seal == hand.record.seal


def test_nothing_of_a_deal_is_told_before_its_contest_is_over() -> None:
    """Others have yet to play it; what is asked here is the last gate, not the only one."""
    for deal in deals(20):
        hidden = replace(deal, opened=False)
        assert json.loads(line(hidden))["actions"] == [] and json.loads(line(hidden))["seed"] == ""
        with pytest.raises(BadRecord, match="before its contest is over"):
            phh(hidden)
        again = replay(deal.record)
        text = "\n".join(printed(hidden))
        assert not any(written(cards) in text for cards in again.cards)
        assert deal.record.seed.hex() not in text and "until its contest is over" in text


def altered(**fields: Any) -> str:
    return json.dumps(json.loads(line(SHOWDOWN)) | fields)


@pytest.mark.parametrize("text, why", [
    ("", "not JSON"),
    ("[" * 5000, "not JSON"),
    ("[]", "its \"form\""),
    (altered(form="anteup hand 2"), "its \"form\""),
    (altered(id=7), "its \"id\""),
    (altered(handle="Ada\x1b[2J"), "its \"handle\""),
    (altered(result="x" * 401), "its \"result\""),
    (altered(seed="xy"), "its \"seed\""),
    (altered(seed="abc"), "its \"seed\""),
    (altered(first=True), "its \"first\""),
    (altered(number=-1), "its \"number\""),
    (altered(dealt_at=10 ** 30), "its \"dealt_at\""),
    (altered(stacks=[1, 2, 3]), "its \"stacks\""),
    (altered(stacks="200"), "its \"stacks\""),
    (altered(proven=1), "its \"proven\""),
    (altered(state="odd"), "its \"state\""),
    (altered(actions=["0 bet 5"] * 65), "its \"actions\""),
    (altered(actions=["2 bet 5"]), "its \"actions\""),
    (altered(actions=[["0", "bet"]]), "its \"actions\""),
    (altered(handle=None), "its \"handle\""),
    (altered(more="x" * LONGEST), "at most"),
])
def test_a_line_from_anybody_is_bounded_and_of_its_form(text: str, why: str) -> None:
    with pytest.raises(BadRecord, match=why):
        read_line(text)


def test_a_changed_line_is_read_and_found_wrong() -> None:
    assert verify(read_line(altered(seed="00" * 32))).wrong
    stored: StoredHand = read_line(altered(ended_stacks=[1, 399]))
    assert verify(stored).wrong
