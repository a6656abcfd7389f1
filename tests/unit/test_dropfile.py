"""Drop files: the right reading of what real writers make, and a refusal that names the line."""

from dataclasses import FrozenInstanceError

import pytest

from door.carriers.dropfile import BadDropFile, describe, read
from tests.dropfile import (
    BBSDEV, CHAIN, DOOR32, DOOR_SYS, DORINFO, GAP, ONE_EACH, SAMPLES, Changes, bytes_of, changed,
    lines_of, notes, refusal, sample)

# Sample: handle, real name, record, node, minutes, pipe, socket. All of them have ANSI.
RIGHT = {
    "synchronet-stdio.DOOR32.SYS": ("Ace High", "Ann O'Hara", "7", 2, 58, "stdio", None),
    "synchronet-socket.DOOR32.SYS": ("Ace High", "Ann O'Hara", "7", 12, 58, "socket", 14),
    "enigma.door32.sys": ("Ace High", "Ace O'H\u00efgh", "1", 1, 546, "stdio", None),
    "mystic.door32.sys": ("Ace High", "Ann O'Hara", "4", 1, 58, "stdio", None),
    "wwiv-seconds.door32.sys": ("ACE HIGH", "Ann O'Hara", "3", 1, 58, "stdio", None),
    "envy.door32.sys": ("Ace High", "Ann O'Hara", "5", 3, 58, "stdio", None),
    "talisman-no-final-newline.door32.sys": (
        "aCE hIGH", "Ann Ohara", "1", 1, 90, "stdio", None),
    "enigma.DOOR.SYS": ("Ace High", "Ace O'H\u00efgh", "1", 1, 256, "stdio", None),
    "x84-ng-but-ansi.DOOR.SYS": ("ace", "ace ace", "4", 1, 256, "stdio", None),
    "gap-31.DOOR.SYS": ("Ann Ohara", "", "1", 1, 1439, "stdio", None),
    "wwiv.dorinfo1.def": ("ACE HIGH", "", "", 1, 58, "stdio", None),
    "enigma-two-words.DORINFO1.DEF": ("Ace Ace", "", "", 1, 546, "stdio", None),
    "anetbbs.BBSDEV.DRP": ("Ace High", "", "42", 1, 60, "stdio", None),
    "wwiv.chain.txt": ("ACE HIGH", "Ann O'Hara", "3", None, 58, "stdio", None),
}


def test_every_sample_has_its_right_reading_here() -> None:
    assert {path.name for path in SAMPLES.iterdir()} == set(RIGHT)


@pytest.mark.parametrize("name", RIGHT)
def test_a_sample_reads_right(name: str) -> None:
    drop = read(name, sample(name), {})
    assert (drop.handle, drop.real_name, drop.user_record, drop.node, drop.minutes, drop.pipe,
            drop.socket) == RIGHT[name]
    assert (drop.graphics, drop.painted, drop.charset) == ("ansi", True, "cp437")
    assert drop.name == name


@pytest.mark.parametrize("name", sorted(set(RIGHT) - {
    "envy.door32.sys", "enigma-two-words.DORINFO1.DEF"}))
def test_what_a_writer_always_does_is_not_odd(name: str) -> None:
    assert read(name, sample(name), {}).notes == ()


@pytest.mark.parametrize("name", RIGHT)
def test_lines_end_in_crlf_or_lf_or_both_and_the_last_in_none(name: str) -> None:
    lines = lines_of(name)
    mixed = b"".join(line + (b"\r\n" if at % 2 else b"\n") for at, line in enumerate(lines))
    known = read(name, sample(name), {})
    for data in (bytes_of(lines), b"\n".join(lines), b"\r\n".join(lines), mixed,
                 b"\r\r\n".join(lines) + b"\r\r\n"):
        assert read(name, data, {}) == known


def test_the_other_fields_of_door32_sys() -> None:
    drop = read(DOOR32, sample(DOOR32), {})
    assert (drop.format, drop.speed, drop.security) == ("DOOR32.SYS", 38400, 50)
    assert drop.software == "Synchronet BBS for Linux  Version 3.22a"
    assert (drop.board, drop.sysop, drop.language, drop.columns) == ("", False, "", 0)


def test_the_other_fields_of_door_sys() -> None:
    drop = read(DOOR_SYS, sample(DOOR_SYS), {})
    assert (drop.format, drop.speed, drop.security, drop.rows) == ("DOOR.SYS", 57600, 100, 25)


def test_the_other_fields_of_dorinfo() -> None:
    drop = read(DORINFO, sample(DORINFO), {})
    assert (drop.format, drop.board, drop.speed, drop.security) == (
        "DORINFOx.DEF", "Lab BBS", 38400, 60)


def test_the_other_fields_of_chain_txt() -> None:
    drop = read(CHAIN, sample(CHAIN), {})
    assert (drop.format, drop.board, drop.speed, drop.security) == (
        "CHAIN.TXT", "Lab BBS", 38400, 60)
    assert (drop.columns, drop.rows, drop.sysop) == (80, 25, False)


def test_the_other_fields_of_bbsdev_drp() -> None:
    drop = read(BBSDEV, sample(BBSDEV), {})
    assert (drop.format, drop.board, drop.software, drop.security) == (
        "BBSDEV.DRP", "Lab", "ANetBBS 1.0", 50)
    assert (drop.columns, drop.rows, drop.language, drop.sysop) == (80, 24, "en-US", False)


def test_a_reading_is_frozen() -> None:
    drop = read(DOOR32, sample(DOOR32), {})
    with pytest.raises(FrozenInstanceError):
        drop.minutes = 1440     # type: ignore[misc]
    assert drop in {drop}


# What went wrong elsewhere


@pytest.mark.parametrize("name", [DOOR_SYS, GAP])
@pytest.mark.parametrize("before", [1, 5, 10, 14, 20])
def test_a_line_too_many_in_door_sys_is_refused_by_line_20(name: str, before: int) -> None:
    lines = lines_of(name)
    lines.insert(before - 1, b"another line")
    error = refusal(name, bytes_of(lines))
    assert (error.line, error.name) == (20, name)
    assert "expected GR, NG, 7E or RIP" in error.message
    assert "that is on line 21, so a line too many is above it" in error.message
    assert str(error).startswith(f"{name}, line 20: ")


def test_two_lines_too_few_in_door_sys_are_counted() -> None:
    lines = lines_of(DOOR_SYS)
    error = refusal(DOOR_SYS, bytes_of(lines[:10] + lines[12:]))
    assert error.line == 20 and "on line 18, so two lines are missing" in error.message


def test_a_line_too_many_behind_the_graphics_is_refused_by_line_21() -> None:
    lines = lines_of(DOOR_SYS)
    lines.insert(20, b"")
    error = refusal(DOOR_SYS, bytes_of(lines))
    assert error.line == 21 and error.message == (
        "has nothing, expected the rows of the screen, a number")


@pytest.mark.parametrize("blank", ["", "   ", "\x00\x00", "\t"])
def test_a_blank_alias_gives_way_to_the_name_on_line_10(blank: str) -> None:
    drop = changed(DOOR_SYS, {10: "Ann O'Hara", 36: blank})
    assert (drop.handle, drop.sources["handle"]) == ("Ann O'Hara", "line 10")
    assert "is blank: the name on line 10 is taken" in notes(drop, "handle")


@pytest.mark.parametrize("name, alias, real", [(DOOR32, 7, 6), (CHAIN, 2, 3)])
def test_a_blank_handle_gives_way_to_the_real_name(name: str, alias: int, real: int) -> None:
    drop = changed(name, {alias: ""})
    assert (drop.handle, drop.sources["handle"]) == ("Ann O'Hara", f"line {real}")


@pytest.mark.parametrize("text, graphics", [
    ("GR", "ansi"), (" gr ", "ansi"), ("GR\r", "ansi"), ("NG", "ascii"), ("ng\t", "ascii"),
    ("7E", "ascii"), ("rip", "rip")])
def test_graphics_are_compared_trimmed_and_in_any_case(text: str, graphics: str) -> None:
    drop = changed(DOOR_SYS, {20: text, 39: "N"})
    assert (drop.graphics, drop.painted) == (graphics, graphics != "ascii")


def test_time_that_overflows_is_clamped() -> None:
    drop = changed(DOOR_SYS, {18: "1965406", 19: "32756"})
    assert drop.minutes == 1440
    assert notes(drop, "minutes") == ["32756 minutes are more than a day: taken as 1440"]


@pytest.mark.parametrize("name, zero", [
    (DOOR32, {9: "0"}), (DOOR32, {9: "-5"}), (DOOR32, {9: ""}), (DOOR_SYS, {18: "0", 19: "0"}),
    (DOOR_SYS, {18: "-20000", 19: "0"}), (DOOR_SYS, {18: "", 19: ""}), (DORINFO, {12: "0"}),
    (CHAIN, {16: "    0.00"}), ("wwiv-seconds.door32.sys", {9: "0"})])
def test_no_time_left_is_the_default_and_a_line_in_the_log(name: str, zero: Changes) -> None:
    drop = changed(name, zero, default_minutes=45)
    assert (drop.minutes, drop.sources["minutes"]) == (45, "the default")
    assert "no time is left: taken as 45 minutes (the default)" in notes(drop, "minutes")


def test_wwiv_says_seconds_where_minutes_belong_and_they_are_divided() -> None:
    drop = changed(DOOR32, {4: "WWIV 5.8.1", 9: "3480"})
    assert (drop.minutes, drop.sources["minutes"]) == (58, "line 9: 3480 seconds")


# What cannot be right


@pytest.mark.parametrize("blank", ["", "  ", "\x00"])
def test_a_blank_line_1_of_door32_sys_is_an_error_and_not_local(blank: str) -> None:
    error = refusal(DOOR32, bytes_of(lines_of(DOOR32, {1: blank})))
    assert (error.line, error.message) == (
        1, "has nothing, expected 0 (local), 1 (serial) or 2 (telnet)")


@pytest.mark.parametrize("name, line, text, message", [
    (DOOR32, 1, "3", "has '3', expected 0 (local), 1 (serial) or 2 (telnet)"),
    (DOOR32, 8, "Ace High", "has 'Ace High', expected the security level, a number"),
    (DOOR32, 9, "1e3", "has '1e3', expected the minutes left, a number"),
    (DOOR32, 11, "\u00b2", "has '\\xb2', expected the node, a number"),
    (DORINFO, 4, "Reno", "has 'Reno', expected COM and a number"),
    (DORINFO, 10, "100", "has '100', expected the graphics, a number from 0 to 3"),
    (CHAIN, 9, "11/29/26", "has '11/29/26', expected the columns, a number"),
    (CHAIN, 16, "/wwiv/gfiles", "has '/wwiv/gfiles', expected the seconds left, a number"),
    (BBSDEV, 1, "2.0", "has '2.0', expected the version of the format, 1.0 or 1 and a dot"),
    (BBSDEV, 8, "yes", "has 'yes', expected Y or N for ANSI"),
    (DOOR32, 9, "\x1b[2J" + "x" * 100, (
        "has '[2J" + "x" * 34 + "...', expected the minutes left, a number"))])
def test_a_refusal_names_the_line_and_what_stood_there_and_what_belongs(
        name: str, line: int, text: str, message: str) -> None:
    error = refusal(name, bytes_of(lines_of(name, {line: text})))
    assert (error.name, error.line, error.message) == (name, line, message)
    assert str(error) == f"{name}, line {line}: {message}"


@pytest.mark.parametrize("name", [DOOR32, DORINFO, CHAIN, BBSDEV])
def test_a_line_too_many_at_the_top_is_refused(name: str) -> None:
    assert refusal(name, bytes_of([b"Ace", *lines_of(name)])).line > 0


def test_a_lost_line_in_dorinfo_is_counted() -> None:
    lines = lines_of(DORINFO)
    error = refusal(DORINFO, bytes_of(lines[:2] + lines[3:] + [b"-1"]))
    assert error.line == 4 and "on line 3, so a line is missing above it" in error.message


@pytest.mark.parametrize("name, least", [
    (DOOR32, 11), (DOOR_SYS, 31), (GAP, 31), (DORINFO, 12), (CHAIN, 16), (BBSDEV, 19)])
def test_a_torn_file_is_refused_by_its_first_missing_line(name: str, least: int) -> None:
    lines = lines_of(name)
    for length in range(least):
        assert refusal(name, bytes_of(lines[:length])).line == length + 1
    assert read(name, bytes_of(lines[:least]), {}).handle


@pytest.mark.parametrize("name", ONE_EACH)
@pytest.mark.parametrize("data", [b"", b"\n", b"\x00" * 500, b"\xff" * 500, b"\r" * 500])
def test_what_is_no_drop_file_is_refused(name: str, data: bytes) -> None:
    assert refusal(name, data).line > 0


def test_an_endless_file_is_refused() -> None:
    error = refusal(DOOR32, sample(DOOR32) + b"x" * 65_536)
    assert (error.line, error.message) == (0, "is longer than 65536 bytes: no drop file is")


# What is merely odd


def test_lines_too_many_at_the_end_are_odd() -> None:
    drop = read(DOOR32, sample(DOOR32) + b"12\r\n", {})
    assert notes(drop, "") == ["has 12 lines, expected 11"]
    drop = read(GAP, sample(GAP) + b"1\r\n", {})
    assert notes(drop, "") == ["has 32 lines, expected 31 or 52"]


@pytest.mark.parametrize("name", [DOOR32, DOOR_SYS, GAP, DORINFO, CHAIN])
def test_blank_lines_and_the_end_mark_of_dos_at_the_end_are_no_matter(name: str) -> None:
    assert read(name, sample(name) + b"\r\n\r\n\x1a", {}).notes == ()


def test_later_versions_of_bbsdev_drp_append_lines() -> None:
    data = bytes_of([*lines_of(BBSDEV, {1: "1.4"}), b"something new"])
    assert read(BBSDEV, data, {}).notes == ()


@pytest.mark.parametrize("age, stale", [
    (None, False), (-60.0, False), (600.0, False), (3 * 3600.0, True), (1e9, True)])
def test_a_stale_file_is_warned_of(age: float | None, stale: bool) -> None:
    drop = changed(DOOR32, {}, age=age)
    assert bool(notes(drop, "")) == stale
    if age == 3 * 3600.0:
        assert notes(drop, "") == ["was written 3 hours ago: is it another caller's?"]


# Passwords


def everything_said(name: str, data: bytes) -> str:
    try:
        drop = read(name, data, {})
    except BadDropFile as error:
        return repr((str(error), error.args, error.__cause__, error.__context__))
    return repr(drop) + "\n".join(describe(drop))


@pytest.mark.parametrize("name", [DOOR_SYS, GAP])
@pytest.mark.parametrize("password", ["Swordfish", "19570101"])
def test_a_password_is_never_kept_nor_said(name: str, password: str) -> None:
    lines = lines_of(name, {14: password})
    assert password not in everything_said(name, bytes_of(lines))
    assert read(name, bytes_of(lines), {}) == read(name, sample(name), {})


@pytest.mark.parametrize("shift", [-13, -6, -4, -3, -2, -1, 1, 2, 3, 4, 5, 6, 7, 12, 22, 25])
def test_a_password_on_any_other_line_is_not_said_either(shift: int) -> None:
    lines = lines_of(DOOR_SYS, {14: "Swordfish"})
    moved = lines[-shift:] if shift < 0 else [b"more"] * shift + lines
    assert "Swordfish" not in everything_said(DOOR_SYS, bytes_of(moved))


@pytest.mark.parametrize("away", range(15, 19))
def test_a_password_is_not_said_where_a_second_slip_hides_the_first(away: int) -> None:
    lines = lines_of(DOOR_SYS, {14: "Swordfish"})
    del lines[away]
    lines.insert(8, b"Y")
    assert "Swordfish" not in everything_said(DOOR_SYS, bytes_of(lines))


# For the sysop


def test_a_description_has_a_line_for_every_field_and_its_source() -> None:
    drop = changed("synchronet-socket.DOOR32.SYS", {9: "0"})
    text = describe(drop)
    assert text[0] == "synchronet-socket.DOOR32.SYS is read as DOOR32.SYS"
    told = {line[2:18].strip(): line[18:].split(maxsplit=0)[0] for line in text[1:-1]}
    assert {label: " ".join(value.split()) for label, value in told.items()} == {
        "handle": "Ace High line 7", "real name": "Ann O'Hara line 6", "user record": "7 line 5",
        "board": "unknown not in this format",
        "software": "Synchronet BBS for Linux Version 3.22a line 4", "node": "12 line 11",
        "minutes left": "60 the default", "graphics": "ansi line 10",
        "charset": "cp437 not in this format", "columns": "unknown not in this format",
        "rows": "unknown not in this format", "security level": "50 line 8",
        "sysop": "no not in this format", "speed": "38400 line 3",
        "pipe": "socket 14 lines 1 and 2", "language": "unknown not in this format"}
    assert text[-1] == (
        "Odd: line 9, minutes: no time is left: taken as 60 minutes (the default)")


def test_a_description_says_when_nothing_is_odd() -> None:
    assert describe(read(DOOR32, sample(DOOR32), {}))[-1] == "Nothing is odd."
