"""A drop file, read: what we know of the caller, and what of it is odd."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime, timezone
from types import MappingProxyType

from door.carriers.dropfile import settling
from door.carriers.dropfile.bbsdev import BBSDEV_DRP
from door.carriers.dropfile.chain import CHAIN_TXT
from door.carriers.dropfile.door32 import DOOR32_SYS
from door.carriers.dropfile.door_sys import DOOR_SYS
from door.carriers.dropfile.dorinfo import DORINFO_DEF
from door.carriers.dropfile.draft import Draft
from door.carriers.dropfile.names import format_of
from door.carriers.dropfile.settling import IsSocket
from door.carriers.dropfile.sheet import Note, Sheet

FORMATS = {each.name: each for each in (BBSDEV_DRP, DOOR32_SYS, DOOR_SYS, CHAIN_TXT, DORINFO_DEF)}


@dataclass(frozen=True, slots=True)
class DropFile:
    """What a board says of its caller. Texts are cleaned, at most 40 characters, "" unknown.

        format          such as DOOR32.SYS
        name            of the file, as it was given, cleaned
        handle          never ""
        real_name       not for other callers' eyes; Synchronet's DOOR.SYS has the alias here
        user_record     the user's number on the board, or BBSDEV.DRP's unique key (128 characters)
        board           the BBS's name
        software        and its program, at most 80 characters
        node            None unknown
        minutes         left, 1 to 1440; the default where the board gives none
        graphics        ascii, ansi, avatar, rip or max
        charset         cp437, utf-8 or ascii; cp437 where the format does not say
        columns, rows   0 unknown
        security        the board's level, 0 to 65535
        sysop           the board says so by a flag; its level may say so as well
        speed           bits a second, 0 unknown
        pipe            "stdio" or "socket"
        socket          its descriptor, None if the pipe is none
        language        such as en-US (RFC 5646)
        notes           what is odd, for the log
        sources         where each of these came from: a line, the environment, --node
    """

    format: str
    name: str
    handle: str
    real_name: str = ""
    user_record: str = ""
    board: str = ""
    software: str = ""
    node: int | None = None
    minutes: int = 0
    graphics: str = "ascii"
    charset: str = "cp437"
    columns: int = 0
    rows: int = 0
    security: int = 0
    sysop: bool = False
    speed: int = 0
    pipe: str = "stdio"
    socket: int | None = None
    language: str = ""
    notes: tuple[Note, ...] = ()
    sources: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def painted(self) -> bool:
        """The caller's terminal understands ANSI: all graphics but ascii include it."""
        return self.graphics != "ascii"


KNOWN = {each.name for each in fields(DropFile)} - {"format", "name", "notes", "sources"}


def read(name: str, data: bytes, environ: Mapping[str, str], node: int | None = None,
         default_minutes: int = 60, now: datetime | None = None, age: float | None = None,
         is_socket: IsSocket | None = None) -> DropFile:
    """What a drop file of that name says; `data` is all of it, `environ` the door's environment.

    `node` is the command line's, `now` the moment, `age` the seconds since the file was
    written, `is_socket` what fstat says of a descriptor in the door's process (None: unknown).
    Raises BadDropFile for what cannot be right; the rest is read and noted.
    """
    form = FORMATS[format_of(name)]
    sheet = Sheet(name, data, form.encoding, form.secret)
    draft = Draft(sheet, environ, (now or datetime.now(timezone.utc)).astimezone(timezone.utc))
    form.check(draft)
    for row in form.rows:
        draft.take(row)
    for quirk in form.quirks:
        quirk(draft)
    settling.settle_handle(draft)
    settling.settle_node(draft, node)
    settling.settle_time(draft, default_minutes)
    settling.settle_pipe(draft, is_socket)
    settling.note_age(draft, age)
    return _finished(form.name, draft)


def _finished(form: str, draft: Draft) -> DropFile:
    values = {name: value for name, value in draft.values.items() if name in KNOWN}
    sources = {name: source for name, source in draft.sources.items() if name in KNOWN}
    return DropFile(format=form, name=draft.sheet.name, notes=tuple(draft.notes),
                    sources=MappingProxyType(sources), **values)
