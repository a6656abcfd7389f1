"""door.carriers.entrance: how many may call, and how the port is closed."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from door.carriers import entrance
from door.carriers import line as line_module
from door.carriers.line import Line
from door.carriers.telnet import TelnetServer
from tests.serving import SOON
from tests.telnet_calls import Client, answering, calling, echo, once


@pytest.mark.asyncio
async def test_too_many_lines_are_refused_in_one_line_of_ascii() -> None:
    async with answering(echo, lines=1) as server, calling(server) as first:
        await first.negotiate()
        await first.until(b"hello:")
        async with calling(server) as second:
            assert await second.rest() == entrance.BUSY
        assert server.connections == 1


@pytest.mark.asyncio
async def test_too_many_lines_from_an_address_are_refused_and_its_exemption_counts() -> None:
    async with answering(echo, lines_per_address=1) as server, calling(server) as first:
        await first.negotiate()
        async with calling(server) as second:
            assert await second.rest() == entrance.CROWDED
    exempt = frozenset({"127.0.0.1"})
    async with answering(echo, lines_per_address=1, exempt=exempt) as server:
        async with calling(server) as first, calling(server) as second:
            await first.negotiate()
            await second.negotiate()
            await second.until(b"hello:")


@pytest.mark.asyncio
async def test_who_is_hung_up_on_may_call_again_before_the_old_line_is_closed(
        monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten who were hung up on at once met their own old lines, which are read on for a while."""
    monkeypatch.setattr(line_module, "GRACE", 3600.0)
    async with answering(goodbye, lines_per_address=1) as server:
        async with calling(server) as first, calling_again(server, first) as second:
            await second.negotiate()
            assert b"bye" in await second.rest()


@pytest.mark.asyncio
async def test_lines_that_nobody_closes_are_bounded_as_well(
        monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line_module, "GRACE", 3600.0)
    async with answering(goodbye, lines_per_address=1) as server:
        async with calling(server) as first, calling_again(server, first) as second:
            async with calling_again(server, second) as third:
                assert await third.rest() == entrance.CROWDED
            assert server.connections == 2


async def goodbye(line: Line) -> None:
    line.write(b"bye")


@asynccontextmanager
async def calling_again(server: TelnetServer, before: Client) -> AsyncIterator[Client]:
    """A call after one that the house has ended, whose caller has not closed yet."""
    await before.negotiate()
    assert b"bye" in await before.rest()
    async with calling(server) as client:
        yield client


@pytest.mark.asyncio
async def test_a_line_that_ended_makes_room() -> None:
    async with answering(echo, lines=1, lines_per_address=1) as server:
        for _ in range(3):
            async with calling(server) as client:
                await client.negotiate()
                await client.until(b"hello:")
            await asyncio.wait_for(server.closed(), SOON)


@pytest.mark.asyncio
async def test_stopping_keeps_the_open_lines_and_closing_ends_them() -> None:
    async with answering(echo) as server, calling(server) as client:
        await client.negotiate()
        await client.until(b"hello:")
        port = server.port
        server.stop()
        with pytest.raises(OSError):
            await asyncio.open_connection("127.0.0.1", port)
        client.send(b"on")
        await client.until(b"on")
        server.close()
        assert await client.rest() == b""


@pytest.mark.asyncio
async def test_dead_peers_are_noticed_and_keys_are_sent_at_once() -> None:
    async def take(line: Line) -> tuple[int, int, int]:
        transport: Any = line._transport
        sock = transport.get_extra_info("socket")
        return (sock.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE),
                sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY), transport.max_size)

    answer, seen = once(take)
    async with answering(answer) as server, calling(server) as client:
        await client.negotiate()
        assert await asyncio.wait_for(seen, SOON) == (1, 1, 4096)
