"""When the garbage collector runs: in small rounds while people are here, fully when nobody is.

A full collection looks at every object and stops everybody meanwhile, with thousands of callers
for half a second. So Python's automatic ones are out of play. Every second what is young is
collected, and what is left is frozen: it costs the collector nothing any more, and goes away as
everything does, when nobody refers to it. Circles of old objects, which a call does not leave
behind, would wait until the house is empty.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable

ROUND = 1.0      # seconds
YOUNG = 1        # the oldest generation of a small round
NEVER = 1 << 30  # more collections of a generation than there will be


async def keep_tidy(deserted: Callable[[], bool]) -> None:
    """Collects for as long as the casino is open; `deserted()` says whether nobody is here."""
    gc.set_threshold(*gc.get_threshold()[:2], NEVER)
    tidied = False
    while True:
        if not deserted():
            gc.collect(YOUNG)
            gc.freeze()
            tidied = False
        elif not tidied:
            gc.unfreeze()
            gc.collect()
            gc.freeze()
            tidied = True
        await asyncio.sleep(ROUND)
