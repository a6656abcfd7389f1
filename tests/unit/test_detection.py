"""door.session.detection: what RETURN keeps at the graphics question."""

from __future__ import annotations

import pytest

from door.session.detection import graphics_key, told
from tests.caller import MemoryLine, Wire

pytestmark = pytest.mark.asyncio


def line(terminal: str = "", hello: dict[str, object] | None = None) -> MemoryLine:
    made = MemoryLine(Wire())
    made.terminal_type, made.hello = terminal, hello or {}
    return made


@pytest.mark.parametrize("terminal, key", [
    ("syncterm", "a"), ("ansi", "a"), ("ansi-bbs", "a"), ("pcansi", "a"), ("ansi-256color", "a"),
    ("netrunner", "a"), ("xterm", "u"), ("xterm-256color", "u"), ("screen", "u"),
    ("tmux-256color", "u"), ("linux", "u"), ("rxvt-unicode", "u"), ("putty", "u"), ("vt100", "t"),
    ("vt220", "t"), ("", "p"), ("dumb", "p"), ("unknown", "p"), ("network", "p")])
async def test_a_telnet_caller_by_the_name_of_the_terminal(terminal: str, key: str) -> None:
    """TERMINALS, Who is calling."""
    assert graphics_key(line(terminal)) == key


@pytest.mark.parametrize("environ, key", [
    ({"TERM": "xterm", "LANG": "en_US.UTF-8"}, "u"), ({"TERM": "xterm", "LANG": "de_DE.utf8"}, "u"),
    ({"TERM": "xterm", "LC_ALL": "C", "LANG": "en_US.UTF-8"}, "t"),
    ({"TERM": "xterm", "LC_CTYPE": "C.UTF-8", "LANG": "C"}, "u"),
    ({"TERM": "xterm", "LC_ALL": "", "LANG": "en_US.UTF-8"}, "u"),
    ({"TERM": "dumb", "LANG": "en_US.UTF-8"}, "p"), ({"LANG": "en_US.UTF-8"}, "p"),
    ({"TERM": "xterm"}, "t"), ("rubbish", "p"), ({"TERM": 5}, "p")])
async def test_a_console_by_its_locale(environ: object, key: str) -> None:
    assert graphics_key(line(hello={"kind": "play", "environ": environ})) == key


@pytest.mark.parametrize("hello, value", [
    ({}, ""), ({"options": {"charset": "cp437"}}, "cp437"), ({"options": {}}, ""),
    ({"options": []}, ""), ({"options": {"charset": None}}, ""), ({"options": None}, "")])
async def test_whatever_a_relay_said_is_text_or_nothing(hello: dict[str, object],
                                                        value: str) -> None:
    assert told(line(hello=hello), "options", "charset") == value
