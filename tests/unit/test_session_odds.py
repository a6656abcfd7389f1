"""door.session.odds: the coach at the table of one call."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path

import pytest

from door.rules.house_draw import HOUSE
from door.screens.dealers import in_practice
from tests.caller import Caller, Script, club, script

pytestmark = pytest.mark.asyncio
MINE, HOUSES = "Kh Kc 9s 9d 4d", "Ad As 7h 6c 2s"


@asynccontextmanager
async def seat(folder: Path, *acts: str, graphics: str = "u",
               practice: str | None = None) -> AsyncIterator[tuple[Caller, Script]]:
    """A caller who sat down with a hand to come in which the House acts so."""
    with pytest.MonkeyPatch.context() as patch:
        written = script(patch)
        written.hand(MINE, HOUSES, draws="9h Qc 3c 8d", acts=acts)
        async with club(folder, practice=practice) as hall:
            caller = await hall.call()
            await caller.enter(graphics, "Ada")
            await caller.sit(200)
            yield caller, written


ACTS = ("raise 10", "discard 345", "bet 5", "call")
HAND = ("a", "b", "1", "2", "\r", "c", "5", "\r", "c", "r", "\r")
WON = "You win $88 with full house"


async def test_after_a_hand_the_coach_tells_it_decision_by_decision(tmp_path: Path) -> None:
    async with seat(tmp_path, *ACTS) as (caller, _):
        await caller.press(*HAND)
        assert WON in caller.text and "O)dds" in caller.text
        await caller.press("o")
        assert "THE ODDS" in caller.text and "You held Kh Kc 9s 9d 4d, two pair" in caller.text
        assert "Nothing due. You bet $12. The book " in caller.text
        assert "$10 due. You called. The book " in caller.text
        assert "full house          8.51 %" in caller.text
        assert "You held Kh Kc 9s 9d 9h, full house" in caller.text
        assert "$5 due. You raised $12. The book " in caller.text
        await caller.press(" ")
        assert caller.prompt == "A)nte or Q)uit?" and WON in caller.text


async def test_the_next_hand_is_another_story(tmp_path: Path) -> None:
    async with seat(tmp_path, *ACTS) as (caller, written):
        await caller.press(*HAND)
        written.hand("Qh Js 8d 5c 2h", HOUSES, acts=["bet 10"])
        await caller.press("a", "c", "f", "o")
        assert "You held Qh Js 8d 5c 2h" in caller.text and "$10 due. You folded." in caller.text
        assert "Kh Kc" not in caller.text


async def test_during_a_hand_it_keeps_silent(tmp_path: Path) -> None:
    """Outside of practice `o` tells of the House's stack, at every question."""
    async with seat(tmp_path, *ACTS) as (caller, _):
        await caller.press("a")
        for keys in (("o",), ("b", "1", "2", "\r", "o"), ("c", "o"), ("5", "\r", "o")):
            await caller.press(*keys)
            assert "The House: $" in caller.text, keys
            assert "book" not in caller.text and "%" not in caller.text, keys
            assert "O)dds" not in caller.text


async def test_in_practice_it_advises_during_a_hand(tmp_path: Path) -> None:
    async with seat(tmp_path, *ACTS, practice="night") as (caller, _):
        await caller.press("a", "o")
        assert "You hold Kh Kc 9s 9d 4d" in caller.text and "Nothing due. The book " in caller.text
        await caller.press(" ")
        assert caller.prompt == "B)et, C)heck or F)old?"
        assert "The House: $195 on the table, $5 in the pot." in caller.text
        await caller.press("b", "1", "2", "\r", "c", "o")
        assert "The draw" in caller.text and "8.51 %" in caller.text
        assert "You bet" not in caller.text


async def test_before_the_first_hand_there_is_only_the_house_to_tell_of(tmp_path: Path) -> None:
    async with seat(tmp_path) as (caller, _):
        await caller.press("o")
        assert caller.prompt == "A)nte or Q)uit?" and "The House: $200" in caller.text


async def test_other_keys_for_the_others_stay_theirs(tmp_path: Path) -> None:
    async with seat(tmp_path, *ACTS) as (caller, _):
        await caller.press(*HAND, "\x1bOQ")     # F2
        assert "The House: $156 on the table" in caller.text and "THE ODDS" not in caller.text


async def test_a_hand_that_was_resumed_is_told_whole(tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        written = script(patch)
        written.hand(MINE, HOUSES, draws="9h Qc 3c 8d", acts=ACTS)
        async with club(tmp_path) as hall:
            caller = await hall.call()
            await caller.enter("p", "Ada")
            await caller.sit(200)
            await caller.press(*HAND[:6])
            await caller.hang_up()
            caller = await hall.call()
            await caller.enter("p", "Ada")
            await caller.press(*HAND[6:], "o")
            told = caller.said().replace("\r\n", " ")
            assert "Nothing due. You bet $12." in told and "$5 due. You raised" in told


async def test_by_ear_it_is_told_without_turning_pages(tmp_path: Path) -> None:
    async with seat(tmp_path, *ACTS, graphics="v") as (caller, _):
        await caller.press(*HAND)
        caller.said()
        await caller.press("o")
        told = caller.said().strip().splitlines()
        assert told[0] == "Odds: Before draw." and "Odds: After draw." in told
        assert all(line.startswith("Odds: ") for line in told)


async def test_a_check_of_the_house_is_no_decision_of_the_callers(tmp_path: Path) -> None:
    async with seat(tmp_path, "bet 10", graphics="p") as (caller, written):
        await caller.press("a", "c", "f")
        written.hand(MINE, HOUSES, first=HOUSE, acts=["check", "fold"])
        await caller.press("a", "m")
        caller.said()
        await caller.press("o")
        told = caller.said()
        assert "Nothing due. You bet $25. The book " in told and told.count("The book") == 1


# -- who deals -------------------------------------------------------------------------------


async def test_in_practice_the_seed_says_who_deals(tmp_path: Path) -> None:
    async with seat(tmp_path, practice="golden") as (caller, _):
        assert in_practice("golden").name in caller.text and "deals" in caller.text


@pytest.mark.parametrize("day, name", [(30, "Dot"), (25, "Walt"), (27, "Inez"), (29, "Gus")])
async def test_in_earnest_the_day_says_who_deals(tmp_path: Path, day: int, name: str,
                                                 monkeypatch: pytest.MonkeyPatch) -> None:
    """November 2026; a day begins at midnight, unless day_starts says otherwise."""
    noon = datetime(2026, 11, day, 12).timestamp()
    async with club(tmp_path) as hall:
        monkeypatch.setattr("door.session.casino.time.time", lambda: noon)
        assert hall.casino.dealer().name == name


async def test_who_deals_is_told_in_chatty(tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        script(patch)
        async with club(tmp_path, practice="golden") as hall:
            caller = await hall.call()
            await caller.enter("v", "Ada")
            await caller.press("s", "v", "q")
            caller.said()
            await caller.sit(200)
            assert "Chat: Inez deals. " in caller.said()
            await caller.press("q")
            await caller.press("s", "p", "q")
            caller.said()
            await caller.sit(200)
            assert "Chat: Inez deals.\r\n" in caller.said()     # her patter is off


async def test_in_normal_nobody_is_told_who_deals(tmp_path: Path) -> None:
    for graphics in "pv":
        async with seat(tmp_path / graphics, graphics=graphics) as (caller, _):
            assert "deals" not in caller.said()
