"""`anteup play` at a pty: the server found or started, the terminal put back on every way out."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import subprocess
import termios
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pexpect.fdpexpect
import pytest

from tests.e2e.conftest import checked
from tests.e2e.server import ANTEUP, PATIENCE, Server
from tests.e2e.telnet import Eyes
from tests.e2e.test_hang_up import TAKEN_OVER
from tests.e2e.wire import WireCaller

NORMAL, SERVER_LOST, LINE_LOST = 0, 1, 3    # as door.doorway has them


class Console:
    """Somebody at a terminal who has typed `anteup play`."""

    def __init__(self, folder: Path, *flags: str) -> None:
        self.eyes = Eyes(80, 24)
        self._master, self._slave = pty.openpty()
        termios.tcsetwinsize(self._slave, (24, 80))
        self.before = termios.tcgetattr(self._slave)
        self.process = subprocess.Popen(
            [ANTEUP, "play", "--data", str(folder), *flags], start_new_session=True,
            stdin=self._slave, stdout=self._slave, stderr=self._slave, preexec_fn=_own_terminal,
            env={**os.environ, "TERM": "xterm", "LANG": "C.UTF-8", "LC_ALL": ""})
        self._reader = pexpect.fdpexpect.fdspawn(self._master, timeout=PATIENCE)
        self._reader.logfile_read = self.eyes
        self._reader.delaybeforesend = None

    def expect(self, text: str) -> None:
        self._reader.expect_exact(text)

    def press(self, keys: str) -> None:
        self._reader.send(keys)

    @property
    def screen(self) -> str:
        return "\n".join(row.rstrip() for row in self.eyes.screen.display)

    @property
    def is_raw(self) -> bool:
        return not termios.tcgetattr(self._slave)[3] & (termios.ICANON | termios.ECHO)

    def left(self) -> int:
        """Waits for the end; the exit status. What was said last is on the screen then."""
        status = self.process.wait(PATIENCE)
        while select.select([self._master], [], [], 0)[0]:
            self.eyes.write(os.read(self._master, 4096))
        return status

    def is_as_before(self) -> bool:
        """The terminal's settings, its colour and its cursor."""
        cursor = self.eyes.screen.cursor
        return (termios.tcgetattr(self._slave) == self.before and not cursor.hidden
                and (cursor.attrs.fg, cursor.attrs.bg) == ("default", "default"))

    def hang_up(self) -> None:
        """The terminal's window is closed."""
        if self._slave >= 0:
            self._reader.close()
            os.close(self._slave)
            self._slave = -1

    def close(self) -> None:
        self.hang_up()
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(PATIENCE)


def _own_terminal() -> None:
    """In the child: standard input becomes the terminal that controls it."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


@pytest.fixture
def play() -> Iterator[Callable[..., Console]]:
    with ExitStack() as stack:
        def start(folder: Path, *flags: str) -> Console:
            console = Console(folder, *flags)
            stack.callback(console.close)
            return console
        yield start


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A data folder without a server; one that comes to be there is told to go afterwards."""
    yield tmp_path
    for pid in servers_of(tmp_path):
        gone = os.pidfd_open(pid)
        os.kill(pid, signal.SIGTERM)
        assert select.select([gone], [], [], PATIENCE)[0]
        os.close(gone)
    log = tmp_path / "anteup.log"
    assert not log.exists() or "Traceback" not in log.read_text()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """One that was started by the command: what serves a folder is known here by its words."""
    yield from checked(Server(tmp_path))


def servers_of(folder: Path) -> list[int]:
    """The processes that serve a data folder."""
    return [int(path.parent.name) for path in Path("/proc").glob("[0-9]*/cmdline")
            if (words := words_of(path)) and "serve" in words and str(folder) in words]


def words_of(path: Path) -> list[str]:
    try:
        return path.read_text().split("\0")
    except OSError:
        return []   # it has just ended


def test_a_hand_at_the_console(folder: Path, play: Callable[..., Console]) -> None:
    console = play(folder)
    console.expect("Casino> ")
    assert console.is_raw
    console.press("p")
    console.expect(")? ")
    console.press("20\r")
    console.expect("A)nte or Q)uit? ")
    console.press("a")
    console.expect("F)old? ")
    console.press("q")
    console.expect("Fold and leave? Y/N: ")
    console.press("y")
    console.expect("Casino> ")
    console.press("q")
    assert console.left() == NORMAL
    assert console.is_as_before()
    assert "waits for you in the bank." in console.screen


def test_the_server_is_started_once_and_found_again(folder: Path,
                                                    play: Callable[..., Console]) -> None:
    console = play(folder)
    console.expect("Casino> ")
    started = servers_of(folder)
    assert len(started) == 1
    assert os.getsid(started[0]) not in (os.getsid(console.process.pid), os.getsid(0))
    console.press("q")
    assert console.left() == NORMAL
    again = play(folder)
    again.expect("Casino> ")
    assert servers_of(folder) == started


def test_a_server_with_a_telnet_port_is_found(server: Server,
                                              play: Callable[..., Console]) -> None:
    console = play(server.folder)
    console.expect("Casino> ")
    assert servers_of(server.folder) == [server.pid]
    with WireCaller(server.port) as caller:
        caller.log_in("guest")
        caller.send("w")
        assert "relay" in caller.prompt()[0]


def test_two_at_the_same_moment_give_one_server(folder: Path,
                                                play: Callable[..., Console]) -> None:
    """Who sits at the console is one account, so the one takes the other's seat over."""
    both = [play(folder), play(folder)]
    ends = [console.process.pid for console in both]
    fds = {os.pidfd_open(pid): console for pid, console in zip(ends, both)}
    first = select.select(list(fds), [], [], PATIENCE)[0]
    assert len(first) == 1
    told = fds[first[0]]
    assert told.left() == NORMAL and told.is_as_before()
    assert TAKEN_OVER in " ".join(told.screen.split())
    stays = both[1 - both.index(told)]
    stays.expect("Casino> ")
    assert len(servers_of(folder)) == 1
    for descriptor in fds:
        os.close(descriptor)


def test_a_signal_leaves_the_terminal_as_it_was_and_the_hand_waiting(
        server: Server, play: Callable[..., Console]) -> None:
    console = at_the_table(server, play)
    cards = held(console)
    for number in (signal.SIGHUP, signal.SIGTERM, signal.SIGINT, signal.SIGQUIT):
        os.kill(console.process.pid, number)
        assert console.left() == LINE_LOST
        assert console.is_as_before()
        console = play(server.folder)
        console.expect("F)old? ")
        assert held(console) == cards


def held(console: Console) -> list[str]:
    """The caller's cards; a key that asks ends the motion of those still on their way."""
    console.press("p")
    console.expect("The pot is $")
    console.expect("? ")
    return console.screen.split("\n")[8:14]


def test_a_terminal_that_is_gone_ends_it(server: Server, play: Callable[..., Console]) -> None:
    console = at_the_table(server, play)
    console.hang_up()
    assert console.process.wait(PATIENCE) == LINE_LOST
    again = play(server.folder)
    again.expect("F)old? ")


def test_a_killed_server_leaves_the_terminal_as_it_was(server: Server,
                                                       play: Callable[..., Console]) -> None:
    console = at_the_table(server, play)
    server.kill()
    assert console.left() == SERVER_LOST
    assert console.is_as_before()
    assert "The casino closed the line." in console.screen


def test_a_closing_server_leaves_the_terminal_as_it_was(server: Server,
                                                        play: Callable[..., Console]) -> None:
    console = at_the_table(server, play)
    assert server.stop(2.0) == 0
    assert console.left() == NORMAL
    assert console.is_as_before()
    assert "The casino closes its doors." in console.screen


def at_the_table(server: Server, play: Callable[..., Console]) -> Console:
    """A console in the middle of a hand."""
    console = play(server.folder)
    console.expect("Casino> ")
    console.press("p")
    console.expect(")? ")
    console.press("100\r")
    console.expect("A)nte or Q)uit? ")
    console.press("a")
    console.expect("F)old? ")
    assert console.is_raw
    return console


def test_practice_at_the_console_leaves_no_server(folder: Path,
                                                  play: Callable[..., Console]) -> None:
    """Its server is its own, and goes when the caller has gone."""
    console = play(folder, "--seed", "lantern")
    console.expect("Casino> ")
    assert "PRACTICE" in console.screen
    own = servers_of(folder / "practice" / str(console.process.pid))
    assert len(own) == 1
    gone = os.pidfd_open(own[0])
    console.press("q")
    assert console.left() == NORMAL
    assert select.select([gone], [], [], PATIENCE)[0]
    os.close(gone)


def test_no_server_to_be_had_is_told_in_one_line(tmp_path: Path) -> None:
    bad = tmp_path / "anteup.ini"
    bad.write_text("[casino]\ncolour = red\n")
    ran = subprocess.run([ANTEUP, "play", "--data", str(tmp_path)], capture_output=True,
                         stdin=subprocess.DEVNULL, text=True, timeout=PATIENCE)
    assert ran.returncode == 2
    assert f"{bad}" in ran.stdout + ran.stderr and "colour" in ran.stdout + ran.stderr
