"""The tables of cards that the solver in C reads: strengths, holdings, and buckets of strength.

All of them are made from the game's own rules and from door.house.classes, so that what is trained
and what is played cannot differ. The holdings take a minute or two; they are kept in the work
folder, under the hash of the code that makes them.
"""

from __future__ import annotations

import hashlib
from itertools import combinations, combinations_with_replacement
from multiprocessing import Pool
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from door.house import classes
from door.rules import ranks
from door.rules.cards import FRESH_DECK, Card

# Sums of these for five cards, at most four of a rank, are all different: the largest is 360,918.
RANK_KEYS = (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415)
HOLDING = np.dtype([("class", "<u2"), ("kept", "u1", 6)])
NO_OPTION = 0xFF
SEEN = 4        # numbers of discards that are told apart: 0, 1, 2, 3 or more
SAMPLE = 400_000
UNUSUAL = 20


def plain_strengths() -> NDArray[np.uint16]:
    """Strength by the sum of rank keys, for five cards that are no flush."""
    table = np.zeros(4 * RANK_KEYS[12] + RANK_KEYS[11] + 1, np.uint16)
    seen = set()
    for held in combinations_with_replacement(range(13), 5):
        if held[0] == held[4]:
            continue
        key = sum(RANK_KEYS[rank] for rank in held)
        assert key not in seen, "two sets of ranks with one key"
        seen.add(key)
        table[key] = ranks.strength([Card(4 * rank + (n and n % 4)) for n, rank in
                                     enumerate(held)])
    return table


def suited_strengths() -> NDArray[np.uint16]:
    """Strength by the set of ranks, a bit each, for five cards of one suit."""
    table = np.zeros(1 << 13, np.uint16)
    for held in combinations(range(13), 5):
        table[sum(1 << rank for rank in held)] = ranks.strength([Card(4 * rank) for rank in held])
    return table


def holdings(folder: Path) -> NDArray[np.void]:
    """Class and what is kept at each number of discards, for all 2,598,960 holdings.

    In the order of their combinatorial number: that of cards a < b < c < d < e is
    C(a,1) + C(b,2) + C(c,3) + C(d,4) + C(e,5).
    """
    path = folder / f"holdings-{_hash()}.npy"
    if not path.exists():
        with Pool() as pool:
            parts = pool.map(_holdings_up_to, range(4, 52), chunksize=1)
        folder.mkdir(parents=True, exist_ok=True)
        np.save(path, np.concatenate(parts))
    return np.load(path)


def _hash() -> str:
    return hashlib.sha256(Path(classes.__file__).read_bytes()).hexdigest()[:12]


def _holdings_up_to(highest: int) -> NDArray[np.void]:
    """Those whose highest card it is: with the others ascending from the last to the first."""
    rows = np.zeros(_count(highest, 4), HOLDING)
    lower = sorted(combinations(range(highest), 4), key=lambda four: four[::-1])
    for row, four in zip(rows, lower):
        cards = [FRESH_DECK[n] for n in (*four, highest)]
        row["class"], row["kept"] = classes.holding_class(cards), NO_OPTION
        for count, places in classes.throws(cards).items():
            row["kept"][count] = 31 & ~sum(1 << place for place in places)
    return rows


def _count(n: int, k: int) -> int:
    total = 1
    for i in range(k):
        total = total * (n - i) // (i + 1)
    return total


def buckets(count: int, seed: int = 1) -> NDArray[np.uint8]:
    """[SEEN][strength] -> bucket: final strengths in `count` parts as likely as each other.

    As they are after so many discards, when holdings draw as they usually do, and one in UNUSUAL
    throws some other number.
    """
    luck = np.random.default_rng(seed)
    often = np.zeros((SEEN, ranks.CLASSES))
    for _ in range(SAMPLE):
        deck = [FRESH_DECK[n] for n in luck.permutation(52)[:10]]
        throws = classes.throws(deck[:5])
        usual = 1 if classes.draws_one(deck[:5]) else max(n for n in throws if n < 4)
        other = list(throws)[int(luck.integers(len(throws)))]
        for n, weight in ((usual, 1.0), (other, 1 / UNUSUAL)):
            final = [deck[5 + at] if at in throws[n] else deck[at] for at in range(5)]
            often[min(n, SEEN - 1), ranks.strength(final)] += weight
    return np.stack([_parts(row, count) for row in often])


def _parts(often: NDArray[np.float64], count: int) -> NDArray[np.uint8]:
    """Strength -> part, by the middle of what each strength covers of the whole."""
    middle = (np.cumsum(often) - often / 2) / often.sum()
    return np.minimum((middle * count).astype(int), count - 1).astype(np.uint8)
