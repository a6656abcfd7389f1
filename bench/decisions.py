"""What a decision of the House's takes, beside ranking five cards, and what its book weighs.

Decisions are those of random hands at the table, each asked for once, with luck of its own as on
the floor; the views are made beforehand, for they are the table's work.
"""

from __future__ import annotations

import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from bench.house.bots import ODD, Luck, at_random
from door.house.book import FILE, read
from door.house.equilibrium import play
from door.rules.cards import FRESH_DECK
from door.rules.house_draw import GAME, HOUSE
from door.rules.ranks import strength
from door.rules.shuffle import house_luck
from door.rules.table import Table, View

STACKS = (205, 205, 120, 60, 33, 14)
PAGE, MIB = os.sysconf("SC_PAGE_SIZE"), 1 << 20
WEIGH = """
import sys
from pathlib import Path
from door.house.book import read
pages = lambda: int(Path("/proc/self/statm").read_text().split()[1])
before = pages()
kept = read(Path(sys.argv[1]))
print(pages() - before)
"""


def figures(hands: int = 4000, path: Path = FILE) -> dict[str, float]:
    """Microseconds, beside those of ranks.strength on the same cards, and MiB. Raises BadBook."""
    book, found = read(path), dict[str, float]()
    spent: dict[str, list[tuple[float, float]]] = {"bet": [], "draw": []}
    for view, number in list(_asked(hands)):
        key = number.to_bytes(32)
        ours = _timed(lambda: play(book, view, house_luck(key, 1)))
        peer = _timed(lambda: strength(view.cards))
        spent["draw" if view.when == "the draw" else "bet"].append((ours, peer))
    for name, pairs in spent.items():
        ours, peer = (statistics.median(each) for each in zip(*pairs))
        found |= {f"house_{name}_us": ours, f"house_{name}_strength_us": peer,
                  f"house_{name}_ratio": ours / peer}
    return found | {"house_memory_mib": _memory(path), "house_file_mib": path.stat().st_size / MIB}


def _timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1e6


def _asked(hands: int) -> Iterator[tuple[View, int]]:
    """Where the House is asked while both sides do anything."""
    luck = random.Random(3)
    for number in range(hands):
        stack, bot = luck.choice(STACKS), Luck(number)
        table = Table(GAME, (stack, stack), number % 2)
        table.deal(luck.sample(FRESH_DECK, 52))
        while (seat := table.to_act) is not None:
            if seat == HOUSE:
                yield table.view(HOUSE), number
            table.act(seat, at_random(table.view(seat), bot, ODD))


def _memory(path: Path) -> float:
    """What the book adds to a process that reads it."""
    pages = subprocess.run([sys.executable, "-c", WEIGH, str(path)], check=True, timeout=60,
                           capture_output=True, text=True, cwd=Path(__file__).parents[1]).stdout
    return int(pages) * PAGE / MIB
