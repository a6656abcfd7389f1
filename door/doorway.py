"""The thin process that a BBS or a console starts: its own end of the relay to the server.

It must start as fast as the interpreter, so it imports nothing heavy and nothing of our own; the
few lines that describe a frame stand here and in door.carriers.relay, and a test compares them.

It finds the server of a data folder or starts one, then carries bytes: from standard input to the
server, from the server to standard output. It leaves by one of these exit codes:

    0  the call ended as calls do
    1  the server went away
    2  the server could not be reached or started: a matter of configuration
    3  the caller's line was lost: end of input, SIGHUP, SIGTERM, SIGINT, SIGQUIT
    4  the server refused the call: all lines busy, or another version
    5  the drop file cannot be right: the server's log names file and line
"""

import fcntl
import json
import os
import pwd
import select
import signal
import socket
import struct
import termios
import time
import tty
from collections.abc import Iterator

VERSION = 1
HEADER = struct.Struct(">BI")
LARGEST = 65536         # bytes of a payload
HELLO, DATA, SIZE, SAY, BYE, USE = b"HDZSBU"
SOCKET, WHERE, QUEUE = "server.sock", "server.where", "server.start"
READY, TAKEN, FAILED = b"+", b"=", b"-"     # what a server says that we started

NORMAL, SERVER_LOST, UNREACHED, LINE_LOST, REFUSED, BAD_DROP = range(6)
CHUNK = 4096            # bytes read at once
BITE = 1024             # bytes written at once: a terminal that takes any takes so many
BACKLOG = 65536         # bytes held for the screen, or for the server, before we stop reading
LAST_WORDS = 0.7        # seconds the server has to finish after the caller's last byte
START_MS = 30_000       # for a server to say that it is ready
RETRY_MS, RETRIES = 250, 40     # for one that somebody else started, or that is just leaving
LEAVING = (signal.SIGHUP, signal.SIGTERM, signal.SIGINT, signal.SIGQUIT)
STDIN, STDOUT = 0, 1
SANE = b"\x1b[0m\x1b[?25h"      # colours reset, cursor shown
LOST = "The casino closed the line."


class Unreached(Exception):
    """The server could not be reached or started; the message is for a person."""


class Absent(Unreached):
    """No server is running."""


class Leave(BaseException):
    """The caller is gone, or a signal says so. Raised inside whatever runs, for it may block."""


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


# Frames


def frame(kind: int, payload: bytes | dict[str, object]) -> bytes:
    data = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
    return HEADER.pack(kind, len(data)) + data


def frames(inbox: bytearray) -> Iterator[tuple[int, bytes]]:
    """Take each whole frame from what arrived. Raises ConnectionError if it is no frame."""
    while len(inbox) >= HEADER.size:
        kind, size = HEADER.unpack_from(inbox)
        if size > LARGEST:
            raise ConnectionError("no frame of ours")
        end = HEADER.size + size
        if len(inbox) < end:
            return
        payload = bytes(inbox[HEADER.size:end])
        del inbox[:end]
        yield kind, payload


# Finding the server


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


def connect(folder: str) -> socket.socket:
    """A connection to the running server. Raises Unreached: Absent if none is running."""
    witness, path = whereabouts(folder)
    server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        server.connect(path)
        trusted = peer(server) == os.stat(witness).st_uid
    except (FileNotFoundError, ConnectionError):
        server.close()
        raise Absent(f"No server is running for {folder}.") from None
    except OSError as error:
        server.close()
        raise Unreached(why_not(error, folder, path)) from None
    if not trusted:     # a socket elsewhere outlived its server, and somebody took its place
        server.close()
        raise Absent(f"No server is running for {folder}.")
    return server


def whereabouts(folder: str) -> tuple[str, str]:
    """The file in the folder that vouches for the server's socket, and the socket's path.

    The socket lies elsewhere if its path in the folder were too long.
    """
    witness = os.path.join(folder, WHERE)
    try:
        with open(witness, encoding="utf-8") as file:
            return witness, file.readline().rstrip("\n")
    except OSError:
        path = os.path.join(folder, SOCKET)
        return path, path


def peer(server: socket.socket) -> int:
    """The account at the other end."""
    credentials = struct.Struct("3i")   # pid, uid, gid
    raw = server.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, credentials.size)
    return int(credentials.unpack(raw)[1])


def why_not(error: OSError, folder: str, path: str) -> str:
    """The trouble with a path; if it is access, whose it is, who we are, and what would help."""
    if not isinstance(error, PermissionError):
        return f"{path}: {error.strerror}."
    return (f"{account(os.getuid())} may not use {path} of {owner(path, folder)}: in anteup.ini, "
            "[server] group names the group that may.")


def owner(*paths: str) -> str:
    """The account that owns the first of these paths that we can see."""
    for path in paths:
        try:
            return account(os.stat(path).st_uid)
        except OSError:
            continue
    return "another account"


def account(uid: int) -> str:
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return f"uid {uid}"


# Starting the server


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


# The caller's terminal


def open_standard_descriptors() -> None:
    """Where a board left one closed, have nothing there, instead of the next file we open."""
    while (descriptor := os.open(os.devnull, os.O_RDWR)) < 3:
        pass
    os.close(descriptor)


class Terminal:
    """Standard input and output: raw while entered, if a terminal, and put back on every way out.

    While it is entered, a signal that tells us to go raises Leave, once.
    """

    def __init__(self) -> None:
        self.output = self._place = STDOUT
        self.shown = False      # something was written
        self.painted = False    # with escape sequences, so there are colours to reset
        self._saved: list[int | list[bytes | int]] | None = None
        self._handlers: dict[int, object] = {}
        self._leaving = False

    def __enter__(self) -> "Terminal":
        self.wakeup, self._alarm = os.pipe()
        os.set_blocking(self._alarm, False)
        signal.set_wakeup_fd(self._alarm, warn_on_full_buffer=False)
        try:
            for number in LEAVING:
                self._handlers[number] = signal.signal(number, self._leave)
            self._handlers[signal.SIGWINCH] = signal.signal(signal.SIGWINCH, lambda *_: None)
            self.output = own_output()
            if os.isatty(STDIN):
                self._saved = termios.tcgetattr(STDIN)
                tty.setcbreak(STDIN, termios.TCSANOW)   # no echo; ^C still ends the wait
        except BaseException:
            self.__exit__()
            raise
        return self

    def make_raw(self) -> None:
        """From now on every key is the server's."""
        if self._saved is not None:
            tty.setraw(STDIN, termios.TCSANOW)

    def __exit__(self, *_: object) -> None:
        self._leaving = True
        try:
            if self.painted:
                self._write_if_possible(SANE)
        finally:
            self._restore()

    def _restore(self) -> None:
        if self._saved is not None:
            try:
                termios.tcsetattr(STDIN, termios.TCSANOW, self._saved)
            except (OSError, termios.error):
                pass    # it was hung up
        signal.set_wakeup_fd(-1)
        for number, handler in self._handlers.items():
            signal.signal(number, handler or signal.SIG_DFL)    # type: ignore[arg-type]
        self._close_output()
        os.close(self.wakeup)
        os.close(self._alarm)

    def use(self, descriptor: int) -> None:
        """The caller is at a socket that we inherited, to the last word."""
        self._close_output()
        self._place = descriptor
        self.output = os.dup(descriptor)

    def _close_output(self) -> None:
        if self.output != self._place:
            os.close(self.output)
            self.output = self._place

    def _leave(self, _number: int, _frame: object) -> None:
        if not self._leaving:
            self._leaving = True
            raise Leave

    def size(self) -> tuple[int, int]:
        """Columns and rows; 0, 0 if this is no terminal."""
        for descriptor in (STDOUT, STDIN):
            try:
                columns, rows = os.get_terminal_size(descriptor)
                return columns, rows
            except OSError:
                continue
        return 0, 0

    def write(self, data: bytearray) -> None:
        """Write a bite of the data and remove it. Raises Leave if nobody can read it any more."""
        bite = bytes(data[:BITE])
        self.shown = True   # noted first: a signal may end us right behind the write
        self.painted = self.painted or b"\x1b" in bite
        try:
            del data[:os.write(self.output, bite)]
        except BlockingIOError:
            pass
        except OSError:
            raise Leave from None

    def _write_if_possible(self, data: bytes) -> None:
        try:
            if writable(self.output):
                os.write(self.output, data)
        except OSError:
            pass

    def say(self, words: str) -> None:
        """Tell a person something, on a terminal that has been put back."""
        plain = "".join(letter if " " <= letter <= "~" else "?" for letter in words)
        line = f"{plain}\r\n".encode()
        if words:
            self._write_if_possible(b"\r\n" + line if self.shown else line)


def own_output() -> int:
    """Standard output; on a terminal, a descriptor of our own to it that never blocks.

    The original cannot be made so: the board has it too, and may read and write through it.
    """
    try:
        return os.open(os.ttyname(STDOUT), os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK)
    except OSError:
        return STDOUT


def writable(descriptor: int) -> bool:
    poll = select.poll()
    poll.register(descriptor, select.POLLOUT)
    return bool(poll.poll(0))


# Between the two


class Pump:
    """Carries bytes both ways until the server or the caller has had enough."""

    def __init__(self, terminal: Terminal, server: socket.socket, hello: dict[str, object]) -> None:
        self.words = ""
        self._terminal = terminal
        self._server = server
        self._code: int | None = None       # known: nothing more comes from the server
        self._deadline: float | None = None     # set: the caller's input is at its end
        # A door's caller may be at an inherited socket: the server reads the drop file and says.
        self._input = None if hello.get("kind") == "door" else STDIN
        self._size = terminal.size()
        self._inbox = bytearray()
        self._to_screen = bytearray()
        columns, rows = self._size
        size: dict[str, object] = {"columns": columns, "rows": rows}
        self._to_server = bytearray(frame(HELLO, {**size, **hello, "version": VERSION}))

    def run(self) -> int:
        """Pump until the end; the exit code. Raises Leave."""
        self._terminal.make_raw()
        self._server.setblocking(False)
        while self._code is None or self._to_screen:
            ready = self._wait()
            if self._deadline is not None and time.monotonic() >= self._deadline:
                raise Leave
            if ready.get(self._terminal.wakeup):
                self._resize()
            if self._input is not None and ready.get(self._input):
                self._take_keys(self._input)
            if ready.get(self._server.fileno()):
                self._talk(ready[self._server.fileno()])
            if ready.get(self._terminal.output):
                self._show(ready[self._terminal.output])
        return self._code if self._deadline is None else LINE_LOST

    def _wait(self) -> dict[int, int]:
        """Wait for what can be acted on. What cannot is not watched, or it would wake us always."""
        poll = select.poll()
        poll.register(self._terminal.wakeup, select.POLLIN)
        poll.register(self._terminal.output, select.POLLOUT if self._to_screen else 0)
        if self._deadline is None and self._input is not None and len(self._to_server) < BACKLOG:
            poll.register(self._input, select.POLLIN)
        listen = select.POLLIN if len(self._to_screen) < BACKLOG else 0
        if self._code is None and (listen or self._to_server):
            poll.register(self._server, listen | (select.POLLOUT if self._to_server else 0))
        return dict(poll.poll(self._patience()))

    def _patience(self) -> int | None:
        if self._deadline is None:
            return None
        return max(0, int((self._deadline - time.monotonic()) * 1000) + 1)

    def _resize(self) -> None:
        os.read(self._terminal.wakeup, CHUNK)
        size = self._terminal.size()
        if size != self._size and 0 not in size:
            self._size = size
            self._to_server += frame(SIZE, struct.pack(">HH", *size))

    def _take_keys(self, source: int) -> None:
        try:
            data = os.read(source, CHUNK)
        except BlockingIOError:
            return
        except OSError:     # a terminal that was hung up
            data = b""
        if data:
            self._to_server += frame(DATA, data)
            return
        self._deadline = time.monotonic() + LAST_WORDS
        if not self._to_server:
            self._end_input()

    def _end_input(self) -> None:
        try:
            self._server.shutdown(socket.SHUT_WR)
        except OSError:
            pass

    def _talk(self, events: int) -> None:
        """Exchange with the server what both sides are ready for."""
        if events & select.POLLOUT:
            self._send()
        if events & ~select.POLLOUT:
            self._receive()

    def _send(self) -> None:
        try:
            del self._to_server[:self._server.send(self._to_server)]
        except BlockingIOError:
            return
        except OSError:
            self._to_server.clear()     # it is gone, but what it said before can still be read
        if self._deadline is not None and not self._to_server:
            self._end_input()

    def _receive(self) -> None:
        try:
            data = self._server.recv(CHUNK)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        self._inbox += data
        try:
            for kind, payload in frames(self._inbox):
                self._act(kind, payload)
        except ConnectionError:
            data = b""
        if not data and self._code is None:
            self._code = SERVER_LOST
            self.words = self.words or LOST

    def _act(self, kind: int, payload: bytes) -> None:
        if kind == DATA:
            self._to_screen += payload
        elif kind == SAY:
            self.words = payload.decode("utf-8", "replace")
        elif kind == USE and self._input is None:
            self._use(*struct.unpack(">h", payload))
        elif kind == BYE:
            self._code = payload[0] if payload else NORMAL

    def _use(self, descriptor: int) -> None:
        """The caller is at a socket that we inherited, or, below 0, where we are ourselves."""
        self._input = STDIN if descriptor < 0 else descriptor
        if descriptor >= 0:
            self._terminal.use(descriptor)

    def _show(self, events: int) -> None:
        if events & ~select.POLLOUT:    # nobody is there to see it
            raise Leave
        self._terminal.write(self._to_screen)
