"""Keys are the same however their bytes are split; any bytes are survived, in bounded memory."""

import sys

from hypothesis import given, settings
from hypothesis import strategies as st

from ansi.charset import ASCII, CP437, PETSCII, UTF8
from ansi.keys import KeyDecoder, key_map

NAMES = set(key_map().values()) | {f"CTRL_{letter}" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}
NAMES |= {"ENTER", "ESC", "BACKSPACE", "TAB"}
PIECES = [sequence.encode() for sequence in sorted(key_map())] + [
    b"\r", b"\n", b"\0", b"\r\n", b"\r\0", b"\x07", b"\x1b", b"\x1b[", b"\x1bO", b"\x1b]", b"\x1bP",
    b"\x1b\\", b"\x1b[?62;4c", b"\x1b[24;80R", b"\x1b[" + b"1;" * 40, b"\xe2\x99\xa5", b"\xe2\x99",
    b"\xff", b"\xed\xa0\x80", b"\xf0\x9f\x82\xa1", b"\xc3", b"a", b"f", b"10", b"[", b"O", b"A",
    b"\x5f", b"\x85", b"\x8d", b"\x91",  # a C64's arrow left, F1, shifted RETURN, cursor up
]

charsets = st.sampled_from([CP437, UTF8, ASCII, PETSCII])
streams = st.lists(st.sampled_from(PIECES) | st.binary(max_size=4), max_size=24).map(b"".join)


def feed(decoder, packets):
    return [key for packet in packets for key in decoder.feed(packet)]


def cut(data, places):
    edges = [0, *sorted(place % (len(data) + 1) for place in places), len(data)]
    return [data[start:end] for start, end in zip(edges, edges[1:])]


@settings(max_examples=300, deadline=None)
@given(charsets, streams, st.lists(st.integers(0, 10_000), max_size=12))
def test_keys_are_the_same_however_the_bytes_are_split(charset, data, places):
    whole, packets, single = KeyDecoder(charset), KeyDecoder(charset), KeyDecoder(charset)
    keys = whole.feed(data)
    assert feed(packets, cut(data, places)) == keys
    assert feed(single, (data[n:n + 1] for n in range(len(data)))) == keys
    assert whole.waiting == packets.waiting == single.waiting
    assert whole.answers == packets.answers == single.answers
    assert whole.flush() == packets.flush() == single.flush()


@settings(max_examples=200, deadline=None)
@given(charsets, st.binary(max_size=400) | streams)
def test_any_bytes_are_survived_and_every_key_is_one(charset, data):
    decoder = KeyDecoder(charset)
    for key in decoder.feed(data) + decoder.flush():
        assert key in NAMES or (len(key) == 1 and key.isprintable())
    assert not decoder.waiting
    assert decoder.feed(b"7")[-1] == "7"


@settings(max_examples=50, deadline=None)
@given(charsets, streams, st.integers(1, 200))
def test_memory_is_bounded(charset, data, times):
    decoder = KeyDecoder(charset)
    for _ in range(times):
        decoder.feed(data)
    held = [getattr(decoder, name) for name in KeyDecoder.__slots__]
    assert sum(sys.getsizeof(thing) for thing in held if isinstance(thing, str | bytes)) < 256
    assert len(decoder.answers) < 20 and all(len(answer) <= 64 for answer in decoder.answers)
