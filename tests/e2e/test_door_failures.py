"""What is wrong before anybody plays: each board gets its caller back, with a word and a code.

Nothing is ever on stderr: boards log it, or show it to the caller.
"""

from __future__ import annotations

import os
from pathlib import Path

import pyte
import pytest

from door.carriers.relay.connection import NOT_SET_UP
from door.doorway import BAD_DROP, UNREACHED
from tests.e2e.hosts import EnigmaSocket, Host, SynchronetStdio, User, Vision3
from tests.e2e.hosts.evening import Begin, boards, judge, somebody
from tests.e2e.hosts.sockets import SocketHost
from tests.e2e.server import ANTEUP, Server

USAGE_ERROR = 2


@pytest.fixture(autouse=True)
def patient_eyes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines that are printed may reach the last column, and go on in the next."""
    monkeypatch.setattr(Host, "eyes", pyte.Screen)


def hears_stdout(kind: type[Host]) -> bool:
    """Whether the user is where the door's own words go as long as no server is reached."""
    return not issubclass(kind, (SocketHost, EnigmaSocket))


def shifted(kind: type[Host]) -> type[Host]:
    """The same board with a line too many at the drop file's beginning."""
    return type(kind.__name__, (kind,), {
        "drop_file": lambda self: b"a line too many\r\n" + kind.drop_file(self)})


@boards
def test_a_drop_file_that_cannot_be_right(shared: Server, begin: Begin, kind: type[Host]) -> None:
    host = begin(shifted(kind), shared.folder, somebody(kind))
    judge(host, host.left(), BAD_DROP)
    if hears_stdout(kind):
        assert NOT_SET_UP in host.heard and "\x1b" not in host.heard
    assert f"{host.drop.name}, line " in (shared.folder / "anteup.log").read_text().splitlines()[-1]


@pytest.mark.parametrize("drop", ["nowhere", "/", "/dev/zero"])
def test_no_drop_file(shared: Server, begin: Begin, drop: str) -> None:
    host = begin(SynchronetStdio, shared.folder, somebody(SynchronetStdio), "--drop", drop)
    judge(host, host.left(), BAD_DROP)
    assert NOT_SET_UP in host.heard


@boards
def test_an_unknown_option(shared: Server, begin: Begin, kind: type[Host]) -> None:
    host = begin(kind, shared.folder, somebody(kind), "--mice")
    judge(host, host.left(), USAGE_ERROR)
    assert not hears_stdout(kind) or "what is '--mice'? usage: anteup door" in host.heard


@pytest.mark.parametrize("flags, said", [
    (["--node", "two"], "--node takes a number, not 'two'"),
    (["--socket", "-1"], "--socket takes a number, not '-1'"),
    (["--charset", "latin-1"], "--charset is one of cp437, utf-8, ascii, plain"),
    (["--stdio", "--socket", "4"], "--stdio, --socket or --connect, one of them"),
    (["--connect", "1"], "--connect 1: Connection refused"),
    (["--drop"], "what is '--drop'?")])
def test_an_option_that_is_wrong(shared: Server, begin: Begin, flags: list[str],
                                 said: str) -> None:
    host = begin(Vision3, shared.folder, somebody(Vision3), *flags)
    judge(host, host.left(), USAGE_ERROR)
    assert host.heard.startswith(f"anteup door: {said}") and host.heard.endswith("\r\n")


@boards
def test_a_server_that_cannot_be_started(tmp_path: Path, begin: Begin, kind: type[Host]) -> None:
    (tmp_path / "file").touch()
    host = begin(kind, tmp_path / "file" / "data", somebody(kind))
    judge(host, host.left(), UNREACHED)
    if hears_stdout(kind):
        assert f"{tmp_path}/file/data" in host.heard and "\x1b" not in host.heard


def test_settings_that_are_wrong_are_named_with_their_line(tmp_path: Path, begin: Begin) -> None:
    (tmp_path / "anteup.ini").write_text("[casino]\n\nmice = 3\n")
    host = begin(SynchronetStdio, tmp_path, somebody(SynchronetStdio))
    judge(host, host.left(), UNREACHED)
    assert "did not start" in host.heard and "anteup.ini, line 3" in host.heard


@pytest.mark.skipif(os.getuid() == 0, reason="root may write anywhere")
def test_a_folder_that_is_not_ours(begin: Begin) -> None:
    host = begin(SynchronetStdio, Path("/anteup"), somebody(SynchronetStdio))
    judge(host, host.left(), UNREACHED)


def test_a_socket_that_is_none(shared: Server, begin: Begin) -> None:
    host = begin(SynchronetStdio, shared.folder, somebody(SynchronetStdio), "--socket", "99")
    judge(host, host.left(), BAD_DROP)
    assert NOT_SET_UP in host.heard


class Homeless(Vision3):
    """A board whose working folder has gone, and that names no drop file."""

    def command(self, *flags: str) -> list[str]:
        return ["/bin/sh", "-c", 'mkdir gone; cd gone; rmdir ../gone; exec "$@"', "sh",
                ANTEUP, "door", *flags]


def test_a_working_folder_that_is_gone(shared: Server, begin: Begin) -> None:
    host = begin(Homeless, shared.folder, User("Homeless", "1"))
    judge(host, host.left(), BAD_DROP)
    assert NOT_SET_UP in host.heard


class Silent(Vision3):
    """A board that has closed standard output, or whose locale knows few letters."""

    redirection = ">&-"

    def command(self, *flags: str) -> list[str]:
        return ["/bin/sh", "-c", f'exec "$@" {self.redirection}', "sh", *super().command(*flags)]

    def environment(self) -> dict[str, str]:
        return super().environment() | {"PYTHONIOENCODING": "ascii", "LC_ALL": "POSIX"}


class Narrow(Silent):
    redirection = ""


class Deaf(Silent):
    redirection = "| :"     # somebody who does not listen to the end


@pytest.mark.parametrize("kind", [Silent, Narrow, Deaf])
def test_a_word_that_cannot_be_said(shared: Server, begin: Begin, kind: type[Host]) -> None:
    host = begin(kind, shared.folder, somebody(kind), "--m\N{LATIN SMALL LETTER I WITH ACUTE}ce")
    judge(host, host.left(), (0, USAGE_ERROR) if kind is Deaf else USAGE_ERROR)
    assert host.heard.startswith("anteup door: what is '--m") == (kind is Narrow)


def test_names_that_are_no_text(shared: Server, begin: Begin) -> None:
    """Bytes of another locale in the environment and in the names of files."""

    class Foreign(Vision3):
        def environment(self) -> dict[str, str]:
            return {"BBS_USERHANDLE": os.fsdecode(b"Zo\x89 of \xff"), "TERM": os.fsdecode(b"\xfe")}

        def pipe(self) -> dict[int, str]:
            return super().pipe() | {6: ""}

        def start(self, *flags: str) -> Host:
            self.drop = self.place / os.fsdecode(b"n\xf6de") / "door32.sys"
            self.drop.parent.mkdir()
            return super().start(*flags)

    host = begin(Foreign, shared.folder, User("", "31"), "--charset", "plain")
    host.expect("Casino> ")
    host.press("q")
    judge(host, host.left(), 0)
    assert "Good night, Zo of." in host.heard
    broken = begin(shifted(Foreign), shared.folder, User("", "31"))
    judge(broken, broken.left(), BAD_DROP)
    assert "door32.sys, line 1: " in (shared.folder / "anteup.log").read_text().splitlines()[-1]
