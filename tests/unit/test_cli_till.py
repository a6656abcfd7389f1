"""door.cli.till: `anteup sysop audit`, `backup` and `maintain`, without a server."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from door.bank import backup as backups
from door.cli import USAGE_ERROR, main, till
from tests import random_nights
from tests.books import alter, bank_in

DAY = 24 * 3600


class Sysop:
    """Gives orders for a data folder; `out` and `err` are what was said last."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self.out, self.err = folder, "", ""
        self._capsys = capsys

    def __call__(self, *words: object) -> int:
        status = main(["sysop", *map(str, words), "--data", str(self.folder)])
        self.out, self.err = self._capsys.readouterr()
        return status

    @property
    def store(self) -> Path:
        return self.folder / "anteup.db"

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(self.store)) as driver:
            return driver.execute(query).fetchall()


@pytest.fixture(scope="module")
def nights(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A store with some hands of years ago."""
    folder = tmp_path_factory.mktemp("nights")
    asyncio.run(random_nights.fill(folder, 60))
    return (folder / "anteup.db").read_bytes()


@pytest.fixture
def sysop(tmp_path: Path, nights: bytes, capsys: pytest.CaptureFixture[str]) -> Sysop:
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "anteup.db").write_bytes(nights)
    return Sysop(folder, capsys)


def one_line(text: str) -> bool:
    return text.startswith("anteup: ") and text.count("\n") == 1


# The audit


def test_an_audit_says_what_it_has_looked_at(sysop: Sysop) -> None:
    (hands,), = sysop.rows("SELECT count(*) FROM hands")
    (moved,), = sysop.rows("SELECT count(*) FROM transactions")
    assert sysop("audit") == 0
    assert sysop.out == f"{moved} transactions and {hands} hands: all agrees.\n"
    assert sysop.err == ""


def test_an_audit_changes_nothing(sysop: Sysop) -> None:
    before = sysop.store.read_bytes()
    assert sysop("audit") == 0
    assert sysop.store.read_bytes() == before
    assert [path.name for path in sysop.folder.iterdir()] == ["anteup.db"]


def test_the_first_thing_that_is_wrong_is_named_and_the_status_is_1(sysop: Sysop) -> None:
    (id,), = sysop.rows("SELECT id FROM hands WHERE state = 'done' AND number = 2 LIMIT 1")
    alter(sysop.store, "UPDATE hands SET cut = cut || '!' WHERE id = ?", id)
    assert sysop("audit") == till.WRONG == 1
    assert sysop.out.startswith(f"Wrong: hand {id} does not agree with its hashes.\n")
    assert sysop.err == ""


def test_no_card_and_no_seed_is_told(sysop: Sysop) -> None:
    """The caller may still sit there."""
    (seed, serial), = sysop.rows("SELECT seed, serial FROM hands WHERE state = 'open'")
    alter(sysop.store, "UPDATE actions SET action = 'fold' WHERE hand = ? AND n = 0", serial)
    assert sysop("audit") == 1
    assert seed.hex() not in sysop.out


def test_without_a_store_there_is_nothing_to_audit(tmp_path: Path,
                                                   capsys: pytest.CaptureFixture[str]) -> None:
    sysop = Sysop(tmp_path / "none", capsys)
    for order in (("audit",), ("backup", tmp_path / "copy")):
        assert sysop(*order) == USAGE_ERROR
        assert one_line(sysop.err) and "no store" in sysop.err and sysop.out == ""
    assert not (tmp_path / "none").exists()


def test_what_is_no_store_of_ours_is_refused(sysop: Sysop) -> None:
    sysop.store.write_bytes(b"a shopping list" * 100)
    for order in (("audit",), ("maintain",), ("backup", sysop.folder / "copy")):
        assert sysop(*order) == USAGE_ERROR
        assert one_line(sysop.err) and str(sysop.folder) in sysop.err
    assert not (sysop.folder / "copy").exists()


def test_a_damaged_file_is_named(sysop: Sysop) -> None:
    data = bytearray(sysop.store.read_bytes())
    data[8192:8292] = bytes(100)
    sysop.store.write_bytes(data)
    assert sysop("audit") in (1, USAGE_ERROR)
    assert "Wrong: " in sysop.out or one_line(sysop.err)


def test_at_a_terminal_a_bar_tells_how_far_it_is(sysop: Sysop,
                                                 monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert sysop("audit") == 0
    told = sysop.err.split("\r")
    assert f"hands played again   [{'#' * 24}] 100%" in told
    assert f"transactions         [{' ' * 24}]   0%" in told
    assert told[-1] == "" and told[-2].strip() == ""     # wiped
    assert max(map(len, told)) < 80


# The backup


def test_a_backup_is_the_whole_store_and_for_its_owner_alone(sysop: Sysop,
                                                             tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    assert sysop("backup", copy) == 0
    assert sysop.out == f"{copy}: {copy.stat().st_size} bytes, checked.\n"
    assert copy.stat().st_mode & 0o777 == 0o600
    kept = sysop.rows("SELECT * FROM hands ORDER BY serial")
    with closing(sqlite3.connect(copy)) as copied:
        assert copied.execute("SELECT * FROM hands ORDER BY serial").fetchall() == kept


def test_a_backup_takes_the_stores_place(sysop: Sysop, tmp_path: Path) -> None:
    sysop("backup", tmp_path / "copy.db")
    os.replace(tmp_path / "copy.db", sysop.store)
    assert sysop("audit") == 0 and sysop("maintain") == 0


def test_in_a_folder_it_is_called_after_the_moment(sysop: Sysop, tmp_path: Path,
                                                   monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "copies").mkdir()
    monkeypatch.setattr(backups.time, "strftime", lambda form: "20260101-030000")
    assert sysop("backup", tmp_path / "copies") == 0
    assert [path.name for path in (tmp_path / "copies").iterdir()] == ["anteup-20260101-030000.db"]
    assert sysop("backup", tmp_path / "copies") == USAGE_ERROR


def test_a_file_that_is_there_stays_as_it_is(sysop: Sysop, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    copy.write_text("precious")
    assert sysop("backup", copy) == USAGE_ERROR
    assert one_line(sysop.err) and "is there already" in sysop.err
    assert copy.read_text() == "precious"
    (tmp_path / "link.db").symlink_to(tmp_path / "nowhere.db")
    assert sysop("backup", tmp_path / "link.db") == USAGE_ERROR
    assert not (tmp_path / "nowhere.db").exists()


def test_who_takes_the_name_meanwhile_keeps_it(sysop: Sysop, tmp_path: Path,
                                               monkeypatch: pytest.MonkeyPatch) -> None:
    copy, check = tmp_path / "copy.db", backups._check

    def slow(unfinished: Path) -> None:
        check(unfinished)
        copy.write_text("precious")
    monkeypatch.setattr(backups, "_check", slow)
    assert sysop("backup", copy) == USAGE_ERROR and copy.read_text() == "precious"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.db", "data"]


def test_where_a_file_system_has_no_links_it_is_renamed(sysop: Sysop, tmp_path: Path,
                                                        monkeypatch: pytest.MonkeyPatch) -> None:
    def link(*names: object) -> None:
        raise PermissionError("no links here")
    monkeypatch.setattr(backups.os, "link", link)
    assert sysop("backup", tmp_path / "copy.db") == 0
    assert sysop("backup", tmp_path / "copy.db") == USAGE_ERROR
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.db", "data"]


def test_a_copy_that_cannot_be_finished_leaves_nothing(sysop: Sysop, tmp_path: Path,
                                                       monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*names: object) -> None:
        raise OSError(28, "No space left on device")
    monkeypatch.setattr(backups, "_sync", full)
    assert sysop("backup", tmp_path / "copy.db") == USAGE_ERROR
    assert one_line(sysop.err) and "No space left on device" in sysop.err
    assert [path.name for path in tmp_path.iterdir()] == ["data"]


def test_a_folder_that_is_not_there_is_named(sysop: Sysop, tmp_path: Path) -> None:
    assert sysop("backup", tmp_path / "none" / "copy.db") == USAGE_ERROR
    assert one_line(sysop.err) and str(tmp_path / "none") in sysop.err


# The nightly round


def test_what_is_old_is_settled_and_pruned(sysop: Sysop) -> None:
    sums = sysop.rows("SELECT sum(hands), sum(net), sum(squares) FROM totals WHERE caller_id > 0")
    chips = sysop.rows("SELECT sum(balance) FROM accounts WHERE kind IN ('bankroll', 'stack')")
    (open_hands,), = sysop.rows("SELECT count(*) FROM hands WHERE state = 'open'")
    assert open_hands == 1 and sysop("maintain") == 0
    assert "1 settled" in sysop.out and "Hands older than 90 days:" in sysop.out
    assert sysop.err == "" and not sysop.rows("SELECT * FROM hands WHERE state = 'open'")
    (after,) = sysop.rows("SELECT sum(hands), sum(net), sum(squares) FROM totals "
                          "WHERE caller_id > 0")
    assert after[0] == sums[0][0] + 1     # the hand that was settled counts as well
    (now,) = sysop.rows("SELECT sum(balance) FROM accounts WHERE kind IN ('bankroll', 'stack')")
    assert now[0] <= chips[0][0]
    assert sysop("audit") == 0 and "which were pruned, the totals agree" in sysop.out


def test_a_second_round_finds_nothing_to_do(sysop: Sysop) -> None:
    assert sysop("maintain") == 0 and sysop("maintain") == 0
    assert "0 settled" in sysop.out and "days: 0 pruned" in sysop.out


def test_how_long_hands_are_kept_is_a_setting(sysop: Sysop) -> None:
    (sysop.folder / "anteup.ini").write_text("[bank]\nkeep_days = 36500\n")
    (before,), = sysop.rows("SELECT count(*) FROM hands")
    assert sysop("maintain") == 0 and "36500 days: 0 pruned" in sysop.out
    assert sysop.rows("SELECT * FROM pruned") == [] and before > 60


def test_old_logs_of_ours_go_and_nothing_else(sysop: Sysop) -> None:
    old = time.time() - 91 * DAY
    for name in ("anteup.log", "anteup.log.1", "anteup.log.5", "anteup.log.old", "other.log.1"):
        (sysop.folder / name).write_text("")
        os.utime(sysop.folder / name, (old, old))
    (sysop.folder / "anteup.log.2").write_text("")
    (sysop.folder / "anteup.log.3").symlink_to(sysop.folder / "other.log.1")
    assert sysop("maintain") == 0 and "Old logs: 2 removed." in sysop.out
    left = {path.name for path in sysop.folder.iterdir() if ".log" in path.name}
    assert left == {"anteup.log", "anteup.log.2", "anteup.log.3", "anteup.log.old", "other.log.1"}


def test_settings_that_are_wrong_are_named_before_anything_is_done(sysop: Sysop) -> None:
    (sysop.folder / "anteup.ini").write_text("[bank]\nkeep_days = 0\n")
    before = sysop.store.read_bytes()
    assert sysop("maintain") == USAGE_ERROR and one_line(sysop.err) and "keep_days" in sysop.err
    assert sysop.store.read_bytes() == before


# Chips from the house


def balances(sysop: Sysop) -> dict[str, int]:
    return {f"{kind} {caller}": balance for kind, caller, balance in sysop.rows(
        "SELECT kind, caller_id, balance FROM accounts")}


def test_a_grant_comes_from_the_house_and_the_caller_reads_why(sysop: Sysop) -> None:
    before = balances(sysop)
    assert sysop("grant", "CALLER 2", 50, "the  first\x1b[2J prize\n") == 0
    assert "$50 for CALLER 2" in sysop.out and "\x1b" not in sysop.out
    after = balances(sysop)
    assert after["bankroll 3"] == before["bankroll 3"] + 50
    assert after["house None"] == before["house None"] - 50

    async def lines() -> list[str]:
        async with bank_in(sysop.folder) as bank:
            return [line.text for line in (await bank.statement(3, 1)).lines]
    assert asyncio.run(lines()) == ["the first[2J prize"]
    assert sysop("audit") == 0


@pytest.mark.parametrize("chips", ["0", "-5", "1.5", "1e3", "ten", "", "2147483648" * 2, "٥"])
def test_a_grant_is_a_number_of_chips(sysop: Sysop, chips: str) -> None:
    before = balances(sysop)
    assert sysop("grant", "Caller 2", chips, "why") == USAGE_ERROR
    assert one_line(sysop.err) and sysop.out == "" and balances(sysop) == before


@pytest.mark.parametrize("handle, reason", [
    ("Nobody", "why"), ("Guest 1", "why"), ("Caller 2", ""), ("Caller 2", " \x07\n ")])
def test_a_grant_needs_an_account_and_a_reason(sysop: Sysop, handle: str, reason: str) -> None:
    before = balances(sysop)
    assert sysop("grant", handle, 5, reason) == USAGE_ERROR
    assert one_line(sysop.err) and balances(sysop) == before


def test_a_reason_is_one_line_that_the_statement_has_room_for(sysop: Sysop) -> None:
    assert sysop("grant", "Caller 2", 5, "x" * 1000) == 0
    assert sysop.rows("SELECT max(length(memo)) FROM transactions WHERE kind = 'gift'") == [(33,)]


@pytest.mark.parametrize("words", [("backup",), ("audit", "more"), ("grant", "a", "5"),
                                   ("maintain", "now")])
def test_what_is_not_understood_is_a_usage_error(sysop: Sysop, words: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit) as left:
        sysop(*words)
    assert left.value.code == USAGE_ERROR
