"""One server per data folder: which one, and how it says that it is ready.

The lock is the kernel's (flock), so it ends with the process, however that ends.
"""

import fcntl
import os
from contextlib import suppress
from pathlib import Path
from types import TracebackType

LOCK = "server.lock"
READY, TAKEN, FAILED = b"+", b"=", b"-"      # as door.doorway reads them


class FolderTaken(Exception):
    """Another server owns this data folder; `pid` is its process, 0 if it has not said yet."""

    def __init__(self, folder: Path, pid: int) -> None:
        super().__init__(f"{folder} is in use by the server with process number {pid}")
        self.folder = folder
        self.pid = pid


class Claim:
    """The data folder is ours until release() or the end of the process, however it ends."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def release(self) -> None:
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def __enter__(self) -> "Claim":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.release()


def claim(folder: Path) -> Claim:
    """Take the data folder, made if missing. Raises FolderTaken, or OSError.

    The lock file is never removed: whoever waits for it would then hold another one.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        digits = os.read(descriptor, 20).strip()
        os.close(descriptor)
        raise FolderTaken(folder, int(digits) if digits.isdigit() else 0) from None
    os.ftruncate(descriptor, 0)
    os.write(descriptor, b"%d\n" % os.getpid())
    return Claim(descriptor)


def announce(descriptor: int, problem: Exception | None = None) -> None:
    """Tell the door that started us (--ready-fd) that we accept callers, or why we do not.

    FolderTaken is not worth a word to anybody: that door finds the other server by itself. A door
    that has left meanwhile needs no word either, and others may be waiting for this server.
    """
    if isinstance(problem, FolderTaken):
        word = TAKEN
    else:
        word = READY if problem is None else FAILED + str(problem).encode()[:1000]
    with suppress(BrokenPipeError):
        os.write(descriptor, word)
    os.close(descriptor)
