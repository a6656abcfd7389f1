"""The casino closes, by SIGTERM or without a word, and opens again over the same folder."""

from __future__ import annotations

import signal
import socket
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.e2e import nights
from tests.e2e.conftest import checked
from tests.e2e.server import ANTEUP, PATIENCE, Server
from tests.e2e.telnet import TelnetCaller, needs_telnet
from tests.e2e.test_hang_up import RESUMED, asked, at_the_table
from tests.e2e.wire import WireCaller

Wire = Callable[[int], WireCaller]
CLOSED = "The casino closes its doors. Chips and hands are kept; call again soon."
GONE_WITHIN = 2.0   # seconds


@pytest.fixture
def command(tmp_path: Path) -> Iterator[Server]:
    """A server that the command line has started, to its last moment."""
    yield from checked(Server(tmp_path))


def test_who_is_in_a_hand_is_told_and_finds_it_at_the_next_start(command: Server,
                                                                 wire: Wire) -> None:
    caller = at_the_table(command.port, wire, "Ada", 200)
    caller.answer(nights.ANTE, "a")
    prompt = caller.prompt()[1]
    before = asked(caller, prompt)
    assert command.stop(GONE_WITHIN) == 0
    assert CLOSED in caller.ended()
    said, resumed = wire(command.start().port).log_in("Ada")
    assert RESUMED in said and resumed == prompt
    assert asked(wire_of_next_call(command, wire), prompt) == before


def wire_of_next_call(server: Server, wire: Wire) -> WireCaller:
    caller = wire(server.port)
    caller.log_in("Ada")
    return caller


def test_everybody_is_told_wherever_they_are(server: Server, wire: Wire) -> None:
    callers = [wire(server.port) for _ in range(6)]
    for caller, lines in zip(callers, ([], ["p"], ["p", "Bob"], ["p", "guest"],
                                       ["p", "guest", "p"], ["p", "guest", "p", "50", "a"])):
        for line in lines:
            caller.prompt()
            caller.send(line)
        caller.prompt()
    assert server.stop(GONE_WITHIN) == 0
    assert [CLOSED in caller.ended() for caller in callers] == [True] * 6


@needs_telnet
def test_a_painted_screen_is_left_as_it_was_found(server: Server,
                                                  call: Callable[..., TelnetCaller]) -> None:
    caller = call(server.port)
    caller.log_in("guest")
    caller.sit()
    caller.answer(nights.ANTE, "a")
    caller.expect("F)old? ")
    assert server.stop(GONE_WITHIN) == 0
    caller.ended()
    screen = caller.eyes.screen
    assert caller.sees(CLOSED)
    assert not screen.cursor.hidden and screen.cursor.attrs.fg == "default"


def test_a_caller_who_never_reads_does_not_hold_the_doors_open(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port)) as deaf:
        deaf.setblocking(False)
        try:
            while True:
                deaf.send(b"p\r\nguest\r\np\r\n50\r\n" + b"?\r\nq\r\n" * 500)
        except BlockingIOError:
            pass
        assert server.stop(GONE_WITHIN) == 0


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP])
def test_other_signals_close_as_well(command: Server, wire: Wire, number: int) -> None:
    caller = wire(command.port)
    caller.prompt()
    assert command.signal(number, GONE_WITHIN) == 0
    assert CLOSED in caller.ended()


def test_the_money_of_a_killed_server_is_counted_at_the_next_start(server: Server,
                                                                   wire: Wire) -> None:
    """A guest's hand is settled, a stack between hands is banked, a hand waits (1.12)."""
    hand, between, guest = (at_the_table(server.port, wire, who, 100)
                            for who in ("Ada", "Bob", "guest"))
    between.prompt()
    for caller in (hand, guest):
        caller.answer(nights.ANTE, "a")
        caller.prompt()
    server.kill()
    server.start()
    assert server.drift() == []
    said, prompt = wire(server.port).log_in("Bob")
    assert prompt == "Casino>" and "$1000." in said
    assert RESUMED in wire(server.port).log_in("Ada")[0]


def test_a_second_server_for_the_folder_is_refused(server: Server) -> None:
    again = subprocess.run([ANTEUP, "serve", "--port", "0", "--data", str(server.folder)],
                           capture_output=True, text=True, timeout=PATIENCE)
    assert again.returncode == 2 and again.stdout == ""
    assert again.stderr == (f"anteup: {server.folder} is in use by the server with process "
                            f"number {server.pid}\n")


def test_a_port_that_is_taken_is_told_in_one_line(server: Server, tmp_path: Path) -> None:
    again = subprocess.run(
        [ANTEUP, "serve", "--port", str(server.port), "--data", str(tmp_path / "other")],
        capture_output=True, text=True, timeout=PATIENCE)
    assert again.returncode == 2 and again.stdout == ""
    assert again.stderr == (f"anteup: cannot listen on 127.0.0.1:{server.port}: "
                            "Address already in use\n")
