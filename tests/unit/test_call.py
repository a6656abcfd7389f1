"""door.session.call: from the graphics question to the goodbye, and how a call comes back."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

from door import floor
from door.config import BankSettings, Config, Server
from door.rules.house_draw import GAME
from door.screens import lobby
from door.screens.rules_pages import PAGES
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


# -- the lobby -------------------------------------------------------------------------------


@pytest.mark.parametrize("key, told", [
    ("d", "The Draw Room opens soon."), ("t", "The Hold'em Room opens soon."),
    ("?", lobby.CASINO_HELP)])
async def test_rooms_that_open_soon(tmp_path: Path, key: str, told: str) -> None:
    async with club(tmp_path) as hall:
        caller = await ada(hall)
        await caller.press(key)
        assert told in " ".join(map(str.strip, caller.rows[21:23])) and caller.prompt == IN


async def test_bank_rules_and_who(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        caller = await ada(hall)
        await caller.press("b")
        assert caller.prompt == "H)ands, F)igures or Q)uit?"
        assert "Chips to start with" in caller.text
        await caller.press("\x1b", "r")
        assert caller.prompt == f"Page 1 of {len(PAGES)}: N)ext, B)ack, Q)uit?"
        await caller.press("q", "w")
        assert re.search(r"Ada +the Casino +telnet", caller.text)
        await caller.press("\r")
        assert caller.prompt == IN


async def test_who_is_here_says_where(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        one, other = await ada(hall), await hall.call()
        await other.enter()
        await other.sit()
        await one.press("w")
        assert re.search(r"Guest 1 +the Poker Table", one.text)
        await other.press("q", "b")
        await one.press(" ", "w")
        assert re.search(r"Guest 1 +the Bank", one.text)


async def test_nobody_is_listed_before_the_login(tmp_path: Path) -> None:
    """CASES: a line that is not logged in fills the Who list."""
    async with club(tmp_path) as hall:
        caller, other = await ada(hall), await hall.call()
        await other.choose("u")
        await caller.press("w")
        assert caller.text.count("telnet") == 1


async def test_the_bank_grants_who_has_next_to_nothing(tmp_path: Path) -> None:
    settings = Config(bank=replace(BankSettings(), start=15))
    async with club(tmp_path, settings=settings) as hall:
        caller = await ada(hall)
        await caller.press("p")
        assert "A seat takes $20 and you have $15." in caller.text and caller.prompt == IN
        await caller.press("b")
        assert "The house grants you $85." in caller.text and "$100" in caller.text
        await caller.press("q", "p")
        assert caller.prompt == "Withdraw ($20-$100, RETURN = $100)?"
        await caller.type("90")
        await caller.press("q", "b")
        assert "grants" not in caller.rows[22]


async def test_a_second_grant_on_the_same_day_is_tomorrows(tmp_path: Path) -> None:
    settings = Config(bank=replace(BankSettings(), start=15, grant_to=19))
    async with club(tmp_path, settings=settings) as hall:
        caller = await ada(hall)
        await caller.press("b", "q", "b")
        assert "Come back tomorrow." in caller.text


@pytest.mark.parametrize("typed", ["-5", "0", "19", "501", "2147483648", "1e3", "10.5", "ten"])
async def test_a_withdrawal_that_cannot_be_changes_nothing(tmp_path: Path, typed: str) -> None:
    """RULEBOOK 1.1: a message, the question again."""
    async with club(tmp_path) as hall:
        caller = await ada(hall)
        await caller.press("p")
        await caller.type(typed)
        assert "A whole number of dollars from $20 to $500, please." in caller.rows[22]
        assert caller.prompt == "Withdraw ($20-$500, RETURN = $200)?"
        assert await bankroll(hall) == 1000


async def test_return_withdraws_200_and_x_thinks_better_of_it(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        caller = await ada(hall)
        for back in (["x", "\r"], ["q", "\r"], ["\x1b"], ["5", "\x03"]):
            await caller.press("p", *back)
            assert caller.prompt == IN and await bankroll(hall) == 1000
        await caller.press("p", "\r")
        assert caller.prompt == "A)nte or Q)uit?" and await bankroll(hall) == 800


async def test_quitting_says_goodbye_and_hangs_up(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        caller = await ada(hall)
        await caller.press("q")
        await caller.gone()
        assert "Good night, Ada." in caller.text and "$1,000 waits for you" in caller.text
        assert caller.sent.endswith(b"\x1b[0m\x1b[?25h\x1b[24H\r\n")
        assert hall.casino.floor.visits == {} and hall.casino.consoles == set()


async def test_a_plain_goodbye(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        caller = await ada(hall, "p")
        caller.said()
        await caller.press("q")
        assert caller.said() == "\r\nGood night, Ada. $1000 waits for you in the bank.\r\n"


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
        monkeypatch.setattr(floor, "GAME", replace(GAME, version=99))
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
