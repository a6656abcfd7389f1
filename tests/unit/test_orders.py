"""door.session.orders: what a sysop orders of a casino in which callers are."""

from __future__ import annotations

from pathlib import Path

import pytest

from door.session.orders import NotDone
from tests.caller import club

pytestmark = pytest.mark.asyncio


async def test_who_is_here_is_told_of_a_grant_and_reads_it_in_the_bank(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        caller = await hall.call()
        await caller.enter(handle="Ada")
        said = await hall.casino.orders.fulfil("grant", "ada", "50", "for the broken card")
        assert said == ["$50 for ada, who has $1050 now: for the broken card"]
        await caller.press("b")
        assert "for the broken card" in caller.text and "$1,050" in caller.text


@pytest.mark.parametrize("words", [("grant",), ("grant", "Ada", "5"), ("maintain", "now"),
                                   ("grant", "Ada", "5", "\x1b\x07"), ("grant", "Ada", "0", "why")])
async def test_what_is_ordered_wrongly_is_not_done(tmp_path: Path, words: tuple[str, ...]) -> None:
    async with club(tmp_path) as hall:
        caller = await hall.call()
        await caller.enter(handle="Ada")
        with pytest.raises(NotDone):
            await hall.casino.orders.fulfil(*words)


async def test_maintain_leaves_the_hands_of_who_is_here_alone(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        caller = await hall.call()
        await caller.enter(handle="Ada")
        await caller.sit()
        prompt = caller.prompt
        said = await hall.casino.orders.fulfil("maintain")
        assert said[0].endswith("0 settled.") and "0 pruned" in said[1]
        assert caller.prompt == prompt and await hall.bank.upkeep.check() == []
