"""`anteup play`: a call from this console, through the relay of the data folder's server."""

from __future__ import annotations

import argparse
import os
import sys
from typing import Any

ENVIRON = ("TERM", "LANG", "LC_ALL", "LC_CTYPE", "COLORTERM", "NO_COLOR")


def add(commands: Any, common: argparse.ArgumentParser) -> None:
    parser = commands.add_parser("play", parents=[common], help="play at this console")
    parser.add_argument("--charset", choices=("cp437", "utf-8", "ascii", "plain", "petscii"),
                        help="instead of what the locale says")
    parser.add_argument("--voice", action="store_true", help="by ear: for screen readers")
    parser.add_argument("--seed", metavar="TEXT", help="practice: deals that follow from TEXT")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Plays; the exit status is the doorway's."""
    from door import doorway
    from door.cli import folder_and_settings
    folder, settings = folder_and_settings(options)
    start = [sys.executable, "-P", "-m", "door.cli", "serve", "--relay-only",
             "--config", str(settings)]
    if options.seed is not None:
        folder = folder / "practice" / f"{os.getpid()}"
        start += ["--seed", options.seed, "--linger", "0"]
    environ = {name: os.environ[name] for name in ENVIRON if name in os.environ}
    asked = {"charset": options.charset or "", "voice": options.voice}
    hello: dict[str, object] = {"kind": "play", "environ": environ, "options": asked}
    return doorway.run(str(folder), hello, [*start, "--data", str(folder)])
