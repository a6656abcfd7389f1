"""One caller's line as the session sees it, whatever carries it.

A carrier makes a Line, fills it through feed(), and hands it to a Switchboard once it knows who
is calling. Everything here is bounded: what a caller sends waits in a small inbox, and when that
is full, or when the caller does not read what we send, nothing more is read from the transport.
"""

import asyncio
import logging
import re
from collections.abc import Mapping
from contextlib import suppress
from types import MappingProxyType

from door.carriers.visitor import Visitor

INBOX = 4096            # bytes that may wait before the transport pauses reading
OUTBOX = 1 << 20        # bytes that may wait for a caller who never reads, before we give up
SLOW = 16384            # bytes of output waiting that make drain() wait
GRACE = 2.0             # seconds a closed line may still take its last output, and to close as well
NAME = 40               # characters kept of a terminal's name
COLUMNS, ROWS = (20, 255), (10, 100)    # sizes we believe; a wilder claim is clamped
NOTHING: Mapping[str, object] = MappingProxyType({})

log = logging.getLogger(__name__)


class CarrierLost(Exception):
    """The caller is gone: the line's fault, nobody else's."""


class Line:
    """A caller's connection. Carriers differ only in how bytes get in and out.

    One task reads and drains; write(), poke() and hang_up() may be called from anywhere in the
    event loop. Attributes that tell of the caller:

        carrier          "telnet", "rlogin" or "relay"
        address          the caller's, "local" for a relay
        user             the account at the other end of a relay, else ""
        terminal_type    lower case, printable ASCII, "" unknown
        terminal_names   all names that a telnet client has for itself, that one first
        mtts             the bits of its MTTS name, 0 unknown
        mud              it is a MUD client: it sends lines, and masks them where we echo
        patience         seconds that are left for finding out what the terminal shows
        columns, rows    0 unknown
        speed            bits a second, as a board or the terminal says; 0 unknown
        resized          columns or rows changed since the call began; the session clears it
        hailed           the caller asks whether we are there; the session clears it
        speaks_telnet    the client has answered negotiation
        character_mode   the client sends single keys and we echo
        hello            what a relay said of its caller, else empty
        visitor          whom a board sends, None for everybody else
        until            read() gives what arrived up to the end of its first match: what comes
                         after an answer may mean something else than the same bytes before
    """

    __slots__ = (
        "carrier", "address", "user", "terminal_type", "terminal_names", "mtts", "mud", "patience",
        "columns", "rows", "speed", "resized", "hailed", "speaks_telnet", "character_mode",
        "hello", "visitor", "until", "_transport", "_inbox", "_waiter", "_poked", "_ended",
        "_closed", "_slow", "_stopped", "_drainer", "_grace")

    def __init__(self, carrier: str, address: str, transport: asyncio.Transport) -> None:
        self.carrier = carrier
        self.address = address
        self.user = self.terminal_type = ""
        self.terminal_names: tuple[str, ...] = ()
        self.mtts = 0
        self.mud = False
        self.patience = 0.0
        self.columns = self.rows = self.speed = 0
        self.resized = self.hailed = self.speaks_telnet = self.character_mode = False
        self.hello = NOTHING
        self.visitor: Visitor | None = None
        self.until: re.Pattern[bytes] | None = None
        self._transport: asyncio.Transport | None = transport   # None once it is lost
        self._inbox = b""
        self._poked = False
        self._ended = False         # nothing more comes in
        self._closed = False        # nothing more goes out
        self._slow = False          # the caller lags behind our output
        self._stopped = False       # we have stopped reading
        self._waiter: asyncio.Future[None] | None = None
        self._drainer: asyncio.Future[None] | None = None
        self._grace: asyncio.TimerHandle | None = None
        transport.set_write_buffer_limits(high=SLOW)

    # The session's side

    async def read(self) -> bytes:
        """What arrived; b"" when only poked. Raises CarrierLost at the end of the line.

        Nothing is lost when it is cancelled, so a timeout may be put around it.
        """
        if not (self._inbox or self._poked or self._ended):
            await self._arrival()
        self._poked = False
        if self._inbox:
            data = self._unread()
            self._pace()
            return data
        if self._ended:
            raise CarrierLost
        return b""

    def take(self) -> bytes:
        """What has arrived and nobody has read yet; does not wait."""
        data, self._inbox = self._inbox, b""
        self._pace()
        return data

    def _unread(self) -> bytes:
        """What is to be read next of what has arrived."""
        found = self.until.search(self._inbox) if self.until else None
        end = found.end() if found else len(self._inbox)
        data, self._inbox = self._inbox[:end], self._inbox[end:]
        return data

    async def _arrival(self) -> None:
        if self._waiter is not None:
            raise RuntimeError("somebody else is reading this line")
        self._waiter = asyncio.get_running_loop().create_future()
        try:
            await self._waiter
        finally:
            self._waiter = None

    def poke(self) -> None:
        """Wake read(): there is a notice, a new size, an order to leave."""
        self._poked = True
        self._wake()

    def write(self, data: bytes) -> None:
        """Send one frame. Never blocks; ignored after the end."""
        transport = self._transport
        if transport is None or self._closed or transport.is_closing():
            return
        transport.write(self._packed(data))
        if self._slow and transport.get_write_buffer_size() > OUTBOX:
            log.info("%s caller from %s never read: line cut", self.carrier, self.address)
            transport.abort()

    async def drain(self) -> None:
        """Wait while the caller is slow to read. Raises CarrierLost once they are gone."""
        while self._slow and self._transport is not None and not self._closed:
            if self._drainer is not None:
                raise RuntimeError("somebody else is draining this line")
            self._drainer = asyncio.get_running_loop().create_future()
            try:
                await self._drainer
            finally:
                self._drainer = None
        if self._transport is None or self._closed:
            raise CarrierLost

    def hide_input(self, hidden: bool) -> None:
        """Have a client that echoes by itself stop, or start again: passwords in line mode."""

    marking = False     # what read() gave last was sent before the mark was seen

    def mark(self, trial: bool = False) -> None:
        """Have the client tell when it has come to the end of the next write(), if it can; a trial
        only sees whether it can."""

    def unmark(self) -> None:
        """The client has not told in time, and is not asked again."""

    def say(self, text: str) -> None:
        """Last words for a terminal that has been restored already: relays show them."""

    @property
    def transport(self) -> asyncio.Transport | None:
        """What carries the bytes; None once it is lost."""
        return self._transport

    def hang_up(self) -> None:
        """Send what is waiting, then close; a caller who does not read it is cut off soon."""
        if self._closed:
            return
        if self._transport is not None:
            self._part(self._transport)
        self._closed = True
        self._inbox = b""
        self.feed_eof()
        self._wake_drainer()

    def _part(self, transport: asyncio.Transport) -> None:
        """Half-close, until the caller has as well; who sends no more, or speaks TLS, has."""
        if self._ended or not transport.can_write_eof():
            transport.close()
        else:
            transport.set_protocol(Parting(transport.get_protocol()))
            transport.resume_reading()
            with suppress(OSError):     # it is reset already, of which we shall be told
                transport.write_eof()
        self._grace = asyncio.get_running_loop().call_later(GRACE, transport.abort)

    @property
    def closed(self) -> bool:
        """Whether we have hung up, so that nothing may be sent any more."""
        return self._closed

    # The carrier's side

    def _packed(self, data: bytes) -> bytes:
        """The data as it goes over the wire."""
        return data

    def feed(self, data: bytes) -> None:
        """Take what the caller sent."""
        if not self._ended:
            self._inbox += data
            self._wake()
            self._pace()

    def feed_eof(self) -> None:
        """The caller will send no more, though they may still listen."""
        self._ended = True
        self._wake()

    def slow(self, slow: bool) -> None:
        """The transport says that the caller lags behind, or has caught up.

        Nothing more is read from them meanwhile: a client that makes us answer (AYT, DO, WILL)
        and never listens could else fill our memory.
        """
        self._slow = slow
        self._pace()
        if not slow:
            self._wake_drainer()

    def resize(self, columns: int, rows: int) -> None:
        """The terminal's size, as claimed: clamped, and 0 (unknown, RFC 1073) changes nothing."""
        size = (clamped(columns, COLUMNS) or self.columns, clamped(rows, ROWS) or self.rows)
        if size != (self.columns, self.rows):
            self.columns, self.rows = size
            self.resized = True
            self.poke()

    def hail(self) -> None:
        """The caller asks whether anybody is there (telnet's AYT)."""
        self.hailed = True
        self.poke()

    def lost(self) -> None:
        """The connection is gone, both ways."""
        with suppress(AttributeError):  # asyncio's own circle; without it memory is free at once
            delattr(self._transport, "_read_ready_cb")
        self._transport = None
        self.feed_eof()
        self._wake_drainer()
        if self._grace is not None:
            self._grace.cancel()
            self._grace = None

    def begin(self) -> None:
        """What came before the call, its size and name, is no news to the session."""
        self.resized = self._poked = False

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def _wake_drainer(self) -> None:
        if self._drainer is not None and not self._drainer.done():
            self._drainer.set_result(None)

    def _pace(self) -> None:
        """Read on, or stop reading, as the inbox and the caller's own reading allow."""
        stop = self._slow or len(self._inbox) > INBOX
        if stop == self._stopped or self._transport is None or self._closed:
            return
        self._stopped = stop
        if stop:
            self._transport.pause_reading()
        else:
            self._transport.resume_reading()


class Parting(asyncio.Protocol):
    """Reads on, and minds nothing, while a caller hears our last words.

    A socket that is closed over bytes that nobody has read is reset, and what is still under way
    to the caller is lost (RFC 1122, 4.2.2.13).
    """

    __slots__ = ("_before",)

    def __init__(self, before: asyncio.BaseProtocol) -> None:
        self._before = before

    def connection_lost(self, exc: Exception | None) -> None:
        self._before.connection_lost(exc)


def clamped(value: int, bounds: tuple[int, int]) -> int:
    """A size within its bounds; 0 stays 0, for unknown."""
    return value and min(max(value, bounds[0]), bounds[1])


def terminal_name(text: str) -> str:
    """A terminal's name as it may be shown and compared: short, printable ASCII, lower case."""
    kept = "".join(letter for letter in text[:4 * NAME] if " " <= letter <= "~")
    return kept.strip().lower()[:NAME]
