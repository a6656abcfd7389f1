"""door.screens.odds: the coach's page and its sentences."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from door.house.chances import chances
from door.rules.actions import CALL, CHECK, FOLD, STAND_PAT, Bet, Discard, Legal, Raise
from door.rules.cards import FRESH_DECK, parse_cards
from door.rules.house_draw import CALLER, GAME
from door.rules.table import Table, View
from door.screens.frame import Sign, area
from door.screens.odds import Decision, chapter
from door.screens.speech import TERSE, Speech
from door.screens.typesetting import pages
from door.screens.voice import Voice
from door.screens.wording import WIDTH

KINGS_UP = parse_cards("Kh Kc 9s 9d 4d")
SEVERAL = ((CALL, Fraction(55, 100)), (Raise(25), Fraction(40, 100)), (FOLD, Fraction(5, 100)))


def view(legal: Legal, when: str = "before draw", cards: str = "Kh Kc 9s 9d 4d") -> View:
    table = Table(GAME, (200, 200), CALLER)
    table.deal(FRESH_DECK)
    return replace(table.view(CALLER), legal=legal, when=when, cards=parse_cards(cards))


def draw(made: Discard | None, *throws: tuple[int, ...]) -> Decision:
    """At the discard: what was made, and the book's, two ways of which are likely."""
    actions = [Discard(places) if places else STAND_PAT for places in throws]
    drawn = dict.fromkeys([*([made] if made else []), actions[0]])
    return Decision(view(Legal(discard=5), "the draw"), made,
                    tuple(zip(actions, (Fraction(92, 100), Fraction(8, 100)))),
                    tuple((action, chances(KINGS_UP, getattr(action, "places", ())))
                          for action in drawn))


RAISED = Decision(view(Legal(due=10, raise_=(2, 25))), CALL, SEVERAL)
OPENED = Decision(view(Legal(bet=(2, 25))), Bet(12), ((CHECK, Fraction(1)),))
DRAWN = draw(Discard((2, 3, 4)), (4,), ())


def test_what_the_book_would_have_done() -> None:
    assert chapter([RAISED]) == [
        "=Before draw", "You held Kh Kc 9s 9d 4d, two pair, kings and nines.",
        "$10 due. You called. The book calls, 55\xa0%; raises $25, 40\xa0%; folds, 5\xa0%."]


def test_cards_that_have_not_changed_are_not_told_again() -> None:
    told = chapter([OPENED, RAISED, DRAWN])
    assert sum(line.startswith("You held") for line in told) == 1
    assert told[2] == "Nothing due. You bet $12. The book checks, 100\xa0%."
    assert told[4:6] == ["", "=The draw"]


def test_a_draw_has_both_ways_side_by_side() -> None:
    assert chapter([DRAWN])[2:] == [
        "You drew three for 9s 9d 4d. The book draws one for 4d, 92\xa0%; stands pat, 8\xa0%.",
        "                     yours the book's",
        "four of a kind      0.28 %          -",
        "full house          1.04 %     8.51 %",
        "three of a kind    11.42 %          -",
        "two pair           16.21 %    91.49 %",
        "pair               71.05 %          -",
        "improved           12.74 %     8.51 %"]


def test_the_same_draw_has_one_column() -> None:
    told = chapter([draw(Discard((4,)), (4,), ())])
    assert told[3:] == ["                      both", "full house          8.51 %",
                        "two pair           91.49 %", "improved            8.51 %"]


def test_advice_before_the_choice_is_in_the_present() -> None:
    told = chapter([draw(None, (4,), ())])
    assert told[1].startswith("You hold ") and told[3].split() == ["the", "book's"]
    assert told[2] == "The book draws one for 4d, 92\xa0%; stands pat, 8\xa0%."
    assert chapter([RAISED._replace(made=None)])[2].startswith("$10 due. The book calls, ")


@pytest.mark.parametrize("share, said", [
    (Fraction(1), "100"), (Fraction(999, 1000), "over 99"), (Fraction(1, 201), "under 1"),
    (Fraction(1, 200), "under 1"), (Fraction(199, 200), "over 99"), (Fraction(2, 3), "67")])
def test_shares_are_whole_percents_and_none_is_rounded_away(share: Fraction, said: str) -> None:
    told = chapter([OPENED._replace(shares=((CHECK, share),))])
    assert told[2].endswith(f"The book checks, {said}\xa0%.")


@pytest.mark.parametrize("columns", [80, 40])
def test_a_hand_fits_its_pages(columns: int) -> None:
    body = area(Sign("Brass Lantern", columns=columns))
    found = pages([chapter([OPENED, RAISED, DRAWN, RAISED])], body.width, body.height)
    rows = [row for page in found for row in page.rows]
    assert max(len(row.removeprefix("=")) for row in rows) <= body.width
    assert not any("\xa0" in row or row.startswith("%") for row in rows)
    assert "improved           12.74 %     8.51 %" in rows


def test_a_reader_is_told_what_is_painted() -> None:
    assert Speech().odds([DRAWN]) == chapter([DRAWN])


def test_by_ear() -> None:
    voice = Voice()
    assert voice.lines(voice.odds([RAISED, DRAWN])) == [
        "Odds: Before draw.",
        "Odds: You held king of hearts, king of clubs, nine of spades, nine of diamonds,",
        "Odds: four of diamonds. Two pair, kings and nines.",
        "Odds: 10 due. You called. The book calls, 55 %; raises 25, 40 %; folds, 5 %.",
        "Odds: The draw.",
        "Odds: You drew three for nine of spades, nine of diamonds, four of diamonds.",
        "Odds: The book draws one for four of diamonds, 92 %; stands pat, 8 %.",
        "Odds: Your draw: improved 12.74 %; pair 71.05 %, two pair 16.21 %, three of a",
        "Odds: kind 11.42 %, full house 1.04 %, four of a kind 0.28 %.",
        "Odds: The book's draw: improved 8.51 %; two pair 91.49 %, full house 8.51 %."]


def test_by_ear_to_stand_pat_is_no_draw() -> None:
    voice = Voice()
    voice.verbosity = TERSE
    lines = voice.lines(voice.odds([draw(None, ())]))
    assert lines[1].startswith("Odds: You hold K hearts, K clubs, ")
    assert lines[-1] == "Odds: The book's draw: stays as it is."
    assert max(map(len, lines)) <= WIDTH
