"""Where `verify`, `replay` and `history` have their hands from: the store, which they only read,
beside its server or without one; or a file of records, as `history --format record` writes them.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

from door.cli import Refused
from door.cli.till import store_file

if TYPE_CHECKING:
    from door.bank.reading import Reader
    from door.views import StoredHand
    Found = tuple[StoredHand, bool | None]  # a hand, and whether the store's hashes agree with it

STDIN = "-"
CUT_SHORT = 1   # the exit status when nobody reads on: `anteup history | head`


@contextmanager
def reading(options: argparse.Namespace) -> Iterator[Reader]:
    """The hands of the store that the options name. Raises Refused."""
    from door.bank import StoreFailed, StoreTooNew
    from door.bank.reading import Reader
    handle: str = getattr(options, "handle", "")
    try:
        with Reader(store_file(options)) as reader:
            if handle and not reader.knows(handle):
                raise Refused(f"nobody here is called {handle[:100]!r}")
            yield reader
    except (StoreFailed, StoreTooNew) as error:
        raise Refused(str(error)) from error


def named(options: argparse.Namespace, name: str) -> Iterator[Found]:
    """The hand of that id, a contest's deal as each played it, or the hands of a file or of stdin.
    Raises Refused."""
    if options.handle and (name == STDIN or os.path.isfile(name)):
        raise Refused("name a file or a handle, not both")
    if name == STDIN:
        yield from _lines(sys.stdin, "stdin")
    elif os.path.isfile(name):
        with _opened(name) as file:
            yield from _lines(file, name)
    else:
        with reading(options) as reader:
            yield from _hands(reader, name, options.handle)


def _hands(reader: Reader, name: str, handle: str) -> Iterator[Found]:
    hand = reader.hand(name)
    if hand is not None and handle and hand.handle.casefold() != handle.casefold():
        raise Refused(f"hand {name[:100]!r} is not of {handle[:100]!r}")
    found = (hand,) if hand is not None else reader.deal(name, handle)
    if not found:
        whose = f" of {handle[:100]!r}" if handle else ""
        raise Refused(f"the store has no hand {name[:100]!r}{whose} (any more), and there is no "
                      "such file")
    yield from ((each, reader.agrees(each)) for each in found)


def _opened(name: str) -> TextIO:
    try:
        return open(name, encoding="utf-8")
    except OSError as error:
        raise Refused(f"{name}: {error.strerror}") from error


def _lines(file: TextIO, name: str) -> Iterator[Found]:
    """The records of a file, a line each; empty lines are passed over."""
    from door.proof.record_line import LONGEST, read_line
    from door.proof.replay import BadRecord
    number, found = 1, False
    try:
        while text := file.readline(LONGEST + 2):
            if text.strip():
                found = True
                yield read_line(text.rstrip("\r\n")), None
            number += 1
    except (BadRecord, UnicodeDecodeError) as error:
        raise Refused(f"{name}, line {number}: {error}") from error
    if not found:
        raise Refused(f"{name}: there is no record in it")


def told(tell: Callable[[], Iterable[str]]) -> int:
    """Prints the lines that `tell` gives; 0, or CUT_SHORT when nobody reads on."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")   # a handle may not be printable here
    try:
        for line in tell():
            print(line)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CUT_SHORT
    return 0
