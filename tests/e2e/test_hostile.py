"""Callers who mean harm, or whose client is broken: the others play on, and memory is bounded.

Each attack is a megabyte over two lines, sent as fast as the server takes it, while somebody else
plays hand after hand. That no traceback is in the log is seen to by the fixture.
"""

from __future__ import annotations

import random
import select
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from tests.e2e import nights
from tests.e2e.server import PATIENCE, Server
from tests.e2e.test_hang_up import at_the_table
from tests.e2e.wire import WireCaller

LINES = 2               # an attack's
SIZE = (1 << 20) // LINES
HANDS = 4               # that somebody else plays meanwhile, at least
GROWTH = 16 * 1024      # KiB of memory that an attack may cost at most
IAC, SB, SE = b"\xff", b"\xff\xfa", b"\xff\xf0"
LOGIN = b"p\r\nguest\r\n"
TABLE = LOGIN + b"p\r\n20\r\na\r\n"


def repeated(piece: bytes) -> bytes:
    return piece * (SIZE // len(piece))


def shuffled(*pieces: bytes) -> bytes:
    """These pieces in no order, the same at each run."""
    return b"".join(random.Random(1).choices(pieces, k=SIZE // max(map(len, pieces))))


OPTIONS = [bytes((255, verb, option)) for verb in (251, 252, 253, 254) for option in range(256)]
ATTACKS: dict[str, bytes] = {
    "random bytes": random.Random(1).randbytes(SIZE),
    "random bytes at the table": TABLE + random.Random(2).randbytes(SIZE),
    "options": shuffled(*OPTIONS),
    "one option on and off": repeated(b"\xff\xfb\x1f\xff\xfc\x1f" + 20 * b"\0"),
    "endless subnegotiation": SB + b"\x18\x00" + b"x" * SIZE,
    "nested subnegotiations": repeated(SB + b"\x18\x00") + SE,
    "many subnegotiations": shuffled(*(SB + bytes((option,)) + b"\x00" * size + SE
                                       for option in range(256) for size in (0, 1, 4, 40))),
    "window sizes": LOGIN + shuffled(*(SB + b"\x1f" + size + SE for size in (
        b"\0\0\0\0", b"\0\1\0\1", b"\xff\xff" * 4, b"\0\x50\0\x18", b"\0\x28\0\x0c", b"\0"))),
    "are you there": repeated(b"\xff\xf6"),
    "interrupts at the table": TABLE + repeated(b"\xff\xf4"),
    "nulls": b"\0" * SIZE,
    "returns": repeated(b"\r\n"),
    "keys": TABLE + shuffled(*(bytes((key,)) for key in b"acbrmfq0123456789ynpwk?h\r\n \x1b")),
    "repaints": LOGIN + b"\x0c" * SIZE,
    "an endless line": LOGIN + b"p\r\n" + b"9" * SIZE,
    "an endless escape": LOGIN + b"\x1b[" + b"1;" * (SIZE // 2),
    "an endless string": LOGIN + b"\x1bP" + b"x" * SIZE,
    "half characters": b"u\r\n" + repeated(b"\xe2\x99"),
}


class Attacker:
    """A line that pushes its bytes as the server takes them. A deaf one never reads."""

    def __init__(self, port: int, data: bytes, deaf: bool) -> None:
        self.sock = socket.create_connection(("127.0.0.1", port))
        self.sock.setblocking(False)
        self.deaf = deaf
        self.left = memoryview(data)

    def push(self) -> bool:
        """Sends what it can; whether the line is still there. It is closed behind its last byte,
        so a server that has hung up has read them all, or had enough."""
        try:
            if not self.deaf:
                self._listen()
            if self.left:
                self.left = self.left[self.sock.send(self.left[:65536]):]
                if not self.left:
                    self.sock.shutdown(socket.SHUT_WR)
        except BlockingIOError:
            pass
        except ConnectionError:
            return False
        return True

    def _listen(self) -> None:
        try:
            while self.sock.recv(65536):
                pass
        except BlockingIOError:
            return
        raise ConnectionError("the line was closed")


@pytest.fixture
def attack(shared: Server) -> Iterator[Callable[..., list[Attacker]]]:
    """attack(data, deaf=False) opens its lines."""
    with ExitStack() as stack:
        def begin(data: bytes, deaf: bool = False) -> list[Attacker]:
            attackers = [Attacker(shared.port, data, deaf) for _ in range(LINES)]
            for attacker in attackers:
                stack.callback(attacker.sock.close)
            return attackers
        yield begin


@pytest.mark.parametrize("name", ATTACKS)
def test_the_others_play_on(shared: Server, wire: Callable[[int], WireCaller], handle: str,
                            attack: Callable[..., list[Attacker]], name: str) -> None:
    player = at_the_table(shared.port, wire, handle, 500)
    player.prompt()
    before = most = shared.memory()
    hands, attackers = 0, attack(ATTACKS[name])
    while hands < HANDS or attackers:
        attackers = [attacker for attacker in attackers if attacker.push()]
        if hands < HANDS or not hands % 10:
            play_a_hand(player)
        elif attackers:
            wait_for(attackers)
        most, hands = max(most, shared.memory()), hands + 1
    assert most - before < GROWTH


def wait_for(attackers: list[Attacker]) -> None:
    """Until one of the lines has something to be read, or takes more."""
    ready = select.select([each.sock for each in attackers],
                          [each.sock for each in attackers if each.left], [], PATIENCE)
    assert any(ready)


@pytest.mark.parametrize("name, data", [
    ("help at the table", TABLE + b"?\r\nq\r\n" * 200_000),
    ("repaints at the table", b"u\r\nguest\r\np\r\n20\r\na\r\n" + b"\x0c" * SIZE),
    ("are you there", repeated(b"\xff\xf6")),
    ("options", shuffled(*OPTIONS))])
def test_a_caller_who_never_reads_is_not_waited_for(
        shared: Server, wire: Callable[[int], WireCaller], handle: str,
        attack: Callable[..., list[Attacker]], name: str, data: bytes) -> None:
    player = at_the_table(shared.port, wire, handle, 500)
    player.prompt()
    before = most = shared.memory()
    attackers = attack(data, deaf=True)
    for _ in range(HANDS * 3):
        attackers = [attacker for attacker in attackers if attacker.push()]
        play_a_hand(player)
        most = max(most, shared.memory())
    assert most - before < GROWTH


def play_a_hand(player: WireCaller) -> None:
    """An ante and a fold, for nothing where that is so: $5."""
    player.send("a")
    player.prompt()
    player.send("f")
    said, prompt = player.prompt()
    if prompt == nights.FOLD:
        player.send("y")
        said, prompt = player.prompt()
    assert "The House wins" in said and prompt == nights.ANTE
