"""Rows of several tables read side by side, a caller at a time, so that none need be kept."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from typing import Any

Row = tuple[Any, ...]


class Stream:
    """Rows whose first column is a caller's number, in its order."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self._groups = groupby(rows, key=itemgetter(0))
        self._next = next(self._groups, None)

    @property
    def caller(self) -> int | None:
        """Whose rows come next; None behind the last."""
        return self._next[0] if self._next else None

    def of(self, caller: int) -> Iterator[Row]:
        """That caller's, to be read to their end; none unless they come next."""
        if self._next and self._next[0] == caller:
            yield from self._next[1]
            self._next = next(self._groups, None)


def callers(*streams: Stream) -> Iterator[int]:
    """Everybody who has rows in any, each as soon as they come next."""
    while heads := [stream.caller for stream in streams if stream.caller is not None]:
        yield min(heads)
