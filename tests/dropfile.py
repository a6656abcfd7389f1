"""Drop files to try: the samples of tests/dropfiles, whole or with some lines changed.

They have the shapes that boards write, with invented people.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timezone
from pathlib import Path

import pytest

from door.carriers.dropfile import BadDropFile, DropFile, read

SAMPLES = Path(__file__).parent / "dropfiles"
NOON = datetime(2026, 11, 29, 12, 0, tzinfo=timezone.utc)
Changes = Mapping[int, str | bytes]

DOOR32 = "synchronet-stdio.DOOR32.SYS"
DOOR_SYS = "enigma.DOOR.SYS"
GAP = "gap-31.DOOR.SYS"
DORINFO = "wwiv.dorinfo1.def"
CHAIN = "wwiv.chain.txt"
BBSDEV = "anetbbs.BBSDEV.DRP"
ONE_EACH = [DOOR32, DOOR_SYS, DORINFO, CHAIN, BBSDEV]


def sample(name: str) -> bytes:
    return (SAMPLES / name).read_bytes()


def lines_of(name: str, changes: Changes | None = None) -> list[bytes]:
    """A sample's lines without their endings, some of them changed (counted from 1)."""
    lines = sample(name).replace(b"\r", b"").rstrip(b"\n").split(b"\n")
    for line, text in (changes or {}).items():
        lines[line - 1] = text if isinstance(text, bytes) else text.encode("cp437")
    return lines


def bytes_of(lines: Sequence[bytes]) -> bytes:
    return b"".join(line + b"\r\n" for line in lines)


def changed(name: str, changes: Changes, **arguments: object) -> DropFile:
    arguments = {"environ": {}, "now": NOON, **arguments}
    return read(name, bytes_of(lines_of(name, changes)), **arguments)  # type: ignore[arg-type]


def refusal(name: str, data: bytes) -> BadDropFile:
    with pytest.raises(BadDropFile) as caught:
        read(name, data, {})
    return caught.value


def notes(drop: DropFile, field: str) -> list[str]:
    return [note.text for note in drop.notes if note.field == field]
