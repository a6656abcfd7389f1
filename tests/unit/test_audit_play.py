"""The audit of the play: a casino that cheats writes good hashes, and is found all the same.

Each kind of cheating is done by the casino itself, so that ledger and hashes agree.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from door.bank.examination import Audited, audited
from door.floor import house_table
from door.floor.floor import Floor
from door.floor.house_table import HouseTable
from door.floor.seeds import Seeds
from door.proof.judge import judge
from door.rules.actions import CALL, CHECK, STAND_PAT, Action
from door.rules.cards import Card
from door.rules.shuffle import Stream
from door.rules.table import View
from door.views import Facts
from tests import random_nights
from tests.books import alter, bank_in


def silent(what: str, done: int, of: int) -> None:
    """No progress."""


def an_evening(folder: Path, hands: int = 12) -> Audited:
    """A sitting of random play, audited."""
    async def play() -> None:
        luck = Random("an evening")
        async with bank_in(folder) as bank:
            assert await bank.upkeep.check() == []
            hall = Floor(bank, Seeds("text"))
            table = await hall.sit(await bank.local("Ada"), 500)
            for _ in range(hands):
                await random_nights.play(table, luck)
            await table.leave()
            assert await bank.upkeep.check() == []     # for nothing of this is the bank's to see
    asyncio.run(play())
    return audited(folder / "anteup.db", judge, silent)


def test_a_good_evening_agrees(tmp_path: Path) -> None:
    found = an_evening(tmp_path)
    assert found == Audited("", found.transactions, 13, 0, 0) and found.transactions > 12


def test_a_house_that_does_not_keep_to_its_policy(tmp_path: Path,
                                                  monkeypatch: pytest.MonkeyPatch) -> None:
    """It never folds, bets or draws."""
    def stubborn(view: View, luck: Stream) -> Action:
        assert view.legal is not None
        if view.legal.discard is not None:
            return STAND_PAT
        return CALL if view.legal.due else CHECK
    with monkeypatch.context() as during:
        during.setattr(house_table, "MANNERS", {name: stubborn for name in house_table.MANNERS})
        an_evening(tmp_path)
    found = audited(tmp_path / "anteup.db", judge, silent)
    assert found.fault.startswith("hand ") and "its policy" in found.fault


def test_a_house_that_has_seen_the_deck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another luck than the hand's own is another player."""
    monkeypatch.setattr(house_table, "house_luck", lambda key, n: Stream(key, f"better {n}"))
    assert "its luck" in an_evening(tmp_path, 30).fault


def test_a_deck_that_was_put_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not the one of seed and cut: what was done with it is not by the rules, or ends otherwise."""
    real = house_table.shuffled

    def stacked(stream: Stream) -> Sequence[Card]:
        return tuple(reversed(real(stream)))
    monkeypatch.setattr(house_table, "shuffled", stacked)
    assert an_evening(tmp_path).fault.startswith("hand ")


def test_a_seal_that_is_not_of_the_seed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house_table, "seal", lambda hand, seed: "0" * 64)
    assert "The seal is not this seed's" in an_evening(tmp_path).fault


def test_a_result_in_other_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house_table, "result", lambda told: "1 wins 1")
    assert "The result" in an_evening(tmp_path).fault


def test_a_house_that_leads_after_it_has_lost(tmp_path: Path,
                                              monkeypatch: pytest.MonkeyPatch) -> None:
    """RULEBOOK 1.4."""
    real = HouseTable._deal

    def deal(self: HouseTable, record: Any, dealt: Any) -> Any:
        self.table.first = dealt.first = 1
        return real(self, record, dealt)
    monkeypatch.setattr(HouseTable, "_deal", deal)
    assert "should act first" in an_evening(tmp_path).fault


def test_figures_that_are_not_those_of_the_play(tmp_path: Path,
                                                monkeypatch: pytest.MonkeyPatch) -> None:
    real = house_table.facts_of

    def flattering(*arguments: Any) -> Facts:
        return replace(real(*arguments), pot=999)
    monkeypatch.setattr(house_table, "facts_of", flattering)
    assert "its figures are not those of its play" in an_evening(tmp_path).fault


def test_a_policy_that_is_not_here_is_counted_and_no_fault(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house_table, "policy_name", lambda manner: "0" * 64)
    found = an_evening(tmp_path)
    assert found.fault == "" and found.unasked == 12


def test_only_the_first_is_named(tmp_path: Path) -> None:
    """And the ledger comes before the hands."""
    an_evening(tmp_path)
    alter(tmp_path / "anteup.db", "UPDATE hands SET result = 'x' WHERE serial > 3")
    alter(tmp_path / "anteup.db", "UPDATE transactions SET at = at + 1 WHERE id IN (7, 9)")
    assert audited(tmp_path / "anteup.db", judge, silent).fault.startswith("transaction 7 (")
