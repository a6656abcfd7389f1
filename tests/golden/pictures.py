"""Screens as text that a person can open: the rows, then the same rows in letters of colour.

A golden file is compared as it stands. ANTEUP_GOLDEN=write (`make golden`) makes all of them
anew, on purpose; what has changed is then read like code.
"""

from __future__ import annotations

import difflib
import os
from pathlib import Path

import pyte

FOLDER = Path(__file__).parent
_LETTERS = {"black": "k", "red": "r", "green": "g", "brown": "y", "blue": "b", "magenta": "m",
            "cyan": "c", "white": "."}
_BRIGHT = {"k": "d", ".": "W"}
_NAMES = {"k": "black", "r": "red", "g": "green", "y": "brown", "b": "blue", "m": "magenta",
          "c": "cyan", ".": "grey", "d": "dark grey", "R": "bright red", "G": "bright green",
          "Y": "yellow", "B": "bright blue", "M": "bright magenta", "C": "bright cyan",
          "W": "white"}
_ON_BLUE = {".": "1", "Y": "2", "W": "3"}


def text(screen: pyte.Screen) -> list[str]:
    """The rows, without the blanks at their ends."""
    return [row.rstrip() for row in screen.display]


def colours(screen: pyte.Screen) -> list[str]:
    """A letter for each cell, nothing where there is nothing to see."""
    rows = (screen.buffer[row] for row in range(screen.lines))
    return ["".join(_letter(row[column]) for column in range(screen.columns)).rstrip()
            for row in rows]


def _letter(cell: pyte.screens.Char) -> str:
    ground = "black" if cell.bg == "default" else cell.bg
    if cell.data == " " and ground == "black":
        return " "
    letter = _LETTERS["white" if cell.fg == "default" else cell.fg]
    if cell.bold:
        letter = _BRIGHT.get(letter, letter.upper())
    assert ground == "black" or ground == "blue" and letter in _ON_BLUE, (cell, "has no letter")
    return letter if ground == "black" else _ON_BLUE[letter]


def legend(rows: list[str]) -> list[str]:
    """What the letters mean that these rows use."""
    used = set("".join(rows)) - {" "}
    names = _NAMES | {digit: f"{_NAMES[letter]} on blue" for letter, digit in _ON_BLUE.items()}
    return [f"{letter}  {names[letter]}" for letter in sorted(used)]


def picture(screen: pyte.Screen) -> str:
    """The whole of it, as a golden file begins."""
    cursor = screen.cursor
    shown = colours(screen)
    return "\n".join([
        f"== {screen.columns}x{screen.lines}, cursor in row {cursor.y + 1}, column {cursor.x + 1}",
        *text(screen), "== colours", *shown, "== letters", *legend(shown), ""])


def differences(pictures: dict[str, str], folder: Path) -> str:
    """How these pictures differ from the files of their names, "" where they do not.

    Files that nobody shows any more differ too. In write mode they are made to agree first.
    """
    if os.environ.get("ANTEUP_GOLDEN") == "write":
        _write(pictures, folder)
    files = {path.stem: path.read_text("utf-8") for path in folder.glob("*.txt")}
    return "".join(
        line for name in sorted(files | pictures)
        for line in difflib.unified_diff(
            files.get(name, "").splitlines(True), pictures.get(name, "").splitlines(True),
            f"golden {name}", f"{name} now"))


def _write(pictures: dict[str, str], folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    for path in folder.glob("*.txt"):
        if path.stem not in pictures:
            path.unlink()
    for name, shown in pictures.items():
        (folder / f"{name}.txt").write_text(shown, "utf-8", newline="\n")
