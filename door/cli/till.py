"""`anteup sysop audit`, `backup` and `maintain`: the till counted, copied and put in order."""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from door.bank import Audited

STORE, LOG = "anteup.db", "anteup.log"
WRONG = 1       # the exit status of an audit that has found something
DAY = 24 * 3600
_BAR, _TEXT = 24, 20    # columns


def add(orders: Any, common: argparse.ArgumentParser) -> None:
    """The three, among a sysop's orders."""
    parser = orders.add_parser("audit", parents=[common], help=(
        "count every chip and play every hand again; beside the server or without it"))
    parser.set_defaults(run=audit)
    parser = orders.add_parser("backup", parents=[common], help=(
        "a copy of the store, while callers play or without a server"))
    parser.add_argument("target", metavar="FILE|FOLDER")
    parser.set_defaults(run=backup)
    parser = orders.add_parser("maintain", parents=[common], help=(
        "settle and prune what is old; to run every night"))
    parser.set_defaults(run=maintain)


# The audit


def audit(options: argparse.Namespace) -> int:
    """Says what was looked at, and the first thing that is wrong: then the exit status is 1."""
    from door.bank import StoreFailed, StoreTooNew, audited
    from door.cli import Refused
    from door.house import BadBook
    from door.marks.marks import earned_again
    from door.proof.judge import judge
    path, bar = store_file(options), Bar(sys.stderr.isatty())
    try:
        found = audited(path, judge, bar.show, earned_again)
    except (StoreFailed, StoreTooNew, BadBook) as error:
        raise Refused(str(error)) from error
    finally:
        bar.close()
    sys.stdout.reconfigure(errors="backslashreplace")   # type: ignore[union-attr]
    for line in _words(found):
        print(line)
    return WRONG if found.fault else 0


def _words(found: Audited) -> list[str]:
    if found.fault:
        return [f"Wrong: {found.fault}.",
                "That is the first thing that does not agree; nothing was looked at behind it."]
    hands = (f", {found.hands} hands and {found.deals} deals of contests" if found.deals
             else f" and {found.hands} hands")
    lines = [f"{found.transactions} transactions{hands}: all agrees."]
    if found.pruned:
        lines.append(f"Of {found.pruned} hands more, which were pruned, the totals agree.")
        lines.append("What those brought to the Hall of Fame cannot be computed again, only that "
                     "it is no more than the totals allow; their marks are believed, and what "
                     "was told of their nights.")
    if found.unasked:
        lines.append(f"In {found.unasked} hands the House played by a policy that is not "
                     "installed: all else about them agrees.")
    return lines


class Bar:
    """How far it is, on one line of a terminal that is wiped at the end."""

    def __init__(self, shown: bool) -> None:
        self._shown, self._last = shown, ""

    def show(self, what: str, done: int, of: int) -> None:
        full = _BAR * done // of if of else _BAR
        line = f"{what:<{_TEXT}} [{'#' * full:<{_BAR}}] {100 * done // of if of else 100:3}%"
        if self._shown and line != self._last:
            self._last = line
            print(f"\r{line}", end="", file=sys.stderr, flush=True)

    def close(self) -> None:
        if self._last:
            print(f"\r{' ' * len(self._last)}\r", end="", file=sys.stderr, flush=True)


def store_file(options: argparse.Namespace) -> Path:
    """The store's file. Raises Refused where it cannot be read, and says by whom it can."""
    from door import doorway
    from door.cli import Refused, folder_and_settings
    folder, _ = folder_and_settings(options)
    path = folder / STORE
    try:
        path.open("rb").close()
    except FileNotFoundError as error:
        raise Refused(f"{path}: there is no store yet") from error
    except PermissionError as error:
        raise Refused(f"only {doorway.owner(str(path), str(folder))} may read {path}") from error
    except OSError as error:
        raise Refused(doorway.why_not(error, str(folder), str(path))) from error
    return path


# The backup


def backup(options: argparse.Namespace) -> int:
    """Copies the store and names the copy."""
    from door.bank import StoreFailed, back_up
    from door.cli import Refused
    try:
        made = back_up(store_file(options), Path(options.target))
    except StoreFailed as error:
        raise Refused(str(error)) from error
    print(f"{made}: {made.stat().st_size} bytes, checked.")
    return 0


# The nightly round


def maintain(options: argparse.Namespace) -> int:
    """Old hands are settled and pruned by the server, or here if none runs; then old logs go."""
    from door.cli import folder_and_settings
    from door.cli.errand import errand
    from door.cli.serve import load
    folder, settings = folder_and_settings(options)
    keep = load(settings).bank.keep_days
    for line in errand(folder, settings, "maintain"):
        print(line)
    removed = _remove_logs(folder, time.time() - keep * DAY)
    print(f"Old logs: {removed} removed.")
    return 0


def _remove_logs(folder: Path, before: float) -> int:
    """Those that were put aside (anteup.log.1 and so on) and are older; how many."""
    old = [path for path in folder.glob(f"{LOG}.[1-9]")
           if path.is_file() and not path.is_symlink() and path.stat().st_mtime < before]
    for path in old:
        os.unlink(path)
    return len(old)
