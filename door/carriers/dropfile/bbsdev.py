"""BBSDEV.DRP, version 1: 19 lines of UTF-8, found through the environment variable BBSDEV_DRP.

It leaves the least to guess: a key that is the caller's for ever, the character set by its name in
IANA's registry, the moment of logoff (RFC 3339) in place of the time left. A later minor version
only appends lines.
"""

import re
from datetime import datetime

from door.carriers.dropfile.cells import BLANK_OR_NUMBER, MOST_LEVEL, columns, key, node, number
from door.carriers.dropfile.cells import program, rows, whole, words
from door.carriers.dropfile.draft import Cell, Draft, Format, Landmark, Row

STAFF = ("sysop", "cosysop")    # what line 17 may say instead of a number
RFC3339 = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,9})?"
    r"([Zz]|[+-][0-9]{2}:[0-9]{2})")
CHARSETS = {
    "IBM437": "cp437", "CP437": "cp437", "437": "cp437", "CSPC8CODEPAGE437": "cp437",
    "UTF-8": "utf-8", "UTF8": "utf-8", "CSUTF8": "utf-8",
    "US-ASCII": "ascii", "ASCII": "ascii", "CSASCII": "ascii"}
WAYS = re.compile("local|stdio|socket", re.IGNORECASE)
YES_OR_NO = re.compile("[YN]", re.IGNORECASE)


def word(cell: Cell) -> str:
    return cell.text.lower()


def seconds_to_logoff(cell: Cell) -> int | None:
    """None where no logoff is set, or none that can be understood."""
    text = cell.text
    if not text:
        return None
    try:
        if not RFC3339.fullmatch(text):
            raise ValueError
        logoff = datetime.fromisoformat(text.upper())
    except ValueError:
        cell.note(f"is {cell.shown}, expected a time such as 2026-01-31T23:59:00Z")
        return None
    return int((logoff - cell.draft.now).total_seconds())


def charset(cell: Cell) -> str:
    """One of ours. ASCII can be read by terminals of any other."""
    if not cell.text:
        cell.note("is blank: taken as cp437")
    elif cell.text.upper() not in CHARSETS:
        cell.note(f"is {cell.shown}, which we do not speak: taken as ascii")
    return CHARSETS.get(cell.text.upper(), "ascii") if cell.text else "cp437"


def access(cell: Cell) -> int:
    """A number, 0 for those whom the board calls sysop or cosysop instead."""
    text = cell.text.lower()
    if text in STAFF:
        cell.draft.put("sysop", True, f"line {cell.line}", cell.line)
        return 0
    return max(0, min(whole(text), MOST_LEVEL)) if text else 0


def yes(cell: Cell) -> bool:
    return cell.text.upper() == "Y"


def name_graphics(draft: Draft) -> None:
    plain = "ansi" if draft.values["ansi"] else "ascii"
    draft.put("graphics", "rip" if draft.values["rip"] else plain, "lines 8 and 9", 8)


def announce_socket(draft: Draft) -> None:
    """The format wants a door to refuse a way to the caller that it does not know."""
    descriptor = None
    if draft.values["comm"] == "socket":
        descriptor = draft.values["descriptor"]
        if descriptor is None:
            shown = draft.sheet.shown(3)
            raise draft.sheet.refusal(3, f"has {shown}, expected the number of a socket")
    draft.put("announced", descriptor, "lines 2 and 3", 3)


def say_when_no_limit(draft: Draft) -> None:
    """The board gives none: then the default is nothing odd."""
    draft.put("unlimited", not draft.sheet.text(11), "line 11", 11)


BBSDEV_DRP = Format(
    name="BBSDEV.DRP",
    least=19,
    sizes=(19,),
    longer=True,
    encoding="utf-8",
    rows=(
        Row(2, "comm", word),
        Row(3, "descriptor", number),
        Row(4, "handle", words),
        Row(5, "user_record", key),
        Row(6, "columns", columns),
        Row(7, "rows", rows),
        Row(8, "ansi", yes),
        Row(9, "rip", yes),
        Row(11, "seconds", seconds_to_logoff),
        Row(12, "charset", charset),
        Row(13, "language", words),
        Row(14, "software", program),
        Row(15, "board", words),
        Row(17, "security", access),
        Row(18, "node", node),
    ),
    landmarks=(
        Landmark(1, re.compile(r"1\.[0-9]+"), "the version of the format, 1.0 or 1 and a dot"),
        Landmark(2, WAYS, "local, stdio or socket (no other way reaches us)", telling=WAYS),
        Landmark(6, BLANK_OR_NUMBER, "the columns, a number"),
        Landmark(7, BLANK_OR_NUMBER, "the rows, a number"),
        Landmark(8, YES_OR_NO, "Y or N for ANSI"),
        Landmark(9, YES_OR_NO, "Y or N for RIP"),
        Landmark(17, re.compile(f"{BLANK_OR_NUMBER.pattern}|sysop|cosysop", re.IGNORECASE), (
            "the access level: a number, sysop or cosysop")),
        Landmark(18, BLANK_OR_NUMBER, "the node, a number"),
    ),
    quirks=(name_graphics, announce_socket, say_when_no_limit),
)
