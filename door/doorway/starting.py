"""Starting the server of a data folder if none runs; of many doors, one does."""

import fcntl
import os
import select
import socket

from door.doorway.connection import Absent, Unreached, connect, why_not
from door.doorway.framing import CHUNK

QUEUE = "server.start"
READY, TAKEN, FAILED = b"+", b"=", b"-"     # what a server says that we started
START_MS = 30_000       # for a server to say that it is ready
RETRY_MS, RETRIES = 250, 40     # for one that somebody else started, or that is just leaving


def reach(folder: str, start: list[str]) -> socket.socket:
    """A connection to the server, which is started if there is none. Raises Unreached.

    Doors queue for the right to start it, so that the second finds the first one's server. Only
    for a server that no door started, and that is on its way in or out, can nobody tell us when.
    """
    try:
        return connect(folder)
    except Absent:
        if not start:
            raise
        turn = queue(folder)
    try:
        for _ in range(RETRIES):
            try:
                return connect(folder)
            except Absent:
                if not launch(folder, start):
                    select.poll().poll(RETRY_MS)
        raise Unreached(f"The server for {folder} neither answers nor leaves.")
    finally:
        os.close(turn)


def queue(folder: str) -> int:
    """Wait for our turn to start a server; it ends when the descriptor is closed."""
    path = os.path.join(folder, QUEUE)
    try:
        os.makedirs(folder, 0o700, exist_ok=True)
        turn = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise Unreached(
            f"No server is running for {folder}. " + why_not(error, folder, path)) from None
    try:
        fcntl.flock(turn, fcntl.LOCK_EX)
    except BaseException:
        os.close(turn)
        raise
    return turn


def launch(folder: str, start: list[str]) -> bool:
    """Start a server and wait until it accepts callers; false if another one has the folder.

    Raises Unreached if it does not start, with its reason.
    """
    listen, ready = os.pipe()
    try:
        child = os.fork()
        if not child:
            become_server(start, ready)
        os.close(ready)
        os.waitpid(child, 0)
        word = heard(listen)
    finally:
        os.close(listen)
    if word[:1] not in (READY, TAKEN):
        reason = word[1:].decode("utf-8", "replace") or f"command: {' '.join(start)}"
        raise Unreached(f"The server for {folder} did not start: {reason}")
    return word[:1] == READY


def become_server(start: list[str], ready: int) -> None:
    """In a child: run the server away from the BBS, as nobody's child and in a session of its own.

    It keeps none of our descriptors, for the caller's own socket may be among them.
    """
    try:
        os.setsid()
        if os.fork():
            os._exit(0)
        os.umask(0o077)
        ready = fcntl.fcntl(ready, fcntl.F_DUPFD, 3)    # above the three that follow
        null = os.open(os.devnull, os.O_RDWR)
        for descriptor in range(3):
            os.dup2(null, descriptor)
        os.closerange(3, ready)
        os.closerange(ready + 1, os.sysconf("SC_OPEN_MAX"))
        os.execvp(start[0], [*start, "--ready-fd", str(ready)])
    finally:
        os._exit(127)


def heard(listen: int) -> bytes:
    """What a server says when it is ready, or fails to be; b"" if it just ends."""
    said = b""
    patience = select.poll()
    patience.register(listen, select.POLLIN)
    while said not in (READY, TAKEN):
        if not patience.poll(START_MS):
            return FAILED + b"it takes too long"
        data = os.read(listen, CHUNK)
        if not data:
            break
        said += data
    return said
