"""`anteup doctor` on the sysop's pictures: which cannot be shown and why, and what is odd."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ansi.gallery import LARGEST
from door.cli import curator, main
from tests.paintings import FIELDS, FILES, LAMP, MIRROR, furnish, paint


class Doctor:
    """Runs it on a data folder; `out` is what it said last."""

    def __init__(self, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.data, self.art, self.out = data, data / "art", ""
        self._capsys = capsys

    def __call__(self) -> int:
        status = main(["doctor", "--data", str(self.data)])
        told = self._capsys.readouterr()
        assert told.err == ""
        self.out = told.out
        return status

    def lines(self, begin: str) -> list[str]:
        """What is behind these words, wherever a line begins with them."""
        return [line.removeprefix(begin).strip() for line in self.out.splitlines()
                if line.startswith(begin)]

    @property
    def wrong(self) -> list[str]:
        return self.lines("Wrong: ")

    @property
    def odd(self) -> list[str]:
        return self.lines("  Odd: ")

    @property
    def pictures(self) -> str:
        (found,) = self.lines("Pictures ")
        return found


@pytest.fixture
def ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str]) -> Doctor:
    furnish(monkeypatch, tmp_path / "ours")
    (tmp_path / "data").mkdir(mode=0o700)
    return Doctor(tmp_path / "data", capsys)


@pytest.fixture
def exported(ask: Doctor) -> Doctor:
    """All of ours are there."""
    assert main(["art", "export", "--data", str(ask.data)]) == 0
    ask()
    return ask


def test_without_pictures_all_is_well(ask: Doctor) -> None:
    assert ask() == 0
    assert ask.pictures == f"{ask.art}: none of your own"
    assert not ask.art.exists()


def test_what_was_exported_is_all_well(exported: Doctor) -> None:
    assert exported() == 0
    assert exported.pictures == f"{exported.art}: {len(FILES)} files of your own, nothing wrong"
    assert exported.odd == []


def test_one_picture_of_ones_own_will_do(ask: Doctor) -> None:
    paint(ask.art, LAMP, 40, "my lamp")
    assert ask() == 0
    assert ask.pictures == f"{ask.art}: 1 file of your own, nothing wrong" and ask.odd == []


# What cannot be shown

Make = Callable[[Path], Any]


def instead(make: Make) -> Make:
    """Something else in a file's place."""
    def put(path: Path) -> None:
        path.unlink()
        make(path)
    return put


NO_PICTURES: list[tuple[str, Make, str]] = [
    ("too wide", lambda path: path.write_bytes(b"x" * 41 + b"\r\n"),
     "it is 41 columns wide, and there is room for 40"),
    ("too high", lambda path: path.write_bytes(b"x\r\n" * 26),
     "it is 26 rows high, and there is room for 25"),
    ("a sequence", lambda path: path.write_bytes(b"\x1b[5;2r"),
     "unknown sequence ESC [5;2r in row 1"),
    ("too much", lambda path: path.write_bytes(bytes(LARGEST + 1)),
     f"it has more than {LARGEST} bytes"),
    ("a folder", instead(Path.mkdir), "it is no file"),
    ("a pipe", instead(os.mkfifo), "it is no file"),
    ("a link to nothing", instead(lambda path: path.symlink_to("nothing")),
     "it is a link to what is not there"),
    ("a link to itself", instead(lambda path: path.symlink_to(path)),
     "it cannot be read: Too many levels of symbolic links"),
]


@pytest.mark.parametrize("make, reason", [each[1:] for each in NO_PICTURES],
                         ids=[each[0] for each in NO_PICTURES])
def test_a_picture_that_cannot_be_shown_is_named(
        exported: Doctor, make: Make, reason: str) -> None:
    path = exported.art / "yard" / "lamp-40.ans"
    make(path)
    assert exported() == 1
    assert exported.wrong == [f"{path}: {reason}; ours is shown instead"]
    assert exported.pictures.endswith(f"{len(FILES)} files of your own, 1 cannot be used")


def test_the_wrong_width_under_a_name_is_named(exported: Doctor) -> None:
    wide, narrow = exported.art / "yard" / "lamp-80.ans", exported.art / "yard" / "lamp-40.ans"
    wide.write_bytes(b"a lamp" + b" " * 60 + b"and its light")
    narrow.write_bytes(wide.read_bytes())
    assert exported() == 1
    assert exported.wrong == [f"{narrow}: it is 79 columns wide, and there is room for 40; "
                              "ours is shown instead"]


@pytest.mark.parametrize("fields, reason", [
    ("name 2 3 10", "no field lines"), (FIELDS + "pot 1 1 1",
                                        "line 4: there is no field pot here, only lines, name"),
    ("name 2 3 10\nlines 4 30 20x2", "line 2: lines is not within 40 columns and 25 rows"),
    ("name 2 3 ten", "line 1: a line is name row column width"), ("", "no field lines, name")])
def test_fields_that_cannot_be_used_are_named(
        exported: Doctor, fields: str, reason: str) -> None:
    path = exported.art / "bar" / "mirror-40.fields"
    path.write_text(fields)
    assert exported() == 1
    (wrong,) = exported.wrong
    assert wrong.startswith(f"{path}: {reason}")


def test_each_bad_file_has_its_line(exported: Doctor) -> None:
    for name in FILES:
        (exported.art / name).write_bytes(b"\x1b[1;2z")
    assert exported() == 1
    assert [wrong.partition(": ")[0] for wrong in exported.wrong] == [
        str(exported.art / name) for name in sorted(FILES, key=in_order)]
    assert exported.pictures.endswith(f"{len(FILES)} cannot be used")


def in_order(name: str) -> tuple[str, bool, str]:
    """The wide one first, then its fields."""
    return name.partition("/")[0], "-80" not in name, name


def test_a_file_of_another_account_is_named(
        exported: Doctor, monkeypatch: pytest.MonkeyPatch) -> None:
    path, openly = exported.art / "yard" / "lamp-40.ans", Path.open

    def refuse(self: Path, *arguments: Any, **options: Any) -> Any:
        if self == path:
            raise PermissionError(13, "Permission denied")
        return openly(self, *arguments, **options)
    monkeypatch.setattr(Path, "open", refuse)
    assert exported() == 1
    assert exported.wrong == [
        f"{path}: it cannot be read: Permission denied; ours is shown instead"]


def test_a_room_that_is_closed_has_one_line(
        exported: Doctor, monkeypatch: pytest.MonkeyPatch) -> None:
    allowed = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: (
        not str(path).endswith("bar") and allowed(path, mode)))
    assert exported() == 1
    assert exported.wrong == [
        f"{exported.art}/bar: it cannot be looked into; ours is shown instead"]


def test_a_folder_of_another_account_is_left_to_it(
        exported: Doctor, monkeypatch: pytest.MonkeyPatch) -> None:
    allowed = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: (
        not str(path).endswith("art") and allowed(path, mode)))
    assert exported() == 0
    assert "may look into it" in exported.pictures


# The folder


def test_the_folder_of_the_settings_is_looked_into(ask: Doctor) -> None:
    (ask.data / "anteup.ini").write_text("[casino]\nart = mine\n")
    paint(ask.data / "mine", LAMP, 40, "my lamp")
    assert ask() == 0
    assert ask.pictures == f"{ask.data}/mine: 1 file of your own, nothing wrong"


def test_a_folder_that_the_settings_name_has_to_be_there(ask: Doctor) -> None:
    (ask.data / "anteup.ini").write_text("[casino]\nart = mine\n")
    assert ask() == 1
    assert ask.wrong == [
        f"[casino] art = {ask.data}/mine: no such folder; anteup art export makes it"]


@pytest.mark.parametrize("error, status", [(PermissionError, 0), (OSError, 1)])
def test_a_folder_that_cannot_be_reached_may_be_anothers_or_broken(
        ask: Doctor, error: type[OSError], status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    (ask.data / "anteup.ini").write_text("[casino]\nart = mine\n")
    really = Path.stat

    def refuse(self: Path, **options: Any) -> os.stat_result:
        if self.name == "mine":
            raise error(5, "Input/output error")
        return really(self, **options)
    monkeypatch.setattr(Path, "stat", refuse)
    assert ask() == status
    assert ask.wrong == [f"{ask.data}/mine: Input/output error; our pictures are shown"][:status]
    assert ("may look into it" in ask.pictures) == (error is PermissionError)


def test_a_file_in_the_folders_place_is_wrong(ask: Doctor) -> None:
    ask.art.write_text("a file")
    assert ask() == 1
    assert ask.wrong == [f"{ask.art} is no folder; our pictures are shown"]


# What is odd


@pytest.mark.parametrize("name, remark", [
    ("bar/miror-80.ans", "did you mean bar/mirror-80.ans?"),
    ("bar/mirror.ans", "did you mean bar/mirror-"),
    ("bar/mirror-132.ans", "did you mean bar/mirror-"),
    ("bar/MIRROR-80.ANS", "did you mean bar/mirror-80.ans?"),
    ("mirror-80.ans", "did you mean bar/mirror-80.ans?"),
    ("bar/mirror-80.ans.bak", "did you mean bar/mirror-80.ans?"),
    ("yard/lamp-80.fields", ""), ("bar/qqqqqqqqqq", "")])
def test_a_file_that_nothing_asks_for_is_odd(exported: Doctor, name: str, remark: str) -> None:
    (exported.art / name).write_text("whatever")
    assert exported() == 0
    (odd,) = exported.odd
    assert odd.startswith(f"{name}: nothing asks for it") and remark in odd
    assert exported.pictures.endswith(f"{len(FILES)} files of your own, nothing wrong")


@pytest.mark.parametrize("name, remark", [
    ("Bar", "Bar/: nothing asks for it; did you mean bar/?"),
    ("old stuff", "old stuff/: nothing asks for it")])
def test_a_folder_that_is_no_room_is_odd_and_not_entered(
        exported: Doctor, name: str, remark: str) -> None:
    paint(exported.art / name, LAMP, 40, "a lamp")
    assert exported() == 0
    assert exported.odd == [remark]


def test_hidden_files_and_our_own_page_are_not_odd(exported: Doctor) -> None:
    for name in (".DS_Store", "bar/.mirror-80.ans.swp"):
        (exported.art / name).write_text("whatever")
    assert exported() == 0
    assert exported.odd == [] and (exported.art / "README.txt").exists()


def test_of_many_odd_files_the_first_are_named(exported: Doctor) -> None:
    for number in range(curator.MOST + 7):
        (exported.art / "bar" / f"{number:03}.txt").write_text("whatever")
    assert exported() == 0
    assert len(exported.odd) == curator.MOST + 1 and exported.odd[-1] == "7 more"


def test_control_bytes_of_names_do_not_reach_the_screen(exported: Doctor) -> None:
    (exported.art / "bar" / "mirror\x1b[2J\udcff.ans").write_text("whatever")
    assert exported() == 0
    assert len(exported.odd) == 1 and "\x1b" not in exported.out


def test_what_callers_will_not_see_is_odd(exported: Doctor) -> None:
    lamp, mirror = exported.art / "yard" / "lamp-40.ans", exported.art / "bar" / "mirror-80.fields"
    lamp.write_bytes(b"\r\n" * 24 + b"beneath the prompt")
    mirror.write_text("name 2 3 10\nlines 23 3 20x2")
    assert exported() == 0
    assert exported.odd == [
        "bar/mirror-80: column 80 and row 24 are not shown; keep them empty",
        "yard/lamp-40: column 40 and row 25 are not shown; keep them empty"]


def test_it_changes_nothing(exported: Doctor) -> None:
    (exported.art / "bar" / "mirror-80.ans").write_bytes(b"\x1b[1;2z")
    before = {path: path.is_file() and path.read_bytes() for path in exported.data.rglob("*")}
    assert exported() == 1
    assert {path: path.is_file() and path.read_bytes()
            for path in exported.data.rglob("*")} == before


def test_the_paintings_of_these_tests_are_those_that_are_asked_for() -> None:
    assert {f"{each.room}/{each.name}" for each in (MIRROR, LAMP)} == {
        name.partition("-")[0] for name in FILES}
