"""`anteup art export`: what it writes, what it leaves, and where it cannot."""

from __future__ import annotations

import errno
import os
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from ansi.art import BadArt
from ansi.canvas import Canvas
from ansi.fields import COLOURS, parse
from ansi.gallery import Gallery
from door.cli import USAGE_ERROR, art, main
from tests.commands import accepted, quoted
from tests.paintings import FILES, LAMP, furnish, paint


@pytest.fixture(autouse=True)
def ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The house's own pictures."""
    monkeypatch.delenv("ANTEUP_DATA", raising=False)
    furnish(monkeypatch, tmp_path / "ours")
    return tmp_path / "ours"


def contents(folder: Path) -> dict[str, bytes]:
    """All that is in a folder, hidden or not, but the page on how to edit it."""
    return {path.relative_to(folder).as_posix(): path.read_bytes()
            for path in folder.rglob("*") if path.is_file() and path.name != art.README}


def test_every_picture_and_its_fields_are_written(
        ours: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    there = tmp_path / "new" / "pictures"
    assert main(["art", "export", str(there)]) == 0
    assert sorted(contents(there)) == list(FILES) and contents(there) == contents(ours)
    assert (there / "README.txt").read_text() == art.readme()
    assert capsys.readouterr() == (f"Wrote {len(FILES) + 1} files into {there}\n", "")


def test_a_folder_is_named_from_where_the_sysop_is(
        ours: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    assert main(["art", "export", "pictures"]) == 0
    assert contents(tmp_path / "here" / "pictures") == contents(ours)


def test_by_default_they_go_where_the_casino_looks(ours: Path, tmp_path: Path) -> None:
    data = tmp_path / "data"
    assert main(["art", "export", "--data", str(data)]) == 0
    assert contents(data / "art") == contents(ours)
    assert data.stat().st_mode & 0o777 == 0o700     # as a server makes it
    (data / "anteup.ini").write_text("[casino]\nart = my pictures\n")
    assert main(["art", "export", "--data", str(data)]) == 0
    assert contents(data / "my pictures") == contents(ours)


def test_what_is_there_is_left_and_named(
        ours: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    there = tmp_path / "art"
    mine = paint(there, LAMP, 80, "my lamp")
    before = mine.read_bytes()
    assert main(["art", "export", str(there)]) == 0
    assert mine.read_bytes() == before
    assert contents(there) == contents(ours) | {"yard/lamp-80.ans": before}
    assert capsys.readouterr().out == (
        "Left as it is: yard/lamp-80.ans\n"
        f"Wrote {len(FILES)} files into {there}; --force replaces those that were there\n")


def test_only_force_puts_ours_in_place_of_the_sysops(
        ours: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    there = tmp_path / "art"
    paint(there, LAMP, 80, "my lamp")
    assert main(["art", "export", str(there), "--force"]) == 0
    assert contents(there) == contents(ours)
    assert "Left" not in capsys.readouterr().out


def test_a_link_is_left_too_and_force_replaces_the_link_alone(ours: Path, tmp_path: Path) -> None:
    there, elsewhere = tmp_path / "art", tmp_path / "elsewhere.ans"
    elsewhere.write_text("mine")
    (there / "yard").mkdir(parents=True)
    (there / "yard" / "lamp-80.ans").symlink_to(elsewhere)
    (there / "yard" / "lamp-40.ans").symlink_to("nowhere")
    assert main(["art", "export", str(there)]) == 0
    assert (there / "yard" / "lamp-80.ans").is_symlink()
    assert (there / "yard" / "lamp-40.ans").is_symlink()
    assert main(["art", "export", str(there), "--force"]) == 0
    assert contents(there) == contents(ours) and elsewhere.read_text() == "mine"


def test_who_may_read_them_is_as_the_umask_has_it(tmp_path: Path) -> None:
    """A sysop who is root writes them, and a server that is not reads them."""
    before = os.umask(0o022)
    try:
        assert main(["art", "export", str(tmp_path / "art")]) == 0
    finally:
        os.umask(before)
    assert (tmp_path / "art" / FILES[0]).stat().st_mode & 0o777 == 0o644
    assert (tmp_path / "art" / "bar").stat().st_mode & 0o777 == 0o755


def a_file(path: Path) -> str:
    path.write_text("a file")
    return f"{path} is no folder"


def a_link_to_nothing(path: Path) -> str:
    path.symlink_to("/nowhere/at/all")
    return f"{path} is no folder"


def a_room_that_is_a_file(path: Path) -> str:
    path.mkdir()
    return a_file(path / "bar")


def a_room_in_a_file(path: Path) -> str:
    path.mkdir()
    (path / "bar").symlink_to("/dev/null/bar")
    return f"{path}/bar"


def a_folder_in_a_files_place(path: Path) -> str:
    (path / "bar" / "mirror-80.ans").mkdir(parents=True)
    return f"{path}/bar/mirror-80.ans: Is a directory"


@pytest.mark.parametrize("make", [a_file, a_link_to_nothing, a_room_that_is_a_file,
                                  a_room_in_a_file, a_folder_in_a_files_place])
def test_where_nothing_can_be_written_one_line_says_why(
        make: Callable[[Path], str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    reason = make(tmp_path / "art")
    assert main(["art", "export", str(tmp_path / "art"), "--force"]) == USAGE_ERROR
    out, err = capsys.readouterr()
    assert out == "" and err.startswith(f"anteup: {reason}") and err.count("\n") == 1


@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EACCES])
def test_a_file_is_written_whole_or_not_at_all(
        error: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str]) -> None:
    there = tmp_path / "art"
    mine = paint(there, LAMP, 80, "my lamp")
    before = mine.read_bytes()

    def refuse(path: Path, target: Path) -> None:
        if target.name == mine.name:
            raise OSError(error, os.strerror(error))
        os.replace(path, target)
    monkeypatch.setattr(Path, "replace", refuse)
    assert main(["art", "export", str(there), "--force"]) == USAGE_ERROR
    assert capsys.readouterr().err == f"anteup: {mine}: {os.strerror(error)}\n"
    assert mine.read_bytes() == before
    assert [name for name in contents(there) if name not in FILES] == []


def test_a_wrong_setting_is_told_before_anything_is_written(
        tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "anteup.ini").write_text("[casino]\nart = x\nluck = good\n")
    assert main(["art", "export", "--data", str(tmp_path)]) == USAGE_ERROR
    out, err = capsys.readouterr()
    assert out == "" and "anteup.ini, line 3" in err and err.count("\n") == 1
    assert not (tmp_path / "x").exists()


def test_art_alone_shows_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["art"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("usage: anteup art") and "export" in out and err == ""


def test_what_was_exported_is_what_hangs(ours: Path, tmp_path: Path) -> None:
    main(["art", "export", str(tmp_path / "art")])
    told: list[BadArt] = []
    theirs = Gallery(tmp_path / "art", told.append, tmp_path / "empty")
    for wanted in art.asked_for():
        assert theirs.art(*wanted).fields == Gallery(None, told.append, ours).art(*wanted).fields
    assert told == []


# The page beside them


def test_the_page_is_plain_text_of_a_terminals_width() -> None:
    text = art.readme()
    assert text.isascii() and text.endswith("\n")
    assert [line for line in text.splitlines() if len(line) > 79 or line != line.rstrip()] == []


def test_the_page_quotes_what_there_is() -> None:
    text = art.readme()
    lines = quoted(text)
    assert ["anteup", "doctor"] in lines and ["anteup", "art", "export"] in lines
    assert all(map(accepted, lines))
    assert ", ".join(COLOURS) in " ".join(text.split())


def test_the_pages_fields_are_fields() -> None:
    (example,) = [textwrap.dedent(part) for part in art.readme().split("\n\n")
                  if part.startswith("    pot")]
    fields = parse(example, Canvas(80, 24), {"pot", "notice"})
    assert (fields["pot"].row, fields["pot"].column) == (2, 39)
    assert (fields["notice"].width, fields["notice"].height) == (39, 3)
