"""Every screen on a C64, at 40x25 in PETSCII, as it was looked at and found good."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.caller import Club, Script, club, script
from tests.commodore import Commodore
from tests.golden.night import Night
from tests.golden.pictures import FOLDER, differences
from tests.petscii import Cell, Screen

pytestmark = pytest.mark.asyncio
PENS = {"black": "k", "white": "W", "light grey": ".", "mid grey": "d", "dark grey": "D",
        "red": "r", "light red": "R", "green": "g", "light green": "G", "blue": "b",
        "light blue": "B", "cyan": "c", "purple": "m", "yellow": "Y", "orange": "o", "brown": "y"}
GROUNDS = dict(zip(PENS, "0123456789!$%&?#"))


def letter(cell: Cell) -> str:
    """One for a sign's pen; or a figure for what is behind a black sign."""
    if cell.sign == " ":
        return " "
    return PENS[cell.pen] if cell.ground == "black" else GROUNDS[cell.ground]


def legend(shown: list[str]) -> list[str]:
    names = {sign: pen for pen, sign in PENS.items()} | {
        sign: f"black on {pen}" for pen, sign in GROUNDS.items()}
    return [f"{sign}  {names[sign]}" for sign in sorted(set("".join(shown)) - {" "})]


def picture(screen: Screen) -> str:
    """The whole of it, as the other golden screens are."""
    shown = ["".join(map(letter, row)).rstrip() for row in screen.rows]
    return "\n".join([
        f"== C64, cursor in row {screen.row + 1}, column {screen.column + 1}",
        *map(screen.text, range(len(screen.rows))), "== colours", *shown,
        "== letters", *legend(shown), ""])


class AtC64(Night):
    """Keeps what is to be seen, from the first painted screen on."""

    def __init__(self, hall: Club, written: Script) -> None:
        super().__init__(hall, written, "c", 40, 25)
        self.pictures: dict[str, str] = {}
        self.commodore: Commodore

    async def ring(self) -> None:
        self.caller = await self.hall.call(0, 0, terminal="", telnet=False)
        self.commodore = Commodore(self.caller)
        await self.press("c")

    async def press(self, *keys: str) -> None:
        await self.commodore.press(*keys)

    def see(self, name: str) -> None:
        self.commodore.look()
        self.pictures[name] = picture(self.commodore.screen)

    @property
    def prompt(self) -> str:
        return self.commodore.prompt

    async def leave(self) -> None:
        goodbye, _ = await self.commodore.leave("q")
        self.commodore.screen.feed(goodbye)
        self.pictures["goodbye"] = picture(self.commodore.screen)


async def test_a_night_on_a_c64_looks_as_it_is_pictured(tmp_path: Path,
                                                        monkeypatch: pytest.MonkeyPatch) -> None:
    written = script(monkeypatch)
    async with club(tmp_path, practice="golden") as hall:
        night = AtC64(hall, written)
        await night.run()
    assert differences(night.pictures, FOLDER / "c64") == ""
