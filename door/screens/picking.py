"""A numbered list, page by page: a number and RETURN picks one of it."""

from __future__ import annotations

from abc import abstractmethod

from ansi.canvas import Canvas
from ansi.keys import Key
from door.screens import frame
from door.screens.screen import INTERRUPTS, Screen

LEAVE = "q"
_PRINTED = 10       # lines of a page that is printed
_DIGITS = 2         # of a number
_LONGEST = 37       # columns of a prompt


class Picking(Screen):
    """Answers what picked() makes of a number (from 0), LEAVE, or one of `more`: a key and its
    words, "A)ll". `noun` is what there are several of."""

    __slots__ = ("_sign", "_start", "_height", "_typed")
    noun, title = "", ""
    more: dict[str, str] = {}
    more_help = ""

    def __init__(self, sign: frame.Sign) -> None:
        super().__init__()
        self._sign = sign
        self._start, self._height, self._typed = 0, _PRINTED, ""
        self._say()

    @property
    @abstractmethod
    def count(self) -> int:
        """How many there are."""

    @abstractmethod
    def picked(self, number: int) -> object:
        """The answer to that number, from 0."""

    @abstractmethod
    def rows(self, shown: range, width: int) -> list[str]:
        """Those of a page, below a heading."""

    @abstractmethod
    def told(self, shown: range) -> list[str]:
        """The same in sentences."""

    # -- the prompt --------------------------------------------------------------------------

    @property
    def prompt(self) -> str:
        numbers = "1" if self.count == 1 else f"1-{self.count}"
        pages = ["N)ext", "B)ack"] if self.count > self._height else []
        *others, last = [f"{self.noun} {numbers}", *pages, *self.more.values(), "Q)uit?"]
        text = f"{', '.join(others)} or {last}"
        return text if len(text) <= _LONGEST else ", ".join([*others, last])

    @property
    def typed(self) -> str:
        return self._typed

    @property
    def typing(self) -> bool:
        return bool(self._typed)

    # -- keys --------------------------------------------------------------------------------

    def press(self, key: Key) -> object | None:
        self.notice = ""
        if key.isdecimal() and key.isascii():
            self._typed = (self._typed + key)[:_DIGITS]
        elif key == "BACKSPACE":
            self._typed = self._typed[:-1]
        elif self._typed:
            return self._commit(key)
        else:
            return self._turn(key.lower() if len(key) == 1 else key)
        return None

    def _commit(self, key: Key) -> object | None:
        typed = self._typed
        if key == "ENTER" or key in INTERRUPTS:
            self._typed = ""
        if key != "ENTER":
            return None
        if 0 < int(typed) <= self.count:
            return self.picked(int(typed) - 1)
        self.warn(f"There is no number {int(typed)} here.")
        return None

    def _turn(self, key: Key) -> str | None:
        if key in (LEAVE, *INTERRUPTS):
            return LEAVE
        if key in self.more:
            return key
        if key in ("n", " ", "ENTER", "PAGE_DOWN", "DOWN"):
            self._go(self._start + self._height)
        elif key in ("b", "PAGE_UP", "UP"):
            self._go(self._start - self._height)
        elif key == "?":
            self.warn(self._help)
        return None

    @property
    def _help(self) -> str:
        pages = " N: the next page. B: the one before." * (self.count > self._height)
        return (f"The number of a {self.noun.lower()}, then RETURN.{pages}{self.more_help} "
                "Q or ESC: enough.")

    def _go(self, start: int) -> None:
        if 0 <= start < self.count:
            self._start = start
            self._say()
        else:
            self.warn(self._help)

    def _page(self) -> range:
        return range(self._start, min(self._start + self._height, self.count))

    def _say(self) -> None:
        self.print(*self.told(self._page()))

    # -- the painted screen ------------------------------------------------------------------

    def fit(self, columns: int) -> None:
        self._sign = self._sign.fit(columns)
        height = max(frame.area(self._sign).height - 1, 1)
        if height != self._height:
            self._height, self._start = height, self._start // height * height

    def paint(self) -> Canvas:
        self.fit(self._sign.columns)
        shown = self.rows(self._page(), frame.area(self._sign).width)
        return frame.page(self._sign, self.title, shown, self.notice)
