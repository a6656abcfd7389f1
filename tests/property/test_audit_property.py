"""The audit's bars: random play disagrees nowhere, and one bit flipped anywhere is named."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing
from functools import cache
from pathlib import Path
from random import Random

import pytest

from door.bank.audit import Play, faults
from door.bank.examination import audited
from door.bank.statements import Desk
from door.marks.marks import earned_again
from door.proof.judge import judge
from tests import open_nights, random_nights
from tests.books import Clock, bank_in
from tests.flips import (CONTESTS, FAME, FIGURES, LEDGER, RECORDS, Flip, breakable, flipped, flips,
                         missed)

DAYS = 100      # that the play takes; those before the last 90 can be pruned


def silent(what: str, done: int, of: int) -> None:
    """No progress."""


def played(folder: Path, hands: int, callers: int = 6) -> Path:
    """A store of random play."""
    clock = Clock()
    asyncio.run(random_nights.fill(folder, hands, "lantern", callers, DAYS, clock))
    return folder / "anteup.db"


def pruned(path: Path, folder: Path, days: int = 90) -> Path:
    """A copy of it, with what is older pruned."""
    folder.mkdir(exist_ok=True)
    shutil.copy(path, folder / "anteup.db")

    clock = Clock()
    with closing(sqlite3.connect(path)) as driver:
        (clock.seconds,), = driver.execute("SELECT max(at) FROM transactions")

    async def prune() -> None:
        async with bank_in(folder, now=clock) as bank:
            while await bank.upkeep.prune(int(clock()) - days * 24 * 3600):
                pass
    asyncio.run(prune())
    return folder / "anteup.db"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """2,000 hands."""
    return played(tmp_path_factory.mktemp("nights"), 2000)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """300 hands, in every state: each flip is looked for in all of the store."""
    return played(tmp_path_factory.mktemp("few"), 300)


@pytest.fixture(scope="module")
def casino(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Contests, fame and marks."""
    folder = tmp_path_factory.mktemp("casino")
    asyncio.run(open_nights.fill(folder, 60, 33))
    return folder / "anteup.db"


def not_found(path: Path, tables: tuple[str, ...], count: int, seed: str) -> list[str]:
    """Of so many flips those that an audit of the whole store does not name first.

    A record that was judged once need not be judged again: what is changed is another record.
    """
    with breakable(path) as desk:
        play = Play(cache(judge), earned_again)
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
    found = audited(store, judge, silent, earned_again)
    assert found.fault == "" and found.hands >= 2000 and found.unasked == 0
    with breakable(store) as desk:
        states = {state for state, in desk.driver.execute("SELECT state FROM hands")}
        kinds = {kind for kind, in desk.driver.execute("SELECT kind FROM transactions")}
    assert states == {"sealed", "open", "done", "unplayed", "void"}
    assert {"opening", "sit", "hand", "leave", "grant", "gift", "gone", "merge"} <= kinds


def test_a_bit_flipped_anywhere_is_found_and_named_50_times_of_50(small: Path) -> None:
    with breakable(small) as desk:
        states = {state for state, in desk.driver.execute("SELECT state FROM hands")}
    assert states == {"sealed", "open", "done", "unplayed", "void"}
    assert not_found(small, LEDGER + RECORDS, 50, "flips") == []


def test_after_pruning_it_is_the_same(small: Path, tmp_path: Path) -> None:
    path = pruned(small, tmp_path)
    found = audited(path, judge, silent, earned_again)
    assert found.fault == "" and found.pruned > 0 and found.hands > 0
    assert not_found(path, FIGURES + LEDGER + RECORDS, 48, "pruned") == []


def test_a_bit_flipped_in_contests_fame_and_marks_is_found_and_named(casino: Path) -> None:
    found = audited(casino, judge, silent, earned_again)
    assert found.fault == "" and found.deals > 50
    with breakable(casino) as desk:
        for table in CONTESTS + FAME:
            assert desk.driver.execute(f"SELECT count(*) FROM {table}").fetchone()[0] >= 5, table
    assert not_found(casino, CONTESTS + FAME, 26, "fame") == []


def test_after_pruning_contests_and_medals_are_still_looked_at(casino: Path,
                                                               tmp_path: Path) -> None:
    path = pruned(casino, tmp_path, days=20)
    found = audited(path, judge, silent, earned_again)
    assert found.fault == "" and found.pruned > 20
    assert not_found(path, (*CONTESTS, "medals", "plaques"), 8, "pruned") == []


@pytest.mark.soak
def test_100000_hands_of_random_play_disagree_nowhere(tmp_path: Path) -> None:
    """In one run; then a bit of each kind of row, found among so many."""
    path = played(tmp_path, 100_000, callers=48)
    found = audited(path, judge, silent, earned_again)
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
    path = pruned(played(tmp_path, 500), tmp_path / "pruned")
    assert not_found(path, FIGURES + LEDGER + RECORDS, 1000, "soak") == []


@pytest.mark.soak
@pytest.mark.parametrize("part", range(4))
def test_a_bit_flipped_in_contests_fame_and_marks_is_found_1000_times_of_1000(
        casino: Path, part: int) -> None:
    assert not_found(casino, CONTESTS + FAME, 250, f"fame {part}") == []


@pytest.mark.soak
def test_5000_hands_in_earnest_disagree_nowhere(tmp_path: Path) -> None:
    """Pruned or not."""
    asyncio.run(open_nights.fill(tmp_path, 5000, 120))
    path = tmp_path / "anteup.db"
    found = audited(path, judge, silent, earned_again)
    assert found.fault == "" and found.hands > 5000 and found.deals > 300
    for days in (100, 60, 31, 8, 0):
        found = audited(pruned(path, tmp_path / f"{days}", days), judge, silent, earned_again)
        assert found.fault == "" and found.pruned > 0
