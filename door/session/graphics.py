"""The graphics question: asked first, when it is not known yet what a caller's bytes mean.

A C64 by raw TCP or a modem says nothing of itself, and until C is pressed nobody can tell it from
a caller with netcat. Its c arrives as C, for its letters lie where ASCII has capitals; with SHIFT
it arrives as C3. Here all of them are C; what comes behind the answer is read in the new charset.
"""

from __future__ import annotations

import re

from ansi.canvas import Canvas
from ansi.charset import PETSCII, STRANGE
from ansi.petscii import LOWER_CASE
from door.screens import welcome
from door.screens.pages import Choice
from door.session.console import Console

# Behind these bytes the next may mean something else: RETURN, and the keys in either charset.
_KEYS = "".join(welcome.GRAPHICS).encode("ascii")
_SHIFTED = bytes(key | 0x80 for key in _KEYS.upper())
ANSWER = re.compile(b"(?:[\r\n%b%b]|[%b](?![\x80-\xbf]))[\r\n\0]*"
                    % (_KEYS, _KEYS.upper(), _SHIFTED))

HELP = ("A: colours, CP437. U: colours, UTF-8. T: ASCII. P: line by line. V: by ear. C: a C64. "
        "RETURN: as found.")


class GraphicsQuestion(Choice):
    """Asked before anything is painted, so it is always printed."""

    __slots__ = ()

    def __init__(self, found: str) -> None:
        super().__init__(Canvas, welcome.GRAPHICS_PROMPT, "".join(welcome.GRAPHICS), [found],
                         help_text=HELP)

    def press(self, key: str) -> str | None:
        return "ENTER" if key == "ENTER" else super().press(key)


async def ask_graphics(console: Console, guess: str) -> str:
    """The choice whose key was pressed, "" for a RETURN. `guess` is what that keeps."""
    line, terminal = console.line, console.terminal
    if guess == "c":
        terminal.charset = PETSCII
        line.write(LOWER_CASE.encode("latin-1"))
    elif not line.speaks_telnet:
        terminal.decoder.charset = STRANGE
    line.until = ANSWER
    try:
        answer = await console.ask(
            GraphicsQuestion(welcome.found(guess, line.columns, line.rows)))
    finally:
        line.until = None
        terminal.decoder.charset = terminal.charset
    return "" if answer == "ENTER" else str(answer)
