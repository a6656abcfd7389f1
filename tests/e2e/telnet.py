"""A caller at a real telnet client on a pty, with eyes: what is shown is drawn by pyte."""

from __future__ import annotations

import os
import shutil
import termios
from collections.abc import Callable

import pexpect
import pyte
import pytest

from tests.e2e.server import PATIENCE

TELNET = shutil.which("inetutils-telnet") or shutil.which("telnet") or ""
needs_telnet = pytest.mark.skipif(not TELNET, reason="no telnet client: make test-tools")
ESCAPE = "\x1d"     # ^], the client's own
GRAPHICS = "A)NSI U)TF-8 T)ext P)lain V)oice C)64?"


class Eyes:
    """A screen fed with what pexpect reads; pexpect takes it for a log file. Asked where its
    cursor is, it answers."""

    def __init__(self, columns: int, rows: int,
                 answer: Callable[[str], object] = lambda report: None) -> None:
        self.screen = pyte.Screen(columns, rows)
        self.screen.write_process_input = answer
        self._stream = pyte.ByteStream(self.screen)

    def write(self, data: bytes) -> None:
        self._stream.feed(data)

    def flush(self) -> None:
        """Nothing waits."""


class TelnetCaller:
    """A caller by telnet. In line mode each answer ends with RETURN, in character mode none."""

    def __init__(self, port: int, *, line_mode: bool = False, terminal: str = "xterm-256color",
                 size: tuple[int, int] = (80, 24)) -> None:
        columns, rows = size
        self.eyes = Eyes(columns, rows, lambda report: self.child.send(report))
        self.line_mode = False
        self.child = pexpect.spawn(
            TELNET, ["127.0.0.1", str(port)], timeout=PATIENCE, dimensions=(rows, columns),
            env={"TERM": terminal, "PATH": os.environ["PATH"], "HOME": "/nonexistent"})
        self.child.delaybeforesend = None
        self.child.ptyproc.delayafterclose = self.child.ptyproc.delayafterterminate = 0.01
        self.child.logfile_read = self.eyes
        self.expect(GRAPHICS)
        if line_mode:
            self._enter_line_mode()

    def _enter_line_mode(self) -> None:
        """By the client's own command. The terminal echoes and waits for whole lines then."""
        self.child.send(ESCAPE)
        self.child.expect_exact("telnet> ")
        self.child.send("mode line\r")
        self.child.expect_exact("mode line\r\n")
        while not termios.tcgetattr(self.child.child_fd)[3] & termios.ICANON:
            os.sched_yield()
        self.line_mode = True

    def expect(self, text: str) -> None:
        """Waits until a text is sent, which is what a prompt always is as a whole."""
        self.child.expect_exact(text)

    def press(self, keys: str) -> None:
        """Keys of one answer, ENTER as "\\r"; in line mode a RETURN ends them anyhow.

        A RETURN within 150 ms of a hot key would belong to it, and nobody here takes so long, so
        a BACKSPACE goes before a RETURN that stands alone.
        """
        if self.line_mode:
            self.child.send(keys if keys.endswith("\r") else keys + "\r")
        else:
            self.child.send("\x7f\r" if keys == "\r" else keys)

    def answer(self, prompt: str, keys: str) -> None:
        """Waits for a prompt and answers it."""
        self.expect(prompt + " ")
        self.press(keys)

    @property
    def screen(self) -> str:
        """What stands on the screen, row by row."""
        return "\n".join(row.rstrip() for row in self.eyes.screen.display)

    def sees(self, text: str) -> bool:
        """Whether the screen has that text, wherever its lines break."""
        return " ".join(text.split()) in " ".join(self.screen.split())

    def log_in(self, handle: str, graphics: str = "u", password: str = "lantern") -> None:
        """From behind the graphics question to behind the last answer of the login."""
        self.press(graphics)
        self.answer("Handle:", f"{handle}\r")
        if handle == "guest":
            return
        new = "New handle. Create it? Y/N: "
        if self.child.expect_exact([new, "Password: "]) == 0:
            self.press("y")
            self.answer("Choose a password:", f"{password}\r")
            self.answer("Once more:", f"{password}\r")
        else:
            self.press(f"{password}\r")

    def sit(self, amount: str = "") -> None:
        """From the casino to the table."""
        self.answer("Casino>", "p")
        self.expect("Withdraw (")
        self.answer(")?", f"{amount}\r")

    def kill(self) -> None:
        """Hangs up: the client is gone, the socket is closed by the kernel."""
        self.child.close(force=True)

    def ended(self) -> None:
        """Waits until the client leaves because the line was closed."""
        self.child.expect(pexpect.EOF)
        self.child.close(force=True)
