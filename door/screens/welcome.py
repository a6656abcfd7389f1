"""The way in and out: the graphics question, the title, the words of the login, the goodbye."""

from __future__ import annotations

from ansi.canvas import Canvas
from door.screens import frame
from door.screens.pictures import BROKEN, GOODBYE, TITLE

GRAPHICS_PROMPT = "A)NSI U)TF-8 T)ext P)lain V)oice C)64?"
GRAPHICS = {"a": ("cp437", True), "u": ("utf-8", True), "t": ("ascii", True),
            "p": ("ascii", False), "v": ("ascii", False), "c": ("petscii", True)}
BY_OPTION = {"cp437": "a", "utf-8": "u", "ascii": "t", "plain": "p", "petscii": "c"}
GRAPHICS_NAMES = {"a": "ANSI", "u": "UTF-8", "t": "Text", "p": "Plain", "v": "Voice", "c": "C64"}


def found(charset_key: str, columns: int, rows: int) -> str:
    """What the detection found, as the line above the graphics question."""
    size = f", {columns}x{rows}" if columns and rows else ""
    return f"Looks like {GRAPHICS_NAMES[charset_key]}{size}. RETURN keeps it."


def title(sign: frame.Sign) -> Canvas:
    """The title screen, behind the login."""
    return frame.hung(TITLE, sign, casino=sign.name)


def title_lines(sign: frame.Sign) -> list[str]:
    """The title for callers who read."""
    return [f"{sign.name}: Ante Up, five-card draw against the House.",
            *([frame.PRACTICE] if sign.practice else []),
            "New here? Type the handle you want. Just looking? Type guest."]


def bank_broken(sign: frame.Sign, sitting: int, chips: int) -> Canvas:
    """The caller has taken the House's last chips."""
    canvas = frame.hung(BROKEN, sign)
    frame.centred(canvas, BROKEN.hung(sign).fields["story"],
                  f"You sat down with {frame.dollars(sitting)} and rise with "
                  f"{frame.dollars(chips)}.")
    return canvas


def bank_broken_lines(sitting: int, chips: int) -> list[str]:
    return ["You break the bank!",
            f"You sat down with ${sitting} and rise with ${chips}."]


def goodbye(sign: frame.Sign, handle: str, bankroll: int) -> Canvas:
    """The last screen of a call."""
    canvas, fields = frame.hung(GOODBYE, sign), GOODBYE.hung(sign).fields
    for name, text in (("farewell", f"Good night, {handle}."),
                       ("bankroll", f"{frame.dollars(bankroll)} waits for you in the bank."),
                       ("lamp", f"The lamp is lit at the {sign.name}.")):
        frame.centred(canvas, fields[name], text)
    return canvas


def goodbye_lines(handle: str, bankroll: int) -> list[str]:
    return [f"Good night, {handle}. ${bankroll} waits for you in the bank."]
