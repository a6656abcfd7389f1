"""Memory of our server while callers come and go: flat, once it has warmed up.

Every other one hangs up in the middle of a hand, which the house then plays out; the others rise
from the table and say goodbye.
"""

from __future__ import annotations

import asyncio
import random

from bench.callers import Player, Times
from bench.load import private_servers
from bench.servers import Server

CALLERS, WARM_UP = 20_000, 2_000
AT_ONCE = 50


async def visit(port: int, number: int, luck: random.Random) -> None:
    """One guest, from the first byte to the last."""
    _, caller = await asyncio.get_running_loop().create_connection(
        lambda: Player(Times(), lambda: 0.0, luck), "127.0.0.1", port)
    await caller.seated
    if number % 2:
        await caller.type(b"a")
        caller.hang_up()
    else:
        await caller.type(b"q")
        await caller.type(b"q")
    await caller.lost


async def visit_all(server: Server, numbers: range) -> None:
    """So many of them, some at once."""
    luck, left = random.Random(numbers.start), iter(numbers)

    async def visit_in_turn() -> None:
        for number in left:
            await visit(server.port, number, luck)

    await asyncio.gather(*(visit_in_turn() for _ in range(AT_ONCE)))


def figures(callers: int = CALLERS, warm_up: int = WARM_UP) -> dict[str, float]:
    """KiB that the server grew by after the first `warm_up` of the callers."""
    return asyncio.run(_measure(callers, warm_up))


async def _measure(callers: int, warm_up: int) -> dict[str, float]:
    with private_servers() as (ours, _):
        await visit_all(ours, range(warm_up))
        before = ours.kib
        await visit_all(ours, range(warm_up, callers))
        return {"churn_callers": float(callers), "churn_kib": float(before),
                "churn_growth_kib": float(ours.kib - before)}
