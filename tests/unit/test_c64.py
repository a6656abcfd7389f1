"""A caller at a C64 without telnet plays a hand; its screen in memory shows what a person sees.

A twin at a terminal of ASCII, of the same size, plays the same night beside it: every letter and
figure must be the same, in the same place and case.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ansi.charset import PETSCII
from tests.caller import club
from tests.commodore import at_a_c64
from tests.petscii import Screen

pytestmark = pytest.mark.asyncio
AS_ASCII = {"DEL": "\x7f", "SHIFT RETURN": "\r", "LEFT ARROW": "\x03"}


def words(rows: list[str]) -> Iterator[tuple[int, int, str]]:
    """Each letter, figure and sign of a prompt, and where it is."""
    return ((row, column, sign) for row, text in enumerate(rows)
            for column, sign in enumerate(text)
            if sign.isascii() and (sign.isalnum() or sign in "$?),;!"))


ANTE, ENOUGH = "A)nte", 4     # hands


def answer(prompt: str, hands: int) -> tuple[str, ...]:
    """What the caller presses at a prompt of the Poker Table."""
    if ANTE in prompt:
        return ("a",) if hands < ENOUGH else ("q",)
    if prompt.startswith(("Bet", "Raise")):
        return "2", "5", "DEL", "DEL", "5", "\r"
    if prompt.startswith("Discard"):
        return ("1", "2", "4", "DEL", "\r") if hands % 2 else ("SHIFT RETURN",)
    for verb in ("B)et", "R)aise")[:hands % 3]:
        if verb in prompt:
            return (verb[0].lower(),)
    return ("c",) if "C)" in prompt else ("\r",)


async def test_a_night_on_a_c64_reads_as_on_any_terminal(tmp_path: Path) -> None:
    """DESIGN: 40x25; from the login to the goodbye, with each hand to its end."""
    async with (club(tmp_path / "1", practice="lantern") as one,
                club(tmp_path / "2", practice="lantern") as other):
        c64 = await at_a_c64(one)
        twin = await other.call(40, 25, terminal="vt100")

        async def press(*keys: str) -> None:
            for key in keys:
                await c64.press(key)
                await twin.press(AS_ASCII.get(key, key))
                assert c64.prompt == twin.prompt
                assert list(words(c64.rows)) == list(words(twin.rows))

        await twin.press("t")
        assert c64.prompt == "Handle:"
        await press(*"gUESX", "DEL", "t", "SHIFT RETURN")
        assert c64.prompt == "Casino>"
        for room in "rbw":
            await press(room, *["\r"] * 12, "LEFT ARROW")
        assert c64.prompt == "Casino>"
        await press("p", *"100", "\r")
        hands = 0
        while c64.prompt != "Casino>":
            keys = answer(c64.prompt, hands)
            hands += keys == ("a",)
            await press(*keys)
        assert hands == ENOUGH
        assert {"Handle:", "Casino>", "B)et, C)heck or F)old?"} < set(c64.prompts)
        assert any(prompt.startswith("C)all $") for prompt in c64.prompts)
        goodbye, rest = await c64.leave("q")
        c64.screen.feed(goodbye)
        assert c64.prompt == "Come back soon."
        assert "Good night, " in "\n".join(c64.rows)
        c64.screen.feed(rest[:-1])
        assert rest[-1:] == b"\r" and (c64.screen.row, c64.screen.pen) == (24, "light grey")


async def test_last_words_are_in_the_letters_of_a_c64(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        c64 = await at_a_c64(hall)
        console, = hall.casino.consoles
        console.leave("Nobody seems to be there. The line is needed; call again soon.")
        await c64.caller.gone()
        last = c64.caller.line.wire.frames[-1]
        assert last.endswith(b"\r" + PETSCII.encode(b"Nobody seems to be there. The line is")
                             + b"\r" + PETSCII.encode(b"needed; call again soon.") + b"\r")


async def test_a_window_of_80_columns_is_believed(tmp_path: Path) -> None:
    """A C128, or a program that shows PETSCII: NAWS tells."""
    async with club(tmp_path) as hall:
        caller = await hall.call(80, 25, terminal="petscii")
        await caller.burst(b"\r")
        console, = hall.casino.consoles
        assert (console.terminal.columns, console.terminal.rows) == (80, 25)
        screen = Screen(80, 25)
        screen.feed(caller.line.wire.frames[-1])
        assert screen.text(24 if screen.row == 24 else 23).strip() == "Handle:"
