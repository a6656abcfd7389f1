"""telnetlib3's two ends of a connection, cut down to what we use.

It parses and escapes IAC and keeps the state of each option; here it agrees to those options only
that we use, is fed to a Line instead of a buffer of its own, and lets go what it needs no more,
for there may be thousands.
"""

import asyncio
import collections
import logging
from typing import Protocol

from telnetlib3 import stream_writer, telopt
from telnetlib3.stream_reader import TelnetReader
from telnetlib3.stream_writer import TelnetWriter

from door.carriers.telnet.line import TelnetLine

LONGEST_TYPE = 128          # bytes of a terminal's name that are parsed at all
LONGEST_SPEED = 24          # and of its two speeds, in and out (RFC 1079)
SPEED_OF = b"0123456789,"
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

# It buffers a megabyte of a subnegotiation, in eight megabytes of memory.
setattr(stream_writer, "_MAX_SUBNEGOTIATION", 4 * LONGEST_TYPE)
# Its warnings quote callers, and a hostile one can cause any number of them.
logging.getLogger("telnetlib3").setLevel(logging.CRITICAL)


class Negotiator(Protocol):
    """Who decides what follows from what a client says, and where its line is."""

    line: TelnetLine

    def on_command(self, command: bytes) -> None: ...
    def on_ttype(self, ttype: str) -> None: ...
    def on_naws(self, rows: int, columns: int) -> None: ...
    def on_tspeed(self, received: int, sent: int) -> None: ...


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

    def __init__(self, transport: asyncio.Transport, protocol: Negotiator, *,
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
