"""A line on a transport that notes what is asked of it."""

from __future__ import annotations

import asyncio
from typing import Any

from door.carriers.line import Line


class Wire(asyncio.Transport):
    """A transport that notes what is asked of it."""

    def __init__(self) -> None:
        super().__init__()
        self.sent = b""
        self.waiting = 0
        self.reading = True
        self.closed = False
        self.aborted = asyncio.Event()

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        self.high = high

    def get_write_buffer_size(self) -> int:
        return self.waiting

    def write(self, data: Any) -> None:
        self.sent += bytes(data)

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True

    def close(self) -> None:
        self.closed = True

    def can_write_eof(self) -> bool:
        return False

    def is_closing(self) -> bool:
        return self.closed

    def abort(self) -> None:
        self.aborted.set()


def new_line() -> tuple[Line, Wire]:
    wire = Wire()
    return Line("telnet", "192.0.2.7", wire), wire


async def started(task: asyncio.Task[Any]) -> None:
    """Let a task run until it waits for something."""
    await asyncio.sleep(0)
    assert not task.done()
