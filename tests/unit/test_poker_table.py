"""door.screens.poker_table: DESIGN's keys, one by one, and what they answer."""

from __future__ import annotations

from itertools import combinations

import pytest

from door.rules.actions import CALL, CHECK, FOLD, STAND_PAT, Action, Bet, Discard, Raise
from door.rules.house_draw import CALLER
from door.screens.poker_prompts import Phase
from door.screens.poker_table import Wish
from tests.poker_game import TO_CAP, TO_DRAW, Game, between

# -- the keys (DESIGN), row by row -----------------------------------------------------------

KEYS = {
    "play": ("c", "r", "b", "f", "m", *"0123456789", "ENTER", "ESC"),
    "whose turn": (" ", "s"),
    "my cards": ("w", *"!@#$%^"),
    "my holding": ("g", "~"),
    "pot": ("p",), "limits": ("d",),
    "me": ("y", "F1"), "the others": ("o", "F2", "F3", "F4", "F5"),
    "time": ("t", "+"),
    "last events": ("l",),
    "seal": ("k",),
    "chatter": ("v",),
    "help": ("?", "h"),
    "earlier hands": ("e",),
    "rooms for several": ("TAB", "i", "a"),
    "repaint": ("CTRL_L", "CTRL_R"), "leave": ("q", "CTRL_C"),
}
ASKING = ("whose turn", "my cards", "my holding", "pot", "limits", "me", "the others", "time")


def test_no_two_rows_of_the_table_of_keys_share_a_key() -> None:
    for one, other in combinations(KEYS, 2):
        assert not set(KEYS[one]) & set(KEYS[other]), (one, other)


@pytest.mark.parametrize("key", [key for row in ASKING for key in KEYS[row]])
@pytest.mark.parametrize("acts", [(), (CHECK, Bet(10)), TO_CAP, TO_DRAW])
def test_keys_that_ask_are_answered_and_change_nothing(key: str, acts: tuple[Action, ...]) -> None:
    game = Game(*acts)
    before = game.prompt, game.screen.question
    assert game.press(key) is None
    assert game.screen.notice and (game.prompt, game.screen.question) == before
    capital = game.screen.press(key.upper() if len(key) == 1 else key)
    assert capital is None and game.prompt == before[0]


@pytest.mark.parametrize("row, wish", [("last events", Wish.LOG), ("seal", Wish.SEAL),
                                       ("help", Wish.HELP), ("chatter", Wish.VERBOSITY),
                                       ("earlier hands", Wish.HISTORY)])
@pytest.mark.parametrize("acts", [(), TO_CAP, TO_DRAW])
def test_keys_that_the_session_answers(row: str, wish: Wish, acts: tuple[Action, ...]) -> None:
    for key in KEYS[row]:
        assert Game(*acts).press(key) is wish and between().press(key) is wish


@pytest.mark.parametrize("key", ["TAB", "i", "a", "z", "n", "j", "u", "UP", "F9", "INSERT",
                                 "CTRL_D", "CTRL_Z", "é", "♥", "²", "/", "_"])
@pytest.mark.parametrize("acts", [(), (CHECK, Bet(10)), TO_DRAW])
def test_other_keys_do_nothing(key: str, acts: tuple[Action, ...]) -> None:
    game = Game(*acts)
    before = game.prompt
    assert game.press(key) is None
    assert game.prompt in (before, before + " ²")   # it is no digit; RETURN will refuse it
    assert not isinstance(game.press("ENTER"), (Bet, Raise, Discard))


@pytest.mark.parametrize("acts, key, answer", [
    ((), "c", CHECK), ((), "C", CHECK), ((), "m", Bet(25)), ((), "r", None),
    ((CHECK, Bet(10)), "c", CALL), ((CHECK, Bet(10)), "f", FOLD),
    ((CHECK, Bet(10)), "m", Raise(25)), ((CHECK, Bet(10)), "b", None),
    (TO_CAP, "c", CALL), (TO_CAP, "f", FOLD)])
def test_keys_that_play(acts: tuple[Action, ...], key: str, answer: Action | None) -> None:
    assert Game(*acts).press(key) == answer


@pytest.mark.parametrize("key", ["r", "m", "b", "5", "-"])
def test_at_the_cap_of_raises_nothing_can_be_raised(key: str) -> None:
    """RULEBOOK 1.8: only call and fold are offered, and only those are taken."""
    game = Game(*TO_CAP)
    assert game.press(key, "ENTER") is None
    assert game.prompt == "C)all $2 or F)old?"


def test_return_alone_never_bets() -> None:
    for acts in ((), (CHECK, Bet(10)), TO_CAP):
        game = Game(*acts)
        prompt = game.prompt
        assert game.press("ENTER", "ENTER", "ENTER") is None and game.prompt == prompt
    assert between().press("ENTER") is None


@pytest.mark.parametrize("back", ["ESC", "CTRL_C", "x", "X"])
def test_escape_or_x_goes_back_from_an_amount(back: str) -> None:
    game = Game()
    assert game.press("b", "1", "0", back) is None
    assert game.prompt == "B)et, C)heck or F)old?"
    assert game.press("b") is None and game.screen.typed == ""


def test_m_at_the_amount_is_the_maximum_unless_something_was_typed() -> None:
    assert Game().press("b", "m") == Bet(25)
    assert Game(CHECK, Bet(10)).press("r", "M") == Raise(25)
    assert Game().press("1", "m", "ENTER") is None


@pytest.mark.parametrize("keys, amount", [("10", 10), ("b10", 10), ("2", 2), ("25", 25),
                                          ("b$10", 10), ("b 7 ", 7), ("b025", 25)])
def test_digits_start_an_amount(keys: str, amount: int) -> None:
    assert Game().press(*keys, "ENTER") == Bet(amount)
    assert Game(CHECK, Bet(5)).press(*keys.replace("b", "r"), "ENTER") == Raise(amount)


@pytest.mark.parametrize("typed", ["-5", "0", "2147483648", "1e3", "10.5", "ten", "26", "1", "+5",
                                   "2 5", "5x0", "²", "٣", "999999999999999", "0x10", "1_0", ".5"])
@pytest.mark.parametrize("acts", [(), (CHECK, Bet(10))])
def test_other_amounts_are_refused_and_nothing_is_changed(typed: str,
                                                          acts: tuple[Action, ...]) -> None:
    """CASES: -5, 0, 2147483648, 1e3, 10.5, ten, more than allowed."""
    if "x" in typed:
        typed = typed.replace("x", "y")     # x would go back
    game = Game(*acts)
    game.press("r" if acts else "b")
    prompt, view = game.prompt, game.table.view(CALLER)
    assert game.press(*typed, "ENTER") is None
    assert game.screen.notice == "A whole number of dollars, please: $2 to $25."
    assert game.prompt == prompt and game.table.view(CALLER) == view


@pytest.mark.parametrize("typed", ["-5", ".5", "1e3", "10.5"])
def test_they_are_refused_without_the_b_too(typed: str) -> None:
    """-5 once bet five: the sign was passed over and the digit began an amount."""
    assert Game().press(*typed, "ENTER") is None
    assert Game().press(*typed, "ENTER", "ENTER") == Bet(10)    # asked for anew, and at first ten


def test_an_amount_is_rubbed_out() -> None:
    assert Game().press("b", "2", "6", "BACKSPACE", "5", "ENTER") == Bet(25)
    assert Game().press("9", "BACKSPACE", "BACKSPACE", "ENTER") == Bet(10)


# -- discards (RULEBOOK 1.10) ----------------------------------------------------------------


@pytest.mark.parametrize("typed, action", [
    ("", STAND_PAT), ("1", Discard((0,))), ("125", Discard((0, 1, 4))),
    ("12345", Discard((0, 1, 2, 3, 4))), (" 25 ", Discard((1, 4)))])
def test_discards(typed: str, action: Action) -> None:
    game = Game(*TO_DRAW)
    for key in typed.strip():
        assert game.press(key) is None
    assert game.press("ENTER") == action


@pytest.mark.parametrize("typed, message", [
    ("51", "In ascending order, please: 125, not 521."), ("11", "Name each card once, please."),
    ("0", "Cards are the digits 1 to 5; RETURN alone stands pat."),
    ("6", "Cards are the digits 1 to 5; RETURN alone stands pat."),
    ("1a", "Cards are the digits 1 to 5; RETURN alone stands pat."),
    ("123456", "Cards are the digits 1 to 5; RETURN alone stands pat."),
    ("1 2", "Cards are the digits 1 to 5; RETURN alone stands pat."),
    ("1-3", "Cards are the digits 1 to 5; RETURN alone stands pat."),
    ("²", "Cards are the digits 1 to 5; RETURN alone stands pat."),
    ("12345123451234", "Cards are the digits 1 to 5; RETURN alone stands pat."),
])
def test_other_discards_are_refused_with_a_message_and_the_question_again(
        typed: str, message: str) -> None:
    game = Game(*TO_DRAW)
    view = game.table.view(CALLER)
    assert game.press(*typed, "ENTER") is None
    assert game.screen.notice in (message, "Name each card once, please.")
    assert game.prompt == "Discard (1-5, RETURN stands pat)?"
    assert game.table.view(CALLER) == view and not game.screen.felt.lifted


def test_cards_lift_as_their_digits_are_typed_and_sink_again() -> None:
    game = Game(*TO_DRAW)
    game.press("5", "1")
    assert game.screen.felt.lifted == {0, 4}
    game.press("BACKSPACE")
    assert game.screen.felt.lifted == {4}
    game.press("ESC")
    assert game.screen.felt.lifted == set() and game.screen.typed == ""


def test_question_keys_work_at_the_discard_until_a_digit_is_typed() -> None:
    game = Game(*TO_DRAW)
    assert game.press("w") is None and game.screen.notice.startswith("You hold")
    assert game.press("1", "w") is None and game.screen.typed == "1w"


# -- confirming ------------------------------------------------------------------------------


def test_folding_for_nothing_is_asked() -> None:
    """RULEBOOK 1.6."""
    assert Game().press("f", "y") is FOLD and Game().press("f", "Y") is FOLD
    for no in ("n", "N", "ESC", "CTRL_C"):
        game = Game()
        assert game.press("f", no) is None and game.prompt == "B)et, C)heck or F)old?"


def test_leaving_a_hand_is_asked_and_folds_it() -> None:
    """RULEBOOK 1.12."""
    for key in ("q", "Q", "CTRL_C"):
        assert Game().press(key, "y") is Wish.FOLD_AND_LEAVE
        assert Game(*TO_DRAW).press(key, "n") is None


@pytest.mark.parametrize("key", ["ENTER", "c", "f", " ", "1"])
def test_only_a_letter_confirms(key: str) -> None:
    game = Game()
    assert game.press("f", key) is None and game.prompt == "Fold for nothing? Y/N:"


def test_a_confirmation_goes_back_to_the_discard_it_came_from() -> None:
    game = Game(*TO_DRAW)
    game.press("q", "n")
    assert game.screen.phase is Phase.DISCARD


# -- keys that came early --------------------------------------------------------------------


@pytest.mark.parametrize("opening, keys, kept", [
    ("b", ["1", "0", "ENTER"], 3), ("b", ["1", "0", "ENTER", "c", "ENTER"], 3),
    ("b", ["ENTER", "1", "0", "ENTER"], 4), ("b", [], 0), ("b", ["ENTER"], 0),
    ("b", ["ENTER", "ENTER"], 0), ("b", ["m"], 0), ("b", ["x"], 0), ("b", ["y"], 0),
    ("b", ["1", "e", "3", "ENTER"], 4), ("b", ["-", "5", "ENTER"], 3), ("b", ["1", "UP", "2"], 1),
    ("1", ["0", "ENTER"], 2), ("1", ["ENTER", "ENTER"], 1), ("1", [], 0), ("1", ["BACKSPACE"], 0)])
def test_only_the_digits_of_an_amount_that_was_begun_may_come_early(
        opening: str, keys: list[str], kept: int) -> None:
    game = Game()
    game.press(opening)
    assert game.screen.ahead(keys) == kept


def test_nothing_that_came_before_a_refusal_answers_the_question_again() -> None:
    for acts, keys in (((), "b99"), (TO_DRAW, "51")):
        game = Game(*acts)
        game.press(*keys)
        question = game.screen.question
        game.press("ENTER")
        assert game.screen.question != question and game.screen.ahead(["1", "0", "ENTER"]) == 0


def test_every_other_question_is_a_new_one() -> None:
    game = Game()
    questions = [game.screen.question]
    for key in ("f", "n", "q", "n", "b", "x"):
        game.press(key)
        questions.append(game.screen.question)
        assert game.screen.ahead(["c"]) == 0
    assert all(one != other for one, other in zip(questions, questions[1:]))
