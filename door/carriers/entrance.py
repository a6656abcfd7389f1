"""Where TCP callers come in: how many in all, how many from one address, and TLS.

It knows neither telnet nor rlogin: it lets a connection in by making the carrier's own protocol
for it. With a certificate the same port takes both kinds of caller. A TLS client speaks first, and
its first byte is 16 (RFC 8446, 5.1), which no telnet client sends; that byte is only peeked at.
"""

import asyncio
import asyncio.sslproto
import logging
import socket
from collections import defaultdict
from collections.abc import Callable, Collection
from ssl import SSLContext

from door.carriers.line import GRACE, SLOW, Parting
from door.carriers.switchboard import Switchboard

CHUNK = 4096                # bytes read at once: asyncio's 256 KiB cost a page fault a key
FIRST_BYTE = 0.5            # seconds a TLS client has for its first byte; then it is telnet
HANDSHAKE = 10.0            # seconds for the rest of the handshake
TLS_RECORD = b"\x16"
BUSY = b"All lines are busy. Please call again later.\r\n"
CROWDED = b"Too many lines are open from your address.\r\n"

log = logging.getLogger(__name__)

Gone = Callable[[], None]


class Entrance:
    """A port that listens. `caller(address, gone)` makes the protocol of a caller who may enter;
    it must call `gone()` once, when the connection is lost. A silent one refuses without a word."""

    def __init__(
            self, caller: Callable[[str, Gone], asyncio.Protocol], *,
            ssl: SSLContext | None = None, lines: int = 500, lines_per_address: int = 20,
            exempt: frozenset[str] = frozenset(), silent: bool = False) -> None:
        self.caller = caller
        self.ssl = ssl
        self.silent = silent
        self._lines = lines
        self._lines_per_address = lines_per_address
        self._exempt = exempt
        self._addresses: defaultdict[str, set[Visitor]] = defaultdict(set)
        self._connections = 0
        self._server: asyncio.Server | None = None
        self.visitors: set[Visitor] = set()     # those not let in yet

    async def open(self, host: str, port: int) -> None:
        """Listen. Raises OSError if the port is taken or the host is not ours."""
        if self.ssl is not None:
            # Each TLS connection holds a buffer of this size: 256 KiB by default.
            asyncio.sslproto.SSLProtocol.max_size = 4 * CHUNK
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(lambda: Visitor(self), host, port)

    @property
    def port(self) -> int:
        """The port that listens, also when 0 was asked for. 0 once closed."""
        sockets = self._server.sockets if self._server is not None else ()
        return int(sockets[0].getsockname()[1]) if sockets else 0

    @property
    def connections(self) -> int:
        """How many connections are open, refused ones left out."""
        return self._connections

    def close(self) -> None:
        """Let nobody in any more; who is in may stay."""
        if self._server is not None:
            self._server.close()
        for visitor in list(self.visitors):
            visitor.turn_away()

    def refusal(self, address: str) -> bytes:
        """Why a caller from this address may not enter now; b"" if they may."""
        if self.connections >= self._lines:
            return BUSY
        if address not in self._exempt and self._is_crowded(self._addresses.get(address, ())):
            return CROWDED
        return b""

    def _is_crowded(self, here: Collection["Visitor"]) -> bool:
        """Who is hung up on may call again at once, though the old line is still read on; so there
        may be twice as many lines as calls."""
        most = self._lines_per_address
        return len(here) >= 2 * most or sum(not each.parting for each in here) >= most

    def enter(self, address: str, visitor: "Visitor") -> None:
        self._addresses[address].add(visitor)
        self._connections += 1

    def leave(self, address: str, visitor: "Visitor") -> None:
        self._connections -= 1
        self._addresses[address].remove(visitor)
        if not self._addresses[address]:
            del self._addresses[address]


class TcpServer:
    """A port and all who called it."""

    def __init__(self, entrance: Entrance, switchboard: Switchboard) -> None:
        self._entrance = entrance
        self._switchboard = switchboard

    @property
    def port(self) -> int:
        return self._entrance.port

    @property
    def connections(self) -> int:
        return self._entrance.connections

    def stop(self) -> None:
        """Take no more calls; those that are open go on."""
        self._entrance.close()

    def close(self) -> None:
        """Take no more calls and end the open ones, after what was already written to them."""
        self.stop()
        self._switchboard.hang_up()

    async def closed(self) -> None:
        """Wait until all lines are closed and no call is being answered."""
        await self._switchboard.quiet()


class Visitor(asyncio.Protocol):
    """A connection at the entrance: refused in one line of ASCII, or counted and let in."""

    __slots__ = (
        "_entrance", "_transport", "_address", "_inside", "_early", "_peek", "_timer",
        "_handshake")
    _transport: asyncio.Transport
    _address: str

    def __init__(self, entrance: Entrance) -> None:
        self._entrance = entrance
        self._inside = False
        self._early = b""
        self._peek: socket.socket | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._handshake: asyncio.Task[None] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        prepare(transport)
        self._transport = transport
        self._address = address(transport)
        if refusal := self._entrance.refusal(self._address):
            log.info("refused a caller from %s", self._address)
            if not self._entrance.silent:
                transport.write(refusal)
            transport.close()
            return
        self._inside = True
        self._entrance.enter(self._address, self)
        if self._entrance.ssl is None:
            self._let_in(transport)
        else:
            self._await_first_byte()

    def data_received(self, data: bytes) -> None:
        """What a TLS client sent right behind its handshake waits until it is let in."""
        if self._inside:
            self._early += data

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_peeking()
        self._entrance.visitors.discard(self)
        self._leave()

    @property
    def parting(self) -> bool:
        """Whether we have hung up, and wait for the caller to do so too."""
        return isinstance(self._transport.get_protocol(), Parting)

    def turn_away(self) -> None:
        """The entrance closes."""
        if self._handshake is not None:
            self._handshake.cancel()
        self._transport.abort()

    def _let_in(self, transport: asyncio.Transport) -> None:
        self._entrance.visitors.discard(self)
        caller = self._entrance.caller(self._address, self._leave)
        transport.set_protocol(caller)
        caller.connection_made(transport)
        if self._early:
            caller.data_received(self._early)

    def _leave(self) -> None:
        if self._inside:
            self._inside = False
            self._entrance.leave(self._address, self)

    # TLS or not

    def _await_first_byte(self) -> None:
        self._entrance.visitors.add(self)
        self._transport.pause_reading()
        loop = asyncio.get_running_loop()
        # A descriptor of its own, for asyncio lets nobody else watch a transport's.
        self._peek = self._transport.get_extra_info("socket").dup()
        loop.add_reader(self._peek, self._look)
        self._timer = loop.call_later(FIRST_BYTE, self._plain)

    def _look(self) -> None:
        assert self._peek is not None
        try:
            first = self._peek.recv(1, socket.MSG_PEEK)
        except BlockingIOError:
            return
        except OSError:
            first = b""     # the telnet carrier will meet the same error, and knows what to do
        if first != TLS_RECORD:
            self._plain()
            return
        self._stop_peeking()
        self._handshake = asyncio.get_running_loop().create_task(self._shake_hands())

    def _plain(self) -> None:
        self._stop_peeking()
        self._let_in(self._transport)
        self._transport.resume_reading()

    def _stop_peeking(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if self._peek is not None:
            asyncio.get_running_loop().remove_reader(self._peek)
            self._peek.close()
            self._peek = None

    async def _shake_hands(self) -> None:
        assert self._entrance.ssl is not None
        try:
            transport = await asyncio.get_running_loop().start_tls(
                self._transport, self, self._entrance.ssl, server_side=True,
                ssl_handshake_timeout=HANDSHAKE, ssl_shutdown_timeout=GRACE)
        except (OSError, asyncio.CancelledError):   # an SSLError or a timeout is an OSError
            transport = None
        self._handshake = None      # it leads back here
        if transport is None or transport.is_closing():
            self._transport.abort()
            self.connection_lost(None)      # of which asyncio does not tell during a handshake
            return
        # By default asyncio holds 256 KiB of what a TLS caller sent and nobody reads.
        transport.set_read_buffer_limits(high=SLOW)     # type: ignore[attr-defined]
        self._let_in(transport)


def prepare(transport: asyncio.Transport) -> None:
    """Small reads, no waiting for more to send, dead peers noticed, urgent data kept in line."""
    transport.max_size = CHUNK      # type: ignore[attr-defined]
    sock = transport.get_extra_info("socket")
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    # Telnet's Synch sends its DM as urgent data (RFC 854), which else vanishes from the stream
    # and leaves a lone IAC behind that swallows the caller's next key.
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_OOBINLINE, 1)
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def address(transport: asyncio.Transport) -> str:
    """The caller's address; "" when they are gone already. IPv4 inside IPv6 counts as IPv4."""
    peer = transport.get_extra_info("peername")
    return str(peer[0]).removeprefix("::ffff:") if peer else ""
