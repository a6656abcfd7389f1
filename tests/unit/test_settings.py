"""S)ettings: the screen by itself, and what a caller sees, hears and finds again the next day."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from door.carriers.visitor import Visitor
from door.config.boards import Board
from door.screens.frame import Sign
from door.screens.settings import (GRAPHICS_KEY, LEAVE, SETTINGS, SETTINGS_PROMPT, Settings,
                                   choices, following)
from door.screens.voice import Voice
from door.screens.welcome import GRAPHICS, GRAPHICS_NAMES, GRAPHICS_PROMPT
from door.session.console import Console
from door.views import CHOICES, Preferences
from tests.caller import Caller, Club, club, script

SIGN = Sign("Brass Lantern Casino")
KEYS = {setting.name.lower(): setting.name[0].lower() for setting in SETTINGS}
MENU = "Settings>"


def screen(graphics: str = "u", columns: int = 80, **chosen: str) -> Settings:
    return Settings(SIGN.fit(columns or 80), graphics, Preferences(**chosen), columns)


def offered(graphics: str, columns: int = 80) -> set[str]:
    return {name for name in CHOICES if choices(name, graphics, columns)}


# -- the screen ------------------------------------------------------------------------------


def test_each_preference_has_a_key_of_its_own() -> None:
    assert list(KEYS) == list(CHOICES)
    keys = [*KEYS.values(), LEAVE, GRAPHICS_KEY, "?"]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("name", CHOICES)
def test_a_key_goes_round_all_choices(name: str) -> None:
    page, seen = screen(columns=0), []
    for _ in CHOICES[name]:
        answer = page.press(KEYS[name])
        assert isinstance(answer, Preferences)
        seen.append(getattr(answer, name))
        page.tell("u", answer, 0)
    assert seen == [*CHOICES[name][1:], CHOICES[name][0]] and answer == Preferences()


def test_a_choice_that_is_not_offered_here_gives_way_to_the_first() -> None:
    assert following("80", ("auto", "40")) == "auto"
    assert following("40", ("auto", "40")) == "auto" and following("auto", ("auto", "40")) == "40"


PRINTED = {"verbosity", "patter", "bell"}


@pytest.mark.parametrize("graphics, names", [
    ("a", set(CHOICES)), ("u", set(CHOICES)),
    ("t", set(CHOICES) - {"suits"}), ("c", set(CHOICES) - {"suits"}),
    ("p", PRINTED | {"width"}), ("v", PRINTED)])
def test_only_what_a_terminal_can_do_is_offered(graphics: str, names: set[str]) -> None:
    assert offered(graphics) == names
    page = screen(graphics)
    for name, key in KEYS.items():
        assert (page.press(key) is not None) == (name in names), name


def test_every_choice_of_the_graphics_question_has_settings() -> None:
    for key in GRAPHICS:
        assert GRAPHICS_NAMES[key] in "\n".join(screen(key).lines())


@pytest.mark.parametrize("columns, widths", [
    (0, ("auto", "40", "80")), (132, ("auto", "40", "80")), (80, ("auto", "40", "80")),
    (60, ("auto", "40")), (40, ()), (30, ())])
def test_only_widths_that_the_window_has_are_offered(columns: int, widths: tuple[str]) -> None:
    assert choices("width", "u", columns) == widths


def test_other_keys_change_nothing() -> None:
    page = screen()
    for key in ("z", "1", "ENTER", " ", "F1", "TAB", "CTRL_A"):
        assert page.press(key) is None and page.notice == ""
    assert [page.press(key) for key in ("q", "Q", "ESC", "CTRL_C")] == [LEAVE] * 4
    assert [page.press(key) for key in ("g", "G")] == [GRAPHICS_KEY] * 2
    assert page.press("?") is None and "Q)uit" in page.notice


@pytest.mark.parametrize("columns", [80, 40])
@pytest.mark.parametrize("graphics", [key for key in GRAPHICS if GRAPHICS[key][1]])
def test_all_of_it_is_on_the_screen(columns: int, graphics: str) -> None:
    page = screen(graphics, columns, width="40", colour="mono", bell="on")
    page.press("?")
    canvas = page.paint()
    shown = [canvas.row_text(row) for row in range(canvas.rows)]
    for name in offered(graphics, columns):
        assert any(re.search(rf"\b{name[0].upper()}\){name[1:]} +\w", row) for row in shown), name
    assert any(re.search(rf"G\)raphics +{GRAPHICS_NAMES[graphics]}\b", row) for row in shown)
    assert not shown[-1].strip() and not any(row[columns - 1:].strip() for row in shown)


def test_the_prompts_are_short() -> None:
    for prompt in (SETTINGS_PROMPT, GRAPHICS_PROMPT):
        assert len(prompt) <= 39 and len(Voice().prompt(prompt)) <= 60
        assert not set(Voice().prompt(prompt)) & set("()>")


def test_what_changed_is_said_and_nothing_else() -> None:
    page = screen("p")
    assert page.lines() == ["G)raphics: Plain.", "W)idth: auto.", "V)erbosity: normal.",
                            "P)atter: on.", "B)ell: off."]
    page.tell("p", Preferences(bell="on"), 80)
    assert page.lines() == ["Bell: on."] and page.notice == "Bell: on."
    page.tell("v", Preferences(bell="on"), 80)
    assert page.lines() == ["Graphics: Voice."]
    page.tell("v", Preferences(bell="on"), 80)
    assert page.lines() == []


# -- a caller --------------------------------------------------------------------------------


def console(hall: Club) -> Console:
    console, = hall.casino.consoles
    return console


async def ada(hall: Club, graphics: str = "u", **how: object) -> Caller:
    """Ada at the Casino menu."""
    caller = await hall.call(**how)     # type: ignore[arg-type]
    await caller.choose(graphics)
    await caller.type("Ada")
    if "Create it" in caller.text:
        await caller.hit("y")
        await caller.type("secret")
    await caller.type("secret")
    assert "Casino" in caller.prompt or "quit?" in caller.prompt
    return caller


async def test_a_change_is_seen_at_once(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        caller = await ada(hall)
        await caller.press("s")
        assert caller.prompt == MENU and re.search(r"M\)otion +on\b", caller.text)
        await caller.press("m")
        assert re.search(r"M\)otion +off\b", caller.text) and not console(hall).motion
        await caller.press("m", "b")
        assert console(hall).motion and console(hall).bell
        await caller.press("q")
        assert caller.prompt == "Casino>"


async def test_only_what_looks_different_is_painted_again(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        caller = await ada(hall)
        await caller.press("s", "b")
        caller.said()
        await caller.press("b", "v", "p", "m")
        assert "\x1b[2J" not in caller.said()
        await caller.press("c", "c")
        assert "\x1b[2J" in caller.said()


async def test_changes_are_kept_when_the_line_drops(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        caller = await ada(hall)
        await caller.press("s", "m", "b", "v", "w")
        await caller.hang_up()
        await ada(hall)
        here = console(hall)
        assert (here.motion, here.bell, here.speech.verbosity) == (False, True, "chatty")
        assert here.terminal.columns == 40
    async with club(tmp_path) as hall:
        await ada(hall)
        assert not console(hall).motion


async def test_the_next_guest_has_the_defaults(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        caller = await hall.call()
        await caller.enter("u")
        await caller.press("s", "m", "c", "q", "b", "q")
        assert not console(hall).motion
        await caller.hang_up()
        caller = await hall.call()
        await caller.enter("u")
        assert console(hall).motion
        await caller.press("s")
        assert re.search(r"C\)olour +auto\b", caller.text)


@pytest.mark.parametrize("columns, rows", [(80, 24), (132, 50)])
async def test_forty_columns_in_a_wide_window(tmp_path: Path, columns: int, rows: int) -> None:
    async with club(tmp_path) as hall:
        caller = await ada(hall, columns=columns, rows=rows)
        await caller.press("s", "w")
        assert caller.prompt == MENU
        assert not any(row[39:].strip() for row in caller.rows)
        await caller.resize(100, 30)
        assert console(hall).terminal.columns == 40 and console(hall).terminal.rows == 30
        assert not any(row[39:].strip() for row in caller.rows)
        await caller.press("w", "w")
        assert console(hall).terminal.columns == 100


async def test_a_small_window_that_was_a_wide_one_is_not_exceeded(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        caller = await ada(hall)
        await caller.press("s", "w", "w")
        await caller.resize(60, 24)
        assert console(hall).terminal.columns == 60
        await caller.resize(30, 12)
        assert console(hall).terminal.columns == 30


async def test_a_width_that_nobody_tells_can_be_said(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        caller = await ada(hall, "t", columns=0, rows=0, terminal="")
        await caller.press("s", "w")
        here = console(hall).terminal
        assert (here.columns, here.rows) == (40, 25)
        await caller.press("w")
        assert (here.columns, here.rows) == (80, 24)
        await caller.press("w")
        assert (here.columns, here.rows) == (80, 24)


async def test_colours_go_and_come_back(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        caller = await ada(hall)
        await caller.press("s", "c", "c", "c")
        caller.said()
        await caller.press("q", "b", "q")
        assert re.findall(r"\x1b\[[0-9;]*m", caller.said()) == []
        await caller.press("s", "c")
        assert re.findall(r"\x1b\[[0-9;]*m", caller.said())
        assert "V)erbosity" in caller.text


async def test_suits_as_letters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script(monkeypatch).hand("Kh Kc 9s 9d 4d")
    async with club(tmp_path) as hall:
        caller = await ada(hall)
        await caller.press("s", "s", "s", "q")
        await caller.sit()
        caller.said()
        await caller.press("a")
        assert not set(caller.said()) & set("♥♦♣♠")
        await caller.hang_up()


async def test_glyphs_by_a_caller_whose_board_has_letters(tmp_path: Path) -> None:
    visitor = Visitor(Board("Lab", suits="letters"), "Joe", charset="utf-8")
    async with club(tmp_path) as hall:
        caller = await hall.call(carrier="door", visitor=visitor)
        await caller.choose("u")
        plain = console(hall).terminal.charset.encode(b"\x03")
        assert plain == b"h"
        await caller.press("s", "s")
        await caller.hang_up()
        await hall.call(carrier="door", visitor=visitor)
        assert console(hall).terminal.charset.encode(b"\x03").decode() == "♥"


async def test_whoever_sits_at_the_console_keeps_them_too(tmp_path: Path) -> None:
    here: dict[str, object] = {"kind": "play", "environ": {"TERM": "xterm", "LANG": "C.UTF-8"}}
    async with club(tmp_path) as hall:
        caller = await hall.call(carrier="relay", user="joe", hello=here)
        await caller.press("s", "m")
        await caller.hang_up()
        caller = await hall.call(carrier="relay", user="joe", hello=here)
        caller.charset = "utf-8"
        assert caller.prompt == "Casino>" and not console(hall).motion


# -- graphics and voice ----------------------------------------------------------------------


async def test_the_graphics_are_chosen_from_the_same_list_and_kept(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        caller = await ada(hall)
        await caller.press("s", "g")
        assert caller.prompt == GRAPHICS_PROMPT
        await caller.press("\x1b")
        assert caller.prompt == MENU and re.search(r"G\)raphics +UTF-8", caller.text)
        await caller.press("g", "t")
        assert re.search(r"G\)raphics +Text", caller.text) and caller.sent.isascii() is False
        caller.said()
        await caller.press("q")
        assert caller.said().isascii()
        await caller.hang_up()
        caller = await hall.call()
        await caller.press("\r")
        await caller.type("Ada")
        await caller.type("secret")
        assert console(hall).terminal.charset.name == "ascii" and console(hall).terminal.painted


async def test_from_painted_to_printed_the_terminal_is_restored(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        caller = await ada(hall)
        await caller.press("s", "g")
        caller.said()
        await caller.press("p")
        restored, _, said = caller.said().partition("\x1b[?25h\x1b[24H\r\n")
        assert restored == "\x1b[0m"
        assert said == "Graphics: Plain.\r\nSettings> "
        await caller.press("b")
        assert caller.said() == "\r\nBell: on.\r\nSettings> "
        await caller.press("?")
        assert caller.said() == (
            "\r\nG)raphics: Plain.\r\nW)idth: auto.\r\nV)erbosity: normal.\r\nP)atter: on.\r\n"
            "B)ell: on.\r\nE)arned: 0 of 20.\r\nA key goes round what may be chosen. Q)uit: back "
            "to the casino.\r\nSettings> ")


async def test_from_printed_to_painted_all_is_painted(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        caller = await ada(hall, "p")
        await caller.press("s", "g")
        assert caller.prompt == GRAPHICS_PROMPT
        caller.charset = "utf-8"
        await caller.press("u")
        assert caller.prompt == MENU and re.search(r"G\)raphics +UTF-8", caller.text)
        assert "W)idth: auto." not in caller.text
        await caller.press("g", "p")
        assert caller.said().endswith("\r\nGraphics: Plain.\r\nSettings> ")


async def test_by_ear(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        caller = await ada(hall, "v")
        assert caller.prompt == "Poker, contests, bank, hall, rules, settings, who or quit?"
        caller.said()
        await caller.press("s")
        assert caller.said() == (
            "\r\nGraphics: Voice.\r\nVerbosity: normal.\r\nPatter: on.\r\nBell: off.\r\n"
            "Earned: 0 of 20.\r\nWhich setting, or quit? ")
        await caller.press("b", "v", "m")
        assert caller.said() == "\r\nBell: on.\r\nVerbosity: chatty.\r\n"
        await caller.press("?")
        assert caller.said().endswith(
            "Bell: on.\r\nEarned: 0 of 20.\r\nA key goes round what may be chosen. Quit: back to "
            "the casino.\r\n")
        await caller.press("g")
        assert caller.said() == "ANSI, UTF-8, text, plain, voice or C64? "
        await caller.press("v")
        assert caller.said() == "\r\nWhich setting, or quit? "
        await caller.press("q")
        assert caller.said() == "\r\nPoker, contests, bank, hall, rules, settings, who or quit? "
        assert all(byte in range(0x20, 0x7F) or byte in b"\r\n" for byte in caller.sent)


async def test_by_ear_in_line_mode(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        caller = await ada(hall, "v", line_mode=True)
        await caller.hit("s")
        caller.said()
        await caller.hit("b")
        assert caller.said() == "Bell: on.\r\n"
        await caller.hit("q")
        assert caller.said() == "Poker, contests, bank, hall, rules, settings, who or quit? "


async def test_to_the_ear_and_back_to_the_eye(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        caller = await ada(hall)
        await caller.press("s", "v", "g", "v")
        assert caller.said().endswith("\x1b[24H\r\nGraphics: Voice.\r\nWhich setting, or quit? ")
        assert console(hall).speech.verbosity == "chatty"
        await caller.press("g", "u")
        assert caller.prompt == MENU and re.search(r"V\)erbosity +chatty", caller.text)
        await caller.press("g", "v")
        assert caller.said().endswith("Graphics: Voice.\r\nWhich setting, or quit? ")


async def test_lines_are_as_narrow_as_was_asked_for_but_by_ear(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        caller = await ada(hall, "p")
        await caller.press("s", "w")
        caller.said()
        await caller.press("?")
        assert max(map(len, caller.said().split("\r\n"))) <= 39
        await caller.press("g", "v")
        caller.said()
        await caller.press("?")
        assert "A key goes round what may be chosen. Quit: back" in caller.said()


# -- at the table ----------------------------------------------------------------------------


@pytest.mark.parametrize("graphics", ["u", "p", "v"])
async def test_v_goes_round_at_the_table_and_is_kept(tmp_path: Path, graphics: str) -> None:
    async with club(tmp_path) as hall:
        caller = await ada(hall, graphics)
        await caller.sit()
        for said in ("Chatty.", "Terse.", "Normal.", "Chatty."):
            await caller.press("v")
            assert said in caller.text
            assert console(hall).speech.verbosity == said[:-1].lower()
        await caller.hang_up()
        found = await hall.bank.find("Ada")
        assert found is not None and found.preferences == Preferences(verbosity="chatty")
        assert found.calls == 1 and found.screen == graphics.replace("u", "")   # as was found


async def hand(caller: Caller) -> str:
    """A hand of ante, check and fold, as it is told."""
    caller.said()
    await caller.press("a", "c", "f", "y")
    return caller.said()


@pytest.mark.parametrize("verbosity, patter, own, remark", [
    ("normal", "on", True, False), ("chatty", "on", True, True), ("chatty", "off", True, False),
    ("terse", "on", False, False)])
async def test_how_much_a_reader_is_told(
        tmp_path: Path, verbosity: str, patter: str, own: bool, remark: bool,
        monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("door.session.poker.patter", lambda *told: '"Hm."')
    script(monkeypatch).hand("Kh Kc 9s 9d 4d", acts=["bet 10"])
    async with club(tmp_path) as hall:
        caller = await ada(hall, "p")
        found = await hall.bank.find("Ada")
        assert found is not None
        await hall.bank.prefer(found.id, "p", Preferences(verbosity=verbosity, patter=patter))
        await caller.hang_up()
        caller = await ada(hall, "p")
        await caller.sit()
        told = await hand(caller)
        assert ("You check." in told) == ("You ante $5." in told) == own
        assert (': "Hm."' in told) == remark
        assert "House bets $10." in told and "You hold Kh Kc 9s 9d 4d" in told
        assert "The House wins" in told


@pytest.mark.parametrize("verbosity, patter, remark", [
    ("normal", "on", True), ("normal", "off", False), ("terse", "on", False)])
async def test_how_much_is_painted(tmp_path: Path, verbosity: str, patter: str, remark: bool,
                                   monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("door.session.poker.patter", lambda *told: '"Hm."')
    script(monkeypatch).hand("Kh Kc 9s 9d 4d", acts=["bet 10"])
    async with club(tmp_path) as hall:
        caller = await ada(hall)
        await caller.press("s", *"v" * CHOICES["verbosity"].index(verbosity),
                           *"p" * CHOICES["patter"].index(patter), "q")
        await caller.sit()
        await caller.press("a", "c")
        assert ('"Hm."' in caller.text) == remark
        assert ("You check." in caller.text) == (verbosity != "terse")
        assert "House bets $10." in caller.text


@pytest.mark.parametrize("graphics", list(GRAPHICS))
async def test_from_any_graphics_there_is_a_way_back(tmp_path: Path, graphics: str) -> None:
    """Also from one that the terminal cannot show: the same keys are read."""
    async with club(tmp_path) as hall:
        caller = await ada(hall)
        await caller.press("s", "g", graphics)
        here = console(hall).terminal
        assert (here.charset.name, here.painted) == GRAPHICS[graphics]
        caller.line.wire.sent = b""
        caller.charset = "latin-1"
        await caller.press("g")
        caller.line.wire.sent = b""
        caller.charset = "utf-8"
        await caller.press("u")
        assert (here.charset.name, here.painted) == GRAPHICS["u"]
