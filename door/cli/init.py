"""`anteup init`: writes anteup.ini, every key explained; or prints a board's lines for our door."""

from __future__ import annotations

import argparse
import os
import re
import shutil
import sys
from typing import TYPE_CHECKING, Any

from door.cli.boards import TEMPLATES

if TYPE_CHECKING:
    from pathlib import Path

# What no shell and no board's configuration takes for anything but itself.
SAFE = re.compile("[0-9A-Za-z/._+@:,-]+")


def add(commands: Any, common: argparse.ArgumentParser) -> None:
    parser = commands.add_parser("init", parents=[common], help=(
        "write the settings file, every key explained; or print a board's lines for the door"))
    parser.add_argument("--for", dest="board", choices=sorted(TEMPLATES), metavar="BOARD",
                        help="print what goes into this board's configuration, and write nothing: "
                             + ", ".join(sorted(TEMPLATES)))
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Writes the file unless there is one; with --for, only prints."""
    from door.cli import folder_and_settings
    folder, settings = folder_and_settings(options)
    if options.board:
        _print_lines(options.board, folder, settings if options.config else None)
    else:
        _write(settings)
    return 0


def _write(path: Path) -> None:
    from door.cli import Refused
    from door.config import default_text
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as file:
            file.write(default_text())
    except FileExistsError:
        raise Refused(f"{path} is there already; nothing was written") from None
    except OSError as error:
        raise Refused(f"{path}: {error.strerror}") from error
    print(f"Wrote {path}")


def _print_lines(board: str, folder: Path, settings: Path | None) -> None:
    from door.cli.boards import Command, configuration
    command = Command(_plain(this_command()), _plain(str(folder)),
                      _plain(str(settings.absolute())) if settings else "")
    print(configuration(board, command), end="")


def _plain(path: str) -> str:
    """Refused says what to do where boards would take the path apart."""
    from door.cli import Refused
    if SAFE.fullmatch(path):
        return path
    raise Refused(f"init: {path!r} has a character that boards cut names at or read as their own; "
                  "make a symbolic link to it with a plain name, and use that")


def this_command() -> str:
    """The absolute path of `anteup`: as it was started, so that a link stays that link."""
    started = shutil.which(sys.argv[0]) if os.path.basename(sys.argv[0]) == "anteup" else None
    beside = os.path.join(os.path.dirname(sys.executable), "anteup")
    if not started and os.access(beside, os.X_OK):
        started = beside
    return os.path.abspath(started or shutil.which("anteup") or "anteup")
