"""What can be typed behind `anteup`, by argparse; an error is one line."""

from __future__ import annotations

import argparse
from typing import NoReturn

from door import __version__
from door.cli import (USAGE_ERROR, art, bulletin, doctor, history, init, play, replay, serve,
                      sysop, verify)


class _Parser(argparse.ArgumentParser):
    """argparse, but an error is one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(USAGE_ERROR, f"{self.prog}: {message} (see {self.prog} --help)\n")


def parse(arguments: list[str]) -> argparse.Namespace:
    """The options, with the command's function as `run`; exits where argparse does."""
    version = f"Ante Up {__version__}"
    parser = _Parser(prog="anteup",
                     description="Ante Up: a card room for telnet and bulletin boards.")
    parser.add_argument("--version", action="version", version=version)
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--data", metavar="DIR", help="the data folder: store, settings, socket")
    common.add_argument("--config", metavar="FILE", help="the settings, else anteup.ini in DIR")
    common.add_argument("--version", action="version", version=version)
    commands = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=_Parser)
    for command in (serve, play, init, doctor, art, sysop, verify, replay, history, bulletin):
        command.add(commands, common)
    return parser.parse_args(arguments)
