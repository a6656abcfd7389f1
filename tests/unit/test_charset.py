"""Glyphs on the wire and bytes read back, for each charset."""

import pytest
from wcwidth import wcwidth

from ansi.charset import ASCII, CP437, UTF8, charset, to_ascii, to_glyphs

ALL = bytes(range(256))
EVERY = pytest.mark.parametrize("chosen", [CP437, UTF8, ASCII], ids=lambda chosen: chosen.name)


def test_cp437_sends_no_byte_that_rings_moves_or_asks():
    wire = CP437.encode(ALL)
    assert len(wire) == 256
    assert {byte for byte in wire if byte < 0x20} == {3, 4, 5, 6}
    assert 0x7F not in wire and 0xFF not in wire
    assert wire[0x80:0xFF] == ALL[0x80:0xFF]


def test_a_raw_05_for_clubs_reaches_only_cp437_callers():
    clubs = to_glyphs("♣")
    assert clubs == b"\x05" == CP437.encode(clubs)
    assert UTF8.encode(clubs) == "♣".encode()
    assert ASCII.encode(clubs) == b"c"


def test_utf8_shows_every_glyph_in_one_column():
    text = UTF8.encode(ALL).decode("utf-8")
    assert len(text) == 256
    assert [character for character in text if wcwidth(character) != 1] == []
    assert text[1:7] == "☺☻♥♦♣♠" and text[0xC9] == "╔" and text[0] == text[0xFF] == " "


def test_ascii_shows_every_glyph_in_printable_ascii():
    wire = ASCII.encode(ALL)
    assert len(wire) == 256
    assert all(0x20 <= byte <= 0x7E for byte in wire)


@pytest.mark.parametrize("text, wire", [
    ("┌─┐│└┘├┼┤", b"+-+|+++++"), ("╔═╗║╚╝", b"+=+|++"), ("♥♦♣♠", b"hdcs"),
    ("█▓▒░▄▀■", b"#%:.###"), ("•∙·", b"**."), ("←→↑↓◄►▲▼", b"<>^v<>^v"),
    ("Zoë Müller, Señor Å", b"Zoe Muller, Senor A"), ("½£±≥≤÷√ⁿ²°", b"/L+></vn2o"),
])
def test_ascii_falls_back_to_what_looks_alike(text, wire):
    assert ASCII.encode(to_glyphs(text)) == wire


def test_every_glyph_comes_back_from_its_picture():
    pictures = CP437.decoder().decode(ALL[0x80:])
    assert to_glyphs(pictures) == ALL[0x80:]
    assert to_glyphs("☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼") == ALL[1:0x20]
    assert to_glyphs("⌂ ~") == b"\x7f ~"


@pytest.mark.parametrize("text, glyphs", [
    ("\x1b[2J", b"?[2J"), ("\r\n", b"??"), ("\x07", b"?"), ("\x9b", b"?"), ("łó", b"?\xa2"),
    ("あ", b"?"), ("\U0001f0a1", b"?"), ("\ud800", b"?"),
])
def test_what_cp437_does_not_have_is_one_question_mark_each(text, glyphs):
    assert to_glyphs(text) == glyphs


def test_utf8_split_between_packets_is_one_character():
    decoder = UTF8.decoder()
    assert [decoder.decode(bytes((byte,))) for byte in "é♥".encode()] == ["", "é", "", "", "♥"]


def test_a_byte_that_is_not_utf8_is_a_replacement_and_reading_goes_on():
    decoder = UTF8.decoder()
    text = "".join(map(decoder.decode, (b"a\xff\xc3", b"b\xe9", b"c")))
    assert text == "a\ufffd\ufffdb\ufffdc"


def test_two_callers_do_not_share_half_a_character():
    one, other = UTF8.decoder(), UTF8.decoder()
    one.decode(b"\xe2\x99")
    assert other.decode(b"\xa5") == "\ufffd" and one.decode(b"\xa5") == "♥"


def test_cp437_and_ascii_read_high_bytes():
    assert CP437.decoder().decode(b"\x82\xe1a") == "éßa"
    assert ASCII.decoder().decode(b"\x82a\xff") == "\ufffda\ufffd"


@EVERY
def test_charsets_are_found_by_name(chosen):
    assert charset(chosen.name) is chosen is charset(chosen.name.upper())


@pytest.mark.parametrize("name", ["rot13", "x.hex", "latin-1", "", "cp437\n", "u" * 100_000])
def test_no_other_charset_is_looked_for(name):
    with pytest.raises(LookupError) as refused:
        charset(name)
    assert len(str(refused.value)) < 100


def test_ascii_text_spells_what_typographers_use():
    assert to_ascii("“Feeling lucky?” — seal 3f…") == '"Feeling lucky?" - seal 3f...'
    assert to_ascii("K♥ 9♠ \x1b[2J") == "Kh 9s ?[2J"
