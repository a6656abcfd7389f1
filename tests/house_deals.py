"""For tests of what plays the House in C: the deals it will see, tables of cards that know only
these, and a book of random shares.

The table of all 2,598,960 holdings takes minutes to make; here only those that are dealt are in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import comb

import numpy as np
from numpy.typing import NDArray

from bench.house.exploiters import CARD, Caller, Story
from door.house import classes
from door.house.book import COARSE, DRAW_BYTES, SECOND_ROW, Book
from door.house.lines import SEEN
from door.rules.cards import FRESH_DECK
from door.rules.ranks import CLASSES as STRENGTHS
from tests.house_books import packed
from training.cards import HOLDING, NO_OPTION, plain_strengths, suited_strengths
from training.solver import Tables

BUCKETS, STACKS = 4, (5, 12, 30, 100, 205)


def blank(buckets: int = BUCKETS) -> Tables:
    """Cards without any holding."""
    bucket = np.tile((np.arange(STRENGTHS) * buckets // STRENGTHS).astype(np.uint8), (SEEN, 1))
    return Tables(np.zeros(comb(52, 5), HOLDING), plain_strengths(), suited_strengths(), bucket,
                  buckets)


def fill(tables: Tables, holdings: Iterable[Sequence[int]]) -> None:
    """Lets `tables` know these holdings, each of five cards ascending."""
    for held in holdings:
        row = tables.holdings[sum(comb(card, n + 1) for n, card in enumerate(held))]
        cards = [FRESH_DECK[card] for card in held]
        row["class"], row["kept"] = classes.holding_class(cards), NO_OPTION
        for count, places in classes.throws(cards).items():
            row["kept"][count] = 31 & ~sum(1 << place for place in places)


def dealt(story: Story) -> Story:
    """[deal][side][ten cards], the House first."""
    cards: Story = story[story[:, 0] == CARD, 1].reshape(-1, 2, 10)
    return cards


def foresee(caller: Caller, deals: int) -> None:
    """Fills a caller's tables with what its first `deals` will be, if the House has one holding at
    a time; it is used up, and another of the same seed and seat meets these deals."""
    fill(caller.tables, dealt(caller.tell(deals))[:, :, :5].reshape(-1, 5).tolist())


def noise(tables: Tables, seed: int = 1) -> Book:
    """A book in which every line has shares of its own; it throws what these holdings may throw.

    A byte of two nibbles of five at most is also a third of the first round's shares at most.
    """
    read, luck = Book(packed(STACKS)), np.random.default_rng(seed)
    data = np.frombuffer(read.data, np.uint8).copy()
    throws = _throws(tables, luck)
    for stack in STACKS:
        for sheet in (read.nearest(stack, first)[1] for first in (False, True)):
            end = sheet.second + sheet.groups * SEEN * SEEN * sheet.buckets * SECOND_ROW
            data[sheet.first:end] = luck.integers(0, 6, end - sheet.first) << 4
            data[sheet.first:end] |= luck.integers(0, 6, end - sheet.first).astype(np.uint8)
            rows = data[sheet.draw:sheet.second].reshape(classes.CLASSES, -1, DRAW_BYTES)
            rows[:] = throws[:, :rows.shape[1]]
    read.data = data.tobytes()
    return read


def _throws(tables: Tables, luck: np.random.Generator) -> NDArray[np.uint8]:
    """[class][group][3]: shares among the numbers that every holding of a class may throw."""
    may = np.ones((classes.CLASSES, 6), bool)
    known = tables.holdings[tables.holdings["kept"].any(-1)]
    np.logical_and.at(may, known["class"], known["kept"] != NO_OPTION)
    weight = luck.random((classes.CLASSES, 19, 6)) * may[:, None]
    weight[..., 0] += 1e-9
    ends = np.rint(np.cumsum(weight / weight.sum(-1, keepdims=True), -1) * COARSE)
    shares = np.diff(ends, axis=-1, prepend=0).astype(np.uint8)
    packed_shares: NDArray[np.uint8] = shares[..., 0::2] << 4 | shares[..., 1::2]
    return packed_shares
