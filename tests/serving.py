"""A carrier's server in a test: it is closed at the end, and nothing is left of its calls."""

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Protocol, TypeVar

SOON = 10   # seconds after which a test has failed


class Server(Protocol):
    """What every carrier's server can do."""

    def close(self) -> None: ...
    async def closed(self) -> None: ...


Some = TypeVar("Some", bound=Server)


@asynccontextmanager
async def serving(server: Some) -> AsyncIterator[Some]:
    """Until the end, by which all its lines must be closed."""
    try:
        yield server
    finally:
        server.close()
        await asyncio.wait_for(server.closed(), SOON)


@asynccontextmanager
async def leaving_nothing(server: Server, *kinds: type) -> AsyncIterator[None]:
    """After the calls in between, nothing of these kinds is there, though no garbage was looked
    for."""
    gc.collect()
    gc.disable()
    try:
        yield
        await asyncio.wait_for(server.closed(), SOON)
        await asyncio.sleep(0)
        kept = [type(each).__name__ for each in gc.get_objects() if isinstance(each, kinds)]
    finally:
        gc.enable()
    assert kept == []
