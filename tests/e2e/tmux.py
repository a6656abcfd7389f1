"""A program in tmux: a real terminal of a fixed size, what is pressed there and what is seen.

tmux is spoken to in its control mode, where it tells of every output, so nobody looks in vain.
"""

from __future__ import annotations

import os
import select
import shlex
import shutil
import subprocess
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path

import pytest

from tests.e2e.server import PATIENCE

TMUX = shutil.which("tmux") or ""
needs_tmux = pytest.mark.skipif(not TMUX, reason="no tmux (package tmux): make test-tools")
SETTINGS = """\
set -g status off
set -g default-size {columns}x{rows}
set -g remain-on-exit on
"""
QUIET = 1.0     # seconds without output, after which a picture is taken for a golden screen
NUMBERS = count(1)


class NeverShown(AssertionError):
    """What was waited for did not come; the screen as it is instead."""


class Tmux:
    """One program in one window, on a tmux server of its own."""

    def __init__(self, program: Sequence[str], folder: Path,
                 size: tuple[int, int] = (80, 24)) -> None:
        columns, rows = size
        settings = folder / "tmux.conf"
        settings.write_text(SETTINGS.format(columns=columns, rows=rows))
        self._name = f"anteup-{os.getpid()}-{next(NUMBERS)}"
        self._env = {"PATH": os.environ["PATH"], "HOME": str(folder), "LANG": "C.UTF-8",
                     "TERM": "xterm"}
        self._control = subprocess.Popen(
            [*self._tmux("-f", str(settings), "-C"), "new-session", shlex.join(program)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=self._env)
        self._heard = b""
        self._news = True       # something was put out since the screen was last looked at
        self._reply()
        self._socket = Path(self._order("display-message -p '#{socket_path}'"))

    def _tmux(self, *words: str) -> list[str]:
        return [TMUX, "-L", self._name, *words]

    def close(self) -> None:
        """Hangs up: the program and its terminal are gone."""
        subprocess.run(self._tmux("kill-server"), env=self._env, stderr=subprocess.DEVNULL)
        self._control.communicate(timeout=PATIENCE)
        self._socket.unlink(missing_ok=True)

    # -- keys and screen -------------------------------------------------------------------------

    def press(self, keys: str) -> None:
        """Keys as their bytes are; ENTER is "\\r"."""
        self._order("send-keys -H " + keys.encode().hex(" "))

    @property
    def screen(self) -> str:
        """What stands on the screen, row by row, without the blanks at their ends."""
        self._news = False
        return self._order("capture-pane -p")

    def until(self, shown: Callable[[str], bool], patience: float = PATIENCE) -> str:
        """Waits for a screen on which that is so; the screen.

        Raises NeverShown when nothing moves for so many seconds.
        """
        while not shown(screen := self.screen):
            while not self._news:
                if not self._ready(patience):
                    raise NeverShown(screen)
                self._line()
        return screen

    def at_rest(self) -> str:
        """The screen when nothing moves there any more."""
        while self._ready(QUIET):
            self._line()
        return self.screen

    # -- control mode (tmux(1), CONTROL MODE) ------------------------------------------------------

    def _order(self, command: str) -> str:
        assert self._control.stdin is not None
        self._control.stdin.write(f"{command}\n".encode())
        self._control.stdin.flush()
        return self._reply()

    def _reply(self) -> str:
        """What stands between %begin and %end."""
        while not self._line().startswith("%begin "):
            pass
        lines = []
        while not (line := self._line()).startswith(("%end ", "%error ")):
            lines.append(line)
        assert line.startswith("%end "), lines
        return "\n".join(lines)

    def _ready(self, patience: float) -> bool:
        """Whether tmux says something within so many seconds."""
        assert self._control.stdout is not None
        return b"\n" in self._heard or bool(
            select.select([self._control.stdout], [], [], patience)[0])

    def _line(self) -> str:
        assert self._control.stdout is not None
        while b"\n" not in self._heard:
            assert self._ready(PATIENCE), "tmux does not answer"
            data = os.read(self._control.stdout.fileno(), 65536)
            assert data, "tmux is gone"
            self._heard += data
        line, _, self._heard = self._heard.partition(b"\n")
        self._news = self._news or line.startswith(b"%output ")
        return line.decode("utf-8", "replace")
