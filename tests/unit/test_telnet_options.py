"""door.carriers.telnet: sizes, names and commands, each defect by its input, and no harm done."""

import asyncio
import socket
from typing import Any

import pytest
from telnetlib3 import telopt

from door.carriers.line import Line
from door.carriers.telnet import caller as caller_module
from tests.serving import SOON
from tests.telnet_calls import (
    DO, DONT, ECHO, IAC, NAWS, SB, SE, TTYPE, WILL, WONT, answering, calling, echo, once)


# Size, name and environment

@pytest.mark.parametrize("wire, size", [
    (b"\0\0\0\0", (0, 0)), (b"\0\x01\0\x01", (20, 10)), (IAC * 8, (255, 100))])
@pytest.mark.asyncio
async def test_a_window_size_of_0x0_1x1_or_65535x65535_is_clamped(
        wire: bytes, size: tuple[int, int]) -> None:
    async def take(line: Line) -> tuple[int, int]:
        return line.columns, line.rows

    answer, seen = once(take)
    async with answering(answer) as server, calling(server) as client:
        await client.negotiate(size=wire)
        assert await asyncio.wait_for(seen, SOON) == size


@pytest.mark.asyncio
async def test_a_resize_in_the_session_wakes_it() -> None:
    async def answer(line: Line) -> None:
        line.write(b"hello:")
        data = await line.read()
        line.write(b"%d %d %d %r." % (line.columns, line.rows, line.resized, data))

    async with answering(answer) as server, calling(server) as client:
        await client.negotiate()
        await client.until(b"hello:")
        client.send(IAC, SB, NAWS, b"\0\x28\0\x19", IAC, SE)
        await client.until(b"40 25 1 b''.")


@pytest.mark.parametrize("naws", [b"", b"\0", b"\0\x50\0\x18\0", b"x" * 1000])
@pytest.mark.asyncio
async def test_a_window_size_of_the_wrong_length_is_ignored(naws: bytes) -> None:
    async with answering(echo) as server, calling(server) as client:
        await client.negotiate()
        await client.until(b"hello:")
        client.send(IAC, SB, NAWS, naws, IAC, SE, b"on")
        await client.until(b"on")


@pytest.mark.parametrize("name", [b"x" * 100_000, b"\xc3\xa9vil", b"\x1b[2Jboo\r\n"])
@pytest.mark.asyncio
async def test_a_hostile_terminal_name_ends_short_and_printable(
        name: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caller_module, "PATIENCE", 0.2)  # a name that is dropped is no answer

    async def take(line: Line) -> str:
        return line.terminal_type

    answer, seen = once(take)
    async with answering(answer) as server, calling(server) as client:
        await client.negotiate(name)
        assert await asyncio.wait_for(seen, SOON) in ("", "[2jboo")


@pytest.mark.asyncio
async def test_five_thousand_environment_keys_are_not_kept() -> None:
    lines: list[Any] = []

    async def answer(line: Line) -> None:
        lines.append(line)
        await echo(line)

    keys = b"".join(telopt.VAR + b"K%d" % n + telopt.VALUE + b"v" for n in range(5000))
    async with answering(answer) as server, calling(server) as client:
        await client.negotiate()
        client.send(IAC, WILL, telopt.NEW_ENVIRON)
        assert IAC + DO + telopt.NEW_ENVIRON not in await client.until(
            IAC + DONT + telopt.NEW_ENVIRON)
        client.send(IAC, SB, telopt.NEW_ENVIRON, telopt.IS, keys, IAC, SE, b"on")
        await client.until(b"on")
        assert lines[0].writer.protocol._extra == {}


@pytest.mark.parametrize("option, sub", [
    (telopt.CHARSET, telopt.ACCEPTED + b"rot13"), (telopt.CHARSET, telopt.REQUEST + b" rot13"),
    (telopt.NEW_ENVIRON, telopt.IS + telopt.VAR + b"LANG" + telopt.VALUE + b"x.hex")])
@pytest.mark.asyncio
async def test_no_name_of_a_charset_changes_what_is_sent(option: bytes, sub: bytes) -> None:
    async with answering(echo) as server, calling(server) as client:
        await client.negotiate()
        await client.until(b"hello:")
        client.send(IAC, WILL, option, IAC, SB, option, sub, IAC, SE, b"\xc3\xa9\xb3 plain")
        await client.until(b"\xc3\xa9\xb3 plain")


@pytest.mark.asyncio
async def test_bytes_that_are_not_utf_8_or_split_in_it_arrive_as_they_are() -> None:
    async with answering(echo) as server, calling(server) as client:
        await client.negotiate()
        await client.until(b"hello:")
        for piece in (b"\xe2", b"\x99", b"\xa5", b"\xfe", b"\x80abc"):
            client.send(piece)
            await client.until(piece)


@pytest.mark.asyncio
async def test_byte_255_is_escaped_both_ways() -> None:
    received: list[bytes] = []

    async def answer(line: Line) -> None:
        line.write(b"hello:")
        while b"." not in (data := await line.read()):
            received.append(data)
        line.write(b"\xff.")

    async with answering(answer) as server, calling(server) as client:
        await client.negotiate()
        await client.until(b"hello:")
        client.send(b"a", IAC, IAC, b"b")
        client.send(b".")
        await client.until(IAC + IAC + b".")


# Commands and refusals

@pytest.mark.parametrize("option", [
    telopt.COM_PORT_OPTION, telopt.LINEMODE, telopt.MCCP3_COMPRESS, telopt.GMCP, telopt.CHARSET,
    telopt.STATUS, telopt.NEW_ENVIRON, ECHO])
@pytest.mark.asyncio
async def test_what_we_do_not_use_is_refused(option: bytes) -> None:
    """COM-PORT-OPTION above all: C-Kermit waits for ever for one who has agreed to it."""
    async with answering(echo) as server, calling(server) as client:
        await client.negotiate()
        await client.until(b"hello:")
        client.send(IAC, WILL, option)
        assert await client.until(option) == IAC + DONT + option


@pytest.mark.parametrize("option", [
    telopt.MCCP2_COMPRESS, telopt.GMCP, telopt.STATUS, TTYPE, telopt.MXP, bytes([200])])
@pytest.mark.asyncio
async def test_what_we_do_not_offer_is_declined(option: bytes) -> None:
    async with answering(echo) as server, calling(server) as client:
        await client.negotiate()
        await client.until(b"hello:")
        client.send(IAC, DO, option)
        assert await client.until(option) == IAC + WONT + option


@pytest.mark.asyncio
async def test_a_bomb_of_compressed_input_is_not_inflated() -> None:
    async with answering(echo) as server, calling(server) as client:
        await client.negotiate()
        await client.until(b"hello:")
        client.send(IAC, SB, telopt.MCCP3_COMPRESS, IAC, SE, b"x\x9cplain")
        await client.until(b"x\x9cplain")


@pytest.mark.asyncio
async def test_one_clients_special_characters_do_not_touch_another() -> None:
    linemode = b"\x03\x03\x02b"     # SLC: IP, VARIABLE, the letter b
    async with answering(echo) as server, calling(server) as client, calling(server) as other:
        await client.negotiate()
        client.send(IAC, WILL, telopt.LINEMODE, IAC, SB, telopt.LINEMODE, linemode, IAC, SE)
        await client.until(b"hello:")
        await other.negotiate()
        await other.until(b"hello:")
        other.send(b"b")
        await other.until(b"b")


@pytest.mark.asyncio
async def test_interrupt_arrives_as_control_c_and_erase_as_backspace() -> None:
    async with answering(echo) as server, calling(server) as client:
        await client.negotiate()
        await client.until(b"hello:")
        client.send(IAC, telopt.IP, IAC, telopt.EC)
        await client.until(b"\x03\x08")


@pytest.mark.asyncio
async def test_the_urgent_mark_behind_an_interrupt_does_not_swallow_a_key() -> None:
    async with answering(echo) as server, calling(server) as client:
        await client.negotiate()
        await client.until(b"hello:")
        client.send(IAC, telopt.IP, IAC)
        sock = client.writer.get_extra_info("socket")
        with sock.dup() as urgent:
            urgent.send(telopt.DM, socket.MSG_OOB)
        client.send(IAC, telopt.IP, b"q")
        await client.until(b"\x03\x03q")


@pytest.mark.asyncio
async def test_are_you_there_is_answered_while_nothing_is_on_the_screen() -> None:
    async with answering(echo) as server, calling(server) as client:
        await client.until(IAC + DO + TTYPE)
        client.send(IAC, telopt.AYT)
        await client.until(b"[Yes]")


@pytest.mark.asyncio
async def test_later_the_session_is_told_that_they_ask() -> None:
    """What the carrier wrote once stood in the middle of a picture, and scrolled it."""
    async def answer(line: Line) -> None:
        line.write(b"hello:")
        while not line.hailed:
            await line.read()
        line.write(b"hailed")

    async with answering(answer) as server, calling(server) as client:
        await client.negotiate()
        await client.until(b"hello:")
        client.send(IAC, telopt.AYT)
        assert await client.until(b"hailed") == b"hailed"


@pytest.mark.parametrize("said, speed", [
    (b"\x002400,2400", 2400), (b"\x0038400,38400", 38400), (b"\x00300,38400", 300),
    (b"\x00fast,fast", 0), (b"\x00", 0), (b"\x01", 0), (b"\x00,", 0), (b"\x00" + b"9" * 25, 0),
    (b"\x00\xb2400,2400", 0)])
@pytest.mark.asyncio
async def test_a_terminal_that_offers_its_speed_is_asked_for_it(said: bytes, speed: int) -> None:
    """RFC 1079; what it takes in comes first."""
    async def answer(line: Line) -> None:
        await line.read()
        line.write(b"%d bits" % line.speed)

    async with answering(answer) as server, calling(server) as client:
        await client.negotiate()
        client.send(IAC, WILL, telopt.TSPEED)
        await client.until(IAC + DO + telopt.TSPEED)
        await client.until(IAC + SB + telopt.TSPEED + telopt.SEND + IAC + SE)
        client.send(IAC, SB, telopt.TSPEED, said, IAC, SE, b"x")
        await client.until(b"%d bits" % speed)


@pytest.mark.asyncio
async def test_nobody_waits_for_a_speed() -> None:
    async with answering(echo) as server, calling(server) as client:
        client.send(IAC, WILL, telopt.TSPEED)
        await client.negotiate()
        await client.until(b"hello:")


@pytest.mark.asyncio
async def test_a_timing_mark_is_answered_so_that_output_is_shown_again() -> None:
    async with answering(echo) as server, calling(server) as client:
        await client.negotiate()
        await client.until(b"hello:")
        client.send(IAC, DO, telopt.TM)
        await client.until(IAC + WILL + telopt.TM)


@pytest.mark.asyncio
async def test_no_operation_is_no_input() -> None:
    """So whoever measures idleness by what read() gives is not fooled by a keepalive."""
    lines: list[Line] = []

    async def answer(line: Line) -> None:
        line.write(b"hello:")
        lines.append(line)
        line.write(await line.read())

    async with answering(answer) as server, calling(server) as client:
        await client.negotiate()
        await client.until(b"hello:")
        client.send((IAC + telopt.NOP) * 100, b"k")
        assert await client.until(b"k") == b"k"


@pytest.mark.asyncio
async def test_odd_and_unfinished_commands_do_no_harm() -> None:
    async with answering(echo) as server, calling(server) as client:
        await client.negotiate()
        await client.until(b"hello:")
        for odd in (IAC + SB + IAC + SE, IAC + SB + b"\0" + IAC + SE, IAC + SE,
                    IAC + SB + TTYPE + IAC + telopt.NOP, IAC + WILL + telopt.TM,
                    IAC + SB + telopt.STATUS + telopt.SEND + IAC + SE):
            client.send(odd)
        client.send(b"still here")
        await client.until(b"still here")
