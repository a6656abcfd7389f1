"""The caller's terminal: taken as it was found, put back the same, whatever ends the call."""

import os
import select
import signal
import termios
import tty

STDIN, STDOUT = 0, 1
BITE = 1024             # bytes written at once: a terminal that takes any takes so many
LEAVING = (signal.SIGHUP, signal.SIGTERM, signal.SIGINT, signal.SIGQUIT)
SANE = b"\x1b[0m\x1b[?25h"      # colours reset, cursor shown


class Leave(BaseException):
    """The caller is gone, or a signal says so. Raised inside whatever runs, for it may block."""


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
