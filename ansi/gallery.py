"""Where a screen's picture and fields come from: the sysop's folder first, then the house's own.

Both have a folder for each room, and in it NAME.ans and NAME.fields. What is bad in the sysop's is
told, by its name, and the house's own is shown instead.
"""

import stat
from collections.abc import Callable, Collection, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from ansi.art import BadArt, load
from ansi.canvas import Canvas
from ansi.fields import Field, parse
from ansi.sauce import Unreadable

OURS = Path(__file__).parent / "art"
LARGEST = 256 * 1024  # bytes; the richest 80x25 has 60,000


class Art(NamedTuple):
    """A picture and its live fields. Many screens share it: paint on a copy of the canvas."""

    canvas: Canvas
    fields: Mapping[str, Field]


class _Wanted(NamedTuple):
    """What a screen asks for."""

    room: str
    name: str
    columns: int
    rows: int
    fields: frozenset[str]


class Gallery:
    """Reads each picture once. `complain` is called once for each that is bad."""

    def __init__(self, folder: Path | None, complain: Callable[[BadArt], None],
                 ours: Path = OURS) -> None:
        self._folder, self._complain, self._ours = folder, complain, ours
        self._hung: dict[_Wanted, Art] = {}

    def art(self, room: str, name: str, columns: int, rows: int,
            fields: Collection[str] = ()) -> Art:
        """The picture ROOM/NAME on a canvas of that size, with exactly these fields.

        A sysop may have either file, or both. BadArt if the house's own is bad, which is a bug.
        """
        wanted = _Wanted(room, name, columns, rows, frozenset(fields))
        if wanted not in self._hung:
            self._hung[wanted] = self._theirs(wanted) or _own(wanted, self._ours)
        return self._hung[wanted]

    def faults(self, room: str, name: str, columns: int, rows: int,
               fields: Collection[str] = ()) -> list[BadArt]:
        """What is bad in the two files of a picture, each looked at by itself. Nobody is told."""
        wanted = _Wanted(room, name, columns, rows, frozenset(fields))
        found = []
        for look in (_canvas, _fields):
            try:
                look(wanted, [self._folder, self._ours] if self._folder else [self._ours])
            except BadArt as bad:
                found.append(bad)
        return found

    def _theirs(self, wanted: _Wanted) -> Art | None:
        if not self._folder:
            return None
        try:
            if any(_read(_path(self._folder, wanted, suffix)) is not None
                   for suffix in (".ans", ".fields")):
                return _opened(wanted, [self._folder, self._ours])
        except BadArt as bad:
            self._complain(bad)
        return None


def _path(folder: Path, wanted: _Wanted, suffix: str) -> Path:
    return folder / wanted.room / (wanted.name + suffix)


@cache
def _own(wanted: _Wanted, folder: Path) -> Art:
    """The house's own is the same in all galleries."""
    return _opened(wanted, [folder])


def _opened(wanted: _Wanted, folders: list[Path]) -> Art:
    """Each of the two files from the first folder that has it. Raises BadArt."""
    return Art(_canvas(wanted, folders), _fields(wanted, folders))


def _canvas(wanted: _Wanted, folders: list[Path]) -> Canvas:
    path, data = _found(wanted, folders, ".ans")
    return load(data, wanted.columns, wanted.rows, str(path))


def _fields(wanted: _Wanted, folders: list[Path]) -> dict[str, Field]:
    """A picture without fields has no such file. Notepad begins one with a byte order mark."""
    if not wanted.fields:
        return {}
    path, data = _found(wanted, folders, ".fields")
    try:
        return parse(data.decode("utf-8-sig", "replace"), Canvas(wanted.columns, wanted.rows),
                     wanted.fields)
    except Unreadable as unreadable:
        raise BadArt(str(path), str(unreadable)) from None


def _found(wanted: _Wanted, folders: list[Path], suffix: str) -> tuple[Path, bytes]:
    for folder in folders:
        path = _path(folder, wanted, suffix)
        data = _read(path)
        if data is not None:
            return path, data
    raise BadArt(str(path), "it is not there")


def _read(path: Path) -> bytes | None:
    """Its bytes, or None if it is not there. BadArt if it cannot be read, or is too much.

    A pipe or a terminal is not opened: it would keep every caller waiting.
    """
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise BadArt(str(path), "it is no file")
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise BadArt(str(path), f"it cannot be read: {error.strerror}") from None
    if len(data) > LARGEST:
        raise BadArt(str(path), f"it has more than {LARGEST} bytes")
    return data
