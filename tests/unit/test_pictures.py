"""The house's own pictures: all there at both widths, signed, within their screens, and no others.

What is asked of each is asked of its .ans file and of what it looks like in every editor's habits.
"""

from __future__ import annotations

from collections.abc import Callable
from configparser import ConfigParser
from datetime import datetime
from glob import glob
from pathlib import Path

import pytest

from ansi.art import load, save
from ansi.canvas import Canvas
from ansi.charset import RAW
from ansi.gallery import OURS, Art, Gallery
from ansi.sauce import Sauce, split
from door.cli import main
from door.cli.art import asked_for, names
from door.screens.frame import Sign
from door.screens.pictures import PICTURES, Picture
from tests.editors import EDITORS, sauce

SIZES = {80: 24, 40: 25}
WIDTHS = sorted(SIZES)

# What else becomes of a file on its way: from a picture's bytes and its width.
HABITS: dict[str, Callable[[bytes, int], bytes]] = {
    "no record": lambda picture, columns: picture,
    "only an end of file": lambda picture, columns: picture + b"\x1a",
    "lines ended by LF": lambda picture, columns: sauce(
        picture.replace(b"\r\n", b"\n"), columns, SIZES[columns]),
    "comments": lambda picture, columns: sauce(
        picture, columns, SIZES[columns], (b"drawn at night", b"") * 100),
    "a record without its end of file": lambda picture, columns: sauce(
        picture, columns, SIZES[columns], end=b""),
    "a record without a size": lambda picture, columns: sauce(picture, 0, 0),
    "blank lines below": lambda picture, columns: sauce(
        picture + b"\r\n" * 30, columns, SIZES[columns]),
}

every_picture = pytest.mark.parametrize("picture", PICTURES, ids=lambda each: (
    f"{each.room}/{each.name}"))
at_both_widths = pytest.mark.parametrize("columns", WIDTHS)


def never(bad: Exception) -> None:
    raise bad


def hung(picture: Picture, columns: int, folder: Path | None = None) -> Art:
    return picture.hung(Sign("Brass Lantern", columns=columns, gallery=Gallery(folder, never)))


def file_of(picture: Picture, columns: int, folder: Path = OURS) -> Path:
    return folder / picture.room / f"{picture.name}-{columns}.ans"


def record(picture: Picture, columns: int) -> Sauce:
    _, sauce = split(file_of(picture, columns).read_bytes())
    assert sauce
    return sauce


# What there is


def test_there_are_pictures_and_each_is_named_once() -> None:
    assert PICTURES
    assert len({(each.room, each.name) for each in PICTURES}) == len(PICTURES)


def test_what_is_asked_for_is_there_and_nothing_else() -> None:
    there = {path.relative_to(OURS).as_posix() for path in OURS.rglob("*") if path.is_file()}
    assert there == set(names())


def test_what_the_commands_ask_for_is_what_screens_ask_for() -> None:
    """Picture.hung() and asked_for() say it separately."""
    class Asked(Gallery):
        def art(self, *wanted: object) -> Art:  # type: ignore[override]
            asked.append(wanted)
            return Art(Canvas(), {})
    asked: list[tuple[object, ...]] = []
    gallery = Asked(None, never)
    for picture in PICTURES:
        for columns in (80, 40):
            picture.hung(Sign("", columns=columns, gallery=gallery))
    assert asked == list(asked_for())


# Each of them


@at_both_widths
@every_picture
def test_it_has_its_fields_and_no_others(picture: Picture, columns: int) -> None:
    art = hung(picture, columns)
    assert set(art.fields) == set(picture.fields)
    assert (art.canvas.columns, art.canvas.rows) == (columns, SIZES[columns])


@at_both_widths
@every_picture
def test_it_is_signed_and_says_its_size(picture: Picture, columns: int) -> None:
    sauce = record(picture, columns)
    assert sauce.title and sauce.author and sauce.group
    assert datetime.strptime(sauce.date, "%Y%m%d")
    assert (sauce.columns, sauce.rows, sauce.ice) == (columns, SIZES[columns], False)


@at_both_widths
@every_picture
def test_the_last_column_and_the_prompts_row_are_empty(picture: Picture, columns: int) -> None:
    """Terminals wrap in the last column (TERMINALS.md); a field may end there, in a blank."""
    art, rows = hung(picture, columns), SIZES[columns]
    drawn = art.canvas.changes(Canvas(columns, rows))
    assert [row for row, _, end in drawn if end == columns or row == rows - 1] == []
    assert [each.name for each in art.fields.values() if each.row + each.height == rows] == []


@at_both_widths
@every_picture
def test_a_terminal_with_code_page_437_shows_what_an_editor_shows(
        picture: Picture, columns: int) -> None:
    """Of the characters below 20 only the suits go over the wire as they are."""
    assert set(hung(picture, columns).canvas.glyphs) - RAW == set()


@at_both_widths
@every_picture
def test_saved_again_it_is_the_same_to_the_byte(picture: Picture, columns: int) -> None:
    sauce = record(picture, columns)
    day = datetime.strptime(sauce.date, "%Y%m%d").date()
    again = save(hung(picture, columns).canvas, sauce.title, sauce.author, sauce.group, day)
    assert again == file_of(picture, columns).read_bytes()


@pytest.mark.parametrize("editor", EDITORS, ids=lambda each: each.__name__)
@at_both_widths
@every_picture
def test_saved_by_any_editor_it_looks_the_same(
        picture: Picture, columns: int, editor: Callable[[Canvas], bytes]) -> None:
    """CR LF or nothing between rows, CSI C runs, comments, no record: tests/editors.py."""
    canvas = hung(picture, columns).canvas
    again = load(editor(canvas), columns, SIZES[columns])
    assert again.changes(canvas) == [] and canvas.changes(again) == []


@pytest.mark.parametrize("habit", HABITS.values(), ids=HABITS)
@at_both_widths
@every_picture
def test_however_its_file_ends_it_looks_the_same(
        picture: Picture, columns: int, habit: Callable[[bytes, int], bytes]) -> None:
    drawn, _ = split(file_of(picture, columns).read_bytes())
    again = load(habit(drawn, columns), columns, SIZES[columns])
    assert again.changes(hung(picture, columns).canvas) == []


# Exported, and imported unchanged


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("art")
    assert main(["art", "export", str(folder)]) == 0
    return folder


@at_both_widths
@every_picture
def test_exported_it_is_the_same_picture(picture: Picture, columns: int, exported: Path) -> None:
    assert file_of(picture, columns, exported).exists()
    ours, theirs = hung(picture, columns), hung(picture, columns, exported)
    assert (theirs.canvas.glyphs, theirs.canvas.colours) == (
        ours.canvas.glyphs, ours.canvas.colours)
    assert theirs.fields == ours.fields


def test_the_doctor_finds_nothing_wrong_or_odd_with_them(
        exported: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "anteup.ini").write_text(f"[casino]\nart = {exported}\n")
    assert main(["doctor", "--data", str(tmp_path)]) == 0
    told = capsys.readouterr().out
    assert f"{len(list(names()))} files of your own, nothing wrong" in told and "Odd" not in told


# In a wheel


def test_a_wheel_has_them_all() -> None:
    """By setup.cfg's patterns, as setuptools expands them."""
    setup = ConfigParser(interpolation=None)
    setup.read(Path(__file__).parents[2] / "setup.cfg")
    patterns = setup["options.package_data"]["ansi"].split()
    packed = {path for pattern in patterns
              for path in glob(pattern, root_dir=OURS.parent, recursive=True)}
    assert {f"art/{name}" for name in names()} <= packed
