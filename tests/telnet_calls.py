"""Calls by telnet over real sockets: a server that answers, and a client that negotiates."""

import asyncio
import socket
import struct
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from telnetlib3 import telopt

from door.carriers import telnet
from door.carriers.line import Line
from door.carriers.switchboard import Answer
from door.carriers.telnet import TelnetServer
from tests.serving import SOON, serving

IAC, DO, DONT, WILL, WONT = telopt.IAC, telopt.DO, telopt.DONT, telopt.WILL, telopt.WONT
ECHO, SGA, NAWS, TTYPE, BINARY = telopt.ECHO, telopt.SGA, telopt.NAWS, telopt.TTYPE, telopt.BINARY
SB, SE = telopt.SB, telopt.SE


@asynccontextmanager
async def answering(answer: Answer, **options: Any) -> AsyncIterator[TelnetServer]:
    async with serving(await telnet.serve("127.0.0.1", 0, answer, **options)) as server:
        yield server


class Client:
    """A telnet client that answers negotiation as it is told to."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.heard = b""

    async def until(self, wanted: bytes) -> bytes:
        """All that was heard up to what is wanted, which is taken."""
        while wanted not in self.heard:
            data = await asyncio.wait_for(self.reader.read(65536), SOON)
            assert data, f"the line ended after {self.heard!r}"
            self.heard += data
        before, _, self.heard = self.heard.partition(wanted)
        return before + wanted

    async def rest(self) -> bytes:
        """All that is heard until the server closes."""
        data = await asyncio.wait_for(self.reader.read(), SOON)
        return self.heard + data

    def send(self, *data: bytes) -> None:
        self.writer.write(b"".join(data))

    async def negotiate(self, ttype: bytes = b"xterm", size: bytes = b"\0\x50\0\x18") -> None:
        """Be a client that can do everything."""
        await self.until(IAC + DO + TTYPE)
        self.send(IAC, WILL, TTYPE)
        await self.until(IAC + SB + TTYPE + telopt.SEND + IAC + SE)
        self.send(IAC, WILL, NAWS, IAC, SB, NAWS, size, IAC, SE)
        self.send(IAC, DO, BINARY, IAC, WILL, BINARY, is_type(ttype))
        if not ttype.lower().startswith((b"mud", b"tin")):
            await self.until(IAC + WILL + ECHO)
            self.send(IAC, DO, SGA, IAC, DO, ECHO)

    async def close(self) -> None:
        self.writer.close()
        try:
            await self.writer.wait_closed()
        except OSError:
            pass


def is_type(name: bytes) -> bytes:
    return IAC + SB + TTYPE + telopt.IS + name + IAC + SE


@asynccontextmanager
async def calling(server: TelnetServer, **options: Any) -> AsyncIterator[Client]:
    client = Client(*await asyncio.open_connection("127.0.0.1", server.port, **options))
    try:
        yield client
    finally:
        await client.close()


async def echo(line: Line) -> None:
    """Says hello, then everything back."""
    line.write(b"hello:")
    while True:
        line.write(await line.read())
        await line.drain()


def once(take: Callable[[Line], Awaitable[Any]]) -> tuple[Answer, "asyncio.Future[Any]"]:
    """An answer that does one thing, and the future of what came of it."""
    outcome: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    async def answer(line: Line) -> None:
        try:
            outcome.set_result(await take(line))
        except Exception as error:
            outcome.set_exception(error)

    return answer, outcome


def reset(client: Client) -> None:
    """Hang up as a crash does: RST instead of FIN."""
    sock = client.writer.get_extra_info("socket")
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    client.writer.transport.abort()


async def flood(client: Client, data: bytes, times: int) -> None:
    """Send until the server takes no more, or all is sent."""
    for _ in range(times):
        client.send(data)
        try:
            await asyncio.wait_for(client.writer.drain(), 0.3)
        except (TimeoutError, OSError):
            return


async def until_gone(server: TelnetServer) -> None:
    """Until no line is open, though the server goes on."""
    await asyncio.sleep(0)
    while not server.connections:
        await asyncio.sleep(0)
    await server.closed()
