"""What the tests of several folders share."""

import gc

import pytest

from door.rules.cards import FRESH_DECK, parse_cards


def _rigged(text=""):
    """A deck that begins with these cards; the rest are in fresh order without them."""
    top = parse_cards(text)
    return top + tuple(card for card in FRESH_DECK if card not in top)


def _dealing(*holdings, draws=""):
    """A deck that deals these holdings, first actor first, and then these replacements."""
    columns = [holding.split() for holding in holdings]
    return _rigged(" ".join([*(card for row in zip(*columns) for card in row), draws]))


def pytest_collection_finish():
    """Thousands of tests stay to the end, and are not looked through for garbage again."""
    gc.freeze()


@pytest.fixture
def rigged():
    """rigged("As Kd ...") is a deck with these cards on top."""
    return _rigged


@pytest.fixture
def dealing():
    """dealing("As Kd ...", "2c ...", draws="...") deals the first actor the first holding."""
    return _dealing
