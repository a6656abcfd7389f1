"""A call by rlogin in memory: bytes in, in whatever packets, and what came of them."""

from __future__ import annotations

import asyncio
from typing import Any

from door.carriers.line import Line
from door.carriers.rlogin import Rlogin
from door.carriers.switchboard import Switchboard
from door.config import Board
from door.config.boards import read_board
from tests import wired

SECRET = "lantern at the door"
HERE = "10.0.0.5"
LAB = read_board("The Lab", f"tag LAB; secret {SECRET}")
CORNER = read_board("Corner Store", "tag CS; addresses 10.0.0.5 192.168.7.0/24 2001:db8::/32")


def greeting(client: str | bytes, server: str | bytes, terminal: str | bytes) -> bytes:
    fields = (each.encode() if isinstance(each, str) else each
              for each in (client, server, terminal))
    return b"\0" + b"".join(each + b"\0" for each in fields)


def by_secret(handle: str | bytes, terminal: str | bytes = "ansi/38400") -> bytes:
    return greeting(SECRET, handle, terminal)


class Wire(wired.Wire):
    """One that nothing is written to once it is closed."""

    def write(self, data: Any) -> None:
        assert not self.closed
        super().write(data)

    def abort(self) -> None:
        self.closed = True


class Call:
    """One connection. `answered` is what the switchboard was given, None so far."""

    def __init__(self, *boards: Board, address: str = HERE) -> None:
        self.wire, self.left = Wire(), 0
        self.answered: Line | None = None
        self.switchboard = Switchboard(self._answer)
        self.protocol = Rlogin(address, self._leave, boards, self.switchboard)
        self.protocol.connection_made(self.wire)
        self.line = self.protocol.line

    async def _answer(self, line: Line) -> None:
        self.answered = line
        await asyncio.Event().wait()

    def _leave(self) -> None:
        self.left += 1

    def send(self, *packets: bytes) -> None:
        """A transport that was closed reads no more."""
        for packet in packets:
            if packet and not self.wire.closed:
                self.protocol.data_received(packet)

    async def settle(self) -> None:
        """Let the answer begin."""
        await asyncio.sleep(0)

    def end(self) -> None:
        """The connection is gone."""
        self.protocol.connection_lost(None)
        assert self.left == 1 and not self.switchboard.lines
        for call in asyncio.all_tasks() - {asyncio.current_task()}:
            call.cancel()
