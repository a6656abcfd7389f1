"""What pictures need: the bank's page and the list of callers show local time."""

from collections.abc import Iterator

import pytest

from tests.zones import UTC, living_in


@pytest.fixture(autouse=True)
def greenwich() -> Iterator[None]:
    with living_in(UTC):
        yield
