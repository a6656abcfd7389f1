"""`anteup init`: the settings file, or the lines for a board, and then no file at all."""

import configparser
import json
import os
import re
from pathlib import Path

import pytest

from door.cli import USAGE_ERROR, main
from door.cli.boards import SHORT_COMMAND, SHORT_DATA, TEMPLATES, Command, configuration
from door.config import Config, load
from tests.commands import accepted, quoted

COMMAND = Command("/usr/local/bin/anteup", "/var/lib/anteup")
SYNCHRONET_KEEPS, WWIV_KEEPS = 63, 79


@pytest.fixture
def anteup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A link to our command, and the command was started by it."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "opt").mkdir()
    real, link = tmp_path / "opt" / "anteup", tmp_path / "bin" / "anteup"
    real.write_text("#!/bin/sh\n")
    real.chmod(0o755)
    link.symlink_to(real)
    monkeypatch.setattr("sys.argv", [str(link)])
    return link


def ini(text: str) -> configparser.ConfigParser:
    parser = configparser.ConfigParser(interpolation=None, comment_prefixes=(";",))
    parser.read_string(text if text.lstrip("; ").startswith("[") else f"[top]\n{text}")
    return parser


def program(board: str, command: Command = COMMAND) -> configparser.SectionProxy:
    """Of the INI file for Synchronet that is printed."""
    parser = ini("[top]\n" + configuration(board, command))
    (name,) = [each for each in parser.sections() if each.startswith("prog:")]
    return parser[name]


def of_length(size: int, rest: str) -> Command:
    """A command whose whole line, with `rest` behind it, has so many characters."""
    short = len(f"/bin/anteup door --data / {rest}")
    return Command("/bin/anteup", "/" + "d" * (size - short))


# Without a board


def test_the_settings_are_written_and_read_back_as_the_defaults(
        tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["init", "--data", str(tmp_path / "new")]) == 0
    assert load(tmp_path / "new" / "anteup.ini") == Config()
    assert capsys.readouterr().out == f"Wrote {tmp_path}/new/anteup.ini\n"


def test_settings_that_are_there_are_not_touched(
        tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "anteup.ini").write_text("[casino]\nname = Mine\n")
    assert main(["init", "--data", str(tmp_path)]) == USAGE_ERROR
    assert (tmp_path / "anteup.ini").read_text() == "[casino]\nname = Mine\n"
    assert "is there already" in capsys.readouterr().err


# For a board


@pytest.mark.parametrize("board", sorted(TEMPLATES))
def test_the_lines_hold_the_real_paths_and_nothing_is_written(
        board: str, tmp_path: Path, anteup: Path, monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.rglob("*"))
    assert main(["init", "--data", str(tmp_path / "data"), "--for", board]) == 0
    text = capsys.readouterr().out
    assert str(anteup) in text and str(tmp_path / "data") in text
    assert str(tmp_path / "opt") not in text and not re.search("@[a-z]+@", text)
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("board", sorted(TEMPLATES))
def test_the_settings_file_is_named_if_it_was_given(
        board: str, tmp_path: Path, anteup: Path, monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    main(["init", "--data", str(tmp_path), "--config", "my.ini", "--for", board])
    words = next(each for each in quoted(capsys.readouterr().out) if "door" in each)
    assert words[words.index("--config") + 1] == str(tmp_path / "my.ini")


@pytest.mark.parametrize("board", sorted(TEMPLATES))
@pytest.mark.parametrize("command", [
    COMMAND, Command("/opt/anteup/bin/anteup", "/srv/anteup", "/etc/anteup.ini"),
    Command("/opt/casino/ante-up/.venv/bin/anteup", "/var/lib/games/casino/ante-up-data-folder")])
def test_every_command_line_is_one_of_ours(board: str, command: Command) -> None:
    lines = quoted(configuration(board, command))
    assert any(words[1:4] == ["door", "--data", command.data] for words in lines)
    assert [words for words in lines if not accepted(words)] == []


def test_a_board_that_we_do_not_know_is_refused_in_one_line(
        capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["init", "--for", "wildcat"])
    told = capsys.readouterr()
    assert caught.value.code == USAGE_ERROR
    assert "synchronet" in told.err and told.err.count("\n") == 1 and not told.out


@pytest.mark.parametrize("name", ["my folder", "it's", "50%", "a;b", "$HOME", 'a"b', "näh"])
def test_a_path_that_boards_would_take_apart_is_refused(
        name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["init", "--data", str(tmp_path / name), "--for", "mystic"]) == USAGE_ERROR
    told = capsys.readouterr()
    assert "symbolic link" in told.err and not told.out


def test_the_command_is_found_beside_the_interpreter(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str]) -> None:
    command = tmp_path / "anteup"
    command.write_text("#!/bin/sh\n")
    command.chmod(0o755)
    monkeypatch.setattr("sys.argv", ["/somewhere/pytest"])
    monkeypatch.setattr("sys.executable", str(tmp_path / "python"))
    main(["init", "--data", str(tmp_path), "--for", "mystic"])
    assert f"Data: {command} door --data {tmp_path} " in capsys.readouterr().out


# Board by board


def test_synchronet_gets_a_program_with_door32_and_standard_io() -> None:
    fields = program("synchronet")
    multiuser, stdio, native = 1, 4, 0x4000     # xtrn_t.misc, sbbsdefs.h
    assert int(fields["settings"]) == multiuser | stdio | native
    assert fields["type"] == "12"               # XTRN_DOOR32
    assert fields["cmd"] == "/usr/local/bin/anteup door --data /var/lib/anteup --drop %f"


def test_the_installer_of_synchronet_gets_the_same_by_name() -> None:
    fields = program("install-xtrn")
    assert fields["settings"].split(" | ") == ["XTRN_MULTIUSER", "XTRN_IO_INTS", "XTRN_NATIVE"]
    assert fields["type"] == "XTRN_DOOR32"
    assert fields["cmd"] == program("synchronet")["cmd"]


def test_synchronet_is_told_how_to_have_it_installed() -> None:
    text = configuration("synchronet", COMMAND)
    assert ";   jsexec install-xtrn ../xtrn/anteup\n" in text
    assert ["/usr/local/bin/anteup", "init", "--data", "/var/lib/anteup", "--for",
            "install-xtrn"] in quoted(text)


@pytest.mark.parametrize("board, keeps, rest", [
    ("synchronet", SYNCHRONET_KEEPS, "--drop %f"), ("install-xtrn", SYNCHRONET_KEEPS, "--drop %f"),
    ("wwiv", WWIV_KEEPS, "--drop %E")])
def test_a_line_longer_than_the_board_keeps_is_warned_of(
        board: str, keeps: int, rest: str) -> None:
    assert "TOO LONG" not in configuration(board, of_length(keeps, rest))
    command = of_length(keeps + 1, rest)
    warned = configuration(board, command).splitlines()
    mark = TEMPLATES[board].comment
    assert warned[0].startswith(f"{mark} TOO LONG") and str(keeps + 1) in warned[0]
    assert f"{mark}   ln -s {command.data} {SHORT_DATA}" in warned
    assert f"{mark}   {SHORT_COMMAND} init --data {SHORT_DATA} --for {board}" in warned


@pytest.mark.parametrize("board", ["synchronet", "install-xtrn", "wwiv"])
def test_the_links_that_are_proposed_are_short_enough(board: str) -> None:
    assert "TOO LONG" not in configuration(board, Command(SHORT_COMMAND, SHORT_DATA))


def test_synchronet_still_reads_the_file_with_a_warning_in_it() -> None:
    command = of_length(SYNCHRONET_KEEPS + 1, "--drop %f")
    assert program("synchronet", command)["cmd"].startswith("/bin/anteup door")


def test_vision3_gets_an_entry_of_its_list() -> None:
    comment, _, text = configuration("vision3", COMMAND).partition("\n")
    entry = json.loads(text)
    assert comment.startswith("//")
    assert entry["commands"][:4] == ["/usr/local/bin/anteup", "door", "--data", "/var/lib/anteup"]
    assert (entry["io_mode"], entry["dropfile_type"]) == ("STDIO", "DOOR32.SYS")


def test_enigma_gets_no_environment_for_that_would_be_all_of_it() -> None:
    text = configuration("enigma", COMMAND)
    assert "cmd: /usr/local/bin/anteup\n" in text and "env" not in text
    assert text.count("{") == text.count("}") and text.count("[") == text.count("]")


def test_talisman_gets_a_script_that_a_shell_can_read(tmp_path: Path) -> None:
    text = configuration("talisman", COMMAND)
    script = tmp_path / "anteup.sh"
    script.write_text(text)
    assert text.startswith("#!/bin/sh\n")
    assert os.system(f"sh -n {script}") == 0


def test_no_line_for_a_shell_holds_the_name_of_a_caller() -> None:
    for board in TEMPLATES:
        assert not re.search("%[aAuU]|{userName}|{USERHANDLE}", configuration(board, COMMAND))
