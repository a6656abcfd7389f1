"""`anteup doctor`: what it says of a casino and of a drop file, and which of it is wrong."""

from __future__ import annotations

import asyncio
import grp
import io
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import ansi
import pytest

from door import doorway, house
from door.bank.schema import REVISIONS
from door.carriers import relay
from door.carriers.line import Line
from door.cli import doctor, main
from door.doorway.connection import SOCKET
from door.house.book import read
from tests.books import alter, bank_in
from tests.dropfile import DOOR32, DOOR_SYS, SAMPLES, bytes_of, lines_of, sample

ROOT = Path(__file__).parents[2]
SOON = 10   # seconds after which a test has failed


class Doctor:
    """Runs it on a folder; `out` is what it said last."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self.out = folder, ""
        self._capsys = capsys

    def __call__(self, *arguments: object) -> int:
        status = main(["doctor", "--data", str(self.folder), *map(str, arguments)])
        told = self._capsys.readouterr()
        assert told.err == ""
        self.out = told.out
        return status

    @property
    def wrong(self) -> list[str]:
        return [line.removeprefix("Wrong: ") for line in self.out.splitlines()
                if line.startswith("Wrong: ")]

    def line(self, about: str) -> str:
        """What stands behind a word at the beginning of a line."""
        (found,) = [line for line in self.out.splitlines() if line.startswith(f"{about}  ")]
        return found.removeprefix(about).strip()


@pytest.fixture(autouse=True)
def _nothing_but_what_the_test_gives(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No environment of a board, and standard input that nobody may ask for a key."""
    for name in ("BBSDEV_DRP", "BBS_NODE", "BBS_USERHANDLE", "BBS_TIMELEFT", "DOOR_SOCKET_FD"):
        monkeypatch.delenv(name, raising=False)
    typed = io.StringIO("a key\n")
    monkeypatch.setattr("sys.stdin", typed)
    yield
    assert typed.tell() == 0


@pytest.fixture
def ask(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Doctor:
    (tmp_path / "data").mkdir(mode=0o700)
    return Doctor(tmp_path / "data", capsys)


@pytest.fixture
def node(tmp_path: Path) -> Path:
    """A board's folder of a node."""
    (tmp_path / "node").mkdir()
    return tmp_path / "node"


def put(folder: Path, name: str, data: bytes, age: float = 0) -> Path:
    path = folder / name
    path.write_bytes(data)
    written = time.time() - age
    os.utime(path, (written, written))
    return path


# The casino


def test_all_is_well_before_anything_was_run(ask: Doctor) -> None:
    assert ask() == 0
    assert ask.out.endswith("\nAll is well.\n")
    assert "none is running" in ask.line("Server")
    assert list(ask.folder.iterdir()) == []


def test_a_data_folder_that_is_not_there_yet_is_not_made(ask: Doctor) -> None:
    ask.folder.rmdir()
    assert ask() == 0
    assert "not there yet" in ask.line("Data folder")
    assert not ask.folder.exists()


def test_the_versions_are_told(ask: Doctor) -> None:
    ask()
    for name in ("telnetlib3", "blessed", "SQLAlchemy", "alembic", "platformdirs"):
        assert f"{name} " in ask.line("Libraries")


def test_a_library_that_is_missing_is_wrong(
        ask: Doctor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "LIBRARIES", ("telnetlib3", "no-such-library"))
    assert ask() == 1
    assert ask.wrong[0].startswith("the library no-such-library is not installed")


def test_another_package_named_ansi_is_told_of(
        ask: Doctor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ansi, "__file__", str(tmp_path / "site" / "ansi" / "__init__.py"))
    assert ask() == 1
    assert ask.wrong[0].startswith(f"ansi in {tmp_path / 'site'} is not ours")


def test_the_hash_of_the_policy_is_that_of_hand_records(ask: Doctor) -> None:
    assert ask() == 0
    assert ask.line("House") == f"plays by {house.policy_name()}"


def test_a_damaged_policy_file_is_wrong(ask: Doctor, tmp_path: Path,
                                        monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "book.bin"
    path.write_bytes(b"no policy at all")
    monkeypatch.setattr(house, "policy_name", lambda: read(path).hash)
    assert ask() == doctor.WRONG and ask.line("House") == "cannot play"
    assert ask.wrong == [f"{path}: it does not begin as a policy file of this version does"]


def test_everybody_may_write_to_the_folder(ask: Doctor) -> None:
    ask.folder.chmod(0o777)
    assert ask() == 1
    assert ask.wrong == [f"everybody may write to {ask.folder}: chmod o-w {ask.folder}"]


def test_a_wrong_setting_is_told_by_file_and_line(ask: Doctor) -> None:
    (ask.folder / "anteup.ini").write_text("[server]\nport = 99999\n")
    assert ask() == 1
    assert ask.wrong[0].startswith(f"{ask.folder}/anteup.ini, line 2: ")


def test_the_settings_that_were_named_are_read(ask: Doctor, tmp_path: Path) -> None:
    settings = tmp_path / "other.ini"
    settings.write_text("[casino]\nname = Mine\n")
    assert ask("--config", settings) == 0
    assert ask.line("Settings") == f"{settings}: read, nothing wrong"


def test_settings_and_store_of_another_account_are_left_to_it(
        ask: Doctor, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("anteup.ini", "anteup.db"):
        (ask.folder / name).write_text("nobody else's business")
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path).is_dir())
    assert ask() == 0
    assert "may read it" in ask.line("Settings") and "may look into it" in ask.line("Store")


def test_a_group_that_is_not_there_is_wrong(ask: Doctor) -> None:
    (ask.folder / "anteup.ini").write_text("[server]\ngroup = no-such-group\n")
    assert ask() == 1
    assert ask.wrong == ["[server] group = no-such-group: there is no such group"]


def test_it_says_whether_this_account_is_in_the_group(ask: Doctor) -> None:
    mine = grp.getgrgid(os.getgid()).gr_name
    (ask.folder / "anteup.ini").write_text(f"[server]\ngroup = {mine}\n")
    assert ask() == 0
    assert ask.line("Group") == f"[server] group = {mine}; you are in it"


def test_a_reader_that_has_enough_gets_no_traceback(ask: Doctor) -> None:
    listen, speak = os.pipe()
    os.close(listen)
    with open(speak, "wb") as pipe:
        done = subprocess.run([sys.executable, "-m", "door.cli", "doctor", "--data", ask.folder],
                              stdout=pipe, stderr=subprocess.PIPE, cwd=ROOT, timeout=SOON * 3)
    assert done.stderr == b""


# The store


def make_store(folder: Path) -> Path:
    async def fill() -> None:
        async with bank_in(folder) as bank:
            await bank.create("Anna", "secret")
    asyncio.run(fill())
    return folder / "anteup.db"


def test_a_good_store_is_audited_and_not_touched(ask: Doctor) -> None:
    path = make_store(ask.folder)
    before = path.read_bytes(), sorted(ask.folder.iterdir())
    assert ask() == 0
    assert ask.line("Store") == f"{path}: schema {REVISIONS[-1]}; audited, all agrees"
    assert (path.read_bytes(), sorted(ask.folder.iterdir())) == before


def test_every_fault_of_a_store_has_its_line(ask: Doctor) -> None:
    path = make_store(ask.folder)
    alter(path, "UPDATE entries SET amount = amount + 1 WHERE amount > 0")
    assert ask() == 1
    assert f"{len(ask.wrong)} faults" in ask.line("Store")
    assert all(line.startswith(f"{path}: ") for line in ask.wrong)


def test_a_store_of_a_newer_version_is_wrong(ask: Doctor) -> None:
    path = make_store(ask.folder)
    alter(path, "UPDATE alembic_version SET version_num = '9999'")
    assert ask() == 1
    assert len(ask.wrong) == 1 and str(path) in ask.wrong[0] and "9999" in ask.wrong[0]


def test_what_is_no_store_is_one_line(ask: Doctor) -> None:
    (ask.folder / "anteup.db").write_bytes(b"not a database" * 100)
    assert ask() == 1
    assert len(ask.wrong) == 1


# The server


async def nobody_comes(line: Line) -> None:
    raise AssertionError("the doctor called")


async def nobody_is_here(request: Mapping[str, object]) -> dict[str, object]:
    return {"lines": []}


@asynccontextmanager
async def serving(folder: Path) -> AsyncIterator[None]:
    server = await relay.serve(folder, nobody_comes, nobody_is_here)
    try:
        yield
    finally:
        server.close()
        await asyncio.wait_for(server.closed(), SOON)


async def test_a_running_server_answers_and_its_process_is_told(ask: Doctor) -> None:
    async with serving(ask.folder):
        status = await asyncio.wait_for(asyncio.to_thread(ask), SOON)
    assert status == 0
    assert ask.line("Server") == f"process {os.getpid()}, answers"
    assert ask.line("Socket") == f"{ask.folder}/server.sock: you may use it"


def test_a_server_that_keeps_silent_is_wrong(
        ask: Doctor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "ANSWER", 0.01)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(ask.folder / SOCKET))
        listener.listen()
        assert ask() == 1
    assert ask.wrong == [
        f"the server for {ask.folder}, process {os.getpid()}, does not answer"]
    assert socket.getdefaulttimeout() is None


def test_a_socket_that_this_account_may_not_use_is_wrong(
        ask: Doctor, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(folder: str) -> socket.socket:
        error = PermissionError(13, "Permission denied")
        raise doorway.Unreached(doorway.why_not(error, folder, f"{folder}/server.sock"))
    monkeypatch.setattr(doorway, "connect", refuse)
    assert ask() == 1
    assert "[server] group names the group that may" in ask.wrong[0]


def test_whoever_may_not_start_a_server_is_told_who_has_to(
        ask: Doctor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    assert ask() == 1
    assert "has to run anteup serve" in ask.wrong[0]


# Drop files


@pytest.mark.parametrize("name", sorted(path.name for path in SAMPLES.iterdir()))
def test_every_sample_is_told_field_by_field(ask: Doctor, name: str) -> None:
    assert ask("--drop", SAMPLES / name, "--node", 1) == 0
    assert ask.line("  found").startswith(name)
    assert ask.line("  read") == f"{name}: the only one"
    for label in ("handle", "node", "minutes left", "pipe"):
        assert ask.line(f"  {label}")


def test_what_each_field_comes_from_is_told(ask: Doctor, node: Path) -> None:
    put(node, "DOOR32.SYS", sample(DOOR32))
    ask("--drop", node)
    assert ask.line("  handle").split()[-2:] == ["line", "7"]
    assert ask.line("  node").split()[-2:] == ["line", "11"]


def test_of_several_files_the_first_of_our_order_is_read(ask: Doctor, node: Path) -> None:
    put(node, "DOOR.SYS", sample(DOOR_SYS))
    put(node, "door32.sys", sample(DOOR32))
    put(node, "XTRN.DAT", b"whatever")
    assert ask("--drop", node) == 0
    assert ask.line("  read").startswith("door32.sys: the first there is of BBSDEV.DRP, DOOR32")
    assert ask.line("  not read") == "XTRN.DAT"


def test_a_folder_with_none_says_so_once(ask: Doctor, node: Path) -> None:
    assert ask("--drop", node) == 1
    assert ask.line("  found") == "nothing"
    assert len(ask.wrong) == 1 and str(node) in ask.wrong[0]


def test_a_folder_with_one_that_we_do_not_read_says_which_to_choose(
        ask: Doctor, node: Path) -> None:
    put(node, "XTRN.DAT", b"whatever")
    assert ask("--drop", node) == 1
    assert len(ask.wrong) == 1 and "XTRN.DAT" in ask.wrong[0] and "DOOR32.SYS" in ask.wrong[0]


def test_a_path_that_is_not_there_is_one_line(ask: Doctor, node: Path) -> None:
    assert ask("--drop", node / "door32.sys") == 1
    assert ask.wrong == [f"{node}/door32.sys: cannot be read: No such file or directory"]


def test_a_file_that_cannot_be_right_is_told_by_its_line(ask: Doctor, node: Path) -> None:
    put(node, "DOOR32.SYS", bytes_of(lines_of(DOOR32, {6: "", 7: ""})))
    assert ask("--drop", node) == 1
    assert ask.wrong[0].startswith("DOOR32.SYS, line 7: ")
    assert "Comes in as" not in ask.out


def test_no_password_is_shown(ask: Doctor, node: Path) -> None:
    password = b"sw0rdfish"     # on line 14 of DOOR.SYS
    put(node, "DOOR.SYS", bytes_of(lines_of(DOOR_SYS, {14: password})))
    assert ask("--drop", node) == 0 and "sw0rdfish" not in ask.out


@pytest.mark.parametrize("missing", range(-3, 14))
def test_no_password_is_shown_of_lines_that_are_shifted(
        ask: Doctor, node: Path, missing: int) -> None:
    lines = lines_of(DOOR_SYS, {14: "sw0rdfish"})
    put(node, "DOOR.SYS", bytes_of([b"x"] * -missing + lines[max(0, missing):]))
    assert ask("--drop", node) == (1 if missing else 0)
    assert "sw0rdfish" not in ask.out


def test_an_old_file_is_odd(ask: Doctor, node: Path) -> None:
    put(node, "DOOR32.SYS", sample(DOOR32), age=3 * 86_400)
    assert ask("--drop", node) == 0
    assert ask.line("  found") == "DOOR32.SYS (written 3 days ago)"
    assert "  Odd: was written 72 hours ago: is it another caller's?" in ask.out.splitlines()


def test_the_node_of_the_command_line_wins(ask: Doctor, node: Path) -> None:
    put(node, "DOOR32.SYS", sample(DOOR32))
    assert ask("--drop", node, "--node", 7) == 0
    assert ask.line("  node").split() == ["7", "--node"]
    assert "node 7" in ask.line("Comes in as")


def test_the_environment_of_a_board_is_taken_as_the_door_takes_it(
        ask: Doctor, node: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(node, "DOOR32.SYS", sample(DOOR32))
    monkeypatch.setenv("BBSDEV_DRP", str(node / "DOOR32.SYS"))
    assert ask("--drop", "") == 0
    assert ask.line("  read").startswith("DOOR32.SYS")


def test_the_pipe_and_its_reason_are_told(ask: Doctor, node: Path) -> None:
    put(node, "DOOR32.SYS", sample(DOOR32))
    ask("--drop", node)
    assert ask.line("Pipe").startswith("standard input and output")
    put(node, "DOOR32.SYS", bytes_of(lines_of("synchronet-socket.DOOR32.SYS", {2: "213"})))
    ask("--drop", node)
    assert ask.line("Pipe").startswith("socket 213 (line")
    assert ask.line("Pipe").endswith("to this command it was not passed")


def test_the_board_of_the_settings_is_told(ask: Doctor, node: Path) -> None:
    (ask.folder / "anteup.ini").write_text(
        "[boards]\nThe Lab = tag LAB; sysop 5\n[door]\nboard = The Lab\n")
    put(node, "DOOR32.SYS", bytes_of(lines_of(DOOR32, {8: "90"})))
    ask("--drop", node)
    assert '"The Lab"' in ask.line("Comes in as") and ", a sysop," in ask.line("Comes in as")


def test_control_bytes_of_names_do_not_reach_the_screen(ask: Doctor, node: Path) -> None:
    put(node, "dorinfo\x1b[2J1.def", b"whatever")
    put(node, "DOOR32.SYS", bytes_of(lines_of(DOOR32, {7: b"Joe\x1b[2J \xe9"})))
    ask("--drop", node)
    assert "\x1b" not in ask.out


def test_nothing_of_the_board_is_changed(ask: Doctor, node: Path, tmp_path: Path) -> None:
    put(node, "DOOR32.SYS", sample(DOOR32), age=60)
    shutil.copytree(node, tmp_path / "before")
    ask("--drop", node)
    assert [(path.name, path.read_bytes(), path.stat().st_mtime) for path in node.iterdir()] == [
        (path.name, path.read_bytes(), path.stat().st_mtime)
        for path in (tmp_path / "before").iterdir()]
