"""Memory of a seated caller beside that of a connection to the peer.

Everybody plays a while before it is looked at, for what a caller needs is made as it is needed.
"""

from __future__ import annotations

import asyncio

from bench.callers import Player, Typist
from bench.load import Crowd, private_servers

CALLERS, SECONDS = 2000, 24.0


def figures(callers: int = CALLERS, seconds: float = SECONDS) -> dict[str, float]:
    """KiB a caller, over what each server takes when it is empty."""
    return asyncio.run(_measure(callers, seconds))


async def _measure(callers: int, seconds: float) -> dict[str, float]:
    found = []
    with private_servers() as (ours, peer):
        for crowd in Crowd(Player, ours, 1), Crowd(Typist, peer, 2):
            empty = crowd.server.kib
            await crowd.seat(callers)
            await crowd.play(seconds, measured=False)
            found.append((crowd.server.kib - empty) / callers)
    mine, theirs = found
    return {"memory_callers": float(callers), "memory_seated_kib": mine,
            "memory_echo_kib": theirs, "memory_ratio": mine / (theirs or 1)}
