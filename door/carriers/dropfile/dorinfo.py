"""DORINFOx.DEF: 12 or 13 lines as RBBS laid them down. It has no node but the x of its name.

ENiGMA writes a handle of two words as its first word twice; there is no telling what it was.
"""

import re

from door.carriers.dropfile.cells import BLANK_OR_NUMBER, LONGEST, among, cut, level, number
from door.carriers.dropfile.cells import speed, words
from door.carriers.dropfile.draft import Draft, Format, Landmark, Row
from door.carriers.dropfile.names import node_in

PORT = re.compile("COM[0-9]{1,3}:?", re.IGNORECASE)
GRAPHICS = {"0": "ascii", "1": "ansi", "2": "ansi", "3": "rip"}


def join_names(draft: Draft) -> None:
    """WWIV and ENiGMA put a handle into the first name, whole or in part."""
    first, last = draft.values["first"], draft.values["last"]
    name = f"{first} {last}".strip()
    draft.put("handle", cut(draft, "first", name, LONGEST), "lines 7 and 8", 7)
    if first and first == last:
        draft.note("handle", "the same as line 8: some boards repeat the first word of a handle")


def take_node(draft: Draft) -> None:
    node, doubt = node_in(draft.sheet.name)
    source = "the file's name" + " (some boards always write 1)" * (node == 1)
    draft.put("node", node, source)
    draft.put("doubt", doubt, "the file's name")


DORINFO_DEF = Format(
    name="DORINFOx.DEF",
    least=12,
    sizes=(12, 13),
    rows=(
        Row(1, "board", words),
        Row(5, "speed", speed),
        Row(7, "first", words),
        Row(8, "last", words),
        Row(10, "graphics", among(GRAPHICS, "ascii")),
        Row(11, "security", level),
        Row(12, "minutes", number),
    ),
    landmarks=(
        # ENiGMA of late writes a bare 0 for local.
        Landmark(4, re.compile(f"{PORT.pattern}|0", re.IGNORECASE), "COM and a number", PORT),
        Landmark(10, re.compile("[0-9]?"), "the graphics, a number from 0 to 3"),
        Landmark(11, BLANK_OR_NUMBER, "the security level, a number"),
        Landmark(12, BLANK_OR_NUMBER, "the minutes left, a number"),
    ),
    quirks=(join_names, take_node),
)
