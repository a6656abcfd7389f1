"""door.carriers.relay.server: the socket, its place and who may use it, and a sysop's requests."""

import asyncio
import grp
import os
import pwd
import stat
from pathlib import Path

import pytest

from door import doorway
from door.carriers import relay
from door.carriers.relay import connection
from door.carriers.relay.framing import BYE, DATA, SAY, frame
from door.carriers.relay.server import SOCKET
from tests.relay import answering, calling, echo, nobody
from tests.serving import SOON

ME = pwd.getpwuid(os.getuid()).pw_name


# A sysop's requests, and who may come


@pytest.mark.asyncio
async def test_a_sysops_request_is_answered(tmp_path: Path) -> None:
    async def sysop(request: dict[str, object]) -> dict[str, object]:
        return {"heard": request["command"], "from": request["user"]}

    async with answering(tmp_path, nobody, sysop=sysop) as server:
        reply = await asyncio.to_thread(
            doorway.ask, os.fspath(tmp_path), {"command": "who", "user": "root2"})
        assert reply == {"heard": "who", "from": ME}
        await asyncio.wait_for(server.closed(), SOON)


@pytest.mark.asyncio
async def test_a_request_that_fails_says_so(
        tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def sysop(request: dict[str, object]) -> dict[str, object]:
        raise ZeroDivisionError

    async with answering(tmp_path, nobody, sysop=sysop):
        with pytest.raises(doorway.Unreached, match="log says how"):
            await asyncio.to_thread(doorway.ask, os.fspath(tmp_path), {"command": "who"})
    assert "ZeroDivisionError" in caplog.text


@pytest.mark.asyncio
async def test_only_the_servers_account_and_root_are_sysops(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def sysop(request: dict[str, object]) -> dict[str, object]:
        raise AssertionError("asked by a stranger")

    monkeypatch.setattr(connection, "peer_uid", lambda _sock: 4321)
    async with answering(tmp_path, nobody, sysop=sysop) as server, calling(server) as door:
        door.hello(kind="sysop", command="passwd")
        (kind, words), _ = await door.rest()
        assert kind == SAY and words.startswith(f"Only {ME}".encode())


@pytest.mark.asyncio
async def test_the_socket_is_ours_alone_unless_a_group_is_named(tmp_path: Path) -> None:
    async with answering(tmp_path, nobody) as server:
        assert stat.S_IMODE(server.path.stat().st_mode) == 0o600
    tmp_path.chmod(0o700)
    group = grp.getgrgid(os.getgid()).gr_name
    async with answering(tmp_path, nobody, group=group) as server:
        assert stat.S_IMODE(server.path.stat().st_mode) == 0o660
        assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o710
        assert server.path.stat().st_gid == os.getgid()


@pytest.mark.asyncio
async def test_a_group_that_does_not_exist_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(LookupError):
        await relay.serve(tmp_path, nobody, group="no such group")
    assert not (tmp_path / SOCKET).exists()


# The socket's place


@pytest.mark.asyncio
async def test_a_socket_that_a_dead_server_left_is_replaced(tmp_path: Path) -> None:
    first = await relay.serve(tmp_path, nobody)
    left = tmp_path / "left"
    os.link(first.path, left)
    first.close()
    os.rename(left, tmp_path / SOCKET)
    async with answering(tmp_path, echo) as server, calling(server) as door:
        door.hello()
        door.send(frame(DATA, b"x"))
        assert await door.hear() == (DATA, b"x")
    assert not server.path.exists()


@pytest.mark.asyncio
async def test_a_path_too_long_for_a_socket_is_told_in_a_file(tmp_path: Path) -> None:
    folder = tmp_path / ("long" * 30)
    folder.mkdir()
    async with answering(folder, echo) as server:
        assert server.path.parent != folder
        assert stat.S_IMODE(server.path.parent.stat().st_mode) == 0o700
        connection = await asyncio.to_thread(doorway.connect, os.fspath(folder))
        connection.close()
        await asyncio.wait_for(server.closed(), SOON)
    assert not server.path.parent.exists() and list(folder.iterdir()) == []


@pytest.mark.asyncio
async def test_stopping_keeps_the_open_lines_and_closing_ends_them(tmp_path: Path) -> None:
    async with answering(tmp_path, echo) as server, calling(server) as door:
        door.hello()
        door.send(frame(DATA, b"x"))
        await door.hear()
        server.stop()
        with pytest.raises(FileNotFoundError):
            await asyncio.open_unix_connection(os.fspath(server.path))
        door.send(frame(DATA, b"y"))
        assert await door.hear() == (DATA, b"y")
        server.close()
        assert await door.rest() == [(BYE, b"\0")]
