"""A caller in the trainer's own game, who looks for the best answer to a book that learns no more.

It bets the menu's sizes, throws what the House would of as many cards, and tells apart what the
trainer tells apart. So it finds less than who is free to do anything (exploiters.py); but sixteen
hands a side meet in each of its deals, and it needs few. What it wins says how far the training of
a table is from its end.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from bench.house.exploiters import Figure, figure
from door.house.book import COARSE, DRAW_BYTES, FINE, FIRST_ROW, SECOND_ROW, Book, Sheet
from door.house.classes import CLASSES
from door.house.lines import SEEN
from door.rules.ranks import CLASSES as STRENGTHS
from training.solver import HOUSE, Floats, Solver, Tables, shapes

CHUNKS, PARTS = 100, 100    # of what it learns from, and of what it is measured over


class Insider:
    """Somebody who knows the trainer's game, at a stack that has a table of its own."""

    def __init__(self, book: Book, tables: Tables, stack: int, house_first: bool,
                 seed: int) -> None:
        """Raises ValueError where two tables would have to be mixed."""
        sheet = book.nearest(stack, house_first)[0]
        if sheet.stack != stack:
            raise ValueError(f"the book has no table for ${stack}")
        self._solver = Solver(as_in(book, sheet, tables), stack, house_first, seed)
        self._solver.freeze(strategy(book, sheet))

    def train(self, deals: int) -> None:
        """Learns from so many deals; what came last counts most."""
        for _ in range(CHUNKS):
            self._solver.train(-(-deals // CHUNKS))

    def measure(self, deals: int) -> Figure:
        """Dollars a hand that it wins of so many deals, each before it has learned from it."""
        each = -(-deals // PARTS)
        won = [self._solver.run(each) for _ in range(PARTS)]
        return figure(sum(won), sum(part * part for part in won), PARTS)


def as_in(book: Book, sheet: Sheet, tables: Tables) -> Tables:
    """The tables with the book's own buckets."""
    bucket = np.frombuffer(book.data, np.uint8, SEEN * STRENGTHS, sheet.strengths)
    return replace(tables, bucket=bucket.reshape(SEEN, STRENGTHS), buckets=sheet.buckets)


def strategy(book: Book, sheet: Sheet) -> list[Floats]:
    """What the House does by a sheet: the trainer's three arrays, in the book's shares."""
    bytes_of = np.frombuffer(book.data, np.uint8)
    first, draw, second = (np.zeros(shape, np.float32) for shape in shapes(HOUSE, sheet.buckets))
    first[:] = _first(bytes_of[sheet.first:sheet.draw].reshape(CLASSES, FIRST_ROW))
    packed = bytes_of[sheet.draw:sheet.second].reshape(CLASSES, sheet.groups, DRAW_BYTES)
    draw[:, :sheet.groups] = _nibbles(packed)
    shape = sheet.groups, SEEN, SEEN, sheet.buckets, SECOND_ROW
    second[:sheet.groups] = _second(np.frombuffer(
        book.data, np.uint8, int(np.prod(shape)), sheet.second).reshape(shape))
    return [first, draw, second]


def _nibbles(packed: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The last axis twice as long."""
    return np.stack([packed >> 4, packed & 15], -1).reshape(*packed.shape[:-1], -1)


def _first(rows: NDArray[np.uint8]) -> Floats:
    """[class, bytes] -> [class, slot, 4 actions], as training.packing.first_rows() wrote them."""
    return _whole(rows[:, :3], rows[:, 3::2], rows[:, 4::2], FINE)


def _second(rows: NDArray[np.uint8]) -> Floats:
    """[..., bytes] -> [..., slot, 4 actions], as training.packing.second_rows() wrote them."""
    opens, answers = _nibbles(rows[..., :2])[..., :3], rows[..., 2:]
    return _whole(opens, answers >> 4, answers & 15, COARSE)


def _whole(opens: NDArray[np.uint8], folds: NDArray[np.uint8], raises: NDArray[np.uint8],
           all_shares: int) -> Floats:
    """What is missing to all shares, in the first slot and in the others, is a check or a call."""
    whole = np.zeros((*folds.shape[:-1], 1 + folds.shape[-1], 4), np.float32)
    whole[..., 0, 1:], whole[..., 1:, 0], whole[..., 1:, 2] = opens, folds, raises
    whole[..., 0, 0] = all_shares - whole[..., 0, 1:].sum(-1)
    whole[..., 1:, 1] = all_shares - whole[..., 1:, 0] - whole[..., 1:, 2]
    return whole
