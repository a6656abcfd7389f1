"""What real clients send for each key, and what no key must come of."""

import os
import sys

import pytest

from ansi.charset import ASCII, CP437, UTF8
from ansi.keys import KeyDecoder, key_map


def keys(*packets, charset=UTF8):
    """Every key of these packets, and those that 350 ms of silence brings."""
    decoder = KeyDecoder(charset)
    found = [key for packet in packets for key in decoder.feed(packet)]
    return found + decoder.flush()


@pytest.mark.parametrize("packets, count", [
    ([b"\r"], 1), ([b"\r\0"], 1), ([b"\r\n"], 1), ([b"\n"], 1), ([b"\x1bOM"], 1),
    ([b"\r", b"\n"], 1), ([b"\r", b"\0"], 1), ([b"\r", b"", b"\n"], 1),
    ([b"\r\r"], 2), ([b"\n\n"], 2), ([b"\r\n\r\n"], 2), ([b"\r\0\r\0"], 2), ([b"\n\r"], 2),
    ([b"\r", b"\n", b"\n"], 2), ([b"\r\n", b"\n"], 2), ([b"\r\0\n"], 2),
])
def test_enter_is_taken_once_in_all_its_forms(packets, count):
    assert keys(*packets) == ["ENTER"] * count


def test_enter_comes_with_its_cr_and_waits_for_nothing():
    decoder = KeyDecoder(UTF8)
    assert decoder.feed(b"f\r") == ["f", "ENTER"]
    assert not decoder.waiting
    assert decoder.feed(b"\nb") == ["b"]


def test_a_lf_after_another_key_is_enter_again():
    assert keys(b"\ra\n") == ["ENTER", "a", "ENTER"]
    assert keys(b"\r", b"a", b"\n") == ["ENTER", "a", "ENTER"]
    assert keys(b"\r\x1b[A\n") == ["ENTER", "UP", "ENTER"]


def test_enter_is_taken_once_when_the_charset_changes_between_cr_and_lf():
    decoder = KeyDecoder(ASCII)
    assert decoder.feed(b"u\r") == ["u", "ENTER"]
    decoder.charset = UTF8
    assert decoder.feed(b"\n\xc3\xa9") == ["é"]


def test_an_endless_run_of_nul_is_no_key():
    assert keys(b"\0" * 10_000) == []
    assert keys(b"a\0\0b") == ["a", "b"]
    assert keys(b"\x1b\0[\0A") == ["UP"]


@pytest.mark.parametrize("byte, key", [
    (8, "BACKSPACE"), (0x7F, "BACKSPACE"), (4, "BACKSPACE"), (9, "TAB"), (3, "CTRL_C"),
    (1, "CTRL_A"), (12, "CTRL_L"), (18, "CTRL_R"), (26, "CTRL_Z"), (0x20, " "), (0x7E, "~"),
])
def test_single_bytes(byte, key):
    assert keys(bytes((byte,))) == [key]


@pytest.mark.parametrize("byte", [0x1C, 0x1D, 0x1E, 0x1F])
def test_control_bytes_without_a_name_are_dropped(byte):
    assert keys(bytes((byte,)) + b"a") == ["a"]


FUNCTION = "F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 F11 F12".split()
CURSOR = "UP DOWN RIGHT LEFT HOME END INSERT DELETE PAGE_UP PAGE_DOWN".split()
HIGH = "[15~ [17~ [18~ [19~ [20~ [21~ [23~ [24~"
LOW = "[11~ [12~ [13~ [14~"
CLIENTS = {
    "xterm": (f"OP OQ OR OS {HIGH}", "[A [B [C [D [H [F [2~ [3~ [5~ [6~"),
    "xterm, application keys": (f"OP OQ OR OS {HIGH}", "OA OB OC OD OH OF [2~ [3~ [5~ [6~"),
    "linux": (f"[[A [[B [[C [[D [[E {HIGH[5:]}", "[A [B [C [D [1~ [4~ [2~ [3~ [5~ [6~"),
    "putty": (f"{LOW} {HIGH}", "[A [B [C [D [1~ [4~ [2~ [3~ [5~ [6~"),
    "rxvt": (f"{LOW} {HIGH}", "[A [B [C [D [7~ [8~ [2~ [3~ [5~ [6~"),
    "syncterm": (f"{LOW} {HIGH}", "[A [B [C [D [H [K [@ [3~ [V [U"),
    "with Shift": ("", "[1;2A [1;2B [1;2C [1;2D [1;2H [1;2F [2;2~ [3;2~ [5;2~ [6;2~"),
    "with Ctrl": ("", "[1;5A [1;5B [1;5C [1;5D [1;5H [1;5F [2;5~ [3;5~ [5;5~ [6;5~"),
    "rxvt with Shift": ("", "[a [b [c [d"),
    "rxvt with Ctrl": ("", "Oa Ob Oc Od"),
}


@pytest.mark.parametrize("client", CLIENTS)
def test_function_and_cursor_keys_of_real_clients(client):
    function, cursor = CLIENTS[client]
    for sequences, names in ((function, FUNCTION), (cursor, CURSOR)):
        for sequence, name in zip(sequences.split(), names):
            whole = b"\x1b" + sequence.encode()
            assert keys(whole) == [name], sequence
            assert keys(*(whole[n:n + 1] for n in range(len(whole)))) == [name], sequence


def test_the_numeric_keypad_types_what_is_printed_on_it():
    sent = "".join(f"\x1bO{letter}" for letter in "pqrstuvwxyjklmnoX")
    assert keys(sent.encode()) == list("0123456789*+,-./=")


def test_escape_alone_needs_350_ms():
    decoder = KeyDecoder(UTF8)
    assert decoder.feed(b"\x1b") == [] and decoder.waiting
    assert decoder.flush() == ["ESC"] and not decoder.waiting
    assert decoder.flush() == []


def test_escape_and_the_rest_of_up_in_separate_packets_are_up():
    assert keys(b"\x1b", b"[A") == ["UP"]
    assert keys(b"\x1b[", b"A") == ["UP"]
    assert keys(b"\x1b", b"[", b"A", b"a") == ["UP", "a"]


@pytest.mark.parametrize("data, found", [
    (b"\x1ba", ["ESC", "a"]), (b"\x1b\x1b", ["ESC", "ESC"]), (b"\x1b\x1b[A", ["ESC", "UP"]),
    (b"\x1b\r\n", ["ESC", "ENTER"]), (b"\x1b\x7f", ["ESC", "BACKSPACE"]),
    ("\x1bé".encode(), ["ESC", "é"]),
])
def test_escape_before_another_key_is_a_key(data, found):
    assert keys(data) == found


@pytest.mark.parametrize("torn", [
    b"\x1b[", b"\x1bO", b"\x1b[1;", b"\x1b[[", b"\x1b[O", b"\x1b]0;x", b"\x1bP1", b"\x1bP1\x1b",
])
def test_a_torn_sequence_is_dropped(torn):
    decoder = KeyDecoder(UTF8)
    assert decoder.feed(b"a" + torn) == ["a"] and decoder.waiting
    assert decoder.flush() == [] and not decoder.waiting
    assert decoder.feed(b"c") == ["c"]


ANSWERS = [b"\x1b[24;80R", b"\x1b[1;1R", b"\x1b[1;2R", b"\x1b[?62;4c", b"\x1b[?1;2c",
           b"\x1b[>41;354;0c", b"\x1b[=67;84;101;114;109;1;323c"]


@pytest.mark.parametrize("answer", ANSWERS)
def test_an_answer_that_comes_late_or_split_is_swallowed_and_kept(answer):
    for cut in range(len(answer)):
        decoder = KeyDecoder(CP437)
        found = decoder.feed(b"1" + answer[:cut]) + decoder.feed(answer[cut:] + b"c")
        assert found == ["1", "c"]
        assert list(decoder.answers) == [answer]


def test_only_the_latest_answers_are_kept():
    decoder = KeyDecoder(UTF8)
    assert decoder.feed(b"".join(b"\x1b[%d;1R" % row for row in range(1, 1000))) == []
    assert len(decoder.answers) < 20 and decoder.answers[-1] == b"\x1b[999;1R"


@pytest.mark.parametrize("unknown", [
    b"\x1b[99~", b"\x1b[Z", b"\x1b[0n", b"\x1b[?2026;2$y", b"\x1b[3$", b"\x1b[8^",
    b"\x1b[<0;10;10M", b"\x1b[97u", b"\x1b[27;5;13~", b"\x1b[200~", b"\x1bOz", b"\x1b[[Z",
    b"\x1b[1;2;3;4A", b"\x1b[48;24;80;0;0t", b"\x1bO5P",
])
def test_an_unknown_sequence_leaks_no_character(unknown):
    assert keys(b"a" + unknown + b"b") == ["a", "b"]


@pytest.mark.parametrize("string", [
    b"\x1b]11;rgb:0000/0000/0000\x1b\\", b"\x1b]0;title\x07", b"\x1bP>|XTerm(367)\x1b\\",
    b"\x1bP1+r544e=787465726d\x1b\\", b"\x1b_Gi=31;OK\x1b\\", b"\x1b^private\x1b\\",
    b"\x1b]52;" + b"A" * 99_999 + b"\x07",
])
def test_strings_are_swallowed(string):
    assert keys(b"a" + string + b"b") == ["a", "b"]
    assert keys(b"a", string[:-1], string[-1:], b"b") == ["a", "b"]


def test_a_caller_gets_out_of_a_string_by_return_or_by_waiting():
    assert keys(b"\x1bPabc\rd") == ["ENTER", "d"]
    assert keys(b"\x1bPabc\x18d") == keys(b"\x1bPabc\x1ad") == ["d"]
    decoder = KeyDecoder(UTF8)
    assert decoder.feed(b"\x1b]abc") + decoder.flush() + decoder.feed(b"d") == ["d"]


def test_an_escape_inside_a_sequence_begins_anew():
    assert keys(b"\x1b[12\x1b[A") == ["UP"]
    assert keys(b"\x1b]0;x\x1b[A") == ["UP"]
    assert keys(b"\x1b[12\rf") == ["ENTER", "f"]


def test_a_sequence_longer_than_64_bytes_is_dropped_with_all_its_bytes():
    decoder = KeyDecoder(UTF8)
    for packet in [b"\x1b["] + [b"1;" * 2000] * 5:
        assert decoder.feed(packet) == [] and decoder.waiting
    assert sys.getsizeof(decoder._sequence) < 256
    assert decoder.feed(b"99Ab") == ["b"]
    assert keys(b"\x1b[" + b"1" * 100 + b"\rf") == ["ENTER", "f"]
    assert keys(b"\x1bO" + b"1" * 100 + b"Af") == ["f"]


def test_text_in_each_charset():
    assert keys("é♥".encode()) == ["é", "♥"]
    assert keys(b"\xe2", b"\x99", b"\xa5") == ["♥"]
    assert keys(b"\x82\xe1", charset=CP437) == ["é", "ß"]
    assert keys(b"\x82a", charset=ASCII) == ["\ufffd", "a"]


def test_a_byte_that_is_not_utf8_does_not_end_the_session():
    assert keys(b"a\xffb\xc3", b"c\xe9\r") == ["a", "\ufffd", "b", "\ufffd", "c", "\ufffd", "ENTER"]


@pytest.mark.parametrize("text", ["\x80\x9b\x9f", "\u202e\u200b\ufeff", "\u2028", "\xa0", "\ue000"])
def test_characters_that_print_nothing_are_no_keys(text):
    assert keys(text.encode() + b"a") == ["a"]


def test_the_key_map_takes_nothing_from_our_own_terminal(monkeypatch):
    for name in ("COLORTERM", "NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "TERM"):
        monkeypatch.setenv(name, "1")
    before = dict(os.environ)
    assert key_map.__wrapped__() == key_map()
    assert dict(os.environ) == before
    monkeypatch.delenv("TERM")
    assert key_map.__wrapped__() == key_map() and "TERM" not in os.environ


def test_the_key_map_is_built_once_and_shared():
    assert key_map() is key_map()
    assert set(key_map().values()) >= set(FUNCTION + CURSOR)
