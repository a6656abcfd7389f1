"""Somebody at a C64 without telnet: keys in PETSCII, and a screen that is watched all the time."""

from __future__ import annotations

from ansi.charset import PETSCII, to_glyphs
from tests.caller import HUMAN, Caller, Club
from tests.petscii import BLANK, Screen

KEYS = {"\r": b"\r", "DEL": b"\x14", "SHIFT RETURN": b"\x8d", "LEFT ARROW": b"\x5f"}
LOWER_CASE = b"\x0e"
DARK = {"black", "blue", "brown", "red", "dark grey"}   # against black, on a television


class Commodore:
    """A caller; the screen counts from the byte on that switches to lower case."""

    def __init__(self, caller: Caller) -> None:
        self.caller, self.screen = caller, Screen()
        self.prompts: list[str] = []        # of all frames
        self._frames = 0

    async def press(self, *keys: str) -> None:
        """Keys at a person's pace: characters, or names of KEYS."""
        for key in keys:
            self.caller.clock.pass_by(HUMAN)
            await self.caller.burst(KEYS.get(key) or PETSCII.encode(to_glyphs(key)))
            self.look()

    async def leave(self, *keys: str) -> list[bytes]:
        """Presses keys that end the call; the frames that follow the last."""
        await self.press(*keys[:-1])
        await self.caller.burst(PETSCII.encode(to_glyphs(keys[-1])))
        await self.caller.gone()
        return self.caller.line.wire.frames[self._frames:]

    def look(self) -> None:
        """At each frame by itself: all of them are seen, if only for a moment."""
        frames = self.caller.line.wire.frames
        for frame in frames[self._frames:]:
            if self.screen.lower or frame.startswith(LOWER_CASE):
                self.screen.feed(frame)
                self._check()
        self._frames = len(frames)

    def _check(self) -> None:
        """The cursor stands behind the prompt, in light grey, and nothing in the last column;
        letters and figures can be read."""
        screen = self.screen
        last = screen.rows[screen.row]
        assert screen.row == len(screen.rows) - 1
        assert last[0] == BLANK and last[screen.column:] == [BLANK] * (40 - screen.column)
        assert (screen.pen, screen.reverse) == ("light grey", False)
        assert {row[39] for row in screen.rows} == {BLANK}
        assert not DARK & {cell.ground if cell.pen == "black" else cell.pen
                           for row in screen.rows for cell in row if cell.sign.isalnum()}
        self.prompts.append(self.prompt)

    @property
    def prompt(self) -> str:
        """The row with the cursor, without the margin: the prompt, and what was typed."""
        return self.screen.text(self.screen.row).strip()

    @property
    def rows(self) -> list[str]:
        return [self.screen.text(row) for row in range(len(self.screen.rows))]


async def at_a_c64(hall: Club) -> Commodore:
    """Somebody new, who has pressed C at the first question."""
    commodore = Commodore(await hall.call(0, 0, terminal="", telnet=False))
    await commodore.press("c")
    return commodore
