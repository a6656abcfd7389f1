"""Simulated clients call, and docs/terminals.txt is the table of what was found of each.

ANTEUP_GOLDEN=write makes that table anew, on purpose; otherwise it is compared.
"""

from __future__ import annotations

import asyncio
import os
import time
from dataclasses import replace
from pathlib import Path

import pytest

from ansi.charset import ASCII
from ansi.terminal import Terminal
from door.carriers import telnet
from door.carriers.line import Line
from door.carriers.telnet import caller as caller_module
from door.screens import welcome
from door.session.console import Console
from door.session.detection import detect
from door.session.graphics import ask_graphics
from door.session.recognition import Found
from tests.clients import CLIENTS, ECHO, IAC, QUESTION, WILL, Client, Simulated

pytestmark = pytest.mark.asyncio
TABLE = Path(__file__).parents[2] / "docs" / "terminals.txt"
SOON = 20
HEAD = """\
What a caller's terminal is taken for
=====================================

Each client below is a simulation of the named program: it answers telnet's
options, and questions about its cursor, as that program is known to. Those
of inetutils, PuTTY and TinTin++ follow the real ones, which other tests call
with. The table is made by the test that calls the house with each of them
(tests/unit/test_clients.py). RETURN at the first question keeps what was
found; any other answer is the caller's own, and is kept with the handle.

"now" is a first screen without any waiting; "1.5 s" is the house's patience
with clients that leave a question unanswered. In "lines" the client echoes
and sends a line at a time. Plain and Voice are printed in ASCII whatever the
client could show. Of hues, 1 is bold and reverse alone, as on a VT100, and 0
is none.

A C64 that calls by raw TCP or a modem says nothing of itself, so it cannot be
told from netcat. It is shown the question in ASCII, with large and small
letters changed about, and its caller presses C: with SHIFT or without, the
key is known for what it is. What is typed behind it is read as PETSCII.

"""


async def call(client: Client, monkeypatch: pytest.MonkeyPatch) -> tuple[Found, Simulated, str]:
    """What is found of a client with its caller's answer, the client, and that answer."""
    # Who is waited for is waited for in vain, and who is not must not need any time at all.
    monkeypatch.setattr(caller_module, "PATIENCE", 0.3 if client.waits else 3600.0)
    seen: asyncio.Future[Found] = asyncio.get_running_loop().create_future()
    pressed: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    async def answer(line: Line) -> None:
        console = Console(line, Terminal(ASCII, painted=False), time.monotonic, 60)
        found = await detect(console)
        pressed.set_result(await ask_graphics(console, found.key))
        seen.set_result(replace(found, lines=not line.character_mode))

    server = await telnet.serve("127.0.0.1", 0, answer)
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        simulated = Simulated(client, reader, writer)
        async with asyncio.timeout(SOON):
            await simulated.until(QUESTION)
            writer.write(client.typed)
            found = await seen
        writer.close()
    finally:
        server.close()
        await server.closed()
    return found, simulated, await pressed


def row(client: Client, found: Found) -> str:
    size = f"{found.columns or '?'}x{found.rows or '?'}"
    return (f"{client.title:23} {welcome.GRAPHICS_NAMES[found.key]:7} {found.charset:8}"
            f"{size:>7} {found.colour:>4}  {'lines' if found.lines else 'keys ':6}"
            f"{'1.5 s' if client.waits else 'now':6}{found.how}").rstrip()


async def test_the_table_of_terminals_is_what_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    columns = (f"{'client':23} {'RETURN':7} {'charset':8}{'size':>7} {'hues':>4}  {'input':6}"
               f"{'first':6}found by")
    rows = [row(client, (await call(client, monkeypatch))[0]) for client in CLIENTS]
    text = HEAD + "\n".join([columns, "-" * 78, *rows]) + "\n"
    if os.environ.get("ANTEUP_GOLDEN") == "write":
        TABLE.write_text(text, "ascii", newline="\n")
    assert text == TABLE.read_text("ascii")


async def test_what_is_pressed_arrives_and_no_answer_of_the_terminal_before_it(
        monkeypatch: pytest.MonkeyPatch) -> None:
    for client in CLIENTS:
        wanted = "c" if client.size == (40, 25) else "p"
        assert (await call(client, monkeypatch))[2] == wanted, client.title


async def test_mud_clients_and_screen_readers_are_never_told_that_we_echo(
        monkeypatch: pytest.MonkeyPatch) -> None:
    for client in CLIENTS:
        if len(client.names) == 3:
            assert IAC + WILL + ECHO not in (await call(client, monkeypatch))[1].told


async def test_who_speaks_no_telnet_is_asked_for_nothing_raw(
        monkeypatch: pytest.MonkeyPatch) -> None:
    asked = {client.title for client in CLIENTS
             if "\x1b" in (await call(client, monkeypatch))[1].text}
    assert not asked & {"bare nc", "C64, raw TCP", "Mudlet", "TinTin++", "screen reader",
                        "refuses everything", "TTYPE, then nothing", "PETSCII by telnet"}
    assert {"PuTTY in CP437", "xterm by inetutils", "VT100, no size"} <= asked


async def test_the_question_stands_on_a_clean_row(monkeypatch: pytest.MonkeyPatch) -> None:
    for client in CLIENTS:
        _, simulated, _ = await call(client, monkeypatch)
        shown = [text.strip() for text in simulated.screen.display if text.strip()]
        assert shown[0].startswith("Looks like ") and len(shown) == 2, client.title
        assert shown[1] == welcome.GRAPHICS_PROMPT, client.title
