"""How a call looks and sounds: a graphics choice and the caller's preferences, on their terminal.

What a caller prefers goes before what a board says and what was found of the terminal.
"""

from __future__ import annotations

from ansi.charset import charset
from ansi.wire import Colour
from door.screens.speech import Speech
from door.screens.voice import Voice
from door.screens.welcome import GRAPHICS
from door.session.console import Console
from door.session.detection import colour
from door.session.recognition import Found
from door.views import Preferences

USUAL, USUAL_NARROW = (80, 24), (40, 25)    # sizes of terminals that do not tell theirs
NARROW = 40


def appear(console: Console, key: str, wanted: Preferences, found: Found | None) -> None:
    """From now on so, by the key of the graphics question."""
    name, painted = GRAPHICS[key]
    console.use(charset(name, _letters(console, wanted)),
                _colour(console, key, wanted, found), painted)
    if (key == "v") != isinstance(console.speech, Voice):
        console.speech = Voice() if key == "v" else Speech()
    console.speech.verbosity = wanted.verbosity
    console.motion, console.bell = wanted.motion == "on", wanted.bell == "on"
    narrow = wanted.width == "40" and key != "v"
    console.most = NARROW if narrow else 0
    console.usual = (USUAL_NARROW if narrow or key == "c" and wanted.width != "80" else USUAL)
    console.fit()


def _letters(console: Console, wanted: Preferences) -> bool:
    """Whether suits are letters: where the board cannot pass on anything else."""
    visitor = console.line.visitor
    if wanted.suits == "auto":
        return visitor is not None and visitor.board.suits == "letters"
    return wanted.suits == "letters"


def _colour(console: Console, key: str, wanted: Preferences, found: Found | None) -> Colour:
    if wanted.colour != "auto":
        return Colour(wanted.colour)
    return colour(console.line, key, found)
