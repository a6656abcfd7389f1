"""A night by ear at a real server: a second port that starts in voice, and a program that listens.

It reads the transcript and nothing else, in line mode, as a bare socket does.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.e2e.conftest import checked
from tests.e2e.hosts import User, Wwiv
from tests.e2e.hosts.evening import Begin
from tests.e2e.ready import ReadyServer
from tests.e2e.server import Server, anteup
from tests.e2e.telnet import TelnetCaller, needs_telnet
from tests.e2e.test_play import Console
from tests.e2e.wire import IAC, LineLost, WireCaller
from tests.listener import HANDS, Listener


class Bare(WireCaller):
    """As `nc` is: what is negotiated stays unanswered."""

    def _send(self, data: bytes) -> None:
        if data[0] != IAC:
            super()._send(data)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as sock:
        return int(sock.getsockname()[1])


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.fixture
def aloud(tmp_path: Path, port: int) -> Iterator[Server]:
    """A server with a port for who listens."""
    (tmp_path / "anteup.ini").write_text(f"[server]\nvoice_port = {port}\n")
    yield from checked(ReadyServer(tmp_path))


def hear(listener: Listener, caller: WireCaller) -> None:
    """Until something is asked that has not been answered."""
    while True:
        listener.hear(caller.text)
        caller.text = ""
        if listener.asked:
            return
        caller._receive()


def test_a_night_is_played_by_ear_alone(aloud: Server, port: int) -> None:
    """Log in, settings (terse, and a bell), withdraw, 20 hands, quit; by lines (VOICE 1 to 16)."""
    listener = Listener("Ada", settings="vvb")
    with Bare(port) as caller:
        try:
            while True:
                hear(listener, caller)
                caller.send(listener.answer())
                listener.transcript += "\n"     # the caller's own RETURN
        except LineLost as lost:
            listener.hear(str(lost))
    heard = listener.transcript
    assert listener.hands == HANDS and heard.rstrip().endswith("waits for you in the bank.")
    assert "A)NSI" not in heard and set(heard.encode()) <= {10, *range(0x20, 0x7F)}
    assert max(map(len, heard.split("\n"))) <= 79 and "$" not in heard and "  " not in heard
    assert listener.read_back() == listener.discarded != []
    assert re.search(r"^Deal: ", heard, re.MULTILINE)
    assert "Verbosity: terse." in heard and "Bell: on." in heard and listener.rung >= HANDS
    short = [told for told in listener.played() if not any("raises" in line for line in told)]
    assert short and max(map(len, short)) <= 12


@needs_telnet
def test_nothing_is_printed_on_the_line_that_is_being_typed(
        aloud: Server, call: Callable[..., TelnetCaller]) -> None:
    """What somebody says meanwhile is told when the line has been sent (VOICE 3)."""
    caller = call(aloud.port)
    caller.press("v")
    caller.answer("Handle:", "guest\r")
    caller.answer("or quit?", "p")
    caller.answer("for 200?", "1")
    caller.expect("1")
    said = anteup("sysop", "say", "--data", str(aloud.folder), "The soup is ready.")
    assert said.returncode == 0
    caller.press("9")
    caller.expect("9")
    assert caller.child.before == b""
    caller.press("0\r")
    caller.expect("0\r\nAnte or quit? \r\nChat: Sysop: The soup is ready.\r\n")


def test_it_starts_in_voice_at_this_console(server: Server) -> None:
    with closing(Console(server.folder, "--voice")) as console:
        console.expect("Poker, contests, bank, ")
        console.press("q")
        console.expect("waits for you in the bank.")
        assert console.left() == 0


def test_a_door_starts_in_voice_and_the_next_one_remembers(server: Server, begin: Begin) -> None:
    user = User("Ada", "77")
    for flags in (("--voice",), ()):
        host = begin(Wwiv, server.folder, user, *flags)
        before = host.expect("Poker, contests, bank, hall, rules, settings, who or quit? ")
        assert "A)NSI" not in before and "\x1b" not in before
        host.send("q")
        host.expect("waits for you in the bank.")
        assert host.left().code == 0
