"""Timing marks: what was typed before the caller saw a prompt is told from what came after."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from telnetlib3 import telopt

from door.carriers.line import Line
from door.carriers.telnet.line import TelnetLine
from tests.serving import SOON
from tests.telnet_calls import Client, DO, IAC, WILL, WONT, answering, calling


@asynccontextmanager
async def marked(*, trial: bool = True) -> AsyncIterator[tuple[Client, Line]]:
    """A client that has got "hello:" with the first trial mark behind it, and the line."""
    lines: list[Line] = []
    over = asyncio.Event()

    async def answer(line: Line) -> None:
        lines.append(line)
        if trial:
            line.mark(trial=True)
        line.write(b"hello:")
        await over.wait()

    async with answering(answer) as server, calling(server) as client:
        await client.negotiate()
        await client.until(b"hello:" + (IAC + DO + telopt.TM) * trial)
        try:
            yield client, lines[0]
        finally:
            over.set()


async def trials(client: Client, line: Line, verb: bytes = WONT) -> None:
    """Answers both of them, the second behind "there:"."""
    client.send(IAC, verb, telopt.TM, b"x")
    assert await comes(line, b"x") == [(b"x", False)]
    line.write(b"there:")
    await client.until(b"there:" + IAC + DO + telopt.TM)
    client.send(IAC, verb, telopt.TM, b"x")
    assert await comes(line, b"x") == [(b"x", False)]


async def comes(line: Line, wanted: bytes) -> list[tuple[bytes, bool]]:
    """What is read up to the wanted end, and whether it was sent before the mark was seen."""
    pieces: list[tuple[bytes, bool]] = []
    while not b"".join(piece for piece, _ in pieces).endswith(wanted):
        pieces.append((await asyncio.wait_for(line.read(), SOON), line.marking))
    return pieces


@pytest.mark.parametrize("verb", [WILL, WONT])
@pytest.mark.asyncio
async def test_what_comes_before_the_answer_to_a_mark_was_sent_before_it_was_seen(
        verb: bytes) -> None:
    async with marked() as (client, line):
        await trials(client, line, verb)
        for _ in range(3):      # a mark may be set again and again
            line.mark()
            line.write(b"Bet?")
            client.send(b"early", IAC, verb, telopt.TM, b"late")
            assert await comes(line, b"late") == [(b"early", True), (b"late", False)]


@pytest.mark.asyncio
async def test_early_and_late_are_told_apart_however_they_are_split() -> None:
    async with marked() as (client, line):
        await trials(client, line)
        assert isinstance(line, TelnetLine)
        stream = b"ab" + IAC + WONT + telopt.TM + b"cd"
        for cut in range(len(stream) + 1):
            line.mark()
            line.write(b"Bet?")
            early, late = b"", b""
            for part in (stream[:cut], stream[cut:]):
                line.writer.protocol.data_received(part)
                while line._inbox:
                    data = await line.read()
                    early, late = (early + data, late) if line.marking else (early, late + data)
            assert (early, late) == (b"ab", b"cd")


@pytest.mark.asyncio
async def test_a_client_that_never_answered_a_mark_is_not_asked_again() -> None:
    async with marked() as (client, line):
        line.mark()
        line.write(b"Bet?")
        assert await client.until(b"Bet?") == b"Bet?"
        assert not line.marking
        await trials(client, line)      # late, but it does
        line.mark()
        line.write(b"Bet?")
        await client.until(b"Bet?" + IAC + DO + telopt.TM)
        line.unmark()
        line.mark()
        line.write(b"Raise?")
        assert await client.until(b"Raise?") == b"Raise?"


@pytest.mark.asyncio
async def test_a_client_that_answers_one_mark_alone_is_asked_for_two_and_drops_no_key() -> None:
    """TinTin++ says WONT to an option once."""
    async with marked() as (client, line):
        client.send(IAC, WONT, telopt.TM, b"x")
        await comes(line, b"x")
        line.write(b"there:")
        await client.until(b"there:" + IAC + DO + telopt.TM)
        line.mark()
        line.write(b"Bet?")
        line.write(b"!")
        assert await client.until(b"!") == b"Bet?!"
        assert not line.marking


@pytest.mark.asyncio
async def test_a_client_without_a_trial_is_not_asked_at_all() -> None:
    async with marked(trial=False) as (client, line):
        line.mark()
        line.write(b"Bet?")
        line.write(b"!")
        assert await client.until(b"!") == b"Bet?!"
