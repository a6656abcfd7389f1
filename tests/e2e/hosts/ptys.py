"""Boards that run the door on a pty, cooked and with echo as a new one is, or raw."""

from __future__ import annotations

import fcntl
import os
import select
import shlex
import signal
import termios
import time
import tty
from collections.abc import Sequence
from pathlib import Path

from tests.e2e.hosts.host import Exit, Host
from tests.e2e.server import ANTEUP, PATIENCE


class PtyHost(Host):
    """Cooked and with echo when the door starts, as a new pty is."""

    def run(self, command: Sequence[str]) -> None:
        self.wire, self.terminal = os.openpty()
        self.keys = self.wire
        self._closing += [self.terminal]
        termios.tcsetwinsize(self.terminal, self.size[::-1])
        self.set_modes()
        self.found = termios.tcgetattr(self.terminal)
        self.spawn(command, stdin=self.terminal, stdout=self.terminal, preexec_fn=_take_terminal)

    def set_modes(self) -> None:
        local: int = termios.tcgetattr(self.terminal)[3]
        assert local & termios.ECHO and local & termios.ICANON

    def restored(self) -> bool:
        return self.wire < 0 or termios.tcgetattr(self.terminal) == self.found

    def close_pty(self) -> None:
        os.close(self.wire)
        self.wire = self.keys = -1

    def close(self) -> None:
        if self.wire >= 0:
            self.close_pty()
        super().close()


def _take_terminal() -> None:
    """In the child: standard input becomes the terminal that controls it."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


class SynchronetStdio(PtyHost):
    sample, size = "synchronet-stdio.DOOR32.SYS", (100, 30)

    def environment(self) -> dict[str, str]:
        return {"TERM": "ansi-bbs"}

    def hang_up(self) -> None:
        self.process.send_signal(signal.SIGHUP)     # then SIGTERM and SIGKILL, 5 s apart


class EnigmaStdio(PtyHost):
    sample = "enigma.door32.sys"

    def environment(self) -> dict[str, str]:
        return {"TERM": "xterm"}

    def command(self, *flags: str) -> list[str]:
        return super().command("--node", str(self.user.node), *flags)

    def to_user(self, data: bytes) -> bytes:
        return super().to_user(data.replace(b"\n", b"\r\n"))

    def hang_up(self) -> None:
        self.process.send_signal(signal.SIGHUP)


class Wwiv(PtyHost):
    """Its CHAIN.TXT counts seconds."""

    sample, size = "wwiv.chain.txt", (80, 25)
    fields = {1: "record", 2: "handle", 11: "security", 16: "seconds", 22: "board"}

    def to_door(self, data: bytes) -> bytes:
        return data.replace(b"\x03", b"")

    def to_user(self, data: bytes) -> bytes:
        return super().to_user(data.replace(b"\n", b"\r\n"))

    def hang_up(self) -> None:
        self.close_pty()


class Mystic(PtyHost):
    """A command line for /bin/sh. What its watchdog does is not known: SIGTERM is the least.

    The shell ends by the signal at once, and the door, which is its child or has taken its place,
    is watched beside it.
    """

    sample, line_lost = "mystic.door32.sys", (3, -signal.SIGTERM)
    child = -1

    def command(self, *flags: str) -> list[str]:
        return ["/bin/sh", "-c", shlex.join(super().command(*flags))]

    def hang_up(self) -> None:
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        for child in map(int, children.split()):
            self.child = os.pidfd_open(child)
            self._closing.append(self.child)
        os.killpg(self.process.pid, signal.SIGTERM)

    def left(self, patience: float = PATIENCE) -> Exit:
        began, left = time.monotonic(), super().left(patience)
        if self.child >= 0:
            rest = max(0.0, began + patience - time.monotonic())
            assert select.select([self.child], [], [], rest)[0], f"there after {patience} s"
        return left._replace(seconds=time.monotonic() - began)


class Envy(PtyHost):
    """And Talisman."""

    sample = "envy.door32.sys"

    def set_modes(self) -> None:
        tty.setraw(self.terminal)

    def to_door(self, data: bytes) -> bytes:
        return data.replace(b"\n", b"").replace(b"\0", b"")

    def hang_up(self) -> None:
        self.close_pty()


class Talisman(Envy):
    sample = "talisman-no-final-newline.door32.sys"

    def drop_file(self) -> bytes:
        return super().drop_file().removesuffix(b"\r\n")


class Anet(PtyHost):
    """Its drop file is told of in the environment and names the board."""

    sample, encoding = "anetbbs.BBSDEV.DRP", "utf-8"
    fields = {4: "handle", 5: "record", 15: "board", 17: "security", 18: "node"}

    def command(self, *flags: str) -> list[str]:
        return [ANTEUP, "door", *flags]

    def environment(self) -> dict[str, str]:
        return {"BBSDEV_DRP": os.fspath(self.drop)}

    def hang_up(self) -> None:
        self.close_pty()
