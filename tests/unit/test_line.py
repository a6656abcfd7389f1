"""door.carriers.line: the inbox, its bounds, and the end of a line."""

import asyncio
import re
import tracemalloc

import pytest

from door.carriers import line as line_module
from door.carriers.line import INBOX, OUTBOX, CarrierLost, Line, terminal_name
from tests.wired import Wire, new_line, started


@pytest.mark.asyncio
async def test_read_gives_what_has_arrived_in_one_piece() -> None:
    line, _ = new_line()
    line.feed(b"a")
    line.feed(b"bc")
    assert await line.read() == b"abc"


@pytest.mark.asyncio
async def test_read_waits_for_the_next_byte() -> None:
    line, _ = new_line()
    reading = asyncio.create_task(line.read())
    await started(reading)
    line.feed(b"a")
    assert await reading == b"a"


@pytest.mark.asyncio
async def test_a_poke_wakes_a_reader_who_gets_nothing() -> None:
    line, _ = new_line()
    reading = asyncio.create_task(line.read())
    await started(reading)
    line.poke()
    assert await reading == b""


@pytest.mark.asyncio
async def test_a_poke_before_the_read_is_not_forgotten_and_counts_once() -> None:
    line, _ = new_line()
    line.poke()
    line.poke()
    assert await line.read() == b""
    await started(again := asyncio.create_task(line.read()))
    again.cancel()


@pytest.mark.asyncio
async def test_what_was_sent_before_the_end_is_read_before_the_end() -> None:
    line, _ = new_line()
    line.feed(b"q")
    line.feed_eof()
    assert await line.read() == b"q"
    with pytest.raises(CarrierLost):
        await line.read()
    with pytest.raises(CarrierLost):
        await line.read()


@pytest.mark.asyncio
async def test_a_reader_learns_of_the_end_while_waiting() -> None:
    line, _ = new_line()
    reading = asyncio.create_task(line.read())
    await started(reading)
    line.lost()
    with pytest.raises(CarrierLost):
        await reading


@pytest.mark.asyncio
async def test_a_read_that_is_cancelled_loses_no_byte() -> None:
    line, _ = new_line()
    reading = asyncio.create_task(line.read())
    await started(reading)
    line.feed(b"a")
    reading.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reading
    assert await line.read() == b"a"


@pytest.mark.asyncio
async def test_a_read_may_end_where_what_comes_next_means_something_else() -> None:
    line, _ = new_line()
    line.until = re.compile(b"[Aa]\r*")
    line.feed(b"xyza\r\rbab")
    assert [await line.read() for _ in range(3)] == [b"xyza\r\r", b"ba", b"b"]
    line.feed(b"ab")
    line.until = None
    assert await line.read() == b"ab"


@pytest.mark.asyncio
async def test_two_readers_at_once_are_a_mistake() -> None:
    line, _ = new_line()
    reading = asyncio.create_task(line.read())
    await started(reading)
    with pytest.raises(RuntimeError):
        await line.read()
    reading.cancel()


@pytest.mark.asyncio
async def test_a_full_inbox_stops_the_transport_until_it_is_read() -> None:
    line, wire = new_line()
    line.feed(b"x" * INBOX)
    assert wire.reading
    line.feed(b"x")
    assert not wire.reading
    assert len(await line.read()) == INBOX + 1
    assert wire.reading


@pytest.mark.asyncio
async def test_nothing_is_read_from_a_caller_who_does_not_read() -> None:
    line, wire = new_line()
    line.slow(True)
    assert not wire.reading
    line.slow(False)
    assert wire.reading


@pytest.mark.asyncio
async def test_a_full_inbox_stays_stopped_when_the_output_has_drained() -> None:
    line, wire = new_line()
    line.feed(b"x" * (INBOX + 1))
    line.slow(True)
    line.slow(False)
    assert not wire.reading


@pytest.mark.asyncio
async def test_drain_waits_for_a_slow_caller() -> None:
    line, _ = new_line()
    await line.drain()
    line.slow(True)
    draining = asyncio.create_task(line.drain())
    await started(draining)
    line.slow(False)
    await draining


@pytest.mark.asyncio
async def test_drain_ends_when_the_carrier_is_lost() -> None:
    line, _ = new_line()
    line.slow(True)
    draining = asyncio.create_task(line.drain())
    await started(draining)
    line.lost()
    with pytest.raises(CarrierLost):
        await draining
    with pytest.raises(CarrierLost):
        await line.drain()


@pytest.mark.asyncio
async def test_a_caller_who_sends_no_more_may_still_listen() -> None:
    line, wire = new_line()
    line.feed_eof()
    line.write(b"goodbye")
    await line.drain()
    assert wire.sent == b"goodbye"


@pytest.mark.asyncio
async def test_writing_after_the_end_is_ignored() -> None:
    line, wire = new_line()
    line.hang_up()
    line.write(b"late")
    line.lost()
    line.write(b"later")
    assert wire.sent == b""


@pytest.mark.asyncio
async def test_a_caller_who_never_reads_is_cut_off() -> None:
    line, wire = new_line()
    line.slow(True)
    wire.waiting = OUTBOX
    line.write(b"x")
    assert not wire.aborted.is_set()
    wire.waiting = OUTBOX + 1
    line.write(b"x")
    assert wire.aborted.is_set()


@pytest.mark.asyncio
async def test_hanging_up_closes_and_aborts_after_a_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line_module, "GRACE", 0.0)
    line, wire = new_line()
    line.feed(b"unread")
    line.hang_up()
    line.hang_up()
    assert wire.closed
    with pytest.raises(CarrierLost):
        await line.read()
    await asyncio.wait_for(wire.aborted.wait(), 5)


@pytest.mark.asyncio
async def test_a_line_that_closed_in_time_is_not_aborted() -> None:
    line, wire = new_line()
    line.hang_up()
    timer = line._grace
    assert timer is not None
    line.lost()
    assert timer.cancelled() and not wire.aborted.is_set()


@pytest.mark.parametrize("claimed, believed", [
    ((80, 24), (80, 24)), ((1, 1), (20, 10)), ((65535, 65535), (255, 100)),
    ((0, 0), (0, 0)), ((132, 0), (132, 0))])
@pytest.mark.asyncio
async def test_a_size_is_clamped(claimed: tuple[int, int], believed: tuple[int, int]) -> None:
    line, _ = new_line()
    line.resize(*claimed)
    assert (line.columns, line.rows) == believed


@pytest.mark.asyncio
async def test_a_new_size_wakes_the_session_and_an_old_one_does_not() -> None:
    line, _ = new_line()
    line.resize(80, 24)
    line.begin()
    assert not line.resized
    line.resize(80, 24)
    line.resize(0, 0)
    assert not line.resized
    line.resize(132, 50)
    assert line.resized and await line.read() == b""


@pytest.mark.parametrize("raw, name", [
    ("XTERM-256color", "xterm-256color"), ("\x1b[31mevil\r\n", "[31mevil"), ("", ""),
    ("x" * 100_000, "x" * 40), ("  ansi ", "ansi"), ("h\u00e9\u2665", "h")])
def test_a_terminal_name_is_short_lower_case_and_printable(raw: str, name: str) -> None:
    assert terminal_name(raw) == name


@pytest.mark.asyncio
async def test_a_line_takes_less_than_a_kibibyte() -> None:
    wires = [Wire() for _ in range(100)]
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        lines = [Line("telnet", "192.0.2.7", wire) for wire in wires]
        each = (tracemalloc.get_traced_memory()[0] - before) / len(lines)
    finally:
        tracemalloc.stop()
    assert each < 1024
