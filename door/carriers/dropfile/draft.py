"""A reading under way, and the shape of a format: a table of lines, landmarks and quirks."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from door.carriers.dropfile.sheet import Note, Sheet

STEPS = {
    "comm": "pipe", "descriptor": "pipe", "announced": "pipe",
    "seconds": "minutes", "unlimited": "minutes",
    "name": "handle", "first": "handle", "last": "handle",
    "co_sysop": "sysop", "full_sysop": "sysop",
    "ansi": "graphics", "rip": "graphics", "ansi_anyway": "graphics"}


class Draft:
    """What is known so far: values by field, the line and the words that each came from, notes.

    Most fields are DropFile's; others are steps on the way to one of those (STEPS).
    """

    def __init__(self, sheet: Sheet, environ: Mapping[str, str], now: datetime) -> None:
        self.sheet, self.environ, self.now = sheet, environ, now
        self.values: dict[str, Any] = {}
        self.lines: dict[str, int] = {}
        self.sources: dict[str, str] = {}
        self.notes = [Note("", 0, text) for text in sheet.odd]

    def take(self, row: "Row") -> None:
        """Read one line into its field."""
        self.lines[row.field] = row.line
        self.sources[row.field] = f"line {row.line}"
        self.values[row.field] = row.parse(Cell(self, row.line, row.field))

    def put(self, field: str, value: object, source: str, line: int = 0) -> None:
        """What no single line says; `line` is where a note about it points."""
        self.values[field], self.sources[field], self.lines[field] = value, source, line

    def copy(self, field: str, other: str) -> None:
        self.put(field, self.values[other], self.sources[other], self.lines[other])

    def note(self, field: str, text: str) -> None:
        """Something odd about a field, on its line if it has one."""
        self.notes.append(Note(STEPS.get(field, field), self.lines.get(field, 0), text))


@dataclass(frozen=True, slots=True)
class Cell:
    """One line as the reader of its field sees it."""

    draft: Draft
    line: int
    field: str

    @property
    def text(self) -> str:
        return self.draft.sheet.text(self.line)

    @property
    def raw(self) -> str:
        return self.draft.sheet.raw(self.line)

    @property
    def shown(self) -> str:
        return self.draft.sheet.shown(self.line)

    def note(self, text: str) -> None:
        self.draft.note(self.field, text)


Parser = Callable[[Cell], object]


class Row(NamedTuple):
    """What a line means, and how its value is read."""

    line: int
    field: str
    parse: Parser


class Landmark(NamedTuple):
    """What a line must look like in a file of this format, whoever wrote it.

    If a line nearby looks like `telling` instead, that shows where the lines went.
    """

    line: int
    pattern: re.Pattern[str]
    expected: str
    telling: re.Pattern[str] | None = None


@dataclass(frozen=True, slots=True)
class Format:
    """How one kind of drop file is read.

    A file of fewer than `least` lines was torn; `sizes` are the lengths that writers agree on.
    `quirks` come after the rows, in order. `secret` is the line that holds a password.
    """

    name: str
    least: int
    sizes: tuple[int, ...]
    rows: tuple[Row, ...]
    landmarks: tuple[Landmark, ...]
    quirks: tuple[Callable[[Draft], None], ...] = ()
    encoding: str = "cp437"
    secret: int = 0
    longer: bool = False    # a longer file is nothing odd

    def check(self, draft: Draft) -> None:
        """Raise BadDropFile if the lines are not where they should be or end too early."""
        sheet = draft.sheet
        for landmark in self.landmarks:
            if landmark.line <= len(sheet):
                _check_landmark(sheet, landmark)
        if len(sheet) < self.least:
            line = len(sheet) + 1
            raise sheet.refusal(line, f"is missing, expected {self._sizes()} lines in all")
        self._note_size(draft)

    def _note_size(self, draft: Draft) -> None:
        """Blank lines at the end are no matter."""
        sheet = draft.sheet
        written = max((line for line in range(1, len(sheet) + 1) if sheet.text(line)), default=0)
        if any(written <= each <= len(sheet) for each in self.sizes):
            return
        if not self.longer or written < self.sizes[-1]:
            draft.note("", f"has {written} lines, expected {self._sizes()}")

    def _sizes(self) -> str:
        return " or ".join(map(str, self.sizes))


def _check_landmark(sheet: Sheet, landmark: Landmark) -> None:
    line, pattern, expected, telling = landmark
    if pattern.fullmatch(sheet.text(line)):
        return
    message = f"has {sheet.shown(line)}, expected {expected}"
    for distance in (1, -1, 2, -2, 3, -3) if telling else ():
        other = line + distance
        if telling and 0 < other <= len(sheet) and telling.fullmatch(sheet.text(other)):
            message += f"; that is on line {other}, so {_moved(distance)} above it"
            break
    raise sheet.refusal(line, message)


def _moved(distance: int) -> str:
    count = {1: "a line", 2: "two lines", 3: "three lines"}[abs(distance)]
    verb = "is" if abs(distance) == 1 else "are"
    return f"{count} too many {verb}" if distance > 0 else f"{count} {verb} missing"
