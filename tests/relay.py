"""The relay's server in a folder, and a door at its other end that speaks frame by frame."""

import asyncio
import contextlib
import json
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from door.carriers import relay
from door.carriers.line import Line
from door.carriers.relay import RelayServer
from door.carriers.relay.framing import DATA, HEADER, HELLO, frame
from door.carriers.switchboard import Answer
from tests.serving import SOON, serving


@asynccontextmanager
async def answering(folder: Path, answer: Answer, **options: Any) -> AsyncIterator[RelayServer]:
    async with serving(await relay.serve(folder, answer, **options)) as server:
        yield server


class Door:
    """The other end, frame by frame."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    def send(self, *frames: bytes) -> None:
        self.writer.write(b"".join(frames))

    def hello(self, **more: object) -> None:
        self.send(frame(HELLO, json.dumps({"version": 1, "kind": "play", **more}).encode()))

    async def hear(self) -> tuple[int, bytes]:
        header = await asyncio.wait_for(self.reader.readexactly(5), SOON)
        kind, size = HEADER.unpack(header)
        return kind, await asyncio.wait_for(self.reader.readexactly(size), SOON)

    async def until(self, wanted: bytes) -> None:
        """Wait until this has come as data."""
        heard = b""
        while wanted not in heard:
            kind, payload = await self.hear()
            heard += payload if kind == DATA else b""

    async def rest(self) -> list[tuple[int, bytes]]:
        """All that is heard until the server closes."""
        heard = []
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                heard.append(await self.hear())
        return heard


@asynccontextmanager
async def calling(server: RelayServer) -> AsyncIterator[Door]:
    door = Door(*await asyncio.open_unix_connection(os.fspath(server.path)))
    try:
        yield door
    finally:
        door.writer.close()
        with contextlib.suppress(OSError):
            await door.writer.wait_closed()


async def echo(line: Line) -> None:
    while True:
        line.write(await line.read())
        await line.drain()


async def nobody(line: Line) -> None:
    raise AssertionError("nobody should be answered")
