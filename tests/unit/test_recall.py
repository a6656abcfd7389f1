"""A choice that was kept with a handle, at a RETURN on another day (door.session.call)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.caller import Club, club

pytestmark = pytest.mark.asyncio


async def comes_back(hall: Club, terminal: str, keys: str = "\r") -> tuple[str, bool]:
    """Ada calls from such a terminal and answers the question so: how she is shown the menu."""
    caller = await hall.call(terminal=terminal)
    await caller.press(*keys)
    await caller.type("Ada")
    await caller.type("secret")
    console, = hall.casino.consoles
    shown = console.terminal.charset.name, console.terminal.painted
    await caller.hang_up()
    return shown


async def made(hall: Club, terminal: str, graphics: str) -> None:
    caller = await hall.call(terminal=terminal)
    await caller.enter(graphics, "Ada")
    await caller.hang_up()


async def test_return_keeps_what_was_chosen_before(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        await made(hall, "xterm", "t")
        assert await comes_back(hall, "xterm") == ("ascii", True)
        assert await comes_back(hall, "syncterm") == ("ascii", True)


async def test_from_another_machine_what_was_found_wins(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        await made(hall, "", "a")
        assert await comes_back(hall, "xterm") == ("utf-8", True)
        assert await comes_back(hall, "") == ("ascii", False)
        assert await comes_back(hall, "syncterm") == ("cp437", True)


async def test_a_return_at_a_dumb_terminal_does_not_undo_a_choice(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        await made(hall, "xterm", "t")
        await comes_back(hall, "")
        assert await comes_back(hall, "xterm") == ("ascii", True)


async def test_a_key_chooses_anew(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        await made(hall, "xterm", "t")
        assert await comes_back(hall, "xterm", "u") == ("utf-8", True)
        assert await comes_back(hall, "xterm") == ("utf-8", True)


async def test_who_has_chosen_plain_has_the_terminal_restored(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        await made(hall, "xterm", "p")
        caller = await hall.call(terminal="xterm")
        await caller.press("\r")
        caller.charset = "utf-8"
        await caller.type("Ada")
        caller.said()
        await caller.type("secret")
        said = caller.said()
        assert "\x1b[?25h" in said and "\x1b" not in said.partition("\x1b[24H")[2]
