"""The Hall of Fame, Last night and the chalkboard in a call."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest

from door.screens import lobby, news
from door.session.orders import NotDone, Orders
from tests.caller import Caller, Club, Script, club, script
from tests.fame_nights import evening
from tests.golden.night import NOTHING, TRIPS

pytestmark = pytest.mark.asyncio
DAY = 86_400
IN = "Casino>"


@asynccontextmanager
async def casino(folder: Path, practice: str | None = None) -> AsyncIterator[tuple[Club, Script]]:
    with pytest.MonkeyPatch.context() as patch:
        written = script(patch)
        async with club(folder, practice=practice) as hall:
            yield hall, written


async def night(hall: Club) -> None:
    """Bob has played, and a day has passed."""
    bob = await hall.bank.find("Bob") or await hall.bank.create("Bob", "secret")
    for _ in range(4):
        await evening(hall.bank, bob, Random("night"), hall.clock.pass_by, 40, 5, 500)
    hall.clock.pass_by(DAY)


async def ada(hall: Club, graphics: str = "u") -> Caller:
    caller = await hall.call()
    await caller.enter(graphics, "Ada")
    return caller


async def break_the_bank(caller: Caller, written: Script) -> None:
    written.hand(TRIPS, NOTHING, acts=["call", "discard 2345"], draws="2s 3s 4s 5s 6s 7d")
    await caller.sit(20)
    await caller.press("a", "m", *"45", "\r", "q")
    assert caller.prompt == "Q)uit the table?"
    await caller.press("q")


# -- Last night ------------------------------------------------------------------------------


async def test_last_night_hangs_once_before_the_menu_with_its_keys_and_its_prompt(
        tmp_path: Path) -> None:
    async with casino(tmp_path) as (hall, _):
        await (await ada(hall)).hang_up()
        await night(hall)
        caller = await ada(hall)
        assert "LAST NIGHT" in caller.text and caller.prompt == IN
        assert "Biggest pot" in caller.text and "won by Bob" in caller.text
        await caller.press("\r")
        assert "P)oker Table" in caller.text and caller.prompt == IN
        await caller.hang_up()
        caller = await ada(hall)
        assert "P)oker Table" in caller.text, "it has been seen"
        await caller.press("n")
        assert "LAST NIGHT" in caller.text and "won by Bob" in caller.text
        await caller.press("x")
        assert caller.prompt == IN


@pytest.mark.parametrize("key, prompt", [
    ("p", "Withdraw ($20-$500, RETURN = $200)?"), ("b", "H)ands, F)igures or Q)uit?"),
    ("w", "Any key goes on."), ("?", IN), ("x", IN)])
async def test_a_script_that_expects_the_menu_goes_its_way(tmp_path: Path, key: str,
                                                           prompt: str) -> None:
    async with casino(tmp_path) as (hall, _):
        await (await ada(hall)).hang_up()
        await night(hall)
        caller = await ada(hall)
        assert "LAST NIGHT" in caller.text
        await caller.press(key)
        assert caller.prompt == prompt and "LAST NIGHT" not in caller.text


async def test_who_calls_for_the_first_time_and_guests_see_the_menu(tmp_path: Path) -> None:
    async with casino(tmp_path) as (hall, _):
        await night(hall)
        assert "P)oker Table" in (await ada(hall)).text
        guest = await hall.call()
        await guest.enter()
        assert "P)oker Table" in guest.text
        await guest.press("n")
        assert "won by Bob" in guest.text


@pytest.mark.parametrize("graphics", ["p", "v"])
async def test_who_reads_or_listens_is_told_one_line(tmp_path: Path, graphics: str) -> None:
    async with casino(tmp_path) as (hall, _):
        await (await ada(hall, graphics)).hang_up()
        await night(hall)
        caller = await ada(hall, graphics)
        said = caller.said()
        assert said.count("News: ") == 1 and "N tells more." in said
        assert caller.prompt in (IN, "Poker, contests, bank, hall, rules, settings, who or quit?")
        await caller.press("n")
        assert "Biggest pot" in caller.said()


@pytest.mark.parametrize("columns, rows", [(80, 24), (40, 25)])
async def test_the_hint_is_whole_at_both_widths(tmp_path: Path, columns: int, rows: int) -> None:
    async with casino(tmp_path) as (hall, _):
        await (await ada(hall)).hang_up()
        await night(hall)
        caller = await hall.call(columns, rows)
        await caller.enter("u", "Ada")
        assert lobby.NEWS_HINT in caller.text


async def test_before_anybody_has_played(tmp_path: Path) -> None:
    async with casino(tmp_path) as (hall, _):
        caller = await ada(hall)
        await caller.press("n")
        assert news.QUIET in caller.text
        await caller.press(" ", "h")
        assert "Nobody yet." in caller.text and caller.prompt.startswith("Page 1 of 12:")


async def test_practice_brings_no_fame_and_says_so(tmp_path: Path) -> None:
    async with casino(tmp_path, "seed") as (hall, written):
        caller = await ada(hall)
        await caller.press("h")
        assert "Practice: no fame is won here." in caller.text
        await caller.press(" ")
        await break_the_bank(caller, written)
        assert caller.prompt == IN


# -- the chalkboard --------------------------------------------------------------------------


async def test_who_breaks_the_bank_writes_on_the_chalkboard_for_all_to_read(
        tmp_path: Path) -> None:
    async with casino(tmp_path) as (hall, written):
        caller = await ada(hall)
        await break_the_bank(caller, written)
        assert "THE CHALKBOARD" in caller.text and caller.prompt == "Write:"
        await caller.type("?")
        assert "RETURN alone" in caller.text
        await caller.type("The lamp was lit.")
        assert caller.prompt == IN
        other = await hall.call()
        await other.enter()
        await other.press("n")
        assert '"The lamp was lit." (Ada, 14 November 2023)' in other.text


@pytest.mark.parametrize("keys", ["\r", "\x1b", "  \r"])
async def test_who_does_not_want_to_write_leaves_it_as_it_is(tmp_path: Path, keys: str) -> None:
    async with casino(tmp_path) as (hall, written):
        caller = await ada(hall)
        await break_the_bank(caller, written)
        await caller.press(*keys)
        assert caller.prompt == IN
        assert (await hall.bank.hall.last_night()).chalk is None


async def test_no_more_than_sixty_letters_can_be_typed(tmp_path: Path) -> None:
    async with casino(tmp_path) as (hall, written):
        caller = await ada(hall)
        await break_the_bank(caller, written)
        await caller.type("x" * 70)
        chalk = (await hall.bank.hall.last_night()).chalk
        assert chalk is not None and chalk.text == "x" * 60


async def test_a_guest_is_not_asked(tmp_path: Path) -> None:
    async with casino(tmp_path) as (hall, written):
        guest = await hall.call()
        await guest.enter()
        await break_the_bank(guest, written)
        assert guest.prompt == IN


async def test_the_sysop_wipes_the_chalkboard(tmp_path: Path) -> None:
    async with casino(tmp_path) as (hall, _):
        bob = await hall.bank.create("Bob", "secret")
        await hall.bank.hall.chalk(bob.id, "a word")
        orders: Orders = hall.casino.orders
        assert await orders.fulfil("wipe") == ["The chalkboard is clean."]
        assert await orders.fulfil("wipe") == ["There was nothing on the chalkboard."]
        with pytest.raises(NotDone):
            await orders.fulfil("wipe", "Bob")
        assert (await hall.bank.hall.last_night()).chalk is None
