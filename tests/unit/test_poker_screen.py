"""door.screens.poker_screen: what is told of a hand, and what of it is painted."""

from __future__ import annotations

import pytest

from door.rules.actions import CALL, CHECK, STAND_PAT, Action, Bet, Raise
from door.rules.house_draw import CALLER, GAME
from door.rules.table import Table
from door.screens.poker_table import PokerTable, Wish
from tests.poker_game import DECK, SIGN, TO_CAP, TO_DRAW, Game, between


def test_a_hand_is_printed_in_sentences() -> None:
    game = Game()
    assert game.screen.lines() == [
        "You ante $5. House antes $5.", "You hold Kh Kc 9s 9d 4d, two pair, kings and nines.",
        "Pot $10."]
    game.tell(game.table.act(0, Bet(12)) + game.table.act(1, Raise(10)))
    assert game.screen.lines() == ["You bet $12. House raises $10.",
                                   "Pot $44. Kh Kc 9s 9d 4d, two pair, kings and nines."]


def test_a_showdown_is_printed_line_by_line() -> None:
    game = Game(CHECK, CHECK, STAND_PAT, STAND_PAT, CHECK, CHECK)
    assert game.screen.lines()[-4:] == [
        "House checks.", "You show Kh Kc 9s 9d 4d, two pair, kings and nines.",
        "House shows Ad As 7h 6c 2s, pair of aces.", "You win $10 with two pair, kings and nines."]
    assert game.prompt == "A)nte or Q)uit?"


def test_the_last_ten_events_are_kept_and_the_new_hand_clears_the_felt() -> None:
    game = Game(CHECK, CHECK, STAND_PAT, STAND_PAT, CHECK, CHECK)
    assert len(game.screen.events) == 10
    game.tell(game.table.deal(DECK))
    assert game.screen.felt.log == ("You ante $5. House antes $5.",)
    assert game.screen.felt.doing == ""


def test_what_the_house_did_last_goes_with_its_round() -> None:
    """"raises $10" once stood beside the House when the round after the draw had begun."""
    game = Game(Bet(12), Raise(10))
    assert game.screen.felt.doing == "raises $10"
    game.tell(game.table.act(0, CALL))
    assert game.screen.felt.doing == "raises $10"
    game.tell(game.table.act(0, STAND_PAT) + game.table.act(1, STAND_PAT))
    assert game.screen.felt.doing == ""


def test_a_remark_goes_with_the_next_step() -> None:
    game = Game()
    game.screen.tell((), game.table.view(CALLER), 1, '"Feeling lucky?"')
    assert game.screen.felt.patter == '"Feeling lucky?"'
    game.screen.tell((), game.table.view(CALLER), 1)
    assert game.screen.felt.patter == ""


@pytest.mark.parametrize("stacks, message", [
    ((200, 4), "The House cannot pay the ante any more."),
    ((4, 200), "You cannot pay the ante any more.")])
def test_when_it_is_over_the_showdown_stays_to_be_looked_at(stacks: tuple[int, int],
                                                            message: str) -> None:
    screen = PokerTable(SIGN)
    screen.sit(Table(GAME, stacks).view(CALLER))
    screen.over()
    assert "Seal" not in screen.paint().row_text(21)
    assert screen.notice == message and screen.prompt == "That was the last hand. Q)uit?"
    assert screen.press("a") is None and screen.press("c") is None
    for key in ("q", "Q", "ENTER", "ESC", "CTRL_C"):
        assert screen.press(key) is Wish.OVER


def test_the_seal_is_told_before_the_ante() -> None:
    """RULEBOOK 5.1."""
    screen = between()
    screen.sealed("17-42", "0123456789abcdef" * 4)
    assert screen.lines() == ["Seal 17-42 0123456789abcdef0123456789abcdef"]


@pytest.mark.parametrize("acts, keys, shown", [
    ((), "", "?)help  L)og  Q)uit  K)seal  M)ax  0-9 amount"), ((), "b", "M)ax  X)back"),
    ((), "f", ""), (TO_CAP, "", "?)help  L)og  Q)uit  K)seal"), ((), "q", ""),
    (TO_DRAW, "", "?)help  L)og  Q)uit  K)seal")])
def test_the_row_of_keys_offers_what_may_be_pressed(acts: tuple[Action, ...], keys: str,
                                                    shown: str) -> None:
    """M)ax once stood there at the cap of raises."""
    game = Game(*acts)
    game.press(*keys)
    assert game.screen.paint().row_text(21).strip() == shown


def test_lifted_cards_lie_again_while_something_else_is_asked() -> None:
    game = Game(*TO_DRAW)
    game.press("1", "3")
    assert game.screen.paint().row_text(7).count("┌") == 2
    game.press("CTRL_C", "q")
    assert "┌" not in game.screen.paint().row_text(7)
