"""The command line: what `anteup` understands; each command lives in a file of its own.

Every other layer, argparse included, is imported inside the command that needs it: a board waits
for `anteup door`, which needs next to nothing. Errors end with exit status 2 and one line on
stderr.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence
    from pathlib import Path

USAGE_ERROR = 2
INTERRUPTED = 130  # as a shell says it of SIGINT


class Refused(Exception):
    """A command cannot be done; the text is the one line that says why."""


def main(argv: Sequence[str] | None = None) -> int:
    """Runs a command; its exit status."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        return _run(arguments)
    except Refused as refused:
        print(f"anteup: {refused}", file=sys.stderr)
        return USAGE_ERROR
    except KeyboardInterrupt:
        return INTERRUPTED


def _run(arguments: list[str]) -> int:
    if arguments[:1] == ["door"]:
        from door.cli import door
        return door.run(arguments[1:])
    from door.cli.parser import parse
    options = parse(arguments)
    return int(options.run(options))


def folder_and_settings(options: Namespace) -> tuple[Path, Path]:
    """The data folder and the settings file that the options name."""
    from pathlib import Path

    from door.config import data_folder
    folder = data_folder(options.data)
    return folder, Path(options.config) if options.config else folder / "anteup.ini"
