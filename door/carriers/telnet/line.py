"""A telnet caller's line: bytes escaped, passwords hidden, and marks in what is sent.

It knows nothing of telnetlib3, which negotiates for it (door.carriers.telnet).
"""

import asyncio
from typing import Protocol

from door.carriers.line import Line

IAC, DO, WONT, WILL = b"\xff", b"\xfd", b"\xfc", b"\xfb"
ECHO, TM = b"\x01", b"\x06"
ESCAPED = IAC + IAC
TIMING_MARK = IAC + DO + TM
TRIALS = 2      # of timing marks, before one counts


class Negotiator(Protocol):
    """What of the telnet interpreter a line needs."""

    def iac(self, cmd: bytes, opt: bytes = b"") -> bool:
        """Sends a command, if it is in place."""

    def await_mark(self) -> None:
        """The client is about to be sent a timing mark."""


class TelnetLine(Line):
    """A Line whose bytes are escaped for telnet.

    A mark is DO TIMING-MARK (RFC 860): the client answers, in order, when it has come to it. There
    are two trials first, for some (TinTin++) answer one and never another.
    """

    __slots__ = ("writer", "hiding", "marking", "_heard", "_due", "_trials", "_reached")
    writer: Negotiator

    def __init__(self, address: str, transport: asyncio.Transport) -> None:
        super().__init__("telnet", address, transport)
        self.hiding = self.marking = self._heard = False
        self._due: bool | None = None       # a mark goes with the next write: True, a trial: False
        self._trials = TRIALS               # those to come; 0: it answers marks, -1: it does not
        self._reached = -1                  # bytes of the inbox that came before its answer

    def _packed(self, data: bytes) -> bytes:
        packed = data.replace(IAC, ESCAPED)
        if self._due is None:
            return packed
        # In one segment with the prompt, or a nimble client answers that before it has read this.
        self.marking, self._due = self._due, None
        self.writer.await_mark()
        return packed + TIMING_MARK

    def hide_input(self, hidden: bool) -> None:
        if self._transport is None:
            return
        if hidden and self.speaks_telnet and not self.character_mode:
            self.hiding = True
            self.writer.iac(WILL, ECHO)
        elif self.hiding and not hidden:
            self.hiding = False
            self.writer.iac(WONT, ECHO)

    def mark(self, trial: bool = False) -> None:
        if self._transport is not None and self.speaks_telnet and not self.marking:
            if self._trials == TRIALS * trial:
                self._due = not trial

    def unmark(self) -> None:
        self.marking = False
        self._due, self._trials, self._reached = None, -1, -1

    def marked(self) -> None:
        """The client has answered, with WILL or WONT: either will do."""
        if self._trials > 0:
            self._trials -= 1
            self._due = False if self._trials else None
        if self.marking:
            self._reached = len(self._inbox)

    def feed(self, data: bytes) -> None:
        """A caller who speaks no telnet and sends keys without a line's end sends single keys.

        A bare LF, which no key sends, tells later that the first line came in pieces.
        """
        if not self.speaks_telnet and (not self._heard or b"\n" in data.replace(b"\r\n", b"")):
            self.character_mode = b"\n" not in data
        self._heard = True
        super().feed(data)

    def _unread(self) -> bytes:
        early = max(self._reached, 0)
        if early:
            self._reached = 0
            data, self._inbox = self._inbox[:early], self._inbox[early:]
            return data
        self._pass_mark()
        return super()._unread()

    def take(self) -> bytes:
        self._pass_mark()
        return super().take()

    def _pass_mark(self) -> None:
        if self._reached >= 0:
            self.marking, self._reached = False, -1

    def lost(self) -> None:
        super().lost()
        del self.writer     # it leads back here; without circles memory is free at once
