"""The House's book: the file of its policy, read once, and the one look-up that it is for.

The file: MAGIC, the SHA-256 of all that follows, and a zlib stream, which holds the length of a
JSON header (4 bytes, little-endian), the header, the tables of buckets, and two sheets for each
stack: the caller first, the House first. training/ writes it, and docs/house.txt says how strong it
is. Probabilities are shares: of FINE, a byte each, in the first round, which every hand goes
through; after it of COARSE, two to a byte.

A sheet, all in rows of bytes:
  first round   [class][FIRST_ROW]
  draw          [class][group][DRAW_BYTES]    throw 0, 1; 2, 3; 4, 5
  second round  [group][own][other][bucket][SECOND_ROW]
where own and other are the numbers thrown, 3 or more being one. A row begins with three shares for
who may open: bet 5, bet 12, bet the most; what is missing to the whole checks. (The second round's
fourth nibble is nothing.) Each other slot has two: fold, raise; the rest calls.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from bisect import bisect_left
from pathlib import Path
from typing import NamedTuple

from door.house.classes import CLASSES
from door.house.lines import FIRST_SLOTS, SEEN, SECOND_SLOTS
from door.rules.ranks import CLASSES as STRENGTHS
from door.rules.shuffle import Stream

MAGIC = b"Ante Up House 2\n"
LARGEST = 64 << 20      # bytes; far beyond what any book has
FINE, COARSE = 255, 15     # what a share in a byte, and in half a byte, is of
FIRST_ROW, DRAW_BYTES, SECOND_ROW = 3 + 2 * (FIRST_SLOTS - 1), 3, 2 + SECOND_SLOTS - 1
FILE = Path(__file__).with_name("book.bin")


class BadBook(Exception):
    """The policy file is not what was shipped. The House cannot play."""


class Sheet(NamedTuple):
    """A stack and who acts first: where its parts begin, and how they are divided."""

    stack: int
    buckets: int
    groups: int
    strengths: int
    first: int
    draw: int
    second: int


class Book:
    """A policy file's contents; `hash` is the SHA-256 of the file."""

    __slots__ = ("hash", "data", "_stacks", "_sheets")

    def __init__(self, raw: bytes) -> None:
        self.hash = hashlib.sha256(raw).hexdigest()
        tables, self.data, start = _opened(raw)
        self._stacks = [table["stack"] for table in tables]
        if not tables or self._stacks != sorted(set(self._stacks)):
            raise BadBook("it has no tables, or not in the order of their stacks")
        strengths = {}
        for buckets in sorted({table["buckets"] for table in tables}):
            strengths[buckets], start = start, start + SEEN * STRENGTHS
        self._sheets: list[tuple[Sheet, Sheet]] = []
        for table in tables:
            pair = []
            for _ in range(2):
                sheet = _sheet(table, strengths[table["buckets"]], start)
                start = sheet.second + sheet.groups * SEEN * SEEN * sheet.buckets * SECOND_ROW
                pair.append(sheet)
            self._sheets.append((pair[0], pair[1]))
        if start != len(self.data):
            raise BadBook(f"it has {len(self.data)} bytes and should have {start}")

    def nearest(self, stack: int, house_first: bool) -> tuple[Sheet, Sheet]:
        """The sheets of the nearest stacks, below and above; twice the same where there is one."""
        at = min(bisect_left(self._stacks, stack), len(self._stacks) - 1)
        below = at - 1 if at and stack < self._stacks[at] else at
        return self._sheets[below][house_first], self._sheets[at][house_first]

    def sheet(self, stack: int, house_first: bool, luck: Stream) -> Sheet:
        """The sheet for a stack: by chance one of the two nearest, the nearer the likelier."""
        at = min(bisect_left(self._stacks, stack), len(self._stacks) - 1)
        if at and stack < self._stacks[at]:
            below, above = self._stacks[at - 1], self._stacks[at]
            at -= luck.below(above - below) >= stack - below
        return self._sheets[at][house_first]


def _opened(raw: bytes) -> tuple[list[dict[str, int]], bytes, int]:
    """What the tables are, all bytes, and where the tables begin. Raises BadBook."""
    kept, body = raw[len(MAGIC):len(MAGIC) + 32], raw[len(MAGIC) + 32:]
    if raw[:len(MAGIC)] != MAGIC:
        raise BadBook("it does not begin as a policy file of this version does")
    if hashlib.sha256(body).digest() != kept:
        raise BadBook("its bytes are not those that were written")
    unpacker = zlib.decompressobj()
    data = unpacker.decompress(body, LARGEST)
    if not unpacker.eof:
        raise BadBook(f"it ends too soon, or unpacks to more than {LARGEST >> 20} MB")
    size = 4 + int.from_bytes(data[:4], "little")
    return json.loads(data[4:size])["tables"], data, size


def _sheet(table: dict[str, int], strengths: int, start: int) -> Sheet:
    draw = start + CLASSES * FIRST_ROW
    second = draw + CLASSES * table["groups"] * DRAW_BYTES
    return Sheet(table["stack"], table["buckets"], table["groups"], strengths, start, draw, second)


def read(path: Path = FILE) -> Book:
    """The book in a file. Raises BadBook, which names the file and what is wrong with it."""
    try:
        return Book(path.read_bytes())
    except OSError as error:
        raise BadBook(f"{path}: {error.strerror}") from error
    except (ValueError, KeyError, TypeError, IndexError, RecursionError, zlib.error) as error:
        raise BadBook(f"{path}: it cannot be read: {error}") from error
    except BadBook as error:
        raise BadBook(f"{path}: {error}") from error
