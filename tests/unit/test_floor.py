"""door.floor.floor: resuming, hands that nobody comes back for, taking over a handle."""

from __future__ import annotations

import asyncio
import logging
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from door.bank import StoreFailed
from door.floor import floor, house_table
from door.floor.floor import Floor, Visit
from door.floor.house_table import HouseTable
from door.floor.seeds import Seeds
from door.proof.replay import BadRecord
from door.rules.actions import CALL, FOLD, Bet, absent
from door.rules.house_draw import CALLER, GAME
from door.views import Caller, Step
from tests.books import Clock, bank_in
from tests.caller import script
from tests.seated import seated

pytestmark = pytest.mark.asyncio


# -- resuming --------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
async def test_a_frozen_hand_comes_back_as_it_was(tmp_path: Path, seed: int) -> None:
    """RULEBOOK 1.12 and 5.5: same prompt, same deck, same House."""
    luck = random.Random(seed)
    async with bank_in(tmp_path) as bank:
        hall, caller, table = await seated(bank, f"Ada {seed}", practice=f"text {seed}")
        while table.record is not None and table.number < 12:
            await table.ante()
            while (legal := table.table.legal(CALLER)) is not None:
                again = await hall.resume(caller)
                assert again is not None and again.view == table.view and again.dealt
                assert again.record == replace(table.record, **_stored(again))
                table = again if luck.random() < 0.5 else table
                action = absent(legal) if legal.discard is not None or not legal.due else CALL
                if legal.bet and luck.random() < 0.6:
                    action = Bet(luck.randint(*legal.bet))
                await table.act(action)
            assert await hall.resume(caller) is None


def _stored(table: HouseTable) -> dict[str, Any]:
    """What only the store knows of a hand in play."""
    record = table.record
    assert record is not None
    return {name: getattr(record, name)
            for name in ("first", "stacks", "actions", "state", "dealt_at")}


async def test_a_resumed_house_acts_as_it_would_have(tmp_path: Path) -> None:
    """RULEBOOK 5.1: its luck for the n-th action is a stream of its own."""
    results = []
    for resumes in (False, True):
        async with bank_in(tmp_path / str(resumes), practice=True) as bank:
            hall, caller, table = await seated(bank, practice="the same night")
            for _ in range(10):
                await table.ante()
                while table.table.playing:
                    if resumes:
                        again = await hall.resume(caller)
                        assert again is not None
                        table = again
                    legal = table.table.legal(CALLER)
                    assert legal is not None
                    await table.act(CALL if legal.due else absent(legal))
            results.append(list(table.table.stacks))
    assert results[0] == results[1] != [200, 200]


async def test_a_bad_record_is_void_and_its_stakes_go_back(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    async with bank_in(tmp_path) as bank:
        hall, caller, table = await seated(bank)
        await table.ante()
        monkeypatch.setattr(house_table, "GAME", replace(GAME, version=2))
        with caplog.at_level(logging.ERROR), pytest.raises(BadRecord):
            await hall.resume(caller)
        assert "void" in caplog.text and "-1 is of house draw 1" in caplog.text
        assert await bank.bankroll(caller.id) == 1000
        assert await hall.resume(caller) is None and await bank.upkeep.check() == []


# -- who is not there ------------------------------------------------------------------------


async def test_between_hands_a_lost_line_banks_the_stack(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        hall, caller, table = await seated(bank)
        assert await bank.bankroll(caller.id) == 800
        await hall.bank_stack(caller)
        assert await bank.bankroll(caller.id) == 1000


async def test_inside_a_hand_hand_and_stack_freeze_together(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        hall, caller, table = await seated(bank)
        await table.ante()
        await hall.bank_stack(caller)
        assert await bank.bankroll(caller.id) == 800
        assert await hall.resume(caller) is not None


async def test_a_guests_hand_is_settled_at_once(tmp_path: Path,
                                                monkeypatch: pytest.MonkeyPatch) -> None:
    """RULEBOOK 1.12: checking where that is free, else folding, and standing pat."""
    written = script(monkeypatch)
    written.hand("As Ad Ah Ac Kd", acts=["check", "discard 1", "bet 5"], draws="4d")
    async with bank_in(tmp_path) as bank:
        guest = await bank.guest()
        hall = Floor(bank, Seeds())
        table = await hall.sit(guest, 200)
        await table.ante()
        await hall.end_guest(guest)
        assert await bank.open_hands() == [] and await bank.upkeep.check() == []
        assert await bank.house() == 5
        assert written.actions == written.decks


@pytest.mark.parametrize("days, settled", [(6.9, 0), (7.1, 1)])
async def test_after_seven_days_a_frozen_hand_is_settled(tmp_path: Path, days: float,
                                                         settled: int) -> None:
    clock = Clock()
    async with bank_in(tmp_path, now=clock) as bank:
        hall, caller, table = await seated(bank, now=clock)
        await table.ante()
        clock.pass_by(days * 24 * 3600)
        assert await hall.settle_old_hands() == settled
        assert (await hall.resume(caller) is None) == bool(settled)
        assert await bank.upkeep.check() == []


async def test_whoever_is_here_plays_the_hand_himself(tmp_path: Path) -> None:
    clock = Clock()
    async with bank_in(tmp_path, now=clock) as bank:
        hall, caller, table = await seated(bank, now=clock)
        await table.ante()
        clock.pass_by(30 * 24 * 3600)
        await hall.enter(visit(caller))
        assert await hall.settle_old_hands() == 0


async def test_an_old_hand_that_does_not_replay_is_void_and_the_rest_are_settled(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    async with bank_in(tmp_path, now=clock) as bank:
        hall, ada, table = await seated(bank, now=clock)
        await table.ante()
        _, bob, other = await seated(bank, "Bob")
        await other.ante()
        real = floor.replayed

        def replayed(*given: object) -> HouseTable:
            if given[2].caller_id == ada.id:        # type: ignore[attr-defined]
                raise BadRecord("torn")
            return real(*given)                     # type: ignore[arg-type]
        clock.pass_by(8 * 24 * 3600)
        monkeypatch.setattr(floor, "replayed", replayed)
        assert await hall.settle_old_hands() == 2
        assert await bank.open_hands() == [] and await bank.bankroll(ada.id) == 1000


# -- who is there ----------------------------------------------------------------------------


def visit(caller: Caller, told: list[str] | None = None) -> Visit:
    """A call; `told` gets the reasons for which it must end."""
    gone = asyncio.get_running_loop().create_future()
    leave = ([] if told is None else told).append
    return Visit(caller, "telnet", "the Casino", 0, leave, lambda text: None, gone)


async def test_a_second_call_waits_until_the_first_is_told_and_gone(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        hall, caller = Floor(bank, Seeds()), await bank.local("Ada")
        told: list[str] = []
        first = visit(caller, told)
        await hall.enter(first)
        second = visit(caller)
        entering = asyncio.create_task(hall.enter(second))
        while not told:
            await asyncio.sleep(0)
        assert hall.visits[caller.id] is first and "called again" in told[0]
        hall.depart(first)
        first.gone.set_result(None)     # type: ignore[attr-defined]
        await entering
        assert hall.visits == {caller.id: second}
        hall.depart(first)
        assert hall.visits == {caller.id: second}
        hall.depart(second)
        assert hall.visits == {}


async def test_a_second_call_that_hangs_up_while_it_waits_leaves_the_first_its_future(
        tmp_path: Path) -> None:
    """To cancel who awaits a bare future cancels the future, and with it everybody else."""
    async with bank_in(tmp_path) as bank:
        hall, caller = Floor(bank, Seeds()), await bank.local("Ada")
        first = visit(caller)
        await hall.enter(first)
        entering = asyncio.create_task(hall.enter(visit(caller)))
        await asyncio.sleep(0)
        entering.cancel()
        await asyncio.gather(entering, return_exceptions=True)
        assert isinstance(first.gone, asyncio.Future) and not first.gone.cancelled()


async def test_a_table_whose_write_failed_is_resumed_from_what_was_shown(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with bank_in(tmp_path) as bank:
        hall, caller, table = await seated(bank)
        await table.ante()
        shown = table.view

        async def write(step: Step) -> None:
            raise StoreFailed("disk full")
        with monkeypatch.context() as patch:
            patch.setattr(bank, "write", write)
            with pytest.raises(StoreFailed):
                await table.act(FOLD)
        again = await hall.resume(caller)
        assert again is not None and again.view == shown
