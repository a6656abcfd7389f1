"""Who may come in, how long they may take, and by what: limits, patience, TLS, passwords."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.e2e import nights
from tests.e2e.conftest import checked
from tests.e2e.ready import ReadyServer
from tests.e2e.server import Server, anteup
from tests.e2e.telnet import TelnetCaller, needs_telnet
from tests.e2e.test_hang_up import RESUMED
from tests.e2e.wire import LineLost, WireCaller

Wire = Callable[[int], WireCaller]
CERTIFICATE = Path(__file__).with_name("localhost.pem")     # with its key, of no worth to anybody
BUSY = "All lines are busy. Please call again later.\r\n"
CROWDED = "Too many lines are open from your address.\r\n"
GRAPHICS = "A)NSI U)TF-8 T)ext P)lain V)oice C)64?"
DIALS = 100             # until a line must be free


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """opened("idle_seconds = 2", ...) is a server with these lines in its [server] section."""
    with ExitStack() as stack:
        def start(*lines: str, flags: tuple[str, ...] = ()) -> Server:
            (tmp_path / "anteup.ini").write_text("\n".join(["[server]", *lines, ""]))
            return stack.enter_context(contextmanager(checked)(ReadyServer(tmp_path, *flags)))
        yield start


# -- how many ------------------------------------------------------------------------------------

def test_the_twenty_first_line_of_an_address_is_refused(server: Server, wire: Wire) -> None:
    callers = [wire(server.port) for _ in range(20)]
    for caller in callers:
        caller.expect(GRAPHICS)
    assert wire(server.port).ended() == CROWDED
    callers[7].send("p")
    callers[7].answer("Handle:", "guest")       # those who are in play on
    assert callers[7].prompt()[1] == "Casino>"


def test_a_line_that_is_given_back_can_be_had(opened: Callable[..., Server], wire: Wire) -> None:
    server = opened("lines_per_address = 2")
    first, second = wire(server.port), wire(server.port)
    first.expect(GRAPHICS)
    second.expect(GRAPHICS)
    assert wire(server.port).ended() == CROWDED
    first.send("p")
    first.answer("Handle:", "guest")
    first.answer("Casino>", "q")
    first.ended()
    assert any(is_let_in(wire(server.port)) for _ in range(DIALS))


def is_let_in(caller: WireCaller) -> bool:
    """The server may see a new call before the end of the last one."""
    try:
        caller.expect(GRAPHICS)
    except LineLost:
        return False
    return True


def test_all_lines_are_busy(opened: Callable[..., Server], wire: Wire) -> None:
    server = opened("lines = 2", "lines_per_address = 5")
    callers = [wire(server.port), wire(server.port)]
    for caller in callers:
        caller.expect(GRAPHICS)
    assert wire(server.port).ended() == BUSY


def test_a_proxy_has_no_limit_of_its_own(opened: Callable[..., Server], wire: Wire) -> None:
    server = opened("lines_per_address = 1", "proxies = 127.0.0.1")
    for _ in range(3):
        wire(server.port).expect(GRAPHICS)


# -- how long ------------------------------------------------------------------------------------

def test_a_login_that_takes_too_long(opened: Callable[..., Server], wire: Wire) -> None:
    """Nor do keys give it more time."""
    server = opened("login_seconds = 2")
    silent, typist = wire(server.port), wire(server.port)
    typist.answer(GRAPHICS, "p")
    typist.answer("Handle:", "Ada")
    typist.send("y")
    assert "That took too long" in typist.ended()
    assert "That took too long" in silent.ended()


def test_an_idle_caller_is_warned_and_then_gone(opened: Callable[..., Server],
                                                wire: Wire) -> None:
    server = opened("idle_seconds = 2")
    caller = wire(server.port)
    caller.log_in("Ada")
    caller.send("p")
    caller.prompt()
    caller.send("50")
    caller.answer(nights.ANTE, "a")
    caller.expect("Still there? This line closes in 10 seconds.")
    assert "Nobody seems to be there." in caller.ended()
    assert RESUMED in wire(server.port).log_in("Ada")[0]


# -- TLS -----------------------------------------------------------------------------------------

def test_a_hand_by_tls(opened: Callable[..., Server]) -> None:
    server = opened(flags=("--tls-cert", str(CERTIFICATE), "--tls-key", str(CERTIFICATE)))
    context = ssl.create_default_context(cafile=str(CERTIFICATE))
    with socket.create_connection(("127.0.0.1", server.port)) as bare, \
            context.wrap_socket(bare, server_hostname="127.0.0.1") as sock, \
            WireCaller(0, sock) as caller:
        caller.log_in("Ada")
        caller.send("p")
        caller.prompt()
        caller.send("50")
        caller.answer(nights.ANTE, "a")
        caller.answer("B)et, C)heck or F)old?", "f")
        caller.answer("Fold for nothing? Y/N:", "y")
        assert "The House wins $10: you fold." in caller.prompt()[0]
        caller.send("q")
        assert "In the bank: $995." in caller.prompt()[0]


def test_a_certificate_that_is_none_is_named(tmp_path: Path) -> None:
    (tmp_path / "none.pem").write_text("nothing")
    ran = anteup("serve", "--port", "0", "--data", str(tmp_path), "--tls-key",
                 str(CERTIFICATE), "--tls-cert", str(tmp_path / "none.pem"))
    assert ran.returncode == 2 and ran.stdout == ""
    assert str(tmp_path / "none.pem") in ran.stderr and ran.stderr.count("\n") == 1


# -- passwords -----------------------------------------------------------------------------------

@needs_telnet
@pytest.mark.parametrize("line_mode", [False, True])
@pytest.mark.parametrize("graphics", ["u", "p"])
def test_a_password_is_not_shown_and_a_handle_is(shared: Server, call: Callable[..., TelnetCaller],
                                                 handle: str, graphics: str,
                                                 line_mode: bool) -> None:
    """Neither by us nor by a client that echoes by itself, though both are sent in one piece."""
    caller = call(shared.port, line_mode=line_mode)
    caller.press(graphics)
    shown = b""
    for prompt, keys in (("Handle:", handle), ("Create it? Y/N:", "y"),
                         ("Choose a password:", "candlelight"), ("Once more:", "candlelight")):
        caller.expect(f"{prompt} ")
        shown += caller.child.before
        caller.press(keys if keys == "y" else f"{keys}\r")
    caller.expect("Casino> ")
    shown += caller.child.before
    assert b"candle" not in shown
    assert graphics == "u" or handle.encode() in shown


def test_the_sysop_gives_a_new_password(shared: Server, wire: Wire) -> None:
    wire(shared.port).log_in("Bob", "forgotten")
    new = anteup("sysop", "passwd", "bob", "--data", str(shared.folder), data="lamplight\n")
    assert (new.returncode, new.stderr) == (0, "")
    assert wire(shared.port).log_in("Bob", "forgotten")[1] == "Handle:"
    assert wire(shared.port).log_in("Bob", "lamplight")[1] == "Casino>"


def test_the_sysop_gives_a_password_while_no_server_runs(server: Server, wire: Wire) -> None:
    wire(server.port).log_in("Ada", "forgotten")
    server.stop()
    new = anteup("sysop", "passwd", "Ada", "--data", str(server.folder), data="lamplight\n")
    assert (new.returncode, new.stderr) == (0, "")
    assert wire(server.start().port).log_in("Ada", "lamplight")[1] == "Casino>"


@pytest.mark.parametrize("handle, password", [("Nobody", "lamplight"), ("Ada", "abc")])
def test_a_password_that_cannot_be_given(shared: Server, wire: Wire, handle: str,
                                         password: str) -> None:
    wire(shared.port).log_in("Ada")
    new = anteup("sysop", "passwd", handle, "--data", str(shared.folder), data=f"{password}\n")
    assert new.returncode == 2 and new.stdout == ""
    assert new.stderr.startswith("anteup: ") and new.stderr.count("\n") == 1
    assert wire(shared.port).log_in("Ada")[1] == "Casino>"


def test_wrong_passwords_bring_a_pause(shared: Server, wire: Wire) -> None:
    wire(shared.port).log_in("Eve")
    guesser = wire(shared.port)
    guesser.answer(GRAPHICS, "p")
    for _ in range(3):
        guesser.answer("Handle:", "Eve")
        guesser.answer("Password:", "lantern?")
    assert "That is not the password of that handle." in guesser.prompt()[0]
    said, prompt = wire(shared.port).log_in("Eve")
    assert prompt == "Handle:" and "Too many wrong passwords. Please wait " in said
