"""door.doorway.connection: which server is a folder's, and why one may not be used."""

import os
import socket
from pathlib import Path

import pytest

from door.doorway import connection


def test_a_refusal_names_both_accounts_the_path_and_the_setting(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "account", lambda uid: "bbs" if uid == 4321 else "casino")
    monkeypatch.setattr(os, "getuid", lambda: 4321)
    path = os.fspath(tmp_path / "server.sock")
    said = connection.why_not(PermissionError(13, "Permission denied"), os.fspath(tmp_path), path)
    assert "bbs" in said and "casino" in said and path in said and "[server] group" in said


@pytest.mark.skipif(os.getuid() != 0, reason="only root can be somebody else")
def test_another_account_is_refused_by_the_kernel(tmp_path: Path) -> None:
    said, say = os.pipe()
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(os.fspath(tmp_path / "server.sock"))
        server.listen()
        (tmp_path / "server.sock").chmod(0o600)
        if not (child := os.fork()):
            os.setuid(65534)
            try:
                connection.connect(os.fspath(tmp_path))
            except connection.Unreached as error:
                os.write(say, str(error).encode())
            finally:
                os._exit(0)
        os.waitpid(child, 0)
    assert b"[server] group" in os.read(said, 1000)
    os.close(said)
    os.close(say)


def test_a_socket_elsewhere_that_somebody_took_over_is_not_trusted(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    with socket.socket(socket.AF_UNIX) as impostor:
        impostor.bind(os.fspath(tmp_path / "elsewhere"))
        impostor.listen()
        (folder / "server.where").write_text(f"{tmp_path}/elsewhere\n")
        connection.connect(os.fspath(folder)).close()
        monkeypatch.setattr(connection, "peer", lambda server: 4321)
        with pytest.raises(connection.Absent):
            connection.connect(os.fspath(folder))
