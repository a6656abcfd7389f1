"""What a caller's terminal is likely to show: by name, and by asking it where that is polite."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from ansi.wire import Colour
from door.carriers.line import Line
from door.screens.welcome import BY_OPTION
from door.session import probes
from door.session.console import Console
from door.session.recognition import (CHARSETS, Answers, Found, Kind, colours, kind_of,
                                      recognise, shades)


async def detect(console: Console) -> Found:
    """Who is calling, within the line's patience. Raises CarrierLost.

    Keys that are pressed meanwhile wait for the first question, and answers that come later are
    swallowed by the decoder of keys, as long as the call lasts.
    """
    line = console.line
    answers = await _ask(console, probes.questions(_kind(line), bool(line.columns and line.rows)))
    seen = found(line, answers)
    if (seen.columns, seen.rows) != (line.columns, line.rows):
        line.resize(seen.columns, seen.rows)
        line.begin()    # which is no news
        seen = found(line, answers)     # clamped
    return seen


def found(line: Line, answers: Answers = Answers()) -> Found:
    """What is known of a line's terminal, with what it answered."""
    if line.hello.get("kind") == "play":
        key = _local(line)
        name = line.terminal_type
        seen = Found(key, CHARSETS[key], how="locale",
                     colour=colours(kind_of(name, True, False, 0), name, 0, Answers()))
    else:
        kind = _kind(line)      # its names may have come with the answers
        seen = recognise(kind, line.terminal_type, line.mtts, answers)
    return replace(seen, columns=line.columns or seen.columns, rows=line.rows or seen.rows,
                   lines=not line.character_mode)


def graphics_key(line: Line) -> str:
    """The key of the graphics question that RETURN keeps, by the name of the terminal alone."""
    return found(line).key


def asked(line: Line) -> str:
    """The graphics choice that a command line or a drop file makes, "" if none."""
    options = line.hello.get("options")
    if isinstance(options, dict) and options.get("voice") is True:
        return "v"
    return BY_OPTION.get(told(line, "options", "charset"), "")


def colour(line: Line, key: str, seen: Found | None) -> Colour:
    """What is told apart under a graphics choice, by what was `seen` of the line's terminal.

    At a console, NO_COLOR is the caller's own word, whatever it is set to (no-color.org).
    """
    if line.hello.get("kind") == "play":
        if told(line, "environ", "NO_COLOR"):
            return Colour.MONO
        seen = seen or found(line)
    return Colour.SIXTEEN if seen is None else shades(key, seen)


def told(line: Line, group: str, name: str) -> str:
    """What a relay said of its caller, "" if nothing: hello[group][name], whatever came."""
    among = line.hello.get(group)
    value = among.get(name, "") if isinstance(among, dict) else ""
    return value if isinstance(value, str) else ""


def _kind(line: Line) -> Kind:
    return kind_of(line.terminal_type, line.speaks_telnet, line.mud, line.mtts)


async def _ask(console: Console, questions: bytes) -> Answers:
    line, answers = console.line, console.terminal.decoder.answers
    if not (questions and line.patience and line.character_mode and line.carrier == "telnet"):
        return Answers()
    answers.clear()
    line.write(questions)
    try:
        async with asyncio.timeout(line.patience):
            while not probes.complete(questions, answers):
                await console.listen()
    except TimeoutError:
        pass
    return probes.read(questions, answers)


def _local(line: Line) -> str:
    """A console tells its character set by the locale, as POSIX orders the variables."""
    if told(line, "environ", "TERM") in ("dumb", ""):
        return "p"
    names = (told(line, "environ", name) for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    locale = next((name for name in names if name), "")
    return "u" if locale.lower().replace("-", "").endswith("utf8") else "t"
