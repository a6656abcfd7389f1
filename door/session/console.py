"""One caller's line and terminal: shows screens, and hands keys over one at a time.

Here stands when a key counts. Keys that came before a money prompt was sent never answer it; a
RETURN right behind a hot key belongs to that key; a flood is bounded (TERMINALS.md, Keys).
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from ansi.keys import Key
from ansi.terminal import Terminal
from door.carriers.line import Line
from door.screens.screen import Screen

KEYS_A_READ = 64
LONE_ESCAPE = 0.35       # seconds until an ESC is just an ESC
RETURN_BEHIND_KEY = 0.15  # seconds in which a RETURN still belongs to the hot key before it
IDLE_WARNING = 10        # seconds
ANY_KEY, ANY_LINE = "Any key goes on.", "RETURN goes on."


class Left(Exception):
    """The caller has to go, or wants to; the text is for them, "" if nothing is to be said."""


class Console:
    """A line, its terminal, and the keys that are waiting."""

    __slots__ = ("line", "terminal", "clock", "last_key", "patience", "_keys", "_hot", "_read",
                 "_order", "_warning", "_warned", "_screen", "_printed", "_at_prompt",
                 "__weakref__")

    def __init__(self, line: Line, terminal: Terminal, clock: Callable[[], float],
                 patience: float) -> None:
        self.line, self.terminal, self.clock = line, terminal, clock
        self.last_key = clock()   # when the caller last pressed a real key
        self.patience = patience  # seconds without one
        self._keys: deque[Key] = deque()
        self._hot = (-1, 0.0)     # read number and moment of a hot key just pressed
        self._read = 0            # how many reads brought keys
        self._order = ""          # why the caller must go
        self._warning = ""        # a notice that waits to be shown
        self._warned = False
        self._screen: Screen | None = None
        self._printed = ("", "")  # the plain prompt that stands, and what was typed at it
        self._at_prompt = False

    # -- asking ------------------------------------------------------------------------------

    async def ask(self, screen: Screen) -> object:
        """Shows a screen until a key of the caller's is an answer; the answer.

        Raises CarrierLost when the line drops and Left when the caller has to go.
        """
        self._screen = screen
        if screen.money:
            self._drop_early_keys()
        self.show(screen)
        while True:
            key = await self._key()
            if self._belongs_to_hot_key(key):
                continue
            answer = self._press(screen, key)
            if answer is not None:
                return answer
            if not self._keys:
                self.show(screen)

    def _press(self, screen: Screen, key: Key) -> object | None:
        typing, question = screen.typing, screen.question
        if len(key) == 1 and not typing:
            self._hot = self._read, self.clock()
        answer = screen.press(key)
        if screen.money and screen.question != question:
            self._drop_early_keys()
        return answer

    def _belongs_to_hot_key(self, key: Key) -> bool:
        read, moment = self._hot
        self._hot = (-1, 0.0)
        return key == "ENTER" and (read == self._read
                                   or self.clock() - moment <= RETURN_BEHIND_KEY and read >= 0)

    def _drop_early_keys(self) -> None:
        """What has come by now was sent before the prompt that is shown next."""
        self._keys.clear()
        self.terminal.receive(self.line.take())

    # -- keys --------------------------------------------------------------------------------

    async def _key(self) -> Key:
        while not self._keys:
            self._obey()
            try:
                data = await self._arrival()
            except TimeoutError:
                self._keys.extend(self.terminal.decoder.flush())
            else:
                self._take(data)
        return self._keys.popleft()

    async def _arrival(self) -> bytes:
        if not self.terminal.decoder.waiting:
            return await self.line.read()
        return await asyncio.wait_for(self.line.read(), LONE_ESCAPE)

    def _take(self, data: bytes) -> None:
        keys = self.terminal.receive(data)[:KEYS_A_READ]
        if keys:
            self._read += 1
            self.last_key, self._warned = self.clock(), False
        if "ENTER" in keys and not self.line.character_mode:
            self._at_prompt = False  # the client has put the cursor on a new line itself
            self.terminal.forget()   # and a painted screen may have scrolled
        for key in keys:
            if key in ("CTRL_L", "CTRL_R"):
                self._repaint()
            else:
                self._keys.append(key)

    def _repaint(self) -> None:
        self.terminal.forget()
        self._printed = ("", "")
        if self._screen is not None:
            self.show(self._screen)

    # -- from outside ------------------------------------------------------------------------

    def leave(self, reason: str) -> None:
        """Ends the call at the next moment that the caller's session waits for a key."""
        self._order = self._order or reason
        self.line.poke()

    def warn(self, text: str) -> None:
        """Shows a notice without touching what is being typed."""
        self._warning = text
        self.line.poke()

    def check_idle(self, now: float) -> None:
        """Called every second or so: warns the idle, and then lets them go."""
        left = self.patience - (now - self.last_key)
        if left <= 0:
            self.leave("Nobody seems to be there. The line is needed; call again soon.")
        elif left <= IDLE_WARNING and not self._warned:
            self._warned = True
            self.warn(f"Still there? This line closes in {IDLE_WARNING} seconds.")

    def _obey(self) -> None:
        if self._order:
            raise Left(self._order)
        if self.line.resized:
            self.line.resized = False
            self.terminal.resize(self.line.columns, self.line.rows)
            if self._screen is not None:
                self.show(self._screen)
        if self._warning and self._screen is not None:
            text, self._warning = self._warning, ""
            self._screen.warn(text)
            self.show(self._screen)

    # -- showing -----------------------------------------------------------------------------

    def show(self, screen: Screen) -> None:
        """The screen as it is now, its prompt last, in one write."""
        self.line.hide_input(screen.hidden)
        if self.terminal.painted:
            self.line.write(self.terminal.show(screen.paint(), screen.prompt, screen.typed))
        else:
            self._print(screen)

    def _print(self, screen: Screen) -> None:
        lines, now = screen.lines(), (screen.prompt, screen.typed)
        before, self._printed = self._printed, now
        if lines or now[0] != before[0] or not self._at_prompt:
            start = b"\r\n" if self._at_prompt else b""
            self.line.write(start + self.terminal.print(lines, *now))
        elif self.line.character_mode:
            self.line.write(self.terminal.echo(before[1], now[1]))
        self._at_prompt = True

    def farewell(self, text: str) -> None:
        """The last words of a call, on a terminal that is left as it was found."""
        start = b"\r\n" if self._at_prompt and not self.terminal.painted else b""
        self.line.write(self.terminal.restore() + start + text.encode("ascii", "replace")
                        + b"\r\n" * bool(text))

    @property
    def any_key(self) -> str:
        """What a page says that waits for any key: in line mode that is RETURN."""
        return ANY_KEY if self.line.character_mode else ANY_LINE
