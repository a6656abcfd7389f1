"""The same night as it is printed, in character mode and in line mode: append only, ASCII."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.caller import club, script
from tests.golden.night import Night
from tests.golden.pictures import FOLDER, differences

pytestmark = pytest.mark.asyncio
NAMES = {"\r": "RETURN", " ": "SPACE", "\b": "BACKSPACE"}


class Printed(Night):
    """Keeps what is said, and between it the keys that were pressed, in { and }."""

    said = ""

    async def press(self, *keys: str) -> None:
        for key in keys:
            self.hear()
            self.said += f"{{{NAMES.get(key, key)}}}"
            await super().press(key)
        self.hear()

    def hear(self) -> None:
        said = self.caller.said()
        assert set(said.encode("ascii")) <= {*range(0x20, 0x7F), 8, 10, 13}
        self.said += said.replace("\r\n", "\n").replace("\b", "<BS>")

    def see(self, name: str) -> None:
        self.hear()


async def test_a_night_reads_as_it_is_written_down(tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        written = script(patch)
        async with club(tmp_path, practice="golden") as hall:
            printed = Printed(hall, written, "p")
            await printed.run()
            printed.hear()
    assert differences({"night": printed.said}, FOLDER / "plain") == ""
