"""door.bank.past and reading: hands as they were stored, and who may see which of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from door.bank import Bank, NoSuchCaller, Reader, StoreFailed, StoreTooNew
from door.views import Facts, HandLine, Sitting
from tests.books import GAME, Clock, alter, bank_in, deal, finish, play, record

pytestmark = pytest.mark.asyncio
STORE = "anteup.db"


async def sat(bank: Bank, caller_id: int, nets: list[int], leave: bool = True) -> Sitting:
    """A sitting with these hands."""
    sitting = await bank.sit(caller_id, GAME, 200)
    await play(bank, sitting, nets)
    if leave:
        await bank.leave(sitting.id)
    return sitting


def ids(lines: tuple[HandLine, ...]) -> list[str]:
    return [line.id for line in lines]


async def test_the_history_is_a_callers_own_newest_first(tmp_path: Path) -> None:
    clock = Clock()
    async with bank_in(tmp_path, now=clock) as bank:
        anna, bert = await bank.create("Anna", "secret"), await bank.create("Bert", "secret")
        await sat(bank, anna.id, [30, -10])
        await sat(bank, bert.id, [7])
        clock.pass_by(60)
        await sat(bank, anna.id, [0], leave=False)
        lines = await bank.past.history(anna.id)
        assert ids(lines) == ["3-1", "1-2", "1-1"]
        assert lines[0] == HandLine("3-1", 3, 1, GAME, "done", int(clock()), 0,
                                    "you win: the House folds", False, None)
        assert [(line.net, line.opened) for line in lines] == [(0, False), (-10, True), (30, True)]
        assert ids(await bank.past.history(bert.id)) == ["2-1"]
        with pytest.raises(NoSuchCaller):
            await bank.past.history(99)


async def test_the_history_goes_on_before_a_hand(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        anna = await bank.create("Anna", "secret")
        for _ in range(3):
            await sat(bank, anna.id, [1, 2, 3])
        whole = ids(await bank.past.history(anna.id))
        assert len(whole) == 9
        found, before = [], ""
        while lines := await bank.past.history(anna.id, 2, before):
            found += ids(lines)
            before = found[-1]
        assert found == whole
        assert await bank.past.history(anna.id, 50, "nowhere") == ()


async def test_void_hands_are_in_the_history_and_unplayed_ones_are_not(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        anna = await bank.create("Anna", "secret")
        sitting = await sat(bank, anna.id, [5], leave=False)
        await bank.write(deal(sitting, 2, (205, 195)))
        assert ids(await bank.past.history(anna.id)) == ["1-1"]  # the open one is no past yet
        await bank.void("1-2", "the rules have changed")
        lines = await bank.past.history(anna.id)
        assert [(line.id, line.state, line.net, line.result) for line in lines] == [
            ("1-2", "void", 0, ""), ("1-1", "done", 5, "you win: the House folds")]
        await bank.leave((await sat(bank, anna.id, [], leave=False)).id)
        assert ids(await bank.past.history(anna.id)) == ["1-2", "1-1"]
        assert [hand.record.state for hand in await bank.past.hands_of(1)] == ["done", "void"]


async def test_who_folded_is_told(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        anna = await bank.create("Anna", "secret")
        sitting = await bank.sit(anna.id, GAME, 200)
        await bank.seal(record(sitting, 1))
        for number, folded in enumerate((1, None, 0), 1):
            await bank.write(deal(sitting, number, (200, 200)))
            step = finish(sitting, number, 2, (200, 200))
            assert step.ended is not None
            step.ended.facts = Facts((0, 0), folded, 10, 0, 0)
            await bank.write(step)
        assert [line.folded for line in await bank.past.history(anna.id)] == [0, None, 1]


async def test_a_hand_comes_back_as_it_was_stored(tmp_path: Path) -> None:
    clock = Clock()
    async with bank_in(tmp_path, now=clock) as bank:
        anna = await bank.create("Anna", "secret")
        sitting = await bank.sit(anna.id, GAME, 200)
        await bank.seal(record(sitting, 1))
        clock.pass_by(10)
        await bank.write(deal(sitting, 1, (200, 200)))
        clock.pass_by(20)
        await bank.write(finish(sitting, 1, 2, (230, 170)))
        found = await bank.past.hand("1-1")
        assert found is not None
        at = int(clock()) - 30
        assert (found.handle, found.caller_id, found.sealed_at, found.ended_at) == (
            "Anna", anna.id, at, at + 30)
        assert (found.ended_stacks, found.result, found.opened) == (
            (230, 170), "you win: the House folds", False)
        sealed = record(sitting, 1)
        assert (found.record.seed, found.record.seal) == (sealed.seed, sealed.seal)
        assert found.record.actions == ((0, "ante"), (1, "ante"), (0, "bet 10"), (1, "fold"))
        assert (found.record.cut, found.record.proven, found.record.stacks,
                found.record.dealt_at) == ("my cut", True, (200, 200), at + 10)
        waiting = await bank.past.hand("1-2")
        assert waiting is not None and waiting.record.state == "sealed"
        assert (waiting.ended_at, waiting.ended_stacks, waiting.result) == (0, (), "")
        await bank.leave(sitting.id)
        again = await bank.past.hand("1-1")
        assert again is not None and again.opened
        assert await bank.past.hands_of(sitting.id) == (again,)
        assert await bank.past.hand("nowhere") is None


async def test_nobody_is_given_another_callers_hand(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        anna, bert = await bank.create("Anna", "secret"), await bank.create("Bert", "secret")
        await sat(bank, anna.id, [5])
        assert await bank.past.hand("1-1", anna.id) == await bank.past.hand("1-1") is not None
        assert await bank.past.hand("1-1", bert.id) is None


async def test_a_guest_sees_nothing_of_the_guest_before(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        first = await bank.guest()
        await sat(bank, first.id, [50])
        assert ids(await bank.past.history(first.id)) == ["1-1"]
        assert (await bank.past.figures(first.id)).hands == 1
        await bank.close_guest(first.id)
        second = await bank.guest()
        assert second.id == first.id
        assert await bank.past.history(second.id) == ()
        assert await bank.past.history(second.id, 50, "1-1") == ()
        assert await bank.past.hand("1-1", second.id) is None
        assert (await bank.past.figures(second.id)).hands == 0
        assert [chips for _, chips in await bank.past.bankrolls(second.id)] == [1000]
        await sat(bank, second.id, [-20])
        assert ids(await bank.past.history(second.id)) == ["2-1"]
        found = await bank.past.figures(second.id)
        assert (found.hands, found.net, found.squares) == (1, -20, 400)
        assert (await bank.past.house_figures()).hands == 2


# -- a reader beside the server -----------------------------------------------------------------


async def test_a_reader_reads_beside_a_server_what_was_there_when_it_was_opened(
        tmp_path: Path) -> None:
    clock = Clock()
    async with bank_in(tmp_path, now=clock) as bank:
        anna, bert = await bank.create("Anna", "secret"), await bank.create("Bert", "secret")
        await sat(bank, anna.id, [5, 10])
        await sat(bank, bert.id, [20], leave=False)
        with Reader(tmp_path / STORE) as reader:
            await sat(bank, anna.id, [7])
            assert [hand.record.id for hand in reader.hands()] == ["1-1", "1-2", "1-3", "2-1"]
            assert [hand.record.id for hand in reader.hands("aNNa")] == ["1-1", "1-2", "1-3"]
            assert [hand.record.state for hand in reader.hands("Anna")] == [
                "done", "done", "unplayed"]
            assert reader.count() == 4
            assert reader.hand("1-2") == await bank.past.hand("1-2")
            assert reader.hand("3-1") is None
            assert [line.id for line in reader.unopened()] == ["2-1", "2-2"]
            assert [line.state for line in reader.unopened("bert")] == ["done", "sealed"]
            assert reader.unopened("anna") == []
        clock.pass_by(1000)
        await sat(bank, anna.id, [1])
        with Reader(tmp_path / STORE) as reader:
            assert [hand.record.id for hand in reader.hands(since=int(clock()))] == ["4-1", "4-2"]


async def test_a_reader_leaves_a_closed_store_as_it_is(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        anna = await bank.create("Anna", "secret")
        await sat(bank, anna.id, [5])
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    reader = Reader(tmp_path / STORE)
    assert reader.count() == 2
    reader.close()
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


async def test_a_store_of_another_version_is_not_read(tmp_path: Path) -> None:
    async with bank_in(tmp_path):
        pass
    alter(tmp_path / STORE, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StoreTooNew):
        Reader(tmp_path / STORE)
    alter(tmp_path / STORE, "UPDATE alembic_version SET version_num = '0002'")
    with pytest.raises(StoreFailed, match="schema 0002"):
        Reader(tmp_path / STORE)
    with pytest.raises(StoreFailed):
        Reader(tmp_path / "nowhere.db")
