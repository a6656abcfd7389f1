"""`python -m bench.house.hunt [control] [--book FILE] [--stacks 205,150] [--deals N] ...`

What those win who are trained to beat the House, or know its book.

For each stack and seat: a caller who bets the sizes that the House was trained against, one who
bets any whole dollar, one in the trainer's own game, and a local best response (exploit.c,
insider.py, local.c). Dollars and antes a hand with 95 % intervals; the last line of each kind is
both seats together. With `control` they meet a House that is known to be weak (control.py), from
whom they must win. What is found stands in the work folder and is not looked for again; a run that
is broken off goes on where it was.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tqdm import tqdm

from bench.house import control
from bench.house.exploiters import Exploiter, Figure, Local
from bench.house.insider import Insider
from door.house.book import FILE, Book, read
from door.rules.house_draw import GAME
from training import packing
from training.__main__ import BUCKETS, DEEP, DEEP_BUCKETS
from training.solver import Tables

MENU, ANY, INSIDER, LOCAL = KINDS = ("menu", "any dollar", "insider", "local")
STACKS = (205, 150, 100, 75, 50, 30, 20, 10, 5)
CHUNK = 250_000     # deals; each chunk counts more than the last
SAVED = 10          # chunks between checkpoints
DEEP_DEALS, DEALS = 100_000_000, 20_000_000     # at the deepest stack, and at others
MEASURE, LOCAL_MEASURE = 4_000_000, 400_000
INSIDER_DEALS = 3_000_000   # of sixteen hands a side; a tenth as many to be measured over
HEADING = (f"{'stack':>5}  {'first':<7}{'caller':<12}{'deals':>13}"
           f"{'$ a hand':>17}{'antes a hand':>19}")


class Hunt(NamedTuple):
    """One caller in one seat: how long it learns, and how long it is measured."""

    kind: str
    stack: int
    house_first: bool
    deals: int
    measure: int
    seed: int = 1

    @property
    def label(self) -> str:
        who = "House" if self.house_first else "caller"
        return f"{self.stack:>5}  {who:<7}{self.kind:<12}{self.deals:>13,}"

    @property
    def name(self) -> str:
        return "-".join(str(field) for field in self).replace(" ", "-")


@cache
def opened(path: Path) -> Book:
    """A book, once in each process."""
    return read(path)


@cache
def tables(folder: Path, buckets: int) -> Tables:
    return Tables.made(folder, buckets)


def won(book: Book, shared: Tables, hunt: Hunt, folder: Path | None = None) -> Figure:
    """Dollars a hand that a caller wins, once it has learned; checkpoints stand in the folder."""
    where = book, shared, hunt.stack, hunt.house_first, hunt.seed
    if hunt.kind == LOCAL:
        return Local(*where).measure(hunt.measure)
    if hunt.kind == INSIDER:
        insider = Insider(*where)
        insider.train(hunt.deals)
        return insider.measure(hunt.measure)
    caller = Exploiter(*where)
    kept = folder / f"{book.hash[:12]}-{hunt.name}.npz" if folder else None
    if kept and kept.exists():
        caller.load(kept)
    learn(caller, hunt, kept)
    found = caller.measure(hunt.measure)
    if kept:
        kept.unlink(missing_ok=True)
    return found


def learn(caller: Exploiter, hunt: Hunt, kept: Path | None) -> None:
    """All that is still to be learned. Who may bet any dollar learns the menu first, half of the
    time, where the seed is even: callers start from different places."""
    size = min(CHUNK, max(hunt.deals // 40, 1))
    chunks = -(-hunt.deals // size)
    warm = chunks if hunt.kind == MENU else 0 if hunt.seed % 2 else chunks // 2
    while caller.chunks < chunks:
        caller.menu_only = caller.chunks < warm
        caller.train(size)
        if kept and caller.chunks % SAVED == 0:
            caller.save(kept)
    caller.menu_only = hunt.kind == MENU


def hunted(path: Path, folder: Path, hunt: Hunt) -> Figure:
    """As won(), in a process of its own, or what was found before."""
    book, found = opened(path), folder / "found.jsonl"
    if (before := known(found, book.hash).get(hunt)) is not None:
        return before
    buckets = DEEP_BUCKETS if hunt.stack >= DEEP else BUCKETS
    figure = won(book, tables(folder, buckets), hunt, folder)
    with found.open("a") as file:
        file.write(json.dumps([book.hash, hunt, figure]) + "\n")
    return figure


def known(found: Path, book: str) -> dict[Hunt, Figure]:
    """What was found before of a book."""
    if not found.exists():
        return {}
    rows = [json.loads(line) for line in found.read_text().splitlines()]
    return {Hunt(*hunt): Figure(*figure) for kept, hunt, figure in rows if kept == book}


def both(first: Figure, second: Figure) -> Figure:
    """Of a caller who acts first in every other hand."""
    return Figure((first.dollars + second.dollars) / 2,
                  (first.about ** 2 + second.about ** 2) ** 0.5 / 2)


def row(label: str, found: Figure) -> str:
    return (f"{label}{found.dollars:>+10.3f} ±{found.about:.3f}"
            f"{found.dollars / GAME.ante:>+11.4f} ±{found.about / GAME.ante:.4f}")


def planned(options: argparse.Namespace) -> list[Hunt]:
    """The caller first, then the House, of each kind and seed at each stack."""
    def deals(stack: int, kind: str) -> tuple[int, int]:
        most = DEEP_DEALS if stack >= control.STACK else DEALS
        return {LOCAL: (0, options.local), INSIDER: (options.insider, options.insider // 10)}.get(
            kind, (options.deals or most, options.measure))
    return [Hunt(kind, stack, first, *deals(stack, kind), seed)
            for stack in options.stacks for kind in options.kinds
            for seed in range(1, 2 if kind == LOCAL else 1 + options.starts)
            for first in (False, True)]


def lines(hunts: Sequence[Hunt], found: dict[Hunt, Figure]) -> Iterator[str]:
    """The table: each seat, and both together."""
    for caller, house in zip(hunts[::2], hunts[1::2]):
        yield row(caller.label, found[caller])
        yield row(house.label, found[house])
        yield row(caller.label.replace("caller", "both  ", 1), both(found[caller], found[house]))


def run(path: Path, folder: Path, hunts: Sequence[Hunt], jobs: int) -> dict[Hunt, Figure]:
    """What each wins."""
    found = {}
    with ProcessPoolExecutor(jobs) as pool, tqdm(total=len(hunts), unit="caller",
                                                 disable=None) as bar:
        waiting = {pool.submit(hunted, path, folder, hunt): hunt for hunt in hunts}
        for future in as_completed(waiting):
            found[waiting[future]] = future.result()
            bar.update()
    return found


def weak(folder: Path, deals: int) -> Path:
    """The control's book, trained so far; the file bears the number of deals."""
    path = folder / f"control-{deals}.bin"
    if not path.exists():
        packing.write(path, control.trained(folder, tables(folder, DEEP_BUCKETS), deals))
    return path


def read_options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m bench.house.hunt", description=__doc__)
    parser.add_argument("what", nargs="?", choices=("book", "control"), default="book")
    parser.add_argument("--book", type=Path, default=FILE)
    parser.add_argument("--work", type=Path, default=Path("build/house"))
    parser.add_argument("--stacks", default=STACKS, help="dollars before the ante: 205,30",
                        type=lambda text: [int(stack) for stack in text.split(",")])
    parser.add_argument("--kinds", default=KINDS, type=lambda text: text.split(","),
                        help=", ".join(KINDS))
    parser.add_argument("--deals", type=int, help="to learn from, in each seat")
    parser.add_argument("--measure", type=int, default=MEASURE, help="hands")
    parser.add_argument("--local", type=int, default=LOCAL_MEASURE, help="hands of the local one")
    parser.add_argument("--insider", type=int, default=INSIDER_DEALS,
                        help="deals for the one in the trainer's game to learn from")
    parser.add_argument("--starts", type=int, default=1, help="callers of each kind")
    parser.add_argument("--control-deals", type=int, default=control.DEALS)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args(arguments)
    if unknown := set(options.kinds) - set(KINDS):
        parser.error(f"no such caller: {', '.join(sorted(unknown))}")
    return options


def main(arguments: Sequence[str] | None = None) -> None:
    options = read_options(arguments)
    options.work.mkdir(parents=True, exist_ok=True)
    path = options.book
    if options.what == "control":
        path, options.stacks = weak(options.work, options.control_deals), [control.STACK]
    for buckets in sorted({DEEP_BUCKETS if stack >= DEEP else BUCKETS
                           for stack in options.stacks}):
        tables(options.work, buckets)       # once, before two processes make them
    hunts = planned(options)
    found = run(path, options.work, hunts, options.jobs)
    print(f"{path}  {opened(path).hash}\n\n{HEADING}")
    print("\n".join(lines(hunts, found)))


if __name__ == "__main__":
    main()
