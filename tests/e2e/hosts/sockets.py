"""Boards that run the door on pipes, at a socket that it inherits, or with a port to call."""

from __future__ import annotations

import os
import select
import signal
import socket
import subprocess
from collections.abc import Sequence
from pathlib import Path

from tests.e2e.hosts.host import Host, User
from tests.e2e.server import PATIENCE

IAC, SB, SE, DONT, DO, WONT, WILL = 255, 250, 240, 254, 253, 252, 251
ECHO, SGA, TTYPE, NAWS = 1, 3, 24, 31


class Vision3(Host):
    """Plain pipes; what the drop file lacks is in the environment."""

    sample = "mystic.door32.sys"

    def pipe(self) -> dict[int, str]:
        return {1: "0", 2: "0", 4: "ViSiON/3"}

    def environment(self) -> dict[str, str]:
        return told_by_vision3(self.user)

    def run(self, command: Sequence[str]) -> None:
        self.spawn(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        assert self.process.stdin is not None and self.process.stdout is not None
        self._closing += [self.process.stdin, self.process.stdout]
        self.keys, self.wire = self.process.stdin.fileno(), self.process.stdout.fileno()

    def hang_up(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()


class SocketHost(Host):
    """The user is at a socket that the door inherits; standard input and output are nothing."""

    sample = "synchronet-socket.DOOR32.SYS"

    def run(self, command: Sequence[str]) -> None:
        self.spawn(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                   pass_fds=[self.inherited])

    def start(self, *flags: str) -> Host:
        self.sock, theirs = loopback()
        self.keys = self.wire = self.sock.fileno()
        self.inherited = self.inherit(theirs)
        self._closing.append(self.sock)
        with theirs:
            return super().start(*flags)

    def inherit(self, theirs: socket.socket) -> int:
        """The descriptor that the door gets."""
        return theirs.fileno()

    def pipe(self) -> dict[int, str]:
        return {2: str(self.inherited)}

    def hang_up(self) -> None:
        self.sock.shutdown(socket.SHUT_RDWR)


class SynchronetSocket(SocketHost):
    """No signal: the board closes its end, and waits for the door to leave by itself."""


class Vision3Socket(SocketHost):
    """The descriptor is told in the environment alone."""

    sample = Vision3.sample

    def pipe(self) -> dict[int, str]:
        return {1: "0", 2: "0", 4: "ViSiON/3"}

    def environment(self) -> dict[str, str]:
        return {**told_by_vision3(self.user), "DOOR_SOCKET_FD": str(self.inherited)}


def told_by_vision3(user: User) -> dict[str, str]:
    return {"BBS_USERHANDLE": user.handle, "BBS_NODE": str(user.node),
            "BBS_TIMELEFT": str(user.minutes)}


class EnigmaSocket(Host):
    """The board listens, and the door is given the port: {srvPort}."""

    sample = "enigma.door32.sys"

    def start(self, *flags: str) -> Host:
        with socket.create_server(("127.0.0.1", 0)) as listener:
            listener.settimeout(PATIENCE)
            super().start("--connect", str(listener.getsockname()[1]), *flags)
            ready = select.select([listener.fileno(), self.gone], [], [], PATIENCE)[0]
            if listener.fileno() not in ready:     # it left before it called: a wrong option, say
                self.sock, other = loopback()
                other.close()
            else:
                self.sock, _ = listener.accept()
        self._closing.append(self.sock)
        self.keys = self.wire = self.sock.fileno()
        return self

    def run(self, command: Sequence[str]) -> None:
        self.spawn(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)

    def hang_up(self) -> None:
        self.process.send_signal(signal.SIGHUP)
        self.sock.shutdown(socket.SHUT_RDWR)


class Maximus(SocketHost):
    """The user's own telnet client is at the other end, and nobody between speaks telnet."""

    def __init__(self, data: Path, place: Path, user: User) -> None:
        super().__init__(data, place, user)
        self._torn = b""

    def command(self, *flags: str) -> list[str]:
        return super().command("--telnet", *flags)

    def to_user(self, data: bytes) -> bytes:
        """What the client shows; it answers the rest."""
        shown, self._torn = b"", self._torn + data
        while self._torn:
            plain, iac, rest = self._torn.partition(bytes((IAC,)))
            shown += plain
            end = self._end_of_command(rest) if iac else 0
            if iac and not end:
                self._torn = iac + rest
                break
            self._obey(rest[:end])
            self._torn = rest[end:]
        return shown

    def _end_of_command(self, rest: bytes) -> int:
        """How long the command behind an IAC is; 0 if it is not whole yet."""
        if rest[:1] == bytes((SB,)):
            at = rest.find(bytes((IAC, SE)))
            return at + 2 if at >= 0 else 0
        return 2 if len(rest) > 1 and rest[0] >= WILL else 0

    def _obey(self, command: bytes) -> None:
        """As SyncTERM would: single keys, a size, a name."""
        if not command:
            return
        verb, option = command[0], command[1]
        if verb == DO:
            self._say(WILL if option in (SGA, TTYPE, NAWS) else WONT, option)
            if option == NAWS:
                self._say(SB, NAWS, 0, self.size[0], 0, self.size[1], IAC, SE)
        elif verb == WILL:
            self._say(DO if option in (ECHO, SGA) else DONT, option)
        elif verb == SB and option == TTYPE:
            self._say(SB, TTYPE, 0, *b"syncterm", IAC, SE)

    def _say(self, *codes: int) -> None:
        try:
            os.write(self.keys, bytes((IAC, *codes)))
        except OSError:
            pass


def loopback() -> tuple[socket.socket, socket.socket]:
    """Two ends of a TCP connection on this machine."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        one = socket.create_connection(listener.getsockname())
        return one, listener.accept()[0]
