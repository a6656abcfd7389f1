"""DOOR.SYS: 52 lines as GAP laid them down, or the 31 of its older form.

Line 14 is the caller's password. It is never read; and since shifted lines would put it anywhere,
no message about such a file repeats what stands there.

Line 10 is the real name on Mystic, WWIV, ENiGMA and ViSiON/3, and the alias on Synchronet; line 36
is the alias where it is not blank.
"""

import re

from door.carriers.dropfile.cells import NUMBER, among, flag, level, node, number, record, rows
from door.carriers.dropfile.cells import speed, whole, words
from door.carriers.dropfile.draft import Cell, Draft, Format, Landmark, Row

PASSWORD = 14
GRAPHICS = {"GR": "ansi", "NG": "ascii", "7E": "ascii", "RIP": "rip"}
WORDS = re.compile("|".join(GRAPHICS), re.IGNORECASE)
PORT = re.compile(r"COM[0-9]{1,3}:?(STDIO|SOCKET(?P<descriptor>[0-9]{1,9}))?")


def socket(cell: Cell) -> int | None:
    """`COMn:`, and the extensions `COM0:STDIO` and `COM0:SOCKETn`."""
    port = PORT.fullmatch(cell.text.upper())
    if not port:
        cell.note(f"is {cell.shown}, expected COM and a number")
    return whole(port["descriptor"]) if port and port["descriptor"] else None


def prefer_alias(draft: Draft) -> None:
    if draft.values["handle"]:
        draft.copy("real_name", "name")


def believe_line_39(draft: Draft) -> None:
    """x/84 writes NG and says two lines further down that the caller has ANSI all the same."""
    if draft.values["graphics"] == "ascii" and draft.values["ansi_anyway"]:
        draft.put("graphics", "ansi", "lines 20 and 39", 39)


def count_bits(draft: Draft) -> None:
    """7E is a caller of seven bits a byte."""
    if draft.sheet.text(20).upper() == "7E":
        draft.put("charset", "ascii", "line 20", 20)


DOOR_SYS = Format(
    name="DOOR.SYS",
    least=31,
    sizes=(31, 52),
    rows=(
        Row(1, "announced", socket),
        Row(2, "speed", speed),
        Row(4, "node", node),
        Row(10, "name", words),
        Row(15, "security", level),
        Row(18, "seconds", number),
        Row(19, "minutes", number),
        Row(20, "graphics", among(GRAPHICS, "ascii")),
        Row(21, "rows", rows),
        Row(26, "user_record", record),
        Row(36, "handle", words),
        Row(39, "ansi_anyway", flag),
    ),
    landmarks=(
        Landmark(20, WORDS, "GR, NG, 7E or RIP", telling=WORDS),
        Landmark(21, NUMBER, "the rows of the screen, a number"),
    ),
    quirks=(prefer_alias, believe_line_39, count_bits),
    secret=PASSWORD,
)
