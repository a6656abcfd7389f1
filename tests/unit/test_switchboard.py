"""door.carriers.switchboard: each line is answered, and hung up behind its answer."""

import asyncio
import logging

import pytest

from door.carriers.line import Line
from door.carriers.switchboard import Switchboard
from tests.wired import new_line, started


@pytest.mark.asyncio
async def test_a_line_is_hung_up_when_its_answer_returns() -> None:
    async def answer(line: Line) -> None:
        line.write(b"bye")

    switchboard = Switchboard(answer)
    line, wire = new_line()
    switchboard.open(line)
    switchboard.connect(line)
    asyncio.get_running_loop().call_soon(switchboard.lost, line)
    await asyncio.wait_for(switchboard.quiet(), 5)
    assert wire.sent == b"bye" and wire.closed


@pytest.mark.asyncio
async def test_a_line_is_hung_up_when_its_answer_raises(caplog: pytest.LogCaptureFixture) -> None:
    async def answer(line: Line) -> None:
        raise ZeroDivisionError

    switchboard = Switchboard(answer)
    line, wire = new_line()
    switchboard.connect(line)
    await asyncio.wait_for(switchboard.quiet(), 5)
    assert wire.closed
    assert "ZeroDivisionError" in caplog.text


@pytest.mark.asyncio
async def test_a_lost_carrier_is_nobodys_error(caplog: pytest.LogCaptureFixture) -> None:
    async def answer(line: Line) -> None:
        await line.read()

    caplog.set_level(logging.DEBUG, "door")
    switchboard = Switchboard(answer)
    line, _ = new_line()
    switchboard.connect(line)
    switchboard.lost(line)
    await asyncio.wait_for(switchboard.quiet(), 5)
    assert caplog.text == ""


@pytest.mark.asyncio
async def test_hanging_up_all_ends_lines_that_were_never_answered() -> None:
    async def answer(line: Line) -> None:
        await line.read()

    switchboard = Switchboard(answer)
    (first, wire), (second, other) = new_line(), new_line()
    switchboard.open(first)
    switchboard.connect(first)
    switchboard.open(second)
    switchboard.hang_up()
    assert wire.closed and other.closed
    quiet = asyncio.create_task(switchboard.quiet())
    await started(quiet)
    switchboard.lost(first)
    switchboard.lost(second)
    await asyncio.wait_for(quiet, 5)


@pytest.mark.asyncio
async def test_what_came_before_the_call_is_no_news() -> None:
    seen: list[object] = []

    async def answer(line: Line) -> None:
        seen.extend((line.columns, line.resized, await line.read()))

    switchboard = Switchboard(answer)
    line, _ = new_line()
    line.resize(80, 24)
    line.feed(b"typed ahead")
    switchboard.connect(line)
    await asyncio.wait_for(switchboard.quiet(), 5)
    assert seen == [80, False, b"typed ahead"]
