"""Migrating: to the same schema as a new store has, under a lock, behind a copy."""

import shutil
import sqlite3
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from door.bank.opening import MIGRATIONS, make_engine, open_engine, prepare, upgrade
from door.bank.schema import REVISIONS, metadata
from door.bank.statements import Desk
from tests.books import alter

SECOND = '''
"""0002: a column more, for the test."""
import sqlalchemy as sa
from alembic import op

revision, down_revision, branch_labels, depends_on = "0002", "0001", None, None


def upgrade():
    with op.batch_alter_table("sittings") as batch:
        batch.add_column(sa.Column("note", sa.Text, nullable=False, server_default="none"))
    {more}
'''


def schema(path: Path) -> set[tuple[str, str]]:
    driver = sqlite3.connect(path)
    found = {(name, "".join((sql or "").split())) for name, sql in driver.execute(
        "SELECT name, sql FROM sqlite_master")}
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
    (folder / "versions" / "second.py").write_text(SECOND.replace("{more}", more))
    return folder


def test_migrating_from_nothing_gives_the_schema_of_a_new_store(tmp_path: Path) -> None:
    migrated(tmp_path / "old.db")
    open_engine(tmp_path / "new.db", "full", False)
    assert schema(tmp_path / "old.db") == schema(tmp_path / "new.db")


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
    prepare(engine, path, ("0001", "0002"), newer(tmp_path / "migrations"))
    names = dict(schema(path))
    assert "note" in names["sittings"] and "sittings_open" in names
    (copied,) = tmp_path.glob("anteup-0001-*.bak")
    assert copied.stat().st_mode & 0o077 == 0
    assert "note" not in dict(schema(copied))["sittings"]
    for each in (path, copied):
        driver = sqlite3.connect(each)
        assert driver.execute("SELECT kind FROM transactions").fetchall() == [("kept",)]
        driver.close()
    with engine.connect() as core:
        assert Desk(core).driver.execute("SELECT * FROM alembic_version").fetchone() == ("0002",)


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
        prepare(engine, path, ("0001", "0002"), newer(tmp_path / "migrations", "1 // 0"))
    assert schema(path) == before
    open_engine(path, "full", False)
