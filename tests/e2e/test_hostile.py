"""Callers who mean harm, or whose client is broken: the others play on, and memory is bounded.

Each attack is sent as fast as the server takes it, over several lines, while somebody else plays
hand after hand. A line that the house closes has heard a farewell, and is opened again for the
rest; on one that is left open the session answers, behind all of it, that it is there. That no
traceback is in the log is seen to by the fixture.
"""

from __future__ import annotations

import random
import re
import select
import socket
from collections.abc import Callable
from contextlib import ExitStack

import pytest

from ansi.charset import PETSCII, to_glyphs
from door.session.casino import OUR_FAULT
from tests.e2e import nights
from tests.e2e.server import PATIENCE, Server
from tests.e2e.test_hang_up import at_the_table
from tests.e2e.wire import WireCaller

SIZE = 128 << 10        # bytes of an attack's line
MORE = 10 << 20         # and of the attacks that take long
HANDS = 4               # that somebody else plays meanwhile, at least
MOST_HANDS = 90         # and at most: each costs $5 of $500
GROWTH = 16 * 1024      # KiB of memory that an attack may cost at most
READ = 4096             # bytes that the server reads at once
HEARD = 8192            # bytes of what was heard that are kept
IAC, SB, SE, LOGOUT = b"\xff", b"\xff\xfa", b"\xff\xf0", b"\xff\xfd\x12"
AYT, YES, MARK, MARKED = b"\xff\xf6", b"[Yes]", b"\xff\xfd\x06", b"\xff\xfb\x06"
OPTION = re.compile(rb"\xff[\xfb-\xfe].", re.DOTALL)
# What ends whatever is unfinished, and asks to be told when all has been read (RFC 860).
END = SE + SE + MARK
# Who gives no handle is let go without a word.
FAREWELLS = ("Good night", "That took too long", "Nobody seems to be there", "Handle:")
LOGIN = b"p\r\nguest\r\n"
TABLE = LOGIN + b"p\r\n20\r\na\r\n"
PAINTED = b"u\r\nguest\r\np\r\n20\r\n"
ALOUD = b"v\r\nguest\r\np\r\n20\r\na\r\n"


def repeated(piece: bytes, size: int = SIZE) -> bytes:
    """At least once, and to about that size."""
    return piece * max(1, size // len(piece))


def shuffled(*pieces: bytes, size: int = SIZE) -> bytes:
    """These pieces in no order, the same at each run."""
    mean = sum(map(len, pieces)) / len(pieces)
    return b"".join(random.Random(1).choices(pieces, k=int(size / mean)))


def noise(seed: int, size: int = SIZE) -> bytes:
    """Random bytes, in which nobody is asked for a mark or to hang up."""
    return random.Random(seed).randbytes(size).replace(MARK, b"").replace(LOGOUT, b"")


def sub(option: int, data: bytes) -> bytes:
    return SB + bytes((option,)) + data + SE


# All but one: who asks to be logged out (RFC 727) is hung up on, and not attacked any more. Option
# 255 (RFC 861) comes by itself: the library takes it for an IAC, and may miss a mark behind it.
OPTIONS = [option for option in (bytes((255, verb, option)) for verb in (251, 252, 253, 254)
                                 for option in range(255)) if option != LOGOUT]
SIZES = [b"\0\0\0\0", b"\0\1\0\1", b"\xff\xff" * 4, b"\0\x50\0\x18", b"\0\x28\0\x0c", b"\0"]
VARIABLES = b"".join(b"\0K%d\1v" % n for n in range(5000))
# What is hostile telnet, whoever the caller is.
TELNET: dict[str, bytes] = {
    "options": shuffled(*OPTIONS),
    "option 255": shuffled(*(bytes((255, verb, 255)) for verb in (251, 252, 253, 254))) + b"\0\0",
    "one option on and off": repeated(b"\xff\xfb\x1f\xff\xfc\x1f" + 20 * b"\0"),
    "echo on and off": repeated(b"\xff\xfd\x01\xff\xfe\x01\xff\xfd\x03\xff\xfe\x03"),
    "marks": repeated(b"\xff\xfb\x06\xff\xfc\x06\xff\xfe\x06" + MARK),
    "endless subnegotiation": SB + b"\x18\0" + b"x" * SIZE + SE,
    "nested subnegotiations": repeated(SB + b"\x18\0") + SE,
    "many subnegotiations": shuffled(*(sub(option, b"\0" * size) for option in range(255)
                                       for size in (0, 1, 4, 40))),
    "5,000 environment keys": b"\xff\xfb\x27" + repeated(sub(39, b"\0" + VARIABLES)),
    "names of 100 KB": b"\xff\xfb\x18" + repeated(sub(24, b"\0" + b"x" * 100_000)),
    "names without end": b"\xff\xfb\x18" + b"".join(
        sub(24, b"\0name%d" % n) for n in range(SIZE // 12)),
    "window sizes": shuffled(*(sub(31, size) for size in SIZES)),
    "are you there": repeated(AYT),
    "urgent data": repeated(b"\xff\xf4\xff\xf2\xff\xf5"),
    "commands that are none": shuffled(*(bytes((255, n)) for n in range(240) if n != 0xF6)),
    "IAC at the end of packets": repeated(b"x" * (READ - 1) + IAC),
}
ATTACKS: dict[str, tuple[bytes, bytes]] = {
    "random bytes": (b"", noise(1)),
    "random bytes at the table": (TABLE, noise(2)),
    "random bytes on a painted table": (PAINTED, noise(3)),
    "random bytes by ear": (ALOUD, noise(4)),
    **{name: (b"", data) for name, data in TELNET.items()},
    "window sizes at the table": (PAINTED, TELNET["window sizes"]),
    "interrupts at the table": (TABLE, repeated(b"\xff\xf4")),
    "nulls": (b"", b"\0" * SIZE),
    "returns": (b"", repeated(b"\r\n")),
    "keys": (TABLE, shuffled(*(bytes((key,)) for key in b"acbrmfq0123456789ynpwk?h\r\n \x1b"))),
    "repaints": (LOGIN, b"\x0c" * SIZE),
    "an endless line": (LOGIN + b"p\r\n", b"9" * SIZE),
    "an endless escape": (LOGIN, b"\x1b[" + b"1;" * (SIZE // 2)),
    "an endless string": (LOGIN, b"\x1bP" + b"x" * SIZE),
    "half characters": (b"u\r\n", repeated(b"\xe2\x99")),
}


class Attacker:
    """A line that pushes its bytes as the server takes them, `way` first at every call.

    `heard` is the end of what the session said, without telnet's replies.
    """

    def __init__(self, port: int, way: bytes, data: bytes) -> None:
        self.port, self.way, self.data = port, way, memoryview(data)
        self._dial()

    def _dial(self) -> None:
        self.sock = socket.socket()
        # What lies in a buffer when the house hangs up never gets there.
        self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, READ)
        self.sock.connect(("127.0.0.1", self.port))
        self.sock.setblocking(False)
        self.left = memoryview(self.way)
        self.heard = self._tail = b""
        self._marks = self.data.tobytes().count(MARK) + 1   # that are still to be answered
        self._ended = self._asked = self._there = False

    def push(self) -> bool:
        """Sends what it can; whether it goes on."""
        try:
            self._listen()
            self._send()
        except BlockingIOError:
            pass
        except ConnectionError:
            return self._closed()
        return not self._there

    def _send(self) -> None:
        if self.left:
            self.left = self.left[self.sock.send(self.left):]
        elif self.data:
            self.data = self.data[self.sock.send(self.data[:65536]):]
        elif not self._ended:
            self.left, self._ended = memoryview(END), True
        elif not (self._asked or self._marks) and self.heard:
            self.left, self._asked = memoryview(AYT), True

    def _listen(self) -> None:
        try:
            while data := self.sock.recv(65536):
                self._marks -= (self._tail[-2:] + data).count(MARKED)
                self._there = self._asked and YES in self._tail + data
                self._tail = (self._tail + data)[1 - len(YES):]
                self.heard = (self.heard + OPTION.sub(b"", data))[-HEARD:]
                if self._there:
                    return
        except BlockingIOError:
            return
        raise ConnectionError("the line was closed")

    def _closed(self) -> bool:
        """The house has hung up, politely; calls again with what is left."""
        try:
            self._listen()
        except ConnectionError:
            pass
        assert any(word.encode() in self.heard or PETSCII.encode(to_glyphs(word)) in self.heard
                   for word in FAREWELLS), self.heard
        self.sock.close()
        if self.data:
            self._dial()
        return bool(self.data)

    def close(self) -> None:
        """Hangs up, at whatever call it is."""
        self.sock.close()

    @property
    def sends(self) -> bool:
        """Whether it would send something now."""
        return bool(self.left or self.data or not self._ended
                    or not (self._asked or self._marks) and self.heard)


def attack(server: Server, player: WireCaller, attackers: list[Attacker]) -> None:
    """All of it, while somebody else plays. Memory is bounded, and nothing breaks."""
    before = most = server.memory()
    hands = looks = 0
    with ExitStack() as stack:
        for attacker in attackers:
            stack.callback(attacker.close)
        while hands < HANDS or attackers:
            attackers = [attacker for attacker in attackers if attacker.push()]
            if hands < HANDS or not looks % 10 and hands < MOST_HANDS:
                play_a_hand(player)
                hands += 1
            elif attackers:
                wait_for(attackers)
            most, looks = max(most, server.memory()), looks + 1
    assert most - before < GROWTH
    assert "our fault" not in server.log and OUR_FAULT not in server.log


def wait_for(attackers: list[Attacker]) -> None:
    """Until one of the lines has something to be read, or takes more."""
    ready = select.select([each.sock for each in attackers],
                          [each.sock for each in attackers if each.sends], [], PATIENCE)
    assert any(ready), [each.heard for each in attackers]


@pytest.fixture
def player(shared: Server, wire: Callable[[int], WireCaller], handle: str) -> WireCaller:
    """Somebody at the table, who plays meanwhile."""
    caller = at_the_table(shared.port, wire, handle, 500)
    caller.prompt()
    return caller


@pytest.mark.parametrize("name", ATTACKS)
def test_the_others_play_on(shared: Server, player: WireCaller, name: str) -> None:
    attack(shared, player, [Attacker(shared.port, *ATTACKS[name]) for _ in range(2)])


@pytest.mark.soak
@pytest.mark.parametrize("name", ["random bytes", "hostile telnet", "random bytes at the table"])
def test_ten_megabytes(shared: Server, player: WireCaller, name: str) -> None:
    """Over ten lines, a part of it each."""
    kinds = list(TELNET.values())
    random.Random(1).shuffle(kinds)
    way = TABLE if name.endswith("table") else b""
    data = noise(5, MORE) if name.startswith("random") else repeated(b"".join(kinds), MORE)
    part = len(data) // 10
    attack(shared, player, [Attacker(shared.port, way, data[n * part:(n + 1) * part])
                            for n in range(10)])


# -- who never reads -----------------------------------------------------------------------------


class Deaf:
    """A line that pushes its bytes and never reads an answer; whoever has enough of it may go."""

    def __init__(self, port: int, data: bytes) -> None:
        self.sock = socket.create_connection(("127.0.0.1", port))
        self.sock.setblocking(False)
        self.left = memoryview(data)

    def push(self) -> bool:
        try:
            self.left = self.left[self.sock.send(self.left[:65536]):]
        except BlockingIOError:
            pass
        except ConnectionError:
            return False
        return bool(self.left)


@pytest.mark.parametrize("name, data", [
    ("help at the table", TABLE + b"?\r\nq\r\n" * 200_000),
    ("repaints at the table", PAINTED + b"a\r\n" + b"\x0c" * SIZE * 4),
    ("are you there", repeated(AYT, SIZE * 4)),
    ("options", shuffled(*OPTIONS, size=SIZE * 4))])
def test_a_caller_who_never_reads_is_not_waited_for(shared: Server, player: WireCaller, name: str,
                                                    data: bytes) -> None:
    before = most = shared.memory()
    with ExitStack() as stack:
        callers = [Deaf(shared.port, data) for _ in range(2)]
        for caller in callers:
            stack.callback(caller.sock.close)
        for _ in range(HANDS * 3):
            callers = [caller for caller in callers if caller.push()]
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
