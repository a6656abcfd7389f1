"""door.bank.pruning: old hands go, what they came to stays, and the chain holds."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from door.bank import Bank, Reader, chain
from door.views import Figures, Sitting
from tests.books import GAME, Clock, alter, bank_in, deal, found_in, play
from tests.random_nights import fill

pytestmark = pytest.mark.asyncio
DAY = 86_400
STORE = "anteup.db"


async def sat(bank: Bank, caller_id: int, nets: list[int], leave: bool = True) -> Sitting:
    sitting = await bank.sit(caller_id, GAME, 200)
    await play(bank, sitting, nets)
    if leave:
        await bank.leave(sitting.id)
    return sitting


async def ids(bank: Bank) -> list[str]:
    """Of all hands that are there."""
    return await bank._store.run(lambda desk: [
        id for id, in desk.driver.execute("SELECT id FROM hands ORDER BY serial")])


async def pruned(bank: Bank, before: float, most: int = 500) -> int:
    """All that can go."""
    total = 0
    while count := await bank.upkeep.prune(int(before), most):
        assert count <= most
        total += count
    return total


async def everything(bank: Bank, callers: range) -> list[Figures]:
    """What pruning may not change."""
    return [await bank.past.house_figures(), *[await bank.past.figures(id) for id in callers]]


async def test_old_hands_go_and_figures_stay(tmp_path: Path) -> None:
    clock = Clock()
    async with bank_in(tmp_path, now=clock) as bank:
        anna, bert = await bank.create("Anna", "secret"), await bank.create("Bert", "secret")
        await sat(bank, anna.id, [30, -10])
        await sat(bank, bert.id, [-200])
        clock.pass_by(5 * DAY)
        await sat(bank, anna.id, [7])
        clock.pass_by(2 * DAY)
        before = await everything(bank, range(1, 3))
        assert await pruned(bank, clock() - 3 * DAY) == 5  # two and the sealed one, one and another
        assert await ids(bank) == ["3-1", "3-2"]
        assert await everything(bank, range(1, 3)) == before
        assert [line.id for line in await bank.past.history(anna.id)] == ["3-1"]
        assert await bank.past.history(bert.id) == ()
        assert await bank.upkeep.prune(int(clock() - 3 * DAY)) == 0
        assert await bank.upkeep.check() == []


@pytest.mark.parametrize("most", [1, 7, 500])
async def test_a_store_of_random_nights_is_pruned_piece_by_piece(
        tmp_path: Path, most: int) -> None:
    """After each piece it agrees, and whoever comes back plays on."""
    clock = Clock()
    await fill(tmp_path, 60, clock=clock)
    async with bank_in(tmp_path, now=clock) as bank:
        people = [caller for caller in [await bank.find(f"Caller {n}") for n in range(6)] if caller]
        callers = range(1, len(people) + 1)
        before = await everything(bank, callers)
        count, pieces = len(await ids(bank)), 0
        while await bank.upkeep.prune(int(clock() - 40 * DAY), most):
            pieces += 1
            if pieces % 10 == 1:
                assert await bank.upkeep.check() == []
        left = len(await ids(bank))
        assert 0 < left < count and pieces >= (count - left) / most
        assert await everything(bank, callers) == before
    async with bank_in(tmp_path, now=clock) as bank:
        for caller in people[:1]:
            if await bank.open_hand(caller.id) is None:
                await bank.rise(caller.id)
                await bank.grant_chips(caller.handle, 300, "to play on")
                await sat(bank, caller.id, [5])
        assert await bank.upkeep.check() == []


async def test_who_has_no_hand_left_goes_on_in_the_chain(tmp_path: Path) -> None:
    clock = Clock()
    async with bank_in(tmp_path, now=clock) as bank:
        anna = await bank.create("Anna", "secret")
        await sat(bank, anna.id, [30, -10])
        last = await bank._store.run(lambda desk: desk.driver.execute(
            "SELECT ended_hash FROM hands WHERE id = '1-2'").fetchone()[0])
        clock.pass_by(9 * DAY)
        assert await pruned(bank, clock()) == 3 and await ids(bank) == []
        assert await bank.upkeep.check() == []
    async with bank_in(tmp_path, now=clock) as bank:
        await sat(bank, anna.id, [5])
        serial, previous = await bank._store.run(lambda desk: desk.driver.execute(
            "SELECT serial, previous FROM hands WHERE id = '2-1'").fetchone())
        assert (serial, previous) == (4, last)  # no serial is given twice, for hashes cover it
        assert await bank.upkeep.check() == []
        clock.pass_by(9 * DAY)
        assert await pruned(bank, clock()) == 2
        assert (await bank.past.figures(anna.id)).net == 25
        assert await bank.upkeep.check() == []


async def test_open_sittings_their_days_and_today_are_left_alone(tmp_path: Path) -> None:
    clock = Clock()
    async with bank_in(tmp_path, now=clock) as bank:
        anna, bert = await bank.create("Anna", "secret"), await bank.create("Bert", "secret")
        await sat(bank, anna.id, [1])
        assert await bank.upkeep.prune(int(clock() + 1)) == 0  # today's totals may change yet
        clock.pass_by(DAY)
        sitting = await sat(bank, bert.id, [2], leave=False)
        await bank.write(deal(sitting, 2, (202, 198)))
        await sat(bank, anna.id, [3])
        clock.pass_by(50 * DAY)
        assert await pruned(bank, clock()) == 2
        assert await ids(bank) == ["2-1", "2-2", "3-1", "3-2"]
        await bank.void("2-2", "a test")
        clock.pass_by(DAY)
        assert await pruned(bank, clock()) == 4
        assert await bank.upkeep.check() == []


async def test_a_void_hand_is_part_of_the_chain_that_goes(tmp_path: Path) -> None:
    clock = Clock()
    async with bank_in(tmp_path, now=clock) as bank:
        anna = await bank.create("Anna", "secret")
        sitting = await sat(bank, anna.id, [5], leave=False)
        await bank.write(deal(sitting, 2, (205, 195)))
        await bank.void("1-2", "a test")
        clock.pass_by(9 * DAY)
        await sat(bank, anna.id, [7])
        assert await pruned(bank, clock() - DAY) == 2
        assert await ids(bank) == ["2-1", "2-2"]
        assert await bank.upkeep.check() == []


async def test_a_hand_never_goes_before_an_older_one_of_its_caller(tmp_path: Path) -> None:
    """The clock was a year ahead for a while: what came behind those hands waits for them."""
    clock = Clock()
    async with bank_in(tmp_path, now=clock) as bank:
        anna, bert = await bank.create("Anna", "secret"), await bank.create("Bert", "secret")
        await sat(bank, anna.id, [1])
        clock.pass_by(365 * DAY)
        await sat(bank, anna.id, [2])
        clock.pass_by(-364 * DAY)
        await sat(bank, anna.id, [3])
        await sat(bank, bert.id, [4])
        clock.pass_by(5 * DAY)
        assert await pruned(bank, clock(), 1) == 4
        assert await ids(bank) == ["2-1", "2-2", "3-1", "3-2"]
        assert await bank.upkeep.check() == []
        clock.pass_by(365 * DAY)
        assert await pruned(bank, clock()) == 4
        assert await bank.upkeep.check() == []


async def test_nothing_goes_of_a_chain_that_does_not_hold(tmp_path: Path) -> None:
    clock = Clock()
    async with bank_in(tmp_path, now=clock) as bank:
        for handle in ("Anna", "Bert"):
            caller = await bank.create(handle, "secret")
            await sat(bank, caller.id, [5, 6])
    alter(tmp_path / STORE, "UPDATE hands SET previous = zeroblob(31) || x'01' WHERE id = '1-1'")
    clock.pass_by(9 * DAY)
    async with bank_in(tmp_path, now=clock) as bank:
        assert await pruned(bank, clock(), 1) == 3
        assert await ids(bank) == ["1-1", "1-2", "1-3"]


async def test_two_who_prune_at_once_do_it_once(tmp_path: Path) -> None:
    """Two processes, with the server's writer between them."""
    clock = Clock()
    async with bank_in(tmp_path, now=clock) as server, bank_in(tmp_path, now=clock) as sysop:
        anna, bert = await server.create("Anna", "secret"), await server.create("Bert", "secret")
        for _ in range(5):
            await sat(server, anna.id, [5, -5, 1])
        clock.pass_by(9 * DAY)
        counts = await asyncio.gather(
            pruned(server, clock(), 3), pruned(sysop, clock(), 4), sat(server, bert.id, [1, 2]))
        assert counts[0] + counts[1] == 20
        assert (await server.past.figures(anna.id)).net == 5
        assert await server.upkeep.check() == await sysop.upkeep.check() == []


@pytest.mark.parametrize("change", [
    "UPDATE totals SET net = net + 1 WHERE caller_id = 1",
    "UPDATE totals SET squares = squares + 1 WHERE caller_id = 1",
    "UPDATE totals SET category_3 = 1 WHERE caller_id = 0",
    "UPDATE totals SET best_hand = '1-2' WHERE caller_id = 1",
    "UPDATE totals SET since = since + 1 WHERE caller_id = 0",
    "UPDATE totals SET hash = NULL WHERE caller_id = 1",
    "DELETE FROM totals WHERE caller_id = 1",
    "UPDATE pruned SET hands = hands + 1",
    "UPDATE pruned SET serial = serial + 1",
    "UPDATE pruned SET previous = zeroblob(32)",
    "DELETE FROM pruned",
])
async def test_what_stands_for_pruned_hands_cannot_be_changed_unseen(
        tmp_path: Path, change: str) -> None:
    clock = Clock()
    async with bank_in(tmp_path, now=clock) as bank:
        anna = await bank.create("Anna", "secret")
        await sat(bank, anna.id, [30, -10])
        clock.pass_by(9 * DAY)
        await sat(bank, anna.id, [7])
        await pruned(bank, clock())
        assert await bank.upkeep.check() == []
    alter(tmp_path / STORE, change)
    assert await asyncio.to_thread(found_in, tmp_path) != []


async def test_a_reader_beside_it_sees_the_hands_to_its_end(tmp_path: Path) -> None:
    clock = Clock()
    async with bank_in(tmp_path, now=clock) as bank:
        anna = await bank.create("Anna", "secret")
        await sat(bank, anna.id, [1, 2, 3])
        clock.pass_by(9 * DAY)
        with Reader(tmp_path / STORE) as reader:
            hands = reader.hands()
            assert next(hands).record.id == "1-1"
            assert await pruned(bank, clock()) == 4
            assert [hand.record.id for hand in hands] == ["1-2", "1-3", "1-4"]


async def test_a_pruning_that_fails_changes_nothing(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    async with bank_in(tmp_path, now=clock) as bank:
        anna = await bank.create("Anna", "secret")
        await sat(bank, anna.id, [1])
        clock.pass_by(9 * DAY)
        with monkeypatch.context() as patch, pytest.raises(ZeroDivisionError):
            patch.setattr(chain, "pruned", lambda *_: 1 // 0)
            await bank.upkeep.prune(int(clock()))
        assert await ids(bank) == ["1-1", "1-2"]
        frozen = await bank._store.run(lambda desk: desk.driver.execute(
            "SELECT count(hash) FROM totals").fetchone()[0])
        assert frozen == 0
        assert await pruned(bank, clock()) == 2
