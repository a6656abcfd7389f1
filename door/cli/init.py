"""`anteup init`: writes anteup.ini, every key explained."""

from __future__ import annotations

import argparse
from typing import Any


def add(commands: Any, common: argparse.ArgumentParser) -> None:
    parser = commands.add_parser("init", parents=[common],
                                 help="write the settings file, every key explained")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Writes the file unless there is one."""
    from door.cli import Refused, folder_and_settings
    from door.config import default_text
    _, path = folder_and_settings(options)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as file:
            file.write(default_text())
    except FileExistsError:
        raise Refused(f"{path} is there already; nothing was written") from None
    except OSError as error:
        raise Refused(f"{path}: {error.strerror}") from error
    print(f"Wrote {path}")
    return 0
