"""DOOR32.SYS: 11 lines, as Mystic's author laid them down and every board writes them today.

Lines 1 and 2 should say how the caller is reached, and no two writers mean the same by them.
"""

import re

from door.carriers.dropfile.cells import BLANK_OR_NUMBER, among, level, node, number, program
from door.carriers.dropfile.cells import record, speed, words
from door.carriers.dropfile.draft import Draft, Format, Landmark, Row

LOCAL, SERIAL, SOCKET = range(3)    # line 1
EMULATIONS = {"0": "ascii", "1": "ansi", "2": "avatar", "3": "rip", "4": "max"}


def take_seconds(draft: Draft) -> None:
    """WWIV writes seconds where the format has minutes."""
    if draft.values["software"].upper().startswith("WWIV"):
        draft.copy("seconds", "minutes")
        draft.values["minutes"] = None


def announce_socket(draft: Draft) -> None:
    """A descriptor counts with type 2 alone: Envy writes one, and means standard output."""
    comm, descriptor = draft.values["comm"], draft.values["descriptor"]
    if comm == SERIAL:
        draft.note("comm", "announces a serial port: standard input and output are used instead")
    if comm == LOCAL and descriptor is not None and descriptor > 2:
        draft.note("descriptor", (
            f"names descriptor {descriptor}, but line 1 says local: standard input and output are "
            f"used (--socket {descriptor} would use it)"))
    draft.put("announced", descriptor if comm == SOCKET else None, "lines 1 and 2", 2)


DOOR32_SYS = Format(
    name="DOOR32.SYS",
    least=11,
    sizes=(11,),
    rows=(
        Row(1, "comm", number),
        Row(2, "descriptor", number),
        Row(3, "speed", speed),
        Row(4, "software", program),
        Row(5, "user_record", record),
        Row(6, "real_name", words),
        Row(7, "handle", words),
        Row(8, "security", level),
        Row(9, "minutes", number),
        Row(10, "graphics", among(EMULATIONS, "ascii")),
        Row(11, "node", node),
    ),
    landmarks=(
        Landmark(1, re.compile("[012]"), "0 (local), 1 (serial) or 2 (telnet)"),
        Landmark(2, BLANK_OR_NUMBER, "the number of a socket"),
        Landmark(8, BLANK_OR_NUMBER, "the security level, a number"),
        Landmark(9, BLANK_OR_NUMBER, "the minutes left, a number"),
        Landmark(10, re.compile("[0-9]?"), "the emulation, a number from 0 to 4"),
        Landmark(11, BLANK_OR_NUMBER, "the node, a number"),
    ),
    quirks=(take_seconds, announce_socket),
)
