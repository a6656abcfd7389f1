"""Every screen, in every charset and in several sizes, as it was looked at and found good."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import pytest

from tests.caller import Club, Script, club, script
from tests.golden.night import Night
from tests.golden.pictures import FOLDER, colours, differences, picture

pytestmark = pytest.mark.asyncio
T = TypeVar("T")
SIZES = ((100, 30), (60, 20), (40, 12))
SIZED = ("title", "menu", "withdraw", "before-ante", "dealt", "bet", "raised", "raise-refused",
         "discards", "lifted", "after-draw", "win", "cap", "bank", "rules-1", "bank-broken",
         "goodbye")
PROMPTS = {"title": "Handle:", "menu": "Casino>", "dealt": "B)et, C)heck or F)old?",
           "withdraw": "Withdraw ($20-$500, RETURN = $200)? 1e3",
           "bet": "Bet ($2-$25, RETURN = $10)? 12", "raised": "C)all $10, R)aise or F)old?",
           "lifted": "Discard (1-5, RETURN stands pat)? 51", "win": "A)nte or Q)uit?",
           "raise-refused": "A whole number of dollars, please: $2 to $25.",
           "rules-1": "N)ext, B)ack, Q)uit?"}


class Painted(Night):
    """Keeps what is to be seen: the picture, the rows, and the letters of colour."""

    def __init__(self, hall: Club, written: Script, graphics: str, columns: int = 80,
                 rows: int = 24) -> None:
        super().__init__(hall, written, graphics, columns, rows)
        self.pictures: dict[str, str] = {}
        self.rows: dict[str, list[str]] = {}
        self.colours: dict[str, list[str]] = {}

    def see(self, name: str) -> None:
        screen = self.caller.screen
        self.rows[name] = self.caller.rows
        self.pictures[name], self.colours[name] = picture(screen), colours(screen)

    def plainer(self, name: str, other: Painted) -> str:
        """The rows of this night, where they are not those of the other."""
        rows = self.rows[name]
        return "" if rows == other.rows[name] else "\n".join(["== in ASCII", *rows, ""])

    async def leave(self) -> None:
        await super().leave()
        frames = self.caller.line.wire.frames
        self.caller.line.wire.sent = self.caller.sent.removesuffix(frames[-1])
        self.see("goodbye")


async def night(folder: Path, graphics: str, columns: int = 80, rows: int = 24) -> Painted:
    with pytest.MonkeyPatch.context() as patch:
        written = script(patch)
        async with club(folder, practice="golden") as hall:
            painted = Painted(hall, written, graphics, columns, rows)
            await painted.run()
            return painted


def but_settings(shown: dict[str, T]) -> dict[str, T]:
    """All but the one screen that names the charset."""
    return {name: what for name, what in shown.items() if not name.startswith("settings")}


async def test_a_night_looks_as_it_is_pictured(tmp_path: Path) -> None:
    """CP437 shows exactly what UTF-8 shows, and ASCII the same in plainer signs."""
    utf8, cp437, ascii_ = [await night(tmp_path / graphics, graphics) for graphics in "uat"]
    assert but_settings(cp437.pictures) == but_settings(utf8.pictures)
    assert but_settings(ascii_.colours) == but_settings(utf8.colours)
    assert "".join(map("".join, ascii_.rows.values())).isascii()
    pictures = {name: shown + ascii_.plainer(name, utf8) for name, shown in utf8.pictures.items()}
    assert differences(pictures, FOLDER / "screens") == ""


async def test_a_night_at_40_columns_in_ascii(tmp_path: Path) -> None:
    shown = await night(tmp_path, "t", 40, 25)
    assert "".join(map("".join, shown.rows.values())).isascii()
    assert differences(shown.pictures, FOLDER / "40x25") == ""


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
async def test_other_sizes_are_centred_or_clipped_and_keep_their_prompt(
        tmp_path: Path, size: tuple[int, int]) -> None:
    shown = await night(tmp_path, "u", *size)
    for name, prompt in PROMPTS.items():
        assert prompt in " ".join(row.strip() for row in shown.rows[name]), name
    pictures = {name: shown.pictures[name] for name in SIZED}
    assert differences(pictures, FOLDER / "x".join(map(str, size))) == ""
