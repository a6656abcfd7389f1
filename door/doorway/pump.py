"""Between the caller's terminal and the server: bytes both ways, and how the call ended."""

import os
import select
import socket
import struct
import time

from door.doorway.framing import (BYE, CHUNK, DATA, HELLO, LINE_LOST, NORMAL, SAY, SERVER_LOST,
                                  SIZE, USE, VERSION, frame, frames)
from door.doorway.terminal import STDIN, Leave, Terminal

BACKLOG = 65536         # bytes held for the screen, or for the server, before we stop reading
LAST_WORDS = 0.7        # seconds the server has to finish after the caller's last byte
LOST = "The casino closed the line."


class Pump:
    """Carries bytes both ways until the server or the caller has had enough."""

    def __init__(self, terminal: Terminal, server: socket.socket, hello: dict[str, object]) -> None:
        self.words = ""
        self._terminal = terminal
        self._server = server
        self._code: int | None = None       # known: nothing more comes from the server
        self._deadline: float | None = None     # set: the caller's input is at its end
        # A door's caller may be at an inherited socket: the server reads the drop file and says.
        self._input = None if hello.get("kind") == "door" else STDIN
        self._size = terminal.size()
        self._inbox = bytearray()
        self._to_screen = bytearray()
        columns, rows = self._size
        size: dict[str, object] = {"columns": columns, "rows": rows}
        self._to_server = bytearray(frame(HELLO, {**size, **hello, "version": VERSION}))

    def run(self) -> int:
        """Pump until the end; the exit code. Raises Leave."""
        self._terminal.make_raw()
        self._server.setblocking(False)
        while self._code is None or self._to_screen:
            ready = self._wait()
            if self._deadline is not None and time.monotonic() >= self._deadline:
                raise Leave
            self._attend(ready)
        return self._code if self._deadline is None else LINE_LOST

    def _attend(self, ready: dict[int, int]) -> None:
        if ready.get(self._terminal.wakeup):
            self._resize()
        if self._input is not None and ready.get(self._input):
            self._take_keys(self._input)
        if ready.get(self._server.fileno()):
            self._talk(ready[self._server.fileno()])
        if ready.get(self._terminal.output):
            self._show(ready[self._terminal.output])

    def _wait(self) -> dict[int, int]:
        """Wait for what can be acted on. What cannot is not watched, or it would wake us always."""
        poll = select.poll()
        poll.register(self._terminal.wakeup, select.POLLIN)
        poll.register(self._terminal.output, select.POLLOUT if self._to_screen else 0)
        if self._deadline is None and self._input is not None and len(self._to_server) < BACKLOG:
            poll.register(self._input, select.POLLIN)
        listen = select.POLLIN if len(self._to_screen) < BACKLOG else 0
        if self._code is None and (listen or self._to_server):
            poll.register(self._server, listen | (select.POLLOUT if self._to_server else 0))
        return dict(poll.poll(self._patience()))

    def _patience(self) -> int | None:
        if self._deadline is None:
            return None
        return max(0, int((self._deadline - time.monotonic()) * 1000) + 1)

    def _resize(self) -> None:
        os.read(self._terminal.wakeup, CHUNK)
        size = self._terminal.size()
        if size != self._size and 0 not in size:
            self._size = size
            self._to_server += frame(SIZE, struct.pack(">HH", *size))

    def _take_keys(self, source: int) -> None:
        try:
            data = os.read(source, CHUNK)
        except BlockingIOError:
            return
        except OSError:     # a terminal that was hung up
            data = b""
        if data:
            self._to_server += frame(DATA, data)
            return
        self._deadline = time.monotonic() + LAST_WORDS
        if not self._to_server:
            self._end_input()

    def _end_input(self) -> None:
        try:
            self._server.shutdown(socket.SHUT_WR)
        except OSError:
            pass

    def _talk(self, events: int) -> None:
        """Exchange with the server what both sides are ready for."""
        if events & select.POLLOUT:
            self._send()
        if events & ~select.POLLOUT:
            self._receive()

    def _send(self) -> None:
        try:
            del self._to_server[:self._server.send(self._to_server)]
        except BlockingIOError:
            return
        except OSError:
            self._to_server.clear()     # it is gone, but what it said before can still be read
        if self._deadline is not None and not self._to_server:
            self._end_input()

    def _receive(self) -> None:
        try:
            data = self._server.recv(CHUNK)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        self._inbox += data
        try:
            for kind, payload in frames(self._inbox):
                self._act(kind, payload)
        except ConnectionError:
            data = b""
        if not data and self._code is None:
            self._code = SERVER_LOST
            self.words = self.words or LOST

    def _act(self, kind: int, payload: bytes) -> None:
        if kind == DATA:
            self._to_screen += payload
        elif kind == SAY:
            self.words = payload.decode("utf-8", "replace")
        elif kind == USE and self._input is None:
            self._use(*struct.unpack(">h", payload))
        elif kind == BYE:
            self._code = payload[0] if payload else NORMAL

    def _use(self, descriptor: int) -> None:
        """The caller is at a socket that we inherited, or, below 0, where we are ourselves."""
        self._input = STDIN if descriptor < 0 else descriptor
        if descriptor >= 0:
            self._terminal.use(descriptor)

    def _show(self, events: int) -> None:
        if events & ~select.POLLOUT:    # nobody is there to see it
            raise Leave
        self._terminal.write(self._to_screen)
