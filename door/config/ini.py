"""anteup.ini as a whole: read into a Config, and written with all defaults, explained."""

import textwrap
from collections.abc import Iterator
from dataclasses import fields, replace
from datetime import time
from pathlib import Path
from typing import Any

from door.config.boards import EXAMPLES, OPTIONS, Board, fold, read_board
from door.config.settings import BankSettings, Casino, Config, Door, Rlogin, Server
from door.config.source import Source
from door.config.values import quoted

_SECTIONS: dict[str, type[Any]] = {
    "casino": Casino, "server": Server, "bank": BankSettings, "boards": Board, "door": Door,
    "rlogin": Rlogin}


def load(path: Path) -> Config:
    """The settings in an anteup.ini; the defaults where there is no such file.

    Raises BadConfig, which names file and line, for whatever is not wholly understood.
    """
    source = Source(path)
    for name in source.parser.sections():
        if name not in _SECTIONS:
            known = ", ".join(f"[{each}]" for each in _SECTIONS)
            raise source.refusal(name, "", f"unknown section {quoted(name)}: there are {known}")
    sections = {name: kind(**source.values(name, kind)) for name, kind in _SECTIONS.items()
                if kind is not Board}
    config = Config(**sections, boards=_boards(source))
    _check_together(source, config)
    return _beside(path, config)


def _beside(path: Path, config: Config) -> Config:
    """Certificate and art lie beside the file that names them, unless their name is absolute."""
    def place(name: str) -> str:
        return str(path.absolute().parent / name) if name else ""
    server = config.server
    return replace(
        config, casino=replace(config.casino, art=place(config.casino.art)),
        server=replace(server, tls_cert=place(server.tls_cert), tls_key=place(server.tls_key)))


def _boards(source: Source) -> tuple[Board, ...]:
    boards: list[Board] = []
    for key, text in source.items("boards"):
        name = source.spelled("boards", key)
        try:
            board = read_board(name, text)
            _check_apart(board, boards)
        except ValueError as error:
            raise source.refusal("boards", key, f"{quoted(name)}: {error}") from error
        boards.append(board)
    return tuple(boards)


def _check_apart(board: Board, others: list[Board]) -> None:
    """Raises ValueError where it could be taken for another."""
    if fold(board.name) in {fold(other.name) for other in others}:
        raise ValueError("comes twice")
    if board.tag and board.tag.casefold() in {other.tag.casefold() for other in others}:
        raise ValueError(f"tag {board.tag} is another board's already")


def _check_together(source: Source, config: Config) -> None:
    """What is wrong only beside another setting."""
    server, bank, door = config.server, config.bank, config.door
    if bool(server.tls_cert) != bool(server.tls_key):
        key = "tls_cert" if server.tls_cert else "tls_key"
        raise source.refusal("server", key, "tls_cert and tls_key need each other")
    if bank.grant_to < bank.grant_below:
        key = "grant_to" if source.parser.has_option("bank", "grant_to") else "grant_below"
        raise source.refusal("bank", key, (
            f"grant_to ({bank.grant_to}) is less than grant_below ({bank.grant_below})"))
    if door.longest < door.minutes:
        key = "longest" if source.parser.has_option("door", "longest") else "minutes"
        raise source.refusal("door", key, (
            f"longest ({door.longest}) is less than minutes ({door.minutes})"))
    _check_rlogin(source, config)


def _check_rlogin(source: Source, config: Config) -> None:
    port = config.rlogin.port
    if port and port == config.server.port:
        raise source.refusal("rlogin", "port", f"port {port} is telnet's already")
    if port and not any(board.by_rlogin for board in config.boards):
        raise source.refusal("rlogin", "port", (
            "nobody could call: no board in [boards] has addresses or a secret"))


def default_text() -> str:
    """A whole anteup.ini that says nothing but the defaults, every key explained."""
    lines = ["# The settings of the casino, all at their defaults.",
             "# A line that begins with # is a comment."]
    for name, kind in _SECTIONS.items():
        lines += ["", f"[{name}]", *(_board_lines() if kind is Board else _key_lines(kind))]
    return "\n".join(lines) + "\n"


def _comment(text: str, start: str = "# ", rest: str = "# ") -> list[str]:
    return textwrap.wrap(text, 78, initial_indent=start, subsequent_indent=rest,
                         break_on_hyphens=False)


def _key_lines(kind: type[Any]) -> Iterator[str]:
    for each in fields(kind):
        yield from _comment(each.metadata["why"])
        yield f"{each.name} = {_written(each.default)}".rstrip()


def _board_lines() -> Iterator[str]:
    yield from _comment(
        "One line a board: NAME = option value; option value; ... The name is the board's as its "
        "drop files say it, in capitals or not; a name with = or : in it cannot be said. A board "
        "needs no line here to start the door, and a line needs no option. The options:")
    for each in OPTIONS.values():
        yield from _comment(each.metadata["why"], "#   ", "#     ")
    yield "# Such as:"
    yield from (f"# {example}" for example in EXAMPLES)


def _written(value: object) -> str:
    if isinstance(value, time):
        return f"{value:%H:%M}"
    return ", ".join(value) if isinstance(value, tuple) else str(value)
