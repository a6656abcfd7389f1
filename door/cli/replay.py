"""`anteup replay`: a hand as text, from its seal to its seed."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from door.cli import Refused, records


def add(commands: Any, common: argparse.ArgumentParser) -> None:
    parser = commands.add_parser("replay", parents=[common], help=(
        "tell a hand again, action by action; what is not opened stays hidden"))
    parser.add_argument("hand", metavar="HAND", help=(
        "its id, or that of a contest's deal, a file of records, or - for stdin"))
    parser.add_argument("--handle", metavar="NAME", default="", help=(
        "a deal as that caller played it; without, as each did"))
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Prints the hand; 0."""
    return records.told(lambda: _lines(options))


def _lines(options: argparse.Namespace) -> Iterator[str]:
    from door.proof.printing import printed
    from door.proof.replay import BadRecord
    for number, (stored, _) in enumerate(records.named(options, options.hand)):
        try:
            yield from [*[""][:number], *printed(stored)]
        except BadRecord as error:
            raise Refused(str(error)) from error
