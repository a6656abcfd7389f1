"""RULEBOOK 5.5: killed at any moment, nothing that was shown is lost and nothing is paid twice."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from door.rules.house_draw import CALLER
from door.rules.table import View
from door.screens import answers, sentences
from tests.e2e.conftest import checked
from tests.e2e.crash import CHIPS, QUESTIONS, Answer, Books, Evening, Hand, Point, books, points
from tests.e2e.nights import ANTE, DISCARD, prompt_of
from tests.e2e.ready import ReadyServer
from tests.e2e.server import Server
from tests.e2e.test_hang_up import RESUMED
from tests.e2e.wire import PROMPTS


@pytest.fixture
def rich(tmp_path: Path) -> Iterator[Server]:
    """A server whose callers start with more than they can lose."""
    (tmp_path / "anteup.ini").write_text(f"[bank]\nstart = {CHIPS}\n")
    yield from checked(ReadyServer(tmp_path))


@pytest.mark.parametrize("first", [0, 10])
def test_killed_at_ten_points_of_an_evening(rich: Server, first: int) -> None:
    survive(rich, points(first, first + 10))


@pytest.mark.soak
@pytest.mark.parametrize("first", range(0, 200, 50))
def test_killed_at_fifty_points_of_an_evening(rich: Server, first: int) -> None:
    survive(rich, points(first, first + 50))


def survive(server: Server, at: list[Point]) -> None:
    with closing(Evening(server)) as evening:
        for point in at:
            kill(evening, point)


def kill(evening: Evening, point: Point) -> None:
    """Plays on until the point, kills the server there, starts it, calls again, and judges."""
    answer = evening.reach(point)
    before, asked = books(evening.server), evening.prompt
    if "F)old?" in asked or asked == DISCARD:
        assert before.open is not None
        assert evening.asked() == told_by(before.open.replay()[0].view(CALLER))
    said = evening.strike(answer, point.moment)
    evening.call_again()
    try:
        judge(evening, before, asked, answer, said, books(evening.server))
    except AssertionError as error:
        raise AssertionError(f"{point}: {answer} to {asked!r}, then {said!r}, "
                             f"and now {evening.said!r} {evening.prompt!r}") from error
    assert evening.server.drift() == []


def judge(evening: Evening, before: Books, asked: str, answer: Answer, said: str,
          after: Books) -> None:
    """What was shown before the kill, against what there is after it."""
    hand = after.hand
    if before.open is not None:
        assert hand is not None and hand.id == before.open.id
        follows(before.open, answer, said, hand)
    elif hand != before.hand:
        assert hand is not None and (asked, hand.state) == (ANTE, "open")
        assert (hand.id, hand.seal[:32]) == evening.sealed
        tells(said, hand, None)
    else:
        assert asked != ANTE or answer.line != "a" or not said.strip()
    won = hand.ended[0] - hand.stacks[0] if hand and before.open and hand.ended else 0
    assert after.worth == before.worth + won
    stands(evening, after)


def follows(was: Hand, answer: Answer, said: str, hand: Hand) -> None:
    """The record goes on from what it was, by nothing but the answer and the House's to it."""
    known = len(was.actions)
    assert hand.actions[:known] == was.actions
    more = hand.actions[known:]
    mine = [text for seat, text in more if seat == CALLER]
    assert more[:1] == tuple((CALLER, text) for text in mine[:1])
    assert set(mine) <= set(answer.acts) and len(mine) == len(set(mine))
    assert mine or not answer.acts or not said.strip()
    if answer.line != "y":      # who leaves is at once in the casino
        tells(said, hand, was)
    table, _ = hand.replay()
    assert hand.ended == (tuple(table.stacks) if hand.state == "done" else ())
    assert hand.state == ("open" if table.playing else "done")


def tells(said: str, hand: Hand, was: Hand | None) -> None:
    """Whatever was shown up to a prompt is what the record says, word for word."""
    if not PROMPTS.search(said) or hand == was:
        return
    before = len(was.replay()[1]) if was else 0
    told = [sentences.say(event.seen_by(CALLER)) for event in hand.replay()[1][before:]]
    words = " ".join(said.split())
    assert all(text in words for text in told)


def stands(evening: Evening, after: Books) -> None:
    """The new call is where the store says, with the same cards and chips."""
    if after.open is None:
        assert evening.prompt == "Casino>" and after.stack == 0
        assert f"In the bank: ${after.bankroll}." in evening.said
        return
    view = after.open.replay()[0].view(CALLER)
    assert RESUMED in evening.said and evening.prompt == prompt_of(view)
    assert evening.sealed == (after.open.id, after.open.seal[:32])
    assert evening.asked() == told_by(view)


def told_by(view: View) -> list[str]:
    """What the table has to answer to the keys that ask."""
    return [answers.answer(key, view) for key in QUESTIONS]
