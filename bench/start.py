"""How long a board's caller waits for the casino: from exec to the whole prompt of its menu.

Beside it, in turns, the interpreter that does nothing: `python -c pass`. The server is running, or
the door has to start it over an empty folder. Memory is the peak of the door's own process (VmHWM)
at the prompt, and that of an interpreter that waits for a line.
"""

from __future__ import annotations

import os
import re
import select
import signal
import statistics
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench import servers

ANTEUP = Path(sys.executable).with_name("anteup")
PROMPT = b"Casino> "
DROP = "0\r\n-1\r\n38400\r\nBench\r\n7\r\nAnn O'Hara\r\nAce High\r\n50\r\n58\r\n1\r\n2\r\n"


def figures(running: int = 30, first: int = 5) -> dict[str, float]:
    """Milliseconds of doors and of `python -c pass`, how many times theirs a door's is, and the
    same of memory in KiB: medians of so many starts with a running server, and with none."""
    with tempfile.TemporaryDirectory(prefix=".store-", dir=servers.HERE) as folder:
        place = Path(folder)
        (place / "door32.sys").write_bytes(DROP.encode())
        cold = [_first(place / f"data{n}") for n in range(first)]
        with _served(place / "data"):
            warm = [_pair(place / "data") for _ in range(running)]
            kib = statistics.median(_door(place / "data")[1] for _ in range(3))
    found = {}
    for name, pairs in ("start", warm), ("start_first", cold):
        found[f"{name}_ms"] = 1000 * statistics.median(door for door, _ in pairs)
        found[f"{name}_pass_ms"] = 1000 * statistics.median(none for _, none in pairs)
        found[f"{name}_ratio"] = statistics.median(door / none for door, none in pairs)
    idle = _idle_kib()
    return found | {"start_memory_kib": kib, "start_memory_pass_kib": idle,
                    "start_memory_ratio": kib / idle}


def _pair(data: Path) -> tuple[float, float]:
    """Seconds of a door between two interpreters that do nothing, and of these."""
    before = _nothing()
    door = _door(data)[0]
    return door, (before + _nothing()) / 2


def _first(data: Path) -> tuple[float, float]:
    """The same of a door that finds no server and an empty folder."""
    try:
        return _pair(data)
    finally:
        _end_server(data)


def _nothing() -> float:
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", "pass"], check=True)
    return time.perf_counter() - began


def _door(data: Path) -> tuple[float, int]:
    """One call on a pty: the seconds to the whole prompt, and the door's memory there in KiB."""
    master, slave = os.openpty()
    termios.tcsetwinsize(slave, (24, 80))
    began = time.perf_counter()
    with subprocess.Popen(
            [ANTEUP, "door", "--data", data, "--drop", data.parent, "--charset", "cp437"],
            stdin=slave, stdout=slave, stderr=slave, start_new_session=True) as door:
        os.close(slave)
        heard = b""
        while not heard.endswith(PROMPT):
            heard += os.read(master, 65536)
        took, kib = time.perf_counter() - began, _peak(door.pid)
        os.write(master, b"q")
        while _hears(master):
            pass
    os.close(master)
    return took, kib


def _hears(master: int) -> bool:
    """Takes more of what a door says; False once nobody has the terminal any more."""
    try:
        return bool(os.read(master, 65536))
    except OSError:
        return False


def _peak(pid: int) -> int:
    found = re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{pid}/status").read_text(encoding="ascii"))
    assert found is not None
    return int(found[1])


def _idle_kib() -> int:
    """The memory of an interpreter that waits for a line and has done nothing else."""
    with subprocess.Popen([sys.executable, "-c", "input('>')"], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE) as waiting:
        assert waiting.stdout is not None
        waiting.stdout.read(1)
        kib = _peak(waiting.pid)
        waiting.communicate(b"\n")
    return kib


@contextmanager
def _served(data: Path) -> Iterator[None]:
    """A server that a door has started, until the end of the `with` block."""
    _door(data)
    try:
        yield
    finally:
        _end_server(data)


def _end_server(data: Path) -> None:
    pid = int((data / "server.lock").read_text(encoding="ascii"))
    gone = os.pidfd_open(pid)
    os.kill(pid, signal.SIGTERM)
    select.select([gone], [], [])
    os.close(gone)


if __name__ == "__main__":
    for name, value in figures().items():
        print(f"{name:<24}{value:>12.2f}")
