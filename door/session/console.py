"""One caller's line and terminal: shows screens, and hands keys over one at a time.

Here stands when a key counts. Keys that came before a money prompt was sent never answer it; a
RETURN right behind a hot key belongs to that key; a flood is bounded (TERMINALS.md, Keys).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from textwrap import wrap

from ansi.canvas import Canvas
from ansi.charset import Charset, to_ascii
from ansi.keys import Key
from ansi.terminal import Terminal
from ansi.wire import Colour
from door.carriers.line import Line
from door.screens.frame import notice_at
from door.screens.screen import Screen
from door.screens.speech import Speech

KEYS_WAITING = 256       # at most; a password that is pasted is at most half of it
LONE_ESCAPE = 0.35       # seconds until an ESC is just an ESC
STEP = 0.1               # seconds between two steps of a motion: four of them are 400 ms
SLOW_LINE = 9600         # bits a second up to which nothing moves
RETURN_BEHIND_KEY = 0.15  # seconds in which a RETURN still belongs to the hot key before it
IDLE_WARNING = 10        # seconds
TIME_WARNINGS = (60, 180)  # seconds left of the board's time
NEW_HAND = 120           # seconds below which no hand is begun
NOTICES = 10             # at most, while a line is being typed
REPAINT = ("CTRL_L", "CTRL_R")
NOBODY = "Nobody seems to be there. The line is needed; call again soon."
TIME_UP = "Your time on the board is up. Your chips, and a hand that is on, wait for you."
TOO_LONG = "That took too long, and the line is needed. Call again soon."
MARK = 2.0               # seconds in which a client says that it has shown a money prompt
BEL = b"\x07"
HERE = "[Yes]"           # to who asks: are you there? (RFC 854)
ANY_KEY, ANY_LINE = "Any key goes on.", "RETURN goes on."


class Left(Exception):
    """The caller has to go, or wants to; the text is for them, "" if nothing is to be said."""


class Console:
    """A line, its terminal, and the keys that are waiting."""

    __slots__ = ("line", "terminal", "clock", "since", "patience", "_limit", "_told", "_keys",
                 "_hot", "_read", "_marked", "_admitted", "_order", "_warned", "_screen",
                 "_printed", "_at_prompt", "speech", "_notices", "_urgent", "_question",
                 "_line_sent", "most", "usual", "motion", "bell", "__weakref__")

    def __init__(self, line: Line, terminal: Terminal, clock: Callable[[], float],
                 patience: float) -> None:
        self.line, self.terminal, self.clock = line, terminal, clock
        self.speech = Speech()
        self.since = clock()      # when the caller last pressed a real key that counts
        self.patience = patience  # seconds after it
        self.most = 0             # columns that the caller wants, 0: as many as the window has
        self.usual = 80, 24       # columns and rows of a window that nobody tells
        self.motion, self.bell = True, False    # whether cards turn, and their turn rings
        self._limit: float | None = None  # when the board's time for the caller is over
        self._told: int | None = None     # the warning about it that was given last
        self._keys: list[Key] = []
        self._hot = (-1, 0.0)     # read number and moment of a hot key just pressed
        self._read = 0            # how many reads brought keys
        self._marked = 0.0        # when a money prompt was sent that the client may not show yet
        self._admitted = False    # until the login is done no key gives more time
        self._order = ""          # why the caller must go
        self._notices: list[str] = []     # that wait to be shown
        self._urgent = False      # one of them may not wait for a line that we cannot see
        self._warned = False
        self._screen: Screen | None = None
        self._question = ""       # of the screen, when its prompt was last printed
        self._printed = ("", "")  # the plain prompt that stands, and what was typed at it
        self._at_prompt = False
        self._line_sent = False   # in line mode: nothing is being typed since

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

    @property
    def moving(self) -> bool:
        """Whether cards are still on their way."""
        return self._screen is not None and self._screen.steps > 0

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

    def _repaint(self) -> None:
        self.terminal.forget()
        self._printed = ("", "")
        if self._screen is not None:
            self.show(self._screen)

    # -- from outside ------------------------------------------------------------------------

    def admit(self, patience: float) -> None:
        """The login is done: from now on the call ends `patience` seconds after the last key."""
        self._admitted, self._warned = True, False
        self.since, self.patience = self.clock(), patience

    def leave(self, reason: str) -> None:
        """Ends the call at the next moment that the caller's session waits for a key."""
        self._order = self._order or reason
        self.line.poke()

    def warn(self, text: str, urgent: bool = False) -> None:
        """Shows a notice without touching what is being typed.

        Who listens has it once the line that is being typed is sent; in line mode, where we do
        not see that line, only an `urgent` one comes without waiting.
        """
        self._notices = [*self._notices, text][-NOTICES:]
        self._urgent = self._urgent or urgent
        self.line.poke()

    def hear(self, text: str) -> None:
        """Shows what somebody says."""
        self.warn(self.speech.chat(text))

    def limit(self, minutes: int) -> None:
        """The board gives the caller so many minutes from now."""
        self._limit = self.clock() + 60 * minutes

    def time_left(self) -> float | None:
        """Seconds of the board's time that are left, None where there is no limit."""
        return None if self._limit is None else self._limit - self.clock()

    def check_time(self) -> None:
        """Called every second or so: warns at 3 minutes and at 1, and ends the call at 0."""
        left = self.time_left()
        if left is None:
            return
        if left <= 0:
            self.leave(TIME_UP)
            return
        due = next((mark for mark in TIME_WARNINGS if left <= mark), None)
        if due is not None and due != self._told:
            self._told = due
            minutes = max(1, round(left / 60))
            self.warn(self.speech.clock(
                f"{minutes} minute{'s' * (minutes > 1)} left of your time on the board."))

    def check_idle(self, now: float) -> None:
        """Called every second or so: warns the idle, and then lets them go."""
        left = self.patience - (now - self.since)
        if left <= 0:
            self.leave(NOBODY if self._admitted else TOO_LONG)
        elif left <= IDLE_WARNING and not self._warned:
            self._warned = True
            self.warn(self.speech.clock(
                f"Still there? This line closes in {IDLE_WARNING} seconds."), urgent=True)

    def _obey(self) -> None:
        if self._order:
            raise Left(self._order)
        if self.line.resized:
            self.line.resized = False
            self.fit()
            if self._screen is not None:
                self.show(self._screen)
        if self.line.hailed and self._screen is not None:
            self.line.hailed = False
            self._screen.warn(HERE)
            self._repaint()
        if self._notices and self._screen is not None and not self._is_typing(self._screen):
            notices, self._notices, self._urgent = self._notices, [], False
            for text in notices:
                self._screen.warn(text)
            self.show(self._screen)

    def _is_typing(self, screen: Screen) -> bool:
        """Whether a line is being typed that a notice would break."""
        if self.speech.interrupts:
            return False
        if self.line.character_mode or screen.typed:
            return bool(screen.typed)
        return not (self._line_sent or self._urgent)

    # -- showing -----------------------------------------------------------------------------

    def use(self, charset: Charset, colour: Colour, painted: bool) -> None:
        """From now on in this charset and colour, and painted or printed line by line."""
        terminal = self.terminal
        if terminal.painted and not painted:
            self.line.write(terminal.restore())
            self._at_prompt = False
        if terminal.painted is not painted:
            self._printed = ("", "")
        if (terminal.charset, terminal.colour, terminal.painted) != (charset, colour, painted):
            terminal.charset, terminal.colour, terminal.painted = charset, colour, painted

    def fit(self) -> None:
        """Takes the window's size, of its columns only as many as the caller wants."""
        columns, rows = self.line.columns or self.usual[0], self.line.rows or self.usual[1]
        self.terminal.resize(min(columns, self.most or columns), rows)

    def show(self, screen: Screen, bell: bytes = b"") -> None:
        """The screen as it is now, its prompt last, in one write."""
        self.line.hide_input(screen.hidden)
        if self.terminal.painted:
            self.line.write(bell + self.terminal.show(self._picture(screen), screen.prompt,
                                                      screen.typed))
        else:
            self._print(screen, bell)

    def _move(self, screen: Screen) -> None:
        """The next picture of a motion, above a prompt that stands."""
        self.line.write(self.terminal.move(self._picture(screen), screen.prompt, screen.typed))

    def _picture(self, screen: Screen) -> Canvas:
        terminal = self.terminal
        screen.fit(terminal.columns)
        canvas = screen.paint()
        notice_at(canvas, screen.notice, terminal.columns, terminal.rows)
        screen.lines()  # are for who reads: kept for who sees, they would grow all night
        return canvas

    def _print(self, screen: Screen, bell: bytes) -> None:
        lines = self.speech.lines(screen.lines())
        now = (self.speech.prompt(screen.prompt), screen.typed)
        before, self._printed, self._question = self._printed, now, screen.question
        start = b"\r\n" if self._at_prompt else b""
        asks = now[0] != before[0] or self.speech.asks_again and (lines or not self._at_prompt)
        if asks:
            self.line.write(bell + start + self.terminal.print(lines, *now))
        elif lines:
            self.line.write(start + self.terminal.say(lines))
        elif self.line.character_mode:
            said = self.speech.rubbed_out(before[1], now[1])
            self.line.write(self.terminal.echo(before[1], before[1] + said)
                            + self.terminal.echo(before[1] + said, now[1]))
        self._at_prompt = bool(asks or self._at_prompt and not lines or now[1])

    def close(self) -> None:
        """The call is over: the screen, which may lead back here, is let go."""
        self._screen = None

    def farewell(self, text: str) -> None:
        """The last words of a call, on a terminal that is left as it was found."""
        terminal = self.terminal
        start = "\r\n" if self._at_prompt and not terminal.painted else ""
        rows = [row for line in self.speech.lines(text.split("\n"))
                for row in wrap(to_ascii(line), min(terminal.columns, 80) - 1)]
        last = start + "".join(f"{row}\r\n" for row in rows)
        self.line.write(terminal.restore() + terminal.charset.plain(last))

    @property
    def any_key(self) -> str:
        """What a page says that waits for any key: in line mode that is RETURN."""
        return ANY_KEY if self.line.character_mode else ANY_LINE
