"""door.screens.replay: a hand of the past, and no card of the House's that may not be seen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

from door.proof.replay import Replay as Again
from door.rules import events as ev
from door.rules.cards import Card
from door.rules.house_draw import HOUSE
from door.screens.frame import Sign
from door.screens.replay import LEAVE, SEAL, Replay, joined
from door.screens.speech import TERSE, Speech
from door.screens.voice import Voice
from door.session.past import scenes
from tests.pasts import FOLDED, HOUSES, WON, Actions, again, deck, played, redealt

SIGN, NARROW = Sign("Brass Lantern Casino"), Sign("Brass Lantern Casino", columns=40)
SEALED = "0123456789abcdef" * 4


def screen(actions: Actions = WON, is_open: bool = False, speech: Speech | None = None,
           sign: Sign = SIGN) -> Replay:
    return Replay(sign, speech or Speech(), "17-42", SEALED, 42,
                  list(scenes(again(deck(), actions), is_open)))


def text(shown: Replay) -> str:
    canvas = shown.paint()
    return "\n".join(canvas.row_text(row).rstrip() for row in range(canvas.rows))


def at_end(shown: Replay) -> Replay:
    for _ in range(20):
        shown.press("n")
    shown.press("")
    return shown


# -- from scene to scene ---------------------------------------------------------------------


def test_a_hand_goes_on_scene_by_scene_and_stays_at_its_end() -> None:
    shown = screen()
    assert shown.prompt == "1 of 6: N)ext, B)ack, S)eal, Q)uit?"
    assert "You ante $5." in text(shown) and "TWO PAIR," in text(shown)
    seen = []
    for key in ("n", " ", "ENTER", "DOWN", "PAGE_DOWN"):
        assert shown.press(key) is None
        seen.append(text(shown))
    assert "You bet $10." in seen[0] and "House calls $10." in seen[1]
    assert "You discard one. House takes three." in seen[2] and "FULL HOUSE," in seen[2]
    assert "You bet $5." in seen[3] and "SHOWDOWN" not in seen[3]
    assert "SHOWDOWN" in seen[4] and "You win $40 with full house, nines and kings." in seen[4]
    assert shown.press("n") is None and shown.notice == "The hand ended here."
    assert shown.prompt.startswith("6 of 6")


def test_back_shows_exactly_what_was_shown_before() -> None:
    shown = screen()
    forth = [text(shown)]
    for _ in range(5):
        shown.press("n")
        forth.append(text(shown))
    back = [text(shown)]
    for _ in range(5):
        shown.press("b")
        back.append(text(shown))
    assert back == forth[::-1]
    assert shown.press("B") is None and text(shown) == forth[0]


def test_a_choice_that_was_not_told_yet_is_no_scene() -> None:
    """Who discards first is not seen to do so before the other has chosen as well."""
    steps = again(deck(), WON).steps
    found = joined(scenes(again(deck(), WON), False))
    assert len(found) == len(steps) - 1
    assert all(any(not isinstance(event, ev.ActionNeeded) for event in scene.told)
               for scene in found)
    assert sum(len(scene.told) for scene in found) == sum(len(step.told) for step in steps)


@pytest.mark.parametrize("key, answer", [
    ("s", SEAL), ("S", SEAL), ("q", LEAVE), ("ESC", LEAVE), ("CTRL_C", LEAVE), ("x", None)])
def test_keys_that_leave(key: str, answer: str | None) -> None:
    assert screen().press(key) == answer


@pytest.mark.parametrize("key, told", [
    ("w", "You hold Kh Kc 9s 9d 4d, two pair, kings and nines."), ("p", "The pot is $10."),
    ("o", "The House: $195 on the table, $5 in the pot."), ("!", "Card 1: king of hearts."),
    ("?", "N, SPACE or RETURN: on.")])
def test_keys_that_ask_are_answered_as_at_the_table(key: str, told: str) -> None:
    shown = screen()
    shown.press(key)
    assert shown.notice.startswith(told)


@pytest.mark.parametrize("sign", [SIGN, NARROW], ids=lambda sign: str(sign.columns))
def test_prompt_and_rows_fit_the_screen(sign: Sign) -> None:
    shown = screen(sign=sign)
    for _ in range(8):
        assert len(shown.prompt) <= 37
        assert max(len(row) for row in text(shown).split("\n")) < sign.columns
        shown.press("n")


def test_the_screen_goes_with_the_window() -> None:
    shown = screen()
    shown.fit(40)
    assert shown.paint().columns == 40
    shown.press("n")
    assert shown.paint().columns == 40


# -- in sentences ----------------------------------------------------------------------------


def test_each_scene_is_printed_as_it_was_told() -> None:
    shown = screen()
    assert shown.lines() == ["Hand 17-42.", "You ante $5. House antes $5.",
                             "You hold Kh Kc 9s 9d 4d, two pair, kings and nines.", "Pot $10."]
    shown.press("n")
    assert shown.lines() == ["You bet $10."]
    shown.press("b")
    assert shown.lines()[0] == "You ante $5. House antes $5."


def test_by_ear_nothing_is_left_out_however_terse_the_caller_likes_the_table() -> None:
    voice = Voice()
    voice.verbosity = TERSE
    shown = screen(speech=voice.thorough())
    shown.lines()
    for _ in range(5):
        shown.press("n")
        assert shown.lines() != []


def test_by_ear_an_open_hand_says_what_the_house_held_when_that_changes() -> None:
    shown = screen(FOLDED, is_open=True, speech=Voice())
    assert "Open: House, ace of diamonds, ace of spades, seven of hearts, six of clubs," in heard(
        shown)
    shown.press("n")
    assert not any(line.startswith("Open: ") for line in heard(shown))
    shown.press("n")
    shown.press("n")
    assert [line for line in heard(shown) if line.startswith("Open: ")] == [
        "Open: House, ace of diamonds, ace of spades, eight of clubs, three of clubs,",
        "Open: three of diamonds. Two pair, aces and threes."]


def heard(shown: Replay) -> list[str]:
    return Voice().lines(shown.lines())


# -- the House's cards -----------------------------------------------------------------------


def test_an_open_hand_shows_the_houses_cards_from_the_deal_on() -> None:
    shown = screen(FOLDED, is_open=True)
    assert "│ A ♦ │ │ A ♠ │ │ 7 ♥ │ │ 6 ♣ │ │ 2 ♠ │" in text(shown)
    assert f"The House held {HOUSES}, pair of aces." in text(shown)
    assert "The House held" in text(at_end(shown)) or "│ 3 ♦ │" in text(shown)
    assert "│ A ♦ │ │ A ♠ │ │ 8 ♣ │ │ 3 ♣ │ │ 3 ♦ │" in text(shown)


def test_a_hand_that_is_not_open_shows_backs_unless_it_was_shown() -> None:
    shown = screen(FOLDED)
    for _ in range(8):
        assert "│ ▒▒▒ │ │ ▒▒▒ │" in text(shown) and "A ♦" not in text(shown)
        shown.press("n")
    assert "│ A ♦ │ │ A ♠ │ │ 8 ♣ │ │ 3 ♣ │ │ 3 ♦ │" in text(at_end(screen(WON)))


def told(story: Again, is_open: bool) -> Iterator[str]:
    """All that a hand's replay shows and says, in every width and manner."""
    for sign, speech in ((SIGN, Speech()), (NARROW, Voice())):
        shown = Replay(sign, speech, "17-42", SEALED, 42, list(scenes(story, is_open)))
        for _ in range(18):
            yield text(shown)
            yield "\n".join(speech.lines(shown.lines()))
            for key in "wgpdyos!":
                if key != SEAL:
                    shown.press(key)
                    yield shown.notice.replace("\xa0", " ")
            shown.lines()
            shown.press("n")


def hidden(story: Again) -> set[Card]:
    """The House's cards that its caller has not seen."""
    held = {card for step in story.steps for event in step.told
            if isinstance(event, (ev.CardsDealt, ev.CardsDrawn)) and event.seat == HOUSE
            for card in event.cards if card is not None}
    return held - set(story.steps[-1].view.shown.get(HOUSE, ()))


def closed(told: Callable[[Again, bool], Iterator[str]], number: int) -> tuple[Again, Again]:
    """A hand, and the same with other cards in the places of those that are hidden: nothing of
    them may be told while its seed is sealed."""
    luck = Random(number)
    dealt, actions, stacks, first = played(luck)
    story = again(dealt, actions, stacks, first)
    other = again(redealt(dealt, hidden(story), luck), actions, stacks, first)
    before = list(told(story, False))
    assert before == list(told(other, False))
    for card in hidden(story):
        assert card.spoken() not in "\n".join(before)
    return story, other


@pytest.mark.parametrize("number", range(60))
def test_no_replay_tells_a_card_of_the_houses_that_was_not_shown(number: int) -> None:
    story, other = closed(told, number)
    if hidden(story):
        assert list(told(story, True)) != list(told(other, True))
