"""door.screens.answers: keys that ask are answered from the view, in one line each."""

from __future__ import annotations

import pytest

from door.rules.actions import CALL, CHECK, STAND_PAT, Bet, Discard, Raise
from door.rules.cards import FRESH_DECK, parse_cards
from door.rules.house_draw import CALLER, GAME, HOUSE
from door.rules.table import Table, View
from door.screens.answers import answer

MINE, HOUSES, DRAWS = "Kh Kc 9s 9d 4d", "Ad As 7h 6c 2s", "9h Ac 3c 3d"


def table(*acts: object) -> Table:
    """After these actions of whoever was to act."""
    cards = [card for pair in zip(parse_cards(MINE), parse_cards(HOUSES)) for card in pair]
    cards += parse_cards(DRAWS)
    here = Table(GAME, (200, 200), CALLER)
    here.deal(cards + [card for card in FRESH_DECK if card not in cards])
    for act in acts:
        assert here.to_act is not None
        here.act(here.to_act, act)      # type: ignore[arg-type]
    return here


BETWEEN = Table(GAME, (200, 200)).view(CALLER)
DEALT = table().view(CALLER)
RAISED = table(Bet(12), Raise(10)).view(CALLER)
CAPPED = table(Bet(2), Raise(2), Raise(2), Raise(2)).view(CALLER)
LAST = table(CHECK, Bet(2), Raise(2), Raise(2)).view(CALLER)
DRAW = table(CHECK, CHECK).view(CALLER)
DRAWN = table(CHECK, CHECK, Discard((4,)), Discard((2, 3, 4))).view(CALLER)
PAT = table(CHECK, CHECK, STAND_PAT, STAND_PAT).view(CALLER)
OVER = table(CHECK, CHECK, STAND_PAT, STAND_PAT, Bet(5), CALL).view(CALLER)


@pytest.mark.parametrize("key, view, told", [
    (" ", BETWEEN, "Between hands. A antes, Q leaves the table."),
    (" ", DEALT, "Your turn. Nothing is due: B bets, C checks, F folds, M bets the most."),
    ("s", RAISED, "Your turn. $10 is due: C calls, R raises, M raises the most, F folds."),
    ("s", CAPPED, "Your turn. $2 is due: C calls, F folds."),
    ("s", DRAW, "Your turn to discard: the digits of the cards, then RETURN."),
    ("w", DEALT, "You hold Kh Kc 9s 9d 4d, two pair, kings and nines."),
    ("^", DRAWN, "You hold Kh Kc 9s 9d 9h, full house, nines and kings."),
    ("w", BETWEEN, "You hold no cards."), ("g", BETWEEN, "You hold no cards."),
    ("g", DEALT, "You hold two pair, kings and nines."),
    ("~", DEALT, "You hold two pair, kings and nines."),
    ("!", DEALT, "Card 1: king of hearts."), ("@", DEALT, "Card 2: king of clubs."),
    ("#", DEALT, "Card 3: nine of spades."), ("$", DEALT, "Card 4: nine of diamonds."),
    ("%", DEALT, "Card 5: four of diamonds."), ("%", BETWEEN, "You hold no cards."),
    ("p", RAISED, "The pot is $44."), ("p", BETWEEN, "The pot is $0."),
    ("d", DEALT, "Nothing is due. You may bet $2 to $25; 3 raises left."),
    ("d", RAISED, "$10 is due. You may raise $2 to $25; 2 raises left."),
    ("d", LAST, "$2 is due. You may raise $2 to $25; 1 raise left."),
    ("d", CAPPED, "$2 is due. There is no raise left."),
    ("d", DRAW, "Nothing is due, and nothing can be bet now."),
    ("d", BETWEEN, "Nothing is due, and nothing can be bet now."),
    ("y", RAISED, "You: $183 on the table, $17 in the pot."),
    ("F1", RAISED, "You: $183 on the table, $17 in the pot."),
    ("o", RAISED, "The House: $173 on the table, $27 in the pot."),
    ("F5", DRAWN, "The House: $195 on the table, $5 in the pot. It took 3."),
    ("o", PAT, "The House: $195 on the table, $5 in the pot. It stood pat."),
    ("t", DEALT, "No clock runs at the Poker Table."),
    ("+", DEALT, "No clock runs at the Poker Table."),
    ("p", OVER, "The pot is $0."),
])
def test_an_answer(key: str, view: View, told: str) -> None:
    assert answer(key, view) == told
    assert len(told) < 79


@pytest.mark.parametrize("key", ["z", "c", "b", "ENTER", "ESC", "F9", "TAB", "1", "i", "n"])
def test_other_keys_ask_nothing(key: str) -> None:
    assert answer(key, DEALT) == ""


def test_no_answer_tells_of_the_houses_cards() -> None:
    for key in (*" sw^g~!@#$%pdyot+v", "F1", "F2", "F3", "F4", "F5"):
        for view in (DEALT, RAISED, DRAWN):
            told = answer(key, view)
            assert not any(card.spoken() in told or str(card) in told
                           for card in parse_cards(HOUSES)), told


def test_the_longest_holding_still_fits_its_line() -> None:
    here = Table(GAME, (200, 200), HOUSE)
    cards = parse_cards("2c Ts 3c Th 4c Td 5c Tc 7c 9s")
    here.deal([*cards, *(card for card in FRESH_DECK if card not in cards)])
    assert len(answer("w", here.view(CALLER))) < 79
