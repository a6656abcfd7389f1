"""Checkpoints: what was committed moves from the log into the file, away from the writer.

SQLite would do it inside somebody's commit, which then takes some 50 ms. Here a thread with a
connection of its own does it; SQLite begins the log anew when a commit finds all of it moved. The
log's file stays as long as it ever was: writing over it is quicker than making it longer.
"""

import threading
from contextlib import suppress

import sqlalchemy as sa

from door.bank.statements import DISK_ERRORS, Desk
from door.bank.store import Store

SECONDS = 1.0
JOBS = 400  # that fill some 4 MiB of the log
LONG = 4096  # pages of 4 KiB
_PASSES = 6


class Checkpoints:
    """Looks every second whether JOBS were done since the last time, and moves the log if so."""

    def __init__(self, engine: sa.Engine, store: Store) -> None:
        self._engine, self._store = engine, store
        self._moved_at = 0
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="bank-checkpoints", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Returns when the thread is gone: at most one checkpoint later."""
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stop.wait(SECONDS):
            self.look()

    def look(self) -> bool:
        """Whether there was enough to move."""
        jobs = self._store.jobs
        if jobs - self._moved_at < JOBS:
            return False
        with suppress(*DISK_ERRORS):  # the next time may do better, and a commit says it
            self.move()
            self._moved_at = jobs
        return True

    def move(self) -> None:
        """Move the log into the file. What is committed meanwhile stays for the next pass, which
        is short, and so on until a pass finds nothing new.

        A group that is under way goes to the end of the log even so. Where play never pauses and
        the log has grown past LONG, the writer moves the short rest itself, between two groups.
        """
        pages = -1
        with self._engine.connect() as core:
            for _ in range(_PASSES):
                before, (_, pages, _) = pages, Desk(core).driver.execute(
                    "PRAGMA wal_checkpoint(PASSIVE)").fetchone()
                if pages == before:
                    break
        if pages > LONG:
            self._store.catch_up = True
