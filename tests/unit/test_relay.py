"""door.carriers.relay: frames both ways, hostile ones, and who is calling."""

import asyncio
import contextlib
import json
import os
import pwd
from pathlib import Path
from typing import Any

import pytest
from telnetlib3 import telopt

from door import doorway
from door.carriers.line import INBOX, SLOW, CarrierLost, Line
from door.carriers.relay import connection
from door.carriers.relay.framing import BYE, DATA, HEADER, HELLO, LARGEST, SAY, SIZE, USE, frame
from tests.dropfile import BBSDEV, CHAIN, DOOR32, DOOR_SYS, DORINFO, bytes_of, lines_of
from tests.relay import answering, calling, echo, nobody
from tests.serving import SOON

ME = pwd.getpwuid(os.getuid()).pw_name


# The caller


@pytest.mark.asyncio
async def test_a_relay_is_a_line_like_any_other(tmp_path: Path) -> None:
    async def answer(line: Line) -> None:
        line.write(json.dumps([
            line.carrier, line.address, line.user, line.terminal_type, line.columns, line.rows,
            line.character_mode, line.resized, line.hello["options"]]).encode())

    async with answering(tmp_path, answer) as server, calling(server) as door:
        door.hello(columns=132, rows=50, environ={"TERM": "ANSI-BBS\x1b"}, options={"voice": True})
        assert json.loads((await door.hear())[1]) == [
            "relay", "local", ME, "ansi-bbs", 132, 50, True, False, {"voice": True}]
        assert await door.hear() == (BYE, b"\0")


@pytest.mark.asyncio
async def test_data_goes_both_ways_however_it_is_cut(tmp_path: Path) -> None:
    async with answering(tmp_path, echo) as server, calling(server) as door:
        door.hello()
        for byte in frame(DATA, b"key"):
            door.send(bytes([byte]))
        assert await door.hear() == (DATA, b"key")
        door.send(frame(DATA, b"a"), frame(DATA, b"\xffb"))
        assert await door.hear() == (DATA, b"a\xffb")


@pytest.mark.asyncio
async def test_a_long_write_is_several_frames(tmp_path: Path) -> None:
    async def answer(line: Line) -> None:
        line.write(b"x" * 150_000)

    async with answering(tmp_path, answer) as server, calling(server) as door:
        door.hello()
        assert [len(payload) for _, payload in await door.rest()] == [65536, 65536, 18928, 1]


@pytest.mark.asyncio
async def test_a_resize_wakes_the_session(tmp_path: Path) -> None:
    async def answer(line: Line) -> None:
        line.write(b"ready")
        data = await line.read()
        line.write(b"%d %d %d %r" % (line.columns, line.rows, line.resized, data))

    async with answering(tmp_path, answer) as server, calling(server) as door:
        door.hello(columns=80, rows=24)
        await door.hear()
        door.send(frame(SIZE, b"\0\x28\0\x19"))
        assert await door.hear() == (DATA, b"40 25 1 b''")


@pytest.mark.parametrize("size", [{"columns": "80"}, {"columns": True, "rows": 1.5}, {"rows": []}])
@pytest.mark.asyncio
async def test_a_size_that_is_no_size_is_unknown(tmp_path: Path, size: dict[str, object]) -> None:
    async def answer(line: Line) -> None:
        line.write(b"%d %d" % (line.columns, line.rows))

    async with answering(tmp_path, answer) as server, calling(server) as door:
        door.hello(**size)
        assert await door.hear() == (DATA, b"0 0")


@pytest.mark.asyncio
async def test_last_words_and_an_exit_code(tmp_path: Path) -> None:
    async def answer(line: Any) -> None:
        line.say("The casino is closing.")
        line.exit_code = 7

    async with answering(tmp_path, answer) as server, calling(server) as door:
        door.hello()
        assert await door.rest() == [(SAY, b"The casino is closing."), (BYE, b"\7")]


@pytest.mark.parametrize("end", ["bye", "half", "close"])
@pytest.mark.asyncio
async def test_a_door_that_leaves_is_a_lost_carrier(tmp_path: Path, end: str) -> None:
    lost: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

    async def answer(line: Line) -> None:
        data = b""
        with contextlib.suppress(CarrierLost):
            while True:
                data += await line.read()
        lost.set_result(data)
        line.write(b"goodbye")

    async with answering(tmp_path, answer) as server, calling(server) as door:
        door.hello()
        door.send(frame(DATA, b"last key"))
        if end == "bye":
            door.send(frame(BYE, b"\3"))
        elif end == "half":
            door.writer.write_eof()
        else:
            door.writer.close()
        assert await asyncio.wait_for(lost, SOON) == b"last key"
        if end != "close":
            assert await door.rest() == [(DATA, b"goodbye"), (BYE, b"\0")]


@pytest.mark.asyncio
async def test_a_door_that_dies_while_we_wait_for_it_to_read_is_noticed(tmp_path: Path) -> None:
    slow = asyncio.Event()
    lost = asyncio.Event()

    async def answer(line: Any) -> None:
        while not line._slow:
            line.write(b"x" * SLOW)
        slow.set()
        try:
            await line.drain()
        except CarrierLost:
            lost.set()

    async with answering(tmp_path, answer) as server, calling(server) as door:
        transport: Any = door.writer.transport
        transport.pause_reading()
        door.hello()
        await asyncio.wait_for(slow.wait(), SOON)
        transport.abort()
        await asyncio.wait_for(lost.wait(), SOON)


@pytest.mark.asyncio
async def test_a_flood_stays_outside(tmp_path: Path) -> None:
    lines: list[Line] = []
    over = asyncio.Event()

    async def answer(line: Line) -> None:
        lines.append(line)
        await over.wait()

    async with answering(tmp_path, answer) as server, calling(server) as door:
        door.hello()
        door.writer.transport.set_write_buffer_limits(high=0)
        with pytest.raises(TimeoutError):
            for _ in range(1000):
                door.send(frame(DATA, b"x" * 65536))
                await asyncio.wait_for(door.writer.drain(), 0.2)
        assert len(lines[0]._inbox) <= INBOX + LARGEST
        over.set()


@pytest.mark.asyncio
async def test_too_many_doors_are_told_that_lines_are_busy(tmp_path: Path) -> None:
    async with answering(tmp_path, echo, lines=1) as server, calling(server) as first:
        first.hello()
        first.send(frame(DATA, b"x"))
        assert await first.hear() == (DATA, b"x")
        assert server.connections == 1
        async with calling(server) as second:
            second.hello()
            (kind, words), end = await second.rest()
            assert kind == SAY and b"busy" in words and end == (BYE, bytes([doorway.REFUSED]))


# Hostile frames


@pytest.mark.parametrize("sent", [
    b"GET / HTTP/1.0\r\n\r\n", frame(DATA, b"no hello"), frame(HELLO, b"{"), frame(HELLO, b"[]"),
    frame(HELLO, b"[" * 60_000), frame(HELLO, b'{"version": 1}'), frame(HELLO, b"\xff\xfe"),
    frame(HELLO, b'{"version": 2, "kind": "play"}'), HEADER.pack(HELLO, 65537),
    frame(HELLO, b'{"version": 1, "kind": "play", "rows": %s}' % (b"9" * 5000))])
@pytest.mark.asyncio
async def test_what_no_door_says_first_is_refused(
        tmp_path: Path, sent: bytes, caplog: pytest.LogCaptureFixture) -> None:
    async with answering(tmp_path, nobody) as server, calling(server) as door:
        door.send(sent)
        (kind, words), end = await door.rest()
        assert kind == SAY and words and end == (BYE, bytes([doorway.REFUSED]))
    assert len(caplog.text) < 500


@pytest.mark.parametrize("sent", [
    frame(HELLO, b'{"version": 1, "kind": "play"}'), frame(SIZE, b"\0\0\0"), frame(SAY, b"x"),
    HEADER.pack(DATA, 1 << 31), b"?????"])
@pytest.mark.asyncio
async def test_what_no_door_says_later_ends_the_call(tmp_path: Path, sent: bytes) -> None:
    lost = asyncio.Event()

    async def answer(line: Line) -> None:
        try:
            await line.read()
        finally:
            lost.set()

    async with answering(tmp_path, answer) as server, calling(server) as door:
        door.hello()
        door.send(sent)
        (kind, _), end = await door.rest()
        assert kind == SAY and end == (BYE, bytes([doorway.REFUSED]))
        await asyncio.wait_for(lost.wait(), SOON)


@pytest.mark.asyncio
async def test_who_never_says_hello_is_not_waited_for(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "FIRST_FRAME", 0.0)
    async with answering(tmp_path, nobody) as server, calling(server) as door:
        assert (await door.rest())[-1] == (BYE, bytes([doorway.REFUSED]))


# Who is calling


@pytest.mark.asyncio
async def test_nobody_is_believed_about_their_own_account(tmp_path: Path) -> None:
    async def answer(line: Line) -> None:
        line.write(f"{line.user} {line.hello['user']}".encode())

    async with answering(tmp_path, answer) as server, calling(server) as door:
        door.hello(kind="play", user="O'Brien")
        assert await door.hear() == (DATA, f"{ME} {ME}".encode())


@pytest.mark.asyncio
async def test_a_board_is_believed_about_its_caller(tmp_path: Path) -> None:
    async def answer(line: Line) -> None:
        assert line.visitor is not None
        line.write(f"{line.carrier} {line.visitor.handle} {line.visitor.node}".encode())

    file = "\r\n".join(("0", "-1", "38400", "A Board", "7", "Ann", "O'Brien", "50", "58", "1", "3"))
    async with answering(tmp_path, answer) as server, calling(server) as door:
        door.hello(kind="door", drop={"folder": "x", "files": {"DOOR32.SYS": file}})
        assert await door.hear() == (USE, b"\xff\xff")
        assert await door.hear() == (DATA, b"door O'Brien 3")


@pytest.mark.parametrize("name, sample, line, text, speed", [
    ("DOOR32.SYS", DOOR32, 3, "2400", 2400), ("DOOR32.SYS", DOOR32, 3, "0", 0),
    ("DOOR.SYS", DOOR_SYS, 2, "9600", 9600), ("DOOR.SYS", DOOR_SYS, 2, "115200", 115200),
    ("DORINFO1.DEF", DORINFO, 5, "1200 BAUD,N,8,1", 1200), ("CHAIN.TXT", CHAIN, 20, "300", 300),
    ("BBSDEV.DRP", BBSDEV, 3, "", 0)])
@pytest.mark.parametrize("telnet", [False, True], ids=["", "behind telnet"])
@pytest.mark.asyncio
async def test_a_line_is_as_fast_as_the_board_says(
        tmp_path: Path, name: str, sample: str, line: int, text: str, speed: int,
        telnet: bool) -> None:
    """0: nobody knows, so that it is taken for fast; boards write 0 for a local caller, too."""
    async def answer(line: Line) -> None:
        line.write(f"[{line.speed}]".encode())

    file = bytes_of(lines_of(sample, {line: text})).decode("latin-1")
    async with answering(tmp_path, answer) as server, calling(server) as door:
        door.hello(kind="door", drop={"folder": "x", "files": {name: file}},
                   options={"telnet": telnet})
        if telnet:
            door.writer.write_eof()     # so the call begins at once
        await door.until(f"[{speed}]".encode())


@pytest.mark.asyncio
async def test_a_drop_file_that_cannot_be_right_is_refused(tmp_path: Path) -> None:
    async with answering(tmp_path, nobody) as server, calling(server) as door:
        door.hello(kind="door", drop={"folder": "x", "files": {"DOOR32.SYS": "\r\n"}})
        kinds = await door.rest()
        assert kinds[0] == (SAY, connection.NOT_SET_UP.encode())
        assert kinds[-1] == (BYE, bytes([doorway.BAD_DROP]))


@pytest.mark.parametrize("end", ["bye", "half", "close"])
@pytest.mark.asyncio
async def test_a_door_that_leaves_is_a_lost_carrier_behind_telnet_too(
        tmp_path: Path, end: str) -> None:
    lost = asyncio.Event()

    async def answer(line: Line) -> None:
        line.write(b"hello:")
        try:
            while True:
                await line.read()
        except CarrierLost:
            lost.set()

    file = "\r\n".join(("0", "-1", "38400", "A Board", "7", "Ann", "O'Brien", "50", "58", "1", "3"))
    async with answering(tmp_path, answer) as server, calling(server) as door:
        door.hello(kind="door", drop={"folder": "x", "files": {"DOOR32.SYS": file}},
                   options={"telnet": True})
        door.send(frame(DATA, telopt.IAC + telopt.WONT + telopt.TTYPE))
        await door.until(telopt.IAC + telopt.WILL + telopt.ECHO)
        for option in (telopt.NAWS, telopt.BINARY):
            door.send(frame(DATA, telopt.IAC + telopt.WONT + option))
        for option in (telopt.BINARY, telopt.SGA, telopt.ECHO):
            door.send(frame(DATA, telopt.IAC + telopt.DONT + option))
        await door.until(b"hello:")
        if end == "bye":
            door.send(frame(BYE, b"\3"))
        elif end == "half":
            door.writer.write_eof()
        else:
            door.writer.close()
        await asyncio.wait_for(lost.wait(), SOON)


@pytest.mark.asyncio
async def test_a_slow_door_is_waited_for_behind_telnet_too(tmp_path: Path) -> None:
    slow = asyncio.Event()
    drained = asyncio.Event()

    async def answer(line: Any) -> None:
        for _ in range(100):
            line.write(b"x" * SLOW)
            if line._slow:
                break
        slow.set()
        await line.drain()
        drained.set()
        line.write(b"end.")

    file = "\r\n".join(("0", "-1", "38400", "A Board", "7", "Ann", "O'Brien", "50", "58", "1", "3"))
    async with answering(tmp_path, answer) as server, calling(server) as door:
        transport: Any = door.writer.transport
        door.hello(kind="door", drop={"folder": "x", "files": {"DOOR32.SYS": file}},
                   options={"telnet": True})
        transport.pause_reading()
        door.send(frame(DATA, telopt.IAC + telopt.WONT + telopt.TTYPE))
        door.writer.write_eof()     # so the call begins at once
        await asyncio.wait_for(slow.wait(), SOON)
        await asyncio.sleep(0)
        assert not drained.is_set()
        transport.resume_reading()
        await door.until(b"end.")
