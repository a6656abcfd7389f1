"""The command line: what `anteup` understands; each command lives in a file of its own.

Every other layer is imported inside the command that needs it, so that none waits for what it
does not use. Errors end with exit status 2 and one line on stderr.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from door import __version__

USAGE_ERROR = 2


class Refused(Exception):
    """A command cannot be done; the text is the one line that says why."""


class _Parser(argparse.ArgumentParser):
    """argparse, but an error is one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(USAGE_ERROR, f"{self.prog}: {message} (see {self.prog} --help)\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Runs a command; its exit status."""
    options = _parser().parse_args(argv)
    try:
        return int(options.run(options))
    except Refused as refused:
        print(f"anteup: {refused}", file=sys.stderr)
        return USAGE_ERROR
    except KeyboardInterrupt:
        return 130


def _parser() -> argparse.ArgumentParser:
    from door.cli import init, play, serve, sysop
    parser = _Parser(prog="anteup", description="Ante Up: a card room for telnet and bulletin "
                     "boards.")
    parser.add_argument("--version", action="version", version=f"Ante Up {__version__}")
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--data", metavar="DIR", help="the data folder: store, settings, socket")
    common.add_argument("--config", metavar="FILE", help="the settings, else anteup.ini in DIR")
    common.add_argument("--version", action="version", version=f"Ante Up {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=_Parser)
    for command in (serve, play, init, sysop):
        command.add(commands, common)
    return parser


def folder_and_settings(options: argparse.Namespace) -> tuple[Path, Path]:
    """The data folder and the settings file that the options name."""
    from door.config import data_folder
    folder = data_folder(options.data)
    return folder, Path(options.config) if options.config else folder / "anteup.ini"
