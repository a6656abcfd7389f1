"""door.session.lobby: the rooms behind the keys of the menu, the Bank, a seat, and the goodbye."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from door.config import BankSettings, Config
from door.screens import lobby
from door.screens.rules_pages import PAGES
from tests.caller import club
from tests.unit.test_call import IN, ada, bankroll

pytestmark = pytest.mark.asyncio


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
