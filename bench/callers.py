"""Callers of a server under load: one that plays at the Poker Table, one that types at the peer.

Both press a key, wait for the last byte of what it brings, think, and press the next one. They
answer telnet's questions as a terminal of 80x24 would that sends single keys.
"""

from __future__ import annotations

import asyncio
import random
import re
import time
from array import array
from collections.abc import Callable

IAC, DONT, DO, WONT, WILL, SB, SE = b"\xff", b"\xfe", b"\xfd", b"\xfc", b"\xfb", b"\xfa", b"\xf0"
BINARY, ECHO, SGA, TTYPE, NAWS = b"\0", b"\x01", b"\x03", b"\x18", b"\x1f"
TERMINAL = IAC + SB + TTYPE + b"\0ANSI" + IAC + SE
SIZE = IAC + SB + NAWS + bytes((0, 80, 0, 24)) + IAC + SE
WE_DO, THEY_DO = (BINARY, SGA, TTYPE, NAWS), (BINARY, SGA, ECHO)
COMMAND = re.compile(rb"\xff(?:([\xfb-\xfe])(.)|\xfa(.).*?\xff\xf0)", re.DOTALL)
TAIL = 1024  # bytes of what came that hold any prompt, and a card that turns behind it

# What is typed at a prompt on the way to the table, and when a sitting has ended.
WAY = {b"C)64? ": b"a", b"Handle: ": b"guest\r", b"Casino> ": b"p", b"RETURN = $200)? ": b"200\r",
       b"Q)uit? ": b"q", b"Q)uit the table? ": b"q"}
ANTE, DISCARD = b"A)nte or Q)uit? ", b"Discard (1-5, RETURN stands pat)? "
MAY_RAISE = re.compile(rb"B\)et|R\)aise")
ENDS = b"? ", b"> "  # every prompt of the table and the casino


class Times:
    """Milliseconds from key to last byte: of the keys that moved the table, and of the others."""

    __slots__ = ("steps", "others", "on")

    def __init__(self) -> None:
        self.steps, self.others = array("d"), array("d")
        self.on = False  # what comes before is warm-up

    @property
    def keys(self) -> array[float]:
        """Of all keys."""
        return self.steps + self.others

    def add(self, milliseconds: float, step: bool) -> None:
        if self.on:
            (self.steps if step else self.others).append(milliseconds)


class Caller(asyncio.Protocol):
    """A line to a server; `think()` are the seconds before the next key."""

    __slots__ = ("times", "think", "luck", "playing", "seated", "lost", "_transport", "_timer",
                 "_answered", "_pressed", "_step", "_tail")

    def __init__(self, times: Times, think: Callable[[], float], luck: random.Random) -> None:
        loop = asyncio.get_running_loop()
        self.times, self.think, self.luck = times, think, luck
        self.seated: asyncio.Future[None] = loop.create_future()
        self.lost: asyncio.Future[None] = loop.create_future()
        self.playing = False
        self._timer: asyncio.TimerHandle | None = None
        self._answered: asyncio.Future[None] | None = None
        self._pressed, self._step, self._tail = 0.0, False, b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        setattr(transport, "max_size", 16384)
        self._transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        self.rest()
        for future in (self.seated, self.lost, self._answered):
            if future is not None and not future.done():
                future.set_result(None)

    def data_received(self, data: bytes) -> None:
        now = time.perf_counter()
        if IAC in data:
            data = COMMAND.sub(self._answer, data)
        if self._pressed or not self.seated.done():     # else a card turns, above the prompt
            self._tail = (self._tail + data)[-TAIL:]
        if self._pressed:
            if self._complete():
                self.times.add((now - self._pressed) * 1000, self._step)
                self._pressed = 0.0
                if self._answered is not None:
                    self._answered.set_result(None)
                    self._answered = None
                elif self.playing:
                    self.go_on()
        elif not self.seated.done():
            self._arrive()

    def _answer(self, match: re.Match[bytes]) -> bytes:
        verb, option, asked = match.groups()
        if verb == DO:
            self._transport.write(IAC + (WILL if option in WE_DO else WONT) + option)
            if option == NAWS:
                self._transport.write(SIZE)
        elif verb == WILL:
            self._transport.write(IAC + (DO if option in THEY_DO else DONT) + option)
        elif asked == TTYPE:
            self._transport.write(TERMINAL)
        return b""

    # -- playing -----------------------------------------------------------------------------

    @property
    def tail(self) -> bytes:
        """The end of what came last: the prompt."""
        return self._tail

    def go_on(self) -> None:
        """Presses the next key after some thought, and so on."""
        self.playing = True
        self._timer = asyncio.get_running_loop().call_later(self.think(), self.press)

    def rest(self) -> None:
        """Presses no more keys."""
        self.playing = False
        if self._timer is not None:
            self._timer.cancel()

    def press(self) -> None:
        """The next key, now."""
        self._send(*self.choose())

    def _send(self, key: bytes, step: bool) -> None:
        self._step, self._tail = step, b""
        self._pressed = time.perf_counter()
        self._transport.write(key)

    async def type(self, key: bytes) -> None:
        """Presses a key and waits for what it brings, or for the end of the line."""
        answered = self._answered = asyncio.get_running_loop().create_future()
        self._send(key, False)
        await answered

    def hang_up(self) -> None:
        self._transport.abort()

    # -- what a kind of caller does ----------------------------------------------------------

    def _arrive(self) -> None:
        """Something came before the caller has a seat."""

    def _complete(self) -> bool:
        """Whether all has come that the last key brings."""
        return True

    def choose(self) -> tuple[bytes, bool]:
        """The next key, and whether it moves the table."""
        raise NotImplementedError


class Typist(Caller):
    """Types at the peer, which echoes."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.seated.set_result(None)

    def choose(self) -> tuple[bytes, bool]:
        return b"c", True


class Player(Caller):
    """A guest who plays hand after hand, painted in CP437."""

    __slots__ = ("_prompt", "_left", "_awaited")

    def __init__(self, times: Times, think: Callable[[], float], luck: random.Random) -> None:
        super().__init__(times, think, luck)
        self._prompt, self._left = b"", b""  # what stands, and the keys of a discard to come
        self._awaited: bytes | tuple[bytes, ...] = ENDS

    def _arrive(self) -> None:
        if self._tail.endswith(ANTE):
            self._prompt = self._tail
            self.seated.set_result(None)
            return
        for prompt, answer in WAY.items():
            if self._tail.endswith(prompt):
                self._tail = b""
                self._transport.write(answer)

    def _complete(self) -> bool:
        if self._awaited is ENDS:   # what comes behind a prompt is a card that turns
            end = max(self._tail.rfind(mark) for mark in ENDS)
            self._tail = self._tail[:end + 2] if end >= 0 else self._tail
        return self._tail.endswith(self._awaited)

    def choose(self) -> tuple[bytes, bool]:
        if not self._left:
            self._prompt = self._tail
            if self._prompt.endswith(DISCARD):
                places = sorted(self.luck.sample(b"12345", self.luck.randrange(4)))
                self._left = bytes(places) + b"\r"
        if self._left:
            return self._discard()
        self._awaited = ENDS
        if self._prompt.endswith(ANTE):
            return b"a", True
        for prompt, answer in WAY.items():
            if self._prompt.endswith(prompt):
                return answer, False
        return self._bet(), True

    def _discard(self) -> tuple[bytes, bool]:
        """A digit, which ends up behind the prompt; then RETURN, which moves the table."""
        key, self._left = self._left[:1], self._left[1:]
        self._awaited = key if self._left else ENDS
        return key, not self._left

    def _bet(self) -> bytes:
        """Mostly a call or a check; now and then the most, or a fold where chips are due."""
        pick = self.luck.random()
        if pick < 0.1 and b"C)all" in self._prompt:
            return b"f"
        return b"m" if pick > 0.8 and MAY_RAISE.search(self._prompt) else b"c"
