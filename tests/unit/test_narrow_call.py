"""A call at 40 columns: every room of the lobby at that width, nothing cut off, and the window
may grow and shrink."""

from __future__ import annotations

from pathlib import Path

import pytest

from door.carriers.visitor import Visitor
from door.config import Board
from door.screens.rules_pages import PAGES
from door.session.orders import ORDERS
from tests.caller import Caller, club

pytestmark = pytest.mark.asyncio
IN = "Casino>"


async def pages(caller: Caller) -> list[str]:
    """What stands on pages that are turned from the first to the last, without their frames."""
    read = []
    while caller.prompt.startswith("Page "):
        assert max(map(len, caller.rows)) <= 39
        read += [row.strip() for row in caller.rows[3:22]]
        await caller.press("n")
    return read


async def test_every_room_is_40_columns_wide(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        caller = await hall.call(40, 25)
        await caller.choose("u")
        assert "Just looking? Type guest." in caller.text and caller.prompt == "Handle:"
        await caller.type("Ada")
        await caller.press("y")
        await caller.type("secret")
        await caller.type("secret")
        assert caller.prompt == IN and "In the bank $1,000" in caller.text
        for key, words in (("b", "To start with"), ("w", "the Casino"), ("p", "can win or lose")):
            await caller.press(key)
            assert words in caller.text and max(map(len, caller.rows)) <= 39
            await caller.press(*("x\r" if key == "p" else "q"))
        await caller.press("q")
        assert "Good night, Ada." in caller.text and max(map(len, caller.rows)) <= 39


async def test_the_rules_are_whole_at_40_columns(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        caller = await hall.call(40, 25)
        await caller.enter()
        await caller.press("r")
        read = " ".join(" ".join(await pages(caller)).split())
        assert caller.prompt == IN
        assert read == " ".join(" ".join(
            paragraph.removeprefix("=") for page in PAGES for paragraph in page).split())


async def test_a_notice_that_is_long_is_whole(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        caller = await hall.call(40, 25)
        await caller.enter()
        await caller.press("p")
        await caller.type("1e3")
        assert "A whole number of dollars from $20 to $500, please." in " ".join(
            row.strip() for row in caller.rows)


async def test_pages_follow_the_window(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        caller = await hall.call()
        await caller.enter()
        await caller.press("r", "n")
        assert caller.prompt.startswith(f"Page 2 of {len(PAGES)}:") and "The draw" in caller.text
        await caller.resize(40, 25)
        assert caller.prompt.startswith("Page 3 of ") and "The draw" in caller.text
        assert max(map(len, caller.rows)) <= 39
        await caller.resize(80, 24)
        assert caller.prompt.startswith(f"Page 2 of {len(PAGES)}:") and "The draw" in caller.text


async def test_the_seal_has_its_64_digits_in_two_rows(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        caller = await hall.call(40, 25)
        await caller.enter()
        await caller.sit()
        await caller.press("k")
        digits = [row.strip() for row in caller.rows
                  if len(row.strip()) == 32 and set(row.strip()) <= set("0123456789abcdef")]
        assert len(digits) == 2 and caller.prompt == "Cut (RETURN = the House cuts)?"


async def test_a_sysops_orders_are_whole_and_a_long_answer_is_pages(tmp_path: Path) -> None:
    visitor = Visitor(Board("LAB", charset="utf-8"), "Ada", sysop=True)
    async with club(tmp_path) as hall:
        for _ in range(12):
            await (await hall.call()).enter()
        caller = await hall.call(40, 25, visitor=visitor, carrier="relay")
        caller.charset = "utf-8"
        await caller.press("!")
        for order in ORDERS.values():
            assert " ".join(order.split()) in " ".join(caller.text.split())
        await caller.type("who")
        read = " ".join(" ".join(await pages(caller)).split())
        assert read.count("the Casino") == 13 and "Guest 12 the Casino telnet" in read
        assert caller.prompt == "Sysop>"
