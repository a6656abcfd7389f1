"""The socket of a data folder: where it lies, who may use it, and all who came by it."""

import asyncio
import logging
import os
import shutil
import socket
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

from door.carriers.relay.accounts import account
from door.carriers.relay.connection import Relay
from door.carriers.switchboard import Answer, Switchboard
from door.config import Config

SOCKET, WHERE = "server.sock", "server.where"
LONGEST_PATH = 100      # bytes; AF_UNIX takes 107 on Linux, 103 elsewhere

log = logging.getLogger(__package__)    # the relay's, in the log that a sysop reads

Sysop = Callable[[dict[str, object]], Awaitable[dict[str, object]]]


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
