"""door.doorway: the thin process, on ptys, pipes and sockets, and every way out of it."""

import fcntl
import os
import select
import signal
import socket
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from door import doorway
from door.doorway.terminal import LEAVING, SANE

ROOT = Path(__file__).parents[2]
SOON = 10   # seconds after which a test has failed

DOOR = """
import json, sys
from door.doorway import run
sys.exit(run(sys.argv[1], json.loads(sys.argv[2]), sys.argv[3:]))
"""
# A casino of few words: it says who it is and how large the terminal, then does as the keys say.
SERVER = """
import asyncio, os, signal, sys
from pathlib import Path
from door.carriers import relay
from door.carriers.claim import FolderTaken, announce, claim

async def answer(line):
    line.write(b"server %d, terminal %dx%d." % (os.getpid(), line.columns, line.rows))
    while True:
        keys = await line.read()
        if line.resized:
            line.resized = False
            line.write(b"now %dx%d." % (line.columns, line.rows))
        for key in keys.decode("latin-1"):
            if key == "q":
                return line.write(b"Bye.")
            if key == "7":
                line.exit_code = 7
                return line.say("Seven!")
            if key == "k":
                os.kill(os.getpid(), signal.SIGKILL)
            if key == "c":
                line.write(b"\\x1b[31mred.")
            elif key == "f":
                for _ in range(100):
                    line.write(b"f" * 10_000)
                    await line.drain()
                line.write(b"end.")
            else:
                line.write(f"<{key}>".encode())

async def main(folder, ready):
    try:
        owned = claim(folder)
        server = await relay.serve(folder, answer)
    except (OSError, FolderTaken) as error:
        return announce(ready, error)
    announce(ready)
    await asyncio.Event().wait()

asyncio.run(main(Path(sys.argv[1]), int(sys.argv[-1])))
"""


def start(folder: Path) -> list[str]:
    return [sys.executable, "-c", SERVER, os.fspath(folder)]


def server_of(folder: Path) -> int:
    return int((folder / "server.lock").read_text())


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A data folder, whose server is ended after the test."""
    data = tmp_path / "data"
    yield data
    if (data / "server.lock").exists():
        try:
            os.kill(server_of(data), signal.SIGKILL)
        except ProcessLookupError:
            pass


class Host:
    """A board that runs a door: keys go in at `keys`, the screen comes out of `screen`."""

    def __init__(self, door: "subprocess.Popen[bytes]", keys: int, screen: int) -> None:
        self.door, self.keys, self.screen = door, keys, screen
        self.heard = b""

    def send(self, data: bytes) -> None:
        os.write(self.keys, data)

    def read(self) -> bytes:
        """More of the screen; b"" when nobody can write to it any more."""
        assert select.select([self.screen], [], [], SOON)[0], f"nothing after {self.heard!r}"
        try:
            data = os.read(self.screen, 65536)
        except OSError:
            data = b""
        self.heard += data
        return data

    def until(self, wanted: bytes) -> bytes:
        """All that was heard up to what is wanted, which is taken."""
        while wanted not in self.heard:
            assert self.read(), f"it ended after {self.heard!r}"
        before, _, self.heard = self.heard.partition(wanted)
        return before + wanted

    def left(self) -> int:
        """The exit code of the door, which is about to leave by itself, in silence on stderr."""
        code = self.door.wait(SOON)
        assert self.door.stderr is not None
        assert self.door.stderr.read() == b""
        return code

    def last(self) -> bytes:
        """What is on the screen, after the door has left."""
        while select.select([self.screen], [], [], 0)[0] and self.read():
            pass
        return self.heard


@contextmanager
def running(folder: Path, command: list[str] | None = None,
            hello: str = '{"kind": "play", "user": "Guest"}', **how: Any) -> Iterator[
        "subprocess.Popen[bytes]"]:
    """A door as its own session, as a board starts it; killed if it does not leave."""
    command = start(folder) if command is None else command
    door = subprocess.Popen(
        [sys.executable, "-c", DOOR, os.fspath(folder), hello, *command], cwd=ROOT,
        start_new_session=True, stderr=subprocess.PIPE, **how)
    try:
        yield door
    finally:
        if door.poll() is None:
            door.kill()
        door.wait()
        assert door.stderr is not None
        door.stderr.close()


@contextmanager
def on_pty(folder: Path, columns: int = 80, rows: int = 24, **how: Any) -> Iterator[
        tuple[Host, int]]:
    """A host that runs the door on a pty, cooked and with echo, and the pty's far end."""
    master, slave = os.openpty()
    resize(slave, columns, rows)
    try:
        with running(folder, stdin=slave, stdout=slave, preexec_fn=take_terminal, **how) as door:
            yield Host(door, master, master), slave
    finally:
        os.close(slave)
        try:
            os.close(master)
        except OSError:
            pass


def take_terminal() -> None:
    """Make standard input the controlling terminal, whose hang-up sends SIGHUP."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


@contextmanager
def on_pipes(folder: Path, **how: Any) -> Iterator[Host]:
    """A host that runs the door on plain pipes."""
    with running(folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, **how) as door:
        assert door.stdin is not None and door.stdout is not None
        try:
            yield Host(door, door.stdin.fileno(), door.stdout.fileno())
        finally:
            door.stdout.close()
            door.stdin.close()


def resize(terminal: int, columns: int, rows: int) -> None:
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


def is_raw(terminal: int) -> bool:
    local: int = termios.tcgetattr(terminal)[3]
    return not local & (termios.ECHO | termios.ICANON | termios.ISIG)


# A call


def test_it_imports_nothing_heavy() -> None:
    script = "import sys; import door.doorway; print(*sorted(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=True, text=True,
                            capture_output=True).stdout.split()
    heavy = {"asyncio", "dataclasses", "configparser", "pathlib", "logging", "typing",
             "subprocess", "telnetlib3", "blessed", "sqlalchemy", "platformdirs"}
    assert not heavy & set(loaded)
    ours = {each for each in loaded if each.startswith("door")}
    assert {each for each in ours if not each.startswith("door.doorway.")} == {
        "door", "door.doorway"}


def test_a_call_on_a_terminal_from_start_to_end(folder: Path) -> None:
    with on_pty(folder) as (host, terminal):
        cooked = termios.tcgetattr(terminal)
        host.until(b", terminal 80x24.")
        assert is_raw(terminal)
        host.send(b"a\x03\r")   # echoed once, by the server; ^C and RETURN are keys like others
        assert host.until(b"<\r>") == b"<a><\x03><\r>"
        host.send(b"q")
        host.until(b"Bye.")
        assert host.left() == doorway.NORMAL
        assert termios.tcgetattr(terminal) == cooked
        assert host.last() == b""   # plain all along, so no escape sequence at the end


def test_colours_and_cursor_are_put_back(folder: Path) -> None:
    with on_pty(folder) as (host, _):
        host.send(b"c")
        host.until(b"red.")
        host.send(b"q")
        host.until(b"Bye.")
        assert host.left() == doorway.NORMAL
        assert host.until(SANE) == SANE


def test_last_words_come_after_the_terminal_is_restored(folder: Path) -> None:
    with on_pty(folder) as (host, terminal):
        cooked = termios.tcgetattr(terminal)
        host.send(b"7")
        host.until(b"Seven!")
        assert host.left() == 7
        assert termios.tcgetattr(terminal) == cooked


def test_keys_typed_before_the_server_is_there_are_not_lost(folder: Path) -> None:
    with on_pty(folder) as (host, _):
        host.send(b"ab")
        host.until(b"<a><b>")
        host.send(b"q")
        assert host.left() == doorway.NORMAL


def test_a_resize_is_passed_on(folder: Path) -> None:
    with on_pty(folder, 132, 50) as (host, terminal):
        host.until(b"terminal 132x50.")
        resize(terminal, 40, 25)
        host.until(b"now 40x25.")
        host.send(b"q")
        assert host.left() == doorway.NORMAL


def test_a_call_on_plain_pipes(folder: Path) -> None:
    with on_pipes(folder) as host:
        host.until(b"terminal 0x0.")
        host.send(b"ab")
        host.until(b"<a><b>")
        host.send(b"q")
        host.until(b"Bye.")
        assert host.left() == doorway.NORMAL


def test_output_that_is_a_terminal_is_not_made_nonblocking_for_the_board(folder: Path) -> None:
    with on_pty(folder) as (host, terminal):
        host.until(b".")
        assert os.get_blocking(terminal)
        host.send(b"q")
        assert host.left() == doorway.NORMAL


# The end of a call


def test_the_end_of_input_ends_the_call_after_its_last_answer(folder: Path) -> None:
    with on_pipes(folder) as host:
        host.until(b".")
        host.send(b"x")
        began = time.monotonic()
        host.door.stdin.close()     # type: ignore[union-attr]
        host.until(b"<x>")
        assert host.left() == doorway.LINE_LOST
        assert time.monotonic() - began < 1


def test_input_that_is_closed_from_the_start_is_a_lost_line(folder: Path) -> None:
    with on_pipes(folder, preexec_fn=lambda: os.close(0)) as host:
        assert host.left() == doorway.LINE_LOST


@pytest.mark.parametrize("number", LEAVING)
def test_a_signal_ends_the_call_and_restores_the_terminal(folder: Path, number: int) -> None:
    with on_pty(folder) as (host, terminal):
        cooked = termios.tcgetattr(terminal)
        host.send(b"c")
        host.until(b"red.")
        began = time.monotonic()
        host.door.send_signal(number)
        assert host.left() == doorway.LINE_LOST
        assert time.monotonic() - began < 1
        assert termios.tcgetattr(terminal) == cooked
        assert host.until(SANE) == SANE


def test_a_hang_up_ends_the_call(folder: Path) -> None:
    with on_pty(folder) as (host, _):
        host.until(b".")
        began = time.monotonic()
        os.close(host.screen)
        assert host.left() == doorway.LINE_LOST
        assert time.monotonic() - began < 1


def test_a_screen_that_nobody_reads_any_more_ends_the_call(folder: Path) -> None:
    with on_pipes(folder) as host:
        host.until(b".")
        host.door.stdout.close()    # type: ignore[union-attr]
        assert host.left() == doorway.LINE_LOST


def test_a_server_that_dies_is_told_of(folder: Path) -> None:
    with on_pty(folder) as (host, terminal):
        cooked = termios.tcgetattr(terminal)
        host.send(b"c")
        host.until(b"red.")
        host.send(b"k")
        assert host.left() == doorway.SERVER_LOST
        assert termios.tcgetattr(terminal) == cooked
        assert host.until(SANE) == SANE
        host.until(doorway.LOST.encode())


def test_a_stopped_screen_loses_nothing(folder: Path) -> None:
    with on_pty(folder) as (host, _):
        host.until(b".")
        host.send(b"f")
        shown = host.until(b"f")    # and now let it wait
        assert fills(host.door)
        host.send(b"x")
        shown += host.until(b"end.<x>")
        assert shown.count(b"f") == 1_000_000
        host.send(b"q")
        assert host.left() == doorway.NORMAL


def fills(door: "subprocess.Popen[bytes]") -> bool:
    """Wait until the door waits, as the kernel sees it: asleep, its output full."""
    for _ in range(100_000):
        if (Path("/proc") / str(door.pid) / "stat").read_text().split()[2] == "S":
            return True
    return False


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM])
def test_a_signal_ends_even_a_door_whose_screen_is_stopped(folder: Path, number: int) -> None:
    with on_pty(folder) as (host, terminal):
        cooked = termios.tcgetattr(terminal)
        host.send(b"f")
        host.until(b"ff")   # one may be the terminal's own echo, before it was raw
        assert fills(host.door)
        began = time.monotonic()
        host.door.send_signal(number)
        assert host.left() == doorway.LINE_LOST
        assert time.monotonic() - began < 1
        assert termios.tcgetattr(terminal) == cooked


def test_a_caller_at_an_inherited_socket_gets_the_last_words_there(folder: Path) -> None:
    caller, inherited = socket.socketpair()
    number = inherited.fileno()
    file = "\\r\\n".join(["2", str(number), "38400", "Lab", "1", "A", "A", "50", "60", "1", "1"])
    hello = (f'{{"kind": "door", "sockets": [{number}], "drop": {{"folder": "x", '
             f'"files": {{"DOOR32.SYS": "{file}"}}}}}}')
    with caller, running(folder, hello=hello, stdin=subprocess.DEVNULL, pass_fds=[number],
                         stdout=subprocess.DEVNULL) as door:
        inherited.close()
        host = Host(door, caller.fileno(), caller.fileno())
        host.until(b", terminal 0x0.")
        host.send(b"c")
        host.until(b"red.")
        host.send(b"k")
        assert host.until(f"{doorway.LOST}\r\n".encode()).startswith(SANE)
        assert host.left() == doorway.SERVER_LOST
        assert host.read() == b""   # and nobody holds the caller's socket any more


# The server


def test_two_doors_that_start_at_once_get_one_server(folder: Path) -> None:
    with on_pipes(folder) as one, on_pipes(folder) as other, on_pipes(folder) as third:
        pids = [host.until(b",") for host in (one, other, third)]
        assert pids == [b"server %d," % server_of(folder)] * 3
        for host in (one, other, third):
            host.send(b"q")
            assert host.left() == doorway.NORMAL


def test_the_server_is_detached_and_keeps_nothing_of_the_boards(folder: Path) -> None:
    listen, kept = os.pipe()
    os.set_inheritable(kept, True)
    with on_pty(folder, pass_fds=[kept]) as (host, _):
        os.close(kept)
        host.until(b".")
        server = server_of(folder)
        assert os.getsid(server) != host.door.pid
        assert os.getpgid(server) != os.getpgid(host.door.pid)
        assert f"\nPPid:\t{host.door.pid}\n" not in Path(f"/proc/{server}/status").read_text()
        assert {os.readlink(f"/proc/{server}/fd/{number}") for number in range(3)} == {"/dev/null"}
        host.send(b"q")
        assert host.left() == doorway.NORMAL
    assert select.select([listen], [], [], SOON)[0]
    assert os.read(listen, 1) == b""    # the server, which lives on, does not have the other end
    os.kill(server, 0)
    os.close(listen)


def test_the_next_door_finds_the_server(folder: Path) -> None:
    for command in (start(folder), []):
        with on_pipes(folder, command=command) as host:
            host.until(b".")
            host.send(b"q")
            assert host.left() == doorway.NORMAL


@pytest.mark.parametrize("command, reason", [
    (["/no/such/command"], b"did not start: command: /no/such/command"),
    (["false"], b"did not start: command: false"),
    (["sh", "-c", "eval \"printf -- '-no \\033 room' >&$1\""], b"did not start: no ? room"),
    ([], b"No server is running for ")])
def test_a_server_that_does_not_start_is_told_of(
        folder: Path, command: list[str], reason: bytes) -> None:
    with on_pty(folder, command=command) as (host, terminal):
        cooked = termios.tcgetattr(terminal)
        host.until(reason)
        assert host.left() == doorway.UNREACHED
        assert termios.tcgetattr(terminal) == cooked
        assert b"\x1b" not in host.last()
