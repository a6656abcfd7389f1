"""bench.house: callers who are trained to beat the House, or know its book, and their table.

Needs numpy, tqdm and a C compiler.
"""

from __future__ import annotations

import random
import shutil
import statistics
import sys
from pathlib import Path

import pytest

pytest.importorskip("numpy")
pytest.importorskip("tqdm")

from bench.house import control, exploiters, hunt                               # noqa: E402
from bench.house.exploiters import CLOSE, Exploiter, Figure, Local, figure      # noqa: E402
from bench.house.hunt import ANY, KINDS, MENU, Hunt                             # noqa: E402
from bench.house.insider import Insider, strategy                              # noqa: E402
from door.house.book import COARSE, FINE, Book                                  # noqa: E402
from door.house.lines import SECOND_SLOTS                                       # noqa: E402
from tests.house_books import Habits, packed                                    # noqa: E402
from tests.house_deals import blank                                             # noqa: E402
from training.cards import NO_OPTION                                            # noqa: E402
from training.solver import Tables, library                                     # noqa: E402

pytestmark = pytest.mark.skipif(not shutil.which("cc"), reason="needs cc, a C compiler")

FOLDS = Habits(opens=(0, 0, 0), answers=(15, 0), throws=(15, 0, 0, 0, 0, 0))    # to every bet
CALLS = Habits(opens=(0, 0, 0), answers=(0, 0), throws=(15, 0, 0, 0, 0, 0))     # with anything
WEAK = Habits(opens=(0, 0, 0), answers=(5, 0), throws=(15, 0, 0, 0, 0, 0))      # folds a third
STACK, DEALS, MEASURED = 30, 2_000, 2_000


@pytest.fixture(scope="module")
def pat() -> Tables:
    """Everybody stands pat, and before the draw all holdings are one class."""
    tables = blank()
    tables.holdings["kept"] = NO_OPTION
    tables.holdings["kept"][:, 0] = 31
    return tables


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Guesses enough for one class of holdings."""
    monkeypatch.setattr(exploiters, "GUESSES", 250)


def book(habits: Habits) -> Book:
    return Book(packed(habits=habits))


def learned(habits: Habits, tables: Tables, menu_only: bool) -> Exploiter:
    caller = Exploiter(book(habits), tables, STACK, False, 1, menu_only)
    for _ in range(10):
        caller.train(DEALS // 10)
    return caller


@pytest.mark.parametrize("menu_only", [False, True])
def test_who_has_learned_takes_the_antes_of_a_house_that_folds(pat: Tables,
                                                               menu_only: bool) -> None:
    assert learned(FOLDS, pat, menu_only).measure(MEASURED).dollars > 4.9


@pytest.mark.parametrize("house_first", [False, True])
def test_the_local_one_takes_them_too_without_learning(pat: Tables, house_first: bool) -> None:
    assert Local(book(FOLDS), pat, STACK, house_first, 1).measure(200) == Figure(5, 0)


@pytest.mark.parametrize("house_first", [False, True])
def test_who_is_in_the_trainers_game_takes_them_too(pat: Tables, house_first: bool) -> None:
    """But for what it learned on the way: where it is measured, it still learns."""
    caller = Insider(book(FOLDS), pat, STACK, house_first, 1)
    caller.train(2_000)
    assert 4.9 < caller.measure(200).dollars <= 5


def test_in_the_trainers_game_the_house_plays_its_book(pat: Tables) -> None:
    read = book(WEAK)
    first, draw, second = strategy(read, read.nearest(STACK, False)[0])
    assert second[0, 0, 0, 0, 0].tolist() == [COARSE, 0, 0, 0]
    assert second[0, 0, 0, 0, 1].tolist() == [5, 10, 0, 0]
    assert first[0, 0].tolist() == [FINE, 0, 0, 0] and first[0, 1].tolist() == [85, 170, 0, 0]
    assert draw[0, 0].tolist() == [15, 0, 0, 0, 0, 0]


def test_who_is_in_the_trainers_game_needs_a_table(pat: Tables) -> None:
    with pytest.raises(ValueError, match=r"no table for \$29"):
        Insider(book(WEAK), pat, 29, True, 1)


@pytest.mark.parametrize("habits", [CALLS, WEAK])
def test_who_has_learned_wins_more_than_who_has_not(pat: Tables, habits: Habits) -> None:
    before = Exploiter(book(habits), pat, STACK, False, 1).measure(MEASURED)
    after = learned(habits, pat, False).measure(MEASURED)
    assert after.dollars - after.about > before.dollars + before.about


def test_the_local_one_bets_what_it_holds_where_the_house_calls(pat: Tables) -> None:
    found = Local(book(CALLS), pat, STACK, False, 1).measure(1_000)
    assert found.dollars - found.about > 3


def test_the_local_one_learns_of_a_bet_what_the_house_holds(pat: Tables) -> None:
    """After the draw the House bets all with its worse half and checks the rest. Holdings from the
    25th to the 50th of a hundred should call that, and would fold if they did not know: $14.2 a
    hand, and $13.4 without."""
    read = book(CALLS)
    data, sheet = bytearray(read.data), read.nearest(STACK, True)[0]
    for at in range(sheet.second, len(data), 2 * (SECOND_SLOTS + 1)):
        data[at + 1] = 15 << 4          # the lower bucket of two: the most
    read.data = bytes(data)
    found = Local(read, pat, STACK, True, 1).measure(6_000)
    assert found.dollars > 13.8


def test_with_more_of_the_houses_holdings_the_mean_is_the_same_and_closer(pat: Tables) -> None:
    caller = learned(WEAK, pat, False)
    one, many = caller.measure(20_000), caller.measure(20_000, 16)
    assert abs(one.dollars - many.dollars) < one.about + many.about
    assert many.about < 0.9 * one.about


def test_an_interval_is_that_of_the_mean() -> None:
    luck = random.Random(1)
    won = [luck.choice((-205, -5, 0, 5, 40)) for _ in range(5_000)]
    found = figure(sum(won), sum(chips * chips for chips in won), len(won))
    assert found.dollars == pytest.approx(statistics.fmean(won))
    assert found.about == pytest.approx(
        CLOSE * statistics.stdev(won) / len(won) ** 0.5, rel=1e-3)


def test_a_caller_who_is_broken_off_goes_on_where_it_was(pat: Tables, tmp_path: Path) -> None:
    whole, half = (Exploiter(book(WEAK), pat, STACK, True, 1) for _ in range(2))
    whole.train(50), whole.train(50), half.train(50)
    half.save(tmp_path / "half.npz")
    other = Exploiter(book(WEAK), pat, STACK, True, 1)
    other.load(tmp_path / "half.npz")
    other.train(50)
    assert other.chunks == whole.chunks == 2
    assert all((a == b).all() for a, b in zip(other.regret, whole.regret))


@pytest.mark.parametrize("kind", KINDS)
def test_what_was_found_is_not_looked_for_again(kind: str, pat: Tables, tmp_path: Path,
                                                monkeypatch: pytest.MonkeyPatch) -> None:
    path, quarry = tmp_path / "book.bin", Hunt(kind, STACK, False, 80, 40)
    path.write_bytes(packed(habits=WEAK))
    monkeypatch.setattr(hunt, "tables", lambda folder, buckets: pat)
    found = hunt.hunted(path, tmp_path, quarry)
    monkeypatch.setattr(hunt, "won", None)
    assert hunt.hunted(path, tmp_path, quarry) == found
    assert [file.name for file in tmp_path.glob("*.npz")] == []


def test_half_of_the_callers_learn_the_menu_first(pat: Tables,
                                                  monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[bool] = []

    def note(caller: Exploiter, deals: int) -> Figure:
        seen.append(caller.menu_only)
        caller.chunks += 1
        return Figure(0, 0)

    monkeypatch.setattr(Exploiter, "train", note)
    for seed, warm in (1, 0), (2, 20):
        hunt.learn(Exploiter(book(WEAK), pat, STACK, False, seed),
                   Hunt(ANY, STACK, False, 400, 1, seed), None)
        assert seen == [True] * warm + [False] * (40 - warm)
        seen.clear()


def test_the_table_has_each_seat_and_both() -> None:
    hunts = [Hunt(MENU, 205, False, 100, 10), Hunt(MENU, 205, True, 100, 10)]
    lines = list(hunt.lines(hunts, {hunts[0]: Figure(1, 0.3), hunts[1]: Figure(-0.5, 0.4)}))
    assert [line.split() for line in lines] == [
        "205 caller menu 100 +1.000 ±0.300 +0.2000 ±0.0600".split(),
        "205 House menu 100 -0.500 ±0.400 -0.1000 ±0.0800".split(),
        "205 both menu 100 +0.250 ±0.250 +0.0500 ±0.0500".split()]


def test_a_hunt_is_planned_for_both_seats_of_each_kind_and_start() -> None:
    plan = hunt.planned(hunt.read_options(["--stacks", "205,30", "--starts", "2"]))
    assert len(plan) == 2 * 2 * (2 + 2 + 2 + 1)
    assert {(each.stack, each.deals) for each in plan if each.kind == ANY} == {
        (205, hunt.DEEP_DEALS), (30, hunt.DEALS)}
    assert all(a._replace(house_first=True) == b for a, b in zip(plan[::2], plan[1::2]))


def test_the_control_is_trained_once(pat: Tables, tmp_path: Path) -> None:
    first = control.trained(tmp_path, pat, 20)
    assert Book(first).nearest(control.STACK, True)[0].stack == control.STACK
    assert control.trained(tmp_path, pat, 20) == first


def test_floats_are_as_they_were_once_the_solver_is_loaded() -> None:
    """A library that was built with -ffast-math makes the smallest numbers zero for everybody."""
    library()
    assert sys.float_info.min / 2 > 0
