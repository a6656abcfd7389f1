"""What `anteup doctor` says of the sysop's own pictures: read as the casino reads them.

A file that cannot be shown is wrong. What nothing asks for, or nobody sees, is odd.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from door.cli.art import README, asked_for, names

if TYPE_CHECKING:
    from ansi.gallery import Art, Gallery
    from door.cli.doctor import Report
    from door.config import Config

MOST = 20   # odd files that are named
ENTER = os.R_OK | os.X_OK


def tell_pictures(report: Report, config: Config, data: Path) -> None:
    from door.config import art_folder
    folder = art_folder(config, data)
    try:
        mode = folder.stat().st_mode
    except FileNotFoundError:
        _tell_none(report, folder, named=bool(config.casino.art))
    except PermissionError:
        _tell_private(report, folder)
    except OSError as error:
        report.say("Pictures", f"{folder}: cannot be used")
        report.blame(f"{folder}: {error.strerror}; our pictures are shown")
    else:
        _tell_there(report, folder, stat.S_ISDIR(mode))


def _tell_none(report: Report, folder: Path, named: bool) -> None:
    report.say("Pictures", f"{folder}: none of your own")
    if named:
        report.blame(f"[casino] art = {folder}: no such folder; anteup art export makes it")


def _tell_private(report: Report, folder: Path) -> None:
    from door.doorway import owner
    who = owner(*map(str, (folder, *folder.parents)))
    report.say("Pictures", f"{folder}: only {who} may look into it, which is enough while their "
                           "server runs")


def _tell_there(report: Report, folder: Path, is_folder: bool) -> None:
    if not is_folder:
        report.say("Pictures", f"{folder}: cannot be used")
        report.blame(f"{folder} is no folder; our pictures are shown")
    elif not os.access(folder, ENTER):
        _tell_private(report, folder)
    else:
        _tell_folder(report, folder)


def _tell_folder(report: Report, folder: Path) -> None:
    from ansi.gallery import OURS, Gallery
    asked, there = set(names()), sorted(_there(folder))
    theirs = [name for name in there if name in asked]
    gallery = Gallery(folder, lambda bad: None, OURS)
    wrong = [*_closed(folder), *_dangling(folder, theirs), *_faults(folder, gallery)]
    report.say("Pictures", f"{folder}: {_files(len(theirs))} of your own, "
                           + (f"{len(wrong)} cannot be used" if wrong else "nothing wrong"))
    for fault in wrong:
        report.blame(f"{fault}; ours is shown instead")
    _tell_odd(report, [*_unasked(there, asked), *_unseen(gallery, theirs)])


def _files(count: int) -> str:
    return f"{count or 'no'} {'file' if count == 1 else 'files'}"


def _tell_odd(report: Report, odd: list[str]) -> None:
    for remark in odd[:MOST]:
        print(f"  Odd: {remark}")
    if len(odd) > MOST:
        print(f"  Odd: {len(odd) - MOST} more")


# What is in the folder. Names are a stranger's: shown as ASCII.


def _there(folder: Path) -> Iterator[str]:
    """ROOM/FILE for all in our rooms, and what else is beside them. Hidden files are nobody's."""
    rooms = {room for room, *_ in asked_for()}
    for entry in os.scandir(folder):
        if entry.name.startswith(".") or entry.name == README:
            continue
        if not entry.is_dir():
            yield entry.name
        elif entry.name not in rooms:
            yield f"{entry.name}/"
        elif os.access(entry.path, ENTER):
            yield from (f"{entry.name}/{name}" for name in os.listdir(entry.path)
                        if not name.startswith("."))


def _closed(folder: Path) -> Iterator[str]:
    for room in sorted({room for room, *_ in asked_for()}):
        if (folder / room).is_dir() and not os.access(folder / room, ENTER):
            yield f"{folder / room}: it cannot be looked into"


def _dangling(folder: Path, theirs: list[str]) -> Iterator[str]:
    for name in theirs:
        if not os.path.lexists(os.path.realpath(folder / name)):
            yield f"{folder / name}: it is a link to what is not there"


def _faults(folder: Path, gallery: Gallery) -> Iterator[str]:
    for room, name, columns, rows, fields in asked_for():
        if os.access(folder / room, ENTER):
            yield from map(str, gallery.faults(room, name, columns, rows, fields))


def _unasked(there: list[str], asked: set[str]) -> Iterator[str]:
    from difflib import get_close_matches
    places = sorted(asked | {f"{room}/" for room, *_ in asked_for()})
    for name in there:
        if name not in asked:
            near = get_close_matches(name.lower(), places, 1)
            yield f"{ascii(name)[1:-1]}: nothing asks for it" + (
                f"; did you mean {near[0]}?" if near else "")


# What a screen has no room for.


def _unseen(gallery: Gallery, theirs: list[str]) -> Iterator[str]:
    for room, name, columns, rows, fields in asked_for():
        own = any(f"{room}/{name}{suffix}" in theirs for suffix in (".ans", ".fields"))
        if not own or gallery.faults(room, name, columns, rows, fields):
            continue
        if _reaches(gallery.art(room, name, columns, rows, fields)):
            yield f"{room}/{name}: column {columns} and row {rows} are not shown; keep them empty"


def _reaches(art: Art) -> bool:
    """Whether anything is in the last column or the last row; a field may end in blanks there."""
    from ansi.canvas import Canvas
    columns, rows = art.canvas.columns, art.canvas.rows
    drawn = art.canvas.changes(Canvas(columns, rows))
    return any(row == rows - 1 or end == columns for row, _, end in drawn) or any(
        field.row + field.height == rows for field in art.fields.values())
