"""door.session.recognition: the table, and when a choice of another day counts."""

from __future__ import annotations

import dataclasses

import pytest

from door.screens.welcome import GRAPHICS
from door.session.recognition import (MTTS_SCREEN_READER, TABLE, Answers, Found, can_show, kind_of,
                                      recognise, shades, worth_keeping)


def seen(key: str) -> Found:
    return Found(key, "ascii")


@pytest.mark.parametrize("name, telnet, mud, mtts, title", [
    ("syncterm", True, False, 0, "SyncTERM"), ("ansi-bbs", True, False, 0, "ANSI-BBS"),
    ("ansi-256color", True, False, 0, "ANSI-BBS"), ("xterm-256color", True, False, 0, "xterm"),
    ("tmux-256color", True, False, 0, "xterm"), ("vt220", True, False, 0, "VT100"),
    ("petscii", True, False, 0, "PETSCII"), ("atascii", True, False, 0, "ATASCII"),
    ("dumb", True, False, 0, "paper"), ("wezterm", True, False, 0, "unknown"),
    ("", True, False, 0, "unknown"), ("xterm", False, False, 0, "no telnet"),
    ("mudlet", True, True, 2349, "MUD client"), ("xterm", True, True, 69, "screen reader")])
def test_a_caller_by_name_and_bits(name: str, telnet: bool, mud: bool, mtts: int,
                                   title: str) -> None:
    """TERMINALS, Who is calling, from the top."""
    assert kind_of(name, telnet, mud, mtts).title == title


@pytest.mark.parametrize("mtts, charset, colour", [
    (1, "ascii", 16), (4, "utf-8", 0), (13, "utf-8", 256), (64, "ascii", 0), (69, "utf-8", 16)])
def test_mtts_tells_charset_and_colours(mtts: int, charset: str, colour: int) -> None:
    found = recognise(kind_of("mudlet", True, True, mtts), "mudlet", mtts, Answers())
    assert (found.charset, found.colour) == (charset, colour)
    assert found.screen_reader is bool(mtts & MTTS_SCREEN_READER)
    assert not GRAPHICS[found.key][1]


@pytest.mark.parametrize("name, colour", [
    ("xterm", 16), ("xterm-256color", 256), ("vt100", 1), ("ansi", 16), ("ansi-256color", 256),
    ("dumb", 0), ("xterm-mono", 1), ("ansi-m", 1), ("petscii", 16), ("atascii", 0)])
def test_colours_by_name(name: str, colour: int) -> None:
    assert recognise(kind_of(name, True, False, 0), name, 0, Answers()).colour == colour


@pytest.mark.parametrize("name, behind, colour", [
    ("vt220", 2, 16), ("vt220", 4, 1), ("vt220-256color", 2, 256), ("xterm-mono", 2, 1)])
def test_who_shows_utf8_is_no_vt100(name: str, behind: int, colour: int) -> None:
    kind = kind_of(name, True, False, 0)
    assert recognise(kind, name, 0, Answers(behind)).colour == colour


@pytest.mark.parametrize("key, found, hues, told_apart", [
    ("t", "t", 1, "MONO"), ("t", "p", 0, "NONE"), ("t", "u", 16, "SIXTEEN"), ("t", "t", 0, "NONE"),
    ("a", "t", 1, "SIXTEEN"), ("u", "p", 0, "SIXTEEN"), ("c", "p", 0, "SIXTEEN"),
    ("u", "u", 1, "MONO"), ("c", "c", 16, "SIXTEEN"), ("a", "a", 256, "SIXTEEN")])
def test_what_is_told_apart_under_a_choice(key: str, found: str, hues: int,
                                           told_apart: str) -> None:
    assert shades(key, Found(found, "ascii", colour=hues)).name == told_apart


def test_petscii_is_found_by_name_and_has_25_rows_of_40() -> None:
    for name in ("petscii", "c64", "commodore 64", "c128"):
        found = recognise(kind_of(name, True, False, 0), name, 0, Answers())
        assert (found.key, found.charset, found.columns, found.rows) == ("c", "petscii", 40, 25)


def test_every_row_has_a_choice_that_there_is() -> None:
    for kind in TABLE:
        assert recognise(kind, kind.names[0], 0, Answers()).key in GRAPHICS


def test_what_was_found_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        seen("a").key = "u"     # type: ignore[misc]


@pytest.mark.parametrize("remembered, found, shown", [
    ("t", "u", True), ("t", "a", True), ("p", "a", True), ("p", "u", True), ("a", "a", True),
    ("a", "u", False), ("u", "a", False), ("u", "t", False), ("t", "p", False), ("a", "p", False),
    ("u", "p", False), ("", "u", False), ("", "p", False), ("z", "a", False),
    ("c", "c", True), ("c", "p", False), ("c", "a", False), ("c", "u", False), ("t", "c", False),
    ("p", "c", False), ("v", "c", False), ("a", "c", False)])
def test_a_choice_of_another_day_on_the_terminal_of_today(remembered: str, found: str,
                                                          shown: bool) -> None:
    """What was found wins where the two contradict: the caller may be at another machine."""
    assert can_show(remembered, seen(found)) is shown


@pytest.mark.parametrize("chosen, pressed, before, found, kept", [
    ("t", True, "", "u", "t"), ("u", False, "", "u", ""), ("t", False, "t", "u", "t"),
    ("p", False, "a", "p", "a"), ("p", True, "a", "p", "a"), ("u", True, "t", "u", "u"),
    ("a", True, "u", "p", "a"), ("u", True, "", "u", ""), ("c", True, "u", "p", "c"),
    ("c", True, "u", "c", "u"), ("u", True, "c", "u", "c"), ("p", False, "c", "p", "c")])
def test_what_is_kept_with_the_handle(chosen: str, pressed: bool, before: str, found: str,
                                      kept: str) -> None:
    assert worth_keeping(chosen, pressed, before, seen(found)) == kept


def test_what_a_board_or_a_command_line_chose_is_kept_as_it_is() -> None:
    assert worth_keeping("a", False, "t", None) == "a"
