"""`anteup sysop`: what a sysop orders of the casino, through the running server's socket."""

from __future__ import annotations

import argparse
import getpass
import sys
from typing import Any

from door.cli import till

ORDERS = (
    ("who", (), "who is here, and where"),
    ("say", ("text",), "a line to everybody who is here"),
    ("kick", ("handle",), "end a call; chips and hand are kept"),
    ("ban", ("handle",), "keep somebody out"),
    ("unban", ("handle",), "let somebody in again"),
    ("passwd", ("handle",), "give a handle a new password"),
    ("merge", ("handle", "into"), "make two accounts one person"),
    ("grant", ("handle", "chips", "reason"), "give chips of the house's account, and say why"),
    ("wipe", (), "clean the chalkboard"),
)


def add(commands: Any, common: argparse.ArgumentParser) -> None:
    parser = commands.add_parser("sysop", help="commands for the sysop")
    orders = parser.add_subparsers(metavar="ORDER", required=True)
    till.add(orders, common)
    for name, words, about in ORDERS:
        order = orders.add_parser(name, parents=[common], help=about)
        for word in words:
            order.add_argument(word)
        order.set_defaults(run=run, order=name, words=words)


def run(options: argparse.Namespace) -> int:
    """Gives one order and prints the reply."""
    from door.cli import folder_and_settings
    from door.cli.errand import errand
    folder, settings = folder_and_settings(options)
    words = [getattr(options, word) for word in options.words]
    if options.order == "passwd":
        words.append(_new_password())
    for line in errand(folder, settings, options.order, *words):
        print(line)
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
