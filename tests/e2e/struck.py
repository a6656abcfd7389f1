"""`anteup sysop maintain` that kills itself, as a power cut would, at a beginning or an end of a
transaction: python -m tests.e2e.struck FOLDER.

For each of them it takes a copy of the folder's store, in a folder of its number, until the work
gets to its end. Hands are pruned a few at a time, so that there are many transactions.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
from itertools import count
from pathlib import Path

from door.bank.statements import Desk
from door.bank.store import Store
from door.bank.upkeep import Upkeep
from door.cli import errand, main
from door.house import policy_name
from door.session import orders

BOUNDARIES = ("BEGIN IMMEDIATE", "COMMIT")
AT_ONCE = 20    # hands
READY = (errand, orders, policy_name())     # imported and read once, for all that follow


class Blow:
    """Falls just before the statement that is boundary number `left`, counted from 0."""

    def __init__(self, left: int) -> None:
        self.left = left

    def look(self, statement: str) -> None:
        if statement in BOUNDARIES:
            if not self.left:
                os.kill(os.getpid(), signal.SIGKILL)
            self.left -= 1


def maintain(folder: Path, left: int) -> int:
    """The exit status, where the blow did not fall."""
    blow, commit, prune = Blow(left), Store._commit, Upkeep.prune

    def watched(self: Store, desk: Desk, jobs: list) -> list:   # type: ignore[type-arg]
        desk.driver.set_trace_callback(blow.look)
        return commit(self, desk, jobs)

    Store._commit = watched     # type: ignore[method-assign]
    Upkeep.prune = lambda self, before: prune(self, before, AT_ONCE)  # type: ignore[assignment]
    return main(["sysop", "maintain", "--data", str(folder)])


def strike_everywhere(folder: Path) -> int:
    """0 once the work has come to its end; anything else is another end than the blow's."""
    for n in count():
        copy = folder / str(n)
        copy.mkdir()
        shutil.copy(folder / "anteup.db", copy)
        child = os.fork()
        if not child:
            os._exit(maintain(copy, n))
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if status != -signal.SIGKILL:
            break
    return status


if __name__ == "__main__":
    sys.exit(strike_everywhere(Path(sys.argv[1])))
