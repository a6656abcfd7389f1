"""door.session.garbage: everything is looked at when nobody is here, or seldom."""

from __future__ import annotations

import asyncio
import gc
import weakref

import pytest

from door.carriers import telnet
from door.carriers.line import CarrierLost, Line
from door.session import garbage


class Collector:
    """Stands in for the module gc and counts the collections that it is told to make."""

    def __init__(self) -> None:
        self.collections = 0
        self.automatic = True

    def disable(self) -> None:
        self.automatic = False

    def collect(self) -> None:
        self.collections += 1


@pytest.fixture
def collector(monkeypatch: pytest.MonkeyPatch) -> Collector:
    stands_in = Collector()
    monkeypatch.setattr(garbage, "gc", stands_in)
    monkeypatch.setattr(garbage, "ROUND", 0)
    return stands_in


async def rounds(*deserted: bool) -> None:
    """As many rounds as there are answers to whether nobody is here."""
    left = iter(deserted)
    task = asyncio.create_task(garbage.keep_tidy(lambda: next(left)))
    with pytest.raises(RuntimeError):  # there is no answer left
        await task


async def test_an_empty_house_is_cleared_once(collector: Collector) -> None:
    await rounds(True, True, True)
    assert collector.collections == 1


async def test_it_is_cleared_again_when_the_last_one_has_gone(collector: Collector) -> None:
    await rounds(True, False, False, True, True, False)
    assert collector.collections == 2


async def test_people_are_kept_waiting_seldom(collector: Collector) -> None:
    await rounds(*[False] * (2 * garbage.SELDOM))
    assert collector.collections == 2


async def test_pythons_own_collections_are_out_of_play(collector: Collector) -> None:
    await rounds()
    assert not collector.automatic


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
