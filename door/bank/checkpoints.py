"""Checkpoints: what was committed moves from the log into the file, away from the writer.

SQLite would do it inside somebody's commit, which then takes some 50 ms. Here a thread with a
connection of its own does it; SQLite starts the log again when a commit finds all of it moved.
"""

import threading
from contextlib import suppress
from pathlib import Path

import sqlalchemy as sa

from door.bank.statements import DISK_ERRORS, Desk
from door.bank.store import Store

LOG_BYTES = 4 * 1024 * 1024
SECONDS = 1.0
_PASSES = 4


class Checkpoints:
    """Looks at the log every second, and moves it when it has grown past LOG_BYTES."""

    def __init__(self, engine: sa.Engine, path: Path, store: Store) -> None:
        self._engine, self._store = engine, store
        self._log = path.with_name(path.name + "-wal")
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="bank-checkpoints", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Returns when the thread is gone: at most one checkpoint later."""
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stop.wait(SECONDS):
            with suppress(*DISK_ERRORS):  # the next one may do better, and a commit says it
                if self._log.stat().st_size >= LOG_BYTES:
                    self.move()

    def move(self) -> bool:
        """Move the log into the file; whether all of it is moved.

        Each pass leaves what was committed meanwhile, so the next is short. Under so much play
        that none finds a quiet moment, the writer is asked to move the short rest itself.
        """
        with self._engine.connect() as core:
            driver = Desk(core).driver
            for _ in range(_PASSES):
                _, pages, moved = driver.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
                if pages == moved:
                    return True
        self._store.catch_up = True
        return False
