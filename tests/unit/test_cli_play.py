"""door.cli.play: what the doorway is told, and how a server would be started."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from door.cli import main, parser

Told = tuple[str, dict[str, object], list[str]]


def test_it_plays_in_the_data_folder_and_ends_as_the_doorway_does(
        tmp_path: Path, told: list[Told]) -> None:
    assert main(["play", "--data", str(tmp_path), "--charset", "cp437"]) == 7
    (folder, hello, start), = told
    assert folder == str(tmp_path) and hello["kind"] == "play"
    assert hello["options"] == {"charset": "cp437", "voice": False}
    assert start == [sys.executable, "-P", "-m", "door.cli", "serve", "--relay-only", "--config",
                     str(tmp_path / "anteup.ini"), "--data", str(tmp_path)]
    assert parser.parse(start[4:]).relay_only


def test_only_what_tells_the_terminal_is_passed_on(tmp_path: Path, told: list[Told],
                                                   monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("SECRET", "hush")
    main(["play", "--data", str(tmp_path)])
    environ = told[0][1]["environ"]
    assert isinstance(environ, dict)
    assert environ["TERM"] == "xterm" and "SECRET" not in environ and "PATH" not in environ


def test_practice_is_a_server_of_its_own_that_leaves_with_its_caller(
        tmp_path: Path, told: list[Told]) -> None:
    main(["play", "--data", str(tmp_path), "--seed", "night"])
    folder, _, start = told[0]
    assert Path(folder).parent == tmp_path / "practice"
    options = parser.parse(start[4:])
    assert (options.seed, options.linger, options.data) == ("night", 0, folder)
