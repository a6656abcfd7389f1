"""A House that is known to be weak: trained as if cards did not remove each other.

Who trains callers to beat the House must beat this one by CONTROL dollars a hand, or what they do
not win from the shipped book says nothing about it.
"""

from __future__ import annotations

from pathlib import Path

from tqdm import tqdm

from training import packing
from training.solver import Solver, Tables

CONTROL = 0.20      # dollars a hand
STACK, CHUNK = 205, 15_000
DEALS = 3_000_000     # of sixteen hands a side (training/deals.h)


def trained(folder: Path, tables: Tables, deals: int, seed: int = 1) -> bytes:
    """The policy file of one stack, after so many deals with each side acting first.

    What was trained before counts: checkpoints stand in the folder.
    """
    folder.mkdir(parents=True, exist_ok=True)
    pair = [_solved(folder, tables, first, deals, seed).average for first in (False, True)]
    return packing.book([(STACK, packing.groups_up_to(STACK), tables, pair[0], pair[1])],
                        {"deals": deals, "seed": seed})


def _solved(folder: Path, tables: Tables, house_first: bool, deals: int, seed: int) -> Solver:
    solver = Solver(tables, STACK, house_first, seed, independent=True)
    path = folder / f"control-{'house' if house_first else 'caller'}-first.npz"
    if path.exists():
        solver.load(path)
    with tqdm(total=deals, initial=solver.deals, unit="deal", unit_scale=True, disable=None,
              desc=path.stem) as bar:
        while solver.deals < deals:
            chunk = min(CHUNK, deals - solver.deals)
            solver.train(chunk)
            solver.save(path)
            bar.update(chunk)
    return solver
