"""Screens without a game of their own: a page to read, a choice of keys, a line to type.

The rooms of the casino are made of these three.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ansi.canvas import Canvas
from ansi.keys import Key
from door.screens import frame
from door.screens.line_field import LineField
from door.screens.screen import INTERRUPTS, Screen

Painter = Callable[[], Canvas]


class Choice(Screen):
    """Answers one of `keys` (lower case), ESC and ^C as `escape` if that is given.

    `help_text` is what "?" tells; other keys change nothing.
    """

    __slots__ = ("_prompt", "_keys", "_painter", "_escape", "_help")

    def __init__(self, painter: Painter, prompt: str, keys: str, lines: Sequence[str] = (),
                 escape: str = "", help_text: str = "") -> None:
        super().__init__()
        self._painter, self._prompt, self._keys = painter, prompt, keys
        self._escape, self._help = escape, help_text
        self.print(*lines)

    @property
    def prompt(self) -> str:
        return self._prompt

    def paint(self) -> Canvas:
        canvas = self._painter()
        frame.notice(canvas, self.notice)
        return canvas

    def press(self, key: Key) -> str | None:
        self.notice = ""
        pressed = key.lower() if len(key) == 1 else key
        if len(pressed) == 1 and pressed in self._keys:
            return pressed
        if pressed in INTERRUPTS and self._escape:
            return self._escape
        if pressed == "?" and self._help:
            self.warn(self._help)
        return None


class Reading(Screen):
    """Pages to read, one after the other; answers True when the caller is done."""

    __slots__ = ("_sign", "_title", "_pages", "_at", "_any_key")

    def __init__(self, sign: frame.Sign, title: str, pages: Sequence[Sequence[str]],
                 any_key: str = "Any key goes on.") -> None:
        super().__init__()
        self._sign, self._title, self._pages, self._at = sign, title, pages, 0
        self._any_key = any_key
        self._say()

    @property
    def prompt(self) -> str:
        if len(self._pages) == 1:
            return self._any_key
        return f"Page {self._at + 1} of {len(self._pages)}: N)ext, B)ack, Q)uit?"

    def fit(self, columns: int) -> None:
        self._sign = self._sign.fit(columns)

    def paint(self) -> Canvas:
        return frame.page(self._sign, self._title.upper(), list(self._pages[self._at]), self.notice)

    def _say(self) -> None:
        self.print(*(line.lstrip("=") for line in self._pages[self._at]))

    def _turn(self, step: int) -> bool | None:
        if self._at + step == len(self._pages):
            return True
        self._at = max(0, self._at + step)
        self._say()
        return None

    def press(self, key: Key) -> bool | None:
        self.notice = ""
        if len(self._pages) == 1 or key in ("q", "Q", *INTERRUPTS):
            return True
        if key in ("n", "N", " ", "ENTER", "PAGE_DOWN", "DOWN"):
            return self._turn(1)
        if key in ("b", "B", "PAGE_UP", "UP"):
            return self._turn(-1)
        return None


class Typing(Screen):
    """Answers the line that was typed, or False for ESC and ^C."""

    __slots__ = ("_painter", "_prompt", "field", "_hidden")

    def __init__(self, painter: Painter, prompt: str, limit: int, lines: Sequence[str] = (),
                 hidden: bool = False, notice: str = "") -> None:
        super().__init__()
        self._painter, self._prompt, self._hidden = painter, prompt, hidden
        self.field = LineField(limit, hidden)
        self.print(*lines)
        if notice:
            self.warn(notice)

    @property
    def prompt(self) -> str:
        return self._prompt

    @property
    def typed(self) -> str:
        return self.field.shown

    @property
    def typing(self) -> bool:
        return True

    @property
    def hidden(self) -> bool:
        return self._hidden

    def paint(self) -> Canvas:
        canvas = self._painter()
        frame.notice(canvas, self.notice)
        return canvas

    def press(self, key: Key) -> str | bool | None:
        if key == "ENTER":
            text = self.field.text
            self.field.clear()
            return text
        if key in INTERRUPTS:
            self.field.clear()
            return False
        self.field.press(key)
        return None
