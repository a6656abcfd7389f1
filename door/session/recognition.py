"""Who is calling: what a terminal shows, by its names, its MTTS bits and its answers.

The table is read from the top; the first row that fits is the terminal's. It knows no line and
asks nothing: door.session.probes has the questions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from ansi.wire import Colour
from door.screens.welcome import GRAPHICS

# Bits of MTTS, as MUD clients and screen readers tell them.
MTTS_ANSI, MTTS_UTF8, MTTS_256, MTTS_SCREEN_READER = 1, 4, 8, 64
SHOW_ASCII = ("a", "u", "t")    # painted terminals that show ASCII as it is
MONO_NAMES = ("-m", "-mono")    # terminfo's; see term(7)
WIDE_ONE = (2, 3)               # the column behind a character, where it is one or two wide
SMALL_ROWS = 25                 # of a machine with 40 columns
CHARSETS = {"a": "cp437", "u": "utf-8", "t": "ascii", "p": "ascii", "v": "ascii", "c": "petscii"}


class Kind(NamedTuple):
    """A row of the table: terminals whose names begin so.

    `key` is the graphics choice as long as nothing is known but the name, `probed` that of one
    whose answers show that it is no UTF-8 terminal. `colour` counts hues: 1 is bold and reverse
    alone. `asks`: what it may be asked beside its size: u for UTF-8, d for what device it is, "-"
    for nothing at all.
    """

    title: str
    names: tuple[str, ...]
    key: str
    probed: str
    columns: int
    colour: int
    asks: str


TABLE = (
    Kind("PETSCII", ("petscii", "c64", "c128", "commodore"), "c", "c", 40, 16, "-"),
    Kind("ATASCII", ("atascii", "atari"), "p", "p", 40, 0, "-"),
    Kind("SyncTERM", ("syncterm", "cterm"), "a", "a", 80, 16, ""),
    Kind("ANSI-BBS", ("ansi", "pcansi", "netrunner", "avatar", "scoansi"), "a", "a", 80, 16, ""),
    Kind("xterm", ("xterm", "screen", "tmux", "linux", "rxvt", "putty", "vte", "konsole",
                   "alacritty", "kitty", "foot", "gnome", "iterm", "eterm", "st-"),
         "u", "a", 80, 16, "u"),
    Kind("VT100", ("vt", "dec-vt", "teken", "cygwin"), "t", "t", 80, 1, "du"),
    Kind("paper", ("dumb", "wyse"), "p", "p", 80, 0, "-"),
)
UNKNOWN = Kind("unknown", ("",), "p", "t", 80, 16, "du")
NOTHING = Kind("no telnet", ("",), "p", "p", 80, 0, "-")
MUD = Kind("MUD client", ("",), "p", "p", 80, 0, "-")
READER = Kind("screen reader", ("",), "v", "v", 80, 0, "-")
CTERM = TABLE[2]


@dataclass(frozen=True, slots=True)
class Answers:
    """What a terminal said of itself: columns of the cursor behind a UTF-8 character, whether it
    is CTerm, its size. None, False and 0: it did not say."""

    behind: int | None = None
    cterm: bool = False
    columns: int = 0
    rows: int = 0


@dataclass(frozen=True, slots=True)
class Found:
    """What RETURN keeps at the graphics question, and why.

    `key` is that choice; `charset` what the terminal shows, though it may be printed to in ASCII;
    columns and rows are 0 where unknown; `colour` is a number of hues, 1 for bold and reverse
    alone, 0 for none; `lines`: it sends whole lines and echoes by itself.
    """

    key: str
    charset: str
    columns: int = 0
    rows: int = 0
    colour: int = 16
    lines: bool = False
    screen_reader: bool = False
    how: str = ""


def kind_of(name: str, speaks_telnet: bool, mud: bool, mtts: int) -> Kind:
    """The row of the table, before any answer."""
    if not speaks_telnet:
        return NOTHING
    if mtts & MTTS_SCREEN_READER:
        return READER
    if mud:
        return MUD
    return next((kind for kind in TABLE if name.startswith(kind.names)), UNKNOWN)


def choice(kind: Kind, answers: Answers) -> tuple[str, str]:
    """The graphics choice, and how it was found."""
    if answers.cterm:
        return CTERM.key, "device report"
    if answers.behind in WIDE_ONE:
        return "u", "UTF-8 probe"
    if answers.behind is not None:
        return kind.probed, "UTF-8 probe"
    return kind.key, "name" if kind.names != ("",) else kind.title


def charset_of(key: str, mtts: int) -> str:
    """What it shows: MUD clients and screen readers say so themselves."""
    return "utf-8" if mtts & MTTS_UTF8 else CHARSETS[key]


def colours(kind: Kind, name: str, mtts: int, answers: Answers) -> int:
    """How many hues it has. Who shows UTF-8 is no VT100, whatever it calls itself."""
    if answers.cterm:
        return CTERM.colour
    if mtts:
        return 256 if mtts & MTTS_256 else 16 * bool(mtts & MTTS_ANSI)
    if name.endswith(MONO_NAMES):
        return 1
    hues = 16 if answers.behind in WIDE_ONE else kind.colour
    return 256 if hues > 1 and "256color" in name else hues


def shades(key: str, found: Found) -> Colour:
    """What is told apart under a graphics choice: as it was found, unless the choice overrules
    that. Who says ANSI on a line of which nothing is known has colours; text may go to paper."""
    if found.colour > 1 or key not in (found.key, "t"):
        return Colour.SIXTEEN
    return Colour.MONO if found.colour else Colour.NONE


def recognise(kind: Kind, name: str, mtts: int, answers: Answers) -> Found:
    """All of it but the input, which is the line's to tell."""
    key, how = choice(kind, answers)
    if key not in GRAPHICS:
        key = "p"
    size = answers.columns, answers.rows
    if not all(size) and kind.columns < 80:
        size = kind.columns, SMALL_ROWS
    return Found(key, charset_of(key, mtts), *size, colours(kind, name, mtts, answers),
                 screen_reader=kind is READER, how=how)


def can_show(remembered: str, found: Found) -> bool:
    """Whether a choice of another day can be kept on the terminal that was found today.

    The caller may call from another machine: UTF-8 on a CP437 terminal, or anything painted on
    one that nothing is known of, would be rubbish on the screen. PETSCII and all others have not
    even letters in common.
    """
    if remembered not in GRAPHICS or "c" in (remembered, found.key):
        return remembered == found.key
    painted_ascii = remembered == "t" and found.key in SHOW_ASCII
    return remembered in (found.key, "p", "v") or painted_ascii


def worth_keeping(chosen: str, pressed: bool, before: str, found: Found | None) -> str:
    """Which choice is kept with a handle: what was pressed, and never what was only found.

    Nor does a key that says what was found anyway undo a choice that belongs to another machine.
    Without a question there is nothing found, and what is used is kept.
    """
    if found is None or pressed and (chosen != found.key or can_show(before, found)):
        return chosen
    return before
