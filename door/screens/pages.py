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
from door.screens.typesetting import Page, Text, pages, rows

Painter = Callable[[], Canvas]
READING_HELP = "N, SPACE or RETURN: the next page. B: the one before. Q or ESC: enough."


def listed(names: Sequence[str]) -> str:
    """Y, N or ESC."""
    *others, last = names
    return f"{', '.join(others)} or {last}" if others else last


def text_page(sign: frame.Sign, title: str, text: Text) -> Canvas:
    """A page behind a question."""
    return frame.page(sign, title, rows(text, frame.area(sign).width))


def fits_page(sign: frame.Sign, text: Text) -> bool:
    """Whether there is room for it on one."""
    area = frame.area(sign)
    return len(rows(text, area.width)) <= area.height


class Choice(Screen):
    """Answers one of `keys` (lower case), ESC and ^C as `escape` if that is given.

    `help_text` is what "?" tells, else it names the keys; other keys change nothing.
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
        if pressed == "?":
            self.warn(self._help or self._named())
        return None

    def _named(self) -> str:
        keys = [*self._keys.upper(), *(["ESC"] if self._escape else [])]
        return f"You may press {listed(keys)}."


class Reading(Screen):
    """Pages to read, one after the other; answers True when the caller is done.

    `chapters` are set to the width of the screen, also when that changes. `printed` are the same
    for callers who read or listen, in rows that are ready.
    """

    __slots__ = ("_sign", "_title", "_chapters", "_printed", "_set", "_at", "_any_key")

    def __init__(self, sign: frame.Sign, title: str, chapters: Sequence[Text],
                 printed: Sequence[Text] = (), any_key: str = "Any key goes on.") -> None:
        super().__init__()
        self._sign, self._title, self._any_key = sign, title, any_key
        self._chapters, self._printed = chapters, printed or chapters
        self._set: list[Page] = []
        self._at = 0
        self._say()

    @property
    def prompt(self) -> str:
        if self._count == 1:
            return self._any_key
        return f"Page {self._at + 1} of {self._count}: N)ext, B)ack, Q)uit?"

    @property
    def _count(self) -> int:
        return len(self._set or self._printed)

    def fit(self, columns: int) -> None:
        sign = self._sign.fit(columns)
        if sign != self._sign or not self._set:
            here = self._set[self._at].start if self._set else (0, 0)
            self._sign, area = sign, frame.area(sign)
            self._set = pages(self.chapters(area.width), area.width, area.height)
            starts = [page.start for page in self._set]
            self._at = starts.index(max([start for start in starts if start <= here]
                                        or starts[:1]))

    def chapters(self, width: int) -> Sequence[Text]:
        """The text for pages so wide."""
        return self._chapters

    def paint(self) -> Canvas:
        self.fit(self._sign.columns)
        return frame.page(self._sign, self._title.upper(), self._set[self._at].rows, self.notice)

    def _say(self) -> None:
        if self._at < len(self._printed):
            self.print(*(line.removeprefix("=") for line in self._printed[self._at]))

    def _turn(self, step: int) -> bool | None:
        if self._at + step == self._count:
            return True
        self._at = max(0, self._at + step)
        self._say()
        return None

    def press(self, key: Key) -> bool | str | None:
        self.notice = ""
        if self._count == 1 or key in ("q", "Q", *INTERRUPTS):
            return True
        if key in ("n", "N", " ", "ENTER", "PAGE_DOWN", "DOWN"):
            return self._turn(1)
        if key in ("b", "B", "PAGE_UP", "UP"):
            return self._turn(-1)
        if key == "?":
            self.warn(READING_HELP)
        return None


class Typing(Screen):
    """Answers the line that was typed, or False for ESC and ^C.

    `help_text` is what a "?" alone tells; without one it is a line as any other.
    """

    __slots__ = ("_painter", "_prompt", "field", "_hidden", "_help")

    def __init__(self, painter: Painter, prompt: str, limit: int, lines: Sequence[str] = (),
                 hidden: bool = False, notice: str = "", help_text: str = "") -> None:
        super().__init__()
        self._painter, self._prompt, self._hidden = painter, prompt, hidden
        self._help = help_text
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
            if text.strip() != "?" or not self._help:
                return text
            self.warn(self._help)
            return None
        if key in INTERRUPTS:
            self.field.clear()
            return False
        self.field.press(key)
        return None
