"""A copy of a store while callers play: one moment of it, whole or not there at all."""

import os
import sqlite3
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from door.bank.errors import StoreFailed
from door.bank.snapshot import snapshot
from door.bank.statements import DISK_ERRORS


def back_up(path: Path, target: Path) -> Path:
    """Copies the store at `path`; the file that was made, readable by its owner alone.

    `target` is the file, or a folder in which it gets the moment's name. What is there already
    stays as it is. Raises StoreFailed.
    """
    if target.is_dir():
        target = target / f"{path.stem}-{time.strftime('%Y%m%d-%H%M%S')}{path.suffix}"
    if os.path.lexists(target):
        raise StoreFailed(f"{target} is there already")
    try:
        number, name = tempfile.mkstemp(prefix=f".{target.name}-", dir=target.parent)  # mode 0600
        unfinished = Path(name)
        try:
            os.close(number)
            _copy(path, unfinished)
            _check(unfinished)
            _settle(unfinished, target)
        finally:
            unfinished.unlink(missing_ok=True)
    except DISK_ERRORS as error:
        raise StoreFailed(f"{target}: {getattr(error, 'strerror', None) or error}") from error
    return target


def _copy(path: Path, unfinished: Path) -> None:
    """In one piece: the writer's commits go to the log meanwhile, and wait for nobody."""
    with snapshot(path) as desk:
        desk.driver.execute("SELECT count(*) FROM alembic_version").fetchone()
        copied = sqlite3.connect(unfinished)
        try:
            desk.driver.backup(copied)
        finally:
            copied.close()


def _check(unfinished: Path) -> None:
    """As the file lies there, without a log beside it."""
    copied = sqlite3.connect(unfinished.absolute().as_uri() + "?mode=ro&immutable=1", uri=True)
    try:
        (answer,), *_ = copied.execute("PRAGMA integrity_check(1)").fetchall()
    finally:
        copied.close()
    if answer != "ok":
        raise StoreFailed(f"the copy is damaged, so it was thrown away: {answer}")


def _settle(unfinished: Path, target: Path) -> None:
    """Under its name at once, and only if nobody has that name meanwhile."""
    _sync(unfinished)
    try:
        os.link(unfinished, target)
    except FileExistsError as error:
        raise StoreFailed(f"{target} is there already") from error
    except OSError:     # a file system without links, such as that of most sticks
        if os.path.lexists(target):
            raise StoreFailed(f"{target} is there already") from None
        os.rename(unfinished, target)
    with suppress(OSError):     # some cannot have a folder opened
        _sync(target.parent)


def _sync(path: Path) -> None:
    """On the disk, not only on its way there."""
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
