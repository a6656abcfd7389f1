"""What the id of a shared deal tells of its contest: "D2026-11-30-3" is the third of a day."""

from __future__ import annotations

import re
from dataclasses import dataclass

from door.rules.house_draw import SHARED
from door.views import HandRecord

_KINDS = {"D": "deal of the day", "W": "freezeout"}
_ID = re.compile(r"([DW])([0-9]{4}-[0-9]{2}-[0-9]{2})-([0-9]{1,3})")


@dataclass(frozen=True, slots=True)
class Place:
    """Of which contest a deal is, and which of its deals."""

    kind: str
    day: str
    number: int


def place(record: HandRecord) -> Place | None:
    """That of a shared deal; None for a hand of the Poker Table, or one that says it is neither."""
    found = _ID.fullmatch(record.id) if record.game == SHARED.name else None
    return Place(_KINDS[found[1]], found[2], int(found[3])) if found else None


def name(record: HandRecord) -> str:
    """What a hand or a deal is called where it is named: "Hand 17-42", "Deal D2026-11-30-3"."""
    return f"{'Deal' if place(record) else 'Hand'} {record.id}"
