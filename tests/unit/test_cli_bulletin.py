"""`anteup bulletin`: three files that a board can show, whole, and with no orders for the board."""

from __future__ import annotations

import asyncio
import os
import stat
from datetime import date
from pathlib import Path
from random import Random
from unittest.mock import patch

import pytest

from ansi.art import load
from ansi.sauce import split
from door.cli import main
from door.config import BankSettings
from door.screens.bulletin import painted, printed
from door.screens.frame import Sign
from door.views import (Chalk, Fame, Hall, LastNight, Night, Ranking, Story)
from tests.books import Clock, bank_in
from tests.fame_nights import evening

ENDINGS = (".ans", ".asc", ".txt")
SEASON = 2026 * 12 + 10
LONGEST = "W" * 20


def written(folder: Path, *options: str, name: str = "anteup") -> dict[str, bytes]:
    assert main(["bulletin", "--data", str(folder), *options]) == 0
    out = folder / "bulletins" if "--out" not in options else Path(
        options[options.index("--out") + 1])
    assert sorted(path.name for path in out.iterdir()) == sorted(name + end for end in ENDINGS)
    return {ending: (out / (name + ending)).read_bytes() for ending in ENDINGS}


def valid(files: dict[str, bytes]) -> None:
    """What a board, an editor and a person with a ruler would say of them."""
    for ending in (".asc", ".txt"):
        data = files[ending]
        assert data.isascii() and data.endswith(b"\r\n")
        lines = data.decode("ascii").split("\r\n")[:-1]
        assert 0 < len(lines) <= 24 and max(map(len, lines)) <= 79
        assert all(line.isprintable() for line in lines)
    sauce = split(files[".ans"])[1]
    assert sauce is not None and (sauce.columns, sauce.title) == (80, "The Hall of Fame")
    assert sauce.rows <= 24
    canvas = load(files[".ans"], 80, 24)
    assert all(canvas.row_text(row)[79] == " " for row in range(24))


def test_files_are_there_and_valid_before_anything_is(tmp_path: Path,
                                                      capsys: pytest.CaptureFixture[str]) -> None:
    files = written(tmp_path / "data")
    valid(files)
    assert b"Nobody yet." in files[".txt"] and b"Nobody has played here yet." in files[".asc"]
    assert not (tmp_path / "data" / "anteup.db").exists()
    assert (tmp_path / "data").stat().st_mode & 0o077 == 0
    assert "anteup.ans, anteup.asc and anteup.txt" in capsys.readouterr().out


async def a_night(folder: Path, clock: Clock) -> None:
    luck = Random("bulletin")
    async with bank_in(folder, now=clock) as bank:
        for handle in ("Ada", "Käthe @bbs", "x|07@HANGUP@~%"):
            caller = await bank.create(handle, "secret")
            for _ in range(12):
                await evening(bank, caller, luck, clock.pass_by, 40, 5)
        await bank.hall.chalk(caller.id, "@EXEC:FORMAT@ |CL ^A `%")


def test_a_board_reads_the_best_and_last_night_beside_a_running_server(tmp_path: Path) -> None:
    clock = Clock()
    asyncio.run(a_night(tmp_path, clock))
    clock.pass_by(86_400)

    async def beside() -> dict[str, bytes]:
        async with bank_in(tmp_path, now=clock):
            return await asyncio.to_thread(written, tmp_path)

    with patch("door.bank.hall_counter.clock", clock):
        files = asyncio.run(beside())
    valid(files)
    for ending in (".asc", ".txt"):
        text = files[ending].decode("ascii")
        for shown in ("Net result, November 2023", "Ada", "Kathe *bbs", "Biggest pot",
                      "Worst beat", "Chalkboard", "x!07*HANGUP*-/"):
            assert shown in text, (ending, shown)
    for ending, data in files.items():
        picture = data.split(b"\x1a")[0]
        assert not set(b"@|%^~`{}\\") & set(picture), ending


def widest() -> tuple[Hall, LastNight]:
    """The longest of everything."""
    lines = tuple(Fame(number, number, LONGEST, (-1_234_567, 1_234_567)) for number in range(1, 16))
    pot = Story("pot", LONGEST, 410, 0, None)
    beat = Story("beat", LONGEST, 7200, 7300, 1)
    banks = tuple(Story("bank", LONGEST, 500, 0, 0) for _ in range(5))
    streaks = tuple(Story("streak", LONGEST, 1000, 0, 1) for _ in range(5))
    night = Night(20000, 0, 123_456, (pot, beat, *banks, *streaks), 1000, 1000)
    return (Hall(SEASON, (Ranking("net", SEASON, lines),)),
            LastNight(night, (), 0, Chalk(LONGEST, 1_700_000_000, "W" * 60)))


def test_the_longest_of_everything_has_room() -> None:
    canvas = painted("W" * 26, *widest())
    shown = "\n".join(canvas.row_text(row).rstrip() for row in range(24))
    assert "W" * 60 in shown and shown.count(LONGEST) >= 10
    assert "14 November 2023" in shown, "the last row is there"
    lines = printed("W" * 26, *widest())
    assert len(lines) <= 24 and max(map(len, lines)) <= 79 and "2023)." in lines[-1]


def test_another_folder_and_name(tmp_path: Path) -> None:
    (tmp_path / "text").mkdir()
    valid(written(tmp_path / "data", "--out", str(tmp_path / "text"), "--name", "casino",
                  name="casino"))


@pytest.mark.parametrize("name", ["", "..", ".hidden", "../up", "a/b", "a\\b", "x" * 101])
def test_a_name_that_leads_elsewhere_is_refused(tmp_path: Path, name: str,
                                                capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bulletin", "--data", str(tmp_path), "--name", name]) == 2
    assert "cannot be a file's name" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_the_board_may_read_them_whatever_the_umask(tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        written(tmp_path)
    finally:
        os.umask(before)
    for path in (tmp_path / "bulletins").iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o644


def test_a_failure_leaves_the_old_file_and_no_part(tmp_path: Path,
                                                   capsys: pytest.CaptureFixture[str]) -> None:
    files = written(tmp_path)
    with patch("pathlib.Path.replace", side_effect=OSError(28, "No space left on device")):
        assert main(["bulletin", "--data", str(tmp_path)]) == 2
    assert "No space left" in capsys.readouterr().err
    assert written(tmp_path) == files       # no part is left beside them


def test_a_folder_that_cannot_be_is_refused(tmp_path: Path,
                                            capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert main(["bulletin", "--data", str(tmp_path), "--out", str(tmp_path / "file")]) == 2
    assert str(tmp_path / "file") in capsys.readouterr().err


def test_the_date_of_the_record_is_todays() -> None:
    from door.cli.bulletin import _files
    ans = dict(_files("Brass Lantern Casino", Hall(SEASON), LastNight()))[".ans"]
    sauce = split(ans)[1]
    assert sauce is not None and sauce.date == f"{date.today():%Y%m%d}"
    assert Sign("Brass Lantern Casino").name in load(ans, 80, 24).row_text(0)
    assert BankSettings().day_starts.hour == 0
