"""What the tests of several modules share."""

from __future__ import annotations

import pytest

from door import doorway

Told = tuple[str, dict[str, object], list[str]]


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[Told]:
    """What the doorway is told, which does nothing about it and ends with 7."""
    calls: list[Told] = []

    def run(folder: str, hello: dict[str, object], start: list[str]) -> int:
        calls.append((folder, hello, start))
        return 7

    monkeypatch.setattr(doorway, "run", run)
    return calls
