"""The server's end of the relay: doors and the local console, through a socket in the data folder.

`anteup door` and `anteup play` are thin processes (door.doorway) that reach the server in frames:
one byte that names the kind, four of length (big-endian), then the payload.

    H  HELLO   JSON: version, kind (play, door or sysop), user, columns, rows, options, environ,
               drop file name and text; the first frame, from the other side only
    D  DATA    bytes to or from the caller's terminal
    Z  SIZE    columns and rows, two bytes each
    U  USE     where a door's caller is: a descriptor of its process, or -1 for its standard input
               and output (two bytes, signed); the first frame to a door that is let in
    S  SAY     text to show once the terminal is restored
    B  BYE     the exit code, one byte
"""

import asyncio
import json
import logging
import os
import pwd
import shutil
import socket
import struct
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

from door.carriers import boarding, tunnel
from door.carriers.dropfile import BadDropFile
from door.carriers.line import Answer, Line, Switchboard, terminal_name
from door.carriers.telnet import Caller
from door.config import Config

VERSION = 1
HEADER = struct.Struct(">BI")
LARGEST = 65536         # bytes of a payload
HELLO, DATA, SIZE, SAY, BYE, USE = b"HDZSBU"
NORMAL, REFUSED, BAD_DROP = 0, 4, 5     # exit codes; door.doorway lists them all
NOT_SET_UP = "This door is not set up right yet. Please tell your sysop; the log says why."
SOCKET, WHERE = "server.sock", "server.where"
LONGEST_PATH = 100      # bytes; AF_UNIX takes 107 on Linux, 103 elsewhere
CHUNK = 4096
FIRST_FRAME = 10.0      # seconds for the HELLO

log = logging.getLogger(__name__)

Sysop = Callable[[dict[str, object]], Awaitable[dict[str, object]]]


def frame(kind: int, payload: bytes) -> bytes:
    return HEADER.pack(kind, len(payload)) + payload


# A caller


class RelayLine(Line):
    """A Line whose bytes travel in frames."""

    __slots__ = ("exit_code",)

    def __init__(self, transport: asyncio.Transport) -> None:
        super().__init__("relay", "local", transport)
        self.character_mode = True
        self.exit_code = NORMAL     # what the door's process leaves with

    def _packed(self, data: bytes) -> bytes:
        if len(data) <= LARGEST:
            return frame(DATA, data)
        parts = range(0, len(data), LARGEST)
        return b"".join(frame(DATA, data[part:part + LARGEST]) for part in parts)

    def say(self, text: str) -> None:
        self.send(SAY, text.encode()[:CHUNK])

    def hang_up(self) -> None:
        self.send(BYE, bytes([self.exit_code]))
        super().hang_up()

    def send(self, kind: int, payload: bytes) -> None:
        """One frame that is no data."""
        if self._transport is not None and not self._closed:
            self._transport.write(frame(kind, payload))


class Malformed(Exception):
    """The other side sent what no door of ours sends."""


class Relay(asyncio.Protocol):
    """The protocol of one relay connection."""

    def __init__(self, server: "RelayServer") -> None:
        self._server = server
        self._buffer = bytearray()
        self._greeted = False
        self._telnet: Caller | None = None  # set upon the bytes of a door that asks for it

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        transport.max_size = CHUNK      # type: ignore[attr-defined]
        self._line = RelayLine(transport)
        self._uid = peer_uid(transport.get_extra_info("socket"))
        self._line.user = account(self._uid)
        self._server.switchboard.open(self._line)
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(FIRST_FRAME, self.refuse, "The door never said hello.")

    def connection_lost(self, exc: Exception | None) -> None:
        self._timer.cancel()
        if self._telnet is not None:
            self._telnet.connection_lost(exc)
        self._server.switchboard.lost(self._line)

    def eof_received(self) -> bool:
        """A door that has no more input still takes what was said to it."""
        self._end_input()
        return self._greeted

    def _end_input(self) -> None:
        if self._telnet is not None:
            self._telnet.eof_received()
        else:
            self._line.feed_eof()

    def pause_writing(self) -> None:
        if self._telnet is not None:
            self._telnet.pause_writing()
        else:
            self._line.slow(True)

    def resume_writing(self) -> None:
        if self._telnet is not None:
            self._telnet.resume_writing()
        else:
            self._line.slow(False)

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        try:
            while self._buffer and self._take_frame():
                pass
        except Malformed as error:
            log.warning("relay of %s: %s", self._line.user, error)
            self.refuse("This door and the running server differ: restart the server.")

    def refuse(self, reason: str, code: int = REFUSED) -> None:
        """Close with a reason that the door shows."""
        self._buffer.clear()
        self._line.exit_code = code
        self._line.say(reason)
        self._line.hang_up()

    def _take_frame(self) -> bool:
        """Act on the buffer's first frame; false if it is not whole yet."""
        if len(self._buffer) < HEADER.size:
            return False
        kind, size = HEADER.unpack_from(self._buffer)
        if size > LARGEST or kind not in (DATA, SIZE, BYE, HELLO):
            raise Malformed(f"kind {kind}, {size} bytes")
        if (kind == HELLO) == self._greeted:
            raise Malformed("HELLO twice" if self._greeted else "no HELLO first")
        end = HEADER.size + size
        if len(self._buffer) < end:
            return False
        payload = bytes(self._buffer[HEADER.size:end])
        del self._buffer[:end]
        self._act(kind, payload)
        return True

    def _act(self, kind: int, payload: bytes) -> None:
        if kind == HELLO:
            self._greet(read_hello(payload))
        elif kind == DATA and self._telnet is not None:
            self._telnet.data_received(payload)
        elif kind == DATA:
            self._line.feed(payload)
        elif kind == BYE:
            self._end_input()
        elif len(payload) == 4:
            self._line.resize(*struct.unpack(">HH", payload))
        else:
            raise Malformed(f"SIZE of {len(payload)} bytes")

    def _greet(self, hello: dict[str, object]) -> None:
        self._greeted = True
        self._timer.cancel()
        kind = hello["kind"]
        hello["user"] = self._line.user     # whoever connects is who the system says they are
        if kind == "sysop":
            self._server.ask_sysop(self, hello, self._uid)
        elif self._server.full():
            self.refuse("All lines are busy. Please call again later.")
        elif kind == "door":
            self._board(hello)
        else:
            self._connect(hello)

    def _board(self, hello: dict[str, object]) -> None:
        """Let a board's caller in as its drop file says, or say what is wrong, in the log."""
        try:
            boarded = boarding.board(hello, self._server.config)
        except BadDropFile as error:
            log.error("a door's caller was not let in: %s", error)
            self.refuse(NOT_SET_UP, BAD_DROP)
            return
        line, drop = self._line, boarded.drop
        line.carrier, line.visitor, line.speed = "door", boarded.visitor, drop.speed
        line.send(USE, struct.pack(">h", boarded.pipe))
        if not hello.get("columns"):
            hello["columns"], hello["rows"] = drop.columns, drop.rows
        self._connect(hello, boarded.telnet)

    def _connect(self, hello: dict[str, object], telnet: bool = False) -> None:
        line = self._line
        line.hello = hello
        environ = hello.get("environ")
        if isinstance(environ, dict):
            line.terminal_type = terminal_name(str(environ.get("TERM", "")))
        columns, rows = hello.get("columns"), hello.get("rows")
        if type(columns) is int and type(rows) is int:
            line.resize(columns, rows)
        switchboard = self._server.switchboard
        if telnet:
            self._telnet = tunnel.interpret(line, self._pause, switchboard)
        else:
            switchboard.connect(line)

    def _pause(self, pause: bool) -> None:
        """The telnet interpreter's inbox is full, or no longer."""
        transport = self._line.transport
        if transport is not None:
            (transport.pause_reading if pause else transport.resume_reading)()

    def reply(self, reply: dict[str, object]) -> None:
        """Answer a sysop's request."""
        self._line.write(json.dumps(reply).encode())
        self._line.hang_up()


def read_hello(payload: bytes) -> dict[str, object]:
    """What a HELLO says. Raises Malformed."""
    try:
        hello = json.loads(payload)
    except (ValueError, RecursionError):
        raise Malformed("HELLO is no JSON") from None
    if not isinstance(hello, dict) or hello.get("kind") not in ("play", "door", "sysop"):
        raise Malformed("HELLO of no known kind")
    if hello.get("version") != VERSION:
        raise Malformed("HELLO of another version")
    return hello


def peer_uid(sock: socket.socket) -> int:
    """The account of the process at the other end of a Unix socket."""
    credentials = struct.Struct("3i")   # pid, uid, gid
    raw = sock.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, credentials.size)
    return int(credentials.unpack(raw)[1])


def account(uid: int) -> str:
    """The name of an account, or its number if it has none."""
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return f"uid {uid}"


# The socket


class RelayServer:
    """The socket of a data folder and all who came by it."""

    def __init__(self, folder: Path, answer: Answer, sysop: Sysop | None, lines: int,
                 config: Config) -> None:
        self.config = config
        self.switchboard = Switchboard(answer)
        self.path = folder / SOCKET
        self._where = folder / WHERE
        self._sysop = sysop
        self._lines = lines
        self._requests: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    async def open(self, group: str) -> None:
        """Listen. Call it only with the folder claimed: what lies there is a dead server's."""
        self._clear()
        if len(os.fsencode(self.path)) > LONGEST_PATH:
            self.path = Path(tempfile.mkdtemp(prefix="anteup-")) / SOCKET
        sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            sock.bind(os.fspath(self.path))
            self._set_access(group)     # before listen(): nobody can have connected yet
            loop = asyncio.get_running_loop()
            self._server = await loop.create_unix_server(lambda: Relay(self), sock=sock)
        except BaseException:
            sock.close()
            self._clear()
            raise
        if self.path.parent != self._where.parent:
            self._where.write_text(f"{self.path}\n")

    def _set_access(self, group: str) -> None:
        self.path.chmod(0o660 if group else 0o600)
        for folder in {self._where.parent, self.path.parent} if group else ():
            shutil.chown(folder, group=group)
            folder.chmod(folder.stat().st_mode | 0o010)     # pass through, not list
        if group:
            shutil.chown(self.path, group=group)

    def _clear(self) -> None:
        self.path.unlink(missing_ok=True)
        self._where.unlink(missing_ok=True)
        if self.path.parent != self._where.parent:
            self.path.parent.rmdir()

    @property
    def connections(self) -> int:
        """How many relays are connected, whether or not they have said hello."""
        return len(self.switchboard.lines)

    def full(self) -> bool:
        return len(self.switchboard.lines) > self._lines

    def ask_sysop(self, relay: Relay, request: dict[str, object], uid: int) -> None:
        """Answer a sysop's request: the server's own account may make it, and root."""
        if uid not in (0, os.getuid()):
            relay.refuse(f"Only {account(os.getuid())}, whose server this is, may ask that.")
            return
        task = asyncio.get_running_loop().create_task(self._answer_sysop(relay, request))
        self._requests.add(task)
        task.add_done_callback(self._requests.discard)

    async def _answer_sysop(self, relay: Relay, request: dict[str, object]) -> None:
        if self._sysop is None:
            relay.refuse("This server takes no requests.")
            return
        try:
            relay.reply(await self._sysop(request))
        except Exception:
            log.exception("a sysop's request failed")
            relay.refuse("The request failed: the server's log says how.")

    def stop(self) -> None:
        """Take no more calls; those that are open go on."""
        if self._server is not None and self._server.is_serving():
            self._server.close()
            self._clear()

    def close(self) -> None:
        """Take no more calls and end the open ones, after what was already written to them."""
        self.stop()
        self.switchboard.hang_up()

    async def closed(self) -> None:
        """Wait until all lines are closed and no call is being answered."""
        await self.switchboard.quiet()


async def serve(folder: Path, answer: Answer, sysop: Sysop | None = None, *,
                group: str = "", lines: int = 500, config: Config = Config()) -> RelayServer:
    """Listen in a claimed data folder and run `answer(line)` for each caller who comes by it.

    `sysop(request)` answers the requests of `anteup sysop`, dict to dict. `group` may use the
    socket as well as our own account. Raises OSError, or LookupError if there is no such group.
    """
    server = RelayServer(folder, answer, sysop, lines, config)
    await server.open(group)
    return server
