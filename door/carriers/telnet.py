"""Callers by telnet: telnetlib3, and the remedies it needs.

telnetlib3 parses and escapes IAC and keeps the state of each option. What it does not do, or not
safely, is done here: it is fed to a Line instead of a buffer of its own, it agrees to those
options only that we use, and what it needs no more is let go, for there may be thousands.
"""

import asyncio
import collections
import logging
from ssl import SSLContext

from telnetlib3 import stream_writer, telopt
from telnetlib3.fingerprinting import MUD_TERMINALS
from telnetlib3.server_base import BaseServer
from telnetlib3.stream_reader import TelnetReader
from telnetlib3.stream_writer import TelnetWriter

from door.carriers.entrance import Entrance, Gone, TcpServer
from door.carriers.naming import MOST_NAMES, is_plain, note
from door.carriers.switchboard import Answer, Switchboard
from door.carriers.telnet_line import TelnetLine

PATIENCE = 1.5              # seconds from the connection on to find out who is calling
NEGOTIATION = 2 / 3         # of them for options, of one who has told the name of the terminal
LONGEST_TYPE = 128          # bytes of a terminal's name that are parsed at all
LONGEST_SPEED = 24          # and of its two speeds, in and out (RFC 1079)
SPEED_OF = b"0123456789,"
INTERRUPT, ERASE = b"\x03", b"\x08"
HERE = b"\r\n[Yes]\r\n"
MUD_CLIENTS = (*sorted(MUD_TERMINALS), "gnome-mud", "mtts", "potato")
# What a client may do for us, and what we do for a client; all else is declined. Notably:
# COM-PORT-OPTION hangs C-Kermit when agreed to, LINEMODE lets a client rewrite the table of
# special characters that the library shares between all connections, MCCP3 inflates bombs.
THEIRS = frozenset(
    (telopt.TTYPE, telopt.NAWS, telopt.TSPEED, telopt.BINARY, telopt.SGA, telopt.TM,
     telopt.LOGOUT))
OURS = frozenset((telopt.ECHO, telopt.SGA, telopt.BINARY, telopt.TM, telopt.LOGOUT))
EMPTY: set[bytes] = set()   # stands in for eight empty sets a connection; never added to
MARK = telopt.DO + telopt.TM
MARKED = (telopt.IAC + telopt.WONT + telopt.TM, telopt.IAC + telopt.WILL + telopt.TM)
NOBODY: collections.deque["asyncio.Future[None]"] = collections.deque()     # nor is this

# It buffers a megabyte of a subnegotiation, in eight megabytes of memory.
setattr(stream_writer, "_MAX_SUBNEGOTIATION", 4 * LONGEST_TYPE)
# Its warnings quote callers, and a hostile one can cause any number of them.
logging.getLogger("telnetlib3").setLevel(logging.CRITICAL)


class Inlet(TelnetReader):
    """Where telnetlib3 puts a caller's bytes: straight into the Line, no buffer of its own."""

    line: TelnetLine

    def __init__(self) -> None:
        """Set up nothing of what the base needs for its buffer."""

    def feed_data(self, data: bytes) -> None:
        self.line.feed(data)

    def feed_eof(self) -> None:
        self.line.feed_eof()

    def exception(self) -> Exception | None:
        return None

    def set_exception(self, exc: Exception) -> None:
        self.line.feed_eof()


class Interpreter(TelnetWriter):
    """Negotiates what we use and declines the rest, in a third of the memory."""

    slc_simulated = False       # else each key is looked up in a table of special characters

    def __init__(self, transport: asyncio.Transport, protocol: "Caller", *,
                 client: bool = False, server: bool = True,
                 reader: TelnetReader | None = None) -> None:
        super().__init__(transport, protocol, client=client, server=server, reader=reader)
        self.compression = False
        self._iac_callback = dict.fromkeys(self._iac_callback, protocol.on_command)
        self._ext_callback = {
            telopt.TTYPE: protocol.on_ttype, telopt.NAWS: protocol.on_naws,
            telopt.TSPEED: protocol.on_tspeed, telopt.LOGOUT: self.handle_logout}
        self._ext_send_callback = self._ext_offer_callback = self._slc_callback = {}
        for options in (self.pending_option, self.local_option, self.remote_option):
            options._on_change = None       # for its wait_for(), which we do without
        self.slctab = {}
        self._slc_buffer = self._sb_buffer
        self.always_will = self.always_wont = self.always_do = self.always_dont = EMPTY
        self.passive_do = self.rejected_will = self.rejected_do = EMPTY
        self.directional_refusals = EMPTY

    def is_closing(self) -> bool:
        return super().is_closing() or self._protocol.line.closed

    def handle_do(self, opt: bytes) -> bool:
        if opt in OURS:
            return super().handle_do(opt)
        self.iac(telopt.WONT, opt)
        return False

    def handle_will(self, opt: bytes) -> None:
        if opt in THEIRS:
            self._hear_mark(opt)
            if opt == telopt.TSPEED and not self.remote_option.enabled(opt):
                self.iac(telopt.DO, opt)    # which the library leaves out
            super().handle_will(opt)
            if opt == telopt.TSPEED:
                self._wait_for_no_speed()
        else:
            self.iac(telopt.DONT, opt)

    def handle_wont(self, opt: bytes) -> None:
        self._hear_mark(opt)
        super().handle_wont(opt)

    def _wait_for_no_speed(self) -> None:
        """It is asked of those alone who offer it, and the call begins without it."""
        for verb in (telopt.DO, telopt.SB):
            self.pending_option[verb + telopt.TSPEED] = False

    def await_mark(self) -> None:
        # Past the option's own method, which makes up what it would log: this is for every prompt.
        dict.__setitem__(self.pending_option, MARK, True)

    def _hear_mark(self, opt: bytes) -> None:
        if opt == telopt.TM and self.pending_option.enabled(MARK):
            self._protocol.line.marked()

    def hear_mark(self, data: bytes) -> bool:
        """Whether `data` is the answer that is awaited and nothing else, as it nearly always is."""
        if data not in MARKED or self.is_oob or not self.pending_option.pop(MARK, False):
            return False
        self._protocol.line.marked()
        return True

    def handle_subnegotiation(self, buf: collections.deque[bytes]) -> None:
        kind = buf[0]
        if _is_sound(kind, b"".join(buf)):
            super().handle_subnegotiation(buf)
        elif kind in (telopt.NAWS, telopt.TTYPE):
            self.pending_option[telopt.SB + kind] = False   # it has answered, though not well


def _is_sound(kind: bytes, data: bytes) -> bool:
    """Whether this is what the library expects of a subnegotiation, and no more of it."""
    if kind == telopt.NAWS:
        return len(data) == 5
    said = data[2:] if data[1:2] == telopt.IS else b""
    if kind == telopt.TSPEED:
        return 0 < len(said) <= LONGEST_SPEED and not said.strip(SPEED_OF)
    return kind == telopt.TTYPE and 0 < len(said) <= LONGEST_TYPE - 2


class Caller(BaseServer):
    """The protocol of one telnet connection."""

    reader: Inlet
    writer: Interpreter
    line: TelnetLine

    def __init__(self, address: str, gone: Gone, switchboard: Switchboard) -> None:
        super().__init__(
            encoding=False, force_binary=True, connect_maxwait=PATIENCE,
            reader_factory=Inlet, writer_factory=Interpreter)
        self._drain_waiters = NOBODY    # for the library's drain(), which we do without
        self._address = address
        self._gone = gone
        self._switchboard = switchboard
        self._offered = False

    # The connection

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.line = TelnetLine(self._address, transport)
        self._switchboard.open(self.line)
        super().connection_made(transport)
        self.line.writer = self.writer
        self.reader.line = self.line

    def connection_lost(self, exc: Exception | None) -> None:
        # The library forgets to, and a drain() of its own would then wait for ever.
        asyncio.streams.FlowControlMixin.connection_lost(self, exc)
        if self._closing:
            return
        super().connection_lost(exc)
        self._switchboard.lost(self.line)
        self.writer.close()     # undoes its circles, so that memory is free without a collection
        self._gone()

    def eof_received(self) -> bool:     # type: ignore[override]
        """A caller who says no more (`printf ... | nc -N`) still gets what they asked for."""
        self.line.feed_eof()
        self._start()
        return self.get_extra_info("sslcontext") is None    # TLS has no half-closed state

    def pause_writing(self) -> None:
        super().pause_writing()
        self.line.slow(True)

    def resume_writing(self) -> None:
        super().resume_writing()
        self.line.slow(False)

    def data_received(self, data: bytes) -> None:
        if telopt.IAC not in data and not self.writer.is_oob:
            self.line.feed(data)    # what nearly every key takes: nothing to interpret
            return
        if self.writer.hear_mark(data):
            return
        super().data_received(data)
        self._negotiate()

    # Negotiation

    def begin_negotiation(self) -> None:
        if not self._closing and not self._waiter_connected.done():
            if self._check_later is not None:
                self._check_later.cancel()  # of a client so early that it is forgotten otherwise
            super().begin_negotiation()
            self.writer.iac(telopt.DO, telopt.TTYPE)

    def check_negotiation(self, final: bool = False) -> bool:
        """Whether the call may begin: all that was asked has been answered."""
        self._negotiate(final)
        return self.line.speaks_telnet and not any(self.writer.pending_option.values())

    def begin_shell(self, future: "asyncio.Future[None]") -> None:
        if not future.cancelled():
            self.line.patience = max(PATIENCE - self.duration, 0.0)
            self._switchboard.connect(self.line)

    def _start(self) -> None:
        if not self._waiter_connected.done():
            if self._check_later is not None:
                self._check_later.cancel()      # it would set the same result again
            self._waiter_connected.set_result(None)

    def _negotiate(self, final: bool = False) -> None:
        """Take the next step. A client that has said nothing is sent nothing but DO TTYPE, for it
        may be no telnet client at all, and what we send would show on its screen."""
        writer, line = self.writer, self.line
        if not line.speaks_telnet and (writer.remote_option or writer.local_option):
            line.speaks_telnet = True
            writer.iac(telopt.DO, telopt.NAWS)
            writer.iac(telopt.WILL, telopt.BINARY)
            writer.iac(telopt.DO, telopt.BINARY)
        if line.speaks_telnet and not self._offered and (final or self._type_settled()):
            self._offered = True
            self._offer_echo()
        if line.speaks_telnet and not line.hiding:
            line.character_mode = all(
                map(writer.local_option.enabled, (telopt.ECHO, telopt.SGA)))

    def _type_settled(self) -> bool:
        asked, known = self.writer.pending_option, self.writer.remote_option
        return telopt.TTYPE in known and not asked.enabled(telopt.SB + telopt.TTYPE)

    def _offer_echo(self) -> None:
        """Single keys, echoed by us. A MUD client would take it for a password and mask it."""
        if not self.line.mud:
            self.writer.iac(telopt.WILL, telopt.SGA)
            self.writer.iac(telopt.WILL, telopt.ECHO)

    def on_ttype(self, ttype: str) -> None:
        """The first of a client's names is its own: the others are what it can pretend to be."""
        line, writer = self.line, self.writer
        more = note(line, ttype, MUD_CLIENTS)
        if line.mud:
            self._be_brief()
        if more and len(line.terminal_names) < MOST_NAMES and writer.request_ttype():
            # Nobody waits for the other names of a terminal that is known by its first.
            writer.pending_option[telopt.SB + telopt.TTYPE] = not is_plain(line.terminal_type)
        self.connect_maxwait = PATIENCE * NEGOTIATION

    def _be_brief(self) -> None:
        """A MUD client may not know BINARY, and say nothing of it; it is not told that we echo."""
        pending = self.writer.pending_option
        for verb in (telopt.DO, telopt.WILL):
            pending[verb + telopt.BINARY] = False
        offered = self.line.character_mode or pending.enabled(telopt.WILL + telopt.ECHO)
        if offered and not self.line.hiding:
            self.writer.iac(telopt.WONT, telopt.ECHO)   # it said too late what it is

    def on_naws(self, rows: int, columns: int) -> None:
        self.line.resize(columns, rows)

    def on_tspeed(self, received: int, sent: int) -> None:
        """What a terminal says it takes in."""
        self.line.speed = received

    def on_command(self, command: bytes) -> None:
        if command == telopt.IP:
            self.line.feed(INTERRUPT)
        elif command == telopt.EC:
            self.line.feed(ERASE)
        elif command == telopt.AYT and self._waiter_connected.done():
            self.line.hail()    # the session answers, and tears nothing of what is on the screen
        elif command == telopt.AYT:
            self.line.write(HERE)


class TelnetServer(TcpServer):
    """The telnet port and all who called it."""


async def serve(
        host: str, port: int, answer: Answer, *, ssl: SSLContext | None = None,
        lines: int = 500, lines_per_address: int = 20,
        exempt: frozenset[str] = frozenset()) -> TelnetServer:
    """Listen for telnet callers and run `answer(line)` for each, once negotiation is over.

    With `ssl`, callers by TLS and plain ones share the port. Addresses in `exempt` may have more
    than `lines_per_address`. Raises OSError if the port cannot be had.
    """
    switchboard = Switchboard(answer)
    entrance = Entrance(
        lambda address, gone: Caller(address, gone, switchboard), ssl=ssl, lines=lines,
        lines_per_address=lines_per_address, exempt=exempt)
    await entrance.open(host, port)
    return TelnetServer(entrance, switchboard)
