"""door.carriers.entrance: how many may call, and how the port is closed."""

import asyncio
import socket
from typing import Any

import pytest

from door.carriers import entrance
from door.carriers.line import Line
from tests.telnet_calls import SOON, answering, calling, echo, once


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
