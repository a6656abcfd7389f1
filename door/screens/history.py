"""The caller's last hands, a numbered line each; a number and RETURN opens one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ansi.canvas import Canvas
from ansi.keys import Key
from door.rules.house_draw import CALLER
from door.screens import frame, lobby
from door.screens.screen import INTERRUPTS, Screen
from door.screens.typesetting import PAGE_WIDTH
from door.views import HandLine

if TYPE_CHECKING:
    from door.screens.speech import Speech

MOST = 50           # hands (RULEBOOK 5.6)
LEAVE = "q"
NONE_YET = "You have played no hand to its end yet."
_PRINTED = 10       # lines of a page that is printed
_STATES = {"void": "Void", "unplayed": "Not played"}
_WON = re.compile(r"([01]) wins (\d+)")


def signed(chips: int) -> str:
    """What was won or lost: +$35, -$15, $0."""
    return f"{'+' * (chips > 0)}{frame.dollars(chips)}"


def ending(line: HandLine) -> str:
    """How a hand ended, as the table said it: "The House wins $70: you fold"."""
    won = _WON.findall(line.result)
    if line.state in _STATES or not won:
        return _STATES.get(line.state, "Not played")
    if len(won) > 1:
        return f"A tie: ${won[0][1]} each"
    seat, chips = won[0]
    if int(seat) == CALLER:
        return f"You win ${chips}{': the House folds' * (line.folded is not None)}"
    return f"The House wins ${chips}{': you fold' * (line.folded is not None)}"


def briefly(line: HandLine) -> str:
    """The same in two words, beside which the net says how much."""
    if line.folded is not None:
        return "You fold" if line.folded == CALLER else "House folds"
    return ending(line).removeprefix("The ").partition(" $")[0].partition(":")[0]


def rows(lines: Sequence[HandLine], first: int, width: int = PAGE_WIDTH) -> list[str]:
    """A page of them, the first of which has that number, below a heading."""
    wide = width >= PAGE_WIDTH
    head = (f"= #  {'Hand':<14}{'When':<18}{'Net':>8}  The end" if wide
            else f"= #  {'When':<11}  {'Net':>7}  The end")
    row = _wide if wide else _narrow
    return [head, *(row(number, line) for number, line in enumerate(lines, first))]


def _wide(number: int, line: HandLine) -> str:
    return (f"{number:>2}  {line.id:<14}{lobby.moment(line.ended_at):<18}"
            f"{signed(line.net):>8}  {ending(line)}.")


def _narrow(number: int, line: HandLine) -> str:
    return (f"{number:>2}  {lobby.moment(line.ended_at)[5:]}  {signed(line.net):>7}  "
            f"{briefly(line)}")


class History(Screen):
    """Answers the hand that was chosen, or LEAVE. Number 1 is the newest."""

    __slots__ = ("_sign", "_hands", "_speech", "_start", "_height", "_typed")

    def __init__(self, sign: frame.Sign, lines: Sequence[HandLine], speech: Speech) -> None:
        super().__init__()
        self._sign, self._hands, self._speech = sign, lines, speech
        self._start, self._height, self._typed = 0, _PRINTED, ""
        self._say()

    # -- the prompt --------------------------------------------------------------------------

    @property
    def prompt(self) -> str:
        count = len(self._hands)
        hands = "1" if count == 1 else f"1-{count}"
        return f"Hand {hands}, N)ext, B)ack or Q)uit?" if count > self._height else (
            f"Hand {hands} or Q)uit?")

    @property
    def typed(self) -> str:
        return self._typed

    @property
    def typing(self) -> bool:
        return bool(self._typed)

    # -- keys --------------------------------------------------------------------------------

    def press(self, key: Key) -> HandLine | str | None:
        self.notice = ""
        if key.isdecimal() and key.isascii():
            self._typed = (self._typed + key)[:len(str(MOST))]
        elif key == "BACKSPACE":
            self._typed = self._typed[:-1]
        elif self._typed:
            return self._commit(key)
        else:
            return self._turn(key.lower() if len(key) == 1 else key)
        return None

    def _commit(self, key: Key) -> HandLine | str | None:
        typed = self._typed
        if key == "ENTER" or key in INTERRUPTS:
            self._typed = ""
        if key != "ENTER":
            return None
        if 0 < int(typed) <= len(self._hands):
            return self._hands[int(typed) - 1]
        self.warn(f"There is no number {int(typed)} here.")
        return None

    def _turn(self, key: Key) -> str | None:
        if key in (LEAVE, *INTERRUPTS):
            return LEAVE
        if key in ("n", " ", "ENTER", "PAGE_DOWN", "DOWN"):
            self._go(self._start + self._height)
        elif key in ("b", "PAGE_UP", "UP"):
            self._go(self._start - self._height)
        elif key == "?":
            self.warn(self._help)
        return None

    @property
    def _help(self) -> str:
        pages = " N: the next page. B: the one before." * (len(self._hands) > self._height)
        return f"The number of a hand, then RETURN.{pages} Q or ESC: enough."

    def _go(self, start: int) -> None:
        if 0 <= start < len(self._hands):
            self._start = start
            self._say()
        else:
            self.warn(self._help)

    def _page(self) -> Sequence[HandLine]:
        return self._hands[self._start:self._start + self._height]

    def _say(self) -> None:
        self.print(*self._speech.history(self._page(), self._start + 1))

    # -- the painted screen ------------------------------------------------------------------

    def fit(self, columns: int) -> None:
        self._sign = self._sign.fit(columns)
        height = max(frame.area(self._sign).height - 1, 1)
        if height != self._height:
            self._height, self._start = height, self._start // height * height

    def paint(self) -> Canvas:
        self.fit(self._sign.columns)
        shown = rows(self._page(), self._start + 1, frame.area(self._sign).width)
        return frame.page(self._sign, "YOUR HANDS", shown, self.notice)
