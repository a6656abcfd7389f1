"""The solver as Python calls it: builds solver.c, owns its arrays, keeps them between runs.

A Solver is one table of the House's: one stack, one side acting first. Its arrays are checkpoints:
save() and load() carry them from run to run.
"""

from __future__ import annotations

import ctypes
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from door.house.classes import CLASSES
from training import cards

SOURCE = Path(__file__).with_name("solver.c")
# Sums may be added in any order, which lets the compiler take eight at a time. Not -ffast-math: it
# would flush the smallest floats to zero in the whole process.
FLAGS = ("-O3", "-march=native", "-shared", "-fPIC", "-Wall", "-Wextra", "-fassociative-math",
         "-fno-signed-zeros", "-fno-trapping-math", "-fno-math-errno")
HOUSE, CALLER = 0, 1
DRAWS, GROUPS = 6, 19
ACTIONS = 4, 8                # in an array's last place, of the House and of the caller
FIRST_SLOTS, SECOND_SLOTS = (96, 51), (40, 35)
FLOATS = ctypes.POINTER(ctypes.c_float)

Floats = NDArray[np.float32]


class _Game(ctypes.Structure):
    """solver.c's Game."""

    _fields_ = [("holdings", ctypes.c_void_p), ("plain", ctypes.c_void_p),
                ("suited", ctypes.c_void_p), ("bucket", ctypes.c_void_p),
                ("buckets", ctypes.c_int32), ("classes", ctypes.c_int32),
                ("stack", ctypes.c_int32), ("house_first", ctypes.c_int32),
                ("regret", ctypes.c_void_p * 3 * 2), ("average", ctypes.c_void_p * 3),
                ("luck", ctypes.c_uint64 * 4), ("visits", ctypes.c_int64),
                ("independent", ctypes.c_int32),
                ("spread", ctypes.c_int32), ("below", ctypes.c_int32), ("above", ctypes.c_int32),
                ("now", ctypes.c_int32)]


@cache
def library(frozen: bool = False) -> ctypes.CDLL:
    """solver.c, built for this machine. CalledProcessError if there is no C compiler.

    `frozen`: the House learns nothing. That is built apart, since in other code the compiler may
    add in another order, and the same seed would no longer come to the same file.
    """
    folder = Path(tempfile.mkdtemp(prefix="solver-"))
    target = folder / "solver.so"
    subprocess.run(["cc", *FLAGS, f"-DFROZEN={frozen:d}", "-o", str(target), str(SOURCE), "-lm"],
                   check=True)
    loaded = ctypes.CDLL(str(target))
    loaded.solve.restype = ctypes.c_double
    loaded.solve.argtypes = [ctypes.POINTER(_Game), ctypes.c_int64]
    target.unlink()
    folder.rmdir()
    return loaded


@dataclass
class Tables:
    """What all solvers share."""

    holdings: NDArray[np.void]
    plain: NDArray[np.uint16]
    suited: NDArray[np.uint16]
    bucket: NDArray[np.uint8]
    buckets: int

    @classmethod
    def made(cls, folder: Path, buckets: int) -> Tables:
        path = folder / f"buckets-{buckets}.npy"
        if not path.exists():
            folder.mkdir(parents=True, exist_ok=True)
            np.save(path, cards.buckets(buckets))
        return cls(cards.holdings(folder), cards.plain_strengths(), cards.suited_strengths(),
                   np.load(path), buckets)


def shapes(side: int, buckets: int) -> tuple[tuple[int, ...], ...]:
    """Of a side's arrays: first round, draw, second round."""
    seen = cards.SEEN
    return ((CLASSES, FIRST_SLOTS[side], ACTIONS[side]), (CLASSES, GROUPS, DRAWS),
            (GROUPS, seen, seen, buckets, SECOND_SLOTS[side], ACTIONS[side]))


class Solver:
    """One table in the making."""

    def __init__(self, tables: Tables, stack: int, house_first: bool, seed: int,
                 independent: bool = False) -> None:
        self.tables, self.deals, self.chunks = tables, 0, 0
        self.regret = [[np.zeros(shape, np.float32) for shape in shapes(side, tables.buckets)]
                       for side in (HOUSE, CALLER)]
        self.average = [np.zeros(shape, np.float32) for shape in shapes(HOUSE, tables.buckets)]
        self._game = _Game(
            tables.holdings.ctypes.data, tables.plain.ctypes.data, tables.suited.ctypes.data,
            tables.bucket.ctypes.data, tables.buckets, CLASSES, stack, house_first)
        self._game.independent = independent
        self._frozen = False
        self._point()
        self._game.luck[:] = [int(word) for word in np.random.default_rng(
            [seed, stack, house_first]).integers(1, 1 << 63, 4)]

    def _point(self) -> None:
        for part in range(3):
            for side in (HOUSE, CALLER):
                self._game.regret[side][part] = self.regret[side][part].ctypes.data
            self._game.average[part] = self.average[part].ctypes.data

    def run(self, deals: int) -> float:
        """Plays so many deals; dollars a hand that the House won while it learned, or the caller
        where the House is frozen."""
        won = float(library(self._frozen).solve(ctypes.byref(self._game), deals))
        self.deals += deals
        return won / deals

    def freeze(self, average: Sequence[Floats]) -> None:
        """From now on the House plays this and learns nothing: the caller looks for an answer."""
        for array, played in zip(self.average, average, strict=True):
            array[:] = played
        self._frozen = True

    def train(self, deals: int) -> float:
        """One chunk of so many deals, after which all that is known counts less than the next.

        The k-th chunk weighs k for regrets and k squared for the average: linear CFR in steps, and
        an average that forgets its beginnings sooner (Brown and Sandholm 2019).
        """
        won = self.run(deals)
        self.chunks += 1
        share = self.chunks / (self.chunks + 1)
        for array in (*self.regret[HOUSE], *self.regret[CALLER]):
            array *= share
        for array in self.average:
            array *= share * share
        return won

    def spread(self, below: int, above: int) -> None:
        """From now on sizes and the stack stand for those around them as well, as they will when
        the House plays: `below` and `above` are the next stacks that have tables."""
        self._game.spread, self._game.below, self._game.above = 1, below, above

    @property
    def visits(self) -> int:
        """Decisions looked at so far."""
        return int(self._game.visits)

    def save(self, path: Path) -> None:
        """A checkpoint, whole or not at all."""
        part = path.with_suffix(".part")
        with part.open("wb") as file:
            np.savez(file, deals=self.deals, chunks=self.chunks,
                     luck=np.array(self._game.luck[:], np.uint64),
                     **{f"house{n}": array for n, array in enumerate(self.regret[HOUSE])},
                     **{f"caller{n}": array for n, array in enumerate(self.regret[CALLER])},
                     **{f"average{n}": array for n, array in enumerate(self.average)})
        part.replace(path)

    def load(self, path: Path) -> None:
        """Goes on from a checkpoint."""
        with np.load(path) as kept:
            self.deals, self.chunks = int(kept["deals"]), int(kept["chunks"])
            self._game.luck[:] = [int(word) for word in kept["luck"]]
            for n in range(3):
                self.regret[HOUSE][n][:] = kept[f"house{n}"]
                self.regret[CALLER][n][:] = kept[f"caller{n}"]
                self.average[n][:] = kept[f"average{n}"]
