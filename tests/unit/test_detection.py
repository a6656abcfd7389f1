"""door.session.detection: what RETURN keeps at the graphics question, and how it is found out."""

from __future__ import annotations

import asyncio
import time

import pytest

from ansi.charset import ASCII
from ansi.terminal import Terminal
from ansi.wire import Colour
from door.carriers.line import CarrierLost
from door.session.console import Console
from door.session.detection import colour, detect, graphics_key, told
from door.session.recognition import Found
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
    ("vt220", "t"), ("", "p"), ("dumb", "p"), ("unknown", "p"), ("network", "p"),
    ("petscii", "c"), ("c64", "c"), ("atascii", "p")])
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


@pytest.mark.parametrize("environ, key, colours", [
    ({"TERM": "xterm"}, "u", Colour.SIXTEEN), ({"TERM": "vt100"}, "t", Colour.MONO),
    ({"TERM": "xterm", "NO_COLOR": "0"}, "u", Colour.MONO),
    ({"TERM": "xterm", "NO_COLOR": ""}, "u", Colour.SIXTEEN),
    ({"TERM": "dumb"}, "t", Colour.NONE), ({"TERM": "linux-m"}, "t", Colour.MONO)])
async def test_the_colours_of_a_console(environ: dict[str, str], key: str,
                                        colours: Colour) -> None:
    """no-color.org: set, and not empty."""
    assert colour(line(environ["TERM"], {"kind": "play", "environ": environ}),
                  key, None) is colours


async def test_a_board_does_not_tell_what_its_callers_want_of_colours() -> None:
    hello: dict[str, object] = {"kind": "door", "environ": {"NO_COLOR": "1"}}
    assert colour(line(hello=hello), "a", None) is Colour.SIXTEEN


@pytest.mark.parametrize("hello, value", [
    ({}, ""), ({"options": {"charset": "cp437"}}, "cp437"), ({"options": {}}, ""),
    ({"options": []}, ""), ({"options": {"charset": None}}, ""), ({"options": None}, "")])
async def test_whatever_a_relay_said_is_text_or_nothing(hello: dict[str, object],
                                                        value: str) -> None:
    assert told(line(hello=hello), "options", "charset") == value


# -- asking the terminal ---------------------------------------------------------------------

UTF8, CP437 = b"\x1b[1;2R", b"\x1b[1;4R"
SIZE, CTERM = b"\x1b[50;132R", b"\x1b[=67;84;101;114;109;1;323c"
LONG = 3600.0   # seconds that nobody waits for


def calling(name: str, size: tuple[int, int] = (80, 24), patience: float = LONG) -> Console:
    made = line(name)
    made.columns, made.rows = size
    made.patience = patience
    return Console(made, Terminal(ASCII, painted=False), time.monotonic, 60)


async def found(console: Console, *pieces: bytes) -> Found:
    """What is found when these arrive, one after the other, each in a read of its own."""
    assert isinstance(console.line, MemoryLine)
    detecting = asyncio.create_task(detect(console))
    await asyncio.sleep(0)
    for piece in pieces:
        console.line.feed(piece)
        while console.line._inbox and not detecting.done():
            await asyncio.sleep(0)
    return await asyncio.wait_for(detecting, 10)


@pytest.mark.parametrize("name, size, answers, key, seen", [
    ("xterm", (80, 24), UTF8, "u", (80, 24)), ("xterm", (80, 24), b"\x1b[1;3R", "u", (80, 24)),
    ("xterm", (80, 24), CP437, "a", (80, 24)), ("xterm", (0, 0), UTF8 + SIZE, "u", (132, 50)),
    ("linux", (0, 0), CP437 + SIZE, "a", (132, 50)), ("ansi", (0, 0), SIZE, "a", (132, 50)),
    ("ansi", (0, 0), b"\x1b[9999;9999R", "a", (255, 100)), ("vt100", (80, 24), UTF8, "u", (80, 24)),
    ("vt100", (80, 24), b"\x1b[?1;2c" + CP437, "t", (80, 24)),
    ("vt100", (0, 0), CTERM + CP437 + SIZE, "a", (132, 50)),
    ("wezterm", (80, 24), CTERM + CP437, "a", (80, 24)),
    ("wezterm", (80, 24), CP437, "t", (80, 24)), ("wezterm", (80, 24), UTF8, "u", (80, 24))])
async def test_a_terminal_that_answers(name: str, size: tuple[int, int], answers: bytes, key: str,
                                       seen: tuple[int, int]) -> None:
    console = calling(name, size)
    result = await found(console, answers)
    assert (result.key, result.columns, result.rows) == (key, *seen)
    assert not console.line.resized


async def test_answers_are_put_together_however_they_are_split_and_no_key_is_lost() -> None:
    stream = b"h" + CTERM + b"i" + CP437 + b"\x1b[A" + SIZE + b"\r"
    whole = None
    for cut in range(1, len(stream)):
        console = calling("vt100", (0, 0))
        result = await found(console, stream[:cut], stream[cut:])
        keys = list(console._keys)
        while console.line._inbox:      # what came after the last answer
            await console.listen()
        assert (result.key, result.columns) == ("a", 132)
        assert keys == ["h", "i", "UP", "ENTER"][:len(keys)]
        assert console._keys == ["h", "i", "UP", "ENTER"]
        assert whole in (None, result)
        whole = result


@pytest.mark.parametrize("late", [UTF8 + SIZE, CTERM, b"\x1b[?62;4c"])
async def test_answers_that_come_late_are_no_keys_at_any_split(late: bytes) -> None:
    for cut in range(len(late) + 1):
        console = calling("xterm", (0, 0), patience=0.001)
        result = await found(console, late[:cut])
        assert (result.key, result.columns) == ("u", 0) or cut >= len(UTF8)
        console.line.feed(late[cut:] + b"x")
        await console.listen()
        assert console._keys == ["x"]


@pytest.mark.parametrize("name, key", [("xterm", "u"), ("ansi", "a"), ("vt100", "t"), ("foo", "p")])
async def test_one_that_answers_nothing_is_taken_by_its_name(name: str, key: str) -> None:
    result = await found(calling(name, (0, 0), patience=0.001))
    assert (result.key, result.columns, result.rows) == (key, 0, 0)


@pytest.mark.parametrize("what", ["no telnet", "lines", "mud", "reader", "rlogin", "relay", "play",
                                  "patience", "dumb", "petscii", "syncterm"])
async def test_who_is_not_asked(what: str) -> None:
    """DOORS and TERMINALS: never unasked at a door, never who would see the question."""
    console = calling(what if what in ("dumb", "petscii", "syncterm") else "xterm")
    line = console.line
    assert isinstance(line, MemoryLine)
    line.speaks_telnet = what != "no telnet"
    line.character_mode = what != "lines"
    line.mud, line.mtts = what == "mud", 64 * (what == "reader")
    line.carrier = what if what in ("rlogin", "relay") else "telnet"
    line.hello = {"kind": "play"} if what == "play" else {}
    line.carrier = "relay" if what == "play" else line.carrier
    line.patience = LONG * (what != "patience")
    await asyncio.wait_for(detect(console), 10)
    assert line.wire.sent == b""


async def test_a_caller_who_hangs_up_meanwhile_is_gone() -> None:
    console = calling("xterm")
    console.line.feed_eof()
    with pytest.raises(CarrierLost):
        await detect(console)


async def test_the_row_of_the_question_is_left_clean() -> None:
    console = calling("xterm")
    await found(console, UTF8)
    assert isinstance(console.line, MemoryLine)
    assert console.line.wire.sent == b"\r\xe2\xaa\xaa\x1b[6n\r\x1b[K"
