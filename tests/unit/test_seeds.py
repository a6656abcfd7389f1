"""door.floor.seeds: what follows from a practice text, and secrets of the system."""

from __future__ import annotations

from door.floor.seeds import Seeds


def test_practice_seeds_follow_from_the_text_and_the_hand() -> None:
    one, same, other = Seeds("text"), Seeds("text"), Seeds("other")
    assert one.seed("7-1") == same.seed("7-1") != other.seed("7-1")
    assert one.seed("7-1") != one.seed("7-2") and len(one.seed("7-1")) == 32
    assert one.cut("7-1") == same.cut("7-1") != other.cut("7-1")


def test_seeds_in_earnest_are_the_systems_and_never_twice_the_same() -> None:
    assert len({Seeds().seed("7-1") for _ in range(50)}) == 50
    assert len({Seeds().cut("7-1") for _ in range(50)}) == 50
