"""door.carriers.telnet: who is calling, by what the client answers, and how long that may take."""

import asyncio
from typing import Any

import pytest
from telnetlib3 import telopt

from door.carriers.line import Line
from door.carriers.telnet import caller as caller_module
from tests.serving import SOON
from tests.telnet_calls import (
    BINARY, Client, DO, DONT, ECHO, IAC, NAWS, SB, SE, SGA, TTYPE, WILL, WONT, answering,
    calling, echo, is_type, once)


# Negotiation

@pytest.mark.asyncio
async def test_a_full_client_is_known_when_the_call_begins() -> None:
    async def take(line: Line) -> tuple[Any, ...]:
        return (line.carrier, line.address, line.terminal_type, line.columns, line.rows,
                line.speaks_telnet, line.character_mode, line.resized)

    answer, seen = once(take)
    async with answering(answer) as server, calling(server) as client:
        await client.negotiate(b"XTERM-256COLOR", b"\0\x84\0\x32")
        assert await asyncio.wait_for(seen, SOON) == (
            "telnet", "127.0.0.1", "xterm-256color", 132, 50, True, True, False)


@pytest.mark.asyncio
async def test_a_client_that_answers_is_not_kept_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caller_module, "PATIENCE", 3600.0)
    async with answering(echo) as server, calling(server) as client:
        await client.negotiate()
        await client.until(b"hello:")


@pytest.mark.asyncio
async def test_a_client_that_refuses_everything_is_not_kept_waiting(
        monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caller_module, "PATIENCE", 3600.0)

    async def take(line: Line) -> tuple[Any, ...]:
        return line.speaks_telnet, line.character_mode, line.terminal_type, line.columns

    answer, seen = once(take)
    async with answering(answer) as server, calling(server) as client:
        await client.until(IAC + DO + TTYPE)
        client.send(IAC, WONT, TTYPE)
        await client.until(IAC + WILL + ECHO)   # which the library never offers to it
        client.send(IAC, WONT, NAWS, IAC, DONT, BINARY, IAC, WONT, BINARY)
        client.send(IAC, DONT, SGA, IAC, DONT, ECHO)
        assert await asyncio.wait_for(seen, SOON) == (True, False, "", 0)


@pytest.mark.asyncio
async def test_a_client_that_refuses_its_name_may_still_have_single_keys() -> None:
    async def take(line: Line) -> bool:
        return line.character_mode

    answer, seen = once(take)
    async with answering(answer) as server, calling(server) as client:
        await client.until(IAC + DO + TTYPE)
        client.send(IAC, WONT, TTYPE)
        await client.until(IAC + WILL + ECHO)
        client.send(IAC, WONT, NAWS, IAC, DONT, BINARY, IAC, WONT, BINARY)
        client.send(IAC, DO, SGA, IAC, DO, ECHO)
        assert await asyncio.wait_for(seen, SOON) is True


@pytest.mark.asyncio
async def test_a_silent_client_is_asked_one_thing_and_waited_for(
        monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caller_module, "PATIENCE", 0.05)
    async with answering(echo) as server, calling(server) as client:
        assert await client.until(b"hello:") == IAC + DO + TTYPE + b"hello:"
        client.send(b"ls\n")
        await client.until(b"ls\n")


@pytest.mark.asyncio
async def test_a_client_that_answers_half_is_not_waited_for_for_ever(
        monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caller_module, "PATIENCE", 0.05)

    async def take(line: Line) -> tuple[str, int]:
        return line.terminal_type, line.columns

    answer, seen = once(take)
    async with answering(answer) as server, calling(server) as client:
        await client.until(IAC + DO + TTYPE)
        client.send(IAC, WILL, TTYPE, is_type(b"ansi"))
        assert await asyncio.wait_for(seen, SOON) == ("ansi", 0)


@pytest.mark.asyncio
async def test_a_late_answer_is_still_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caller_module, "PATIENCE", 0.0)
    lines: list[Line] = []

    async def answer(line: Line) -> None:
        lines.append(line)
        await echo(line)

    async with answering(answer) as server, calling(server) as client:
        await client.until(b"hello:")
        client.heard = IAC + DO + TTYPE
        await client.negotiate(b"syncterm")
        client.send(b"!")
        await client.until(b"!")
        assert lines[0].speaks_telnet and lines[0].character_mode
        assert (lines[0].terminal_type, lines[0].columns) == ("syncterm", 80)


@pytest.mark.parametrize("name", [b"MUDLET", b"Mudlet 4.17", b"TINTIN++"])
@pytest.mark.asyncio
async def test_a_mud_client_is_never_told_that_we_echo(name: bytes) -> None:
    async with answering(echo) as server, calling(server) as client:
        await client.negotiate(name)
        heard = await client.until(b"hello:")
        client.send(b"x")
        heard += await client.until(b"x")
        assert IAC + WILL + ECHO not in heard and IAC + WILL + SGA not in heard


@pytest.mark.asyncio
async def test_a_mud_client_hides_a_password() -> None:
    async def answer(line: Line) -> None:
        assert not line.character_mode
        line.hide_input(True)
        line.write(b"Password:")
        password = await line.read()
        line.hide_input(False)
        line.write(password)

    async with answering(answer) as server, calling(server) as client:
        await client.negotiate(b"MUDLET")
        assert (await client.until(b"Password:")).endswith(IAC + WILL + ECHO + b"Password:")
        client.send(IAC, DO, ECHO, b"secret")
        assert await client.until(b"secret") == IAC + WONT + ECHO + b"secret"


@pytest.mark.asyncio
async def test_hiding_input_says_nothing_to_a_client_that_we_echo_for() -> None:
    async def answer(line: Line) -> None:
        line.hide_input(True)
        line.write(b"Password:")
        line.hide_input(False)
        line.write(b"Done.")

    async with answering(answer) as server, calling(server) as client:
        await client.negotiate()
        await client.until(b"Password:")
        assert await client.until(b"Done.") == b"Done."


@pytest.mark.asyncio
async def test_what_is_typed_during_negotiation_is_kept() -> None:
    async with answering(echo) as server, calling(server) as client:
        client.send(b"early")
        await client.negotiate()
        await client.until(b"hello:early")


# Names, and MTTS

async def names_of(client: Client, *names: bytes) -> int:
    """Be a client of these names, the last of them for ever; how often it was asked."""
    await client.until(IAC + DO + TTYPE)
    client.send(IAC, WILL, TTYPE)
    client.heard = await client.until(IAC + DO + BINARY)
    client.send(IAC, WONT, NAWS, IAC, WONT, BINARY, IAC, DONT, BINARY)
    asked = 0
    while b"hello:" not in client.heard:
        while IAC + SB + TTYPE + telopt.SEND + IAC + SE in client.heard:
            await client.until(IAC + SB + TTYPE + telopt.SEND + IAC + SE)
            client.send(is_type(names[min(asked, len(names) - 1)]))
            asked += 1
        if IAC + WILL + ECHO in client.heard:
            await client.until(IAC + WILL + ECHO)
            client.send(IAC, DO, SGA, IAC, DO, ECHO)
        client.heard += await asyncio.wait_for(client.reader.read(65536), SOON)
    return asked


@pytest.mark.parametrize("names, asked, mtts, mud", [
    ([b"Mudlet", b"ANSI-TRUECOLOR", b"MTTS 2349"], 3, 2349, True),
    ([b"StrangeClient", b"XTERM", b"MTTS 69"], 3, 69, True),
    ([b"Strange", b"XTERM"], 3, 0, False),
    ([b"Strange"], 2, 0, False),
    ([b"name %d" % n for n in range(20)], 8, 0, False),
    ([b"Strange", b"MTTS 99999999999", b"MTTS x"], 4, 0, True)])
@pytest.mark.asyncio
async def test_a_client_is_asked_until_its_names_are_over(
        names: list[bytes], asked: int, mtts: int, mud: bool,
        monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caller_module, "PATIENCE", 3600.0)
    lines: list[Line] = []

    async def answer(line: Line) -> None:
        lines.append(line)
        line.write(b"hello:")
        await line.read()

    async with answering(answer) as server, calling(server) as client:
        assert await names_of(client, *names) == asked
        line = lines[0]
        assert line.terminal_type == names[0].decode().lower()
        assert line.terminal_names == tuple(name.decode().lower() for name in names[:8])
        assert (line.mtts, line.mud, line.character_mode) == (mtts, mud, not mud)


@pytest.mark.asyncio
async def test_a_terminal_that_tells_no_second_name_is_not_waited_for(
        monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caller_module, "PATIENCE", 3600.0)
    async with answering(echo) as server, calling(server) as client:
        await client.negotiate(b"ANSI")
        await client.until(b"hello:")


@pytest.mark.asyncio
async def test_a_mud_client_that_says_so_late_is_told_that_we_do_not_echo(
        monkeypatch: pytest.MonkeyPatch) -> None:
    async with answering(echo) as server, calling(server) as client:
        await client.negotiate(b"ANSI")
        await client.until(b"hello:")
        client.send(is_type(b"MTTS 13"))
        await client.until(IAC + telopt.WONT + ECHO)


@pytest.mark.parametrize("sent, single", [
    (b"\r", True), (b"p", True), (b"p\n", False), (b"guest\r\n", False)])
@pytest.mark.asyncio
async def test_a_caller_without_telnet_is_known_by_the_first_keys(
        sent: bytes, single: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A C64 sends a lone CR, nc a line."""
    monkeypatch.setattr(caller_module, "PATIENCE", 0.05)

    async def take(line: Line) -> bool:
        line.write(b"hello:")
        await line.read()
        return line.character_mode

    answer, seen = once(take)
    async with answering(answer) as server, calling(server) as client:
        await client.until(b"hello:")
        client.send(sent)
        assert await asyncio.wait_for(seen, SOON) is single


@pytest.mark.parametrize("pieces, single", [
    ([b"p", b"\n"], False), ([b"gu", b"est\n"], False), ([b"p", b"\r"], True),
    ([b"p", b"\r\n"], True)])
@pytest.mark.asyncio
async def test_a_caller_whose_first_line_came_in_two_pieces_sends_lines_all_the_same(
        pieces: list[bytes], single: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """No key sends a bare LF; CR LF may be a RETURN."""
    monkeypatch.setattr(caller_module, "PATIENCE", 0.05)

    async def take(line: Line) -> bool:
        heard = b""
        line.write(b"hello:")
        while heard != b"".join(pieces):
            heard += await line.read()
            line.write(b"go on:")
        return line.character_mode

    answer, seen = once(take)
    async with answering(answer) as server, calling(server) as client:
        await client.until(b"hello:")
        for piece in pieces:
            client.send(piece)
            await client.until(b"go on:")
        assert await asyncio.wait_for(seen, SOON) is single
