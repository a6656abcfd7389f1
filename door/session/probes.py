"""What a terminal may be asked, in one write, and what its answers say (ECMA-48: CPR and DA).

Only for clients that send single keys: others would show the questions and hold the answers back.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from door.session.recognition import Answers, Kind

POSITION = "\x1b[6n"
# Three bytes that are a character of one column in UTF-8 and three elsewhere: none is a control
# in ISO 8859, as box drawing would have. The row is cleared at once.
CHARACTER = "\u2aaa"
UTF8 = f"\r{CHARACTER}{POSITION}\r\x1b[K"
DEVICE = "\x1b[c"
# To the far corner and back, with both ways to save the cursor: DEC's and that of ANSI.SYS.
SIZE = f"\x1b7\x1b[s\x1b[999;999H{POSITION}\x1b[u\x1b8\r"

REPORT = re.compile(rb"\x1b\[(\d{1,4});(\d{1,4})R")
CTERM = re.compile(rb"\x1b\[=67;84;101;114;109;[\d;]+c")


def questions(kind: Kind, sized: bool) -> bytes:
    """What a terminal of this kind is asked, b"" if nothing; `sized`: its size is known."""
    if "-" in kind.asks:
        return b""
    asked = DEVICE * ("d" in kind.asks) + UTF8 * ("u" in kind.asks) + SIZE * (not sized)
    return asked.encode("utf-8")


def complete(asked: bytes, answers: Iterable[bytes]) -> bool:
    """Whether no more will come: reports come in order, and a position is asked for last."""
    return sum(map(bool, map(REPORT.fullmatch, answers))) >= asked.count(POSITION.encode())


def read(asked: bytes, answers: Iterable[bytes]) -> Answers:
    """What the answers to these questions mean; some of them may be missing at the end."""
    said = list(answers)
    reports = [(int(report[1]), int(report[2])) for report in map(REPORT.fullmatch, said) if report]
    behind = reports.pop(0)[1] if reports and UTF8.encode("utf-8") in asked else None
    rows, columns = reports.pop(0) if reports and SIZE.encode() in asked else (0, 0)
    return Answers(behind, any(map(CTERM.fullmatch, said)), columns, rows)
