"""A table of matches: `python -m bench.house [--book FILE] [--hands N] [--stack S] [bot ...]`.

What the House wins of each bot, in dollars and antes a hand with 95 % intervals, and by the seat
that it acted from. Each bot plays in the House's own sizes, and in odd ones; `itself` is the book
in the caller's chair. With --gentle the House plays in that manner.
"""

from __future__ import annotations

import argparse
import time
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from pathlib import Path

from bench.house.bots import BOTS, KINDS, by_book
from bench.house.matches import Result, match, player
from door.house.book import FILE, BadBook, Book, read
from door.rules.house_draw import GAME

HANDS, STACK = 20_000, 205
ITSELF = "itself"       # the book in the caller's chair
HEADING = f"{'':<20}{'hands':>11}{'$ a hand':>16}{'antes a hand':>19}{'first':>8}{'second':>8}"


@cache
def opened(path: Path) -> Book:
    """A book, once in each process."""
    return read(path)


def played(path: Path, name: str, hands: int, stack: int, seed: int, gentle: bool) -> Result:
    bot = BOTS[name] if name in BOTS else partial(by_book, opened(path))
    return match(player(opened(path), gentle), bot, hands, stack, seed)


def row(name: str, found: Result) -> str:
    """Dollars and antes with their intervals, then dollars acting first and second."""
    return (f"{name:<20}{found.hands:>11,}{found.dollars:>+9.3f} ±{found.within:.3f}"
            f"{found.antes:>+11.4f} ±{found.within / GAME.ante:.4f}"
            f"{found.first:>+8.2f}{found.second:>+8.2f}")


def chosen(kinds: list[str]) -> list[str]:
    """The bots of these kinds, or all, each followed by itself betting odd sizes."""
    return [name for kind in kinds or (*KINDS, ITSELF) for name in (kind, f"{kind}, odd sizes")
            if name in BOTS or name == ITSELF]


def tabulate(options: argparse.Namespace) -> None:
    """Prints each result as soon as those before it are there."""
    print(f"{opened(options.book).hash}  stacks ${options.stack}\n\n{HEADING}", flush=True)
    start, total = time.perf_counter(), 0
    with ProcessPoolExecutor(options.jobs) as pool:
        waiting = [(name, pool.submit(
            played, options.book, name, options.hands, options.stack, options.seed,
            options.gentle)) for name in chosen(options.bots)]
        for name, future in waiting:
            found = future.result()
            total += found.hands
            print(row(name, found), flush=True)
    print(f"\n{total / (time.perf_counter() - start):,.0f} hands a second")


def main(arguments: list[str] | None = None) -> None:
    """The matches asked for, by default all."""
    parser = argparse.ArgumentParser("python -m bench.house", description=__doc__)
    parser.add_argument("bots", nargs="*", metavar="bot", help=", ".join((*KINDS, ITSELF)))
    parser.add_argument("--book", type=Path, default=FILE)
    parser.add_argument("--hands", type=int, default=HANDS, help="a bot")
    parser.add_argument("--stack", type=int, default=STACK, help="of both, before the ante")
    parser.add_argument("--gentle", action="store_true", help="the House never raises")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args(arguments)
    if unknown := set(options.bots) - {*KINDS, ITSELF}:
        parser.error(f"no such bot: {', '.join(sorted(unknown))}")
    try:
        opened(options.book)
    except BadBook as error:
        parser.error(str(error))
    tabulate(options)


if __name__ == "__main__":
    main()
