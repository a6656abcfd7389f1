"""The Hall of Fame, Last night and the chalkboard, painted at both widths and by ear."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from door.bank.honours import packed
from tests.caller import Script, club, script
from tests.fame_nights import evening
from tests.golden.night import NOTHING, TRIPS, Night
from tests.golden.pictures import FOLDER, differences
from tests.golden.test_plain import Printed
from tests.golden.test_screens import Painted

pytestmark = pytest.mark.asyncio
DAY = 86_400
CROWD = ("Ada", "Bob", "Cy", "Käthe", "Dolores del Rio III.", "=heading", "Eve", "Finn", "Gus",
         "Hal", "Iris", "Jo", "Kit", "Lou", "Mia", "Ned", "Ola", "Pip")
LAST_SEASON = 2023 * 12 + 11
MEDALS_GIVEN = "INSERT INTO feats VALUES (?, ?, 'medals', ?, ?)"
MEDALS_TAKEN = "DELETE FROM feats WHERE feat = 'medals'"
WORDS = "First in, last out. The lamp was lit and so was I. - A."


class Famous(Night):
    """Ada has played last month and this one, and calls again after a night."""

    async def run(self) -> None:
        await self.months()
        await self.ring()
        await self.type("Ada")
        await self.type("secret")
        self.see("front")
        await self.press("\r")
        self.see("menu")
        await self.walk()
        await self.press("n")
        self.see("news")
        await self.press(" ")
        await self.break_the_bank()
        await self.press("n")
        self.see("news-later")
        await self.press(" ", "q")
        await self.caller.gone()
        await self.medals(MEDALS_TAKEN)

    async def months(self) -> None:
        luck, bank, clock = Random("golden fame"), self.hall.bank, self.hall.clock
        crowd = [await bank.create(handle, "secret") for handle in CROWD]
        await bank.remember(crowd[0].id, self.graphics)
        for day in range(6):
            for caller in crowd * 2:
                await evening(bank, caller, luck, clock.pass_by, 20, 5)
            clock.pass_by(DAY)
        clock.pass_by(14 * DAY)
        for caller in crowd * 4:
            await evening(bank, caller, luck, clock.pass_by, 40, 5, 500)
        await bank.remember(crowd[0].id, self.graphics)
        for caller in crowd[1:] * 4:
            await evening(bank, caller, luck, clock.pass_by, 40, 5, 500)
        await self.medals(MEDALS_GIVEN, [
            (season, caller.id, packed(*won), -caller.id) for season in (0, LAST_SEASON)
            for caller, won in zip(crowd, ((0, 1, 2), (2, 1, 0), (0, 1, 2), (1, 0, 0)))])
        clock.pass_by(DAY)

    async def medals(self, statement: str, rows: Sequence[tuple[int, ...]] = ((),)) -> None:
        """As if some deals of the day were over, until the audit looks for their tries."""
        await self.hall.bank._store.run(lambda desk: desk.driver.executemany(statement, rows))

    async def walk(self) -> None:
        """Page by page."""
        await self.press("h")
        number = 0
        while self.turning():
            number += 1
            self.see(f"hall-{number}")
            await self.press("n")

    async def break_the_bank(self) -> None:
        self.written.hand(TRIPS, NOTHING, acts=["call", "discard 2345"],
                          draws="2s 3s 4s 5s 6s 7d")
        await self.press("p")
        await self.type("20")
        await self.press("a", "m", *self.sure, *"45", "\r", "q", "q")
        self.see("chalkboard")
        await self.press(*WORDS)
        self.see("chalk")
        await self.press("\r")
        self.see("menu-later")

    sure = ""


class PaintedFame(Famous, Painted):
    pass


class HeardFame(Famous, Printed):
    sure = "y"


async def famous(folder: Path, kind: type[PaintedFame], graphics: str, columns: int,
                 rows: int) -> PaintedFame:
    with pytest.MonkeyPatch.context() as patch:
        written: Script = script(patch)
        async with club(folder) as hall:
            night = kind(hall, written, graphics, columns, rows)
            await night.run()
            return night


@pytest.mark.parametrize("graphics, columns, rows", [("u", 80, 24), ("t", 40, 25)])
async def test_the_hall_and_last_night_look_as_they_are_pictured(
        tmp_path: Path, graphics: str, columns: int, rows: int) -> None:
    shown = await famous(tmp_path, PaintedFame, graphics, columns, rows)
    assert shown.rows["front"] and "Casino>" in shown.rows["front"][rows - 1]
    assert differences(shown.pictures, FOLDER / f"fame-{columns}x{rows}") == ""


async def test_the_hall_and_last_night_are_heard_as_they_are_written_down(tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        written = script(patch)
        async with club(tmp_path) as hall:
            heard = HeardFame(hall, written, "v")
            await heard.run()
            heard.hear()
    assert "  " not in heard.said.replace("? {SPACE} ", "")
    assert differences({"fame": heard.said}, FOLDER / "fame-voice") == ""
