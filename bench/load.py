"""Keystroke to last byte of the new frame, and processor time a keystroke, beside the peer's.

The callers of both servers are on the line together and take turns to act, so that the noise of
the machine hits both. Ours keeps its store on disk, with the durability that we ship.
"""

from __future__ import annotations

import asyncio
import gc
import random
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from bench import servers
from bench.callers import Caller, Player, Times, Typist

COUNTS = (1, 100, 500, 2000)
THINK = 4.0        # seconds between two keys of a caller, on average
LEAST = 0.2        # at least: a RETURN right behind a hot key would belong to that key
WARM_UP = 6.0      # seconds of play before anything counts
SETTLE = 0.5       # seconds for the last frames
AT_ONCE = 50       # callers on their way to the table
PATIENCE = 120.0   # seconds for all of them to be seated
FEW, FEW_FOR = 10, 3  # fewer callers than that are looked at so many times as long

Figures = dict[str, float]


class Crowd:
    """Callers of one server, of one kind, and what was measured of them."""

    def __init__(self, kind: type[Caller], server: servers.Server, seed: int) -> None:
        self.kind, self.server = kind, server
        self.callers: list[Caller] = []
        self.times = Times()
        self.seconds = 0.0  # processor time of the server while it was measured
        self._luck = random.Random(seed)

    def think(self) -> float:
        """Seconds until a caller's next key: a Poisson process, but for the quickest."""
        return LEAST + self._luck.expovariate(1 / (THINK - LEAST))

    async def seat(self, count: int) -> None:
        """More callers, until there are `count`, each with a seat. TimeoutError, OSError."""
        gate = asyncio.Semaphore(AT_ONCE)
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*(self._seat_one(gate)
                                   for _ in range(count - len(self.callers))))

    async def _seat_one(self, gate: asyncio.Semaphore) -> None:
        async with gate:
            _, caller = await asyncio.get_running_loop().create_connection(
                lambda: self.kind(self.times, self.think, self._luck), "127.0.0.1",
                self.server.port)
            await caller.seated
            self.callers.append(caller)

    async def play(self, seconds: float, measured: bool) -> None:
        """Everybody acts for so long, and lets go of the keys."""
        before = self.server.seconds
        for caller in self.callers:
            caller.go_on()
        self.times.on = measured
        await asyncio.sleep(seconds)
        self.times.on = False
        if measured:
            self.seconds += self.server.seconds - before
        for caller in self.callers:
            caller.rest()
        await asyncio.sleep(SETTLE)

    def clear(self) -> None:
        """Measures anew."""
        self.times, self.seconds = Times(), 0.0
        for caller in self.callers:
            caller.times = self.times


def percentile(values: Sequence[float], share: float) -> float:
    """The value that `share` of all (0 to 1) do not exceed; 0 for no values."""
    return sorted(values)[min(int(len(values) * share), len(values) - 1)] if values else 0.0


@contextmanager
def private_servers(durability: str = "full") -> Iterator[tuple[servers.Server, servers.Server]]:
    """Our server and the peer, both on a core that the load keeps off."""
    servers.raise_limits()
    gc.freeze()
    gc.disable()  # the load's own collections are nobody's latency
    with ExitStack() as stack:
        core = stack.enter_context(servers.split_cores())
        # Beside the bench, for the system's folder for temporary files may be in memory.
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix=".store-",
                                                                 dir=servers.HERE))
        ours = servers.Server(servers.ours(Path(folder), durability), core)
        stack.enter_context(ours)
        peer = stack.enter_context(servers.Server(servers.PEER, core))
        try:
            yield ours, peer
        finally:
            gc.enable()
            gc.unfreeze()


def figures(counts: Sequence[int] = COUNTS, seconds: float = 30.0, turns: int = 3,
            durability: str = "full") -> Figures:
    """Per count of callers, p50 and p99 in ms and processor time in microseconds a key, ours, the
    peer's and their ratios.

    `steps` are the keys that moved the table, for which the disk is waited for; `typed` the
    others. `disk_sync` is what that disk takes for as little as a step writes.
    """
    return asyncio.run(_measure(counts, seconds, turns, durability))


async def _measure(counts: Sequence[int], seconds: float, turns: int,
                   durability: str) -> Figures:
    found: Figures = {}
    with private_servers(durability) as (ours, peer):
        both = Crowd(Player, ours, 1), Crowd(Typist, peer, 2)
        for count in counts:
            for crowd in both:
                await crowd.seat(count)
                crowd.clear()
                await crowd.play(WARM_UP, measured=False)
            syncs: list[float] = []
            for _ in range(turns):
                syncs += servers.sync_times()
                for crowd in both:
                    await crowd.play(seconds / turns * (FEW_FOR if count < FEW else 1),
                                     measured=True)
            found |= _compared(f"load_{count}", *both)
            for share in 50, 99:
                found[f"load_{count}_disk_sync_p{share}_ms"] = percentile(syncs, share / 100)
    return found


def _compared(name: str, ours: Crowd, peer: Crowd) -> Figures:
    found: Figures = {f"{name}_keys": float(len(ours.times.keys)),
                      f"{name}_steps": float(len(ours.times.steps))}
    for share in 50, 99:
        found |= _beside(name, f"p{share}_ms", percentile(ours.times.keys, share / 100),
                         percentile(peer.times.keys, share / 100))
        for what, times in ("steps", ours.times.steps), ("typed", ours.times.others):
            found[f"{name}_{what}_p{share}_ms"] = percentile(times, share / 100)
    mine, theirs = (1e6 * crowd.seconds / (len(crowd.times.keys) or 1) for crowd in (ours, peer))
    return found | _beside(name, "cpu_us", mine, theirs)


def _beside(name: str, figure: str, mine: float, theirs: float) -> Figures:
    return {f"{name}_{figure}": mine, f"{name}_echo_{figure}": theirs,
            f"{name}_{figure.rpartition('_')[0]}_ratio": mine / (theirs or 1)}
