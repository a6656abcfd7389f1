"""Handles: what a caller may be called, and when two names are the same.

A handle is shown to others and kept for years, so it holds nothing but letters, digits, single
spaces and punctuation that every terminal has: printable ASCII and the letters of code page 437.
"""

import re
import unicodedata

from door.bank.errors import BadHandle

LONGEST = 20
_RESERVED = re.compile(r"guest( ?[0-9]+)?|house|sysop|new|you")


def clean(text: str) -> str:
    """The handle as it is kept (NFC). Raises BadHandle, whose message is for the caller."""
    handle = unicodedata.normalize("NFC", text)
    if not 1 <= len(handle) <= LONGEST:
        raise BadHandle(f"A handle has 1 to {LONGEST} characters.")
    if not all(map(may_stand, handle)):
        raise BadHandle("A handle has letters, digits, spaces and punctuation only.")
    if handle != " ".join(handle.split()):
        raise BadHandle("A handle has single spaces, and none at its ends.")
    if _RESERVED.fullmatch(fold(handle)):
        raise BadHandle("That handle is reserved.")
    return handle


def fold(handle: str) -> str:
    """What is equal for handles that differ by case alone."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", handle).casefold())


def may_stand(character: str) -> bool:
    if character.isascii():
        return character.isprintable()
    try:
        character.encode("cp437")
    except UnicodeEncodeError:
        return False
    return unicodedata.category(character).startswith("L")
