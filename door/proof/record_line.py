"""A hand's record as one line of JSON: `anteup history --format record` writes it, and `anteup
verify` reads it, from whoever sends it.

A hand that is not opened is written without its seed and without what its caller may not know;
nobody can replay that line, it only keeps the seal.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from door.proof import shared
from door.proof.replay import BadRecord
from door.rules.house_draw import CALLER
from door.rules.shuffle import CUT_LENGTH
from door.views import HandRecord, StoredHand

FORM = "anteup hand 1"
LONGEST = 16_384                # characters of a line
MOST_ACTIONS = 64               # a hand has at most 22
HIDDEN = "draw"                 # a discard that is not told yet
STATES = ("sealed", "open", "done", "void", "unplayed")
_HEX = re.compile("[0-9a-f]*")


def line(stored: StoredHand) -> str:
    """The record as JSON, in ASCII and without a line feed."""
    return json.dumps(_fields(stored))


def _fields(stored: StoredHand) -> dict[str, object]:
    record = stored.record
    return {
        "form": FORM, "id": record.id, "handle": stored.handle, "caller": stored.caller_id,
        "sitting": record.sitting_id, "number": record.number, "game": record.game,
        "rules": record.rules_version, "policy": record.policy, "state": record.state,
        "opened": stored.opened, "seed": record.seed.hex() if stored.opened else "",
        "seal": record.seal, "cut": record.cut, "proven": record.proven, "first": record.first,
        "stacks": record.stacks,
        "actions": [f"{seat} {_told(seat, text, stored.opened)}" for seat, text in record.actions
                    if stored.opened or not shared.place(record)],
        "sealed_at": stored.sealed_at, "dealt_at": record.dealt_at, "ended_at": stored.ended_at,
        "ended_stacks": stored.ended_stacks, "result": stored.result}


def _told(seat: int, text: str, opened: bool) -> str:
    drew = text.startswith(("discard", "stand"))
    return HIDDEN if drew and seat != CALLER and not opened else text


def read_line(text: str) -> StoredHand:
    """The hand of a line. BadRecord says what is wrong with it; whether it was played so is for
    verdict.verify."""
    if len(text) > LONGEST:
        raise BadRecord(f"a record has at most {LONGEST} characters")
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadRecord(f"it is not JSON: {error}") from error
    if not isinstance(found, dict) or found.get("form") != FORM:
        raise BadRecord(f'it is not a record: its "form" is not {FORM!r}')
    return _stored(_Reading(found))


def _stored(read: _Reading) -> StoredHand:
    record = HandRecord(
        read.text("id", 100), read.number("sitting"), read.number("number"), read.text("game", 40),
        read.number("rules"), read.text("policy", 100), bytes.fromhex(read.hex("seed")),
        read.hex("seal"), read.text("cut", CUT_LENGTH), read.truth("proven"), read.number("first"),
        read.numbers("stacks"), read.actions(), read.state(), read.number("dealt_at"))
    return StoredHand(record, read.text("handle", 100), read.number("caller"),
                      read.number("sealed_at"), read.number("ended_at"),
                      read.numbers("ended_stacks"), read.text("result", 400),
                      read.truth("opened"))


class _Reading:
    """The fields of a record that somebody sent: each is there, of its kind, and bounded."""

    def __init__(self, found: dict[str, object]) -> None:
        self._found = found

    def _of(self, name: str, kind: str, fits: Callable[[object], bool]) -> object:
        value = self._found.get(name)
        if not fits(value):
            raise BadRecord(f'its "{name}" is not {kind}')
        return value

    def text(self, name: str, most: int) -> str:
        return str(self._of(name, f"text of up to {most} printable characters", lambda value:
                            isinstance(value, str) and len(value) <= most and value.isprintable()))

    def hex(self, name: str) -> str:
        return str(self._of(name, "up to 64 hex digits", lambda value:
                            isinstance(value, str) and len(value) in range(0, 65, 2)
                            and _HEX.fullmatch(value) is not None))

    def number(self, name: str) -> int:
        value = self._of(name, "a whole number", _whole)
        assert isinstance(value, int)
        return value

    def truth(self, name: str) -> bool:
        return bool(self._of(name, "true or false", lambda value: isinstance(value, bool)))

    def numbers(self, name: str) -> tuple[int, ...]:
        value = self._of(name, "a few whole numbers", lambda value: (
            isinstance(value, list) and len(value) <= 2 and all(map(_whole, value))))
        assert isinstance(value, list)
        return tuple(value)

    def state(self) -> str:
        return str(self._of("state", f"one of {', '.join(STATES)}", lambda value:
                            isinstance(value, str) and value in STATES))

    def actions(self) -> tuple[tuple[int, str], ...]:
        """Each as the table was asked: "1 bet 10", seats from 0."""
        value = self._of("actions", f"up to {MOST_ACTIONS} actions, a seat in front of each",
                         lambda value: isinstance(value, list) and len(value) <= MOST_ACTIONS
                         and all(map(_action, value)))
        assert isinstance(value, list)
        return tuple((int(text[0]), text[2:]) for text in value)


def _whole(value: object) -> bool:
    return type(value) is int and 0 <= value < 2 ** 53


def _action(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch("[01] [a-z0-9 ]{1,20}", value) is not None
