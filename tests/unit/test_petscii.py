"""A C64's codes: what it shows for each glyph, by cbmcodecs2's word, and what its keys mean."""

from __future__ import annotations

import pytest
from cbmcodecs2.petscii_c64en_lc import decoding_table as SIGNS

from ansi.charset import ASCII, BLANKS, GLYPHS, PETSCII, STRANGE, charset, to_glyphs
from ansi.keys import KeyDecoder
from ansi.terminal import Terminal

ALL = bytes(range(256))


def shown(text: str) -> str:
    """The text as a C64 shows it."""
    return "".join(SIGNS[code] for code in PETSCII.encode(to_glyphs(text)))


def keys(data: bytes) -> list[str]:
    decoder = KeyDecoder(PETSCII)
    return decoder.feed(data) + decoder.flush()


def test_it_is_found_by_its_name() -> None:
    assert charset("petscii") is PETSCII is charset("PETSCII", letters=True)


def test_every_glyph_is_one_code_that_only_shows() -> None:
    wire = PETSCII.encode(ALL)
    assert len(wire) == 256
    assert all(0x20 <= code < 0x60 or 0xA1 <= code < 0xE0 for code in wire)
    assert 0x22 not in wire, "a quotation mark would make the screen editor print what moves"


def test_the_signs_that_it_has_are_the_ones_meant() -> None:
    has = set(SIGNS) & set(GLYPHS[code] for code in range(256) if code not in BLANKS)
    lost = {sign for sign in has if shown(sign) != sign}
    assert lost == {'"'}
    assert {*"az AZ09@[]£↑←", *"─│┌┐└┘├┤┬┴┼", *"▌▄▒"} <= has | {" "}


@pytest.mark.parametrize("text, seen", [
    ("Handle:", "Handle:"), ("C)all $10, R)aise or F)old?", "C)all $10, R)aise or F)old?"),
    ("K♥ 9♦ 4♣ A♠", "Kh 9d 4c As"), ("╔═╗║╚╝╠╬", "┌─┐│└┘├┼"), ("╒╤╖", "┌┬┐"),
    ("Zoë Müller, Señor", "Zoe Muller, Senor"), ("░▓", "▒▒"), ("a_b|c", "a▁b│c"),
    ('"hi"', "'hi'"), ("x^2", "x↑2"), ("{~}", "(-)"), ("·•", ".*"), ("■", "▗"), ("▲▼►◄", "↑v><"),
])
def test_it_shows(text: str, seen: str) -> None:
    assert shown(text) == seen


def test_letters_have_their_own_case() -> None:
    assert PETSCII.encode(b"az") == b"\x41\x5a" and PETSCII.encode(b"AZ") == b"\xc1\xda"


def test_what_it_lacks_is_what_ascii_falls_back_to() -> None:
    plain = set(range(256)) - {code for code in range(256)
                               if GLYPHS[code] in SIGNS or not GLYPHS[code].isalnum()}
    assert {code: shown(GLYPHS[code]) for code in plain} == {
        code: ASCII.encode(bytes((code,))).decode() for code in plain}


@pytest.mark.parametrize("data, key", [
    (b"\x41", "a"), (b"\x5a", "z"), (b"\xc1", "A"), (b"\xda", "Z"), (b"\x61", "A"), (b"7", "7"),
    (b"$", "$"), (b" ", " "), (b"\xa0", " "), (b'"', '"'), (b"\xa4", "_"), (b"\x5e", "^"),
    (b"\x0d", "ENTER"), (b"\x8d", "ENTER"), (b"\x14", "BACKSPACE"), (b"\x94", "INSERT"),
    (b"\x11", "DOWN"), (b"\x91", "UP"), (b"\x1d", "RIGHT"), (b"\x9d", "LEFT"), (b"\x13", "HOME"),
    (b"\x93", "CTRL_L"), (b"\x03", "CTRL_C"), (b"\x83", "CTRL_R"), (b"\x5f", "ESC"),
    (b"\x1b", "ESC"), (b"\x09", "TAB"),
    (b"\x85", "F1"), (b"\x89", "F2"), (b"\x86", "F3"), (b"\x8a", "F4"),
    (b"\x87", "F5"), (b"\x8b", "F6"), (b"\x88", "F7"), (b"\x8c", "F8"),
])
def test_a_key(data: bytes, key: str) -> None:
    assert keys(data) == [key]


def test_pens_and_case_switches_are_no_keys() -> None:
    assert keys(b"\x05\x1c\x1e\x1f\x81\x90\x92\x95\x9b\x9e\x9f\x0e\x8e") == []


def test_a_lone_cr_is_enter_each_time_and_a_line_feed_behind_belongs_to_it() -> None:
    assert keys(b"\r\r") == ["ENTER"] * 2
    assert keys(b"\r\n\x8d\n") == ["ENTER"] * 2


def test_the_arrow_left_is_esc_at_once_whatever_comes_next() -> None:
    decoder = KeyDecoder(PETSCII)
    assert decoder.feed(b"\x5f") == ["ESC"] and not decoder.waiting
    assert keys(b"\x5f[\x41") == ["ESC", "[", "a"]


def test_what_is_printed_is_in_its_letters_and_return_alone_begins_a_row() -> None:
    terminal = Terminal(PETSCII, 40, 25, painted=False)
    assert terminal.print(["Who is it?"], "Handle:", "Z") == (
        b"\xd7HO IS IT?\r\xc8ANDLE: \xda")
    assert terminal.say(["You have $10, \u201cAnn\u201d."]) == b"\xd9OU HAVE $10, '\xc1NN'.\r"
    assert terminal.echo("ab", "Zoe") == b"\x9d \x9d\x9d \x9d\xdaOE"
    printed = "".join(map(chr, range(0x20, 0x7F)))
    assert "".join(keys(PETSCII.plain(printed))) == printed.translate(
        str.maketrans('"^_|\\{}~`', "'^_│/()-'"))


def test_a_stranger_may_be_at_a_c64_with_shift_held_or_not() -> None:
    decoder = KeyDecoder(STRANGE)
    assert decoder.feed(b"c\xc3C\xda\r") == ["c", "C", "C", "Z", "ENTER"]
    assert decoder.feed("é Ö".encode()) == ["\ufffd", "\ufffd", " ", "\ufffd", "\ufffd"]
    assert decoder.feed(b"\xdb\xc0\xff") == ["\ufffd"] * 3


def test_what_is_typed_comes_back_as_it_was() -> None:
    text = "Zoe raises $10, it's 4 o'clock_now? [Yes]/(No) #1+2=3 <x> ^!%&*-.:;@"
    assert "".join(keys(PETSCII.encode(to_glyphs(text)))) == text
