"""bench.house.heuristic: the player by rule is legal, mixes, and plays as its rules say."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

from bench.house.heuristic import policy
from door.rules.actions import CHECK, FOLD, Action, Bet, Raise
from door.rules.cards import FRESH_DECK, parse_cards
from door.rules.house_draw import CALLER, GAME, HOUSE
from door.rules.shuffle import house_luck
from door.rules.table import Table, View
from tests.moments import SHORT, Moment, asked

HANDS = 1000


def played(number: int) -> Iterator[Moment]:
    """The moments of one hand in which it was asked."""
    luck = random.Random(f"hand {number}")
    choice = SHORT if number % 2 else (40, 100, 200, 500)
    return asked(luck, (luck.choice(choice), luck.choice(choice)),
                 lambda moment: policy(moment.view, moment.luck()))


@cache
def moments() -> list[Moment]:
    return [moment for number in range(HANDS) for moment in played(number)]


def test_it_is_never_illegal_and_is_asked_in_every_kind_of_spot() -> None:
    seen = [moment.view.legal for moment in moments()]
    legal = [each for each in seen if each is not None]
    assert len(legal) == len(seen) > HANDS
    assert any(each.bet == (1, 1) for each in legal), "a cap of $1"
    assert any(each.due and each.raise_ is None for each in legal), "the cap of raises"
    assert any(each.discard for each in legal)


def test_it_never_folds_when_checking_is_free() -> None:
    for moment in moments():
        legal = moment.view.legal
        if legal is not None and legal.discard is None and not legal.due:
            assert policy(moment.view, moment.luck()) != FOLD


def view_of(cards: str, acts: tuple[Action, ...] = (), first: int = CALLER) -> View:
    """The House's view with these cards, after the caller's and its own actions."""
    mine = parse_cards(cards)
    rest = [card for card in FRESH_DECK if card not in mine]
    pairs = zip(mine, rest) if first == HOUSE else zip(rest, mine)
    table = Table(GAME, (200, 200), first)
    table.deal([card for pair in pairs for card in pair] + rest[5:])
    for action in acts:
        assert table.to_act is not None
        table.act(table.to_act, action)
    return table.view(HOUSE)


def choices(view: View, times: int = 400) -> Counter[str]:
    return Counter(str(policy(view, house_luck(b"luck", n))) for n in range(times))


@pytest.mark.parametrize("cards, acts", [
    ("Ks Kd 8h 6c 3d", ()), ("Ks Kd 8h 6c 3d", (Bet(10),)), ("Qs Jd 8h 6c 3d", (Bet(25),))])
def test_frequencies_are_mixed_by_luck(cards: str, acts: tuple[Action, ...]) -> None:
    view = view_of(cards, acts, HOUSE if not acts else CALLER)
    assert len(choices(view)) > 1


def test_the_best_holdings_raise_and_the_worst_are_given_up_to_a_big_bet() -> None:
    assert any(text.startswith("raise") for text in choices(view_of("Ks Kd Kh 6c 6d", (Bet(25),))))
    assert "fold" not in choices(view_of("Ks Kd Kh 6c 6d", (Bet(25),)))
    assert choices(view_of("9s 7d 5h 3c 2d", (Bet(25),))).most_common(1)[0][0] == "fold"


def test_it_bluffs_sometimes_and_not_often() -> None:
    bets = sum(count for text, count in choices(view_of("9s 7d 5h 3c 2d", first=HOUSE)).items()
               if text.startswith("bet"))
    assert 0 < bets < 80


@pytest.mark.parametrize("cards, kept", [
    ("Ks Kd 8h 6c 3d", "Ks Kd"), ("Ks Kd Kh 6c 3d", "Ks Kd Kh"), ("Ks Kd 8h 8c 3d", "Ks Kd 8h 8c"),
    ("Kh 9h 8h 6h 3d", "Kh 9h 8h 6h"), ("Ks Qd Jh Tc 9d", "Ks Qd Jh Tc 9d")])
def test_the_usual_draw_is_what_it_mostly_does(cards: str, kept: str) -> None:
    view = view_of(cards, (CHECK, CHECK), HOUSE)
    action = choices(view).most_common(1)[0][0]
    thrown = [int(digit) - 1 for digit in action.removeprefix("discard ") if digit.isdigit()]
    assert [card for n, card in enumerate(view.cards) if n not in thrown] == [*parse_cards(kept)]


def test_at_the_cap_of_raises_it_calls_or_folds() -> None:
    view = view_of("Ks Kd Kh Kc 6d", (Bet(2), Raise(2), Raise(2), Raise(2)), HOUSE)
    assert view.raises == 3 and set(choices(view)) <= {"call", "fold"}
