"""Servers under measurement: ours and the peer, each a process of its own on a core of its own.

Processor time and memory are read from Linux's /proc, which is where the bench runs.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType

PAUSE = 0.005  # seconds
HERE = Path(__file__).parent
PEER = (sys.executable, "-m", "bench.peer")
# The house's limits, out of the way: everybody calls from one address, as a guest, with money.
INI = """\
[server]
lines = 30000
lines_per_address = 30000
[bank]
start = 1000000
durability = {durability}
"""


def ours(folder: Path, durability: str = "full") -> tuple[str, ...]:
    """The command that serves a casino in `folder`, which gets its anteup.ini."""
    (folder / "anteup.ini").write_text(INI.format(durability=durability), encoding="utf-8")
    return (sys.executable, "-m", "door.cli", "serve", "--port", "0", "--data", str(folder))


@contextmanager
def split_cores() -> Iterator[int | None]:
    """Keeps this process, the load, off one core for the server: which one, None without two."""
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) < 2:
        yield None
        return
    os.sched_setaffinity(0, cores[1:])
    try:
        yield cores[0]
    finally:
        os.sched_setaffinity(0, cores)


def raise_limits() -> None:
    """As many open files as the system lets us have; children inherit it."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def sync_times(count: int = 50, size: int = 12288) -> list[float]:
    """Milliseconds that the disk takes to make `size` bytes durable, `count` times.

    The bytes are written over others, as those of a store's log are, and now and then: a disk
    that is asked all the time answers sooner.
    """
    times = []
    with tempfile.NamedTemporaryFile(prefix=".sync-", dir=HERE) as file:
        os.pwrite(file.fileno(), bytes(size), 0)
        os.fsync(file.fileno())
        for number in range(count):
            time.sleep(PAUSE)
            os.pwrite(file.fileno(), bytes((number & 0xFF,)) * size, 0)
            start = time.perf_counter()
            os.fdatasync(file.fileno())
            times.append((time.perf_counter() - start) * 1000)
    return times


class Server:
    """A server that listens on `port` of this machine until the end of the `with` block."""

    def __init__(self, command: tuple[str, ...], core: int | None = None) -> None:
        self._process = subprocess.Popen(command, cwd=HERE.parent, stdout=subprocess.PIPE)
        if core is not None:
            os.sched_setaffinity(self._process.pid, {core})  # before it has any thread but one
        assert self._process.stdout is not None
        first = self._process.stdout.readline().decode()
        self.port = int(first.rpartition(":")[2])

    def __enter__(self) -> Server:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self._process.kill()  # nothing of it is kept
        self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()

    @property
    def seconds(self) -> float:
        """Processor time of all its threads so far, in seconds."""
        # The clock of another process, as clock_getcpuclockid(3) makes its number on Linux.
        return time.clock_gettime(~self._process.pid << 3 | 2)

    @property
    def kib(self) -> int:
        """Memory that it has in use (RSS), in KiB."""
        pages = Path(f"/proc/{self._process.pid}/statm").read_text(encoding="ascii").split()[1]
        return int(pages) * resource.getpagesize() // 1024
