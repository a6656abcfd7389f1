"""Chips go to the table and come back, whole."""

import asyncio
from pathlib import Path

import pytest

from door.bank import AlreadySeated, Bank, Caller, HandOpen, NoSuchSitting, NotEnough
from tests.books import GAME, bank_in, deal, play, record

pytestmark = pytest.mark.asyncio


async def labels(bank: Bank, caller: Caller, count: int) -> list[str]:
    """Of so many sittings in a row."""
    found = []
    for _ in range(count):
        sitting = await bank.sit(caller.id, GAME, 20)
        found.append(sitting.label)
        await bank.leave(sitting.id)
    return found


async def test_the_house_takes_as_much_to_the_table(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        caller = await bank.create("Anna", "secret")
        sitting = await bank.sit(caller.id, GAME, 200)
        assert (sitting.caller_id, sitting.game, sitting.buy_in) == (caller.id, GAME, 200)
        assert (sitting.stacks, sitting.hands, sitting.label) == ((200, 200), 0, str(sitting.id))
        assert (await bank.bankroll(caller.id), await bank.house()) == (800, -200)
        assert await bank.upkeep.check() == []


@pytest.mark.parametrize("amount", [0, -5, 1001])
async def test_no_more_than_there_is_and_not_nothing(tmp_path: Path, amount: int) -> None:
    async with bank_in(tmp_path) as bank:
        caller = await bank.create("Anna", "secret")
        with pytest.raises(NotEnough):
            await bank.sit(caller.id, GAME, amount)
        assert await bank.bankroll(caller.id) == 1000
        assert (await bank.sit(caller.id, GAME, 1000)).stacks == (1000, 1000)


async def test_two_withdrawals_at_once_are_one(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        caller = await bank.create("Anna", "secret")
        results = await asyncio.gather(*[bank.sit(caller.id, GAME, 600) for _ in range(5)],
                                       return_exceptions=True)
        assert sum(isinstance(result, AlreadySeated) for result in results) == 4
        assert await bank.bankroll(caller.id) == 400
        assert await bank.upkeep.check() == []


async def test_leaving_brings_both_stacks_back_and_may_be_asked_again(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        caller = await bank.create("Anna", "secret")
        sitting = await bank.sit(caller.id, GAME, 200)
        await play(bank, sitting, [30, 15])
        assert await bank.leave(sitting.id) == 245
        assert await bank.leave(sitting.id) == 245
        assert (await bank.bankroll(caller.id), await bank.house()) == (1045, -45)
        again = await bank.sit(caller.id, GAME, 1045)
        assert again.id != sitting.id
        assert await bank.upkeep.check() == []
    async with bank_in(tmp_path) as bank:
        assert await bank.leave(sitting.id) == 245


@pytest.mark.parametrize("net, back, house", [(200, 400, -200), (-200, 0, 200)])
async def test_a_broken_bank_and_a_broken_caller_leave_what_there_is(
        tmp_path: Path, net: int, back: int, house: int) -> None:
    async with bank_in(tmp_path) as bank:
        caller = await bank.create("Anna", "secret")
        sitting = await bank.sit(caller.id, GAME, 200)
        await play(bank, sitting, [net])
        assert await bank.leave(sitting.id) == back
        assert await bank.leave(sitting.id) == back
        assert await bank.house() == house
        assert await bank.upkeep.check() == []


async def test_leaving_waits_for_the_hand(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        caller = await bank.create("Anna", "secret")
        sitting = await bank.sit(caller.id, GAME, 200)
        await bank.seal(record(sitting, 1))
        await bank.write(deal(sitting, 1, (200, 200)))
        with pytest.raises(HandOpen):
            await bank.leave(sitting.id)
        await bank.rise(caller.id)
        assert await bank.open_hand(caller.id) is not None
        assert await bank.bankroll(caller.id) == 800


async def test_a_lost_line_between_hands_banks_the_stack(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        caller = await bank.create("Anna", "secret")
        await bank.rise(caller.id)
        sitting = await bank.sit(caller.id, GAME, 200)
        await play(bank, sitting, [30])
        await bank.rise(caller.id)
        assert await bank.bankroll(caller.id) == 1030
        assert await bank.upkeep.check() == []


async def test_a_sitting_that_never_was_cannot_be_left(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        with pytest.raises(NoSuchSitting):
            await bank.leave(17)


async def test_in_practice_a_label_follows_from_the_handle_alone(tmp_path: Path) -> None:
    async with bank_in(tmp_path / "a", practice=True, emptied=True) as bank:
        anna, bert = await bank.create("Anna", "secret"), await bank.create("Bert", "secret")
        annas = await labels(bank, anna, 3)
        await labels(bank, bert, 2)
        annas += await labels(bank, anna, 1)
    async with bank_in(tmp_path / "b", practice=True, emptied=True) as bank:
        await labels(bank, await bank.create("Bert", "secret"), 5)
        assert await labels(bank, await bank.create("ANNA", "secret"), 4) == annas
    assert len(set(annas)) == 4
    assert all(len(label) == 8 and label.isascii() for label in annas)


async def test_in_practice_a_guests_label_follows_from_the_number(tmp_path: Path) -> None:
    async with bank_in(tmp_path, practice=True) as bank:
        first = await bank.guest()
        (one,) = await labels(bank, first, 1)
        await bank.close_guest(first.id)
        (two,) = await labels(bank, await bank.guest(), 1)
        assert one != two


async def test_a_label_that_is_taken_grows_a_digit(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("door.bank.sittings._LABEL_DIGITS", 0)
    async with bank_in(tmp_path, practice=True) as bank:
        found = await labels(bank, await bank.create("Anna", "secret"), 30)
        assert len(set(found)) == 30
        assert await bank.upkeep.check() == []
