"""door.cli and door.cli.parser: what may be typed, and that an error is one line and status 2."""

from __future__ import annotations

import pytest

from door import __version__
from door.cli import INTERRUPTED, USAGE_ERROR, Refused, main, parser, serve


@pytest.mark.parametrize("words", [[], ["serve"], ["play"], ["init"], ["art", "export"],
                                   ["verify"], ["replay"], ["history"],
                                   ["sysop", "who"], ["sysop", "passwd"]])
def test_every_command_tells_its_version(words: list[str],
                                         capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*words, "--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"Ante Up {__version__}\n"


@pytest.mark.parametrize("words, named", [
    ([], "COMMAND"), (["gamble"], "gamble"), (["serve", "--port", "ten"], "--port"),
    (["serve", "--prot", "1"], "--prot"), (["play", "--charset", "klingon"], "klingon"),
    (["sysop"], "ORDER"), (["sysop", "shout"], "shout"), (["sysop", "passwd"], "handle"),
    (["serve", "--port"], "--port"), (["play", "extra"], "extra"), (["art", "hang"], "hang"),
    (["replay"], "HAND"),
    (["history", "--since", "noon"], "--since"),
    (["art", "export", "here", "there"], "there"), (["art", "export", "--froce"], "--froce")])
def test_what_cannot_be_understood_is_named_in_one_line(
        words: list[str], named: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words)
    out, err = capsys.readouterr()
    assert ended.value.code == USAGE_ERROR == 2
    assert out == "" and named in err and err.startswith("anteup") and err.count("\n") == 1


@pytest.mark.parametrize("words", [["serve"], ["play"], ["init"], ["art", "export"], ["verify"],
                                   ["replay", "1-1"], ["history"], ["sysop", "who"]])
def test_every_command_takes_a_folder_and_a_settings_file(words: list[str]) -> None:
    options = parser.parse([*words, "--data", "here", "--config", "there"])
    assert (options.data, options.config) == ("here", "there")


def test_a_refusal_is_one_line_and_status_2(monkeypatch: pytest.MonkeyPatch,
                                            capsys: pytest.CaptureFixture[str]) -> None:
    def run(options: object) -> int:
        raise Refused("no room at the table")
    monkeypatch.setattr(serve, "run", run)
    assert main(["serve"]) == USAGE_ERROR
    assert capsys.readouterr() == ("", "anteup: no room at the table\n")


def test_an_interrupt_is_no_traceback(monkeypatch: pytest.MonkeyPatch,
                                      capsys: pytest.CaptureFixture[str]) -> None:
    def run(options: object) -> int:
        raise KeyboardInterrupt
    monkeypatch.setattr(serve, "run", run)
    assert main(["serve"]) == INTERRUPTED == 130
    assert capsys.readouterr() == ("", "")
