"""Somebody at the Poker Table of a floor, with the first hand sealed."""

from __future__ import annotations

import time
from collections.abc import Callable

from door.bank import Bank
from door.floor.floor import Floor
from door.floor.house_table import HouseTable
from door.floor.seeds import Seeds
from door.views import Caller


async def seated(bank: Bank, handle: str = "Ada", amount: int = 200,
                 practice: str | None = "text",
                 now: Callable[[], float] = time.time) -> tuple[Floor, Caller, HouseTable]:
    hall = Floor(bank, Seeds(practice), now=now)
    caller = await bank.local(handle)
    return hall, caller, await hall.sit(caller, amount)
