"""Callers by rlogin (RFC 1282): a board says who is calling, and is believed if it may be.

Once the client has greeted, the server answers with a NUL, and from there on the line is raw both
ways. A client whom no board vouches for gets no answer at all, so that a scanner learns nothing.
The server asks for no window sizes, which takes urgent data that no board passes on; it takes
those that come all the same.
"""

import asyncio
import logging
import struct
from collections.abc import Sequence

from door.carriers.entrance import Entrance, Gone, TcpServer
from door.carriers.greeting import Caller, Unwelcome, boards_at, read_greeting, recognise
from door.carriers.line import Line
from door.carriers.switchboard import Answer, Switchboard
from door.carriers.visitor import Visitor
from door.config import Board

PATIENCE = 10.0         # seconds for the whole greeting
WELCOME = b"\0"
# A window size amid a client's keys: rows, columns, and pixels across and down (RFC 1282).
SIZE = b"\xff\xffss"
SIZES = struct.Struct(">HHHH")

log = logging.getLogger(__name__)


class RloginLine(Line):
    """A Line whose caller a board has named. Beyond what every line tells:

        board            who vouches for the caller
        handle           as the board has it, without its tag; printable, never empty
        real_name        "" if the board did not say
        game             the code behind xtrn=, lower case, printable ASCII; "" for none
    """

    __slots__ = ("board", "handle", "real_name", "game", "_torn")
    board: Board

    def __init__(self, address: str, transport: asyncio.Transport) -> None:
        super().__init__("rlogin", address, transport)
        self.character_mode = True
        self.handle = self.real_name = self.game = ""
        self._torn = b""    # the beginning of a size message that is not whole yet

    def introduce(self, caller: Caller) -> None:
        """Say who it is; before that the line has no board."""
        self.board, self.handle, self.real_name = caller.board, caller.handle, caller.real_name
        self.terminal_type, self.game = caller.terminal_type, caller.game
        self.speed = caller.speed
        self.visitor = Visitor(caller.board, caller.handle, charset=caller.board.charset,
                               speed=caller.speed, game=caller.game)

    def feed(self, data: bytes) -> None:
        """Take what the caller sent, size messages apart."""
        if self._torn or SIZE[:1] in data:
            data = self._without_sizes(self._torn + data)
        if data:
            super().feed(data)

    def _without_sizes(self, data: bytes) -> bytes:
        kept = []
        while (at := data.find(SIZE)) >= 0 and len(data) >= at + len(SIZE) + SIZES.size:
            rows, columns, *_ = SIZES.unpack_from(data, at + len(SIZE))
            self.resize(columns, rows)
            kept.append(data[:at])
            data = data[at + len(SIZE) + SIZES.size:]
        end = at if at >= 0 else len(data) - torn(data)
        self._torn = data[end:]
        return b"".join((*kept, data[:end]))


def torn(data: bytes) -> int:
    """How many bytes at the end of the data may be the beginning of a size message."""
    return next(size for size in (3, 2, 1, 0) if data.endswith(SIZE[:size]))


class Rlogin(asyncio.Protocol):
    """The protocol of one rlogin connection."""

    __slots__ = ("_address", "_gone", "_boards", "_switchboard", "_greeted", "_early", "_timer",
                 "line")
    line: RloginLine

    def __init__(self, address: str, gone: Gone, boards: Sequence[Board],
                 switchboard: Switchboard) -> None:
        self._address = address
        self._gone = gone
        self._boards = boards
        self._switchboard = switchboard
        self._greeted = False
        self._early = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.line = RloginLine(self._address, transport)
        self._switchboard.open(self.line)
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(PATIENCE, self._turn_away, "its greeting took too long")
        try:
            boards_at(self._boards, self._address)
        except Unwelcome as reason:
            self._turn_away(str(reason))

    def connection_lost(self, exc: Exception | None) -> None:
        self._timer.cancel()
        self._switchboard.lost(self.line)
        self._gone()

    def eof_received(self) -> bool:
        """A caller who says no more still gets what they asked for."""
        self.line.feed_eof()
        if not self._greeted:
            self._turn_away("it left before its greeting was whole")
        return self._greeted

    def pause_writing(self) -> None:
        self.line.slow(True)

    def resume_writing(self) -> None:
        self.line.slow(False)

    def data_received(self, data: bytes) -> None:
        if self._greeted:
            self.line.feed(data)
            return
        self._early += data
        try:
            self._greet()
        except Unwelcome as reason:
            self._turn_away(str(reason))

    def _greet(self) -> None:
        read = read_greeting(self._early)
        if read is None:
            return
        greeting, typed = read
        self.line.introduce(recognise(self._boards, self._address, greeting))
        self._greeted, self._early = True, b""
        self._timer.cancel()
        self.line.write(WELCOME)
        self.line.feed(typed)
        self._switchboard.connect(self.line)

    def _turn_away(self, reason: str) -> None:
        """Close without a word."""
        self._timer.cancel()
        self._early = b""
        log.info("turned away rlogin from %s: %s", self._address, reason)
        self.line.hang_up()


class RloginServer(TcpServer):
    """The rlogin port and all who called it."""


async def serve(
        host: str, port: int, answer: Answer, boards: Sequence[Board], *, lines: int = 500,
        lines_per_address: int = 20, exempt: frozenset[str] = frozenset()) -> RloginServer:
    """Listen for callers whom one of the boards vouches for and run `answer(line)` for each.

    The line is a RloginLine. Addresses in `exempt` may have more than `lines_per_address`. Raises
    OSError if the port cannot be had.
    """
    switchboard = Switchboard(answer)
    entrance = Entrance(
        lambda address, gone: Rlogin(address, gone, boards, switchboard), silent=True,
        lines=lines, lines_per_address=lines_per_address, exempt=exempt)
    await entrance.open(host, port)
    return RloginServer(entrance, switchboard)
