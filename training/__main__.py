"""make house: trains the House's tables, in pieces, and packs them into the policy file.

    python -m training [--work FOLDER] [--rounds N] [--jobs 2] [--seed TEXT] [--pack FILE]

Every table is trained a few chunks a round; checkpoints stand in the work folder, and a run that
is broken off goes on where it was. training/README.txt explains the method.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from tqdm import tqdm

from door.house.book import FILE
from training import packing
from training.packing import groups_up_to
from training.solver import Solver, Tables

CHUNK = 15_000     # deals, of WIDTH hands a side (solver.c)
# How many chunks a round a stack gets, each with either side first: the more, the more was still
# won of it by callers trained to (docs/house.txt). Where all of the betting fits is $205; below it
# the caps change the game, the more so the shorter.
CHUNKS = {205: 32, 150: 7, 100: 7, 75: 5, 60: 4, 50: 8, 40: 2, 30: 3, 20: 2, 15: 1, 10: 1, 7: 1,
          5: 1}
FULL_ROUNDS = 155
DEEP, BUCKETS, DEEP_BUCKETS = 75, 64, 128  # of strength after the draw; more from $75 on


class Job(NamedTuple):
    """Chunks of one table: the smaller stack before the ante, and who acts first."""

    stack: int
    house_first: bool
    chunks: int

    @property
    def name(self) -> str:
        return f"{self.stack}-{'house' if self.house_first else 'caller'}-first"


def jobs_of_a_round() -> list[Job]:
    return [Job(stack, first, chunks) for stack, chunks in CHUNKS.items()
            for first in (False, True)]


def neighbours(stack: int) -> tuple[int, int]:
    """The next stacks below and above that have tables; the stack itself where there is none."""
    lower = [other for other in CHUNKS if other < stack]
    higher = [other for other in CHUNKS if other > stack]
    return max(lower, default=stack), min(higher, default=stack)


@cache
def tables(folder: Path, buckets: int) -> Tables:
    return Tables.made(folder, buckets)


def work(folder: Path, job: Job, seed: int, deals: int) -> tuple[Job, float]:
    """Trains a table a bit more; dollars a hand that the House won meanwhile."""
    solver = Solver(tables(folder, DEEP_BUCKETS if job.stack >= DEEP else BUCKETS), job.stack,
                    job.house_first, seed)
    solver.spread(*neighbours(job.stack))
    path = folder / f"{job.name}.npz"
    if path.exists():
        solver.load(path)
    won = [solver.train(deals) for _ in range(job.chunks)]
    solver.save(path)
    return job, sum(won) / len(won)


def train(folder: Path, rounds: int, workers: int, seed: int, deals: int = CHUNK) -> None:
    """So many rounds in all, chunks of so many deals; those that are done already count."""
    for buckets in (BUCKETS, DEEP_BUCKETS):
        tables(folder, buckets)
    done = folder / "rounds"
    first = int(done.read_text()) if done.exists() else 0
    with ProcessPoolExecutor(workers) as pool, tqdm(
            total=(rounds - first) * sum(CHUNKS.values()) * 2, unit="chunk") as bar:
        for number in range(first, rounds):
            jobs = [pool.submit(work, folder, job, seed, deals) for job in jobs_of_a_round()]
            for ended in as_completed(jobs):
                job, won = ended.result()
                bar.set_postfix_str(f"round {number + 1}, {job.name}: {won:+.2f}")
                bar.update(job.chunks)
            done.write_text(str(number + 1))


def pack(folder: Path, target: Path, seed: int) -> None:
    """The policy file of what the checkpoints have learned so far."""
    made, deals = [], {}
    for stack in sorted(CHUNKS):
        shared = tables(folder, DEEP_BUCKETS if stack >= DEEP else BUCKETS)
        pair = []
        for first in (False, True):
            job = Job(stack, first, 0)
            with np.load(folder / f"{job.name}.npz") as kept:
                pair.append([kept[f"average{n}"] for n in range(3)])
                deals[job.name] = int(kept["deals"])
        made.append((stack, groups_up_to(neighbours(stack)[1]), shared, pair[0], pair[1]))
    packing.write(target, packing.book(made, {"deals": deals, "seed": seed}))


def main() -> None:
    parser = argparse.ArgumentParser("python -m training", description=__doc__)
    parser.add_argument("--work", type=Path, default=Path("build/house"))
    parser.add_argument("--rounds", type=int, default=FULL_ROUNDS)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--chunk", type=int, default=CHUNK, help="deals")
    parser.add_argument("--pack", type=Path, default=FILE)
    options = parser.parse_args()
    if options.rounds:
        train(options.work, options.rounds, options.jobs, options.seed, options.chunk)
    pack(options.work, options.pack, options.seed)


if __name__ == "__main__":
    main()
