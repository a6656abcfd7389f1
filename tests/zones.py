"""Local time wherever a test wants to be."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

import pytest

# As POSIX writes them, for a machine may have no list of zones: summer time from the last Sunday
# of March at 2:00 to the last of October at 3:00.
BERLIN = "CET-1CEST,M3.5.0/2,M10.5.0/3"
NEW_YORK = "EST5EDT,M3.2.0,M11.1.0"
AUCKLAND = "NZST-12NZDT,M9.5.0,M4.1.0/3"
UTC = "UTC0"


@contextmanager
def living_in(zone: str) -> Iterator[None]:
    """Local time is that of this zone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TZ", zone)
        time.tzset()
        try:
            yield
        finally:
            patch.undo()
            time.tzset()


def moment(text: str, fold: int = 0) -> int:
    """Seconds since 1970 of a local time, "2026-11-30 04:00"; `fold` 1: the second of two."""
    return int(datetime.fromisoformat(text).replace(fold=fold).timestamp())
