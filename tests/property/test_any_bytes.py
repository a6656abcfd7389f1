"""Whatever a caller sends, in whatever pieces: the session survives it, and every chip is there."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from door.session.casino import OUR_FAULT
from tests.caller import Club, club

# Ways into the house, so that not all of the bytes are spent at its door.
WAYS = [b"", b"uguest\r", b"uguest\rp\r", b"pguest\rp20\ra", b"aguest\rp\rac", b"tguest\rw",
        b"uguest\rp\rkxyz\rac", b"uguest\rb", b"uAda\rysecret\rsecret\r",
        b"u\x1b[A\x1bOP\x0c\x12", b"vguest\rp\ra", b"vAda\rysecret\rsecret\rr"]
BY_EAR = {7, 8, 10, 13, *range(0x20, 0x7F)}     # VOICE 2 and 11
KEYS = [b"a", b"m", b"c", b"b10\r", b"r", b"25\r", b"f", b"y", b"q", b"n", b"\r", b"125\r", b"x",
        b"\x1b", b"k", b"?", b"l", b" ", b"\x0c", b"\x03", b"p", b"200\r", b"\r\n", b"\x00", b"b"]
PIECES = st.lists(st.one_of(st.sampled_from(KEYS), st.binary(max_size=40),
                            st.text(max_size=20).map(str.encode)), max_size=25)


class Complaints(logging.Handler):
    """What was logged as somebody's fault."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[asyncio.Runner, Club]]:
    """One casino for all examples, in a loop of its own; its books are checked at the end."""
    complaints = Complaints()
    logging.getLogger("door").addHandler(complaints)
    with asyncio.Runner() as runner:
        opened = club(Path(tmp_path_factory.mktemp("night")))
        yield runner, runner.run(opened.__aenter__())
        runner.run(opened.__aexit__(None, None, None))
    logging.getLogger("door").removeHandler(complaints)
    assert [record.getMessage() for record in complaints.records] == []


async def call(hall: Club, way: bytes, pieces: list[bytes], size: tuple[int, int],
               line_mode: bool) -> bytes:
    caller = await hall.call(*size, line_mode=line_mode)
    for piece in [bytes((byte,)) for byte in way] + pieces:
        hall.clock.pass_by(0.2)
        caller.line.feed(piece)
        await caller.rest()
    await caller.hang_up()
    return caller.sent


@given(way=st.sampled_from(WAYS), pieces=PIECES, line_mode=st.booleans(),
       size=st.tuples(st.integers(0, 300), st.integers(0, 120)))
@example(way=b"uguest\rp\rk", pieces=[b"\xe0\xa5\x98" * 40, b"\r", b"a"], line_mode=False,
         size=(80, 24))
@example(way=b"uguest\rp\ra", pieces=[b"b" + b"9" * 5000 + b"\r"], line_mode=True, size=(1, 1))
@settings(max_examples=60, deadline=None)
def test_any_bytes_survive_and_every_chip_is_there(
        evening: tuple[asyncio.Runner, Club], way: bytes, pieces: list[bytes], line_mode: bool,
        size: tuple[int, int]) -> None:
    runner, hall = evening
    sent = runner.run(call(hall, way, pieces, size, line_mode))
    assert OUR_FAULT.encode()[:30] not in sent
    assert way[:1] != b"v" or BY_EAR.issuperset(sent)
    assert not hall.casino.consoles and not hall.casino.floor.visits
    assert runner.run(hall.bank.upkeep.check()) == []
