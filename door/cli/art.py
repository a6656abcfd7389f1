"""`anteup art export`: writes the house's own pictures, for a sysop to begin from."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

README = "README.txt"
TEXT = """\
Pictures of your own
====================

These are the pictures of Ante Up. Redraw any of them with an ANSI editor, such
as PabloDraw or Moebius, and save it under its own name. What is in this folder
is shown, and what is not in it is ours: delete what you leave as it is, and
newer versions of the casino bring theirs.

    NAME-80.ans       80 columns, 24 rows
    NAME-40.ans       40 columns, 25 rows, for narrow terminals
    NAME-80.fields    what the casino itself writes on the picture, and where

Leave the last column empty, for terminals break the line there, and the last
row, which is the prompt's. The characters are those of code page 437; below 20
(hex) only the suits look the same on every screen. There are 16 colours on 8
backgrounds: bright backgrounds (iCE colours) become dark ones.

A line of NAME.fields is a field: its name, its row, its column, its width and,
if you like, its colour. Without one the picture's own colours stay.

    pot     3  40  8     yellow
    notice  20  2  39x3  white/blue

Rows and columns count from 1, as in an editor; 39x3 is a field of three rows.
"#" begins a comment. Move a box in the picture, and its fields with it. None
may be left out, be there twice, or lie over another one. The colours:

{colours}

and, behind a slash, one of the first {grounds} as the background.

See whether all of it can be shown:

    anteup doctor

A file that cannot be shown is never shown in part: anteup.log has its name and
the reason, and callers see ours instead. A server reads a picture once, so
start it again after a change. (One that a door started ends by itself, ten
minutes after its last caller.)

    anteup art export

brings back what is missing here, and leaves what is there; with --force it
puts ours in place of yours.
"""


def add(commands: Any, common: argparse.ArgumentParser) -> None:
    parser = commands.add_parser("art", help="pictures of your own: write ours, to begin from")
    parser.set_defaults(run=lambda options: parser.print_help() or 0)
    orders = parser.add_subparsers(metavar="ORDER")
    export = orders.add_parser("export", parents=[common], help=(
        "write our pictures and their fields; what is there already is left"))
    export.add_argument("folder", metavar="FOLDER", nargs="?", help=(
        "where to; else the folder that the casino looks in: art of [casino], else art in DIR"))
    export.add_argument("--force", action="store_true", help="replace what is there already")
    export.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Writes what is not there, and says what was left as it is."""
    folder = _folder(options)
    left = []
    written = 0
    for name, data in _ours():
        if os.path.lexists(folder / name) and not options.force:
            left.append(name)
            continue
        _write(folder / name, data)
        written += 1
    for name in left:
        print(f"Left as it is: {name}")
    print(f"Wrote {written} {'file' if written == 1 else 'files'} into {folder}"
          + ("; --force replaces those that were there" if left else ""))
    return 0


def asked_for() -> Iterator[tuple[str, str, int, int, tuple[str, ...]]]:
    """What Gallery.art() is asked for: each picture of the house at both widths."""
    from door.screens.frame import COLUMNS, NARROW, Sign
    from door.screens.pictures import PICTURES
    for picture in PICTURES:
        for columns in (COLUMNS, NARROW):
            yield (picture.room, f"{picture.name}-{columns}", columns,
                   Sign("", columns=columns).rows, picture.fields)


def names() -> Iterator[str]:
    """The files of all of these, as ROOM/NAME.ans and ROOM/NAME.fields."""
    for room, name, _, _, fields in asked_for():
        yield f"{room}/{name}.ans"
        if fields:
            yield f"{room}/{name}.fields"


def readme() -> str:
    """What lies beside the pictures."""
    from textwrap import fill

    from ansi.fields import BACKGROUNDS, COLOURS
    colours = fill(", ".join(COLOURS), 75, initial_indent="    ", subsequent_indent="    ",
                   break_on_hyphens=False)
    return TEXT.format(colours=colours, grounds=len(BACKGROUNDS))


def _ours() -> Iterator[tuple[str, bytes]]:
    from ansi.gallery import OURS
    yield README, readme().encode("ascii")
    for name in names():
        yield name, (OURS / name).read_bytes()


def _folder(options: argparse.Namespace) -> Path:
    """The folder that was named, or the casino's; in a data folder that is for its owner alone."""
    from door.cli import folder_and_settings
    from door.cli.serve import load
    from door.config import art_folder
    if options.folder:
        return Path(options.folder).absolute()
    data, settings = folder_and_settings(options)
    folder = art_folder(load(settings), data)
    if folder.parent == data:
        _make(data, 0o700)
    return folder


def _make(folder: Path, mode: int = 0o777) -> None:
    from door.cli import Refused
    try:
        folder.mkdir(mode, parents=True, exist_ok=True)
    except FileExistsError:
        raise Refused(f"{folder} is no folder") from None
    except OSError as error:
        raise Refused(f"{folder}: {error.strerror}") from error


def _write(path: Path, data: bytes) -> None:
    """The whole file or nothing, also where the disk is full; readable as the umask has it."""
    from door.cli import Refused
    _make(path.parent)
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with fresh.open("xb") as file:
            file.write(data)
        fresh.replace(path)
    except OSError as error:
        fresh.unlink(missing_ok=True)
        raise Refused(f"{path}: {error.strerror}") from error
