"""door.floor: the table behind a seat, written before it is shown; resuming, taking over."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from door import floor
from door.bank import Bank, StoreFailed
from door.config import load
from door.floor import BadRecord, Floor, HouseTable, Seeds, Visit
from door.house import MANNERS, policy_name
from door.rules import events as ev
from door.rules.actions import (CALL, CHECK, FOLD, STAND_PAT, Action, Bet, IllegalAction,
                                absent)
from door.rules.house_draw import CALLER, GAME, HOUSE
from door.rules.shuffle import Stream, deck, seal
from door.rules.table import View
from door.views import Caller, Step
from tests.books import Clock, bank_in
from tests.caller import script

pytestmark = pytest.mark.asyncio


async def seated(bank: Bank, handle: str = "Ada", amount: int = 200,
                 practice: str | None = "text") -> tuple[Floor, Caller, HouseTable]:
    hall = Floor(bank, Seeds(practice))
    caller = await bank.local(handle)
    return hall, caller, await hall.sit(caller, amount)


async def play_out(table: HouseTable) -> None:
    """The rest of the hand, by calling, checking and standing pat."""
    while (legal := table.table.legal(CALLER)) is not None:
        await table.act(CALL if legal.due else absent(legal))


# -- seeds -----------------------------------------------------------------------------------


async def test_practice_seeds_follow_from_the_text_and_the_hand() -> None:
    one, same, other = Seeds("text"), Seeds("text"), Seeds("other")
    assert one.seed("7-1") == same.seed("7-1") != other.seed("7-1")
    assert one.seed("7-1") != one.seed("7-2") and len(one.seed("7-1")) == 32
    assert one.cut("7-1") == same.cut("7-1") != other.cut("7-1")


async def test_seeds_in_earnest_are_the_systems_and_never_twice_the_same() -> None:
    assert len({Seeds().seed("7-1") for _ in range(50)}) == 50
    assert len({Seeds().cut("7-1") for _ in range(50)}) == 50


# -- a hand ----------------------------------------------------------------------------------


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
    monkeypatch.setattr("door.floor.MANNERS", {name: playing(name) for name in MANNERS})
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
            floor.replayed(bank, Seeds(), found[0], replace(found[1], **change))  # type: ignore


async def test_a_bad_record_is_void_and_its_stakes_go_back(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    async with bank_in(tmp_path) as bank:
        hall, caller, table = await seated(bank)
        await table.ante()
        monkeypatch.setattr(floor, "GAME", replace(GAME, version=2))
        with caplog.at_level(logging.ERROR), pytest.raises(BadRecord):
            await hall.resume(caller)
        assert "void" in caplog.text and "-1 is of house draw 1" in caplog.text
        assert await bank.bankroll(caller.id) == 1000
        assert await hall.resume(caller) is None and await bank.check() == []


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
        assert await bank.open_hands() == [] and await bank.check() == []
        assert await bank.house() == 5
        assert written.actions == written.decks


@pytest.mark.parametrize("days, settled", [(6.9, 0), (7.1, 1)])
async def test_after_seven_days_a_frozen_hand_is_settled(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, days: float, settled: int) -> None:
    clock = Clock()
    async with bank_in(tmp_path, now=clock) as bank:
        hall, caller, table = await seated(bank)
        await table.ante()
        monkeypatch.setattr(floor, "time", SimpleNamespace(time=clock))
        clock.pass_by(days * 24 * 3600)
        assert await hall.settle_old_hands() == settled
        assert (await hall.resume(caller) is None) == bool(settled)
        assert await bank.check() == []


async def test_whoever_is_here_plays_the_hand_himself(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with bank_in(tmp_path) as bank:
        hall, caller, table = await seated(bank)
        await table.ante()
        clock = Clock()
        clock.pass_by(30 * 24 * 3600)
        monkeypatch.setattr(floor, "time", SimpleNamespace(time=clock))
        await hall.enter(visit(caller))
        assert await hall.settle_old_hands() == 0


async def test_an_old_hand_that_does_not_replay_is_void_and_the_rest_are_settled(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with bank_in(tmp_path) as bank:
        hall, ada, table = await seated(bank)
        await table.ante()
        _, bob, other = await seated(bank, "Bob")
        await other.ante()
        real = floor.replayed

        def replayed(*given: object) -> HouseTable:
            if given[2].caller_id == ada.id:        # type: ignore[attr-defined]
                raise BadRecord("torn")
            return real(*given)                     # type: ignore[arg-type]
        clock = Clock()
        clock.pass_by(8 * 24 * 3600)
        monkeypatch.setattr(floor, "replayed", replayed)
        monkeypatch.setattr(floor, "time", SimpleNamespace(time=clock))
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
