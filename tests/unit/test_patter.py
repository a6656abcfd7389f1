"""door.screens.patter: what a dealer says, from luck of its own and from what all can see."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from door.rules import events as ev
from door.rules.cards import parse_cards
from door.rules.house_draw import CALLER, HOUSE
from door.rules.ranks import strength
from door.screens.dealers import DEALERS, GUS, WALT, Dealer
from door.screens.patter import Known, Past, greeting, patter

HANDS = range(200)


def shows(seat: int, cards: str) -> ev.HoldingShown:
    held = parse_cards(cards)
    return ev.HoldingShown(seat, held, strength(held))


def drawn(seat: int, count: int) -> ev.CardsDrawn:
    return ev.CardsDrawn(seat, count, (), ())


def won(seat: int, shown: Sequence[ev.Event] = ()) -> list[ev.Event]:
    return [*shown, ev.PotAwarded(seat, 20, 0, 100, 1)]


ANTE = [ev.AntePosted(CALLER, 5), ev.AntePosted(HOUSE, 5)]
KINGS, NINES_UP = shows(CALLER, "Kh Kc 9s 8d 4d"), shows(HOUSE, "9h 9c 4s 4c Ad")
TRIPS, NOTHING = "Ac Ah Ad 7s 6d", "Qh Js 8d 5c 2h"
FULL, QUADS = "Kh Kd Kc 9s 9d", "8c 8d 8h 8s 3c"

# What happened, and all that may be spoken of then.
OCCASIONS: list[tuple[str, Sequence[ev.Event]]] = [
    ("ante", ANTE),
    ("caller bets", [ev.BetMade(CALLER, 5, False), ev.Called(HOUSE, 5, False)]),
    ("house bets", [ev.Checked(CALLER), ev.BetMade(HOUSE, 5, False)]),
    ("house bets", [*ANTE, ev.RoundOpened(1, HOUSE), ev.BetMade(HOUSE, 5, False)]),
    ("house raises", [ev.BetMade(CALLER, 5, False), ev.Raised(HOUSE, 5, 1, False)]),
    ("caller raises", [ev.Raised(CALLER, 5, 1, False), ev.Called(HOUSE, 5, False)]),
    ("capped, caller raises", [ev.Raised(CALLER, 5, 3, False), ev.Called(HOUSE, 5, False)]),
    ("all in, caller bets", [ev.BetMade(CALLER, 5, True), ev.Called(HOUSE, 5, False)]),
    ("caller pat", [drawn(CALLER, 0), drawn(HOUSE, 1), ev.RoundOpened(3, CALLER)]),
    ("", [drawn(CALLER, 4), drawn(HOUSE, 3)]),
    ("house pat", [drawn(CALLER, 3), drawn(HOUSE, 0)]),
    ("house many", [drawn(HOUSE, 3), drawn(CALLER, 1)]),
    ("caller pat, house many", [drawn(CALLER, 0), drawn(HOUSE, 3)]),
    ("house folds", [ev.Folded(HOUSE), ev.PotAwarded(CALLER, 20, 0, None, 1)]),
    ("caller folds", [ev.Folded(CALLER), ev.PotAwarded(HOUSE, 20, 0, None, 1)]),
    ("caller wins", won(CALLER, [KINGS, shows(HOUSE, "Qs Qc 9h 8c 4c")])),
    ("house wins", won(HOUSE, [KINGS, NINES_UP])),
    ("tie", [ev.PotAwarded(CALLER, 20, 0, 100, 2), ev.PotAwarded(HOUSE, 20, 0, 100, 2)]),
    ("caller big, caller wins", won(CALLER, [shows(CALLER, FULL), NINES_UP])),
    ("house big, house wins", won(HOUSE, [shows(CALLER, FULL), shows(HOUSE, QUADS)])),
    ("beat, house wins", won(HOUSE, [shows(CALLER, TRIPS), shows(HOUSE, "Th 9c 8s 7c 6h")])),
    ("bluff, caller wins", won(CALLER, [KINGS, shows(HOUSE, NOTHING)])),
    ("", [ev.Checked(CALLER), ev.Checked(HOUSE)]),
    ("", [drawn(CALLER, 3), drawn(HOUSE, 2)]),
    ("", []),
]
PASTS = [
    ("ante", Past(24, 99, 2)), ("ante", Past(26, -99, -2)), ("milestone, ante", Past(25)),
    ("hot, ante", Past(3, 0, 3)), ("cold, ante", Past(7, 0, -7)), ("ahead, ante", Past(3, 100)),
    ("behind, ante", Past(3, -100)), ("hot, ahead, ante", Past(9, 300, 4)),
    ("career, ante", Past(10, known=Known(1190))), ("ante", Past(11, known=Known(1190))),
    ("ante", Past(1, known=Known(1190))), ("milestone, ante", Past(50, known=Known(251))),
    ("milestone, ante", Past(100, known=Known())),
]
BEFORE = Known(99, 150, 0)
FOLD = [ev.Folded(HOUSE), ev.PotAwarded(CALLER, 200, 0, None, 1)]
ENDS = [
    ("record, house folds", FOLD, Past(1, known=BEFORE)),
    ("house folds", FOLD, Past(0, known=BEFORE)),           # the hundredth hand at the earliest
    ("house folds", FOLD, Past(1, known=BEFORE._replace(pot=200))),
    ("house folds", FOLD, Past(200)),
    ("caller folds", [ev.Folded(CALLER), ev.PotAwarded(HOUSE, 200, 0, None, 1)],
     Past(1, known=BEFORE)),
    ("tie", [ev.PotAwarded(seat, 200, 0, 100, 2) for seat in (CALLER, HOUSE)],
     Past(1, known=BEFORE)),
]
GREETINGS = [
    ("hello", None), ("hello", Known(5, 20, 0)), ("new, hello", Known()),
    ("hello", Known(5, 20, 6, 1)), ("away, hello", Known(5, 20, 7, 1)),
    ("daily, hello", Known(5, 20, 1, 3)), ("hello", Known(5, 20, 1, 2)),
    ("hello", Known(5, 20, 0, 3)),                          # who has been greeted today
    ("broke, hello", Known(5, 20, 0, 1, 7)), ("hello", Known(5, 20, 0, 1, 8)),
    ("broke, hello", Known(5, 20, 0, 1, 0)), ("chalk, hello", Known(5, 20, 0, chalk=True)),
    ("daily, broke, chalk, hello", Known(5, 20, 1, 4, 1, True)),
]


def sayings(dealer: Dealer, occasions: str) -> set[str]:
    return {f'"{saying}"' for occasion in occasions.split(", ") if occasion
            for saying in dealer.sayings[occasion]}


@pytest.mark.parametrize("occasions, told", OCCASIONS, ids=[name for name, _ in OCCASIONS])
@pytest.mark.parametrize("dealer", DEALERS, ids=[dealer.name for dealer in DEALERS])
def test_each_has_words_for_it_and_often_keeps_them(dealer: Dealer, occasions: str,
                                                    told: Sequence[ev.Event]) -> None:
    said = {patter(told, f"17-{hand}", 1, dealer) for hand in HANDS}
    assert said == {"", *sayings(dealer, occasions)}


@pytest.mark.parametrize("occasions, past", PASTS)
def test_at_the_ante_they_remember_the_caller(occasions: str, past: Past) -> None:
    said = {patter(ANTE, f"17-{hand}", 1, WALT, past) for hand in HANDS}
    assert said == {"", *(saying.replace("#", f"{past.career:,}")
                          for saying in sayings(WALT, occasions))}


@pytest.mark.parametrize("occasions, told, past", ENDS)
@pytest.mark.parametrize("dealer", DEALERS, ids=[dealer.name for dealer in DEALERS])
def test_a_pot_is_a_record_to_who_has_seen_many(dealer: Dealer, occasions: str,
                                                told: Sequence[ev.Event], past: Past) -> None:
    said = {patter(told, f"17-{hand}", 1, dealer, past) for hand in HANDS}
    assert said == {"", *sayings(dealer, occasions)}


def test_a_record_stands_until_a_bigger_pot() -> None:
    past = Past(1, known=BEFORE).after(FOLD, 200)
    assert past.known == BEFORE._replace(pot=200) and past.career == 101
    assert {patter(FOLD, f"17-{hand}", 1, GUS, past) for hand in HANDS} == {
        "", *sayings(GUS, "house folds")}


def test_the_past_counts_hands_and_what_came_one_after_the_other() -> None:
    mine, houses = won(CALLER), won(HOUSE)
    tie = [ev.PotAwarded(seat, 20, 0, 100, 2) for seat in (CALLER, HOUSE)]
    past = Past().after(mine, 15).after(ANTE, 10).after(mine, 30)
    assert past == Past(2, 30, 2)
    assert past.after(houses, 5).after(houses, -5) == Past(4, -5, -2)
    assert past.after(tie, 30) == Past(3, 30, 2)    # which neither counts nor breaks


def test_the_same_hand_says_the_same_and_another_something_else() -> None:
    """RULEBOOK 1.13: the luck is the hand's name."""
    def night(name: str) -> list[str]:
        return [patter(ANTE, name, n) for n in range(30)]
    assert night("17-42") == night("17-42") != night("17-43")


def test_the_cards_that_only_the_caller_sees_make_no_difference() -> None:
    for n in range(100):
        told = [*ANTE, ev.CardsDealt(CALLER, parse_cards("As Ad Ah Ac Kd"))]
        other = [*ANTE, ev.CardsDealt(CALLER, parse_cards("2s 3d 5h 7c 9d"))]
        assert patter(told, "17-42", n) == patter(other, "17-42", n)


@pytest.mark.parametrize("occasions, known", GREETINGS)
@pytest.mark.parametrize("dealer", DEALERS, ids=[dealer.name for dealer in DEALERS])
def test_a_greeting_is_the_dealers_own_and_knows_who_comes(dealer: Dealer, occasions: str,
                                                           known: Known | None) -> None:
    said = {greeting(dealer, str(sitting), known) for sitting in HANDS}
    assert said == sayings(dealer, occasions)
