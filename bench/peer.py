"""The peer: a bare telnetlib3 server that echoes what it gets, run as `python -m bench.peer`.

It reads small pieces as our server does (asyncio's own 256 KiB cost a page fault a key), or the
comparison would not be honest.
"""

from __future__ import annotations

import asyncio
from typing import Any

from telnetlib3 import create_server
from telnetlib3.server_base import BaseServer

CHUNK = 4096  # bytes, as in door.carriers.entrance


class Bare(BaseServer):
    """The library's server without negotiation of its own."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        setattr(transport, "max_size", CHUNK)
        super().connection_made(transport)


async def echo(reader: Any, writer: Any) -> None:
    """Sends back what comes, until nothing more does."""
    while data := await reader.read(CHUNK):
        writer.write(data)
    writer.close()


async def serve() -> None:
    """Listens on a free port of this machine, and says which, for ever."""
    server = await create_server("127.0.0.1", 0, protocol_factory=Bare, shell=echo,
                                 encoding=False, force_binary=True, connect_maxwait=0.0)
    assert server.sockets
    print(f"Listening on 127.0.0.1:{server.sockets[0].getsockname()[1]}", flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(serve())
