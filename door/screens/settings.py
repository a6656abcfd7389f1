"""The settings: each with its key and what it is now; a key goes round what may be chosen.

Only what the caller's terminal can do is offered.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from ansi.canvas import Canvas
from ansi.keys import Key
from door.screens import frame, welcome
from door.screens.palette import DIM, GREEN, GREY, WHITE, YELLOW
from door.screens.screen import INTERRUPTS, Screen
from door.views import CHOICES, Preferences

SETTINGS_PROMPT = "Settings>"
LEAVE, GRAPHICS_KEY, MARKS_KEY = "q", "g", "e"
SETTINGS_HELP = "A key goes round what may be chosen. Q)uit: back to the casino."
WITH_GLYPHS = ("cp437", "utf-8")    # character sets that have the suits both ways


class Setting(NamedTuple):
    """A preference as callers know it: its name's first letter is its key."""

    name: str
    about: str


GRAPHICS = Setting("Graphics", "characters, plain lines, or voice")
EARNED = Setting("Earned", "your marks, and days in a row")     # a page, and no preference
SETTINGS = (
    Setting("Width", "columns of your screens"),
    Setting("Colour", "sixteen, bold alone, or none"),
    Setting("Suits", "glyphs, or the letters h d c s"),
    Setting("Verbosity", "how much is told at the table"),
    Setting("Patter", "what the House says to you"),
    Setting("Motion", "cards that turn one at a time"),
    Setting("Bell", "rings when it is your turn"),
)

VALUE, ABOUT = 13, 26   # columns
LONGEST = max(len(setting.about) for setting in (GRAPHICS, *SETTINGS))


def following(now: str, choices: Sequence[str]) -> str:
    """The choice behind that of now; the first, if that is none of them."""
    return choices[(choices.index(now) + 1) % len(choices)] if now in choices else choices[0]


def choices(preference: str, graphics: str, columns: int) -> tuple[str, ...]:
    """What may be chosen with that graphics choice, in a window of so many columns (0: unknown).

    Empty for what that terminal does not have.
    """
    charset, painted = welcome.GRAPHICS[graphics]
    here = {"width": graphics != "v", "colour": painted, "motion": painted,
            "suits": painted and charset in WITH_GLYPHS}
    if not here.get(preference, True):
        return ()
    if preference != "width":
        return CHOICES[preference]
    fits = [choice for choice in CHOICES["width"][1:] if not 0 < columns < int(choice)]
    return ("auto", *fits) if fits and columns != frame.NARROW else ()


class Settings(Screen):
    """Answers the preferences as a key has changed them, GRAPHICS_KEY, MARKS_KEY, or LEAVE.

    `earned` is how many marks of how many, "" for a caller who earns none.
    """

    __slots__ = ("_sign", "_graphics", "_preferences", "_columns", "_earned")

    def __init__(self, sign: frame.Sign, graphics: str, preferences: Preferences,
                 columns: int, earned: str = "") -> None:
        super().__init__()
        self._sign, self._earned = sign, earned
        self._graphics, self._preferences, self._columns = graphics, preferences, columns
        self._list()

    def tell(self, graphics: str, preferences: Preferences, columns: int) -> None:
        """Takes in how it is now, and says what has changed."""
        before = dict(self._all())
        self._graphics, self._preferences, self._columns = graphics, preferences, columns
        for setting, value in self._all():
            if value != before[setting]:
                self.warn(f"{setting.name}: {value}.")

    def _all(self) -> Iterator[tuple[Setting, str]]:
        yield GRAPHICS, welcome.GRAPHICS_NAMES[self._graphics]
        for setting in SETTINGS:
            yield setting, getattr(self._preferences, setting.name.lower())

    def _choices(self, setting: Setting) -> tuple[str, ...]:
        if setting is GRAPHICS:
            return tuple(welcome.GRAPHICS)
        return choices(setting.name.lower(), self._graphics, self._columns)

    def _offered(self) -> list[tuple[Setting, str]]:
        found = [(setting, value) for setting, value in self._all() if self._choices(setting)]
        return found + [(EARNED, self._earned)] * bool(self._earned)

    def _list(self) -> None:
        self.print(*(f"{setting.name[0]}){setting.name[1:]}: {value}."
                     for setting, value in self._offered()))

    @property
    def prompt(self) -> str:
        return SETTINGS_PROMPT

    def fit(self, columns: int) -> None:
        self._sign = self._sign.fit(columns)

    def paint(self) -> Canvas:
        canvas = frame.frame(self._sign, "SETTINGS")
        body = frame.area(self._sign)
        canvas.paste(body.row, body.column, self._table(body.width, body.height))
        frame.notice(canvas, self.notice)
        return canvas

    def _table(self, width: int, height: int) -> Canvas:
        """A setting on every other row, where there are so many; what it is about is beside it or,
        if that is too wide, below it."""
        canvas, offered = Canvas(width, height), self._offered()
        apart = 2 if 2 * len(offered) < height else 1
        for row, (setting, value) in enumerate(offered):
            row = apart * row + apart - 1
            canvas.text(row, 0, f"{setting.name[0]})", YELLOW)
            canvas.text(row, 2, setting.name[1:], WHITE)
            canvas.text(row, VALUE, value, GREEN)
            if width >= ABOUT + LONGEST:
                canvas.text(row, ABOUT, setting.about, GREY)
            elif apart > 1:
                canvas.text(row + 1, 2, setting.about, DIM)
        return canvas

    def press(self, key: Key) -> Preferences | str | None:
        self.notice = ""
        pressed = key.lower() if len(key) == 1 else key
        if pressed in (LEAVE, *INTERRUPTS):
            return LEAVE
        if pressed == GRAPHICS_KEY or pressed == MARKS_KEY and self._earned:
            return pressed
        if pressed == "?":
            self._list()
            self.warn(SETTINGS_HELP)
        return self._changed(pressed)

    def _changed(self, key: Key) -> Preferences | None:
        for setting, value in self._offered()[1:]:
            name = setting.name.lower()
            if key == name[0]:
                value = following(value, self._choices(setting))
                return replace(self._preferences, **{name: value})
        return None
