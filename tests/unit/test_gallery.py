"""Whose picture is hung: the sysop's, or the house's own where the sysop's is bad or not there."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from ansi.art import BadArt, save
from ansi.canvas import Canvas
from ansi.fields import Field
from ansi.gallery import LARGEST, Gallery

FIELDS = ("pot",)


def draw(folder: Path, sign: str, fields: str | None = "pot 2 3 5", room: str = "poker") -> None:
    """A picture of one sign, ROOM/table.ans, and its fields."""
    canvas = Canvas(40, 10)
    canvas.text(0, 0, sign)
    (folder / room).mkdir(parents=True, exist_ok=True)
    data = save(canvas, "table", "Zoe", "", date(2026, 1, 31))
    (folder / room / "table.ans").write_bytes(data)
    if fields is not None:
        (folder / room / "table.fields").write_text(fields)


class House:
    """A sysop's folder, the house's own, and what was complained of."""

    def __init__(self, folder: Path) -> None:
        self.theirs, self.ours = folder / "theirs", folder / "ours"
        self.complaints: list[BadArt] = []
        self.gallery = Gallery(self.theirs, self.complaints.append, self.ours)
        draw(self.ours, "ours")

    def hung(self) -> tuple[str, Field]:
        art = self.gallery.art("poker", "table", 40, 10, FIELDS)
        return art.canvas.row_text(0).rstrip(), art.fields["pot"]


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


def test_the_houses_own_hangs_where_the_sysop_has_none(house: House) -> None:
    assert house.hung() == ("ours", Field("pot", 1, 2, 5)) and not house.complaints


def test_no_folder_will_do(house: House) -> None:
    art = Gallery(None, house.complaints.append, house.ours).art("poker", "table", 40, 10)
    assert art.canvas.row_text(0).rstrip() == "ours" and art.fields == {}


def test_the_sysops_comes_first_and_brings_its_fields(house: House) -> None:
    draw(house.theirs, "theirs", "pot 4 1 5")
    assert house.hung() == ("theirs", Field("pot", 3, 0, 5)) and not house.complaints


def test_a_sysop_may_have_one_of_the_two_files(house: House) -> None:
    draw(house.theirs, "theirs", None)
    assert house.hung() == ("theirs", Field("pot", 1, 2, 5))
    draw(house.theirs, "theirs", "pot 4 1 5")
    (house.theirs / "poker" / "table.ans").unlink()
    house.gallery = Gallery(house.theirs, house.complaints.append, house.ours)
    assert house.hung() == ("ours", Field("pot", 3, 0, 5)) and not house.complaints


@pytest.mark.parametrize("fields, reason", [
    ("", "no field pot"), ("stack 1 1 1", "line 1: there is no field stack here, only pot"),
    ("pot 11 1 5", "line 1: pot is not within 40 columns and 10 rows"),
])
def test_bad_fields_are_told_once_and_the_houses_own_hangs(
        house: House, fields: str, reason: str) -> None:
    draw(house.theirs, "theirs", fields)
    for _ in range(2):
        assert house.hung() == ("ours", Field("pot", 1, 2, 5))
    path = house.theirs / "poker" / "table.fields"
    assert [str(bad) for bad in house.complaints] == [f"{path}: {reason}"]


def test_a_bad_picture_is_told_and_its_fields_go_with_it(house: House) -> None:
    draw(house.theirs, "theirs", "pot 4 1 5")
    path = house.theirs / "poker" / "table.ans"
    path.write_bytes(b"x" * 41)
    assert house.hung() == ("ours", Field("pot", 1, 2, 5))
    assert [str(bad) for bad in house.complaints] == [
        f"{path}: it is 41 columns wide, and there is room for 40"]


@pytest.mark.parametrize("make, reason", [
    (lambda path: path.mkdir(), "it is no file"),
    (os.mkfifo, "it is no file"),
    (lambda path: path.symlink_to("/dev/zero"), "it is no file"),
    (lambda path: path.symlink_to(path), "it cannot be read: Too many levels of symbolic links"),
    (lambda path: path.write_bytes(b" " * (LARGEST + 1)), f"it has more than {LARGEST} bytes"),
], ids=("a folder", "a pipe", "a device", "a link to itself", "too much"))
def test_what_is_no_file_of_a_likely_size_is_told(
        house: House, make: Callable[[Path], object], reason: str) -> None:
    path = house.theirs / "poker" / "table.ans"
    path.parent.mkdir(parents=True)
    make(path)
    assert house.hung()[0] == "ours"
    assert [bad.reason for bad in house.complaints] == [reason]


def test_a_link_to_a_file_is_that_file(house: House) -> None:
    draw(house.theirs, "theirs", None)
    path = house.theirs / "poker" / "table.ans"
    path.rename(house.theirs / "elsewhere.ans")
    path.symlink_to("../elsewhere.ans")
    assert house.hung()[0] == "theirs" and not house.complaints


@pytest.mark.parametrize("mark, end", [("", "\n"), ("\ufeff", "\r\n")], ids=("vi", "Notepad"))
def test_fields_are_read_as_any_editor_leaves_them(house: House, mark: str, end: str) -> None:
    draw(house.theirs, "theirs", mark + end.join(("pot 4 1 5", "# die Größe", "")))
    assert house.hung() == ("theirs", Field("pot", 3, 0, 5)) and not house.complaints


def test_a_folder_that_is_a_file_is_no_folder(house: House) -> None:
    house.theirs.write_text("not a folder")
    assert house.hung()[0] == "ours" and not house.complaints


def test_each_room_has_its_own(house: House) -> None:
    draw(house.ours, "bank", room="bank")
    assert house.gallery.art("bank", "table", 40, 10).canvas.row_text(0).rstrip() == "bank"
    assert house.hung()[0] == "ours"


def test_a_picture_of_our_own_that_is_bad_is_a_bug(house: House) -> None:
    with pytest.raises(BadArt, match="lobby.*it is not there"):
        house.gallery.art("lobby", "title", 40, 10)
    with pytest.raises(BadArt, match="no field stack"):
        house.gallery.art("poker", "table", 40, 10, ("pot", "stack"))


def test_a_picture_is_read_once(house: House) -> None:
    first = house.gallery.art("poker", "table", 40, 10, FIELDS)
    draw(house.theirs, "theirs")
    assert house.gallery.art("poker", "table", 40, 10, ["pot"]) is first


def test_faults_names_both_files_and_tells_nobody(house: House) -> None:
    draw(house.theirs, "theirs", "")
    (house.theirs / "poker" / "table.ans").write_bytes(b"x" * 41)
    found = house.gallery.faults("poker", "table", 40, 10, FIELDS)
    assert [(Path(bad.name).name, bad.reason) for bad in found] == [
        ("table.ans", "it is 41 columns wide, and there is room for 40"),
        ("table.fields", "no field pot")]
    assert not house.complaints


def test_what_hangs_has_no_faults(house: House) -> None:
    assert house.gallery.faults("poker", "table", 40, 10, FIELDS) == []
    draw(house.theirs, "theirs")
    assert house.gallery.faults("poker", "table", 40, 10, FIELDS) == []
    assert Gallery(None, house.complaints.append, house.ours).faults(
        "poker", "table", 40, 10, FIELDS) == []
