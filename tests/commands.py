"""Command lines of ours as texts quote them, and whether our own option readers accept them."""

import re
import shlex
from collections.abc import Iterator

from door.cli import Refused
from door.cli.door import read_options
from door.cli.parser import parse

ONES = "door|serve|play|init|doctor|art|sysop|verify|replay|history"
QUOTED = re.compile(r"`([^`]*)`")
ABSOLUTE = re.compile(rf"(?m)(\"?)(/[\w./-]+/anteup (?:{ONES})\b.*)$")
INDENTED = re.compile(rf"(?m)^(?:[;#] {{3}}| {{4}}) *(anteup (?:{ONES})\b.*)$")
LISTED = re.compile(r'\[((?:\s*"[^"\n]*",?)+)\s*\]')

# What a board or a shell puts in place of these, where it is a number.
NUMBERS = ("{node}", "{NODE}", "{srvPort}", "%H", "%#", "$1")


def quoted(text: str) -> list[list[str]]:
    """Every command line in a text, as the words that the door would get."""
    joined = re.sub(r"\\\n\s*", "", text)
    return [[_word(word) for word in words] for words in _all(joined)]


def accepted(words: list[str]) -> bool:
    """Whether the command line, "anteup" first, is one that we understand."""
    try:
        if words[1] == "door":
            read_options(words[2:])
        else:
            parse(words[1:])
    except (Refused, SystemExit):
        return False
    return True


def _all(text: str) -> Iterator[list[str]]:
    for line in QUOTED.findall(text):
        if re.match(rf"anteup (?:{ONES})\b", line):
            yield shlex.split(line)
    text = QUOTED.sub("", text)
    for quote, line in ABSOLUTE.findall(text):
        yield shlex.split(line.partition('"')[0] if quote else line.partition(" > ")[0])
    yield from map(shlex.split, INDENTED.findall(text))
    for listed in LISTED.findall(text):
        words = re.findall('"([^"]*)"', listed)
        if "door" in words:
            yield ["anteup", *words[words.index("door"):]]


def _word(word: str) -> str:
    return "3" if word in NUMBERS else word
