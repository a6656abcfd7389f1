"""What each dealer says to a regular: as they sit down, at the ante, and of their biggest pot; at
80 and at 40 columns, and by ear."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from door.floor.seeds import Seeds
from door.screens.dealers import DEALERS, Dealer
from door.views import Regular
from tests.caller import club, script
from tests.golden.night import ACES, KINGS_UP
from tests.golden.pictures import FOLDER, differences
from tests.golden.test_coach_and_dealers import SIZES, heard, painted

pytestmark = pytest.mark.asyncio
BEFORE = Regular(1200, 30, frozenset({100}), 100, None, False)
REGULARS = {"Dot": replace(BEFORE, today=120),
            "Walt": replace(BEFORE, days=frozenset({97, 98, 99})),
            "Inez": replace(BEFORE, broke=99), "Gus": replace(BEFORE, chalk=True)}
ACTS = ["raise 10", "discard 345", "bet 5", "call"]


async def evening(folder: Path, dealer: Dealer, graphics: str,
                  size: Sequence[int]) -> dict[str, str]:
    seen: dict[str, str] = {}

    def see(name: str) -> None:
        seen[f"{dealer.name.lower()}-{name}"] = (
            heard(caller) if graphics == "v" else painted(caller))

    async def remembered(caller_id: int) -> Regular:
        return REGULARS[dealer.name]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("door.screens.patter._OFTEN", 10)     # whatever can be said is said
        script(patch).hand(KINGS_UP, ACES, draws="9h 8c 3c 3d", acts=ACTS)
        async with club(folder) as hall:
            patch.setattr(hall.casino, "dealer", lambda: dealer)
            patch.setattr(hall.bank.regulars, "remembered", remembered)
            hall.casino.floor.seeds = Seeds("golden")
            caller = await hall.call(*size)
            await caller.enter(graphics, "Ada")
            await caller.press(*("s", "v", "q", "p") if graphics == "v" else "p")
            caller.said()       # how the lobby sounds is a matter of the night's
            await caller.press(*"200\r")
            see("sits-down")
            await caller.press("a")
            see("antes")
            await caller.press(*"b12\r", "c", "5", "\r", "c", "r", "\r")
            see("wins")
    return seen


async def evenings(folder: Path, graphics: str, size: Sequence[int]) -> dict[str, str]:
    seen: dict[str, str] = {}
    for dealer in DEALERS:
        seen |= await evening(folder / dealer.name, dealer, graphics, size)
        assert ("1200" if graphics == "v" else "1,200") in seen[f"{dealer.name.lower()}-antes"]
    return seen


@pytest.mark.parametrize("size", SIZES)
async def test_they_look_as_they_are_pictured(tmp_path: Path, size: str) -> None:
    seen = await evenings(tmp_path, "u", SIZES[size])
    assert differences(seen, FOLDER / f"regulars-{size}") == ""


async def test_they_are_heard_as_it_is_written_down(tmp_path: Path) -> None:
    seen = await evenings(tmp_path, "v", SIZES["80x24"])
    assert differences(seen, FOLDER / "regulars-voice") == ""
