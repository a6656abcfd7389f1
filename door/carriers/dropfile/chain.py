"""CHAIN.TXT: WWIV's own, 30 lines or more, of which the first 16 matter. It has no node."""

from door.carriers.dropfile.cells import BLANK_OR_NUMBER, columns, flag, level, number, record, rows
from door.carriers.dropfile.cells import speed, words
from door.carriers.dropfile.draft import Cell, Draft, Format, Landmark, Row


def graphics(cell: Cell) -> str:
    """Any number but 0 is ANSI."""
    return "ansi" if number(cell) else "ascii"


def tell_sysop(draft: Draft) -> None:
    draft.put("sysop", draft.values["co_sysop"] or draft.values["full_sysop"], "lines 12 and 13",
              12)


DIGITS = {9: "the columns", 10: "the rows", 11: "the security level", 12: "1 for a co-sysop",
          13: "1 for the sysop", 14: "1 for ANSI", 15: "1 for remote", 16: "the seconds left"}

CHAIN_TXT = Format(
    name="CHAIN.TXT",
    least=16,
    sizes=(30, 31, 32),
    rows=(
        Row(1, "user_record", record),
        Row(2, "handle", words),
        Row(3, "real_name", words),
        Row(9, "columns", columns),
        Row(10, "rows", rows),
        Row(11, "security", level),
        Row(12, "co_sysop", flag),
        Row(13, "full_sysop", flag),
        Row(14, "graphics", graphics),
        Row(16, "seconds", number),
        Row(20, "speed", speed),
        Row(22, "board", words),
    ),
    landmarks=tuple(Landmark(line, BLANK_OR_NUMBER, f"{what}, a number")
                    for line, what in DIGITS.items()),
    quirks=(tell_sysop,),
)
