"""Drop files, field by field: time, the way to the caller, names, the terminal, the node."""

from datetime import timedelta, timezone

import pytest

from door.carriers.dropfile import read
from tests.dropfile import (
    BBSDEV, CHAIN, DOOR32, DOOR_SYS, DORINFO, NOON, ONE_EACH, Changes, bytes_of, changed, lines_of,
    notes, refusal, sample)

# Time


@pytest.mark.parametrize("seconds, minutes, right, odd", [
    ("3480", "58", 58, False), ("3480", "255", 58, True), ("86390", "1440", 1439, False),
    ("0", "58", 58, True), ("3480", "0", 58, True), ("-1", "255", 255, True),
    ("1965406", "255", 255, True), ("30", "1", 1, False), ("3480", "", 58, False)])
def test_lines_18_and_19_may_disagree(seconds: str, minutes: str, right: int, odd: bool) -> None:
    drop = changed(DOOR_SYS, {18: seconds, 19: minutes})
    assert drop.minutes == right
    said = "lines 18 and 19 disagree: the smaller that is positive is taken"
    assert (said in notes(drop, "minutes")) == odd


@pytest.mark.parametrize("told, right", [("33", 33), ("0", 60), ("-5", 60), ("9999", 60)])
def test_the_environment_knows_the_time_where_the_file_says_0(told: str, right: int) -> None:
    environ = {"BBS_TIMELEFT": told}
    assert changed(DOOR32, {9: "0"}, environ=environ).minutes == right
    assert changed(DOOR32, {}, environ=environ).minutes == 58


@pytest.mark.parametrize("text, right", [
    ("1", 1), ("1440", 1440), ("1441", 1440), ("32767", 1440), ("9" * 400, 1440), ("58.9", 58)])
def test_minutes_are_clamped_to_a_day(text: str, right: int) -> None:
    assert changed(DOOR32, {9: text}).minutes == right


def test_seconds_are_a_padded_float_in_chain_txt() -> None:
    drop = changed(CHAIN, {16: "   59.00"})
    assert (drop.minutes, drop.sources["minutes"]) == (1, "line 16: 59 seconds")


@pytest.mark.parametrize("text, right", [
    ("2026-11-29T12:58:30Z", 58), ("2026-11-29t13:58:00.25+01:00", 58),
    ("2026-11-29T12:00:10Z", 1), ("2027-11-29T12:00:00Z", 1440)])
def test_a_moment_of_logoff_is_the_time_left(text: str, right: int) -> None:
    assert changed(BBSDEV, {11: text}).minutes == right


@pytest.mark.parametrize("text", [
    "2026-11-29T11:59:00Z", "tomorrow", "2026-11-29", "20261129T125830Z", "2026-02-30T12:00:00Z",
    "2026-11-29T12:58:30", "2026-11-29T12:58:60Z", "9999-99-99T99:99:99Z",
    "0001-01-01T00:00:00+23:59"])
def test_a_logoff_that_is_past_or_no_time_is_the_default(text: str) -> None:
    drop = changed(BBSDEV, {11: text})
    assert drop.minutes == 60 and notes(drop, "minutes")


def test_no_limit_in_bbsdev_drp_is_the_default_and_nothing_odd() -> None:
    drop = changed(BBSDEV, {}, default_minutes=90)
    assert (drop.minutes, drop.notes) == (90, ())


def test_the_present_may_be_told_in_any_zone() -> None:
    there = NOON.astimezone(timezone(timedelta(hours=9)))
    for now in (NOON, there, NOON.astimezone().replace(tzinfo=None)):
        assert changed(BBSDEV, {11: "2026-11-29T12:30:00Z"}, now=now).minutes == 30


# How the caller is reached


@pytest.mark.parametrize("comm, descriptor, pipe", [
    ("0", "-1", "stdio"), ("0", "0", "stdio"), ("0", "9", "stdio"), ("2", "-1", "stdio"),
    ("2", "0", "stdio"), ("2", "2", "stdio"), ("2", "3", "socket"), ("2", "14", "socket"),
    ("1", "14", "stdio"), ("2", "", "stdio"), ("2", "9" * 30, "stdio")])
def test_a_socket_is_used_only_if_type_and_number_say_so(
        comm: str, descriptor: str, pipe: str) -> None:
    drop = changed(DOOR32, {1: comm, 2: descriptor}, is_socket=lambda _: True)
    assert drop.pipe == pipe
    assert drop.socket == (int(descriptor) if pipe == "socket" else None)


def test_a_descriptor_that_is_no_socket_means_stdio() -> None:
    asked: list[int] = []
    drop = changed("synchronet-socket.DOOR32.SYS", {}, is_socket=asked.append)
    assert (drop.pipe, drop.socket, asked) == ("stdio", None, [14])
    assert notes(drop, "pipe") == [
        "descriptor 14 is no socket: standard input and output are used"]


@pytest.mark.parametrize("port, socket", [
    ("COM1:", None), ("COM0:STDIO", None), ("COM0:SOCKET14", 14), ("com0:socket14", 14),
    ("COM0:SOCKET2", None), ("COM0:SOCKET999999999", None)])
def test_door_sys_may_name_stdio_or_a_socket(port: str, socket: int | None) -> None:
    drop = changed(DOOR_SYS, {1: port})
    assert (drop.socket, drop.notes) == (socket, ())


def test_a_strange_port_in_door_sys_is_odd_and_means_stdio() -> None:
    drop = changed(DOOR_SYS, {1: "LOCAL"})
    assert (drop.pipe, notes(drop, "pipe")) == ("stdio", ["is text, expected COM and a number"])


def test_bbsdev_drp_names_its_socket_on_line_3() -> None:
    drop = changed(BBSDEV, {2: "socket", 3: "7"})
    assert (drop.pipe, drop.socket) == ("socket", 7)
    error = refusal(BBSDEV, bytes_of(lines_of(BBSDEV, {2: "socket"})))
    assert (error.line, error.message) == (3, "has nothing, expected the number of a socket")


@pytest.mark.parametrize("way", ["serial", "winserial", "uart", "fossil", "carrier pigeon", ""])
def test_bbsdev_drp_is_refused_if_we_cannot_reach_the_caller_that_way(way: str) -> None:
    error = refusal(BBSDEV, bytes_of(lines_of(BBSDEV, {2: way})))
    assert error.line == 2 and "expected local, stdio or socket" in error.message


def test_vision3_announces_its_socket_in_the_environment() -> None:
    vision3 = {1: "0", 2: "0"}
    environ = {"DOOR_SOCKET_FD": "3"}
    drop = changed(DOOR32, vision3, environ=environ, is_socket=lambda _: True)
    assert (drop.pipe, drop.socket) == ("socket", 3)
    drop = changed(DOOR32, vision3, environ=environ, is_socket=lambda _: False)
    assert drop.pipe == "stdio"


# Who is calling


@pytest.mark.parametrize("handle", [
    "Ace \"The\" High", "O'Hara", "$(reboot)", "`id`; rm -rf ~", "Ace %s %n {0}", "../../etc",
    "Jos\u00e9 \u2591\u2592\u2593 \u03b1", "x" * 40])
@pytest.mark.parametrize("name, line", [(DOOR32, 7), (DOOR_SYS, 36), (CHAIN, 2), (DORINFO, 7)])
def test_a_handle_is_text_and_nothing_else(name: str, line: int, handle: str) -> None:
    drop = changed(name, {line: handle})
    assert (drop.handle, drop.notes) == (handle, ())


def test_a_handle_is_utf8_in_bbsdev_drp() -> None:
    assert changed(BBSDEV, {4: "Jos\u00e9 \u2660".encode()}).handle == "Jos\u00e9 \u2660"


def test_bbsdev_drp_that_is_no_utf8_is_read_as_code_page_437() -> None:
    drop = changed(BBSDEV, {4: b"Jos\x82"})
    assert drop.handle == "Jos\u00e9"
    assert notes(drop, "") == ["is no UTF-8: read as code page 437"]


@pytest.mark.parametrize("name", ONE_EACH)
def test_a_byte_order_mark_is_left_out(name: str) -> None:
    drop = read(name, b"\xef\xbb\xbf" + sample(name), {})
    assert drop.handle == read(name, sample(name), {}).handle
    assert notes(drop, "") == ["begins with a byte-order mark, which is left out"]


def test_utf8_where_code_page_437_belongs_is_odd() -> None:
    drop = changed(DOOR32, {7: "Jos\u00e9".encode()})
    assert notes(drop, "") == [
        "looks like UTF-8, but is read as code page 437 as the format has it"]


@pytest.mark.parametrize("raw, clean", [
    (b"A\x00c\x00e", "Ace"), (b"\x1b[31mAce", "[31mAce"), (b"Ace\x07\x08\x7f", "Ace"),
    (b"Ace\tHigh", "Ace High"), (b"  Ace  ", "Ace"), (b"Ace\xffHigh", "Ace High"),
    (b"Ace\x1a", "Ace")])
def test_control_bytes_are_cleaned_from_names(raw: bytes, clean: str) -> None:
    assert changed(DOOR32, {7: raw}).handle == clean


@pytest.mark.parametrize("mark", ["\u202e", "\u200b", "\u2028", "\x85", "\ufeff"])
def test_invisible_letters_are_cleaned_from_names(mark: str) -> None:
    handle = changed(BBSDEV, {4: f"Ace{mark}High".encode()}).handle
    assert handle.isprintable() and handle.replace(" ", "") == "AceHigh"


def test_a_name_is_cut_at_40_characters_and_that_is_odd() -> None:
    drop = changed(DOOR32, {7: "x" * 39 + " yz"})
    assert drop.handle == "x" * 39
    assert notes(drop, "handle") == ["is longer than 40 characters: cut"]
    assert changed(DORINFO, {7: "x" * 30, 8: "y" * 30}).handle == "x" * 30 + " " + "y" * 9


@pytest.mark.parametrize("name, blank, line", [
    (DOOR32, {6: "", 7: ""}, 7), (DOOR_SYS, {10: "", 36: "\x00"}, 36), (DORINFO, {7: ""}, 7),
    (CHAIN, {2: "", 3: " "}, 2), (BBSDEV, {4: ""}, 4)])
def test_a_caller_without_any_name_is_refused(name: str, blank: Changes, line: int) -> None:
    data = bytes_of(lines_of(name, blank))
    error = refusal(name, data)
    assert (error.line, error.message) == (line, "has nothing, expected the caller's handle")
    drop = read(name, data, {"BBS_USERHANDLE": "Ace\x07 High"})
    assert (drop.handle, drop.sources["handle"]) == (
        "Ace High", "BBS_USERHANDLE of the environment")


@pytest.mark.parametrize("text, record", [
    ("7", "7"), ("007", "7"), ("0", ""), ("-1", ""), ("", ""), ("a1b2", "a1b2")])
def test_a_user_record_is_a_number_from_1(text: str, record: str) -> None:
    assert changed(DOOR32, {5: text}).user_record == record


def test_a_unique_key_is_kept_whole_or_refused() -> None:
    assert changed(BBSDEV, {5: "0"}).user_record == "0"
    assert changed(BBSDEV, {5: "k" * 128}).user_record == "k" * 128
    for key in ("", "k" * 129):
        assert refusal(BBSDEV, bytes_of(lines_of(BBSDEV, {5: key}))).line == 5


@pytest.mark.parametrize("text, security", [
    ("255", 255), ("65536", 65535), ("-1", 0), ("", 0), ("9" * 5000, 65535)])
def test_a_security_level_is_clamped(text: str, security: int) -> None:
    drop = changed(DOOR32, {8: text})
    assert drop.security == security
    assert bool(notes(drop, "security")) == (text != "255")


@pytest.mark.parametrize("flags, sysop", [("00", False), ("10", True), ("01", True), ("50", False)])
def test_chain_txt_flags_its_sysops(flags: str, sysop: bool) -> None:
    assert changed(CHAIN, {12: flags[0], 13: flags[1]}).sysop == sysop


@pytest.mark.parametrize("access, sysop, security", [
    ("sysop", True, 0), ("CoSysop", True, 0), ("90", False, 90), ("", False, 0)])
def test_bbsdev_drp_names_its_sysops(access: str, sysop: bool, security: int) -> None:
    drop = changed(BBSDEV, {17: access})
    assert (drop.sysop, drop.security) == (sysop, security)


# The terminal


@pytest.mark.parametrize("digit, graphics", [
    ("0", "ascii"), ("1", "ansi"), ("2", "avatar"), ("3", "rip"), ("4", "max"), ("7", "ascii"),
    ("", "ascii")])
def test_emulations_of_door32_sys(digit: str, graphics: str) -> None:
    assert changed(DOOR32, {10: digit}).graphics == graphics


@pytest.mark.parametrize("digit, graphics", [
    ("0", "ascii"), ("1", "ansi"), ("2", "ansi"), ("3", "rip")])
def test_graphics_of_dorinfo(digit: str, graphics: str) -> None:
    assert changed(DORINFO, {10: digit}).graphics == graphics


@pytest.mark.parametrize("flag, graphics", [("0", "ascii"), ("1", "ansi"), ("", "ascii")])
def test_graphics_of_chain_txt(flag: str, graphics: str) -> None:
    assert changed(CHAIN, {14: flag}).graphics == graphics


@pytest.mark.parametrize("ansi, rip, graphics", [
    ("Y", "N", "ansi"), ("N", "N", "ascii"), ("y", "y", "rip")])
def test_graphics_of_bbsdev_drp(ansi: str, rip: str, graphics: str) -> None:
    assert changed(BBSDEV, {8: ansi, 9: rip}).graphics == graphics


def test_seven_bits_are_ascii_even_with_ansi() -> None:
    drop = changed(DOOR_SYS, {20: "7E", 39: "Y"})
    assert (drop.graphics, drop.charset) == ("ansi", "ascii")


@pytest.mark.parametrize("text, charset, odd", [
    ("IBM437", "cp437", False), ("cp437", "cp437", False), ("utf-8", "utf-8", False),
    ("US-ASCII", "ascii", False), ("ISO-8859-1", "ascii", True), ("", "cp437", True)])
def test_charsets_of_bbsdev_drp(text: str, charset: str, odd: bool) -> None:
    drop = changed(BBSDEV, {12: text})
    assert (drop.charset, bool(notes(drop, "charset"))) == (charset, odd)


@pytest.mark.parametrize("text, rows", [
    ("25", 25), ("0", 0), ("1", 10), ("65535", 100), ("-3", 0)])
def test_absurd_rows_are_clamped_and_none_are_unknown(text: str, rows: int) -> None:
    assert changed(DOOR_SYS, {21: text}).rows == rows


@pytest.mark.parametrize("text, speed", [
    ("38400 BAUD,N,8,1", 38400), ("57600", 57600), ("0", 0), ("", 0), ("fast", 0),
    ("9" * 30, 10_000_000)])
def test_a_speed_is_the_number_that_a_line_begins_with(text: str, speed: int) -> None:
    assert changed(DORINFO, {5: text}).speed == speed


# The node


@pytest.mark.parametrize("text, node", [("3", 3), ("0", None), ("", None), ("70000", None)])
def test_a_node_is_a_number_from_1(text: str, node: int | None) -> None:
    assert changed(DOOR32, {11: text}).node == node


def test_the_command_line_knows_the_node_best() -> None:
    drop = changed(DOOR32, {}, node=5, environ={"BBS_NODE": "6"})
    assert (drop.node, drop.sources["node"]) == (5, "--node")
    assert notes(drop, "node") == ["is 2, but the command line says 5"]


def test_the_environment_knows_the_node_where_the_file_does_not() -> None:
    environ = {"BBS_NODE": "6"}
    assert changed(DOOR32, {}, environ=environ).node == 2
    assert changed(CHAIN, {}, environ=environ).node == 6
    assert changed(DORINFO, {}, environ=environ).node == 6
    assert changed(CHAIN, {}, environ={"BBS_NODE": "six"}).node is None


@pytest.mark.parametrize("name, node, doubt", [
    ("DORINFO1.DEF", 1, False), ("dorinfo9.def", 9, False), ("/bbs/node3/DORINFO3.DEF", 3, False),
    ("C:\\BBS\\DORINFO2.DEF", 2, False), ("DORINFO0.DEF", 10, True), ("DORINFOA.DEF", 10, True),
    ("dorinfoa.def", 10, True), ("DORINFO10.DEF", 10, True), ("DORINFO.DEF", None, False)])
def test_the_node_of_dorinfo_is_in_its_name(name: str, node: int | None, doubt: bool) -> None:
    drop = read(name, sample(DORINFO), {})
    assert (drop.node, bool(notes(drop, "node"))) == (node, doubt)
    assert read(name, sample(DORINFO), {}, node=7).node == 7
