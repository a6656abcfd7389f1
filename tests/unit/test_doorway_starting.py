"""door.doorway.starting: whose turn it is, and how long a server is waited for."""

import os
import socket
from pathlib import Path

import pytest

from door.doorway import starting
from door.doorway.connection import Absent, Unreached


def test_a_server_that_somebody_else_starts_is_waited_for(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tries = []

    def connect(folder: str) -> socket.socket:
        tries.append(folder)
        if len(tries) < 4:
            raise Absent
        return socket.socket()

    monkeypatch.setattr(starting, "connect", connect)
    monkeypatch.setattr(starting, "RETRY_MS", 0)
    monkeypatch.setattr(starting, "launch", lambda folder, command: False)
    starting.reach(os.fspath(tmp_path), ["start"]).close()
    assert len(tries) == 4


def test_a_server_that_neither_answers_nor_leaves_is_given_up(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(starting, "RETRY_MS", 0)
    monkeypatch.setattr(starting, "launch", lambda folder, command: False)
    with pytest.raises(Unreached, match="neither answers nor leaves"):
        starting.reach(os.fspath(tmp_path), ["start"])
