"""One relay connection: its frames understood, its caller let in or refused."""

from __future__ import annotations

import asyncio
import json
import logging
import struct
from typing import TYPE_CHECKING

from door.carriers import boarding, tunnel
from door.carriers.dropfile import BadDropFile
from door.carriers.line import terminal_name
from door.carriers.relay.accounts import account, peer_uid
from door.carriers.relay.framing import (BAD_DROP, BYE, DATA, HEADER, HELLO, LARGEST, REFUSED, SIZE,
                                         USE, Malformed, read_hello)
from door.carriers.relay.line import RelayLine
from door.carriers.telnet import Caller

if TYPE_CHECKING:
    from door.carriers.relay.server import RelayServer

CHUNK = 4096            # bytes read at once
FIRST_FRAME = 10.0      # seconds for the HELLO
NOT_SET_UP = "This door is not set up right yet. Please tell your sysop; the log says why."

log = logging.getLogger(__package__)    # the relay's, in the log that a sysop reads


class Relay(asyncio.Protocol):
    """The protocol of such a connection."""

    def __init__(self, server: RelayServer) -> None:
        self._server = server
        self._buffer = bytearray()
        self._greeted = False
        self._telnet: Caller | None = None  # set upon the bytes of a door that asks for it

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        transport.max_size = CHUNK      # type: ignore[attr-defined]
        self._line = RelayLine(transport)
        self._uid = peer_uid(transport.get_extra_info("socket"))
        self._line.user = account(self._uid)
        self._server.switchboard.open(self._line)
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(FIRST_FRAME, self.refuse, "The door never said hello.")

    def connection_lost(self, exc: Exception | None) -> None:
        self._timer.cancel()
        if self._telnet is not None:
            self._telnet.connection_lost(exc)
        self._server.switchboard.lost(self._line)

    def eof_received(self) -> bool:
        """A door that has no more input still takes what was said to it."""
        self._end_input()
        return self._greeted

    def _end_input(self) -> None:
        if self._telnet is not None:
            self._telnet.eof_received()
        else:
            self._line.feed_eof()

    def pause_writing(self) -> None:
        if self._telnet is not None:
            self._telnet.pause_writing()
        else:
            self._line.slow(True)

    def resume_writing(self) -> None:
        if self._telnet is not None:
            self._telnet.resume_writing()
        else:
            self._line.slow(False)

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        try:
            while self._buffer and self._take_frame():
                pass
        except Malformed as error:
            log.warning("relay of %s: %s", self._line.user, error)
            self.refuse("This door and the running server differ: restart the server.")

    def refuse(self, reason: str, code: int = REFUSED) -> None:
        """Close with a reason that the door shows."""
        self._buffer.clear()
        self._line.exit_code = code
        self._line.say(reason)
        self._line.hang_up()

    def _take_frame(self) -> bool:
        """Act on the buffer's first frame; false if it is not whole yet."""
        if len(self._buffer) < HEADER.size:
            return False
        kind, size = HEADER.unpack_from(self._buffer)
        if size > LARGEST or kind not in (DATA, SIZE, BYE, HELLO):
            raise Malformed(f"kind {kind}, {size} bytes")
        if (kind == HELLO) == self._greeted:
            raise Malformed("HELLO twice" if self._greeted else "no HELLO first")
        end = HEADER.size + size
        if len(self._buffer) < end:
            return False
        payload = bytes(self._buffer[HEADER.size:end])
        del self._buffer[:end]
        self._act(kind, payload)
        return True

    def _act(self, kind: int, payload: bytes) -> None:
        if kind == HELLO:
            self._greet(read_hello(payload))
        elif kind == DATA and self._telnet is not None:
            self._telnet.data_received(payload)
        elif kind == DATA:
            self._line.feed(payload)
        elif kind == BYE:
            self._end_input()
        elif len(payload) == 4:
            self._line.resize(*struct.unpack(">HH", payload))
        else:
            raise Malformed(f"SIZE of {len(payload)} bytes")

    def _greet(self, hello: dict[str, object]) -> None:
        self._greeted = True
        self._timer.cancel()
        kind = hello["kind"]
        hello["user"] = self._line.user     # whoever connects is who the system says they are
        if kind == "sysop":
            self._server.ask_sysop(self, hello, self._uid)
        elif self._server.full():
            self.refuse("All lines are busy. Please call again later.")
        elif kind == "door":
            self._board(hello)
        else:
            self._connect(hello)

    def _board(self, hello: dict[str, object]) -> None:
        """Let a board's caller in as its drop file says, or say what is wrong, in the log."""
        try:
            boarded = boarding.board(hello, self._server.config)
        except BadDropFile as error:
            log.error("a door's caller was not let in: %s", error)
            self.refuse(NOT_SET_UP, BAD_DROP)
            return
        line, drop = self._line, boarded.drop
        line.carrier, line.visitor, line.speed = "door", boarded.visitor, drop.speed
        line.send(USE, struct.pack(">h", boarded.pipe))
        if not hello.get("columns"):
            hello["columns"], hello["rows"] = drop.columns, drop.rows
        self._connect(hello, boarded.telnet)

    def _connect(self, hello: dict[str, object], telnet: bool = False) -> None:
        line = self._line
        line.hello = hello
        environ = hello.get("environ")
        if isinstance(environ, dict):
            line.terminal_type = terminal_name(str(environ.get("TERM", "")))
        columns, rows = hello.get("columns"), hello.get("rows")
        if type(columns) is int and type(rows) is int:
            line.resize(columns, rows)
        switchboard = self._server.switchboard
        if telnet:
            self._telnet = tunnel.interpret(line, self._pause, switchboard)
        else:
            switchboard.connect(line)

    def _pause(self, pause: bool) -> None:
        """The telnet interpreter's inbox is full, or no longer."""
        transport = self._line.transport
        if transport is not None:
            (transport.pause_reading if pause else transport.resume_reading)()

    def reply(self, reply: dict[str, object]) -> None:
        """Answer a sysop's request."""
        self._line.write(json.dumps(reply).encode())
        self._line.hang_up()
