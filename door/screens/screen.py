"""What every screen is: something to paint, something to say, a prompt, and keys that it takes.

A screen knows no line and no clock. The session shows it, feeds it keys, and acts on the answer
that press() gives; a screen that answers None has at most changed how it looks.
"""

from __future__ import annotations

from collections.abc import Sequence

from ansi.canvas import Canvas
from ansi.keys import Key

INTERRUPTS = ("CTRL_C", "ESC")


class Screen:
    """Base of all screens.

    `prompt` is the question, without the space behind it; `typed` what of the answer shows;
    `notice` one line above the prompt. `money`: keys sent before the prompt never answer it
    (RULEBOOK 3.9). `typing`: a field is open, so that keys are text and not hot keys.
    `hidden`: what is typed does not show. `rung`: the question that the bell was rung for.
    """

    __slots__ = ("notice", "rung", "_lines")
    money = False

    def __init__(self) -> None:
        self.notice, self.rung = "", ""
        self._lines: list[str] = []

    @property
    def prompt(self) -> str:
        return ""

    @property
    def typed(self) -> str:
        return ""

    @property
    def typing(self) -> bool:
        return False

    @property
    def question(self) -> str:
        """Changes when another question of money stands that earlier keys must not answer."""
        return ""

    def ahead(self, keys: Sequence[Key]) -> int:
        """How many of `keys`, sent before the question that stands now, may answer it."""
        return 0

    @property
    def hidden(self) -> bool:
        return False

    def fit(self, columns: int) -> None:
        """Called before each paint: the terminal has so many columns now."""

    @property
    def steps(self) -> int:
        """How many steps of a motion are still to be shown: cards that have yet to turn."""
        return 0

    def step(self) -> None:
        """The next of them."""

    def still(self) -> None:
        """All of them at once: the picture is as it stays."""

    def paint(self) -> Canvas:
        """The whole screen; the last row is the prompt's and stays empty."""
        return Canvas()

    def press(self, key: Key) -> object | None:
        """Takes a key; an answer for the session, or None."""
        return None

    def print(self, *lines: str) -> None:
        """Adds lines for callers whose screens are printed, not painted."""
        self._lines.extend(lines)

    def warn(self, text: str) -> None:
        """A message about what was just pressed; nothing else changes."""
        self.notice = text
        self.print(text)

    def lines(self) -> list[str]:
        """What is to be printed since this was last asked."""
        lines, self._lines = self._lines, []
        return lines
