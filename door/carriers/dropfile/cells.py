"""How one line is read into a value: text, numbers, flags. Each notes what is odd about it."""

import re
from collections.abc import Mapping

from door.carriers.dropfile.draft import Cell, Draft, Parser
from door.carriers.dropfile.sheet import cleaned
from door.carriers.line import COLUMNS, ROWS

LONGEST = 40            # characters kept of a name
LONGEST_PROGRAM = 80    # and of a program's, with its version and system
LONGEST_KEY = 128       # of a board's unique key, which may not be cut
MOST_LEVEL = 65_535     # a security level
MOST_NODE = 65_535
MOST_SPEED = 10_000_000     # bits a second

NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]*)?")
BLANK_OR_NUMBER = re.compile(rf"({NUMBER.pattern})?")
SIGNIFICANT = 15        # digits of a number; it is absurd long before


def whole(text: str) -> int:
    """A number as NUMBER has it, rounded towards zero; an endless one is just very large."""
    digits = text.split(".")[0]
    sign = -1 if digits.startswith("-") else 1
    significant = digits.lstrip("+-").lstrip("0") or "0"
    return sign * int(significant if len(significant) <= SIGNIFICANT else "9" * SIGNIFICANT)


def text_up_to(most: int) -> Parser:
    """Text for people, cut to so many characters."""
    def parse(cell: Cell) -> str:
        raw = cell.raw.strip()
        if cleaned(raw) != raw:
            cell.note("had control characters, which are left out")
        return cut(cell.draft, cell.field, cell.text, most)
    return parse


def cut(draft: Draft, field: str, text: str, most: int) -> str:
    if len(text) <= most:
        return text
    draft.note(field, f"is longer than {most} characters: cut")
    return text[:most].rstrip()


def key(cell: Cell) -> str:
    """What a board knows a caller by, for ever: any text that is not blank."""
    if not cell.text or len(cell.text) > LONGEST_KEY:
        raise cell.draft.sheet.refusal(cell.line, (
            f"has {cell.shown}, expected a key of 1 to {LONGEST_KEY} characters"))
    return cell.text


def record(cell: Cell) -> str:
    """A user's number from 1; "" where a board that has none writes 0 or -1 for everybody."""
    text = cell.text
    if NUMBER.fullmatch(text):
        return str(whole(text)) if whole(text) > 0 else ""
    if text:
        cell.note("is no number; it is kept as it is")
    return text[:LONGEST]


def number(cell: Cell) -> int | None:
    """Any number; None where there is none."""
    if NUMBER.fullmatch(cell.text):
        return whole(cell.text)
    if cell.text:
        cell.note(f"is {cell.shown}, expected a number")
    return None


def between(least: int, most: int) -> Parser:
    """A number inside its bounds, clamped; `least` where there is none."""
    def parse(cell: Cell) -> int:
        value = number(cell)
        inside = least if value is None else max(least, min(value, most))
        if value is None and not cell.text:
            cell.note(f"is blank: taken as {least}")
        elif value is not None and value != inside:
            cell.note(f"is {cell.shown}: taken as {inside}")
        return inside
    return parse


def size(bounds: tuple[int, int]) -> Parser:
    """Columns or rows that we believe; 0 is unknown."""
    def parse(cell: Cell) -> int:
        value = number(cell)
        if value is None or value <= 0:
            return 0
        inside = max(bounds[0], min(value, bounds[1]))
        if value != inside:
            cell.note(f"is {cell.shown}: taken as {inside}")
        return inside
    return parse


def node(cell: Cell) -> int | None:
    """A node's number from 1; None is unknown."""
    value = number(cell)
    if value is not None and value > MOST_NODE:
        cell.note(f"is {cell.shown}: taken as unknown")
        return None
    return value if value and value > 0 else None


def speed(cell: Cell) -> int:
    """Bits a second, as `38400` or `38400 BAUD,N,8,1`; 0 is unknown or local."""
    begins = re.match(r"[0-9]+", cell.text)
    if cell.text and not begins:
        cell.note(f"is {cell.shown}, expected a speed")
    return min(whole(begins[0]), MOST_SPEED) if begins else 0


def among(meanings: Mapping[str, str], otherwise: str) -> Parser:
    """A word or digit in any case, and what it means; `otherwise` for any other."""
    def parse(cell: Cell) -> str:
        text = cell.text.upper()
        if text not in meanings:
            cell.note(f"has {cell.shown}, expected {', '.join(meanings)}: taken as {otherwise}")
        return meanings.get(text, otherwise)
    return parse


def flag(cell: Cell) -> bool:
    """1 or Y is yes; everything else is no."""
    text = cell.text.upper()
    if text not in ("", "0", "1", "Y", "N"):
        cell.note(f"is {cell.shown}: taken as no")
    return text in ("1", "Y")


words, program = text_up_to(LONGEST), text_up_to(LONGEST_PROGRAM)
level = between(0, MOST_LEVEL)
columns, rows = size(COLUMNS), size(ROWS)
