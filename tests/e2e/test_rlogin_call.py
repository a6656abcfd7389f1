"""Calls by rlogin, end to end: who is vouched for plays, everybody else hears not a byte."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.e2e import nights
from tests.e2e.conftest import checked
from tests.e2e.hosts.evening import WITHDRAW
from tests.e2e.server import PATIENCE, Server
from tests.e2e.telnet import GRAPHICS
from tests.e2e.test_hang_up import RESUMED
from tests.rlogin import by_secret, greeting

INI = """\
[boards]
The Lab = tag LAB; secret lantern at the door
Corner Store = tag CS; addresses 127.0.0.1; charset ascii
Faraway = tag FAR; addresses 192.0.2.0/24
"""


class RloginServer(Server):
    """It says where it listens for rlogin on its second line."""

    rlogin_port = 0

    def start(self) -> Server:
        super().start()
        found = re.search(r"(\d+) \(rlogin\)$", self._first_line())
        assert found is not None
        self.rlogin_port = int(found[1])
        return self


@pytest.fixture(scope="module")
def boards(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RloginServer]:
    """Two boards at this machine, one of them known by its secret, and one far away."""
    yield from serving(tmp_path_factory.mktemp("rlogin"), INI)


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RloginServer]:
    """No board is known by this machine's address alone."""
    yield from serving(tmp_path_factory.mktemp("guarded"),
                       INI.replace("addresses 127.0.0.1", "addresses 192.0.2.7"))


def serving(folder: Path, ini: str) -> Iterator[RloginServer]:
    (folder / "anteup.ini").write_text(ini)
    server = RloginServer(folder, "--rlogin-port", "0", "--config", str(folder / "anteup.ini"))
    for each in checked(server):
        assert isinstance(each, RloginServer)
        yield each


@dataclass
class RloginCaller:
    """A board's user at the other end of a call."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    heard: str = ""

    async def expect(self, wanted: str) -> str:
        """Waits for a text and takes it; what stood before it."""
        async with asyncio.timeout(PATIENCE):
            while wanted not in self.heard:
                data = await self.reader.read(4096)
                assert data, f"it ended after {self.heard!r}"
                self.heard += data.decode("ascii")
        before, _, self.heard = self.heard.partition(wanted)
        return before

    async def answer(self, prompt: str, keys: str) -> str:
        before = await self.expect(f"{prompt} ")
        self.writer.write(keys.encode())
        return before

    async def rest(self) -> str:
        """All that is heard until the line ends."""
        async with asyncio.timeout(PATIENCE):
            return self.heard + (await self.reader.read(-1)).decode("ascii")


@asynccontextmanager
async def calling(server: RloginServer, *packets: bytes) -> AsyncIterator[RloginCaller]:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.rlogin_port)
    try:
        for packet in packets:
            writer.write(packet)
        yield RloginCaller(reader, writer)
    finally:
        writer.close()


async def test_a_hand_by_rlogin(boards: RloginServer) -> None:
    """The NUL first, then a raw stream; the board vouches, so no password is asked for."""
    async with calling(boards, by_secret("Ann")) as caller:
        before = await caller.expect(f"{GRAPHICS} ")
        assert before.startswith("\0") and "Handle" not in before
        caller.writer.write(b"p")
        await caller.answer("Casino>", "p")
        await caller.answer(WITHDRAW, "200\r")
        await caller.answer(nights.ANTE, "a")
        await caller.answer(" or F)old?", "c")
    async with calling(boards, by_secret("ann")) as caller:     # her graphics are known by now
        said = await caller.expect("? ")
        assert RESUMED in said
        caller.writer.write(b"q")
        await caller.answer(nights.LEAVE, "y")
        await caller.answer("Casino>", "q")
        assert "Good night, Ann." in await caller.rest()


async def test_boards_tell_their_callers_apart(boards: RloginServer) -> None:
    """By the secret, or by the address; the address's board writes in its own charset."""
    async with calling(boards, by_secret("Twin")) as lab:
        await lab.answer(GRAPHICS, "p")
        await lab.answer("Casino>", "w")
        assert "The Lab" in await lab.expect("goes on. ")
        async with calling(boards, greeting("Twin", "Tina Twin", "ansi/9600")) as corner:
            said = await corner.expect("Casino> ")      # painted in ASCII, and not asked
            assert "Twin @CS" in said and GRAPHICS not in said


async def test_a_code_goes_straight_to_the_table(boards: RloginServer) -> None:
    async with calling(boards, by_secret("Quick", "xtrn=poker/38400")) as caller:
        await caller.answer(GRAPHICS, "p")
        await caller.expect(f"{WITHDRAW} ")


@pytest.mark.parametrize("packets", [
    [greeting("lantern at the gate", "Ann", "ansi/9600")], [greeting("", "", "")],
    [greeting("Ann", "Ann Lee", "ansi/9600")],
    [b"GET / HTTP/1.0\r\n\r\n"], [b"\0" + b"x" * 5000], [b"\xff\xfb\x18"],
    [b"\0lantern at the door\0", b"\xff\0ansi\0"]])
async def test_who_is_not_vouched_for_hears_nothing(guarded: RloginServer,
                                                    packets: list[bytes]) -> None:
    async with calling(guarded, *packets) as caller:
        try:
            assert await caller.rest() == ""
        except ConnectionResetError:
            pass    # what was sent had not been read to its end


async def test_the_secret_is_enough_from_anywhere(guarded: RloginServer) -> None:
    async with calling(guarded, by_secret("Ann")) as caller:
        await caller.expect(f"{GRAPHICS} ")
