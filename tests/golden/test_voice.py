"""The same night by ear, in character mode, as it is heard between the keys: append only, ASCII."""

from __future__ import annotations

from pathlib import Path

import pytest

from door.rules.house_draw import HOUSE
from tests.caller import club, script
from tests.golden.night import ACES, KINGS_UP, NOTHING, TRIPS
from tests.golden.pictures import FOLDER, differences
from tests.golden.test_plain import Printed

pytestmark = pytest.mark.asyncio
ON_DEMAND = " sw^!@#$%g~pdyot+l"


class Heard(Printed):
    """The last chips are confirmed by a letter, and every key that asks is pressed once."""

    async def lose(self) -> None:
        self.written.hand(NOTHING, TRIPS, draws="3s Th 9c Kd Qs",
                          acts=["bet 10", "discard 45", "check"])
        await self.press("a", *ON_DEMAND, "?", "?", "?", "?", "v", "w", "c", "c", *"345\b5\r", "v",
                         "c")

    async def tie(self) -> None:
        """In terse, from here on."""
        await self.press("v")
        self.written.hand(KINGS_UP, ACES, draws="Ah Ac 3c 9h", first=HOUSE,
                          acts=["check", "call", "discard 345", "check", "call"])
        await self.press("a", "b", *"12\r", "5", "\r", "b", "5", "\r", "o", "w", "v", "v")
        await super().tie()

    async def one_dollar(self) -> None:
        self.written.hand(KINGS_UP, TRIPS, acts=["call", "discard 45", "call"], draws="2s 3s 4s")
        await self.press("p", *"21\r", "a", "1", "5", "\r", "5", "\r", "b", "\r", "\r", "n", "m",
                         "y", "q")

    async def break_the_bank(self) -> None:
        self.written.hand(TRIPS, NOTHING, acts=["call", "discard 2345"], draws="2s 3s 4s 5s 6s 7d")
        await self.press("p", *"20\r", "a", "m", "y", *"45", "\r", "q", "q")


async def test_a_night_is_heard_as_it_is_written_down(tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        written = script(patch)
        async with club(tmp_path, practice="golden") as hall:
            heard = Heard(hall, written, "v")
            await heard.run()
            heard.hear()
    assert "  " not in heard.said
    assert differences({"night": heard.said}, FOLDER / "voice") == ""
