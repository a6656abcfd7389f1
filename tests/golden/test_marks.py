"""Marks as they are told at the table and listed in S)ettings: at both widths, and by ear."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from door.floor.seeds import Seeds
from tests.caller import club, script
from tests.golden.night import Night
from tests.golden.pictures import FOLDER, differences
from tests.golden.test_plain import Printed
from tests.golden.test_screens import Painted

pytestmark = pytest.mark.asyncio
DAY = 24 * 3600


class Marked(Night):
    """Ada earns two marks, then three at once, then two with the bank's last chips, and plays and
    calls again on the next days. What the night's other golden files show is not looked at here."""

    sure, news = "", " "

    async def run(self) -> None:
        await self.hall.bank.create("Ada", "secret")
        await self.call_again()
        await self.list_marks("settings", "none")
        await self.earn()
        await self.list_marks("settings-later", "marks")
        await self.next_day("next-day")
        await self.press("p", *"20\r", "a", "f", "y", "q")
        await self.next_day("third-day")
        assert not self.written.decks and not self.written.actions
        await self.press("q")
        await self.caller.gone()

    async def call_again(self) -> None:
        self.caller = await self.hall.call(*self.size)
        await self.caller.enter(self.graphics, "Ada")

    async def next_day(self, name: str) -> None:
        await self.press("q")
        await self.caller.gone()
        self.hall.clock.pass_by(DAY)
        await self.call_again()
        self.see(name)
        await self.press(*self.news)

    async def earn(self) -> None:
        hand = self.written.hand
        hand("Qh Jc 9s 7d 4d", "8h 8c 6s 3d 2d", acts=["fold"])
        hand("Ah Jc 9s 7d 4d", "Th 8c 6s 3d 2d", "Kd 8s 7c 2h",
             acts=["check", "stand pat", "check"])
        hand("9h 8h 7h 6h 5h", "Th 8c 6s 3d 2d", acts=["call", "stand pat"])
        hand("Qh Jc 9s 7d 4d")
        await self.press("p", *"20\r", "a", "m", *self.sure)
        self.see("first")
        await self.press("a", "c", *"2345\r", "c")
        self.see("second")
        await self.press("l")
        self.see("log")
        await self.press(" ", "a", "m", *self.sure)
        await self.press("\r")
        self.see("last")
        await self.press("q", "q", "\r")

    async def list_marks(self, settings: str, name: str) -> None:
        await self.press("s")
        self.see(settings)
        await self.press("e")
        number = 1
        self.see(f"{name}-{number}")
        while self.turning():
            await self.press("n")
            number += 1
            if self.turning():
                self.see(f"{name}-{number}")
        await self.press("q", *"q" * (number == 1))


class Shown(Marked, Painted):
    pass


class Said(Marked, Printed):
    sure, news = "y", ""


async def marked(folder: Path, kind: type[Marked], graphics: str, columns: int = 80,
                 rows: int = 24) -> Marked:
    with pytest.MonkeyPatch.context() as patch:
        written = script(patch)
        async with club(folder) as hall:
            patch.setattr("door.session.casino.time", SimpleNamespace(time=hall.clock))
            hall.casino.floor.seeds = Seeds("golden")
            night = kind(hall, written, graphics, columns, rows)
            await night.run()
            return night


@pytest.mark.parametrize("graphics, columns, rows", [("u", 80, 24), ("t", 40, 25)])
async def test_marks_look_as_they_are_pictured(tmp_path: Path, graphics: str, columns: int,
                                               rows: int) -> None:
    shown = await marked(tmp_path, Shown, graphics, columns, rows)
    assert isinstance(shown, Shown)
    assert differences(shown.pictures, FOLDER / f"marks-{columns}x{rows}") == ""


@pytest.mark.parametrize("graphics", "pv")
async def test_marks_read_and_sound_as_written_down(tmp_path: Path, graphics: str) -> None:
    said = await marked(tmp_path, Said, graphics)
    assert isinstance(said, Said)
    said.hear()
    name = {"p": "plain", "v": "voice"}[graphics]
    assert differences({"evening": said.said}, FOLDER / f"marks-{name}") == ""
