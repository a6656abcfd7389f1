"""door.screens.poker_prompts: DESIGN's prompts, one by one."""

from __future__ import annotations

import pytest

from door.rules.actions import CHECK, Action, Bet
from door.rules.house_draw import CALLER
from door.screens.poker_table import Wish
from tests.poker_game import TO_CAP, TO_DRAW, Game, between


@pytest.mark.parametrize("acts, keys, prompt", [
    ((), "", "B)et, C)heck or F)old?"),
    ((), "b", "Bet ($2-$25, RETURN = $10)?"),
    ((), "1", "Bet ($2-$25, RETURN = $10)? 1"),
    ((), "f", "Fold for nothing? Y/N:"),
    ((), "q", "Fold and leave? Y/N:"),
    ((CHECK, Bet(10)), "", "C)all $10, R)aise or F)old?"),
    ((CHECK, Bet(10)), "r", "Raise ($2-$25, RETURN = $10)?"),
    (TO_CAP, "", "C)all $2 or F)old?"),
    (TO_DRAW, "", "Discard (1-5, RETURN stands pat)?"),
    (TO_DRAW, "125", "Discard (1-5, RETURN stands pat)? 125"),
    (TO_DRAW, "q", "Fold and leave? Y/N:"),
])
def test_a_prompt(acts: tuple[Action, ...], keys: str, prompt: str) -> None:
    game = Game(*acts)
    assert game.press(*keys) is None
    assert game.prompt == prompt
    assert len(game.screen.prompt) <= 39


def test_the_first_prompt_is_ante_or_quit() -> None:
    """RULEBOOK 1.2."""
    assert between().prompt == "A)nte or Q)uit?"
    assert between().press("a") is Wish.ANTE and between().press("A") is Wish.ANTE
    assert between().press("q") is Wish.LEAVE and between().press("CTRL_C") is Wish.LEAVE


@pytest.mark.parametrize("stacks, keys, prompt, action", [
    ((6, 200), "b", "Bet ($1)?", Bet(1)), ((6, 200), "m", "", Bet(1)),
    ((200, 20), "b", "Bet ($2-$15, RETURN = $10)?", Bet(10)),
    ((12, 200), "b", "Bet ($2-$7, RETURN = $7)?", Bet(7))])
def test_the_bounds_are_the_real_ones(stacks: tuple[int, int], keys: str, prompt: str,
                                      action: Action) -> None:
    """RULEBOOK 1.9: a cap of $1 may be bet, all-in below the minimum."""
    game = Game(stacks=stacks)
    if keys == "m":
        assert game.press("m") == action
    else:
        game.press(*keys)
        assert game.screen.prompt == prompt
        assert game.press("ENTER") == action


def test_return_is_the_last_amount_and_at_first_ten() -> None:
    game = Game()
    assert game.press("b", "1", "2", "ENTER") == Bet(12)
    game.screen.tell((), game.table.view(CALLER), 1)
    game.press("b")
    assert game.screen.prompt == "Bet ($2-$25, RETURN = $12)?"
    assert game.press("ENTER") == Bet(12)
