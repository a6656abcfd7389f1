"""door.cli.door: the options by hand, the drop files as they are, and what the server is told."""

from __future__ import annotations

import fcntl
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from door.cli import Refused, main
from door.cli.door import LARGEST, MOST, drop, hello, is_drop_file, read_options, sockets
from door.doorway import framing

Told = tuple[str, dict[str, object], list[str]]


# -- options ---------------------------------------------------------------------------------

def test_options_with_blank_or_equals_and_the_last_one_wins() -> None:
    assert read_options("--drop a=b --node=4 --telnet --drop=c d".split()[:-1]) == {
        "--drop": "c", "--node": "4", "--telnet": ""}
    assert read_options(["--drop", "--voice"]) == {"--drop": "--voice"}


@pytest.mark.parametrize("typed", [
    "file", "-x", "--", "--mice", "--telnet=yes", "--drop", "--node x", "--node -1",
    "--node 123456", "--node \u0663", "--socket stdin", "--connect ftp", "--charset latin-1",
    "--stdio --socket 3",
    "--socket 3 --connect 2323"])
def test_wrong_options_are_told_in_one_line(typed: str) -> None:
    with pytest.raises(Refused) as refused:
        read_options(typed.split())
    assert str(refused.value).startswith("door: ") and "\n" not in str(refused.value)


def test_an_option_is_not_echoed_raw_nor_at_length(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["door", "--\x1b[31m" + "x" * 500]) == 2
    out, err = capfd.readouterr()
    assert "\x1b" not in out and len(out) < 300 and err == ""


def test_help_is_one_line_of_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["door", "--node", "1", "--help"]) == 0
    assert capsys.readouterr().out.startswith("usage: anteup door [--drop PATH]")


# -- what the server is told -----------------------------------------------------------------

def test_where_it_looks_and_how_a_server_would_be_started(
        tmp_path: Path, told: list[Told], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["door", "--data", "casino"]) == 7
    monkeypatch.setenv("ANTEUP_DATA", str(tmp_path / "other"))
    assert main(["door", "--config=my.ini"]) == 7
    for (folder, _, start), name, settings in zip(
            told, ("casino", "other"), ("casino/anteup.ini", "my.ini")):
        assert folder == str(tmp_path / name)
        assert start == [sys.executable, "-P", "-m", "door.cli", "serve", "--relay-only", "--data",
                         folder, "--config", str(tmp_path / settings)]


def test_the_hello_has_the_options_and_little_of_the_environment(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BBS_NODE", "3")
    monkeypatch.setenv("SECRET", "of the board's")
    said = hello({"--node": "12", "--charset": "ascii", "--drop": str(tmp_path), "--telnet": ""})
    assert said["kind"] == "door"
    assert said["options"] == {"node": 12, "charset": "ascii", "voice": False, "telnet": True,
                               "stdio": False, "socket": None}
    environ = said["environ"]
    assert isinstance(environ, dict) and environ["BBS_NODE"] == "3" and "SECRET" not in environ


def test_inherited_sockets_are_told(tmp_path: Path) -> None:
    ours, theirs = socket.socketpair()
    high = fcntl.fcntl(theirs, fcntl.F_DUPFD_CLOEXEC, 700)
    with ours, theirs, (tmp_path / "file").open("wb") as file:
        found = sockets()
        assert {ours.fileno(), theirs.fileno(), high} <= set(found)
        assert file.fileno() not in found and min(found) > 2
    os.close(high)


# -- drop files ------------------------------------------------------------------------------

def test_a_file_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "Door32.Sys").write_bytes(bytes(range(256)))
    found = drop(str(tmp_path / "Door32.Sys"))
    assert found["files"] == {"Door32.Sys": bytes(range(256)).decode("latin-1")}
    assert found["error"] == "" and found["folder"] == str(tmp_path / "Door32.Sys")


def test_a_folders_drop_files_and_those_of_other_kinds(tmp_path: Path) -> None:
    for name in ("DOOR.SYS", "door32.sys", "Dorinfo1.Def", "XTRN.DAT", "notes.txt"):
        (tmp_path / name).write_text(name)
    found = drop(str(tmp_path))
    assert found["files"] == {name: name for name in ("DOOR.SYS", "Dorinfo1.Def", "door32.sys")}
    assert found["others"] == ["XTRN.DAT"]
    ages = found["ages"]
    assert isinstance(ages, dict) and all(0 <= age < 3600 for age in ages.values())


def test_without_a_path_the_environment_and_then_here(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "BBSDEV.DRP").write_text("here")
    monkeypatch.delenv("BBSDEV_DRP", raising=False)
    monkeypatch.chdir(tmp_path)
    assert drop("")["files"] == {"BBSDEV.DRP": "here"}
    (tmp_path / "there.drp").write_text("there")
    monkeypatch.setenv("BBSDEV_DRP", str(tmp_path / "there.drp"))
    assert drop("")["files"] == {"there.drp": "there"}


def test_what_cannot_be_read_is_told_and_nothing_hangs(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "door.sys")
    (tmp_path / "chain.txt").mkdir()
    for path in ("nowhere", "door.sys", "chain.txt/door.sys"):
        assert drop(str(tmp_path / path))["error"]
    assert drop("/dev/zero")["error"] and drop("x" * 10_000)["error"]


def test_all_that_is_found_fits_into_one_frame(tmp_path: Path,
                                               monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(3 * MOST):
        (tmp_path / f"dorinfo{number}.def").write_bytes(b"\xff" * (3 * LARGEST))
    monkeypatch.setenv("BBS_USERHANDLE", "\udcff" * 50_000)
    said = hello({"--drop": str(tmp_path)})
    assert len(framing.frame(framing.HELLO, said)) < framing.LARGEST
    files = drop(str(tmp_path))["files"]
    assert isinstance(files, dict) and len(files) == MOST


def test_whole_drop_files_of_many_nodes_fit(tmp_path: Path) -> None:
    sample = (Path(__file__).parents[1] / "dropfiles" / "wwiv.dorinfo1.def").read_bytes()
    for number in range(MOST):
        (tmp_path / f"DORINFO{number}.DEF").write_bytes(sample)
    files = drop(str(tmp_path))["files"]
    assert isinstance(files, dict) and set(files.values()) == {sample.decode("latin-1")}


def test_names_are_told_apart_in_any_case() -> None:
    assert [name for name in ("BBSDEV.drp", "DoRiNfOa.dEf", "chain.txt.bak", "xdoor.sys", "x")
            if is_drop_file(name)] == ["BBSDEV.drp", "DoRiNfOa.dEf"]


def test_it_imports_nothing_heavy() -> None:
    script = "import sys; import door.cli.door, door.doorway; print(*sys.modules)"
    loaded = set(subprocess.run([sys.executable, "-c", script], check=True, text=True,
                                cwd=Path(__file__).parents[2], capture_output=True).stdout.split())
    assert not loaded & {"argparse", "asyncio", "configparser", "dataclasses", "logging", "pathlib",
                         "platformdirs", "subprocess", "typing"}
