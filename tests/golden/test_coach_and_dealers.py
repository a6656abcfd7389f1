"""The coach's page, and the table with each dealer: at 80 and at 40 columns, and by ear."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from door.screens.dealers import DEALERS
from tests.caller import Caller, club, script
from tests.golden.night import ACES, KINGS_UP
from tests.golden.pictures import FOLDER, differences, picture
from tests.house_books import Habits, small

pytestmark = pytest.mark.asyncio
SIZES = {"80x24": (80, 24), "40x25": (40, 25)}
# The seed's text of a night at which each deals.
NIGHTS = {"Dot": "night 0", "Walt": "night 4", "Inez": "golden", "Gus": "night 5"}
# A book that no training changes.
BOOK = small(Habits(opens=(3, 0, 6), answers=(2, 5), throws=(3, 12, 0, 0, 0, 0)))
HAND = (*"ab12\r", "c", "5", "\r", "c", "r", "\r")
ACTS = ["raise 10", "discard 345", "bet 5", "call"]


async def evening(folder: Path, dealer: str, graphics: str, size: Sequence[int]) -> dict[str, str]:
    """What is seen or heard of a hand, in whose middle and at whose end the coach is asked."""
    seen: dict[str, str] = {}

    def see(name: str) -> None:
        seen[f"{dealer.lower()}-{name}"] = heard(caller) if graphics == "v" else painted(caller)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("door.house.coach.shipped", lambda: BOOK)
        script(patch).hand(KINGS_UP, ACES, draws="9h 8c 3c 3d", acts=ACTS)
        async with club(folder, practice=NIGHTS[dealer]) as hall:
            caller = await hall.call(*size)
            await caller.enter(graphics, "Ada")
            await caller.press(*("s", "v", "q", "p") if graphics == "v" else "p")
            caller.said()       # how the lobby sounds is a matter of the night's
            await caller.press(*"200\r")
            see("sits-down")
            await caller.press(*HAND[:6])
            see("the-draw")
            if dealer == "Inez":
                await caller.press("o")
                see("coach-in-practice")
                await caller.press(*([] if graphics == "v" else " "))
            await caller.press(*HAND[6:])
            see("wins")
            if dealer == "Inez":
                await caller.press("o")
                see("coach")
                if "Page" in caller.prompt:
                    await caller.press("n")
                    see("coach-2")
    return seen


def painted(caller: Caller) -> str:
    assert caller.rows      # which feeds the screen what has come
    return picture(caller.screen)


def heard(caller: Caller) -> str:
    said = caller.said().replace("\r\n", "\n")
    assert said.isascii() and "  " not in said
    return said


async def evenings(folder: Path, graphics: str, size: Sequence[int]) -> dict[str, str]:
    seen: dict[str, str] = {}
    for dealer in DEALERS:
        seen |= await evening(folder / dealer.name, dealer.name, graphics, size)
    return seen


@pytest.mark.parametrize("size", SIZES)
async def test_they_look_as_they_are_pictured(tmp_path: Path, size: str) -> None:
    seen = await evenings(tmp_path, "u", SIZES[size])
    assert differences(seen, FOLDER / "coach" / size) == ""


async def test_they_are_heard_as_it_is_written_down(tmp_path: Path) -> None:
    seen = await evenings(tmp_path, "v", SIZES["80x24"])
    assert differences(seen, FOLDER / "coach" / "voice") == ""
