"""training/solver.c: what it learns in a game so small that everybody knows the answers.

Nobody draws, strength comes in four parts, and before the draw all holdings are alike. Needs numpy
and a C compiler.
"""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path

import pytest

pytest.importorskip("numpy")

import numpy as np                                          # noqa: E402

from door.house.lines import OPENS, THEIR_OPENS             # noqa: E402
from tests.house_deals import blank                         # noqa: E402
from training.cards import NO_OPTION                        # noqa: E402
from training.solver import CALLER, HOUSE, Floats, Solver, Tables     # noqa: E402

pytestmark = pytest.mark.skipif(not shutil.which("cc"), reason="needs cc, a C compiler")
STACK, CHUNKS, DEALS = 30, 20, 100
WORST, BEST = 0, 3
FOLD, CALL = 0, 1
CHECKED = 0             # the group of a first round without a bet
OPENED = 1 + THEIR_OPENS.index(25)


@cache
def pat() -> Tables:
    tables = blank()
    tables.holdings["kept"] = NO_OPTION
    tables.holdings["kept"][:, 0] = 31
    return tables


@cache
def trained(house_first: bool, independent: bool = False) -> tuple[Solver, float]:
    """A solver after its chunks, and what the House won a deal in the second half of them."""
    solver = Solver(pat(), STACK, house_first, 1, independent)
    won = [solver.train(DEALS) for _ in range(CHUNKS)]
    return solver, sum(won[CHUNKS // 2:]) / (CHUNKS - CHUNKS // 2)


def shares(average: Floats, bucket: int, slot: int) -> list[float]:
    """What the House does after a first round without a bet, with both standing pat."""
    row = average[CHECKED, 0, 0, bucket, slot]
    return list(row / row.sum())


@pytest.mark.parametrize("house_first", (False, True))
@pytest.mark.parametrize("independent", (False, True))
def test_the_best_is_never_folded_and_the_worst_seldom_called(house_first: bool,
                                                              independent: bool) -> None:
    solver, _ = trained(house_first, independent)
    assert shares(solver.average[2], BEST, OPENED)[FOLD] < 0.05
    assert shares(solver.average[2], WORST, OPENED)[FOLD] > 0.8


@pytest.mark.parametrize("house_first", (False, True))
def test_the_best_bets(house_first: bool) -> None:
    solver, _ = trained(house_first)
    assert sum(shares(solver.average[2], BEST, 0)[1:]) > 0.5


@pytest.mark.parametrize("side", (HOUSE, CALLER))
def test_who_has_the_best_regrets_folds_and_who_has_the_worst_calls(side: int) -> None:
    second = trained(False)[0].regret[side][2][CHECKED, 0, 0]
    opened = OPENED if side == HOUSE else len(OPENS)        # by 25
    assert second[BEST, opened, CALL] > second[BEST, opened, FOLD]
    assert second[WORST, opened, FOLD] > second[WORST, opened, CALL]


def test_both_chairs_together_are_worth_nothing() -> None:
    """The game is the same for both sides but for who acts first, and for the sizes they know."""
    assert abs(trained(True)[1] + trained(False)[1]) < 1.5


def test_a_frozen_house_learns_nothing_and_the_caller_does() -> None:
    played = trained(False)[0].average
    solver = Solver(pat(), STACK, False, 1)
    solver.freeze(played)
    solver.run(DEALS)
    assert all(np.array_equal(*pair) for pair in zip(solver.average, played))
    assert not any(array.any() for array in solver.regret[HOUSE])
    assert all(array.any() for array in (solver.regret[CALLER][0], solver.regret[CALLER][2]))


def test_a_checkpoint_goes_on_as_if_it_had_never_stopped(tmp_path: Path) -> None:
    once, broken, again = (Solver(pat(), STACK, True, seed) for seed in (1, 1, 99))
    for _ in range(4):
        once.train(20)
    for _ in range(2):
        broken.train(20)
    broken.save(tmp_path / "half.npz")
    again.load(tmp_path / "half.npz")
    for _ in range(2):
        again.train(20)
    assert again.deals == once.deals == 80
    assert all(np.array_equal(*pair) for pair in zip(once.average, again.average))
