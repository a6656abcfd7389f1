"""A drop file as `anteup doctor --drop` tells it: field by field, whence, and what is odd."""

from door.carriers.dropfile.reading import DropFile

# A field of DropFile, and what a sysop calls it.
FIELDS = {
    "handle": "handle", "real_name": "real name", "user_record": "user record", "board": "board",
    "software": "software", "node": "node", "minutes": "minutes left", "graphics": "graphics",
    "charset": "charset", "columns": "columns", "rows": "rows", "security": "security level",
    "sysop": "sysop", "speed": "speed", "pipe": "pipe", "language": "language"}
UNKNOWN = ("", None)
ZERO_IS_UNKNOWN = ("columns", "rows", "speed")


def describe(drop: DropFile) -> list[str]:
    """Lines for a person: what was understood, where each came from, then what is odd."""
    lines = [f"{drop.name} is read as {drop.format}"]
    lines += [_line(drop, field, label) for field, label in FIELDS.items()]
    lines += [f"Odd: {note}" for note in drop.notes] or ["Nothing is odd."]
    return lines


def _line(drop: DropFile, field: str, label: str) -> str:
    source = drop.sources.get(field) or "not in this format"
    return f"  {label:<16}{_value(drop, field):<42}{source}"


def _value(drop: DropFile, field: str) -> str:
    value = getattr(drop, field)
    if value in UNKNOWN or (value == 0 and field in ZERO_IS_UNKNOWN):
        return "unknown"
    if field == "pipe" and drop.socket is not None:
        return f"socket {drop.socket}"
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
