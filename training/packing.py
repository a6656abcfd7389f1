"""From average strategies to the policy file: whole shares, as door/house/book.py reads them."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from door.house.book import COARSE, FINE, MAGIC
from door.house.classes import CLASSES
from door.house.lines import LEVELS
from training.solver import Floats, Tables

LEAST_SEEN = 10     # visits, the latest counting one; what was seen less often says too little
WELL_SEEN = 1000    # what was seen less often shares no errors, which would make the file larger
SELDOM, LEAST = 0.01, 1e-9      # an action's part of a row that takes no more; above zero


def groups_up_to(stack: int) -> int:
    """How many groups of first rounds a stack can come to."""
    return 2 * sum(level <= stack for level in LEVELS) - 1


def shares(weights: Floats, whole: int = FINE) -> NDArray[np.int16]:
    """Shares of the last axis that add up to the whole, by largest remainder."""
    total = weights.sum(-1, keepdims=True)
    exact = whole * weights / np.where(total > 0, total, 1)
    rounded = np.floor(exact).astype(np.int16)
    order = np.argsort(np.argsort(-(exact - rounded), axis=-1, kind="stable"), axis=-1)
    rounded += (order < whole - rounded.sum(-1, keepdims=True)) & (total > 0)
    return rounded


def fifteenths(weights: Floats, along: int) -> NDArray[np.uint8]:
    """Shares of the last axis that add up to fifteen; neighbours on the axis `along` share errors.

    What rounding takes from an action in one row, the next row gives back, by how often either is
    met. So a bluff that three in a hundred of many neighbours would make is still made, by every
    second of them, where each by itself would be rounded to none.
    """
    found = np.zeros(weights.shape, np.uint8)
    owed: Floats = np.zeros(np.moveaxis(weights, along, 0).shape[1:], np.float32)
    for row, rounded in zip(np.moveaxis(weights, along, 0), np.moveaxis(found, along, 0)):
        rounded[:], owed = _paid(row, owed)
    return found


def _paid(row: Floats, owed: Floats) -> tuple[NDArray[np.int16], Floats]:
    """A row's shares, with what the one before owes them; and what this one owes the next."""
    met = row.sum(-1, keepdims=True)
    pays, met = met >= WELL_SEEN, np.maximum(met, LEAST)
    exact = COARSE * row / met
    takes = pays & (exact > SELDOM * COARSE)
    rounded = shares(np.where(takes, exact + np.clip(owed / met, -1, 1), exact).clip(0), COARSE)
    return rounded, np.where(pays, np.clip(owed + met * (exact - rounded), -met, met), owed)


def filled(second: Floats) -> Floats:
    """Where little was ever seen, what the nearest bucket does, or the same over all groups."""
    whole = second.copy()
    everywhere = np.broadcast_to(second.sum((0, 2), keepdims=True), second.shape)
    for source in (_nearest(second), everywhere, _nearest(np.ascontiguousarray(everywhere))):
        unseen = whole.sum(-1) <= LEAST_SEEN
        whole[unseen] = source[unseen]
    return whole


def _nearest(second: Floats) -> Floats:
    """Each bucket's row, or that of the nearest bucket that was seen, below before above."""
    seen = second.sum(-1) > LEAST_SEEN                      # [group, own, other, bucket, slot]
    count = second.shape[3]
    places = np.arange(count).reshape(1, 1, 1, count, 1)
    below = np.maximum.accumulate(np.where(seen, places, -1), axis=3)
    above = np.flip(np.minimum.accumulate(np.flip(np.where(seen, places, 4 * count), 3), 3), 3)
    best = np.where((below >= 0) & (places - below <= above - places), below,
                    np.where(above < count, above, np.maximum(below, 0)))
    return np.take_along_axis(second, best[..., None], axis=3)


def first_rows(first: Floats) -> bytes:
    """[class, slot, 4 actions] -> bytes, as book.py describes a row of the first round."""
    fine = shares(first)
    answers = fine[:, 1:, [0, 2]].reshape(len(fine), -1)
    return np.concatenate([fine[:, 0, 1:], answers], -1).astype(np.uint8).tobytes()


def second_rows(second: Floats) -> bytes:
    """[..., bucket, slot, 4 actions] -> bytes, as book.py describes a row of the second."""
    coarse = fifteenths(second, along=-3)
    opens = np.stack([coarse[..., 0, 1] << 4 | coarse[..., 0, 2], coarse[..., 0, 3] << 4], -1)
    return np.concatenate([opens, coarse[..., 1:, 0] << 4 | coarse[..., 1:, 2]], -1).tobytes()


def sheet(average: Sequence[Floats], groups: int) -> bytes:
    """One table's House, from its three arrays of averages."""
    first, draw, second = average
    draws = fifteenths(draw[:, :groups], along=0)
    packed = draws[..., 0::2] << 4 | draws[..., 1::2]
    return first_rows(_unfolded(first)) + packed.tobytes() + second_rows(filled(second[:groups]))


def _unfolded(first: Floats) -> Floats:
    """A moment that was never seen is called, or checked."""
    whole = first.copy()
    unseen = whole.sum(-1) <= LEAST_SEEN
    unseen[:, 0] = False
    whole[unseen] = (0, 1, 0, 0)
    return whole


def book(tables: Sequence[tuple[int, int, Tables, Sequence[Floats], Sequence[Floats]]],
         about: dict[str, object]) -> bytes:
    """The policy file of (stack, groups, tables, averages with the caller first, the House first).
    """
    assert all(average[0].shape[0] == CLASSES for *_, average, _ in tables)
    kinds = {shared.buckets: shared.bucket for _, _, shared, _, _ in tables}
    header = json.dumps({**about, "tables": [
        {"stack": stack, "buckets": shared.buckets, "groups": groups}
        for stack, groups, shared, _, _ in tables]}).encode()
    parts = [len(header).to_bytes(4, "little"), header]
    parts += [kinds[count].tobytes() for count in sorted(kinds)]
    for _, groups, _, caller_first, house_first in tables:
        parts += [sheet(average, groups) for average in (caller_first, house_first)]
    body = zlib.compress(b"".join(parts), 9)
    return MAGIC + hashlib.sha256(body).digest() + body


def write(path: Path, data: bytes) -> None:
    """The file, whole or not at all."""
    part = path.with_suffix(".part")
    part.write_bytes(data)
    part.replace(path)
