"""The thin process that a BBS or a console starts: its own end of the relay to the server.

It must start as fast as the interpreter, so it imports nothing heavy and nothing of our own but its
few files: framing.py is what it says to the server, connection.py finds one that runs, starting.py
starts one, terminal.py is the caller's terminal, and pump.py carries bytes between the two.

It finds the server of a data folder or starts one, then carries bytes: from standard input to the
server, from the server to standard output. It leaves by one of these exit codes:

    0  the call ended as calls do
    1  the server went away
    2  the server could not be reached or started: a matter of configuration
    3  the caller's line was lost: end of input, SIGHUP, SIGTERM, SIGINT, SIGQUIT
    4  the server refused the call: all lines busy, or another version
    5  the drop file cannot be right: the server's log names file and line

From outside, use what is named here.
"""

import json

from door.doorway.connection import (Absent, Unreached, account, connect, owner, whereabouts,
                                     why_not)
from door.doorway.framing import (BAD_DROP, CHUNK, DATA, HELLO, LINE_LOST, NORMAL, REFUSED, SAY,
                                  SERVER_LOST, UNREACHED, VERSION, frame, frames)
from door.doorway.pump import LOST, Pump
from door.doorway.starting import reach
from door.doorway.terminal import Leave, Terminal, open_standard_descriptors

__all__ = [
    "Absent", "BAD_DROP", "LINE_LOST", "LOST", "NORMAL", "REFUSED", "SERVER_LOST", "UNREACHED",
    "Unreached", "account", "ask", "connect", "owner", "run", "whereabouts", "why_not"]


def run(folder: str, hello: dict[str, object], start: list[str]) -> int:
    """Bring the caller at standard input and output to the server of a data folder.

    `hello` tells of the caller (kind, user, options, environ, drop file ...); the version and a
    terminal's size are added. `start` is the command that starts the server if there is none,
    with absolute paths; `--ready-fd N` is added. If it is empty, none is started. Returns an exit
    code. What there is to tell a person is said on the terminal.
    """
    open_standard_descriptors()
    terminal = Terminal()
    words = ""
    try:
        with terminal, reach(folder, start) as server:
            pump = Pump(terminal, server, hello)
            code = pump.run()
            words = pump.words
    except Unreached as error:
        code, words = UNREACHED, str(error)
    except Leave:
        code = LINE_LOST
    terminal.say(words)
    return code


def ask(folder: str, request: dict[str, object]) -> dict[str, object]:
    """The running server's answer to a sysop's request. Raises Unreached."""
    inbox, answer, words = bytearray(), b"", ""
    with connect(folder) as server:
        server.sendall(frame(HELLO, {"kind": "sysop", "version": VERSION, **request}))
        while data := server.recv(CHUNK):
            inbox += data
            for kind, payload in frames(inbox):
                answer += payload if kind == DATA else b""
                words += payload.decode("ascii", "replace") if kind == SAY else ""
    if words or not answer:
        raise Unreached(words or LOST)
    reply: dict[str, object] = json.loads(answer)
    return reply
