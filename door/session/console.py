"""One caller's console: asks a screen, and hands it the caller's keys one at a time.

Here stands when a key counts. Keys that came before a money prompt was sent never answer it; a
RETURN right behind a hot key belongs to that key; a flood is bounded (TERMINALS.md, Keys).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from ansi.keys import Key
from ansi.terminal import Terminal
from door.carriers.line import Line
from door.screens.screen import Screen
from door.session.notices import NoticeDisplay

KEYS_WAITING = 256       # at most; a password that is pasted is at most half of it
LONE_ESCAPE = 0.35       # seconds until an ESC is just an ESC
STEP = 0.1               # seconds between two steps of a motion: four of them are 400 ms
SLOW_LINE = 9600         # bits a second up to which nothing moves
RETURN_BEHIND_KEY = 0.15  # seconds in which a RETURN still belongs to the hot key before it
REPAINT = ("CTRL_L", "CTRL_R")
MARK = 2.0               # seconds in which a client says that it has shown a money prompt
BEL = b"\x07"


class Console(NoticeDisplay):
    """A display, and the keys that are waiting."""

    __slots__ = ("motion", "bell", "_keys", "_hot", "_read", "_marked", "__weakref__")

    def __init__(self, line: Line, terminal: Terminal, clock: Callable[[], float],
                 patience: float) -> None:
        super().__init__(line, terminal, clock, patience)
        self.motion, self.bell = True, False    # whether cards turn, and their turn rings
        self._keys: list[Key] = []
        self._hot = (-1, 0.0)     # read number and moment of a hot key just pressed
        self._read = 0            # how many reads brought keys
        self._marked = 0.0        # when a money prompt was sent that the client may not show yet

    # -- asking ------------------------------------------------------------------------------

    async def ask(self, screen: Screen) -> object:
        """Shows a screen until a key of the caller's is an answer; the answer.

        Raises CarrierLost when the line drops and Left when the caller has to go.
        """
        if screen is not self._screen or screen.question != self._question:
            self._printed = ("", "")  # another question
        self._screen = screen
        if screen.money:
            self._drop_early_keys()
        asked = self._mark(screen, "")
        if not self._moves():
            screen.still()
        self.show(screen, self._bell(screen))
        while True:
            key = await self._key(screen)
            if key == "ENTER" and self.line.character_mode and not self.terminal.painted:
                self.show(screen)  # what came in one packet with its RETURN is written down, too
            if not self._belongs_to_hot_key(key):
                answer = self._press(screen, key)
                if answer is not None:
                    return answer
            if not self._keys:
                asked = self._mark(screen, asked)
                self.show(screen)

    def _press(self, screen: Screen, key: Key) -> object | None:
        typing, question = screen.typing, screen.question
        answer = screen.press(key)
        if len(key) == 1 and not screen.typed and not (typing and screen.typing
                                                       and answer is None):
            self._hot = self._read, self.clock()  # it acted, and began no line to be typed
        if key == "ENTER":
            self._printed = ("", "")  # who is asked again sees the prompt again
        if screen.money and screen.question != question:
            self._drop_early_keys(screen)
        return answer

    def _belongs_to_hot_key(self, key: Key) -> bool:
        read, moment = self._hot
        self._hot = (-1, 0.0)
        return key == "ENTER" and (read == self._read
                                   or self.clock() - moment <= RETURN_BEHIND_KEY and read >= 0)

    def _drop_early_keys(self, screen: Screen | None = None) -> None:
        """What has come by now was sent before the prompt that is shown next.

        `screen` may keep the first of them: the digits of an amount that was begun.
        """
        self._accept(self.terminal.receive(self.line.take()))
        early = self._keys
        self._keys = early[:screen.ahead(early)] if screen is not None else []
        if early[:1] == ["ENTER"] and not self._keys:
            self._hot = (-1, 0.0)   # the hot key's own RETURN is gone: the next one is meant

    def _mark(self, screen: Screen, asked: str) -> str:
        """Has the client tell when it has come to another question of money; that question.

        To be called before the question is shown."""
        question = f"money {screen.question}" if screen.money else ""
        if question != asked and not self.line.marking:
            self._marked = self.clock()
            self.line.mark()
        return question

    def _moves(self) -> bool:
        """Whether cards are seen to turn: painted, on a line that is not known to be slow, and
        while nobody has pressed a key for what comes behind them."""
        return (self.motion and self.terminal.painted and not 0 < self.line.speed <= SLOW_LINE
                and not self._keys and not self.terminal.decoder.waiting)

    def _bell(self, screen: Screen) -> bytes:
        """Rings, where that is wanted, for a new question of money: no earlier key answers it."""
        if not screen.money or screen.question == screen.rung:
            return b""
        screen.rung = screen.question
        return BEL if self.bell else b""

    # -- keys --------------------------------------------------------------------------------

    async def listen(self) -> None:
        """Takes what arrives while nothing is asked; keys wait for the first question."""
        self._accept(self.terminal.receive(await self.line.read()))

    async def _key(self, screen: Screen) -> Key:
        while not self._keys:
            self._obey()
            self._line_sent = False
            try:
                data = await self._arrival(screen)
            except TimeoutError:
                self._pass_time(screen)
            else:
                self._accept(self.terminal.receive(data))
                self._halt(screen)
        return self._keys.pop(0)

    async def _arrival(self, screen: Screen) -> bytes:
        """What comes next. TimeoutError: an ESC is just an ESC, or a card turns."""
        if self.terminal.decoder.waiting:
            return await asyncio.wait_for(self.line.read(), LONE_ESCAPE)
        if not screen.steps:
            return await self.line.read()
        loop = asyncio.get_running_loop()
        turn = loop.call_later(STEP, self.line.poke)    # at a third of what wait_for() costs
        try:
            data = await self.line.read()
        finally:
            turn.cancel()
        if not data and turn.when() <= loop.time():
            raise TimeoutError
        return data

    def _pass_time(self, screen: Screen) -> None:
        if self.terminal.decoder.waiting:
            self._accept(self.terminal.decoder.flush())
        else:
            screen.step()
            self._move(screen)

    def _halt(self, screen: Screen) -> None:
        """Whatever comes ends a motion; a key that did so acts, and then it is seen what came."""
        if screen.steps:
            screen.still()
            if not self._keys:
                self._move(screen)

    def _accept(self, keys: list[Key]) -> None:
        if not keys:
            return
        self._read += 1
        if self._admitted:
            self.since, self._warned = self.clock(), False
        self._line_sent = "ENTER" in keys
        if "ENTER" in keys and not self.line.character_mode:
            # The client has put the cursor on a new line itself, save where we had it hide what
            # was typed, and a painted screen may have scrolled.
            self._at_prompt = (self._screen is not None and self._screen.hidden
                               and self.line.speaks_telnet)
            self.terminal.forget()
        pressed = [key for key in keys if key not in REPAINT]
        if len(pressed) < len(keys):
            self._repaint()
        if self._screen is not None and self._screen.money and self._in_flight():
            count, pressed = len(pressed), pressed[:self._screen.ahead(pressed)]
            if count > len(pressed) and not self.line.character_mode:
                self._repaint()  # for the client has gone on to another line
        self._keys.extend(pressed[:KEYS_WAITING - len(self._keys)])

    def _in_flight(self) -> bool:
        """Whether what came last was sent before the money prompt was seen (RFC 860)."""
        if self.line.marking and self.clock() - self._marked > MARK:
            self.line.unmark()
        return self.line.marking
