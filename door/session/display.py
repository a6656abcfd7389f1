"""What stands at the end of a caller's line: a screen, painted or printed, its prompt last.

Nothing here waits: keys are the console's, and what comes from others is with the notices.
"""

from __future__ import annotations

from textwrap import wrap

from ansi.canvas import Canvas
from ansi.charset import Charset, to_ascii
from ansi.terminal import Terminal
from ansi.wire import Colour
from door.carriers.line import Line
from door.screens.frame import notice_at
from door.screens.screen import Screen
from door.screens.speech import Speech

ANY_KEY, ANY_LINE = "Any key goes on.", "RETURN goes on."


class Display:
    """A line, its terminal, and the screen that is shown there."""

    __slots__ = ("line", "terminal", "speech", "most", "usual", "_screen", "_question", "_printed",
                 "_at_prompt")

    def __init__(self, line: Line, terminal: Terminal) -> None:
        self.line, self.terminal = line, terminal
        self.speech = Speech()
        self.most = 0             # columns that the caller wants, 0: as many as the window has
        self.usual = 80, 24       # columns and rows of a window that nobody tells
        self._screen: Screen | None = None
        self._question = ""       # of the screen, when its prompt was last printed
        self._printed = ("", "")  # the plain prompt that stands, and what was typed at it
        self._at_prompt = False

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

    @property
    def moving(self) -> bool:
        """Whether cards are still on their way."""
        return self._screen is not None and self._screen.steps > 0

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

    def _repaint(self) -> None:
        self.terminal.forget()
        self._printed = ("", "")
        if self._screen is not None:
            self.show(self._screen)

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
