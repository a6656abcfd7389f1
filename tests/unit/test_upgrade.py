"""A store that an earlier version wrote: it opens, is brought up to date, and audits clean.

tests/stores/anteup-0002.db.gz is as the version before schema 0003 wrote it: a few dozen hands of
the real table, one that waits for its caller, one that was void, sealed ones that were never
dealt, a guest who is there, a member of a board, a merge, a ban, preferences.
"""

from __future__ import annotations

import gzip
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from door.bank import Bank
from door.bank.schema import REVISIONS
from door.cli import USAGE_ERROR, main
from door.config import BankSettings
from door.floor.floor import Floor
from door.floor.seeds import Seeds
from door.views import Preferences
from tests.books import alter, bank_in

STORE = Path(__file__).parents[1] / "stores" / "anteup-0002.db.gz"


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """Its data folder."""
    (tmp_path / "anteup.db").write_bytes(gzip.decompress(STORE.read_bytes()))
    return tmp_path


def rows(folder: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(folder / "anteup.db")) as driver:
        return driver.execute(query).fetchall()


def order(folder: Path, *words: str) -> int:
    return main(["sysop", *words, "--data", str(folder)])


def test_it_is_what_it_says_it_is(old: Path) -> None:
    assert rows(old, "SELECT * FROM alembic_version") == [("0002",)]
    states = dict(rows(old, "SELECT state, count(*) FROM hands GROUP BY state"))
    assert set(states) == {"sealed", "open", "done", "unplayed", "void"}
    assert states["done"] > 40


async def test_it_opens_migrates_and_agrees(old: Path) -> None:
    chips = rows(old, "SELECT kind, caller_id, balance FROM accounts ORDER BY id")
    hands = rows(old, "SELECT id, state, ended_hash FROM hands ORDER BY serial")
    async with bank_in(old) as bank:
        assert await bank.upkeep.check() == []
        ada = await bank.find("Ada")
        assert ada is not None and ada.preferences == Preferences(motion="off")
        figures = await bank.past.figures(ada.id)
        assert figures.hands == len(await bank.past.history(ada.id)) == 6
        assert sum(figures.dealt) == 6 and figures.biggest_pot > 0
        assert (await bank.past.house_figures()).hands == sum(
            state == "done" for _, state, _ in hands)
    assert rows(old, "SELECT kind, caller_id, balance FROM accounts ORDER BY id") == chips
    assert rows(old, "SELECT id, state, ended_hash FROM hands ORDER BY serial") == hands
    assert rows(old, "SELECT * FROM alembic_version") == [(REVISIONS[-1],)]
    assert len(list(old.glob("anteup-0002-*.bak"))) == 1


def test_the_sysop_is_told_to_bring_it_up_to_date_and_then_it_audits_clean(
        old: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert order(old, "audit") == USAGE_ERROR
    told = capsys.readouterr()
    assert told.out == "" and told.err.count("\n") == 1
    assert "schema 0002" in told.err and "maintain" in told.err
    assert rows(old, "SELECT * FROM alembic_version") == [("0002",)]
    assert order(old, "maintain") == 0 and order(old, "audit") == 0
    assert "all agrees" in capsys.readouterr().out


async def test_the_hand_that_waited_is_played_on(old: Path) -> None:
    """From the record of the version before, by the rules of this one."""
    (handle,), = rows(old, "SELECT handle FROM hands JOIN sittings ON sittings.id = sitting_id "
                           "JOIN callers ON callers.id = caller_id WHERE state = 'open'")
    bank = await Bank.open(old, BankSettings(durability="normal"))
    try:
        caller = await bank.find(str(handle))
        assert caller is not None
        table = await Floor(bank, Seeds()).resume(caller)
        assert table is not None and table.record is not None
        await table.play_out()
        assert await bank.upkeep.check() == []
    finally:
        await bank.close()
    assert order(old, "audit") == 0


def test_it_can_be_backed_up_before_it_is_migrated(old: Path, tmp_path: Path) -> None:
    assert order(old, "backup", str(tmp_path / "copy.db")) == 0
    with closing(sqlite3.connect(tmp_path / "copy.db")) as copied:
        assert copied.execute("SELECT * FROM alembic_version").fetchall() == [("0002",)]


@pytest.mark.parametrize("words", [("audit",), ("maintain",), ("grant", "Ada", "5", "why")])
def test_a_store_of_a_newer_version_is_refused_and_left_as_it_is(
        old: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...]) -> None:
    alter(old / "anteup.db", "UPDATE alembic_version SET version_num = '9999'")
    before = (old / "anteup.db").read_bytes()
    assert order(old, *words) == USAGE_ERROR
    told = capsys.readouterr()
    assert told.out == "" and told.err.count("\n") == 1 and "9999" in told.err
    assert (old / "anteup.db").read_bytes() == before
