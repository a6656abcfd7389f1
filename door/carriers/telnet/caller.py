"""One telnet connection: who is calling, by what the client answers, and then their bytes."""

import asyncio
import collections

from telnetlib3 import telopt
from telnetlib3.fingerprinting import MUD_TERMINALS
from telnetlib3.server_base import BaseServer

from door.carriers.entrance import Gone
from door.carriers.naming import MOST_NAMES, is_plain, note
from door.carriers.switchboard import Switchboard
from door.carriers.telnet.interpreter import Inlet, Interpreter
from door.carriers.telnet.line import TelnetLine

PATIENCE = 1.5              # seconds from the connection on to find out who is calling
NEGOTIATION = 2 / 3         # of them for options, of one who has told the name of the terminal
INTERRUPT, ERASE = b"\x03", b"\x08"
HERE = b"\r\n[Yes]\r\n"
MUD_CLIENTS = (*sorted(MUD_TERMINALS), "gnome-mud", "mtts", "potato")
NOBODY: collections.deque["asyncio.Future[None]"] = collections.deque()     # never added to


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
