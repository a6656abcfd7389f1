"""door.session.graphics: the graphics question, and what the bytes behind its answer mean."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ansi.charset import STRANGE
from ansi.keys import KeyDecoder
from door.carriers.visitor import Visitor
from door.cli.door import CHARSETS
from door.config import Board
from door.screens import welcome
from door.session.arrival import visitors_key
from door.session.graphics import ANSWER
from tests.caller import Caller, Club, club

pytestmark = pytest.mark.asyncio


async def stranger(hall: Club, line_mode: bool = False) -> Caller:
    """Somebody by raw TCP, of whom nothing is known."""
    return await hall.call(0, 0, terminal="", telnet=False, line_mode=line_mode)


def shown(hall: Club) -> tuple[str, bool, int, int]:
    terminal = next(iter(hall.casino.consoles)).terminal
    return terminal.charset.name, terminal.painted, terminal.columns, terminal.rows


C64 = ("petscii", True, 40, 25)


@pytest.mark.parametrize("key", [b"C", b"c", b"\xc3", b"C\r", b"\xc3\r", b"zC", b"\x11\x9dC"])
async def test_c_is_c_however_a_c64_sends_it(tmp_path: Path, key: bytes) -> None:
    async with club(tmp_path) as hall:
        caller = await stranger(hall)
        await caller.burst(key)
        assert shown(hall) == C64


@pytest.mark.parametrize("key, charset, painted", [
    (b"\xd0", "ascii", False), (b"\xc1", "cp437", True), (b"\xd5", "utf-8", True),
    (b"P", "ascii", False), (b"\xd4", "ascii", True)])
async def test_other_shifted_letters_are_letters_as_well(tmp_path: Path, key: bytes, charset: str,
                                                         painted: bool) -> None:
    async with club(tmp_path) as hall:
        caller = await stranger(hall)
        await caller.burst(key)
        assert shown(hall)[:2] == (charset, painted)


@pytest.mark.parametrize("data", ["é".encode(), "Ärger mit ÁÂÃ".encode()])
async def test_a_letter_in_utf8_is_none_of_a_c64(data: bytes) -> None:
    assert "c" not in "".join(KeyDecoder(STRANGE).feed(data[:2])).lower()
    assert not ANSWER.search("éÁÂÃÖ".encode())


async def test_on_a_telnet_line_a_shifted_letter_is_none(tmp_path: Path) -> None:
    """There a C64 says what it is."""
    async with club(tmp_path) as hall:
        caller = await hall.call(terminal="xterm")
        await caller.burst(b"\xc3")
        assert caller.prompt.endswith("C)64?")


@pytest.mark.parametrize("data, handle", [
    (b"CZOE\xc1NN", "zoeAnn"), (b"C\rZOE", "zoe"), (b"\xc3\x5a\x4f\xc5\x14E", "zoe"),
    ("uZoë".encode(), "Zoë"), (b"pZoe", "Zoe"), (b"aZo\x89", "Zoë"), (b"\rZoe", "Zoe")])
async def test_what_is_typed_ahead_is_read_in_the_charset_chosen(
        tmp_path: Path, data: bytes, handle: str) -> None:
    """All in one packet, or cut anywhere: nothing is lost, and its case is right."""
    async with club(tmp_path) as hall:
        for cut in range(len(data)):
            caller = await stranger(hall)
            for part in filter(None, (data[:cut], data[cut:])):
                await caller.burst(part)
            console, = hall.casino.consoles
            screen = console._screen
            assert screen is not None and (screen.prompt, screen.typed) == ("Handle:", handle)
            await caller.hang_up()


async def test_the_question_is_in_small_letters_for_who_is_known_to_be_a_c64(
        tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        caller = await hall.call(0, 0, terminal="petscii")
        assert caller.sent.startswith(b"\x0e\xccOOKS LIKE \xc3" b"64, 40X25. ")
        await caller.burst(b"\r")
        assert shown(hall) == C64


async def test_a_line_of_netcat_answers_with_its_end(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        caller = await stranger(hall, line_mode=True)
        caller.line.feed(b"p\nguest\n")
        await caller.rest()
        assert caller.said().endswith("Casino> ") and caller.sent.count(b"Handle:") == 1


async def test_a_c64_that_chose_c_is_asked_again_the_next_time(tmp_path: Path) -> None:
    """The handle may call from any machine, and nothing tells which one a raw line comes from."""
    async with club(tmp_path) as hall:
        caller = await stranger(hall)
        await caller.burst(b"C")
        for word in (b"ADA\r", b"Y", b"SECRET\r", b"SECRET\r"):
            hall.clock.pass_by(1)
            await caller.burst(word)
        await caller.hang_up()
        found = await hall.bank.find("ada")
        assert found is not None and found.screen == "c"
        again = await stranger(hall)
        await again.burst(b"\r")
        assert shown(hall)[:2] == ("ascii", False)


@pytest.mark.parametrize("flood", [b"C" * 9000, b"\r" * 9000, b"x" * 9000, b"\xc3\xa9" * 4500])
async def test_a_flood_at_the_question_is_bounded(tmp_path: Path, flood: bytes) -> None:
    async with club(tmp_path) as hall:
        caller = await stranger(hall)
        await caller.burst(flood)
        console, = hall.casino.consoles
        assert len(console._keys) <= 256 and not caller.line._inbox


async def test_a_board_or_a_command_line_may_say_petscii(tmp_path: Path) -> None:
    board = Visitor(Board("The Lab", charset="petscii"), "Joe")
    option: dict[str, object] = {"kind": "play", "options": {"charset": "petscii"}}
    async with club(tmp_path) as hall:
        for visitor, hello in ((board, {}), (None, option)):
            caller = await hall.call(0, 0, visitor=visitor, hello=hello, user="joe")
            assert shown(hall) == C64 and b"C)64?" not in caller.sent
            await caller.hang_up()


async def test_what_a_board_may_say_and_a_command_line_are_the_same_charsets() -> None:
    assert set(welcome.BY_OPTION) == set(CHARSETS)
    assert {"petscii": "c", "utf-8": "u", "ascii": "t", "cp437": "a", "": "a"} == {
        name: visitors_key(Visitor(Board("The Lab"), "Joe", charset=name), "")
        for name in ("petscii", "utf-8", "ascii", "cp437", "")}


@pytest.mark.parametrize("key, asked_again", [("u", False), ("c", True)])
async def test_petscii_is_never_taken_from_memory_at_a_board(tmp_path: Path, key: str,
                                                             asked_again: bool) -> None:
    """Joe may come from his C64 today and from a PC tomorrow, which could not show a letter."""
    visitor = Visitor(Board("The Lab"), "Joe", record="7")
    async with club(tmp_path) as hall:
        caller = await hall.call(0, 0, terminal="", visitor=visitor)
        await caller.burst(key)
        await caller.hang_up()
        caller = await hall.call(0, 0, terminal="", visitor=visitor)
        assert caller.sent.endswith(b"C)64? ") is asked_again


async def test_a_c64_by_rlogin_says_what_it_is_and_is_asked_once(tmp_path: Path) -> None:
    visitor = Visitor(Board("The Lab"), "Joe", record="7")
    async with club(tmp_path) as hall:
        caller = await hall.call(0, 0, terminal="petscii", visitor=visitor)
        assert caller.sent.startswith(b"\x0e\xccOOKS LIKE \xc3" b"64.")
        await caller.burst(b"\r")
        assert shown(hall) == C64
        await caller.hang_up()
        await hall.call(0, 0, terminal="petscii", visitor=visitor)
        assert shown(hall) == C64


@pytest.mark.parametrize("terminal, hues", [("vt100", False), ("ansi", True)])
async def test_a_vt100_has_bold_and_reverse_and_nothing_else(tmp_path: Path, terminal: str,
                                                             hues: bool) -> None:
    """TERMINALS, vt100: no colours."""
    async with club(tmp_path) as hall:
        caller = await hall.call(terminal=terminal)
        caller.charset = "cp437" if hues else "ascii"
        await caller.press("\r")
        await caller.type("guest")
        await caller.sit()
        codes = {code for found in re.findall(rb"\x1b\[([\d;]*)m", caller.sent)
                 for code in found.split(b";")}
        assert {b"0", b"1"} <= codes
        assert (codes <= {b"0", b"1", b"7"}) is not hues
