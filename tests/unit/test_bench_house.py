"""bench.house: matches of the House's book against bots, their pairs, intervals and table."""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path

import pytest

from bench.house import __main__ as bench
from bench.house import bots, heuristic
from bench.house.bots import BOTS, KINDS, ODD, Luck
from bench.house.matches import Result, hand, match, pair, player, result
from door.rules import ranks
from door.rules.actions import Action, Bet, Fold, Raise
from door.rules.cards import FRESH_DECK
from door.rules.house_draw import CALLER, HOUSE
from door.rules.ranks import category
from door.rules.shuffle import Stream
from door.rules.table import View
from tests.house_books import Habits, packed, small

HANDS = 60


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("stack", [5, 9, 205])
def test_every_bot_plays_every_hand_to_its_end(name: str, stack: int) -> None:
    """All that it does is legal, or the table would have refused it."""
    found = match(player(small()), BOTS[name], HANDS, stack)
    assert found.hands == HANDS and abs(found.dollars) <= stack


def copycat(view: View, luck: Stream) -> Action:
    """Plays as the House does where the book always checks and calls."""
    assert view.legal is not None
    return bots.always_calls(view, luck, ())


def test_who_plays_like_the_house_wins_nothing_over_a_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both check and stand pat: what the cards give on one hand of a deck, they take on the other,
    which is an ante."""
    monkeypatch.setattr(bots, "discards", lambda cards: ())
    still = Habits(opens=(0, 0, 0), answers=(0, 0), throws=(15, 0, 0, 0, 0, 0))
    luck, lost = random.Random("mirror"), 0
    for _ in range(100):
        first, second = pair(player(small(still)), copycat, 205, luck)
        assert first + second == 0 and abs(first) in (0, 5)
        lost += first < 0
    assert 30 < lost < 70


def test_the_second_hand_of_a_pair_is_the_first_with_sides_exchanged() -> None:
    seen: list[tuple[int, tuple[int, ...], tuple[int, ...]]] = []

    def watching(view: View, luck: Stream) -> Action:
        if len(view.bets) == 1 and view.legal and view.legal.discard is None:
            seen.append((view.first, tuple(view.cards), view.in_pot))
        return copycat(view, luck)
    deck = random.Random("deck").sample(FRESH_DECK, 52)
    hand(player(small()), watching, 205, HOUSE, deck, 1)
    hand(player(small()), watching, 205, CALLER, deck, 1)
    assert [first for first, *_ in seen] == sorted((first for first, *_ in seen), reverse=True)
    assert seen[0][:2] == (HOUSE, tuple(deck[1:10:2]))
    assert seen[-1][:2] == (CALLER, tuple(deck[0:10:2]))


def test_the_same_seed_is_the_same_match_and_another_is_another() -> None:
    one, same, other = (match(player(small()), BOTS["maniac"], HANDS, 205, seed)
                        for seed in (1, 1, 2))
    assert one == same != other


def test_the_interval_is_that_of_pairs() -> None:
    """Pairs that win 3, 1, -1 and 1 a hand: mean 1, deviation 1.633, error 0.816."""
    found = result([(5, 1), (1, 1), (-4, 2), (0, 2)])
    assert (found.hands, found.dollars, found.antes) == (8, 1.0, 0.2)
    assert found.within == pytest.approx(1.96 * (8 / 3) ** 0.5 / 2)
    assert (found.first, found.second) == (0.5, 1.5)


def test_pairs_that_all_come_out_alike_are_sure() -> None:
    assert result([(10, -4)] * 5).within == 0


# -- the bots --------------------------------------------------------------------------------

def watched(name: str, seen: list[tuple[View, Action]]) -> bots.Bot:
    def bot(view: View, luck: Stream) -> Action:
        action = BOTS[name](view, luck)
        seen.append((view, action))
        return action
    return bot


def actions(name: str, stack: int = 205) -> list[tuple[View, Action]]:
    """What a bot does in some hundred hands, and where."""
    seen: list[tuple[View, Action]] = []
    match(player(small()), watched(name, seen), 200, stack)
    return seen


@pytest.mark.parametrize("name", [name for name in BOTS if "odd" in name])
def test_odd_sizes_are_odd_wherever_there_is_room(name: str) -> None:
    chips = [action.amount for view, action in actions(name)
             if isinstance(action, (Bet, Raise)) and view.legal
             and (view.legal.bet or view.legal.raise_) == (2, 25)]
    assert set(chips) == ({19} if "raises" in name else set(ODD))


def test_the_maniac_and_the_callers_never_fold() -> None:
    for name in "calls", "raises", "maniac":
        assert not any(isinstance(action, Fold) for _, action in actions(name))


def test_the_tight_one_plays_jacks_or_better() -> None:
    for view, action in actions("tight"):
        if len(view.bets) == 1 and view.legal and view.legal.discard is None and view.legal.due:
            kind = category(strength := ranks.strength(view.cards))
            assert isinstance(action, Fold) == (strength < bots.JACKS)
            assert kind >= ranks.PAIR or isinstance(action, Fold)


def test_marks_of_strength_are_where_they_should_be() -> None:
    assert ranks.name(bots.JACKS).startswith("pair of jacks")
    assert ranks.name(bots.JACKS - 1).startswith("pair of tens")
    for mark, kind in (bots.TWO_PAIR, ranks.TWO_PAIR), (bots.TRIPS, ranks.TRIPS):
        assert category(mark) == kind == category(mark - 1) + 1


def test_the_heuristic_bot_is_the_player_by_rule_itself() -> None:
    for n, (view, _) in enumerate(actions("heuristic")):
        assert BOTS["heuristic"](view, Luck(n)) == heuristic.policy(view, Luck(n))


# -- the table -------------------------------------------------------------------------------

def test_the_command_prints_a_row_for_each_bot(tmp_path: Path,
                                               capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "policy.bin"
    path.write_bytes(packed())
    bench.main(["tight", "calls", "--book", str(path), "--hands", "20", "--stack", "30",
                "--jobs", "1"])
    said = capsys.readouterr().out.splitlines()
    assert said[0].split() == [small().hash, "stacks", "$30"]
    assert [line[:20].strip() for line in said[3:6]] == ["tight", "tight, odd sizes", "calls"]
    assert all("±" in line for line in said[3:6]) and said[-1].endswith("hands a second")


def test_a_row_tells_dollars_antes_and_seats() -> None:
    assert bench.row("tight", Result(20_000, 0.55, 0.0625, -0.25, 1.35)).split() == [
        "tight", "20,000", "+0.550", "±0.062", "+0.1100", "±0.0125", "-0.25", "+1.35"]


def test_all_bots_are_matched_where_none_is_named() -> None:
    assert set(bench.chosen([])) == {*BOTS, "itself"} and len(BOTS) == 2 * len(KINDS) - 1


def test_an_unknown_bot_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        bench.main(["loose"])
    assert "no such bot: loose" in capsys.readouterr().err


def test_a_bad_book_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        bench.main(["--book", str(tmp_path / "none.bin")])
    assert f"{tmp_path / 'none.bin'}: No such file" in capsys.readouterr().err


def test_the_book_in_the_callers_chair_is_the_house_with_the_seats_exchanged() -> None:
    """Where nothing is left to luck, the second hand of each deck takes what the first gave."""
    sure = Habits(opens=(0, 15, 0), answers=(0, 15), throws=(15, 0, 0, 0, 0, 0))
    itself, luck = partial(bots.by_book, small(sure)), random.Random("chair")
    for _ in range(50):
        first, second = pair(player(small(sure)), itself, 205, luck)
        assert first + second == 0 and abs(first) in (0, 179)   # twice 12 and three times 25


def test_a_gentle_house_never_raises() -> None:
    seen: list[int] = []

    def betting(view: View, luck: Stream) -> Action:
        seen.append(max([len(made) for made in view.bets], default=0))
        return bots.always_raises(view, luck, (5,))
    wild = small(Habits(opens=(0, 15, 0), answers=(0, 15)))
    match(player(wild, gentle=True), betting, HANDS, 205)
    gentle = max(seen)
    match(player(wild), betting, HANDS, 205)
    assert (gentle, max(seen)) == (2, 4)
