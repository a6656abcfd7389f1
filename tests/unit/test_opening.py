"""A store's file: made, opened, refused; test_migrations.py has those that are behind."""

import os
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from door.bank import StoreFailed, StoreTooNew
from door.bank.opening import open_engine
from door.bank.schema import REVISIONS, metadata
from tests.books import alter


def tables(path: Path) -> set[str]:
    driver = sqlite3.connect(path)
    names = {name for name, in driver.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table'")}
    driver.close()
    return names


def test_a_new_store_has_all_tables_and_the_last_revision(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "folder" / "anteup.db"
    open_engine(path, "full", False)
    assert tables(path) == set(metadata.tables) | {"alembic_version"}
    driver = sqlite3.connect(path)
    assert driver.execute("SELECT * FROM alembic_version").fetchall() == [(REVISIONS[-1],)]
    driver.close()


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX's")
def test_seeds_and_passwords_are_readable_by_the_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "anteup.db"
    with open_engine(path, "full", False).connect() as core:
        core.exec_driver_sql("CREATE TABLE x (y)")
        for file in tmp_path.glob("anteup.db*"):
            if not file.name.endswith(".lock"):
                assert stat.S_IMODE(file.stat().st_mode) == 0o600, file


def test_opening_again_keeps_what_is_there_and_emptied_does_not(tmp_path: Path) -> None:
    path = tmp_path / "anteup.db"
    open_engine(path, "full", False)
    alter(path, "INSERT INTO transactions VALUES (1, 1, 'k', 'm', zeroblob(32))")
    for emptied, count in ((False, 1), (True, 0)):
        open_engine(path, "full", emptied)
        driver = sqlite3.connect(path)
        assert driver.execute("SELECT count(*) FROM transactions").fetchone() == (count,)
        driver.close()


def test_emptying_a_folder_that_has_no_store_makes_one(tmp_path: Path) -> None:
    open_engine(tmp_path / "anteup.db", "full", True)
    assert "hands" in tables(tmp_path / "anteup.db")


def test_a_file_of_no_bytes_becomes_a_store(tmp_path: Path) -> None:
    path = tmp_path / "anteup.db"
    path.touch()
    open_engine(path, "full", False)
    assert "hands" in tables(path)


def test_a_store_of_a_newer_version_is_refused_and_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "anteup.db"
    open_engine(path, "full", False)
    alter(path, "UPDATE alembic_version SET version_num = '9999'")
    before = path.read_bytes()
    with pytest.raises(StoreTooNew, match="9999") as caught:
        open_engine(path, "full", False)
    assert caught.value.path == path and caught.value.revision == "9999"
    assert path.read_bytes() == before


def test_a_file_that_is_no_database_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "anteup.db"
    path.write_bytes(b"this is not a database, whatever its name says" * 100)
    with pytest.raises(StoreFailed, match="anteup.db"):
        open_engine(path, "full", False)


def test_somebody_elses_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "anteup.db"
    alter(path, "CREATE TABLE theirs (x)")
    with pytest.raises(StoreFailed, match="no store of Ante Up"):
        open_engine(path, "full", False)
    assert tables(path) == {"theirs"}


def test_a_folder_that_cannot_be_made_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreFailed, match="anteup.db"):
        open_engine(tmp_path / "file" / "anteup.db", "full", False)


def test_a_store_that_is_up_to_date_imports_no_alembic(tmp_path: Path) -> None:
    open_engine(tmp_path / "anteup.db", "full", False)
    source = ("import sys, pathlib; from door.bank.opening import open_engine\n"
              "open_engine(pathlib.Path(sys.argv[1]), 'full', False)\n"
              "print([name for name in sys.modules if name.startswith('alembic')])")
    for name in ("anteup.db", "new.db"):
        done = subprocess.run([sys.executable, "-c", source, str(tmp_path / name)], check=True,
                              cwd=Path(__file__).parents[2], capture_output=True, text=True)
        assert done.stdout.strip() == "[]"
