"""Telnet lines that fill, are cut off, or end; nothing of them is left."""

import asyncio
import logging
import socket
from typing import Any

import pytest
from telnetlib3 import telopt

from door.carriers import entrance, telnet
from door.carriers import line as line_module
from door.carriers.line import CarrierLost, Line
from door.carriers.telnet import interpreter
from door.carriers.telnet import caller as caller_module
from door.carriers.telnet import server as server_module
from door.carriers.telnet.line import TelnetLine
from tests.serving import SOON, leaving_nothing
from tests.telnet_calls import (
    DO, IAC, NAWS, SB, SE, TTYPE, WILL, WONT, answering, calling, echo, flood, once, reset,
    until_gone)


@pytest.mark.asyncio
async def test_a_drain_that_waits_ends_when_the_peer_resets() -> None:
    writing: asyncio.Event = asyncio.Event()

    async def take(line: Line) -> None:
        while True:
            line.write(b"x" * 60_000)
            writing.set()
            await line.drain()

    answer, lost = once(take)
    async with answering(answer) as server, calling(server, limit=10) as client:
        await client.negotiate()
        await asyncio.wait_for(writing.wait(), SOON)
        reset(client)
        with pytest.raises(CarrierLost):
            await asyncio.wait_for(lost, SOON)


@pytest.mark.parametrize("data", [b"\0" * 600_000, (b"x" + IAC + telopt.NOP) * 200_000])
@pytest.mark.asyncio
async def test_sixty_megabytes_to_one_who_does_not_read_stay_outside(data: bytes) -> None:
    lines: list[Line] = []
    over = asyncio.Event()

    async def answer(line: Line) -> None:
        lines.append(line)
        line.write(b"hello:")
        await over.wait()

    async with answering(answer) as server, calling(server) as client:
        await client.negotiate()
        await client.until(b"hello:")
        client.writer.transport.set_write_buffer_limits(high=0)
        await flood(client, data, 100)
        assert len(lines[0]._inbox) <= line_module.INBOX + entrance.CHUNK
        over.set()


@pytest.mark.parametrize(
    "command", [IAC + telopt.AYT, IAC + DO + telopt.TM, IAC + DO + telopt.STATUS])
@pytest.mark.asyncio
async def test_a_flood_of_questions_whose_answers_nobody_reads_stays_outside(
        command: bytes) -> None:
    lines: list[Line] = []

    async def answer(line: Line) -> None:
        lines.append(line)
        line.write(b"hello:")
        while True:
            await line.read()

    async with answering(answer) as server, calling(server, limit=1) as client:
        await client.negotiate()
        await client.until(b"hello:")
        transport = lines[0]._transport
        assert transport is not None
        for side, buffer in ((transport, socket.SO_SNDBUF), (client.writer, socket.SO_RCVBUF)):
            side.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, buffer, 4096)
        client.writer.transport.set_write_buffer_limits(high=0)
        await flood(client, command * 5_000, 20)
        assert transport.get_write_buffer_size() < line_module.SLOW + 8 * entrance.CHUNK
        reset(client)


@pytest.mark.asyncio
async def test_a_subnegotiation_without_end_is_not_kept() -> None:
    lines: list[Any] = []

    async def answer(line: Line) -> None:
        lines.append(line)
        await echo(line)

    async with answering(answer) as server, calling(server) as client:
        await client.negotiate()
        await client.until(b"hello:")
        client.send(IAC, SB, TTYPE, telopt.IS, b"x" * 10_000)
        while not lines[0].writer._sb_overflow:
            assert len(lines[0].writer._sb_buffer) <= 4 * interpreter.LONGEST_TYPE
            await asyncio.sleep(0)
        client.send(IAC, SE, b"on")
        await client.until(b"on")


@pytest.mark.asyncio
async def test_who_says_no_more_still_gets_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """`printf 'quit\\n' | nc -N`: negotiation is not waited for either."""
    monkeypatch.setattr(caller_module, "PATIENCE", 3600.0)
    stopped: list[bool] = []    # the timer that would begin the call once more

    async def answer(line: Any) -> None:
        stopped.append(line.writer.protocol._check_later.cancelled())
        line.write(b"You said " + await line.read())
        await line.read()

    async with answering(answer) as server, calling(server) as client:
        client.send(b"quit\n")
        client.writer.write_eof()
        assert (await client.rest()).endswith(b"You said quit\n")
    assert stopped == [True]


@pytest.mark.asyncio
async def test_an_answer_that_raises_closes_the_socket(caplog: pytest.LogCaptureFixture) -> None:
    async def answer(line: Line) -> None:
        line.write(b"oops")
        raise ZeroDivisionError

    async with answering(answer) as server, calling(server) as client:
        await client.negotiate()
        assert (await client.rest()).endswith(b"oops")
    assert "ZeroDivisionError" in caplog.text


@pytest.mark.asyncio
async def test_an_answer_that_returns_closes_the_socket_after_its_output() -> None:
    async def answer(line: Line) -> None:
        line.write(b"y" * 500_000)

    async with answering(answer) as server, calling(server) as client:
        await client.negotiate()
        assert (await client.rest()).count(b"y") == 500_000


@pytest.mark.asyncio
async def test_last_words_reach_who_is_still_sending() -> None:
    """A socket that is closed over unread bytes is reset, and what is under way to it is lost."""
    last, keys = b"y" * 500_000 + b"Good night", b"x" * 500_000

    async def answer(line: Line) -> None:
        line.write(b"hello:")
        await line.read()
        line.write(last)

    async with answering(answer) as server, calling(server, limit=10) as client:
        await client.negotiate()
        await client.until(b"hello:")
        client.send(keys, IAC, telopt.AYT, IAC, WILL, NAWS)
        await client.writer.drain()
        assert (await client.rest()).endswith(last)


@pytest.mark.asyncio
async def test_who_sends_for_ever_is_not_heard_out_for_ever(
        monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line_module, "GRACE", 0.05)

    async def answer(line: Line) -> None:
        line.write(b"Good night")

    async with answering(answer) as server, calling(server) as client:
        await client.until(b"Good night")
        await asyncio.wait_for(until_gone(server), SOON)


@pytest.mark.asyncio
async def test_a_line_that_hangs_up_while_it_negotiates_says_no_more() -> None:
    async with answering(echo) as server, calling(server) as client:
        await client.until(IAC + DO + TTYPE)
        server.close()
        client.send(IAC, WILL, TTYPE, IAC, WILL, NAWS, IAC, telopt.AYT)
        assert await client.rest() == b""


@pytest.mark.asyncio
async def test_a_closed_line_whose_output_nobody_reads_is_aborted(
        monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line_module, "GRACE", 0.05)

    async def answer(line: Line) -> None:
        for _ in range(100):
            line.write(b"x" * 100_000)
            if line._slow:
                return

    async with answering(answer) as server, calling(server, limit=10) as client:
        await client.negotiate()
        await asyncio.wait_for(until_gone(server), SOON)


@pytest.mark.asyncio
async def test_a_client_that_vanishes_during_negotiation_leaves_nothing(
        caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caller_module, "PATIENCE", 0.0)
    async with answering(echo) as server:
        for _ in range(20):
            async with calling(server) as client:
                reset(client)
        async with calling(server) as client:
            await client.until(b"hello:")
        await asyncio.wait_for(server.closed(), SOON)
        assert server.connections == 0
    assert caplog.text == ""    # notably no InvalidStateError of the library's


@pytest.mark.asyncio
async def test_a_connection_that_is_lost_as_it_is_made_is_not_negotiated_with(
        caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    """The library would begin nevertheless, and fail when its time is over."""
    monkeypatch.setattr(caller_module, "PATIENCE", -1.0)

    class Hasty(telnet.Caller):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            super().connection_made(transport)
            self.connection_lost(None)

    monkeypatch.setattr(server_module, "Caller", Hasty)
    async with answering(echo) as server, calling(server) as client:
        assert await client.rest() == b""
        for _ in range(3):
            await asyncio.sleep(0)
    assert caplog.text == ""


@pytest.mark.asyncio
async def test_who_negotiates_before_we_do_is_negotiated_with_once(
        caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    """By TLS or in a relay it may come with the connection. Two timers ran, and the second began
    a call that had begun."""
    monkeypatch.setattr(caller_module, "PATIENCE", 0.05)

    class Early(telnet.Caller):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            super().connection_made(transport)
            self.data_received(IAC + WONT + TTYPE)

    monkeypatch.setattr(server_module, "Caller", Early)
    async with answering(echo) as server, calling(server) as client:
        await client.until(b"hello:")
        async with calling(server) as later:
            await later.until(b"hello:")    # so the first one's timers are over as well
    assert caplog.text == ""


@pytest.mark.asyncio
async def test_a_finished_call_frees_its_memory_without_a_collection() -> None:
    kinds = telnet.Caller, interpreter.Interpreter, TelnetLine, interpreter.Inlet
    async with answering(echo) as server, leaving_nothing(server, *kinds):
        for _ in range(5):
            async with calling(server) as client:
                await client.negotiate()
                await client.until(b"hello:")


@pytest.mark.asyncio
async def test_nothing_a_caller_sends_reaches_the_log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    logging.getLogger("telnetlib3").propagate = True
    async with answering(echo) as server, calling(server) as client:
        await client.negotiate(b"secret-name")
        await client.until(b"hello:")
        client.send(IAC, SB, b"\xc8secret-option", IAC, SE, IAC, SB, NAWS, b"secret", IAC, SE)
        client.send(IAC, SB, TTYPE, telopt.IS, b"secret\xff\xff", IAC, telopt.NOP, b"secret-key")
        await client.until(b"secret-key")
    assert "secret" not in caplog.text
