"""`anteup serve` as a process: started on a free port, restarted, told to go, killed."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from door.bank.audit import audit
from door.bank.statements import Desk

ANTEUP = str(Path(sys.executable).with_name("anteup"))
PATIENCE = 30   # seconds for anything that a busy machine may do slowly


class Server:
    """A server over a data folder that outlives it. `port` is that of the latest start."""

    program = [ANTEUP]

    def __init__(self, folder: Path, *flags: str) -> None:
        self.folder, self.flags = folder, flags
        self.port = 0
        self._process: Any = None   # subprocess.Popen, or what does the same

    @property
    def pid(self) -> int:
        assert self._process is not None
        return int(self._process.pid)

    @property
    def log(self) -> str:
        """All that it has said on stderr, over all its starts."""
        path = self.folder / "stderr.txt"
        return path.read_text("utf-8", "replace") if path.exists() else ""

    def start(self) -> Server:
        """Runs it, in a process group of its own, until it accepts callers."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self._process = self._begin(["serve", "--port", "0", "--data", str(self.folder),
                                     *self.flags])
        self.port = int(self._first_line().rpartition(":")[2])
        return self

    def _begin(self, arguments: list[str]) -> Any:
        with (self.folder / "stderr.txt").open("ab") as errors:
            return subprocess.Popen([*self.program, *arguments], stdout=subprocess.PIPE,
                                    stderr=errors, stdin=subprocess.DEVNULL,
                                    start_new_session=True)

    def _first_line(self) -> str:
        line = b""
        while not line.endswith(b"\n"):
            assert select.select([self._process.stdout], [], [], PATIENCE)[0], "no first line"
            letter = os.read(self._process.stdout.fileno(), 1)
            assert letter, f"the server ended: {self.log}"
            line += letter
        assert line.startswith(b"Listening on "), line
        return line.decode()

    def kill(self) -> None:
        """SIGKILL to all of it, as the worst machine would."""
        self._end(signal.SIGKILL, PATIENCE)

    def stop(self, patience: float = PATIENCE) -> int:
        """SIGTERM; its exit status. subprocess.TimeoutExpired if it stays longer than that."""
        return self._end(signal.SIGTERM, patience)

    def signal(self, number: int, patience: float) -> int:
        """Another signal; its exit status."""
        return self._end(number, patience)

    def _end(self, number: int, patience: float) -> int:
        process = self._process
        if process is None:
            return 0
        if process.poll() is None:
            with suppress(ProcessLookupError):      # it was struck, and is not known of yet
                os.killpg(process.pid, number)
        status = int(process.wait(patience))
        process.stdout.close()
        self._process = None
        return status

    def strike(self) -> None:
        """SIGKILL, without waiting for anything; kill() or start() afterwards."""
        os.killpg(self.pid, signal.SIGKILL)

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def memory(self) -> int:
        """What it holds, in KiB (VmRSS)."""
        status = Path(f"/proc/{self.pid}/status").read_text("ascii")
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        assert found is not None
        return int(found[1])

    @property
    def store(self) -> Path:
        """The file that holds all that counts."""
        if "--seed" in self.flags:
            return self.folder / "practice" / "server" / "anteup.db"
        return self.folder / "anteup.db"

    def reader(self) -> sa.Engine:
        """Read-only connections to the store, also while the server runs."""
        url = f"sqlite:///file:{self.store}?mode=ro&uri=true"
        return sa.create_engine(url, poolclass=sa.NullPool, isolation_level="AUTOCOMMIT")

    def drift(self) -> list[str]:
        """What of the ledger and the records does not agree: nothing, we hope."""
        with self.reader().connect() as core:
            return audit(Desk(core))


def anteup(*arguments: str, data: str = "", patience: float = PATIENCE,
           ) -> subprocess.CompletedProcess[str]:
    """Runs `anteup` to its end with `data` on standard input."""
    return subprocess.run([ANTEUP, *arguments], input=data, capture_output=True, text=True,
                          timeout=patience)
