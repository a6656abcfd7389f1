"""Telnet inside the relay: for boards that pass on the caller's raw socket and speak no telnet.

The door's process carries the bytes as they are (`anteup door --telnet`), and the interpreter of
the telnet port is set upon them here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from door.carriers.line import Line
from door.carriers.switchboard import Switchboard
from door.carriers.telnet import Caller


class Tunnel(asyncio.Transport):
    """A transport whose other end is a relay's line."""

    max_size = 0  # as sockets' transports have it; the relay bounds what arrives

    def __init__(self, line: Line, pause: Callable[[bool], None]) -> None:
        super().__init__()
        self._line, self._pause = line, pause
        self._closing = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self._line.write(bytes(data))

    def close(self) -> None:
        if not self._closing:
            self._closing = True
            self._line.hang_up()

    def abort(self) -> None:
        self.close()

    def can_write_eof(self) -> bool:
        return False    # the relay's own line parts from the caller

    def is_closing(self) -> bool:
        return self._closing

    def pause_reading(self) -> None:
        self._pause(True)

    def resume_reading(self) -> None:
        self._pause(False)

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """The relay's own transport has limits."""

    def get_write_buffer_size(self) -> int:
        transport = self._line.transport
        return transport.get_write_buffer_size() if transport is not None else 0

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return default

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        """The telnet library lets go of its transport this way."""


def interpret(line: Line, pause: Callable[[bool], None], switchboard: Switchboard) -> Caller:
    """A telnet interpreter over a relay's line; it answers the call once it has negotiated."""
    caller = Caller(line.address, lambda: None, switchboard)
    caller.connection_made(Tunnel(line, pause))
    inner = caller.line
    inner.carrier, inner.hello = line.carrier, line.hello
    inner.visitor, inner.speed = line.visitor, line.speed
    if line.columns and line.rows:
        inner.resize(line.columns, line.rows)
    return caller
