"""door.screens.history: the list of the last hands, and the number that opens one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from door.rules.house_draw import CALLER, HOUSE
from door.screens.frame import Sign
from door.screens.history import History, ending, rows, signed
from door.screens.picking import LEAVE
from door.screens.speech import Speech
from door.screens.voice import Voice
from door.views import HandLine
from tests.zones import UTC, living_in

SIGN, NARROW = Sign("Brass Lantern Casino"), Sign("Brass Lantern Casino", columns=40)
LINE = HandLine("17-42", 17, 42, "house draw", "done", 1_700_000_000, 35, "0 wins 70", True)
TIE = replace(LINE, net=0, result="0 wins 35, 1 wins 35")
LOST = replace(LINE, net=-1000, result="1 wins 1000")
VOID = replace(LINE, net=0, state="void", result="hand 17-42: the power failed")
UNPLAYED = replace(VOID, state="unplayed", result="")


@pytest.fixture(autouse=True)
def greenwich() -> Iterator[None]:
    with living_in(UTC):
        yield


def hands(count: int) -> list[HandLine]:
    return [replace(LINE, id=f"0741fd74-{number}", number=number)
            for number in range(count, 0, -1)]


def screen(count: int = 50, sign: Sign = SIGN, speech: Speech | None = None) -> History:
    return History(sign, hands(count), speech or Speech())


def press(shown: History, keys: str) -> object:
    answer: object = None
    for key in keys:
        answer = shown.press({"\r": "ENTER", "\b": "BACKSPACE", "\x1b": "ESC"}.get(key, key))
    return answer


# -- a line ----------------------------------------------------------------------------------


@pytest.mark.parametrize("line, told", [
    (LINE, "You win $70"), (LOST, "The House wins $1000"), (TIE, "A tie: $35 each"),
    (replace(LINE, folded=HOUSE), "You win $70: the House folds"),
    (replace(LOST, folded=CALLER), "The House wins $1000: you fold"),
    (VOID, "Void"), (UNPLAYED, "Not played")])
def test_how_a_hand_ended(line: HandLine, told: str) -> None:
    assert ending(line) == told


@pytest.mark.parametrize("chips, told", [(35, "+$35"), (-15, "-$15"), (0, "$0"),
                                         (1000, "+$1,000")])
def test_what_was_won_has_its_sign(chips: int, told: str) -> None:
    assert signed(chips) == told


def test_a_line_at_80_columns_and_at_40() -> None:
    lines = [LINE, LOST, TIE, VOID, UNPLAYED, replace(LOST, folded=CALLER),
             replace(LINE, folded=HOUSE)]
    assert rows(lines, 9)[1:3] == [
        " 9  17-42         2023-11-14 22:13      +$35  You win $70.",
        "10  17-42         2023-11-14 22:13   -$1,000  The House wins $1000."]
    assert rows(lines, 9, 38)[1:] == [
        " 9  11-14 22:13     +$35  You win", "10  11-14 22:13  -$1,000  House wins",
        "11  11-14 22:13       $0  A tie", "12  11-14 22:13       $0  Void",
        "13  11-14 22:13       $0  Not played", "14  11-14 22:13  -$1,000  You fold",
        "15  11-14 22:13     +$35  House folds"]
    for width in (77, 38):
        assert max(len(row.removeprefix("=")) for row in rows(lines, 1, width)) <= width


def test_by_ear_a_line_is_a_sentence_with_its_number_first() -> None:
    assert Voice().lines(Voice().history([LINE, LOST], 9)) == [
        "9: You win 70, +35, hand 17-42, 2023-11-14 22:13.",
        "10: The House wins 1000, minus 1000, hand 17-42, 2023-11-14 22:13."]


# -- the list --------------------------------------------------------------------------------


@pytest.mark.parametrize("typed, place", [("1\r", 0), ("50\r", 49), ("9\b12\r", 11),
                                          ("07\r", 6)])
def test_a_number_opens_that_hand(typed: str, place: int) -> None:
    assert press(screen(), typed) == hands(50)[place]


@pytest.mark.parametrize("typed", ["0\r", "51\r", "99\r"])
def test_a_number_that_is_none_is_refused(typed: str) -> None:
    shown = screen()
    assert press(shown, typed) is None
    assert shown.notice == f"There is no number {int(typed)} here." and shown.typed == ""


def test_what_is_typed_shows_and_escape_takes_it_back() -> None:
    shown = screen()
    press(shown, "123")
    assert shown.typed == "12" and shown.typing
    assert press(shown, "q") is None and shown.typed == "12"
    press(shown, "\x1b")
    assert shown.typed == "" and press(shown, "\x1b") == LEAVE


@pytest.mark.parametrize("key", ["q", "Q", "CTRL_C", "ESC"])
def test_keys_that_leave(key: str) -> None:
    assert screen().press(key) == LEAVE


@pytest.mark.parametrize("count, prompt", [
    (1, "Hand 1 or Q)uit?"), (7, "Hand 1-7 or Q)uit?"),
    (50, "Hand 1-50, N)ext, B)ack or Q)uit?")])
def test_the_prompt_says_what_may_be_typed_and_fits(count: int, prompt: str) -> None:
    assert screen(count).prompt == prompt and len(f"{prompt} 50") <= 38


@pytest.mark.parametrize("sign", [SIGN, NARROW], ids=lambda sign: str(sign.columns))
def test_pages_show_every_hand_once(sign: Sign) -> None:
    shown, numbers = screen(sign=sign), list[int]()
    for _ in range(3):
        canvas = shown.paint()
        found = [canvas.row_text(row).split() for row in range(3, 22)]
        numbers += [int(words[0]) for words in found if words and words[0].isdigit()]
        press(shown, "n")
    assert numbers == list(range(1, 51))
    before = shown.paint().row_text(5)
    press(shown, "n")
    assert shown.paint().row_text(5) == before
    press(shown, "bbb")
    assert " 1  " in shown.paint().row_text(3) + shown.paint().row_text(4)


def test_printed_pages_have_ten_lines_and_a_hand_is_found_on_any() -> None:
    shown = screen(25, speech=Voice())
    assert len(shown.lines()) == 10
    press(shown, "\r")
    assert shown.lines()[0].startswith("11: ")
    assert press(shown, "25\r") == hands(25)[24]


def test_help_names_the_keys_and_the_window_may_change() -> None:
    shown = screen()
    press(shown, "?")
    assert shown.notice.startswith("The number of a hand, then RETURN. N: the next page.")
    shown.fit(40)
    assert shown.paint().columns == 40
