"""Migrating: to the same schema as a new store has, under a lock, behind a copy."""

import datetime
import re
import shutil
import sqlite3
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from door.bank import chain
from door.bank.opening import MIGRATIONS, make_engine, open_engine, prepare, upgrade
from door.bank.schema import REVISIONS, metadata
from door.bank.statements import Desk
from door.config import BankSettings
from door.views import Preferences
from tests.books import GAME, Clock, alter, bank_in, deal, finish, play
from tests.random_nights import fill

NEXT = '''
"""A column more, for the test."""
import sqlalchemy as sa
from alembic import op

revision, down_revision, branch_labels, depends_on = "9999", "{last}", None, None


def upgrade():
    with op.batch_alter_table("sittings") as batch:
        batch.add_column(sa.Column("note", sa.Text, nullable=False, server_default="none"))
    {more}
'''


def schema(path: Path) -> dict[str, list[str]]:
    """What each table and index is made of. A column that was added stands behind the constraints
    in SQLite's text, and means the same there."""
    driver = sqlite3.connect(path)
    found = {name: sorted(piece.strip("()") for piece in "".join((sql or "").split()).split(","))
             for name, sql in driver.execute("SELECT name, sql FROM sqlite_master")}
    driver.close()
    return found


def columns(path: Path, table: str) -> list[str]:
    """The columns of a table, in their order."""
    driver = sqlite3.connect(path)
    found = [row[1] for row in driver.execute(f"PRAGMA table_info({table})")]
    driver.close()
    return found


def migrated(path: Path) -> sa.Engine:
    """A store migrated from nothing."""
    engine = make_engine(path, "full")
    with engine.connect() as core:
        upgrade(core)
    return engine


def newer(folder: Path, more: str = "pass") -> Path:
    """Migrations with one revision more."""
    shutil.copytree(MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "versions" / "next.py").write_text(
        NEXT.replace("{more}", more).replace("{last}", REVISIONS[-1]))
    return folder


def released(folder: Path, last: str) -> Path:
    """The migrations of an earlier release, whose store had that revision."""
    shutil.copytree(MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    later = REVISIONS[REVISIONS.index(last) + 1:]
    for path in (folder / "versions").glob("*.py"):
        found = re.search(r'^revision = "(\d+)"', path.read_text(encoding="utf-8"), re.MULTILINE)
        if found and found[1] in later:
            path.unlink()
    return folder


def store_of(path: Path, revision: str, migrations: Path, rows_of: Path) -> None:
    """A store of an earlier release, with the rows of one of today."""
    path.parent.mkdir()
    with make_engine(path, "full").connect() as core:
        upgrade(core, released(migrations, revision))
    pour(rows_of, path)


def pour(source: Path, target: Path) -> None:
    """All rows of one store into another, in the columns that both have."""
    driver = sqlite3.connect(target)
    driver.execute("ATTACH ? AS source", (str(source),))
    for table in metadata.tables:
        names = ", ".join(columns(target, table))
        if not names:
            continue    # an earlier release has no such table
        driver.execute(f"INSERT INTO main.{table} ({names}) SELECT {names} FROM source.{table}")
    driver.commit()
    driver.close()


async def an_evening(folder: Path) -> tuple[int, int, int]:
    """A store with callers, money and hands, one of which is open; the ids of the callers."""
    async with bank_in(folder) as bank:
        ada, bob = await bank.create("Ada", "secret"), await bank.create("Bob", "secret")
        guest = await bank.guest()
        await bank.remember(ada.id, "t")
        await play(bank, await bank.sit(ada.id, GAME, 200), [10, -25, 5])
        await bank.rise(ada.id)
        await play(bank, sitting := await bank.sit(bob.id, GAME, 100), [20])
        await bank.write(deal(sitting, 2, (120, 80)))
        return ada.id, bob.id, guest.id


def test_migrating_from_nothing_gives_the_schema_of_a_new_store(tmp_path: Path) -> None:
    migrated(tmp_path / "old.db")
    open_engine(tmp_path / "new.db", "full", False)
    old, new = tmp_path / "old.db", tmp_path / "new.db"
    assert schema(old) == schema(new)
    for table in metadata.tables:
        assert columns(old, table) == columns(new, table)


def test_a_column_that_is_missing_is_a_difference(tmp_path: Path) -> None:
    migrated(tmp_path / "whole.db")
    engine = make_engine(tmp_path / "old.db", "full")
    with engine.connect() as core:
        upgrade(core, released(tmp_path / "migrations", "0001"))
    assert schema(tmp_path / "old.db") != schema(tmp_path / "whole.db")


def test_alembic_finds_no_difference_either(tmp_path: Path) -> None:
    with migrated(tmp_path / "old.db").connect() as core:
        assert compare_metadata(MigrationContext.configure(core), metadata) == []


def test_our_list_of_revisions_is_that_of_the_files() -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    script = ScriptDirectory.from_config(config)
    assert [each.revision for each in script.walk_revisions()][::-1] == list(REVISIONS)
    assert script.get_current_head() == REVISIONS[-1]


def test_a_store_that_is_behind_is_copied_and_migrated(tmp_path: Path) -> None:
    path = tmp_path / "anteup.db"
    engine = open_engine(path, "full", False)
    alter(path, "INSERT INTO transactions VALUES (1, 1, 'kept', 'm', zeroblob(32))")
    prepare(engine, path, (*REVISIONS, "9999"), newer(tmp_path / "migrations"))
    assert "note" in columns(path, "sittings") and "sittings_open" in schema(path)
    (copied,) = tmp_path.glob(f"anteup-{REVISIONS[-1]}-*.bak")
    assert copied.stat().st_mode & 0o077 == 0
    assert "note" not in columns(copied, "sittings")
    for each in (path, copied):
        driver = sqlite3.connect(each)
        assert driver.execute("SELECT kind FROM transactions").fetchall() == [("kept",)]
        driver.close()
    with engine.connect() as core:
        assert Desk(core).driver.execute("SELECT * FROM alembic_version").fetchone() == ("9999",)


def test_a_store_that_is_up_to_date_is_not_copied(tmp_path: Path) -> None:
    path = tmp_path / "anteup.db"
    open_engine(path, "full", False)
    open_engine(path, "full", False)
    assert list(tmp_path.glob("*.bak")) == []


def test_a_migration_that_fails_leaves_the_store_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "anteup.db"
    engine = open_engine(path, "full", False)
    before = schema(path)
    with pytest.raises(ZeroDivisionError):
        prepare(engine, path, (*REVISIONS, "9999"), newer(tmp_path / "migrations", "1 // 0"))
    assert schema(path) == before
    open_engine(path, "full", False)


async def test_a_store_of_the_first_release_is_brought_up_to_date(tmp_path: Path) -> None:
    """Its callers, chips and hands are as they were, and the books agree."""
    ada, bob, guest = await an_evening(tmp_path / "today")
    path = tmp_path / "old" / "anteup.db"
    store_of(path, "0001", tmp_path / "migrations", tmp_path / "today" / "anteup.db")
    assert "settings" not in columns(path, "callers")
    async with bank_in(tmp_path / "old") as bank:
        assert await bank.upkeep.check() == []
        assert (await bank.caller(ada)).screen == "t"
        assert (await bank.caller(ada)).preferences == Preferences()
        assert (await bank.caller(guest)).handle == "Guest 1"
        assert [await bank.bankroll(id) for id in (ada, bob, guest)] == [990, 900, 1000]
        assert await bank.open_hand(bob) is not None
        await bank.prefer(ada, "t", Preferences(motion="off"))
    (copied,) = path.parent.glob("anteup-0001-*.bak")
    assert "settings" not in columns(copied, "callers")
    async with bank_in(tmp_path / "old") as bank:
        assert (await bank.caller(ada)).preferences == Preferences(motion="off")
    assert len(list(path.parent.glob("*.bak"))) == 1


def figures_in(path: Path) -> list[tuple[object, ...]]:
    """What a store holds of each hand and each day; of hands that are as good, any may be named."""
    driver = sqlite3.connect(path)
    found = driver.execute(
        "SELECT id, day, caller_dealt, house_dealt, folded, pot, best, house_best FROM hands "
        "ORDER BY id").fetchall()
    driver.execute("UPDATE totals SET best_hand = best_hand <> ''")
    found += driver.execute("SELECT * FROM totals ORDER BY day, caller_id, game").fetchall()
    driver.close()
    return found


async def test_the_hands_that_are_there_are_counted_as_if_they_had_been_all_along(
        tmp_path: Path) -> None:
    """A store from before there were figures: sittings open and over, hands void and unplayed."""
    await fill(tmp_path / "today", 150)
    path = tmp_path / "old" / "anteup.db"
    store_of(path, "0002", tmp_path / "migrations", tmp_path / "today" / "anteup.db")
    assert columns(path, "totals") == []
    async with bank_in(tmp_path / "old") as bank:
        assert await bank.upkeep.check() == []
    assert len(figures_in(path)) > 300
    assert figures_in(path) == figures_in(tmp_path / "today" / "anteup.db")


async def test_migrated_hands_belong_to_the_days_of_the_casino(tmp_path: Path) -> None:
    settings = BankSettings(durability="normal", day_starts=datetime.time(22, 30))
    async with bank_in(tmp_path / "today", settings=settings) as bank:  # at 22:13:20 UTC
        anna = await bank.create("Anna", "secret")
        await play(bank, await bank.sit(anna.id, GAME, 200), [5])
    path = tmp_path / "old" / "anteup.db"
    store_of(path, "0002", tmp_path / "migrations", tmp_path / "today" / "anteup.db")
    async with bank_in(tmp_path / "old", settings=settings):
        pass
    assert figures_in(path) == figures_in(tmp_path / "today" / "anteup.db")


async def _who_was_away(folder: Path, pruned: int = 0) -> None:
    """Ada for seven days, Bob for almost as long; each had played a hand before."""
    clock = Clock()
    async with bank_in(folder, now=clock) as bank:
        for handle, away in ("Ada", 7), ("Bob", 6.9):
            caller = await bank.create(handle, "secret")
            await play(bank, sitting := await bank.sit(caller.id, GAME, 100), [20])
            await bank.write(deal(sitting, 2, (120, 80)))
            clock.pass_by(away * 86_400)
            await bank.write(finish(sitting, 2, 2, (130, 70)))
            await bank.leave(sitting.id)
        assert not pruned or await bank.upkeep.prune(int(clock()), pruned) == pruned


def away(path: Path) -> list[tuple[int, int]]:
    """Callers and how many of their hands the clock ended, of each day with such hands."""
    driver = sqlite3.connect(path)
    found = driver.execute("SELECT caller_id, away FROM totals WHERE away > 0").fetchall()
    driver.close()
    return found


async def test_the_hands_that_the_clock_ended_are_counted(tmp_path: Path) -> None:
    await _who_was_away(tmp_path / "today")
    old, today = tmp_path / "old" / "anteup.db", tmp_path / "today" / "anteup.db"
    store_of(old, "0006", tmp_path / "migrations", today)
    assert "away" not in columns(old, "totals")
    async with bank_in(tmp_path / "old") as bank:
        assert await bank.upkeep.check() == []
    assert figures_in(old) == figures_in(today) and away(old) == [(1, 1)]


async def test_a_day_that_was_closed_before_they_were_counted_stays_as_it_is(
        tmp_path: Path) -> None:
    """Its hands are gone, and its hash may not change."""
    await _who_was_away(tmp_path / "today", pruned=2)
    old, today = tmp_path / "old" / "anteup.db", tmp_path / "today" / "anteup.db"
    assert away(today) == [(1, 1)]
    store_of(old, "0006", tmp_path / "migrations", today)
    driver = sqlite3.connect(old)
    for *row, hash in driver.execute("SELECT * FROM totals WHERE hash IS NOT NULL").fetchall():
        driver.execute("UPDATE totals SET hash = ? WHERE hash = ?",
                       (chain.digest("anteup day 1", *row), hash))
    driver.commit()
    driver.close()
    async with bank_in(tmp_path / "old") as bank:
        assert await bank.upkeep.check() == []
    assert away(old) == []


async def test_a_plaque_gets_the_names_that_were_missing(tmp_path: Path) -> None:
    """Of those who came to the same in the same second one was named, whoever it was."""
    crowd, clock = range(1, 13), Clock()
    async with bank_in(tmp_path / "today", now=clock) as bank:
        for number in crowd:
            await bank.create(f"Caller {number}", "secret")
    today, old = tmp_path / "today" / "anteup.db", tmp_path / "old" / "anteup.db"
    season = 2023 * 12 + 9
    for number in crowd:
        alter(today, "INSERT INTO feats VALUES (?, ?, 'pot', 400, -5)", season, number)
        alter(today, "INSERT INTO seasons VALUES (?, ?, 100, 7, 0, ?)", season, number,
              -(number % 2))
    alter(today, "INSERT INTO plaques VALUES (?, '', 0, 0, 0), (?, 'pot', 12, 400, 0), "
          "(?, 'net', 2, 7, 100)", season, season, season)
    store_of(old, "0007", tmp_path / "migrations", today)
    async with bank_in(tmp_path / "old", now=clock) as bank:
        pass
    alter(today, "DELETE FROM plaques")
    async with bank_in(tmp_path / "today", now=clock) as bank:
        plaque, = (await bank.hall.hall()).plaques
    driver = sqlite3.connect(old)
    hung = driver.execute("SELECT feat, caller_id, value, hands FROM plaques").fetchall()
    driver.close()
    assert set(hung) == {("", 0, 0, 0)}.union(
        (name, line.caller_id, line.values[0], (*line.values, 0)[1])
        for name, line in plaque.champions)
    assert [name for name, _ in plaque.champions] == ["net"] * 6 + ["pot"] * 10


async def test_a_hand_that_the_rules_do_not_know_keeps_its_chips(tmp_path: Path) -> None:
    await fill(tmp_path / "today", 40)
    path = tmp_path / "old" / "anteup.db"
    store_of(path, "0002", tmp_path / "migrations", tmp_path / "today" / "anteup.db")
    alter(path, "UPDATE hands SET rules_version = 0 WHERE serial <= 20")
    alter(path, "UPDATE actions SET action = 'bet 999' WHERE hand BETWEEN 21 AND 25")
    async with bank_in(tmp_path / "old") as bank, bank_in(tmp_path / "today") as whole:
        old, new = await bank.past.house_figures(), await whole.past.house_figures()
    assert (old.hands, old.net, old.squares) == (new.hands, new.net, new.squares)
    assert 0 < sum(old.dealt) < sum(new.dealt)
