"""When the garbage collector looks at everything: when nobody is here, or seldom.

That stops everybody meanwhile, with thousands of callers for half a second, and Python does it
whenever it thinks fit. Here it does so no more; young objects it collects as ever, in moments. A
call leaves no circles behind, so there is nothing to find; should there ever be, memory is lost
for an hour at most.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable

ROUND = 1.0      # seconds
SELDOM = 3600    # rounds
NEVER = 1 << 30  # more collections of the young than there will be


async def keep_tidy(deserted: Callable[[], bool]) -> None:
    """Collects for as long as the casino is open; `deserted()` says whether nobody is here."""
    gc.set_threshold(*gc.get_threshold()[:2], NEVER)
    left, was_deserted = 0, False
    while True:
        is_deserted = deserted()
        if not left or is_deserted and not was_deserted:
            gc.collect()
            left = SELDOM
        left, was_deserted = left - 1, is_deserted
        await asyncio.sleep(ROUND)
