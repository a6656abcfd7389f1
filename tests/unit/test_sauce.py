"""The record behind a picture, in the specification's way and in those of editors."""

from __future__ import annotations

import pytest

from ansi.sauce import Sauce, Unreadable, join, split
from tests.editors import sauce

HELD = Sauce("Night table", "Zoë", "Brass", "20260131", 40, 25, False)


@pytest.mark.parametrize("comments", [(), (b"one",), (b"one", b"", b"x" * 64)])
@pytest.mark.parametrize("end", [b"\x1a", b""], ids=("with 1A", "without"))
def test_picture_and_record_come_apart(comments: tuple[bytes, ...], end: bytes) -> None:
    assert split(sauce(b"picture", 40, 25, comments, end=end)) == (b"picture", HELD)


def test_a_record_that_was_joined_comes_apart() -> None:
    data = join(b"picture", HELD)
    assert len(data) == len(b"picture") + 1 + 128
    assert split(data) == (b"picture", HELD)
    assert split(join(b"", HELD._replace(ice=True))) == (b"", HELD._replace(ice=True))


def test_long_texts_are_clipped_and_controls_are_none() -> None:
    held = split(join(b"", HELD._replace(title="x" * 99, author="\x1b[2J")))[1]
    assert held and held.title == "x" * 35 and held.author == "?[2J"
    raw = sauce(b"", 40, 25).replace(b"Night table", b"\x1b[2J\x07 late\0")
    held = split(raw)[1]
    assert held and held.title == "←[2J• late"


def test_comments_of_another_length_than_they_say_are_no_picture() -> None:
    data = sauce(b"picture", 40, 25)
    at = len(data) - 128
    assert split(data[:at] + b"COMNT" + b"ten bytes." + data[at:]) == (b"picture", HELD)


@pytest.mark.parametrize("data", [b"", b"picture", b"picture\x1a", b"picture\x1a\0\0", b"p\x1ax"])
def test_a_picture_may_have_no_record(data: bytes) -> None:
    assert split(data) == (data.partition(b"\x1a")[0], None)


def test_a_record_cut_short_is_told() -> None:
    whole = sauce(b"picture", 40, 25, (b"one",))
    for size in range(len(b"picture\x1a") + 5, len(whole)):
        with pytest.raises(Unreadable):
            split(whole[:size])


@pytest.mark.parametrize("kind", [(1, 2), (1, 3), (2, 0), (5, 40), (6, 0), (9, 9)])
def test_what_is_no_ansi_picture_is_told(kind: tuple[int, int]) -> None:
    with pytest.raises(Unreadable, match="no ANSI picture"):
        split(sauce(b"picture", 40, 25, kind=kind))
