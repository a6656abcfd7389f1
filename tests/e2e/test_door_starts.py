"""The first door starts the server: one of them, whoever else starts one at the same moment."""

from __future__ import annotations

import os
import select
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from door.doorway import LOST, NORMAL, SERVER_LOST
from tests.e2e.hosts import (EnigmaStdio, Host, SynchronetSocket, SynchronetStdio, User, Vision3,
                             Wwiv)
from tests.e2e.hosts.evening import GONE_WITHIN, Begin, judge, somebody, until
from tests.e2e.server import PATIENCE, Server
from tests.e2e.test_play import servers_of

PLAIN = ("--charset", "plain")


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A data folder that nobody serves yet; whoever does in the end is told to go."""
    data = tmp_path / "data"
    yield data
    for pid in servers_of(data):
        gone = os.pidfd_open(pid)
        os.kill(pid, signal.SIGTERM)
        assert select.select([gone], [], [], PATIENCE)[0]
        os.close(gone)
    assert "Traceback" not in (data / "anteup.log").read_text()


def test_doors_that_start_at_the_same_moment_get_one_server(folder: Path, begin: Begin) -> None:
    """And when that is killed each says so, and the next ones get one server again."""
    kinds: tuple[type[Host], ...] = (SynchronetStdio, SynchronetSocket, Vision3, Wwiv)
    users = [somebody(kind) for kind in kinds]
    for _ in range(2):
        hosts = [begin(kind, folder, user, *PLAIN) for kind, user in zip(kinds, users)]
        for host in hosts:
            host.expect("Casino> ")
        hosts[0].press("w")
        hosts[0].expect("goes on. ")
        assert all(hosts[0].sees(user.handle) for user in users)
        server, = servers_of(folder)
        os.kill(server, signal.SIGKILL)
        for host in hosts:
            left = host.left(GONE_WITHIN)
            judge(host, left, SERVER_LOST, GONE_WITHIN)
            assert host.sees(LOST)


def test_a_board_that_hangs_up_while_a_server_is_started(folder: Path, begin: Begin) -> None:
    host = begin(Vision3, folder, somebody(Vision3), *PLAIN)
    until(lambda: servers_of(folder))
    host.process.send_signal(signal.SIGHUP)
    judge(host, host.left(GONE_WITHIN), host.line_lost, GONE_WITHIN)
    other = begin(Vision3, folder, somebody(Vision3), *PLAIN)
    other.expect("Casino> ")
    assert len(servers_of(folder)) == 1


def test_the_servers_modules_are_not_the_boards(folder: Path, begin: Begin) -> None:
    """Whatever lies in the folder where a board starts its doors."""

    class Trap(EnigmaStdio):
        def start(self, *flags: str) -> Host:
            for name in ("asyncio", "sqlalchemy", "door", "json"):
                (self.place / f"{name}.py").write_text("raise SystemExit('a trap')")
            return super().start(*flags)

    host = begin(Trap, folder, User("Careful", "1"), *PLAIN)
    host.expect("Casino> ")
    host.press("q")
    judge(host, host.left(), NORMAL)


def test_a_server_outlives_the_boards_process_group(folder: Path, begin: Begin) -> None:
    """A board that kills all that it has started does not hit other callers."""
    first = begin(Vision3, folder, somebody(Vision3), *PLAIN)
    first.expect("Casino> ")
    other = begin(Vision3, folder, somebody(Vision3), *PLAIN)
    other.expect("Casino> ")
    os.killpg(first.process.pid, signal.SIGKILL)
    first.left(GONE_WITHIN)
    other.press("w")
    other.expect("goes on. ")
    until(lambda: len(servers_of(folder)) == 1)


def test_a_server_whose_folder_vanishes(folder: Path, begin: Begin) -> None:
    """The next door makes another one, as on the first day."""
    server = Server(folder).start()
    shutil.rmtree(folder)
    host = begin(Vision3, folder, somebody(Vision3), *PLAIN)
    host.expect("Casino> ")
    host.press("q")
    judge(host, host.left(), NORMAL)
    server.kill()
