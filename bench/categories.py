"""How often each category comes up in dealt hands, beside what chance expects.

`python -m bench.categories` deals a million hands by the shuffle that the casino uses and prints
the table of docs/fairness.txt. Seeds follow from a text and the number of the hand, so that anybody
gets the same figures; another text (--text) gives others.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from hashlib import sha256

from door.rules.ranks import CATEGORIES, category, strength
from door.rules.shuffle import deck

# Of the 2,598,960 holdings, high card first: counted by combination, not by our own ranks.
EXACT = (1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40)
HOLDINGS = sum(EXACT)
BOUND = 26.1    # chi-squared of 8 degrees of freedom is above this once in a thousand times
TEXT = "anteup categories"


def counts(hands: int, text: str = TEXT) -> list[int]:
    """How many of so many first five cards of the first actor are of each category."""
    found = [0] * len(CATEGORIES)
    for number in range(hands):
        seed = sha256(f"{text} {number}".encode()).digest()
        found[category(strength(deck(seed, str(number), "")[0:10:2]))] += 1
    return found


def chi_squared(found: Sequence[int]) -> float:
    """How far the counts are from what chance expects, 8 degrees of freedom."""
    hands = sum(found)
    return sum((count - hands * exact / HOLDINGS) ** 2 / (hands * exact / HOLDINGS)
               for count, exact in zip(found, EXACT))


def rows(found: Sequence[int]) -> list[str]:
    """The table, with the sum of squares below it."""
    hands = sum(found)
    table = [f"{'category':<18}{'dealt':>10}{'expected':>13}"]
    table += [f"{name:<18}{count:>10,}{hands * exact / HOLDINGS:>13,.1f}"
              for name, count, exact in zip(CATEGORIES, found, EXACT)]
    value = chi_squared(found)
    return [*table, f"chi-squared, df 8: {value:.2f}, "
            + (f"below {BOUND}" if value < BOUND else f"NOT below {BOUND}")]


def main(arguments: list[str] | None = None) -> None:
    """Deals, counts and prints."""
    parser = argparse.ArgumentParser(prog="python -m bench.categories", description=__doc__)
    parser.add_argument("--hands", type=int, default=1_000_000)
    parser.add_argument("--text", default=TEXT, help="what the seeds follow from")
    options = parser.parse_args(arguments)
    print("\n".join(rows(counts(options.hands, options.text))))


if __name__ == "__main__":
    main()
