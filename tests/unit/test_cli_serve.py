"""door.cli.serve and door.cli.server: what a server refuses, in one line that names whose fault."""

from __future__ import annotations

import socket
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from door import house
from door.cli import USAGE_ERROR, main, serve
from door.house.book import read
from tests.e2e.server import ANTEUP, PATIENCE, Server
from tests.house_books import packed


Refusal = Callable[..., str]


@pytest.fixture
def refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Refusal:
    """refused("--port", "0") is what `anteup serve` says as it gives up; it says nothing else."""
    monkeypatch.setattr(serve, "_write_log", lambda folder, quiet: None)

    def run(*words: str) -> str:
        assert main(["serve", *words]) == USAGE_ERROR
        out, err = capsys.readouterr()
        assert out == "" and err.startswith("anteup: ") and err.count("\n") == 1, err
        return err
    return run


@pytest.mark.parametrize("text, line", [
    ("[casino]\nname = Here\nmane = There\n", 3), ("[server]\nport = ten\n", 2), ("[bnak]\n", 1),
    ("[bank]\ngrant_to = -5\n", 2), ("rubbish\n", 1)])
def test_bad_settings_are_named_by_file_and_line(tmp_path: Path, text: str, line: int,
                                                 refused: Refusal) -> None:
    (tmp_path / "anteup.ini").write_text(text)
    said = refused("--data", str(tmp_path))
    assert str(tmp_path / "anteup.ini") in said and f"line {line}" in said
    assert sorted(path.name for path in tmp_path.iterdir()) == ["anteup.ini"]


def test_bad_settings_elsewhere_too(tmp_path: Path, refused: Refusal) -> None:
    (tmp_path / "other.ini").write_text("[casino]\nmane = There\n")
    said = refused("--data", str(tmp_path), "--config", str(tmp_path / "other.ini"))
    assert str(tmp_path / "other.ini") in said


@pytest.mark.parametrize("words, named", [
    (["--port", "70000"], "--port 70000"), (["--port", "-1"], "--port -1"),
    (["--rlogin-port", "70000"], "--rlogin-port 70000"),
    (["--tls-cert", "cert.pem"], "--tls-cert and --tls-key"),
    (["--tls-key", "key.pem"], "--tls-cert and --tls-key")])
def test_bad_flags_are_named(tmp_path: Path, words: list[str], named: str,
                             refused: Refusal) -> None:
    assert named in refused("--data", str(tmp_path), *words)


def test_a_certificate_that_is_not_there_is_named(tmp_path: Path, refused: Refusal) -> None:
    said = refused("--data", str(tmp_path), "--tls-cert", "no.pem", "--tls-key", "no.key")
    assert "--tls-cert no.pem" in said and "No such file" in said


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that somebody else listens at."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield int(listening.getsockname()[1])


def test_a_port_that_is_taken_is_named(tmp_path: Path, taken: int, refused: Refusal) -> None:
    said = refused("--data", str(tmp_path), "--port", str(taken))
    assert f"127.0.0.1:{taken}" in said and "in use" in said


def test_a_host_that_is_not_ours_is_named(tmp_path: Path, refused: Refusal) -> None:
    assert "192.0.2.1:0" in refused("--data", str(tmp_path), "--port", "0", "--host", "192.0.2.1")


def test_a_folder_that_is_a_file_is_named(tmp_path: Path, refused: Refusal) -> None:
    (tmp_path / "file").write_text("")
    assert str(tmp_path / "file") in refused("--data", str(tmp_path / "file"), "--port", "0")


def test_a_store_of_a_newer_version_is_refused(tmp_path: Path, refused: Refusal) -> None:
    store = sqlite3.connect(tmp_path / "anteup.db")
    store.execute("CREATE TABLE alembic_version (version_num TEXT)")
    store.execute("INSERT INTO alembic_version VALUES ('from_the_future')")
    store.commit()
    store.close()
    said = refused("--data", str(tmp_path), "--port", "0")
    assert str(tmp_path) in said and "newer" in said


def test_a_store_that_is_none_is_refused(tmp_path: Path, refused: Refusal) -> None:
    (tmp_path / "anteup.db").write_text("no database, and longer than a header would be " * 40)
    assert "anteup.db" in refused("--data", str(tmp_path), "--port", "0")


def test_a_damaged_policy_file_is_refused_with_its_path_and_reason(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refused: Refusal) -> None:
    """RULEBOOK 5.3: the House plays by the file that was shipped, or not at all."""
    path, whole = tmp_path / "book.bin", bytearray(packed())
    whole[len(whole) // 2] ^= 1
    path.write_bytes(whole)
    monkeypatch.setattr(house, "policy_name", lambda: read(path).hash)
    said = refused("--data", str(tmp_path / "data"), "--port", "0")
    assert f"{path}: its bytes are not those that were written" in said
    assert not (tmp_path / "data" / "anteup.db").exists()


def test_a_group_that_does_not_exist_is_named_by_its_setting(tmp_path: Path,
                                                             refused: Refusal) -> None:
    (tmp_path / "anteup.ini").write_text("[server]\ngroup = no-such-group\n")
    assert "[server] group = no-such-group" in refused("--data", str(tmp_path), "--port", "0")


def test_a_folder_has_one_server_and_practice_one_of_its_own(tmp_path: Path) -> None:
    """The first line says where it listens; who is refused is told who has the folder."""
    server, practice = Server(tmp_path).start(), Server(tmp_path, "--seed", "night")
    try:
        ended = subprocess.run([ANTEUP, "serve", "--data", str(tmp_path)], capture_output=True,
                               text=True, timeout=PATIENCE, stdin=subprocess.DEVNULL)
        assert (ended.returncode, ended.stdout) == (USAGE_ERROR, "")
        assert str(tmp_path) in ended.stderr and str(server.pid) in ended.stderr
        assert ended.stderr.count("\n") == 1 and server.log == ""
        practice.start()
        assert practice.port not in (0, server.port)
        assert (tmp_path / "practice" / "server" / "anteup.db").exists()
    finally:
        practice.stop()
        assert server.stop() == 0
