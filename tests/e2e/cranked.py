"""A server whose clock tests move: nobody waits for a minute to pass."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.e2e.server import Server

# The casino looks at its callers often, by a clock that is ahead by what a file says.
PROGRAM = """
import os, sys, time
from door.cli import main
from door.session import casino

ahead = os.open(sys.argv.pop(1), os.O_RDONLY)
casino.SWEEP = 0.02
casino.Casino.__init__.__defaults__ = (
    None, lambda: time.monotonic() + int(os.pread(ahead, 20, 0)), None)
sys.exit(main(sys.argv[1:]))
"""


class CrankedServer(Server):
    """Callers may idle for a long time here."""

    IDLE = 14_400   # seconds

    def __init__(self, folder: Path, *flags: str) -> None:
        super().__init__(folder, *flags)
        self._ahead, self._clock = 0, folder / "clock.txt"
        self._clock.write_text("0")
        (folder / "anteup.ini").write_text(f"[server]\nidle_seconds = {self.IDLE}\n")
        self.program = [sys.executable, "-c", PROGRAM, str(self._clock)]

    def pass_by(self, seconds: int) -> None:
        """So much time passes at once."""
        self._ahead += seconds
        with self._clock.open("r+") as clock:
            clock.write(f"{self._ahead}")
