"""door.session.call: from the graphics question to the goodbye, and how a call comes back."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from door.config import Config, Server
from door.floor import house_table
from door.rules.house_draw import GAME
from tests.caller import Caller, Club, club, script

pytestmark = pytest.mark.asyncio
GRAPHICS = "A)NSI U)TF-8 T)ext P)lain V)oice C)64?"
IN = "Casino>"


async def bankroll(hall: Club, handle: str = "Ada") -> int:
    found = await hall.bank.find(handle)
    assert found is not None
    return await hall.bank.bankroll(found.id)


async def ada(hall: Club, graphics: str = "u") -> Caller:
    """Ada calls and gets to the menu, or to her hand."""
    caller = await hall.call()
    await caller.enter(graphics, "Ada")
    return caller


# -- the graphics question -------------------------------------------------------------------


async def test_the_choice_comes_first_as_two_plain_lines(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        caller = await hall.call()
        assert caller.said() == f"Looks like UTF-8, 80x24. RETURN keeps it.\r\n{GRAPHICS} "


@pytest.mark.parametrize("terminal, keys, painted, charset", [
    ("xterm", "\r", True, "utf-8"), ("xterm", "a", True, "cp437"), ("", "\r", False, "ascii"),
    ("ansi", "\r", True, "cp437"), ("ansi", "P", False, "ascii"), ("", "t", True, "ascii"),
    ("", "z\x1b1U", True, "utf-8"), ("", "C", True, "petscii"), ("c64", "\r", True, "petscii")])
async def test_a_key_or_return_chooses(tmp_path: Path, terminal: str, keys: str, painted: bool,
                                       charset: str) -> None:
    async with club(tmp_path) as hall:
        caller = await hall.call(terminal=terminal)
        await caller.press(*keys)
        console, = hall.casino.consoles
        assert (console.terminal.painted, console.terminal.charset.name) == (painted, charset)
        assert console._screen is not None and console._screen.prompt == "Handle:"


async def test_the_choice_is_remembered_with_the_call(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        await (await ada(hall, "a")).hang_up()
        await ada(hall, "t")
        found = await hall.bank.find("Ada")
        assert found is not None and (found.screen, found.calls) == ("t", 2)


# -- lines that drop -------------------------------------------------------------------------


async def test_a_line_that_drops_between_hands_banks_the_stack(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        caller = await ada(hall)
        await caller.sit()
        assert await bankroll(hall) == 800
        await caller.hang_up()
        assert await bankroll(hall) == 1000 and hall.casino.floor.visits == {}


@pytest.mark.parametrize("keys", [[], ["c"], ["b", "1", "2", "\r"], ["c", "1"], ["q"],
                                  ["f"], ["c", "5", "\r"], ["c", "5", "\r", "c"]])
async def test_a_hand_is_found_again_as_it_was_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                                    keys: list[str]) -> None:
    """RULEBOOK 1.12: the same prompt, the same cards, every chip."""
    script(monkeypatch).hand(
        "Kh Kc 9s 9d 4d", "Ad As 7h 6c 2s", draws="9h Ac 3c 3d", acts=[
            "raise 10" if "b" in keys else "check", "discard 345", "bet 5"])
    async with club(tmp_path) as hall:
        caller = await ada(hall)
        await caller.sit()
        await caller.press("a", *keys)
        again = await hall.call()
        await caller.press("x" if keys[-1:] == ["2"] else "n", "\x1b")  # back to the question
        before = caller.rows
        await caller.hang_up()
        await again.enter("u", "Ada")
        after = again.rows
        assert "Your hand is as you left it: the same cards, the same question." in after[22]
        assert after[23] == before[23] and after[6:16] == before[6:16]
        assert after[2].split()[:3] == before[2].split()[:3]
        await again.press("q", "y")
        assert again.prompt == IN


async def test_a_resumed_plain_caller_is_told_pot_cards_and_question(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script(monkeypatch).hand("Kh Kc 9s 9d 4d", acts=["bet 10"])
    async with club(tmp_path) as hall:
        caller = await ada(hall)
        await caller.sit()
        await caller.press("a", "c")
        await caller.hang_up()
        again = await ada(hall, "p")
        assert again.said().endswith(
            "Your hand is as you left it: the same cards, the same question.\r\n"
            "You ante $5. House antes $5.\r\n"
            "You hold Kh Kc 9s 9d 4d, two pair, kings and nines.\r\n"
            "You check. House bets $10.\r\nPot $20.\r\nC)all $10, R)aise or F)old? ")


async def test_a_guests_hand_is_settled_at_once(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        caller = await hall.call()
        await caller.enter()
        await caller.sit()
        await caller.press("a")
        await caller.hang_up()
        assert await hall.bank.open_hands() == []
        again = await hall.call()
        await again.enter()
        assert again.prompt == IN and "$1,000" in again.text


async def test_a_record_that_cannot_be_played_on_is_void_and_told(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with club(tmp_path) as hall:
        caller = await ada(hall)
        await caller.sit()
        await caller.press("a")
        await caller.hang_up()
        monkeypatch.setattr(house_table, "GAME", replace(GAME, version=99))
        again = await ada(hall)
        assert "It is void, and its stakes are back in" in again.text
        assert again.prompt == "Any key goes on."
        await again.press(" ")
        assert again.prompt == IN and "$1,000" in again.text


# -- two calls with one handle ---------------------------------------------------------------


async def test_the_second_call_takes_the_hand_over(tmp_path: Path) -> None:
    """The first is told and closed."""
    async with club(tmp_path) as hall:
        first = await ada(hall)
        await first.sit()
        await first.press("a")
        before = first.rows[6:16]
        second = await ada(hall)
        await first.gone()
        assert b"Your handle has called again on another line." in first.sent
        assert second.rows[6:16] == before and "as you left it" in second.rows[22]
        assert len(hall.casino.floor.visits) == 1
        await second.press("q", "y")
        assert second.prompt == IN


async def test_a_takeover_between_hands_banks_the_stack_first(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        first = await ada(hall)
        await first.sit()
        second = await ada(hall)
        await first.gone()
        assert second.prompt == IN and await bankroll(hall) == 1000


async def test_many_calls_with_one_handle_leave_one(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        callers = [await ada(hall) for _ in range(5)]
        for caller in callers[:-1]:
            await caller.gone()
        assert callers[-1].prompt == IN and len(hall.casino.consoles) == 1


# -- sizes -----------------------------------------------------------------------------------


async def test_a_resize_repaints_in_the_middle_of_a_line(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        caller = await ada(hall)
        await caller.press("p", "1", "2")
        await caller.resize(100, 30)
        assert caller.rows[3].strip().startswith("BRASS LANTERN CASINO")
        assert caller.prompt == "Withdraw ($20-$500, RETURN = $200)? 12"
        await caller.resize(40, 12)
        assert caller.prompt == "Withdraw ($20-$500, RETURN = $200)? 12"
        await caller.resize(80, 24)
        assert caller.rows[23].strip() == "Withdraw ($20-$500, RETURN = $200)? 12"


# -- whatever is pressed ---------------------------------------------------------------------


async def test_a_guest_may_press_anything_at_the_menu(tmp_path: Path) -> None:
    luck = random.Random("monkey")
    settings = Config(server=Server(login_seconds=10 ** 6, idle_seconds=10 ** 6))
    async with club(tmp_path, settings=settings) as hall:
        caller = await hall.call()
        await caller.enter()
        for _ in range(60):
            await caller.burst(luck.choice("b w r p \r \x1b n q\r ? a".split(" ")))
            if caller.call.done():
                break
