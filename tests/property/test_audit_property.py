"""The audit's bars: random play disagrees nowhere, and one bit flipped anywhere is named."""

from __future__ import annotations

import asyncio
import sqlite3
from functools import cache
from pathlib import Path
from random import Random

import pytest

from door.bank.audit import Play, faults
from door.bank.examination import audited
from door.bank.statements import Desk
from door.proof.judge import judge
from tests import random_nights
from tests.books import Clock, bank_in
from tests.flips import FIGURES, LEDGER, RECORDS, Flip, breakable, flipped, flips, missed

DAYS = 100      # that the play takes; those before the last 90 can be pruned


def silent(what: str, done: int, of: int) -> None:
    """No progress."""


def played(folder: Path, hands: int, pruned: bool = False, callers: int = 6) -> Path:
    """A store of random play, with its old hands pruned or not."""
    async def fill() -> None:
        clock = Clock()
        await random_nights.fill(folder, hands, "lantern", callers, DAYS, clock)
        if pruned:
            async with bank_in(folder, now=clock) as bank:
                while await bank.prune(int(clock()) - 90 * 24 * 3600):
                    pass
    asyncio.run(fill())
    return folder / "anteup.db"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """2,000 hands."""
    return played(tmp_path_factory.mktemp("nights"), 2000)


def not_found(path: Path, tables: tuple[str, ...], count: int, seed: str) -> list[str]:
    """Of so many flips those that an audit of the whole store does not name first.

    A record that was judged once need not be judged again: what is changed is another record.
    """
    with breakable(path) as desk:
        play = Play(cache(judge))
        assert list(faults(desk, play)) == []
        return [complaint for flip in flips(desk, Random(seed), count, tables)
                if (complaint := _looked_for(desk, play, flip))]


def _looked_for(desk: Desk, play: Play, flip: Flip) -> str:
    try:
        with flipped(desk, flip):
            found = next(faults(desk, play), "")
    except sqlite3.IntegrityError:
        return ""   # another row has that key: such a store cannot be
    return missed(desk, flip, found)


def test_2000_hands_of_random_play_disagree_nowhere(store: Path) -> None:
    found = audited(store, judge, silent)
    assert found.fault == "" and found.hands >= 2000 and found.unasked == 0
    with breakable(store) as desk:
        states = {state for state, in desk.driver.execute("SELECT state FROM hands")}
        kinds = {kind for kind, in desk.driver.execute("SELECT kind FROM transactions")}
    assert states == {"sealed", "open", "done", "unplayed", "void"}
    assert {"opening", "sit", "hand", "leave", "grant", "gift", "gone", "merge"} <= kinds


def test_a_bit_flipped_anywhere_is_found_and_named_50_times_of_50(store: Path) -> None:
    assert not_found(store, LEDGER + RECORDS, 50, "flips") == []


def test_after_pruning_it_is_the_same(tmp_path: Path) -> None:
    path = played(tmp_path, 300, pruned=True)
    found = audited(path, judge, silent)
    assert found.fault == "" and found.pruned > 0 and found.hands > 0
    assert not_found(path, FIGURES + LEDGER + RECORDS, 48, "pruned") == []


@pytest.mark.soak
def test_100000_hands_of_random_play_disagree_nowhere(tmp_path: Path) -> None:
    """In one run; then a bit of each kind of row, found among so many."""
    path = played(tmp_path, 100_000, callers=48)
    found = audited(path, judge, silent)
    assert found.fault == "" and found.hands >= 100_000 and found.unasked == 0
    with breakable(path) as desk:
        play = Play(judge)
        for flip in flips(desk, Random("many"), 6, LEDGER + RECORDS):
            assert _looked_for(desk, play, flip) == ""


@pytest.mark.soak
@pytest.mark.parametrize("part", range(4))
def test_a_bit_flipped_anywhere_is_found_and_named_1000_times_of_1000(
        store: Path, part: int) -> None:
    assert not_found(store, FIGURES[:1] + LEDGER + RECORDS, 250, f"soak {part}") == []


@pytest.mark.soak
def test_after_pruning_it_is_the_same_1000_times_of_1000(tmp_path: Path) -> None:
    path = played(tmp_path, 500, pruned=True)
    assert not_found(path, FIGURES + LEDGER + RECORDS, 1000, "soak") == []
