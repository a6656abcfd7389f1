"""door.carriers.telnet and its entrance, by real sockets: each defect's input, and no harm."""

import asyncio
import gc
import logging
import socket
import ssl
import struct
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from telnetlib3 import telopt

from door.carriers import entrance, telnet
from door.carriers import line as line_module
from door.carriers.line import CarrierLost, Line
from door.carriers.switchboard import Answer
from door.carriers.telnet import TelnetServer, interpreter
from door.carriers.telnet import caller as caller_module
from door.carriers.telnet import server as server_module
from door.carriers.telnet.line import TelnetLine

IAC, DO, DONT, WILL, WONT = telopt.IAC, telopt.DO, telopt.DONT, telopt.WILL, telopt.WONT
ECHO, SGA, NAWS, TTYPE, BINARY = telopt.ECHO, telopt.SGA, telopt.NAWS, telopt.TTYPE, telopt.BINARY
SB, SE = telopt.SB, telopt.SE
SOON = 10   # seconds after which a test has failed


@asynccontextmanager
async def answering(answer: Answer, **options: Any) -> AsyncIterator[TelnetServer]:
    server = await telnet.serve("127.0.0.1", 0, answer, **options)
    try:
        yield server
    finally:
        server.close()
        await asyncio.wait_for(server.closed(), SOON)


class Client:
    """A telnet client that answers negotiation as it is told to."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.heard = b""

    async def until(self, wanted: bytes) -> bytes:
        """All that was heard up to what is wanted, which is taken."""
        while wanted not in self.heard:
            data = await asyncio.wait_for(self.reader.read(65536), SOON)
            assert data, f"the line ended after {self.heard!r}"
            self.heard += data
        before, _, self.heard = self.heard.partition(wanted)
        return before + wanted

    async def rest(self) -> bytes:
        """All that is heard until the server closes."""
        data = await asyncio.wait_for(self.reader.read(), SOON)
        return self.heard + data

    def send(self, *data: bytes) -> None:
        self.writer.write(b"".join(data))

    async def negotiate(self, ttype: bytes = b"xterm", size: bytes = b"\0\x50\0\x18") -> None:
        """Be a client that can do everything."""
        await self.until(IAC + DO + TTYPE)
        self.send(IAC, WILL, TTYPE)
        await self.until(IAC + SB + TTYPE + telopt.SEND + IAC + SE)
        self.send(IAC, WILL, NAWS, IAC, SB, NAWS, size, IAC, SE)
        self.send(IAC, DO, BINARY, IAC, WILL, BINARY, is_type(ttype))
        if not ttype.lower().startswith((b"mud", b"tin")):
            await self.until(IAC + WILL + ECHO)
            self.send(IAC, DO, SGA, IAC, DO, ECHO)

    async def close(self) -> None:
        self.writer.close()
        try:
            await self.writer.wait_closed()
        except OSError:
            pass


def is_type(name: bytes) -> bytes:
    return IAC + SB + TTYPE + telopt.IS + name + IAC + SE


@asynccontextmanager
async def calling(server: TelnetServer, **options: Any) -> AsyncIterator[Client]:
    client = Client(*await asyncio.open_connection("127.0.0.1", server.port, **options))
    try:
        yield client
    finally:
        await client.close()


async def echo(line: Line) -> None:
    """Says hello, then everything back."""
    line.write(b"hello:")
    while True:
        line.write(await line.read())
        await line.drain()


def once(take: Callable[[Line], Awaitable[Any]]) -> tuple[Answer, "asyncio.Future[Any]"]:
    """An answer that does one thing, and the future of what came of it."""
    outcome: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    async def answer(line: Line) -> None:
        try:
            outcome.set_result(await take(line))
        except Exception as error:
            outcome.set_exception(error)

    return answer, outcome


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


# Timing marks


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


# Back-pressure and the end of a line


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


def reset(client: Client) -> None:
    """Hang up as a crash does: RST instead of FIN."""
    sock = client.writer.get_extra_info("socket")
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    client.writer.transport.abort()


async def flood(client: Client, data: bytes, times: int) -> None:
    """Send until the server takes no more, or all is sent."""
    for _ in range(times):
        client.send(data)
        try:
            await asyncio.wait_for(client.writer.drain(), 0.3)
        except (TimeoutError, OSError):
            return


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


async def until_gone(server: TelnetServer) -> None:
    """Until no line is open, though the server goes on."""
    await asyncio.sleep(0)
    while not server.connections:
        await asyncio.sleep(0)
    await server.closed()


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
    async with answering(echo) as server:
        gc.collect()
        gc.disable()
        try:
            for _ in range(5):
                async with calling(server) as client:
                    await client.negotiate()
                    await client.until(b"hello:")
            await asyncio.wait_for(server.closed(), SOON)
            await asyncio.sleep(0)
            kept = [type(each).__name__ for each in gc.get_objects() if isinstance(
                each, (telnet.Caller, interpreter.Interpreter, TelnetLine, interpreter.Inlet))]
        finally:
            gc.enable()
    assert kept == []


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


# The entrance


@pytest.mark.asyncio
async def test_too_many_lines_are_refused_in_one_line_of_ascii() -> None:
    async with answering(echo, lines=1) as server, calling(server) as first:
        await first.negotiate()
        await first.until(b"hello:")
        async with calling(server) as second:
            assert await second.rest() == entrance.BUSY
        assert server.connections == 1


@pytest.mark.asyncio
async def test_too_many_lines_from_an_address_are_refused_and_its_exemption_counts() -> None:
    async with answering(echo, lines_per_address=1) as server, calling(server) as first:
        await first.negotiate()
        async with calling(server) as second:
            assert await second.rest() == entrance.CROWDED
    exempt = frozenset({"127.0.0.1"})
    async with answering(echo, lines_per_address=1, exempt=exempt) as server:
        async with calling(server) as first, calling(server) as second:
            await first.negotiate()
            await second.negotiate()
            await second.until(b"hello:")


@pytest.mark.asyncio
async def test_a_line_that_ended_makes_room() -> None:
    async with answering(echo, lines=1, lines_per_address=1) as server:
        for _ in range(3):
            async with calling(server) as client:
                await client.negotiate()
                await client.until(b"hello:")
            await asyncio.wait_for(server.closed(), SOON)


@pytest.mark.asyncio
async def test_stopping_keeps_the_open_lines_and_closing_ends_them() -> None:
    async with answering(echo) as server, calling(server) as client:
        await client.negotiate()
        await client.until(b"hello:")
        port = server.port
        server.stop()
        with pytest.raises(OSError):
            await asyncio.open_connection("127.0.0.1", port)
        client.send(b"on")
        await client.until(b"on")
        server.close()
        assert await client.rest() == b""


@pytest.mark.asyncio
async def test_dead_peers_are_noticed_and_keys_are_sent_at_once() -> None:
    async def take(line: Line) -> tuple[int, int, int]:
        transport: Any = line._transport
        sock = transport.get_extra_info("socket")
        return (sock.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE),
                sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY), transport.max_size)

    answer, seen = once(take)
    async with answering(answer) as server, calling(server) as client:
        await client.negotiate()
        assert await asyncio.wait_for(seen, SOON) == (1, 1, 4096)


# TLS


# Of no use but here: made for "localhost", by nobody, for a hundred years.
CERTIFICATE = """\
-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgQJlnT8eFN1QP9vIM
WrSMTpy7WopX5mUkSSrKUuLgZuChRANCAAQ0I6e8bVMESXACWGv0twtaS3qDFIGF
TUWiHna+QHFasdDv6LGY5U/FiyOjPMXM343+2QvtnpVyXCqCjl+d/njA
-----END PRIVATE KEY-----
-----BEGIN CERTIFICATE-----
MIIBfzCCASWgAwIBAgIUeyf8uU4VO44nubdloimLsLakjskwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyOTIyMDQwNloYDzIxMjYxMTA1
MjIwNDA2WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQ0I6e8bVMESXACWGv0twtaS3qDFIGFTUWiHna+QHFasdDv6LGY5U/F
iyOjPMXM343+2QvtnpVyXCqCjl+d/njAo1MwUTAdBgNVHQ4EFgQUTpYGBA7MuSqm
BPD6xnZfMNRBc+swHwYDVR0jBBgwFoAUTpYGBA7MuSqmBPD6xnZfMNRBc+swDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiAMI0unQGSnoXtG7P+iWCPO
owuGzNxNrJxWvq2RwPCNlQIhAOTBBg8d3NUkKBUeuv/71EfUROL0OLsCMRVi1pYa
kgY3
-----END CERTIFICATE-----
"""


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    path = tmp_path / "cert.pem"
    path.write_text(CERTIFICATE)
    return path


def contexts(certificate: Path) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    server = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    server.load_cert_chain(certificate)
    client = ssl.create_default_context()
    client.check_hostname = False
    client.verify_mode = ssl.CERT_NONE
    return server, client


@pytest.mark.asyncio
async def test_callers_by_tls_and_plain_ones_share_the_port(
        certificate: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entrance, "FIRST_BYTE", 0.1)
    ours, theirs = contexts(certificate)
    async with answering(echo, ssl=ours) as server:
        for tls in (theirs, None):
            async with calling(server, ssl=tls) as client:
                await client.negotiate()
                await client.until(b"hello:")
                client.send(b"key")
                await client.until(b"key")


@pytest.mark.asyncio
async def test_what_a_tls_caller_sends_at_once_is_kept(certificate: Path) -> None:
    ours, theirs = contexts(certificate)
    async with answering(echo, ssl=ours) as server, calling(server, ssl=theirs) as client:
        client.send(b"early")
        await client.negotiate()
        await client.until(b"hello:early")


@pytest.mark.asyncio
async def test_a_tls_flood_stays_outside(certificate: Path) -> None:
    lines: list[Line] = []
    over = asyncio.Event()

    async def answer(line: Line) -> None:
        lines.append(line)
        line.write(b"hello:")
        await over.wait()

    ours, theirs = contexts(certificate)
    async with answering(answer, ssl=ours) as server, calling(server, ssl=theirs) as client:
        await client.negotiate()
        await client.until(b"hello:")
        client.writer.transport.set_write_buffer_limits(high=0)
        await flood(client, b"x" * 600_000, 100)
        assert len(lines[0]._inbox) <= line_module.INBOX + 4 * entrance.CHUNK
        over.set()
        client.writer.transport.abort()


@pytest.mark.asyncio
async def test_a_handshake_that_fails_gives_its_line_back(certificate: Path) -> None:
    ours, _ = contexts(certificate)
    async with answering(echo, ssl=ours, lines=1) as server:
        for first in (b"\x16nonsense", b"\x16"):
            async with calling(server) as client:
                client.send(first)
                client.writer.write_eof()
                await client.rest()
            while server.connections:
                await asyncio.sleep(0)


@pytest.mark.asyncio
async def test_closing_turns_away_those_still_at_the_entrance(certificate: Path) -> None:
    ours, _ = contexts(certificate)
    async with answering(echo, ssl=ours) as server:
        async with calling(server) as silent, calling(server) as shaking:
            shaking.send(b"\x16\x03\x01")
            while server.connections < 2:
                await asyncio.sleep(0)
            server.close()
            for client in (silent, shaking):
                with pytest.raises((ConnectionError, AssertionError)):
                    await client.until(b"hello:")
