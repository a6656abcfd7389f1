"""The contests' room and a try at the deal of the day, painted, printed and heard."""

from __future__ import annotations

from pathlib import Path

import pytest

from door.rules.house_draw import CALLER, HOUSE
from tests.caller import Caller, club, script
from tests.golden.night import ACES, KINGS_UP, NOTHING, TRIPS, Night
from tests.golden.pictures import FOLDER, differences
from tests.golden.test_plain import Printed
from tests.golden.test_screens import Painted

pytestmark = pytest.mark.asyncio
DAY = 24 * 3600
SIZES = {"contests": (80, 24), "contests-40x25": (40, 25)}


class Contesting(Night):
    """Zoe has played before Ada comes; then the day ends.

    What the House did against Zoe it does again, as far as Ada comes to the same questions.
    """

    async def run(self) -> None:
        self.deals()
        await self.zoe_plays()
        for act in (self.arrive_again, self.look, self.begin, self.break_off, self.play_on,
                    self.look_back, self.week, self.next_day):
            await act()

    def deals(self) -> None:
        """Ten: caller first in the odd ones."""
        hand = self.written.hand
        hand(KINGS_UP, ACES, draws="9h 8c 3c 3d 2h Js Jd Jc Jh Th")
        for number in range(2, 11):
            hand(NOTHING, TRIPS, first=CALLER if number % 2 else HOUSE)

    def acts(self, *texts: str) -> None:
        self.written.hand(KINGS_UP, acts=texts)
        self.written.decks.pop()

    async def zoe_plays(self) -> None:
        zoe: Caller = await self.hall.call(80, 24)
        await zoe.enter("p", "Zoe")
        await zoe.press("c", "d", "p")
        self.acts("raise 10", "discard 45", "check", *["check"] * 5)
        await zoe.press("a", "m", "c", "5", "\r", "c")
        for _ in range(2, 11):
            await zoe.press("a", "f", "y")
        await zoe.press("q")
        assert "place 1 of 1" in zoe.text
        await zoe.press("q", "q", "q")
        await zoe.gone()

    async def arrive_again(self) -> None:
        await self.ring()
        await self.type("Ada")
        await self.press("y")
        await self.type("secret")
        await self.type("secret")

    async def look(self) -> None:
        await self.press("c")
        self.see("room")
        await self.press("?", "d")
        self.see("day")
        await self.press("?")
        self.see("day-help")
        await self.press("l")
        self.see("no-last")
        await self.press("s")
        self.see("seals")
        await self.press("q")

    async def begin(self) -> None:
        await self.press("p")
        self.see("before-ante")
        await self.press("k")
        self.see("seal")
        await self.press(" ", "a", "b", "1", "2", "\r")
        self.see("raised")

    async def break_off(self) -> None:
        await self.caller.hang_up()
        await self.ring()
        await self.type("Ada")
        await self.type("secret")
        await self.press("c", "d", "p")
        self.see("resumed")

    async def play_on(self) -> None:
        await self.press("c", "5", "\r", "c")
        self.see("win")
        await self.press("e")
        self.see("not-yet")
        await self.press("q")
        self.see("waits")
        await self.press("p")
        for _ in range(2, 10):
            await self.press("a", "f", "y")
        self.acts("stand pat", "check")
        await self.press("a", "c", "\r", "c")
        self.see("last-deal")
        await self.press("q")
        self.see("day-done")

    async def look_back(self) -> None:
        """The House's cards lie open where it showed them, and nowhere else."""
        await self.press("r")
        self.see("deals")
        await self.press("a")
        self.see("beside")
        await self.press("q", "?", "1", "\r")
        self.see("replay")
        await self.press("n")
        self.see("replay-yours")
        await self.press("s")
        self.see("replay-best")
        await self.press(*"nnnnnnn", "?")
        self.see("replay-best-ended")
        await self.press("s", "k")
        self.see("replay-seal")
        await self.press("q", "q", "2", "\r", "n", "n", "w")
        self.see("replay-hidden")
        await self.press("q", "q", "q")

    async def week(self) -> None:
        await self.press("f")
        self.see("week")
        self.written.hand(KINGS_UP, ACES)
        await self.press("p", "a")
        self.see("week-dealt")
        await self.press("q", "y")
        self.see("week-waits")
        await self.press("q")

    async def next_day(self) -> None:
        self.hall.clock.pass_by(DAY)
        await self.press("d")
        self.see("next-day")
        await self.press("l")
        self.see("last")
        await self.press("r", "2", "\r", "n", "n", "s")
        self.see("replay-opened")
        await self.press("k")
        self.see("replay-seed")
        await self.press("q", "q", "a")
        self.see("opened")
        await self.press("q", "q", "s")
        self.see("seeds")
        await self.press("q", "q", "q", "q", "q")
        await self.caller.gone()


class Shown(Contesting, Painted):
    pass


class Said(Contesting, Printed):
    pass


@pytest.mark.parametrize("folder", SIZES)
async def test_the_contests_look_as_they_are_pictured(tmp_path: Path, folder: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        written = script(patch)
        async with club(tmp_path, practice="golden") as hall:
            shown = Shown(hall, written, "u", *SIZES[folder])
            await shown.run()
    assert differences(shown.pictures, FOLDER / folder) == ""


@pytest.mark.parametrize("graphics", "pv")
async def test_the_contests_read_and_sound_as_written_down(tmp_path: Path, graphics: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        written = script(patch)
        async with club(tmp_path, practice="golden") as hall:
            said = Said(hall, written, graphics)
            await said.run()
            said.hear()
    name = {"p": "plain", "v": "voice"}[graphics]
    assert differences({"night": said.said}, FOLDER / f"contests-{name}") == ""
