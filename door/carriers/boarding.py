"""Boarding: what a door's HELLO says of its caller, from the drop file on.

The door finds the files and sends them as they are; here they are read, and here it is decided
where the caller is: at the door's standard input and output, or at a socket that it inherited.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass

from door.carriers.dropfile import BadDropFile, DropFile, choose, read
from door.carriers.visitor import Visitor
from door.config import Config

STDIO = -1

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Boarding:
    """A caller as the door may let in; `pipe` is a descriptor of the door's process, or STDIO."""

    drop: DropFile
    visitor: Visitor
    pipe: int
    telnet: bool


def board(hello: Mapping[str, object], config: Config) -> Boarding:
    """Reads a HELLO. Raises BadDropFile, whose message is for the sysop and names the file."""
    options, drop = _mapping(hello, "options"), _mapping(hello, "drop")
    sockets = hello.get("sockets")
    inherited = [fd for fd in sockets if type(fd) is int] if isinstance(sockets, list) else []
    node = options.get("node")
    found = _read(drop, {str(k): str(v) for k, v in _mapping(hello, "environ").items()},
                  node if type(node) is int else None, config, inherited)
    for note in found.notes:
        log.warning("%s: %s", found.name, note)
    return Boarding(found, _visitor(found, config), _pipe(options, found, inherited),
                    options.get("telnet") is True)


def _mapping(hello: Mapping[str, object], name: str) -> Mapping[str, object]:
    value = hello.get(name)
    return value if isinstance(value, dict) else {}


def _read(drop: Mapping[str, object], environ: Mapping[str, str], node: int | None,
          config: Config, inherited: list[int]) -> DropFile:
    files, ages = _mapping(drop, "files"), _mapping(drop, "ages")
    others = drop.get("others")
    given = str(drop.get("folder", ""))[:400]
    if drop.get("error"):
        raise BadDropFile(given, 0, f"cannot be read: {str(drop['error'])[:200]}")
    names = [*files, *(others if isinstance(others, list) else ())]
    try:
        name = next(iter(files)) if len(files) == 1 and not others else choose(names, node)
        data = str(files.get(name, "")).encode("latin-1", "replace")
        age = ages.get(name)
        return read(name, data, environ, node, config.door.minutes,
                    age=age if isinstance(age, float) else None,
                    is_socket=inherited.__contains__)
    except BadDropFile as error:
        raise BadDropFile(error.name or given, error.line, error.message) from error


def _pipe(options: Mapping[str, object], drop: DropFile, inherited: list[int]) -> int:
    """A flag wins over the file (DOORS.md); a socket must be one, as fstat says."""
    asked = options.get("socket")
    if type(asked) is int:
        if asked not in inherited and asked > 2:
            raise BadDropFile("--socket", 0, f"{asked} is no socket that the board passed on")
        return asked
    if options.get("stdio") is True or drop.pipe != "socket" or drop.socket is None:
        return STDIO
    return drop.socket


def _visitor(drop: DropFile, config: Config) -> Visitor:
    board = config.board(drop.board)
    level = board.sysop is not None and drop.security >= board.sysop
    return Visitor(board, drop.handle, drop.user_record, drop.node,
                   min(drop.minutes, config.door.longest), drop.painted,
                   board.charset or drop.charset, drop.sysop or level, drop.speed)
