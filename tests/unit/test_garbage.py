"""door.session.garbage: small rounds while somebody is here, the large one when nobody is."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterator

import pytest

from door.carriers import telnet
from door.carriers.line import CarrierLost, Line
from door.session import garbage

FULL = ["unfreeze", "collect", "freeze"]
SMALL = ["collect 1", "freeze"]


class Collector:
    """Stands in for the module gc and writes down what it is told to do."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self.threshold: tuple[int, ...] = (700, 10, 10)

    def get_threshold(self) -> tuple[int, ...]:
        return self.threshold

    def set_threshold(self, *threshold: int) -> None:
        self.threshold = threshold

    def collect(self, generation: int = 2) -> None:
        self.told.append("collect" if generation == 2 else f"collect {generation}")

    def freeze(self) -> None:
        self.told.append("freeze")

    def unfreeze(self) -> None:
        self.told.append("unfreeze")


@pytest.fixture
def collector(monkeypatch: pytest.MonkeyPatch) -> Iterator[Collector]:
    stands_in = Collector()
    monkeypatch.setattr(garbage, "gc", stands_in)
    monkeypatch.setattr(garbage, "ROUND", 0)
    yield stands_in


async def rounds(deserted: list[bool]) -> None:
    """As many rounds as there are answers to whether nobody is here."""
    left = iter(deserted)
    task = asyncio.create_task(garbage.keep_tidy(lambda: next(left)))
    with pytest.raises(RuntimeError):  # there is no answer left
        await task


async def test_an_empty_house_is_cleared_once(collector: Collector) -> None:
    await rounds([True, True, True])
    assert collector.told == FULL


async def test_people_are_not_kept_waiting(collector: Collector) -> None:
    await rounds([True, False, False, True, True, False])
    assert collector.told == FULL + SMALL + SMALL + FULL + SMALL


async def test_full_collections_of_pythons_own_are_out_of_play(collector: Collector) -> None:
    await rounds([])
    assert collector.threshold == (700, 10, garbage.NEVER)


def test_what_is_frozen_goes_away_as_everything_does() -> None:
    """What the rounds rely on, and the reason to leave no circles behind."""
    class Kept:
        pass

    gone: list[int] = []
    kept, circle = Kept(), Kept()
    weakref.finalize(kept, gone.append, 1)
    weakref.finalize(circle, gone.append, 2)
    circle.itself = circle  # type: ignore[attr-defined]
    gc.freeze()
    del kept, circle
    gc.collect()
    assert gone == [1]
    gc.unfreeze()
    gc.collect()
    assert gone == [1, 2]


async def test_a_line_that_is_lost_needs_no_collector() -> None:
    """A lost connection once held on to itself: a kilobyte and more for each caller who came."""
    lines: list[weakref.ref[asyncio.Transport]] = []

    async def answer(line: Line) -> None:
        transport = line._transport
        assert transport is not None
        lines.append(weakref.ref(transport))
        del transport
        with pytest.raises(CarrierLost):
            await line.read()

    server = await telnet.serve("127.0.0.1", 0, answer)
    gc.collect()
    gc.disable()
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", server.port)
        async with asyncio.timeout(10):
            while not lines:
                await asyncio.sleep(0)
            writer.close()
            while lines[0]() is not None:
                await asyncio.sleep(0)
    finally:
        gc.enable()
    server.close()
    await server.closed()
