"""Letters for suits: a board that sends 03-06 on as bare controls must have a way round."""

from ansi.charset import CHARSETS, charset

SUITS = b"\x03\x04\x05\x06"


def test_suits_are_letters_in_every_charset() -> None:
    assert {charset(name, letters=True).encode(SUITS) for name in CHARSETS
            if name != "petscii"} == {b"hdcs"}


def test_nothing_else_changes() -> None:
    others = bytes(code for code in range(256) if code not in SUITS)
    for name in CHARSETS:
        assert charset(name, letters=True).encode(others) == charset(name).encode(others)
