"""door.carriers.rlogin by real sockets: the port, its lines, and what is left of them."""

import asyncio
import socket
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from door.carriers import rlogin
from door.carriers.line import CarrierLost, Line
from door.carriers.rlogin import Rlogin, RloginLine, RloginServer
from door.carriers.switchboard import Answer
from door.config import Board
from door.config.boards import read_board
from tests.rlogin import CORNER, LAB, Call, by_secret, greeting
from tests.serving import SOON, leaving_nothing, serving

LOCAL = read_board("Local", "addresses 127.0.0.1")


@asynccontextmanager
async def answering(answer: Answer, *boards: Board, **options: Any) -> AsyncIterator[RloginServer]:
    async with serving(await rlogin.serve("127.0.0.1", 0, answer, boards or (LOCAL,),
                                          **options)) as server:
        yield server


class Client:
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    def send(self, data: bytes) -> None:
        self.writer.write(data)

    async def hear(self, wanted: bytes) -> None:
        """Exactly these bytes come next."""
        heard = await asyncio.wait_for(self.reader.readexactly(len(wanted)), SOON)
        assert heard == wanted

    async def rest(self) -> bytes:
        """All that is heard until the server closes, in whatever way."""
        heard = b""
        try:
            while data := await asyncio.wait_for(self.reader.read(65536), SOON):
                heard += data
        except ConnectionError:
            pass
        return heard

    def reset(self) -> None:
        """Hang up as a crash does: RST instead of FIN."""
        sock = self.writer.get_extra_info("socket")
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.writer.transport.abort()


@asynccontextmanager
async def calling(server: RloginServer, data: bytes = b"") -> AsyncIterator[Client]:
    client = Client(*await asyncio.open_connection("127.0.0.1", server.port))
    try:
        client.send(data)
        yield client
    finally:
        client.writer.close()
        try:
            await client.writer.wait_closed()
        except OSError:
            pass


JOE = greeting("Ace", "Joe Blow", "ansi-bbs/38400")


async def echo(line: Line) -> None:
    """Says hello, then everything back."""
    line.write(b"hello:")
    while True:
        line.write(await line.read())
        await line.drain()


@pytest.mark.asyncio
async def test_one_nul_and_then_a_raw_line_both_ways() -> None:
    async with answering(echo) as server, calling(server, JOE) as client:
        await client.hear(b"\0hello:")
        client.send(b"\r\0\xff\xfb\x01\xe2\x99\xa5")
        await client.hear(b"\r\0\xff\xfb\x01\xe2\x99\xa5")


@pytest.mark.asyncio
async def test_nothing_is_sent_out_of_band() -> None:
    async with answering(echo) as server, calling(server, JOE) as client:
        await client.hear(b"\0hello:")
        sock = client.writer.get_extra_info("socket")
        copy = sock.dup()
        with copy, pytest.raises(OSError):
            copy.recv(1, socket.MSG_OOB)


@pytest.mark.asyncio
async def test_a_slow_greeting_is_closed_without_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rlogin, "PATIENCE", 0.05)
    async with answering(echo) as server:
        for begun in (b"", b"\0", JOE[:-1]):
            async with calling(server, begun) as client:
                assert await client.rest() == b""


@pytest.mark.asyncio
async def test_a_quick_greeting_leaves_all_the_time_there_is() -> None:
    call = Call(LAB)
    timer = call.protocol._timer
    assert not timer.cancelled() and rlogin.PATIENCE == 10
    call.send(by_secret("Joe"))
    assert timer.cancelled()
    call.end()


@pytest.mark.parametrize("data", [
    b"\0" * 100_000, b"SSH-2.0-x\r\n", greeting("[X]Ace", "Joe", "x"), b"\0" + b"x" * 5000])
@pytest.mark.asyncio
async def test_others_hear_nothing_and_free_their_line(data: bytes) -> None:
    async with answering(echo, lines=1) as server:
        for _ in range(3):
            async with calling(server, data) as client:
                assert await client.rest() == b""
            await asyncio.wait_for(server.closed(), SOON)
        async with calling(server, JOE) as client:
            await client.hear(b"\0hello:")


@pytest.mark.asyncio
async def test_an_address_of_no_board_is_closed_at_once() -> None:
    async with answering(echo, CORNER) as server, calling(server) as client:
        assert await client.rest() == b""


@pytest.mark.asyncio
async def test_who_says_no_more_still_gets_an_answer() -> None:
    async def answer(line: Line) -> None:
        line.write(b"You said " + await line.read())

    async with answering(answer) as server, calling(server, JOE + b"quit\r") as client:
        client.writer.write_eof()
        assert await client.rest() == b"\0You said quit\r"


@pytest.mark.asyncio
async def test_who_says_no_more_amid_a_greeting_gets_none() -> None:
    async with answering(echo) as server, calling(server, JOE[:-1]) as client:
        client.writer.write_eof()
        assert await client.rest() == b""


@pytest.mark.asyncio
async def test_a_hang_up_ends_the_call() -> None:
    lost: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    async def answer(line: Line) -> None:
        try:
            await echo(line)
        except CarrierLost:
            lost.set_result(True)

    async with answering(answer) as server, calling(server, JOE) as client:
        await client.hear(b"\0hello:")
        client.reset()
        assert await asyncio.wait_for(lost, SOON)
        await asyncio.wait_for(server.closed(), SOON)
        assert server.connections == 0


@pytest.mark.asyncio
async def test_our_hang_up_comes_after_all_output() -> None:
    async def answer(line: Line) -> None:
        line.write(b"y" * 500_000)

    async with answering(answer) as server, calling(server, JOE) as client:
        assert await client.rest() == b"\0" + b"y" * 500_000


@pytest.mark.asyncio
async def test_over_a_limit_nothing_is_said() -> None:
    for limit in ("lines", "lines_per_address"):
        async with answering(echo, **{limit: 1}) as server, calling(server, JOE) as first:
            await first.hear(b"\0hello:")
            async with calling(server, JOE) as second:
                assert await second.rest() == b""
            assert server.connections == 1


@pytest.mark.asyncio
async def test_a_boards_address_may_be_exempt_from_the_limit() -> None:
    exempt = frozenset({"127.0.0.1"})
    async with answering(echo, lines_per_address=1, exempt=exempt) as server:
        async with calling(server, JOE) as first, calling(server, JOE) as second:
            await first.hear(b"\0hello:")
            await second.hear(b"\0hello:")


@pytest.mark.asyncio
async def test_stopping_keeps_the_open_lines_and_closing_ends_them() -> None:
    async with answering(echo) as server, calling(server, JOE) as client:
        async with calling(server, JOE[:-1]) as waiting:
            await client.hear(b"\0hello:")
            while server.connections < 2:
                await asyncio.sleep(0)
            server.stop()
            with pytest.raises(OSError):
                await asyncio.open_connection("127.0.0.1", server.port)
            client.send(b"on")
            await client.hear(b"on")
            server.close()
            assert await client.rest() == await waiting.rest() == b""


@pytest.mark.asyncio
async def test_a_finished_call_frees_its_memory_without_a_collection() -> None:
    async with answering(echo) as server, leaving_nothing(server, Rlogin, RloginLine):
        for data in (JOE, JOE, b"nonsense", b""):
            async with calling(server, data) as client:
                if data == JOE:
                    await client.hear(b"\0hello:")
