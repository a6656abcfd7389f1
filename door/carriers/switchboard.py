"""The calls that are being answered: a carrier's open lines, each hung up after its answer."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from door.carriers.line import CarrierLost, Line

log = logging.getLogger(__name__)

Answer = Callable[[Line], Awaitable[None]]


class Switchboard:
    """A carrier's open lines: runs `answer(line)` for each, and hangs up after it."""

    def __init__(self, answer: Answer) -> None:
        self.lines: set[Line] = set()
        self._answer = answer
        self._calls: dict[Line, asyncio.Task[None]] = {}
        self._waiter: asyncio.Future[None] | None = None

    def open(self, line: Line) -> None:
        """A connection has been made; who is calling is not known yet."""
        self.lines.add(line)

    def connect(self, line: Line) -> None:
        """Answer a line about which all is known that will be."""
        line.begin()
        self._calls[line] = asyncio.get_running_loop().create_task(self._attend(line))

    async def _attend(self, line: Line) -> None:
        try:
            await self._answer(line)
        except CarrierLost:
            pass
        except Exception:
            log.exception("the answer to a %s caller failed", line.carrier)
        finally:
            line.hang_up()
            del self._calls[line]
            self._settle()

    def lost(self, line: Line) -> None:
        """The connection is gone; its answer may take a while to notice."""
        line.lost()
        self.lines.discard(line)
        self._settle()

    def hang_up(self) -> None:
        """End every call, after what was already written to it."""
        for line in list(self.lines):
            line.hang_up()

    async def quiet(self) -> None:
        """Wait until all lines are closed and no call is being answered."""
        while self.lines or self._calls:
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter

    def _settle(self) -> None:
        if self._waiter is not None and not (self._waiter.done() or self.lines or self._calls):
            self._waiter.set_result(None)
