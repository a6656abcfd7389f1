"""door.screens.deals: the list of a contest's deals, of one who played it or of two."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from door.rules import events as ev
from door.rules.cards import parse_cards
from door.rules.house_draw import CALLER, HOUSE
from door.screens.contests import Played
from door.screens.deals import ALL, Deals, ending
from door.screens.frame import Sign
from door.screens.picking import LEAVE
from door.screens.sentences import YOU
from door.screens.voice import Voice
from door.views import Contest, Terms

WIDE, NARROW = Sign("Brass Lantern Casino"), Sign("Brass Lantern Casino", columns=40)
DAY = Contest(1, "day", "2023-11-14", 0, 1, 0, Terms("", 1, "", 10, 200), (), False)
LONGEST = "Dolores del Rio III."
MINE, HOUSES = ev.PotAwarded(CALLER, 20, 0, 1, 1), ev.PotAwarded(HOUSE, 20, 0, 1, 1)
FOLD: tuple[ev.Event, ...] = (ev.Folded(CALLER), HOUSES)
ENDINGS: dict[str, list[ev.Event]] = {
    "folds": [ev.Folded(CALLER), HOUSES], "House folds": [ev.Folded(HOUSE), MINE],
    "wins": [MINE], "loses": [HOUSES],
    "a tie": [ev.PotAwarded(seat, 10, 0, 1, 2) for seat in (CALLER, HOUSE)]}


def deals(count: int, net: int = -5, told: Sequence[ev.Event] = FOLD) -> list[Played]:
    cards = parse_cards("Kh Kc 9s 9d 4d")
    return [Played(told, cards, cards, (), n % 2, net) for n in range(count)]


def text(shown: Deals) -> str:
    canvas = shown.paint()
    return "\n".join(canvas.row_text(row).rstrip() for row in range(canvas.rows))


@pytest.mark.parametrize("words", ENDINGS)
def test_how_a_deal_ended(words: str) -> None:
    assert ending(ENDINGS[words]) == words


def test_two_stand_beside_each_other() -> None:
    shown = Deals(WIDE, DAY, [(YOU, deals(3)), ("Zoe", deals(2, 15, [MINE]))])
    rows = text(shown).splitlines()
    assert [row.split() for row in rows[2:6]] == [
        ["#", "First", "You", "Zoe"], ["1", "you", "-$5", "folds", "+$15", "wins"],
        ["2", "House", "-$5", "folds", "+$15", "wins"], ["3", "you", "-$5", "folds"]]
    assert shown.lines() == ["1: You -$5, folds; Zoe +$15, wins.",
                             "2: You -$5, folds; Zoe +$15, wins.", "3: You -$5, folds."]


def test_one_alone_is_listed_as_well() -> None:
    shown = Deals(WIDE, DAY, [("Zoe", deals(1, 15, [MINE]))])
    assert shown.lines() == ["1: Zoe +$15, wins."] and shown.prompt == "Deal 1, A)ll or Q)uit?"


@pytest.mark.parametrize("sign", [WIDE, NARROW], ids=lambda sign: str(sign.columns))
def test_the_longest_rows_and_prompts_fit(sign: Sign) -> None:
    shown = Deals(sign, DAY, [(YOU, deals(50, -500, [ev.Folded(HOUSE), MINE])),
                              (LONGEST, deals(50, -500, [ev.Folded(HOUSE), MINE]))])
    for _ in range(4):
        rows = text(shown).splitlines()
        assert max(map(len, rows)) < sign.columns and len(shown.prompt) <= 37
        listed = [row for row in rows if "$" in row]
        assert listed and all(row.count("-$500 House folds") == 2 for row in listed)
        shown.press("n")
    assert shown.prompt == "Deal 1-50, N)ext, B)ack, A)ll, Q)uit?"
    assert Voice().prompt(shown.prompt) == "Deal 1-50, next, back, all, quit?"


def test_a_number_a_letter_and_leaving() -> None:
    shown = Deals(WIDE, DAY, [(YOU, deals(10))])
    assert shown.press("1") is None and shown.press("0") is None and shown.press("ENTER") == 9
    assert shown.press("A") == ALL and shown.press("q") == LEAVE and shown.press("ESC") == LEAVE
    for key in ("1", "1", "ENTER"):
        shown.press(key)
    assert shown.notice == "There is no number 11 here."
    shown.press("?")
    assert shown.notice == ("The number of a deal, then RETURN. A: all of them in words. "
                            "Q or ESC: enough.")
