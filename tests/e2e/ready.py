"""`anteup serve` by a process that stands ready: it has imported what a server needs, and forks.

A server takes a second of processor to import what it is made of. Where a test is not about the
command, that is done once for all tests. What begins then is a process like any other, in a group
of its own, with the test's environment: it is killed, stopped and asked for its status alike.
"""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import time
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path

from ansi.keys import key_map
from door.bank import Bank
from door.carriers import claim, relay, rlogin, telnet
from door.cli import errand, main, serve
from door.cli import server as server_process
from door.house import policy_name
from door.session import Casino, garbage
from tests.e2e.server import Server

NEEDED = (Bank, Casino, claim, errand, garbage, key_map(), policy_name(), relay, rlogin, serve,
          server_process, telnet)     # imported, made and read once, for all that follow
FORKING = multiprocessing.get_context("forkserver")
FORKING.set_forkserver_preload([__name__])


def begin(arguments: list[str], out: Connection, errors: Path,
          surroundings: dict[str, str]) -> None:
    """What the shell and the command line would do, in the new process."""
    os.setsid()
    os.environ.clear()
    os.environ.update(surroundings)
    time.tzset()
    with errors.open("ab") as file:
        os.dup2(file.fileno(), 2)
    os.dup2(out.fileno(), 1)
    raise SystemExit(main(arguments))


class Forked:
    """A process as subprocess.Popen has it."""

    def __init__(self, process: BaseProcess, out: Connection) -> None:
        assert process.pid is not None
        self._process, self.pid, self.stdout = process, process.pid, out

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, patience: float) -> int:
        self._process.join(patience)
        status = self._process.exitcode
        if status is None:
            raise subprocess.TimeoutExpired("anteup", patience)
        self._process.close()
        return status


class ReadyServer(Server):
    """Starts in a tenth of the time."""

    def _begin(self, arguments: list[str]) -> Forked:
        out, theirs = FORKING.Pipe(duplex=False)
        process = FORKING.Process(target=begin, args=(
            arguments, theirs, self.folder / "stderr.txt", dict(os.environ)))
        process.start()
        theirs.close()
        return Forked(process, out)
