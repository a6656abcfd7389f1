"""`anteup sysop`: what a sysop asks of the casino, through the running server's socket."""

from __future__ import annotations

import argparse
import getpass
import sys
from typing import Any


def add(commands: Any, common: argparse.ArgumentParser) -> None:
    parser = commands.add_parser("sysop", help="commands for the sysop")
    orders = parser.add_subparsers(metavar="ORDER", required=True)
    passwd = orders.add_parser("passwd", parents=[common], help="give a handle a new password")
    passwd.add_argument("handle")
    passwd.set_defaults(run=passwd_run)


def passwd_run(options: argparse.Namespace) -> int:
    """Sets a password, in the running server or in the store itself."""
    from door.cli import Refused, folder_and_settings
    from door.cli.errand import errand
    folder, settings = folder_and_settings(options)
    reply = errand(folder, settings, {"order": "passwd", "handle": options.handle,
                                      "password": _new_password()})
    if "refused" in reply:
        raise Refused(str(reply["refused"]))
    print(f"{options.handle} has a new password.")
    return 0


def _new_password() -> str:
    """Asked twice at a terminal; one line where a script pipes it in."""
    from door.cli import Refused
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    password = getpass.getpass("New password: ")
    if getpass.getpass("Once more: ") != password:
        raise Refused("those were two different passwords")
    return password
