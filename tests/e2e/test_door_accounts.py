"""Two accounts of the machine, the sysop's and the board's: [server] group lets the one's door in.

Accounts that every Linux has stand in for them, so nothing is added to the machine. Processes
start as root and drop to their account when all is imported, for the interpreter may lie where
only root can read it.
"""

from __future__ import annotations

import grp
import os
import pwd
import select
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pyte
import pytest

from door.doorway import NORMAL, UNREACHED
from tests.e2e.hosts import Host, SynchronetStdio, User
from tests.e2e.hosts.evening import Begin, enter, judge
from tests.e2e.server import PATIENCE

SYSOP, BOARD, STRANGER = "daemon", "games", "nobody"

AS_SOMEBODY = """
import os, sys
account, group, groups, *arguments = sys.argv[1:]
{imports}
os.setgroups([int(each) for each in groups.split(",") if each])
os.setgid(int(group))
os.setuid(int(account))
from door.cli import main
sys.exit(main(arguments))
"""
DOORS = "import door.cli, door.cli.door, door.doorway"
SERVERS = """
import asyncio, pathlib, tempfile
import door.cli.parser, door.cli.serve, door.cli.server, door.cli.errand, door.session
from ansi.keys import key_map
from door.bank import Bank
from door.carriers import claim, relay
from door.config import load

async def open_another(folder):
    (folder / "anteup.ini").write_text("[server]")
    bank = await Bank.open(folder, load(folder / "anteup.ini").bank)
    await bank.member("Lab", "1", "Ann")
    await bank.close()

key_map()
with tempfile.TemporaryDirectory() as folder:
    asyncio.run(open_another(pathlib.Path(folder)))
"""


def known(name: str) -> bool:
    try:
        return bool(pwd.getpwnam(name) and grp.getgrnam(BOARD))
    except KeyError:
        return False


pytestmark = [
    pytest.mark.skipif(os.getuid() != 0, reason="only root can be two other accounts"),
    pytest.mark.skipif(not all(map(known, (SYSOP, BOARD, STRANGER))),
                       reason=f"there are no accounts {SYSOP}, {BOARD} and {STRANGER}")]


def somebody(name: str, imports: str, *groups: str) -> list[str]:
    """The beginning of a command that `name` runs, as a member of these groups as well."""
    account = pwd.getpwnam(name)
    among = ",".join(str(grp.getgrnam(group).gr_gid) for group in groups)
    return [sys.executable, "-c", AS_SOMEBODY.format(imports=imports), str(account.pw_uid),
            str(account.pw_gid), among]


@pytest.fixture
def data() -> Iterator[Path]:
    """A data folder of the sysop's, in a place that everybody can reach."""
    base = Path(tempfile.mkdtemp(prefix="anteup-test-"))
    base.chmod(0o755)
    folder = base / "data"
    folder.mkdir(0o700)
    shutil.chown(folder, SYSOP, pwd.getpwnam(SYSOP).pw_gid)
    try:
        yield folder
    finally:
        shutil.rmtree(base)


@contextmanager
def serving(data: Path, ini: str, *groups: str) -> Iterator[str]:
    """The sysop's server; what it says when it is ready, or why it is not."""
    (data / "anteup.ini").write_text(ini)
    listen, ready = os.pipe()
    server = subprocess.Popen(
        [*somebody(SYSOP, SERVERS, *groups), "serve", "--relay-only", "--data", str(data),
         "--ready-fd", str(ready)], pass_fds=[ready], stderr=subprocess.DEVNULL)
    os.close(ready)
    try:
        assert select.select([listen], [], [], PATIENCE)[0]
        yield os.read(listen, 1000).decode()
    finally:
        server.terminate()
        server.wait(PATIENCE)
        os.close(listen)


class Boards(SynchronetStdio):
    """The door as the board's account runs it."""

    account = BOARD
    groups: tuple[str, ...] = (BOARD,)

    def command(self, *flags: str) -> list[str]:
        return [*somebody(self.account, DOORS, *self.groups), *super().command(*flags)[1:],
                "--data", str(self.data)]

    def start(self, *flags: str) -> Host:
        self.drop = self.data.parent / "door32.sys"
        return super().start(*flags)


class Strangers(Boards):
    account = STRANGER
    groups: tuple[str, ...] = ()


def refused(host: Host) -> str:
    """What it says, having left with the code that means a matter of configuration."""
    judge(host, host.left(), UNREACHED)
    return " ".join(host.heard.split())


@pytest.fixture(autouse=True)
def patient_eyes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines that are printed may reach the last column, and go on in the next."""
    monkeypatch.setattr(Host, "eyes", pyte.Screen)


def test_without_a_group_the_board_is_refused(data: Path, begin: Begin) -> None:
    with serving(data, "") as ready:
        assert ready == "+"
        host = begin(Boards, data, User("Ann", "1"))
        assert refused(host) == (
            f"{BOARD} may not use {data}/server.sock of {SYSOP}: in anteup.ini, [server] group "
            "names the group that may.")


def test_the_group_lets_the_board_in(data: Path, begin: Begin) -> None:
    with serving(data, f"[server]\ngroup = {BOARD}\n", BOARD) as ready:
        assert ready == "+"
        host = begin(Boards, data, User("Ann", "1"))
        enter(host)
        host.expect("Casino> ")
        assert host.sees("Ann")
        host.press("q")
        judge(host, host.left(), NORMAL)
        assert f"{STRANGER} may not use {data}" in refused(begin(Strangers, data, User("Bob", "2")))


def test_with_a_long_path_the_socket_is_elsewhere_and_as_well_guarded(data: Path,
                                                                      begin: Begin) -> None:
    deep = data / ("long" * 25)
    deep.mkdir()
    shutil.chown(deep, SYSOP, pwd.getpwnam(SYSOP).pw_gid)
    data.chmod(0o755)
    with serving(deep, f"[server]\ngroup = {BOARD}\n", BOARD) as ready:
        assert ready == "+"
        host = begin(Boards, deep, User("Ann", "1"))
        enter(host)
        host.expect("Casino> ")
        host.press("q")
        judge(host, host.left(), NORMAL)
        assert "[server] group" in refused(begin(Strangers, deep, User("Bob", "2")))


def test_without_a_server_nobody_else_may_start_one(data: Path, begin: Begin) -> None:
    """Nor learns whether there is one, save where the folder can be entered."""
    assert refused(begin(Boards, data, User("Ann", "1"))).startswith(
        f"{BOARD} may not use {data}/server.sock of {SYSOP}: ")
    data.chmod(0o711)
    assert refused(begin(Boards, data, User("Ann", "1"))) == (
        f"No server is running for {data}. {BOARD} may not use {data}/server.start of {SYSOP}: in "
        "anteup.ini, [server] group names the group that may.")


@pytest.mark.parametrize("group, reason", [
    ("no-such-group", "there is no such group"),
    ("shadow", "is no member of that group")])
def test_a_group_that_cannot_be_given(data: Path, group: str, reason: str) -> None:
    with serving(data, f"[server]\ngroup = {group}\n", BOARD) as ready:
        assert ready.startswith(f"-[server] group = {group}: ") and reason in ready


def test_orders_are_the_sysops_own(data: Path) -> None:
    with serving(data, f"[server]\ngroup = {BOARD}\n", BOARD):
        for account, status in (SYSOP, 0), (BOARD, 2):
            ordered = subprocess.run(
                [*somebody(account, SERVERS + "import door.cli.sysop", BOARD), "sysop", "who",
                 "--data", str(data)], capture_output=True, text=True, timeout=PATIENCE)
            assert ordered.returncode == status, ordered.stderr
            assert ordered.stdout == ("Nobody is here.\n" if account == SYSOP else "")
            assert ordered.stderr.count("\n") == (account != SYSOP)
            assert not ordered.stderr or SYSOP in ordered.stderr and account in ordered.stderr
