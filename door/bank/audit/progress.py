"""How far an audit is, for whoever wants to be told: what is looked at, and how much of it."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")
Progress = Callable[[str, int, int], None]     # what, done, of how many (0: nobody knows)
_EVERY = 256


def silent(what: str, done: int, of: int) -> None:
    """For whoever does not want to be told."""


def counted(rows: Iterable[T], progress: Progress, what: str, of: int) -> Iterator[T]:
    """The rows, with a word now and then, at the first and at the last."""
    done = 0
    progress(what, 0, of)
    for done, row in enumerate(rows, 1):
        yield row
        if done % _EVERY == 0:
            progress(what, done, of)
    progress(what, done, of)
