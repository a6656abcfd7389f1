"""`anteup bulletin`: the month's ten best and Last night as files that a board shows."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from door.cli import Refused

if TYPE_CHECKING:
    from door.views import Hall, LastNight

NAME = "anteup"
FOLDER = "bulletins"    # in the data folder
READABLE = 0o644        # by the board's account, whatever the umask is


def add(commands: Any, common: argparse.ArgumentParser) -> None:
    parser = commands.add_parser("bulletin", parents=[common], help=(
        "write the Hall of Fame and Last night as .ans, .asc and .txt for a board to show"))
    parser.add_argument("--out", metavar="FOLDER", help="where to; else bulletins in DIR")
    parser.add_argument("--name", metavar="NAME", default=NAME, help=(
        f"what the files are called, without the ending; else {NAME}"))
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Writes the three files, each of them whole or not at all."""
    from door.cli import folder_and_settings
    from door.cli.serve import load
    data, settings = folder_and_settings(options)
    name, config = _checked(options.name), load(settings)
    folder = Path(options.out) if options.out else data / FOLDER
    _make(folder, data)
    found, told = _read(data, config.bank.day_starts)
    for ending, content in _files(config.casino.name, found, told):
        _write(folder, name + ending, content)
    print(f"Wrote {name}.ans, {name}.asc and {name}.txt into {folder}")
    return 0


def _checked(name: str) -> str:
    if not name or name.startswith(".") or {"/", "\\", "\0"} & set(name) or len(name) > 100:
        raise Refused(f"{name[:40]!r} cannot be a file's name")
    return name


def _read(data: Path, day_starts: Any) -> tuple[Hall, LastNight]:
    """What the store holds now; nothing, where there is none yet."""
    from door.bank import BankError, hall_now
    try:
        return hall_now(data / "anteup.db", day_starts)
    except BankError as error:
        raise Refused(str(error)) from error


def _files(name: str, found: Hall, told: LastNight) -> Iterator[tuple[str, bytes]]:
    """Ending and content of each."""
    from datetime import date

    from ansi.art import save
    from ansi.charset import ASCII, to_ascii
    from door.screens.bulletin import TITLE, painted, printed
    canvas = painted(name, found, told)
    yield ".ans", save(canvas, TITLE, name, "Ante Up", date.today())
    width = canvas.columns
    drawn = [ASCII.draw(bytes(canvas.glyphs[start:start + width]))
             for start in range(0, len(canvas.glyphs), width)]
    yield ".asc", _text(drawn)
    yield ".txt", _text([to_ascii(line) for line in printed(name, found, told)])


def _make(folder: Path, data: Path) -> None:
    """A data folder is for its owner alone."""
    try:
        if folder.parent == data:
            data.mkdir(0o700, parents=True, exist_ok=True)
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Refused(f"{folder}: {error.strerror}") from error


def _text(lines: list[str]) -> bytes:
    """As boards have it: ASCII, each line ended by CR LF, no blank lines at the end."""
    return ("\n".join(line.rstrip() for line in lines).rstrip() + "\n").replace(
        "\n", "\r\n").encode("ascii")


def _write(folder: Path, name: str, content: bytes) -> None:
    """A board that shows the file meanwhile shows the old one or the new one, never a part."""
    part = folder / f".{name}.{os.getpid()}.part"
    try:
        with part.open("xb") as file:
            file.write(content)
        part.chmod(READABLE)
        part.replace(folder / name)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise Refused(f"{folder / name}: {error.strerror}") from error
