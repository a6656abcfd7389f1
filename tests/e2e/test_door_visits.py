"""What others do to somebody's visit: the sysop, the same user on another node, a window's size."""

from __future__ import annotations

import os
import socket
import subprocess
import termios
import threading
from collections.abc import Callable
from pathlib import Path

from door.doorway import NORMAL
from door.session.arrival import KEPT_OUT
from door.session.orders import KICKED
from tests.dropfile import bytes_of, lines_of
from tests.e2e.hosts import EnigmaStdio, Host, PtyHost, SynchronetStdio, User, Wwiv
from tests.e2e.hosts.evening import Begin, dealt_in, enter, felt, judge, somebody
from tests.e2e.nights import ANTE
from tests.e2e.server import ANTEUP, PATIENCE, Server, anteup
from tests.e2e.telnet import GRAPHICS, TelnetCaller, needs_telnet
from tests.e2e.test_hang_up import RESUMED, TAKEN_OVER


def order(server: Server, *words: str) -> str:
    """What the sysop is told; the order is carried out."""
    done = anteup("sysop", words[0], "--data", str(server.folder), *words[1:])
    assert done.returncode == 0 and done.stderr == "", done.stderr
    return done.stdout


def test_the_sysops_orders_reach_a_door(shared: Server, begin: Begin) -> None:
    user = somebody(Wwiv)
    host = begin(Wwiv, shared.folder, user)
    before = dealt_in(host)
    who = order(shared, "who")
    assert f"{user.handle:<21} the Poker Table" in who and "Lab" in who
    order(shared, "say", "The soup is ready.")
    host.expect("Sysop: The soup is ready.")
    order(shared, "kick", user.handle)
    judge(host, host.left(), NORMAL)
    assert host.sees(KICKED) and host.is_plain
    order(shared, "ban", user.handle)
    banned = begin(Wwiv, shared.folder, user)
    judge(banned, banned.left(), NORMAL)
    assert KEPT_OUT in banned.heard
    order(shared, "unban", user.handle)
    again = begin(Wwiv, shared.folder, user)
    again.expect(" or F)old? ")
    assert again.sees(RESUMED) and felt(again) == before


def test_the_same_user_on_two_nodes(shared: Server, begin: Begin) -> None:
    """The second call has the seat, and the first leaves its board a clean screen."""
    user = somebody(EnigmaStdio)
    first = begin(EnigmaStdio, shared.folder, user)
    before = dealt_in(first)
    second = begin(EnigmaStdio, shared.folder, user)
    second.expect(" or F)old? ")
    judge(first, first.left(), NORMAL)
    assert first.sees(TAKEN_OVER) and first.is_plain
    assert second.sees(RESUMED) and felt(second) == before


def test_a_window_that_changes(shared: Server, begin: Begin) -> None:
    host = begin(SynchronetStdio, shared.folder, somebody(SynchronetStdio))
    assert isinstance(host, PtyHost)
    enter(host)
    host.expect("Casino> ")
    assert host.rows[3].index("BRASS LANTERN") == 11    # 80x24 in the middle of 100x30
    host.screen.resize(24, 80)
    termios.tcsetwinsize(host.terminal, (24, 80))
    host.expect("Casino> ")
    assert host.rows[0].index("BRASS LANTERN") == 1


class Doorman:
    """MaximusNG for one real telnet client: it passes the very socket on, and knows no telnet."""

    def __init__(self, data: Path, place: Path) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        drop = bytes_of(lines_of("synchronet-socket.DOOR32.SYS", {5: "1", 7: "Max"}))
        (place / "door32.sys").write_bytes(drop)
        self._command = [ANTEUP, "door", "--data", str(data), "--drop", str(place), "--telnet"]
        self._errors = place / "stderr.txt"
        self._thread = threading.Thread(target=self._let_in)
        self._thread.start()

    def _let_in(self) -> None:
        with self._listener, self._listener.accept()[0] as sock, self._errors.open("wb") as errors:
            self.door = subprocess.Popen(
                [*self._command, "--socket", str(sock.fileno())], stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL, stderr=errors, pass_fds=[sock.fileno()])

    def left(self) -> int:
        self._thread.join()
        code = self.door.wait(PATIENCE)
        assert self._errors.read_bytes() == b""
        return code


@needs_telnet
def test_a_real_telnet_client_at_a_board_that_speaks_no_telnet(
        shared: Server, tmp_path: Path, call: Callable[..., TelnetCaller]) -> None:
    doorman = Doorman(shared.folder, tmp_path)
    caller = call(doorman.port, size=(90, 28))     # and it has come to the graphics question
    caller.press("u")
    caller.sit("50")
    caller.answer(ANTE, "a")
    caller.expect(" or F)old? ")
    assert caller.screen.split("\n")[2].index("BRASS LANTERN") == 6
    caller.press("q")
    caller.answer("Fold and leave? Y/N:", "y")
    caller.answer("Casino>", "q")
    caller.expect("Good night, Max.")
    caller.ended()
    assert doorman.left() == NORMAL


def test_an_answer_of_the_terminal_is_no_key(shared: Server, begin: Begin) -> None:
    """Late answers to queries of the board's, and bytes that a board has mangled."""
    host = begin(SynchronetStdio, shared.folder, User("Answering", "55"))
    host.expect(f"{GRAPHICS} ")
    for data in b"\x1b[24;80R", b"\x1b[?1;2c", b"\0\0\0", b"\xff", b"\x80\xfe":
        os.write(host.keys, data)
    host.press("a")
    host.expect("Casino> ")
    os.write(host.keys, b"\x1b[24;1Rw")
    host.expect("goes on. ")
    assert host.sees("Answering")


def test_what_is_typed_is_printed_once(shared: Server, begin: Begin) -> None:
    """In plain as well, on a pty that was cooked and echoed when the door started."""
    host: Host = begin(SynchronetStdio, shared.folder, somebody(SynchronetStdio), "--charset",
                       "plain")
    host.answer("Casino>", "p")
    host.expect("RETURN = $200)? ")
    for keys, echo in ("75", "75"), ("\x7f", "\b \b"), ("7\r", "7\r\n"):
        host.send(keys)
        assert host.expect(echo) == ""
    assert host.expect(f"{ANTE} ").startswith("Seal ")
