"""When the garbage collector runs: when nobody is here, or seldom.

Python would look at young objects all the time, of which a busy casino makes thousands a second,
and everybody waits 10 ms for that; and at all objects now and then, for which everybody waits half
a second. There is nothing to find: a call leaves no circles behind, and what is in no circle goes
when nobody refers to it. Should there ever be circles, they take memory for an hour at most.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable

ROUND = 1.0      # seconds
SELDOM = 3600    # rounds


async def keep_tidy(deserted: Callable[[], bool]) -> None:
    """Collects for as long as the casino is open; `deserted()` says whether nobody is here."""
    gc.disable()
    left, was_deserted = 0, False
    while True:
        is_deserted = deserted()
        if not left or is_deserted and not was_deserted:
            gc.collect()
            left = SELDOM
        left, was_deserted = left - 1, is_deserted
        await asyncio.sleep(ROUND)
