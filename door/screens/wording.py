"""What was written for the eye, in words for the ear: the forms that lines take.

Marks of keys and money signs are worded, columns become "label: value", and a line that is folded
says its first word again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from textwrap import wrap

WIDTH = 79
HELD = "\xa0"    # a blank where no line breaks
_FIRST_WORD = re.compile(r"(?:Ante|Deal|Bet|Draw|Show|Win|Chat|Clock|Help|Open|Odds|Mark): ")
_MARK = re.compile(r"\b([A-Z])\)(?=[a-z])")
_MONEY = re.compile(r"(-?)\$(\d{1,3}(?:,\d{3})+|\d+)")
_COLUMNS = re.compile(r" {2,}")
_SENTENCE = re.compile(r"(?<=[.?!]) (?=[A-Z])")


def worded(text: str) -> str:
    """A sentence without what is only for the eye: marks of keys, money signs, asterisks."""
    text = re.sub(r"^\(\*\) A house", "A house", text).replace("(*)", "(house rule)")
    return _MONEY.sub(_number, _MARK.sub(r"\1", text))


def _number(found: re.Match[str]) -> str:
    return ("minus " if found[1] else "") + found[2].replace(",", "")


def labelled(text: str) -> str:
    """A row of a table as "label: value"; any other with single blanks."""
    first, *others = _COLUMNS.split(text.strip())
    if ": " in first:
        return " ".join((first, *others))
    return f"{first}: {', '.join(others)}" if others else first


def folded(text: str) -> list[str]:
    """In lines of at most 79 columns that all begin with its first word; none for no text."""
    found = _FIRST_WORD.match(text)
    head = found[0] if found else ""
    lines = wrap(text[len(head):], WIDTH, initial_indent=head, subsequent_indent=head,
                 break_on_hyphens=False)
    return [line.replace(HELD, " ") for line in lines]


def facts(page: Sequence[str]) -> Iterator[str]:
    """A page's rows, a fact each: sentences, and the cells of tables in twos."""
    prose: list[str] = []
    for row in (*page, ""):
        cells = _COLUMNS.split(row.strip())
        if row and len(cells) < 2 and not row.startswith("="):
            prose.append(row.strip())
            continue
        yield from _SENTENCE.split(" ".join(prose)) if prose else ()
        prose = []
        if len(cells) > 1:
            yield from (f"{key}: {what}" for key, what in zip(cells[::2], cells[1::2]))
        elif row:
            yield row[1:]
