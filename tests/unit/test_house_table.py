"""door.floor.house_table: a hand against the House, written before it is shown, and its record."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from door.bank import Bank
from door.config import load
from door.floor.floor import Floor
from door.floor.house_table import HouseTable, replayed
from door.floor.seeds import Seeds
from door.house import MANNERS, policy_name
from door.proof.replay import BadRecord
from door.rules import events as ev
from door.rules.actions import CALL, CHECK, STAND_PAT, Action, Bet, IllegalAction, absent
from door.rules.house_draw import CALLER, HOUSE
from door.rules.shuffle import Stream, deck, seal
from door.rules.table import View
from door.views import Step
from tests.books import bank_in
from tests.caller import script
from tests.seated import seated

pytestmark = pytest.mark.asyncio


async def play_out(table: HouseTable) -> None:
    """The rest of the hand, by calling, checking and standing pat."""
    while (legal := table.table.legal(CALLER)) is not None:
        await table.act(CALL if legal.due else absent(legal))


async def test_the_seal_of_the_next_hand_is_stored_before_its_ante(tmp_path: Path) -> None:
    """RULEBOOK 5.1: sealed at the seat, and again as a hand ends."""
    async with bank_in(tmp_path) as bank:
        _, caller, table = await seated(bank)
        first = table.record
        assert first is not None and first.seal == seal(first.id, first.seed)
        assert not table.dealt and await bank.open_hand(caller.id) is None
        await table.ante()
        assert table.record is not None and table.record.id == first.id
        await play_out(table)
        assert table.record is not None and table.record.id != first.id
        assert table.record.number == 2 and not table.dealt


async def test_what_is_dealt_follows_from_seed_and_cut(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        _, _, table = await seated(bank, practice=None)
        await table.ante("my own words")
        record = table.record
        assert record is not None and record.cut == "my own words" and record.proven
        assert table.view.cards == deck(record.seed, record.id, "my own words")[0:10:2]


async def test_without_words_of_the_callers_the_server_cuts_and_nothing_is_proven(
        tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        _, caller, table = await seated(bank)
        await table.ante()
        found = await bank.open_hand(caller.id)
        assert found is not None
        assert found[1].cut and not found[1].proven
        assert table.record is not None and table.record.cut == found[1].cut


async def test_the_hash_of_the_policy_is_in_every_record(tmp_path: Path) -> None:
    """RULEBOOK 5.3."""
    async with bank_in(tmp_path) as bank:
        _, caller, table = await seated(bank)
        assert table.record is not None and table.record.policy == policy_name()
        await table.ante()
        found = await bank.open_hand(caller.id)
        assert found is not None and found[1].policy == policy_name()


@pytest.mark.parametrize("manner", MANNERS)
async def test_every_manner_of_the_house_can_be_set(tmp_path: Path, manner: str) -> None:
    (tmp_path / "anteup.ini").write_text(f"[casino]\nhouse = {manner}\n")
    assert load(tmp_path / "anteup.ini").casino.house == manner


async def test_a_gentle_house_ends_gently_what_it_began(tmp_path: Path,
                                                        monkeypatch: pytest.MonkeyPatch) -> None:
    """The sysop's change of manner counts from the next hand that is sealed."""
    asked: list[str] = []

    def playing(manner: str) -> Callable[[View, Stream], Action]:
        def play(view: View, luck: Stream) -> Action:
            asked.append(manner)
            return MANNERS[manner](view, luck)
        return play
    monkeypatch.setattr("door.floor.house_table.MANNERS", {name: playing(name) for name in MANNERS})
    async with bank_in(tmp_path) as bank:
        caller = await bank.local("Ada")
        table = await Floor(bank, Seeds("text"), "gentle").sit(caller, 200)
        await table.ante()
        again = await Floor(bank, Seeds("text")).resume(caller)
        assert again is not None and again.record and again.record.policy == policy_name("gentle")
        await play_out(again)
        assert set(asked) == {"gentle"}
        await again.ante()
        await play_out(again)
        assert asked[-1] == "equilibrium"


async def test_what_is_told_is_cut_for_the_caller(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        _, _, table = await seated(bank)
        told = await table.ante()
        houses = [event.cards for event in told
                  if isinstance(event, ev.CardsDealt) and event.seat == HOUSE]
        assert houses == [(None,) * 5]


async def test_a_step_is_written_before_it_is_told(tmp_path: Path,
                                                   monkeypatch: pytest.MonkeyPatch) -> None:
    async with bank_in(tmp_path) as bank:
        _, caller, table = await seated(bank)
        written = asyncio.Event()

        async def write(step: Step) -> None:
            await Bank.write(bank, step)
            written.set()
        monkeypatch.setattr(bank, "write", write)
        for told in (table.ante(), table.act(CHECK)):
            assert await told and written.is_set()
            written.clear()


async def test_an_illegal_action_writes_nothing_and_changes_nothing(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        _, caller, table = await seated(bank)
        await table.ante()
        before = table.view, await bank.open_hand(caller.id)
        with pytest.raises(IllegalAction):
            await table.act(Bet(26))
        with pytest.raises(IllegalAction):
            await table.ante()
        assert (table.view, await bank.open_hand(caller.id)) == before


async def test_nobody_antes_without_a_sealed_hand(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        _, _, table = await seated(bank)
        table.record = None
        with pytest.raises(IllegalAction):
            await table.ante()


async def test_no_hand_is_sealed_where_somebody_lacks_the_ante(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """RULEBOOK 1.3."""
    written = script(monkeypatch)
    written.hand("As Ad Ah Ac Kd", "2c 3d 5h 7s 9c", acts=["call", "stand pat"])
    async with bank_in(tmp_path) as bank:
        _, _, table = await seated(bank, amount=20)
        await table.ante()
        await table.act(Bet(15))
        await table.act(STAND_PAT)
        assert table.table.stacks == [40, 0] and table.record is None
        assert await table.leave() == 40


async def test_giving_up_folds_as_soon_as_that_may_be(tmp_path: Path,
                                                      monkeypatch: pytest.MonkeyPatch) -> None:
    """RULEBOOK 1.12: quitting inside a hand folds it; in the draw one stands pat first."""
    written = script(monkeypatch)
    written.hand("As Ad Ah Ac Kd", acts=["check", "stand pat"])
    async with bank_in(tmp_path) as bank:
        _, _, table = await seated(bank)
        await table.ante()
        await table.act(CHECK)
        told = await table.give_up()
        assert ev.Folded(CALLER) in told and table.table.stacks == [195, 205]


@pytest.mark.parametrize("change", [
    {"rules_version": 99}, {"game": "old maid"}, {"actions": ((0, "bet 26"),)},
    {"actions": ((0, "sing"),)}, {"actions": ((0, "fold"),)}, {"stacks": (3, 3)},
    {"actions": ((0, "check"), (1, "check"), (0, "stand pat"))}])
async def test_a_record_that_does_not_replay_is_bad(tmp_path: Path,
                                                    change: dict[str, object]) -> None:
    async with bank_in(tmp_path) as bank:
        _, caller, table = await seated(bank)
        await table.ante()
        found = await bank.open_hand(caller.id)
        assert found is not None
        with pytest.raises(BadRecord):
            replayed(bank, Seeds(), found[0], replace(found[1], **change))  # type: ignore
