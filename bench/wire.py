"""Bytes on the wire at the Poker Table, painted in CP437: a typical change, and a whole repaint.

A typical change is a bet, raise or check that the House answers with a bet or a raise, so that
the betting goes on: what it did, the chips that moved, a line of what happened, the new prompt.
"""

from __future__ import annotations

import asyncio
import random
import statistics
from collections.abc import Callable

from bench.callers import Player, Times
from bench.load import LEAST, private_servers
from bench.servers import Server

PLAYERS, KEYS = 10, 300
REPAINT = b"\x0c"   # ^L
BETTING = b"F)old? "


class Watcher(Player):
    """A player who counts the bytes that each key brings."""

    __slots__ = ("size",)

    def __init__(self, times: Times, think: Callable[[], float], luck: random.Random) -> None:
        super().__init__(times, think, luck)
        self.size = 0

    def data_received(self, data: bytes) -> None:
        self.size += len(data)
        super().data_received(data)

    async def key(self, key: bytes) -> int:
        """Presses a key; the bytes that it brought."""
        self.size = 0
        await self.type(key)
        return self.size


class Sizes:
    """Bytes of typical changes, of what each key brings, and of whole repaints at its prompts."""

    def __init__(self) -> None:
        self.changes: list[int] = []
        self.keys: list[int] = []
        self.repaints: list[int] = []


async def watch(server: Server, keys: int, sizes: Sizes, luck: random.Random) -> None:
    """One player's `keys` keys."""
    _, caller = await asyncio.get_running_loop().create_connection(
        lambda: Watcher(Times(), lambda: 0.0, luck), "127.0.0.1", server.port)
    await caller.seated
    for _ in range(keys):
        betting = caller.tail.endswith(BETTING)
        key, _ = caller.choose()
        if key == b"\r":
            await asyncio.sleep(LEAST)
        size = await caller.key(key)
        sizes.keys.append(size)
        if betting and caller.tail.endswith(BETTING):
            sizes.changes.append(size)
        sizes.repaints.append(await caller.key(REPAINT))
    caller.hang_up()


def figures(players: int = PLAYERS, keys: int = KEYS) -> dict[str, float]:
    """Bytes: the median of typical changes and of all keys, and the largest repaint."""
    sizes = asyncio.run(_measure(players, keys))
    return {"wire_change_bytes": statistics.median(sizes.changes or [0]),
            "wire_key_bytes": statistics.median(sizes.keys),
            "wire_repaint_bytes": float(max(sizes.repaints))}


async def _measure(players: int, keys: int) -> Sizes:
    sizes, luck = Sizes(), random.Random(1)
    with private_servers() as (ours, _):
        await asyncio.gather(*(watch(ours, keys, sizes, luck) for _ in range(players)))
    return sizes
