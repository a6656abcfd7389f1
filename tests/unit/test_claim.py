"""door.carriers.claim: one server per folder, and how it says what became of it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from door.carriers.claim import FolderTaken, announce, claim

ROOT = Path(__file__).parents[2]


def test_a_folder_has_one_server(tmp_path: Path) -> None:
    folder = tmp_path / "data" / "casino"
    with claim(folder):
        with pytest.raises(FolderTaken) as taken:
            claim(folder)
        assert taken.value.pid == os.getpid()
        assert str(folder) in str(taken.value) and str(os.getpid()) in str(taken.value)
    claim(folder).release()


def test_a_killed_server_leaves_its_folder_free(tmp_path: Path) -> None:
    script = ("import pathlib, sys; from door.carriers.claim import claim\n"
              "claim(pathlib.Path(sys.argv[1])); print('mine', flush=True); input()")
    with subprocess.Popen([sys.executable, "-c", script, tmp_path], cwd=ROOT, text=True,
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        assert server.stdout is not None and server.stdout.readline() == "mine\n"
        with pytest.raises(FolderTaken) as taken:
            claim(tmp_path)
        assert taken.value.pid == server.pid
        server.kill()
        server.wait()
        claim(tmp_path).release()


@pytest.mark.parametrize("problem, word", [
    (None, b"+"), (FolderTaken(Path("/x"), 1), b"="), (OSError("no space"), b"-no space")])
def test_a_server_announces_what_became_of_it(problem: Exception | None, word: bytes) -> None:
    listen, ready = os.pipe()
    announce(ready, problem)
    assert os.read(listen, 100) == word and os.read(listen, 100) == b""
    os.close(listen)


def test_a_door_that_left_while_the_server_started_does_not_end_it(tmp_path: Path) -> None:
    listen, ready = os.pipe()
    os.close(listen)
    announce(ready)
    with pytest.raises(OSError):
        os.fstat(ready)
