"""How the text of a setting becomes its value, whatever the setting: ValueError says what is wrong.
"""

import re
from collections.abc import Callable
from dataclasses import field
from functools import partial
from typing import TypeVar

T = TypeVar("T")


def setting(default: T, read: Callable[[str], T], why: str, *, secret: bool = False) -> T:
    """A field that knows how its value is read and explained; a secret is never shown."""
    return field(default=default, repr=not secret,
                 metadata={"read": read, "why": why, "secret": secret})


def quoted(text: str) -> str:
    """What the file says, short and on one line whatever it holds."""
    return ascii(text if len(text) <= 40 else text[:37] + "...")


def number(text: str, least: int, most: int) -> int:
    if not re.fullmatch("[0-9]{1,10}", text) or not least <= int(text) <= most:
        raise ValueError(f"must be a whole number from {least} to {most}")
    return int(text)


def line(text: str, least: int, most: int) -> str:
    if not least <= len(text) <= most or not text.isprintable():
        raise ValueError(f"must be {least} to {most} printable characters")
    return text


def one_of(text: str, *known: str) -> str:
    if text not in known:
        raise ValueError(f"must be {', '.join(known[:-1])} or {known[-1]}")
    return text


def choice(*known: str) -> Callable[[str], str]:
    """Reads one of these words."""
    return lambda text: one_of(text, *known)


port = partial(number, least=0, most=65_535)
