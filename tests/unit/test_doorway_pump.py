"""door.doorway.pump: waiting without spinning, whoever takes nothing or is gone."""

import os
import select
import socket
from collections.abc import Iterator
from typing import Any

import pytest

from door.doorway import pump as pump_module
from door.doorway.framing import DATA, SERVER_LOST, frame
from door.doorway.pump import BACKLOG, Pump


class Still:
    """A terminal whose output is a full pipe."""

    def __init__(self, output: int, wakeup: int) -> None:
        self.output, self.wakeup = output, wakeup

    def size(self) -> tuple[int, int]:
        return 80, 24


@pytest.fixture
def stalled(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Pump, socket.socket]]:
    """A pump between a screen that takes nothing, silent input, and a server."""
    (screen, output), (wakeup, alarm), (silence, keys) = os.pipe(), os.pipe(), os.pipe()
    os.set_blocking(output, False)
    with pytest.raises(BlockingIOError):
        while True:
            os.write(output, b"x" * 4096)
    ours, theirs = socket.socketpair()
    ours.setblocking(False)
    monkeypatch.setattr(pump_module, "STDIN", silence)
    still: Any = Still(output, wakeup)
    pump = Pump(still, ours, {"kind": "play"})
    monkeypatch.setattr(pump, "_patience", lambda: 0)
    pump._send()
    with ours, theirs:
        yield pump, theirs
    for descriptor in (screen, output, wakeup, alarm, silence, keys):
        os.close(descriptor)


Stalled = tuple[Pump, socket.socket]


def test_a_stopped_screen_with_a_talking_server_does_not_spin(stalled: Stalled) -> None:
    pump, server = stalled
    assert pump._wait() == {}
    server.sendall(frame(DATA, b"x" * 60_000))
    assert pump._wait() != {}
    while pump._wait():
        pump._receive()
        if len(pump._to_screen) < 60_000:
            continue
        pump._to_screen += b"x" * BACKLOG
    assert len(pump._to_screen) >= BACKLOG
    server.sendall(b"more")
    assert pump._wait() == {}


def test_a_stopped_screen_with_a_dead_server_does_not_spin(stalled: Stalled) -> None:
    pump, server = stalled
    pump._to_screen += b"x" * BACKLOG
    server.close()
    assert pump._wait() == {}
    del pump._to_screen[1:]
    pump._receive()
    assert pump._code == SERVER_LOST
    assert pump._wait() == {}


def test_a_server_that_takes_nothing_stops_our_reading_of_keys(stalled: Stalled) -> None:
    pump, _ = stalled
    pump._to_server += b"x" * 1_000_000
    with pytest.raises(AssertionError):
        while True:
            before = len(pump._to_server)
            pump._send()
            assert len(pump._to_server) < before
    assert pump._wait() == {}


def test_the_end_of_input_does_not_spin(stalled: Stalled) -> None:
    pump, server = stalled
    with open(os.devnull, "rb") as nothing:
        pump._input = nothing.fileno()
        assert pump._wait() == {nothing.fileno(): select.POLLIN}
        pump._take_keys(nothing.fileno())
        assert pump._wait() == {}
    assert server.recv(65536).startswith(b"H") and server.recv(1) == b""
