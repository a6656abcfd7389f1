"""A sysop's work at the till while callers play, and cut off at any point."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from door.bank.examination import audited
from door.cli import main
from door.proof.judge import judge
from tests import random_nights
from tests.e2e.conftest import checked
from tests.e2e.ready import ReadyServer
from tests.e2e.server import PATIENCE, Server
from tests.e2e.wire import LineLost, WireCaller

OLD_HANDS = 300     # of years ago


def answer_to(prompt: str) -> str:
    """Plays on, whatever is asked."""
    if prompt == "Casino>":
        return "p"
    if prompt.startswith("A)nte"):
        return "a"
    return "c" if "F)old?" in prompt else "q" if "Q)uit" in prompt else ""


class Player:
    """Somebody who plays in a thread of their own until they are told to stop."""

    def __init__(self, server: Server, handle: str) -> None:
        self._caller = WireCaller(server.port)
        self._prompt = self._caller.log_in(handle)[1]
        self._answered = threading.Condition()
        self._stop = False
        self.answers = 0
        self._thread = threading.Thread(target=self._play)
        self._thread.start()

    def _play(self) -> None:
        with suppress(LineLost):
            while not self._stop:
                self._caller.send(answer_to(self._prompt))
                _, self._prompt = self._caller.prompt()
                with self._answered:
                    self.answers += 1
                    self._answered.notify_all()

    def plays_on(self) -> None:
        """Returns once they have been answered ten times more."""
        with self._answered:
            wanted = self.answers + 10
            assert self._answered.wait_for(lambda: self.answers >= wanted, PATIENCE)

    def stop(self) -> None:
        self._stop = True
        self._thread.join(PATIENCE)
        self._caller.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """One that has been open for years, whose callers are rich."""
    asyncio.run(random_nights.fill(tmp_path, OLD_HANDS))
    (tmp_path / "anteup.ini").write_text("[bank]\nstart = 1000000\n")
    yield from checked(ReadyServer(tmp_path))


@pytest.fixture
def players(server: Server) -> Iterator[list[Player]]:
    playing = [Player(server, handle) for handle in ("Ada", "Bob", "Cleo")]
    yield playing
    for player in playing:
        player.stop()


@pytest.fixture
def order(server: Server, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """order("audit") is what a sysop's order says, on its standard output alone."""
    def order(*words: str) -> str:
        status = main(["sysop", *words, "--data", str(server.folder)])
        out, err = capsys.readouterr()
        assert (status, err) == (0, ""), out
        return out
    return order


def test_the_till_is_counted_copied_and_put_in_order_while_callers_play(
        players: list[Player], order: Callable[..., str], tmp_path: Path) -> None:
    copies = tmp_path / "copies"
    copies.mkdir()
    for n, words in enumerate((("audit",), ("backup", str(copies / "before.db")), ("maintain",),
                               ("audit",), ("grant", "ada", "5", "a test"), ("maintain",),
                               ("backup", str(copies / "after.db")), ("audit",))):
        said = order(*words)
        assert "all agrees" in said or words[0] != "audit"
        if n == 2:
            assert "days: 0 pruned" not in said
        for player in players:
            player.plays_on()
    for copy in copies.iterdir():
        found = audited(copy, judge, lambda *_: None)
        assert found.fault == "" and found.hands > 0
        assert bool(found.pruned) == (copy.name == "after.db")


def totals(folder: Path) -> list[tuple[object, ...]]:
    """What the old hands came to, pruned or not."""
    with closing(sqlite3.connect(folder / "anteup.db")) as driver:
        return driver.execute("SELECT caller_id, sum(hands), sum(net), sum(squares) FROM totals "
                              "WHERE day < 20000 GROUP BY caller_id").fetchall()


def test_maintain_is_killed_at_every_boundary_of_a_transaction(tmp_path: Path) -> None:
    """What is left agrees, and the next night's round does the rest."""
    asyncio.run(random_nights.fill(tmp_path, 60))
    done = subprocess.run([sys.executable, "-m", "tests.e2e.struck", str(tmp_path)],
                          capture_output=True, text=True, timeout=10 * PATIENCE)
    assert done.returncode == 0, done
    before, *folders = tmp_path, *(path for path in tmp_path.iterdir() if path.is_dir())
    assert len(folders) > 12
    pruned = []
    for folder in folders:
        found = audited(folder / "anteup.db", judge, lambda *_: None)
        assert found.fault == "" and totals(folder) == totals(before)
        pruned.append(found.pruned)
    assert len(set(pruned)) > 3     # by none, by some and by all
    assert main(["sysop", "maintain", "--data", str(folders[pruned.index(0)])]) == 0
    found = audited(folders[pruned.index(0)] / "anteup.db", judge, lambda *_: None)
    assert found.fault == "" and found.pruned == max(pruned)
