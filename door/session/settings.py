"""S)ettings: what a caller changes takes effect at once, and is kept with the handle."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ansi.canvas import Canvas
from door.screens import welcome
from door.screens.pages import Choice
from door.screens.marks import counted
from door.screens.settings import LEAVE, MARKS_KEY, Settings, following
from door.session.marks import listed, show_marks
from door.views import CHOICES, Preferences

if TYPE_CHECKING:
    from door.session.call import Call


async def change_settings(call: Call) -> None:
    """Until the caller leaves."""
    call.at("Settings")
    marks = await listed(call)
    screen = Settings(call.sign, call.graphics, call.preferences, call.console.line.columns,
                      counted(marks) if marks else "")
    while (answer := await call.console.ask(screen)) != LEAVE:
        if isinstance(answer, Preferences):
            await call.prefer(answer)
        elif answer == MARKS_KEY:
            await show_marks(call)
        elif key := await _graphics(call, screen):
            await call.prefer(call.preferences, key)
        screen.tell(call.graphics, call.preferences, call.console.line.columns)


async def _graphics(call: Call, screen: Settings) -> str:
    """The list of the graphics question, over the settings; "" for who thinks better of it."""
    def paint() -> Canvas:
        screen.fit(call.console.terminal.columns)
        return screen.paint()

    question = Choice(paint, welcome.GRAPHICS_PROMPT, "".join(welcome.GRAPHICS) + "q", escape="q")
    key = str(await call.console.ask(question))
    return key if key in welcome.GRAPHICS else ""


async def turn_verbosity(call: Call) -> str:
    """The next of terse, normal and chatty, at the table; what it is then."""
    verbosity = following(call.preferences.verbosity, CHOICES["verbosity"])
    await call.prefer(replace(call.preferences, verbosity=verbosity))
    return verbosity
