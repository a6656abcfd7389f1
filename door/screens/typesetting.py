"""Text set to a width: paragraphs folded, tables in twos where they are too wide, and pages.

A text is a list of paragraphs, a string each. One that starts with "=" is a heading, one with
cells two blanks apart a row of a table, and an empty one a blank row.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from textwrap import wrap
from typing import NamedTuple

Text = Sequence[str]
PAGE_WIDTH = 77       # of pages that are printed, and of ours at 80 columns
HELD = "\xa0"         # a blank where no row breaks
_CELLS = re.compile(r" {2,}")
_LABEL = 12           # columns of a table's first cells, at most, where it is set in twos


class Page(NamedTuple):
    """`start`: the chapter and the paragraph that it begins with, from 0."""

    start: tuple[int, int]
    rows: list[str]


def paragraphs(text: str) -> list[str]:
    """Those of a text that was folded by hand."""
    found = [""]
    for row in text.strip("\n").split("\n"):
        if _is_prose(row) and _is_prose(found[-1]):
            found[-1] += " " + row
        else:
            found.append(row)
    return found[1:]


def _cells(paragraph: str) -> list[str]:
    return _CELLS.split(paragraph.strip())


def _is_prose(paragraph: str) -> bool:
    return bool(paragraph) and not paragraph.startswith("=") and len(_cells(paragraph)) == 1


def _is_table(paragraph: str) -> bool:
    return len(_cells(paragraph)) > 1 and not paragraph.startswith("=")


def rows(text: Text, width: int) -> list[str]:
    """The text in rows of at most so many columns, the "=" of headings not counted."""
    found: list[str] = []
    for is_table, some in groupby(text, _is_table):
        found += (_table if is_table else _prose)(list(some), width)
    return found


def _prose(some: list[str], width: int) -> Iterator[str]:
    for paragraph in some:
        mark = "=" * paragraph.startswith("=")
        yield from (mark + row.replace(HELD, " ") for row in _folded(paragraph[len(mark):], width))


def _table(some: list[str], width: int) -> list[str]:
    """As it is, or if it is too wide with two cells in a row, what is long hanging."""
    if max(map(len, some)) <= width:
        return some
    pairs = [(*cells[at:at + 2], "")[:2] for cells in map(_cells, some)
             for at in range(0, len(cells), 2)]
    label = min(max(len(key) for key, _ in pairs), _LABEL, width // 2)
    return [row for key, what in pairs
            for row in _folded(f"{key:<{label}}  {what}".rstrip(), width, label + 2)]


def _folded(paragraph: str, width: int, hanging: int = 0) -> list[str]:
    """A row that happens to begin with "=" is moved by a blank: it is no heading."""
    if len(paragraph) <= width and not paragraph.startswith("="):
        return [paragraph]
    indent = " " * hanging
    found = wrap(paragraph, width, subsequent_indent=indent)
    if any(row.startswith("=") for row in found):
        return [f" {row}" for row in wrap(paragraph, max(width - 1, 1), subsequent_indent=indent)]
    return found


def pages(chapters: Sequence[Text], width: int, height: int) -> list[Page]:
    """Each chapter on as many pages as it needs, and one at least in all.

    What stands together stays so where it can.
    """
    found: list[Page] = []
    for number, chapter in enumerate(chapters):
        begun = len(found)
        for start, block in _blocks(chapter, width):
            if len(found) > begun and len(found[-1].rows) + 1 + len(block) <= height:
                found[-1].rows.extend(["", *block])
            else:
                found += [Page((number, start), block[at:at + height])
                          for at in range(0, len(block), height)]
    return found or [Page((0, 0), [])]


def _blocks(chapter: Text, width: int) -> Iterator[tuple[int, list[str]]]:
    """What stands between blank rows, a heading with what is below it, and where each starts."""
    start, block = 0, list[str]()
    for at, paragraph in enumerate((*chapter, "")):
        if paragraph or len(block) == 1 and block[0].startswith("="):
            block.append(paragraph)
        elif block:
            yield start, rows(block, width)
            block = []
        if not block:
            start = at + 1
    if any(block):
        yield start, rows(block, width)
