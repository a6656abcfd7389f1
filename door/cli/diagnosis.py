"""What `anteup doctor --drop` says of a drop file: found, read and decided as the door does it.

The door's own code finds the files and the server's own code reads them; here they are only
made to speak.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from door.carriers.boarding import Boarding
    from door.cli.doctor import Report
    from door.config import Config

ORDER = "BBSDEV.DRP, DOOR32.SYS, DOOR.SYS, CHAIN.TXT, DORINFOx.DEF"


def diagnose(report: Report, path: str, node: int | None, config: Config) -> None:
    """Tells of the drop file at a path; the one error, if it cannot be read."""
    from door.carriers import boarding
    from door.carriers.dropfile import BadDropFile
    from door.cli import door
    logging.getLogger("door").addHandler(logging.NullHandler())     # all of it is said here
    hello = door.hello({"--drop": path} | ({} if node is None else {"--node": str(node)}))
    drop: Any = hello["drop"]
    _tell_found(report, drop)
    try:
        # As the board would start the door: with whatever socket the file announces.
        boarded = boarding.board({**hello, "sockets": list(range(3, door.DESCRIPTORS))}, config)
    except BadDropFile as error:
        report.blame(str(error))
        return
    _tell_read(report, boarded, len(drop["files"]))
    _tell_pipe(report, boarded, hello["sockets"])
    _tell_caller(report, boarded)


def _tell_found(report: Report, drop: Any) -> None:
    """Names are a stranger's: shown as ASCII."""
    files, others = drop["files"], drop["others"]
    ages = (f"{ascii(name)[1:-1]} (written {_ago(drop['ages'][name])} ago)" for name in files)
    report.say("Drop file", f"looked for at {ascii(drop['folder'])[1:-1]}")
    report.say("  found", ", ".join(ages) or drop["error"] or "nothing")
    if others:
        report.say("  not read", ", ".join(ascii(name)[1:-1] for name in others))


def _ago(seconds: float) -> str:
    for size, unit in ((86_400, "days"), (3600, "hours"), (60, "minutes")):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} seconds" if seconds >= 2 else "a moment"


def _tell_read(report: Report, boarded: Boarding, files: int) -> None:
    from door.carriers.dropfile import describe
    why = "the only one" if files == 1 else f"the first there is of {ORDER}"
    report.say("  read", f"{boarded.drop.name}: {why}")
    for line in describe(boarded.drop)[1:]:
        print(line if line.startswith("  ") else f"  {line}")


def _tell_pipe(report: Report, boarded: Boarding, inherited: object) -> None:
    """Which way the door would go, and whence that follows."""
    from door.carriers.boarding import STDIO
    source = boarded.drop.sources.get("pipe", "")
    by_file = f" ({source})" if source else ""
    if boarded.pipe == STDIO:
        report.say("Pipe", f"standard input and output: no socket is announced{by_file}")
        return
    here = isinstance(inherited, list) and boarded.pipe in inherited
    report.say("Pipe", f"socket {boarded.pipe}{by_file} if the board passes it on, else standard "
                       f"input and output; to this command it was {'' if here else 'not '}passed")


def _tell_caller(report: Report, boarded: Boarding) -> None:
    visitor = boarded.visitor
    report.say("Comes in as", ", ".join((
        f'{visitor.handle} of the board "{visitor.board.name}"',
        "node unknown" if visitor.node is None else f"node {visitor.node}",
        f"{visitor.minutes} minutes",
        "a sysop" if visitor.sysop else "no sysop",
        f"{'painted' if visitor.painted else 'printed'} in {visitor.charset or 'cp437'}")))
