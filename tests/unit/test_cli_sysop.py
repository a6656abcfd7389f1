"""door.cli.sysop and door.cli.errand: orders to a running server, or carried out without one."""

from __future__ import annotations

import asyncio
import io
from pathlib import Path

import pytest

from door.bank import Bank, WrongPassword
from door.cli import USAGE_ERROR, main
from door.config import BankSettings
from tests.books import bank_in
from tests.e2e.server import Server


class Typed(io.StringIO):
    """stdin at a terminal."""

    def isatty(self) -> bool:
        return True


def make(folder: Path, handle: str) -> None:
    async def create() -> None:
        async with bank_in(folder) as bank:
            await bank.create(handle, "secret")
    asyncio.run(create())


def opens(folder: Path, handle: str, password: str) -> bool:
    """Whether that is the handle's password."""
    async def verify() -> bool:
        bank = await Bank.open(folder, BankSettings())
        try:
            await bank.verify(handle, password, "")
        except WrongPassword:
            return False
        finally:
            await bank.close()
        return True
    return asyncio.run(verify())


def passwd(monkeypatch: pytest.MonkeyPatch, folder: Path, handle: str, password: str) -> int:
    """The exit status of `anteup sysop passwd` with that line on its stdin."""
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{password}\r\nmore\n"))
    return main(["sysop", "passwd", handle, "--data", str(folder)])


def test_a_password_comes_by_stdin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                   capsys: pytest.CaptureFixture[str]) -> None:
    make(tmp_path, "Ada")
    assert passwd(monkeypatch, tmp_path, "ADA", "opensesame") == 0
    assert capsys.readouterr() == ("ADA has a new password.\n", "")
    assert opens(tmp_path, "Ada", "opensesame") and not opens(tmp_path, "Ada", "secret")


def test_a_running_server_is_asked_to_do_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                            capsys: pytest.CaptureFixture[str]) -> None:
    make(tmp_path, "Ada")
    server = Server(tmp_path).start()
    try:
        assert passwd(monkeypatch, tmp_path, "Ada", "opensesame") == 0
        assert capsys.readouterr() == ("Ada has a new password.\n", "")
        assert passwd(monkeypatch, tmp_path, "Bob", "opensesame") == USAGE_ERROR
        out, err = capsys.readouterr()
        assert out == "" and err.startswith("anteup: ") and err.count("\n") == 1
    finally:
        server.stop()
    assert opens(tmp_path, "Ada", "opensesame")


@pytest.mark.parametrize("handle, password", [
    ("Bob", "opensesame"), ("Ada", "abc"), ("Ada", ""), ("Ada", "x" * 200)])
def test_what_cannot_be_done_is_one_line_and_status_2(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
        handle: str, password: str) -> None:
    make(tmp_path, "Ada")
    assert passwd(monkeypatch, tmp_path, handle, password) == USAGE_ERROR
    out, err = capsys.readouterr()
    assert out == "" and err.startswith("anteup: ") and err.count("\n") == 1
    assert password not in err or not password


def test_at_a_terminal_it_is_asked_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make(tmp_path, "Ada")
    asked: list[str] = []

    def getpass(prompt: str) -> str:
        asked.append(prompt)
        return "opensesame"
    monkeypatch.setattr("sys.stdin", Typed())
    monkeypatch.setattr("getpass.getpass", getpass)
    assert main(["sysop", "passwd", "Ada", "--data", str(tmp_path)]) == 0
    assert len(asked) == 2 and opens(tmp_path, "Ada", "opensesame")


def test_two_different_passwords_change_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                                capsys: pytest.CaptureFixture[str]) -> None:
    make(tmp_path, "Ada")
    answers = iter(["opensesame", "opensesam"])
    monkeypatch.setattr("sys.stdin", Typed())
    monkeypatch.setattr("getpass.getpass", lambda prompt: next(answers))
    assert main(["sysop", "passwd", "Ada", "--data", str(tmp_path)]) == USAGE_ERROR
    assert "two different passwords" in capsys.readouterr().err
    assert opens(tmp_path, "Ada", "secret")


def test_an_order_needs_good_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                      capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "anteup.ini").write_text("[bank]\nstrat = 5\n")
    assert passwd(monkeypatch, tmp_path, "Ada", "opensesame") == USAGE_ERROR
    assert f"{tmp_path / 'anteup.ini'}" in capsys.readouterr().err


def test_a_folder_that_is_a_file_is_named(tmp_path: Path,
                                          capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert main(["sysop", "who", "--data", str(tmp_path / "file")]) == USAGE_ERROR
    err = capsys.readouterr().err
    assert str(tmp_path / "file") in err and err.count("\n") == 1
