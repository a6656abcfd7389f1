"""Hand records: what was written is there, in order, and nothing that does not follow."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from door.bank import Bank, NoSuchSitting, OutOfStep
from door.views import Dealt, Ended, Sitting, Step
from tests.books import GAME, START, bank_in, deal, finish, play, record

pytestmark = pytest.mark.asyncio


async def seated(bank: Bank, handle: str = "Anna", amount: int = 200) -> Sitting:
    """A sitting with its first hand sealed."""
    caller = await bank.create(handle, "secret")
    sitting = await bank.sit(caller.id, GAME, amount)
    await bank.seal(record(sitting, 1))
    return sitting


async def test_an_open_hand_comes_back_as_it_was_written(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        sitting = await seated(bank)
        assert await bank.open_hand(sitting.caller_id) is None
        await bank.write(deal(sitting, 1, (200, 200)))
        await bank.write(Step("1-1", 2, [(0, "raise 10"), (1, "call")]))
        await bank.write(Step("1-1", 4, ((0, "discard 125"),)))
    async with bank_in(tmp_path) as bank:
        expected = replace(
            record(sitting, 1), policy="policy hash", cut="my cut", proven=True, first=0,
            stacks=(200, 200), state="open", dealt_at=int(START),
            actions=((0, "ante"), (1, "ante"), (0, "raise 10"), (1, "call"), (0, "discard 125")))
        assert await bank.open_hand(sitting.caller_id) == (sitting, expected)
        assert await bank.open_hands() == [(sitting, expected)]
        assert await bank.upkeep.check() == []


async def test_a_hand_is_played_on_after_a_new_start(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        sitting = await seated(bank)
        await play(bank, sitting, [10], sealed=True)
        await bank.write(deal(sitting, 2, (210, 190)))
    async with bank_in(tmp_path) as bank:
        found = await bank.open_hand(sitting.caller_id)
        assert found is not None
        assert found[0] == replace(sitting, stacks=(210, 190), hands=1)
        await bank.write(finish(sitting, 2, 2, (180, 220)))
        assert await bank.open_hand(sitting.caller_id) is None
        await bank.write(deal(sitting, 3, (180, 220)))
        assert await bank.upkeep.check() == []


async def test_a_hands_net_moves_between_the_stacks_and_a_tie_moves_nothing(
        tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        sitting = await seated(bank)
        await play(bank, sitting, [70, 0, -25], sealed=True)
        assert await bank.leave(sitting.id) == 245
        lines = (await bank.statement(sitting.caller_id)).lines
        assert [(line.kind, line.amount) for line in lines] == [
            ("leave", 245), ("sit", -200), ("opening", 1000)]
        assert await bank.upkeep.check() == []


async def test_everything_of_a_hand_in_one_step(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        sitting = await seated(bank)
        whole = replace(deal(sitting, 1, (200, 200)), ended=Ended((205, 195), "fold"),
                        sealed=record(sitting, 2))
        await bank.write(whole)
        await bank.write(deal(sitting, 2, (205, 195)))
        assert await bank.upkeep.check() == []


WRONG = {
    "a number that is there": Step("1-1", 1, ((0, "fold"),)),
    "a number too far on": Step("1-1", 3, ((0, "fold"),)),
    "a second deal": Step("1-1", 2, (), dealt=Dealt("", False, 0, (200, 200), "")),
    "chips from nowhere": Step("1-1", 2, (), ended=Ended((500, 195), "x")),
    "three stacks": Step("1-1", 2, (), ended=Ended((200, 195, 5), "x")),
    "a hand that never was": Step("1-9", 0, ((0, "fold"),)),
    "no hand": Step("", 0, ()),
}


@pytest.mark.parametrize("step", WRONG.values(), ids=WRONG.keys())
async def test_what_does_not_follow_is_refused_and_changes_nothing(
        tmp_path: Path, step: Step) -> None:
    async with bank_in(tmp_path) as bank:
        sitting = await seated(bank)
        await bank.write(deal(sitting, 1, (200, 200)))
        before = await bank.open_hands()
        with pytest.raises(OutOfStep):
            await bank.write(step)
        assert await bank.open_hands() == before
        await bank.write(finish(sitting, 1, 2, (205, 195)))
        assert await bank.upkeep.check() == []


@pytest.mark.parametrize("step", [
    Step("1-1", 0, ((0, "ante"),)), Step("1-1", 0, (), ended=Ended((200, 200), "x")),
    Step("1-1", 0, (), dealt=Dealt("", False, 0, (300, 200), ""))])
async def test_a_sealed_hand_is_dealt_first_and_with_the_stacks_of_the_ledger(
        tmp_path: Path, step: Step) -> None:
    async with bank_in(tmp_path) as bank:
        await seated(bank)
        with pytest.raises(OutOfStep):
            await bank.write(step)
        assert await bank.open_hands() == []


async def test_a_step_that_was_written_is_not_written_twice(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        sitting = await seated(bank)
        await bank.write(deal(sitting, 1, (200, 200)))
        end = finish(sitting, 1, 2, (205, 195))
        results = await asyncio.gather(bank.write(end), bank.write(end), return_exceptions=True)
        assert results[0] is None and isinstance(results[1], OutOfStep)
        assert await bank.leave(sitting.id) == 205


async def test_one_bad_step_of_a_group_leaves_the_others_written(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        sittings = [await seated(bank, handle) for handle in ("Anna", "Bert", "Carl")]
        steps = [deal(sitting, 1, (200, 200)) for sitting in sittings]
        steps.insert(1, Step("nowhere-1", 0, ((0, "fold"),)))
        results = await asyncio.gather(*map(bank.write, steps), return_exceptions=True)
        assert [type(result) for result in results] == [
            type(None), OutOfStep, type(None), type(None)]
        assert len(await bank.open_hands()) == 3
        assert await bank.upkeep.check() == []


async def test_many_callers_steps_at_once_keep_their_order(tmp_path: Path) -> None:
    async def night(bank: Bank, handle: str) -> int:
        sitting = await seated(bank, handle)
        await play(bank, sitting, [5, -10, 15], sealed=True)
        return await bank.leave(sitting.id)
    async with bank_in(tmp_path) as bank:
        nights = await asyncio.gather(*[night(bank, f"Caller {n}") for n in range(25)])
        assert nights == [210] * 25
        assert await bank.upkeep.check() == []


async def test_a_sitting_has_one_hand_at_a_time(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        sitting = await seated(bank)
        with pytest.raises(OutOfStep):
            await bank.seal(record(sitting, 2))
        await play(bank, sitting, [5], sealed=True)
        with pytest.raises(OutOfStep):
            await bank.seal(record(sitting, 3))


@pytest.mark.parametrize("change", [{"number": 0}, {"game": "holdem"}, {"id": "1-1é"}])
async def test_a_seal_that_does_not_follow_is_refused(
        tmp_path: Path, change: dict[str, object]) -> None:
    async with bank_in(tmp_path) as bank:
        caller = await bank.create("Anna", "secret")
        sitting = await bank.sit(caller.id, GAME, 200)
        with pytest.raises(OutOfStep):
            await bank.seal(replace(record(sitting, 1), **change))  # type: ignore[arg-type]
        with pytest.raises(NoSuchSitting):
            await bank.seal(replace(record(sitting, 1), sitting_id=99))
        await bank.leave(sitting.id)
        with pytest.raises(NoSuchSitting):
            await bank.seal(record(sitting, 1))


async def test_a_sealed_hand_that_is_left_is_unplayed(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        sitting = await seated(bank)
        assert await bank.leave(sitting.id) == 200
        with pytest.raises(OutOfStep):
            await bank.write(deal(sitting, 1, (200, 200)))
        again = await bank.sit(sitting.caller_id, GAME, 200)
        await play(bank, again, [5])
        assert await bank.upkeep.check() == []


async def test_a_void_hand_gives_the_stakes_back_and_ends_the_sitting(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        sitting = await seated(bank)
        await play(bank, sitting, [45], sealed=True)
        await bank.write(deal(sitting, 2, (245, 155)))
        await bank.void("1-2", "the rules have changed")
        await bank.void("1-2", "again")
        assert await bank.open_hand(sitting.caller_id) is None
        assert await bank.bankroll(sitting.caller_id) == 1045
        assert await bank.leave(sitting.id) == 245
        again = await bank.sit(sitting.caller_id, GAME, 200)
        await play(bank, again, [5])
        assert await bank.upkeep.check() == []


@pytest.mark.parametrize("hand", ["1-1", "1-2", "nowhere"])
async def test_only_an_open_hand_can_be_void(tmp_path: Path, hand: str) -> None:
    async with bank_in(tmp_path) as bank:
        await play(bank, await seated(bank), [5], sealed=True)
        with pytest.raises(OutOfStep):
            await bank.void(hand, "why")


async def test_sweeping_banks_what_is_between_hands_and_keeps_what_is_frozen(
        tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        between, frozen = await seated(bank, "Anna"), await seated(bank, "Bert")
        await bank.write(deal(frozen, 1, (200, 200)))
        fresh = await bank.create("Carl", "secret")
        await bank.sit(fresh.id, GAME, 200)
        guests = [await bank.guest() for _ in range(3)]
        tables = [await bank.sit(guest.id, GAME, 200) for guest in guests[:2]]
        await bank.seal(record(tables[0], 1))
        await bank.write(deal(tables[0], 1, (200, 200)))
        await play(bank, tables[1], [-5])
    async with bank_in(tmp_path) as bank:
        await bank.sweep()
        await bank.sweep()
        assert await bank.bankroll(between.caller_id) == await bank.bankroll(fresh.id) == 1000
        assert [sitting for sitting, _ in await bank.open_hands()] == [frozen, tables[0]]
        assert await bank.find("guest 1") == guests[0]
        assert await bank.find("guest 2") is await bank.find("guest 3") is None
        assert await bank.upkeep.check() == []


async def test_memory_of_sittings_ends_with_them(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        for _ in range(30):
            guest = await bank.guest()
            sitting = await bank.sit(guest.id, GAME, 200)
            await play(bank, sitting, [5])
            await bank.leave(sitting.id)
            await bank.close_guest(guest.id)
        assert len(bank._sittings._seats) == len(bank._sittings.of_hand) == 0
        assert (await bank.guest()).handle == "Guest 1"
