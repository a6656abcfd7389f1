"""The way in and out: the graphics question, the title, the words of the login, the goodbye."""

from __future__ import annotations

from functools import lru_cache

from ansi.canvas import Canvas
from door.screens import frame
from door.screens.palette import BROWN, CYAN, DIM, EMBER, GREY, RED, TEAL, WHITE, YELLOW

GRAPHICS_PROMPT = "A)NSI U)TF-8 T)ext P)lain V)oice C)64?"
GRAPHICS = {"a": ("cp437", True), "u": ("utf-8", True), "t": ("ascii", True),
            "p": ("ascii", False), "v": ("ascii", False)}
BY_OPTION = {"cp437": "a", "utf-8": "u", "ascii": "t", "plain": "p"}
GRAPHICS_NAMES = {"a": "ANSI", "u": "UTF-8", "t": "Text", "p": "Plain", "v": "Voice"}

_LETTERS = {
    "A": ("▄███▄", "█   █", "█████", "█   █", "█   █"),
    "N": ("█▄  █", "██▄ █", "█ ▀██", "█  ▀█", "█   █"),
    "T": ("█████", "  █  ", "  █  ", "  █  ", "  █  "),
    "E": ("█████", "█    ", "████ ", "█    ", "█████"),
    "U": ("█   █", "█   █", "█   █", "█   █", "▀███▀"),
    "P": ("████▄", "█   █", "████▀", "█    ", "█    "),
    "B": ("████▄", "█   █", "████▄", "█   █", "████▀"),
    "K": ("█  ▄█", "█▄█▀ ", "██▄  ", "█ ▀█▄", "█   █"),
    "R": ("████▄", "█   █", "████▀", "█ ▀█▄", "█   █"),
    "O": ("▄███▄", "█   █", "█   █", "█   █", "▀███▀"),
    " ": ("  ", "  ", "  ", "  ", "  "),
}
_GLOW = (YELLOW, YELLOW, BROWN, BROWN, EMBER)
_LANTERN = (
    ("     ▄▄▄     ", BROWN), ("    █   █    ", BROWN), ("   ▄▄███▄▄   ", BROWN),
    ("   █░░▒░░█   ", YELLOW), ("   █░▒▓▒░█   ", YELLOW), ("   █▒▓█▓▒█   ", YELLOW),
    ("   █░▒▓▒░█   ", YELLOW), ("   ▀▀███▀▀   ", BROWN), ("   ▄▄███▄▄   ", BROWN),
)


def banner(canvas: Canvas, row: int, text: str, colours: tuple[int, ...] = _GLOW) -> None:
    """Letters five rows high and ten columns wide, centred."""
    rows = ["  ".join("".join(2 * pixel for pixel in _LETTERS[letter][n]) for letter in text)
            for n in range(5)]
    column = (frame.WIDTH - len(rows[0])) // 2
    for n, line in enumerate(rows):
        canvas.text(row + n, column, line, colours[n])


def found(charset_key: str, columns: int, rows: int) -> str:
    """What the detection found, as the line above the graphics question."""
    size = f", {columns}x{rows}" if columns and rows else ""
    return f"Looks like {GRAPHICS_NAMES[charset_key]}{size}. RETURN keeps it."


@lru_cache(maxsize=8)
def _title(sign: frame.Sign) -> Canvas:
    canvas = Canvas(frame.COLUMNS, frame.ROWS)
    banner(canvas, 2, "ANTE UP")
    canvas.text(8, 0, "═" * frame.WIDTH, TEAL)
    for n, (line, colour) in enumerate(_LANTERN):
        canvas.text(10 + n, 8, line, colour)
    canvas.text(11, 28, sign.name, WHITE)
    canvas.text(12, 28, "─" * len(sign.name), TEAL)
    canvas.text(13, 28, "Five-card draw, one caller against the House.", GREY)
    canvas.text(14, 28, "$5 antes, bets from $2 to $25, table stakes.", GREY)
    canvas.text(16, 28, "New here? Type the handle you want.", CYAN)
    canvas.text(17, 28, "Just looking? Type guest.", CYAN)
    canvas.text(20, 0, "═" * frame.WIDTH, TEAL)
    canvas.text(21, 1, "♥", RED)
    canvas.text(21, 3, "♦", YELLOW)
    canvas.text(21, 5, "♣", 10)
    canvas.text(21, 7, "♠", WHITE)
    canvas.text(21, 10, "No real money changes hands here.", DIM)
    if sign.practice:
        canvas.text(18, 28, frame.PRACTICE, YELLOW)
    return canvas


def title(sign: frame.Sign) -> Canvas:
    """The title screen, behind the login."""
    return _title(sign).copy()


def title_lines(sign: frame.Sign) -> list[str]:
    """The title for callers who read."""
    return [f"{sign.name}: Ante Up, five-card draw against the House.",
            *([frame.PRACTICE] if sign.practice else []),
            "New here? Type the handle you want. Just looking? Type guest."]


def bank_broken(sign: frame.Sign, sitting: int, chips: int) -> Canvas:
    """The caller has taken the House's last chips."""
    canvas = frame.frame(sign, "THE BANK IS BROKEN")
    banner(canvas, 4, "BANK")
    banner(canvas, 11, "BROKEN")
    text = f"You sat down with {frame.dollars(sitting)} and rise with {frame.dollars(chips)}."
    canvas.text(18, (frame.WIDTH - len(text)) // 2, text, WHITE)
    text = "The House bows, and sends for another tray of chips."
    canvas.text(19, (frame.WIDTH - len(text)) // 2, text, GREY)
    return canvas


def bank_broken_lines(sitting: int, chips: int) -> list[str]:
    return ["You break the bank!",
            f"You sat down with ${sitting} and rise with ${chips}."]


def goodbye(sign: frame.Sign, handle: str, bankroll: int) -> Canvas:
    """The last screen of a call."""
    canvas = Canvas(frame.COLUMNS, frame.ROWS)
    if sign.practice:
        canvas.text(1, 1, frame.PRACTICE, YELLOW)
    for n, (line, colour) in enumerate(_LANTERN):
        canvas.text(5 + n, 33, line, colour)
    for row, text, colour in ((15, f"Good night, {handle}.", WHITE),
                              (17, f"{frame.dollars(bankroll)} waits for you in the bank.", GREY),
                              (18, f"The lamp is lit at the {sign.name}.", BROWN)):
        canvas.text(row, (frame.WIDTH - len(text)) // 2, text, colour)
    return canvas


def goodbye_lines(handle: str, bankroll: int) -> list[str]:
    return [f"Good night, {handle}. ${bankroll} waits for you in the bank."]
