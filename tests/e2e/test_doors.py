"""The door on every board: a hand, a hang-up at every prompt of it, time that runs out, a kill.

Hosts do what their row of DOORS.md's table says (tests/e2e/hosts.py).
"""

from __future__ import annotations

import fcntl
import os
import signal
import socket
from collections.abc import Iterator

import pytest

from door.doorway import LOST, NORMAL, SERVER_LOST
from door.session.notices import NOBODY, TIME_UP
from door.session.poker import TOO_LATE
from tests.e2e import nights
from tests.e2e.conftest import checked
from tests.e2e.cranked import CrankedServer
from tests.e2e.hosts import (HOSTS, EnigmaSocket, EnigmaStdio, Host, Mystic, SynchronetSocket,
                             SynchronetStdio, User)
from tests.e2e.hosts.evening import (GONE_WITHIN, Begin, boards, enter, felt, judge, sit,
                                     somebody)
from tests.e2e.server import Server
from tests.e2e.test_hang_up import RESUMED


# Those that translate code page 437 for terminals that show UTF-8.
TRANSLATORS = (SynchronetStdio, SynchronetSocket, EnigmaStdio, EnigmaSocket, Mystic)


@pytest.fixture(scope="module")
def cranked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CrankedServer]:
    """A server whose clock the tests move."""
    server = CrankedServer(tmp_path_factory.mktemp("cranked"))
    yield from checked(server)  # type: ignore[misc]


def fold_and_ante(host: Host) -> None:
    """F has been pressed: where nothing is due that is asked twice."""
    if "Fold for nothing" in host.expect("? "):
        host.send("y")
        host.expect(f"{nights.ANTE} ")
    host.press("a")


# -- a hand ----------------------------------------------------------------------------------

@pytest.mark.parametrize("kind, utf8", [
    *((kind, False) for kind in HOSTS), *((kind, True) for kind in TRANSLATORS)])
def test_a_hand_on_every_board(practice: Server, begin: Begin, kind: type[Host],
                               utf8: bool) -> None:
    user = somebody(kind, utf8=utf8)
    host = begin(kind, practice.store.parent, user)
    enter(host)
    sit(host)
    night = nights.natural(user.handle)
    host.press(night.steps[0][1])
    for prompt, keys in night.steps[1:]:
        host.answer(prompt, keys)
    host.expect(f"{night.prompt} ")
    assert host.sees(night.told)
    host.press("q")
    host.expect("Casino> ")
    assert host.sees(f"${1000 - 200 + night.stack:,}")
    host.press("q")
    judge(host, host.left(), NORMAL)
    assert host.sees(f"Good night, {user.handle}.") and host.is_plain


class ManyCallers(SynchronetSocket):
    """A board in one process whose descriptors go far up."""

    def inherit(self, theirs: socket.socket) -> int:
        high = fcntl.fcntl(theirs, fcntl.F_DUPFD_CLOEXEC, 700)
        self._closing.append(high)
        return high


def test_a_socket_with_a_high_number(practice: Server, begin: Begin) -> None:
    host = begin(ManyCallers, practice.store.parent, somebody(ManyCallers))
    enter(host)
    host.answer("Casino>", "q")
    judge(host, host.left(), NORMAL)


# -- a hang-up -------------------------------------------------------------------------------

@boards
def test_a_hang_up_at_every_prompt_of_a_hand(practice: Server, begin: Begin,
                                             kind: type[Host]) -> None:
    user = somebody(kind)
    data = practice.store.parent
    host = begin(kind, data, user)
    enter(host)
    sit(host)
    night = nights.natural(user.handle)
    host.press("a")
    for prompt, keys in night.steps[1:]:
        host.expect(f"{prompt} ")
        if not prompt.startswith(("Bet (", "Raise (")):     # those are asked anew, from the first
            before = felt(host)
            host.hang_up()
            judge(host, host.left(GONE_WITHIN), host.line_lost, GONE_WITHIN)
            host = begin(kind, data, user)
            host.expect(f"{prompt} ")
            assert host.sees(RESUMED)
            assert felt(host) == before
        host.press(keys)
    host.expect(f"{night.prompt} ")
    assert host.sees(night.told)


def test_a_board_that_signals_leaves_a_sane_screen(practice: Server, begin: Begin) -> None:
    for kind in (SynchronetStdio, EnigmaStdio):
        host = begin(kind, practice.store.parent, somebody(kind))
        enter(host)
        sit(host)
        host.hang_up()
        judge(host, host.left(GONE_WITHIN), host.line_lost, GONE_WITHIN)
        assert host.is_plain


def test_a_hang_up_while_the_server_stands_still(practice: Server, begin: Begin) -> None:
    """Nothing is to be had from it then, and the door does not wait for long."""
    hosts = [begin(kind, practice.store.parent, somebody(kind)) for kind in HOSTS]
    for host in hosts:
        enter(host)
        host.expect("Casino> ")
    os.kill(practice.pid, signal.SIGSTOP)
    try:
        for host in hosts:
            host.send("p")
            host.hang_up()
            judge(host, host.left(GONE_WITHIN), host.line_lost, GONE_WITHIN)
    finally:
        os.kill(practice.pid, signal.SIGCONT)


# -- time ------------------------------------------------------------------------------------

@boards
def test_time_runs_out(cranked: CrankedServer, begin: Begin, kind: type[Host]) -> None:
    """Warnings at 3 and at 1; inside a hand it freezes, between hands the stack is banked, and
    no hand is begun in the last two minutes."""
    user = somebody(kind, minutes=5)
    host = begin(kind, cranked.folder, user)
    enter(host)
    sit(host)
    cranked.pass_by(150)
    host.expect("minutes left of your time on the board.")
    host.press("a")
    host.expect(" or F)old? ")
    before = felt(host)
    cranked.pass_by(100)
    host.expect("1 minute left of your time on the board.")
    cranked.pass_by(60)
    host.expect(TIME_UP[:30])
    judge(host, host.left(), NORMAL)
    assert host.sees(TIME_UP) and host.is_plain

    host = begin(kind, cranked.folder, User(user.handle, user.record, minutes=1))
    host.expect("1 minute left of your time on the board.")
    host.expect(" or F)old? ")
    assert felt(host) == before
    host.press("f")
    fold_and_ante(host)
    host.expect(f"{nights.ANTE} ")
    assert host.sees(TOO_LATE), "\n".join(host.rows)
    cranked.pass_by(61)
    judge(host, host.left(), NORMAL)
    host = begin(kind, cranked.folder, user)
    host.expect("Casino> ")
    assert host.sees("$995")


def test_a_board_that_says_nothing_of_a_lost_carrier(cranked: CrankedServer,
                                                     begin: Begin) -> None:
    """Neither a signal nor an end: the casino's own idle clock frees the line."""
    host = begin(SynchronetSocket, cranked.folder, somebody(SynchronetSocket, minutes=500))
    enter(host)
    host.expect("Casino> ")
    cranked.pass_by(cranked.IDLE - 5)
    host.expect("This line closes in 10 seconds.")
    cranked.pass_by(6)
    judge(host, host.left(), NORMAL)
    assert host.sees(NOBODY)


# -- a kill ----------------------------------------------------------------------------------

def test_the_server_is_killed_under_every_board(server: Server, begin: Begin) -> None:
    hosts = []
    for kind in HOSTS:
        host = begin(kind, server.folder, somebody(kind))
        enter(host)
        hosts.append(host)
    for host in hosts[::2]:
        sit(host)
        host.press("a")
        host.expect(" or F)old? ")
    server.strike()
    for host in hosts:
        left = host.left(GONE_WITHIN)
        assert host.sees(LOST), (type(host).__name__, host.rows)
        judge(host, left, SERVER_LOST, GONE_WITHIN)
        assert host.is_plain
    server.kill()
    assert os.listdir(server.folder)
    server.start()
    for host in hosts:
        again = begin(type(host), server.folder, host.user)
        again.expect(" or F)old? " if host in hosts[::2] else "Casino> ")
