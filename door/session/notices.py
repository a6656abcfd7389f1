"""What reaches a caller from outside, between two keys: notices, and the word that they must go.

The clocks that say so are here, too: the board's time for the caller, and our patience with one
who presses nothing.
"""

from __future__ import annotations

from collections.abc import Callable

from ansi.terminal import Terminal
from door.carriers.line import Line
from door.screens.screen import Screen
from door.session.display import Display

IDLE_WARNING = 10        # seconds
TIME_WARNINGS = (60, 180)  # seconds left of the board's time
NOTICES = 10             # at most, while a line is being typed
NOBODY = "Nobody seems to be there. The line is needed; call again soon."
TIME_UP = "Your time on the board is up. Your chips, and a hand that is on, wait for you."
TOO_LONG = "That took too long, and the line is needed. Call again soon."
HERE = "[Yes]"           # to who asks: are you there? (RFC 854)


class Left(Exception):
    """The caller has to go, or wants to; the text is for them, "" if nothing is to be said."""


class NoticeDisplay(Display):
    """A display that others put notices on; they may have its caller leave, too."""

    __slots__ = ("clock", "since", "patience", "_limit", "_told", "_admitted", "_warned", "_order",
                 "_notices", "_urgent", "_line_sent")

    def __init__(self, line: Line, terminal: Terminal, clock: Callable[[], float],
                 patience: float) -> None:
        super().__init__(line, terminal)
        self.clock = clock
        self.since = clock()      # when the caller last pressed a real key that counts
        self.patience = patience  # seconds after it
        self._limit: float | None = None  # when the board's time for the caller is over
        self._told: int | None = None     # the warning about it that was given last
        self._admitted = False    # until the login is done no key gives more time
        self._warned = False
        self._order = ""          # why the caller must go
        self._notices: list[str] = []     # that wait to be shown
        self._urgent = False      # one of them may not wait for a line that we cannot see
        self._line_sent = False   # in line mode: nothing is being typed since

    # -- notices -----------------------------------------------------------------------------

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

    def leave(self, reason: str) -> None:
        """Ends the call at the next moment that the caller's session waits for a key."""
        self._order = self._order or reason
        self.line.poke()

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

    # -- time --------------------------------------------------------------------------------

    def admit(self, patience: float) -> None:
        """The login is done: from now on the call ends `patience` seconds after the last key."""
        self._admitted, self._warned = True, False
        self.since, self.patience = self.clock(), patience

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
