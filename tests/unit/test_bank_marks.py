"""bank.marks: a mark is written with its hand, earned once and told once."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from door.bank import Bank, Caller, NoSuchSitting, StoreFailed
from door.floor.floor import Floor
from door.floor.seeds import Seeds
from door.views import Sitting
from tests.books import GAME, Clock, bank_in, deal, finish, play, record
from tests.random_nights import play as play_at_random

pytestmark = pytest.mark.asyncio
DAY = 24 * 3600


async def seated(bank: Bank, caller: Caller) -> Sitting:
    """At the table, the first hand sealed."""
    sitting = await bank.sit(caller.id, GAME, 200)
    await bank.seal(record(sitting, 1))
    return sitting


async def earn(bank: Bank, sitting: Sitting, number: int, *marks: str) -> None:
    """A hand that ends in a tie and brings these marks."""
    await bank.write(deal(sitting, number, (200, 200)))
    step = finish(sitting, number, 2, (200, 200))
    assert step.ended is not None
    await bank.write(replace(step, ended=replace(step.ended, marks=marks)))


async def words(bank: Bank, caller: Caller) -> list[str]:
    return [mark.mark for mark in await bank.marks.earned(caller.id)]


async def test_a_mark_is_told_once_and_stays_in_the_list(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        ada = await bank.local("Ada")
        sitting = await seated(bank, ada)
        await earn(bank, sitting, 1, "pat", "bluff")
        told = await bank.marks.take(ada.id)
        assert sorted(mark.mark for mark in told) == ["bluff", "pat"]
        assert {mark.hand for mark in told} == {f"{sitting.label}-1"}
        assert await bank.marks.take(ada.id) == ()
        assert sorted(await words(bank, ada)) == ["bluff", "pat"]


async def test_a_mark_is_earned_once_whatever_is_written_later(tmp_path: Path) -> None:
    clock = Clock()
    async with bank_in(tmp_path, now=clock) as bank:
        ada = await bank.local("Ada")
        sitting = await seated(bank, ada)
        await earn(bank, sitting, 1, "pat")
        first = await bank.marks.take(ada.id)
        clock.pass_by(60)
        await earn(bank, sitting, 2, "pat")
        assert await bank.marks.take(ada.id) == ()
        assert await bank.marks.earned(ada.id) == first


async def test_a_mark_that_nobody_was_told_of_waits_for_the_next_server(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        ada = await bank.local("Ada")
        await earn(bank, await seated(bank, ada), 1, "pat")
    async with bank_in(tmp_path) as bank:
        assert [mark.mark for mark in await bank.marks.take(ada.id)] == ["pat"]
    async with bank_in(tmp_path) as bank:
        assert await bank.marks.take(ada.id) == ()
        assert await words(bank, ada) == ["pat"]


async def test_a_hand_whose_end_could_not_be_written_brings_no_mark(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with bank_in(tmp_path) as bank:
        ada = await bank.local("Ada")
        sitting = await seated(bank, ada)
        with monkeypatch.context() as broken:
            broken.setattr("door.bank.hands.marks.write", _refuse)
            with pytest.raises(StoreFailed):
                await earn(bank, sitting, 1, "pat")
        assert await words(bank, ada) == []
        found = await bank.open_hand(ada.id)
        assert found is not None and found[1].state == "open"    # and the hand has not ended


def _refuse(*_: object) -> None:
    raise OSError("the disk is full")


async def test_guests_and_practice_have_no_career(tmp_path: Path) -> None:
    async with bank_in(tmp_path / "house") as bank:
        guest = await bank.guest()
        assert await bank.marks.career((await seated(bank, guest)).id) is None
        ada = await bank.local("Ada")
        assert await bank.marks.career((await seated(bank, ada)).id) is not None
        with pytest.raises(NoSuchSitting):
            await bank.marks.career(99)
    async with bank_in(tmp_path / "practice", practice=True) as bank:
        ada = await bank.local("Ada")
        assert await bank.marks.career((await seated(bank, ada)).id) is None


async def test_the_career_is_what_the_hands_say(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        ada = await bank.local("Ada")
        sitting = await bank.sit(ada.id, GAME, 200)
        await play(bank, sitting, [10, -50, 20, 30])
        career = await bank.marks.career(sitting.id)
        assert career is not None
        assert (career.hands, career.run, career.buy_in, career.lowest) == (4, 2, 200, 160)


@pytest.mark.parametrize("nets, run", [
    ([5] * 9 + [0] * 12, 9), ([5, 0, 5, 0, 5], 3), ([-5, 5, 0], 1), ([5, 5, -5, 0], 0),
    ([0, 0], 0), ([-5] + [5] * 12, 10), ([], 0)])
async def test_a_tie_neither_ends_the_run_nor_counts(tmp_path: Path, nets: list[int],
                                                     run: int) -> None:
    """Also not when the caller sits down again. A tie used to end it."""
    async with bank_in(tmp_path) as bank:
        ada = await bank.local("Ada")
        first = await bank.sit(ada.id, GAME, 200)
        await play(bank, first, nets)
        await bank.leave(first.id)
        career = await bank.marks.career((await seated(bank, ada)).id)
        assert career is not None and career.run == run


async def test_each_day_with_a_hand_counts_once(tmp_path: Path) -> None:
    clock = Clock()
    async with bank_in(tmp_path, now=clock) as bank:
        ada = await bank.local("Ada")
        assert await bank.marks.days(ada.id) == frozenset()
        today = bank.marks.today()
        sitting = await seated(bank, ada)
        for number, pause in enumerate((60, DAY, 2 * DAY, 0), 1):
            await earn(bank, sitting, number)
            clock.pass_by(pause)
        assert await bank.marks.days(ada.id) == {today, today + 1, today + 3}


@pytest.mark.parametrize("pruned", [False, True])
async def test_a_hand_that_the_clock_ends_is_no_day_of_who_is_away(
        tmp_path: Path, pruned: bool) -> None:
    """It was a day played: who was away had a streak of 1. Nor is it one when the hand is gone."""
    clock = Clock()
    async with bank_in(tmp_path, now=clock) as bank:
        hall, ada = Floor(bank, Seeds("away"), now=clock), await bank.local("Ada")
        table, today = await hall.sit(ada, 200), bank.marks.today()
        await play_at_random(table, Random(1))
        clock.pass_by(DAY)
        await table.ante()
        clock.pass_by(7 * DAY)
        assert await hall.settle_old_hands() == 1
        clock.pass_by(DAY)
        if pruned:
            assert await bank.upkeep.prune(int(clock())) == 3   # and what was never dealt
        assert await bank.marks.days(ada.id) == {today}
        career = await bank.marks.career((await seated(bank, ada)).id)
        assert career is not None and career.days == {today} and career.hands == 2
        assert (await bank.past.figures(ada.id)).hands == 2
        assert await bank.upkeep.check() == []


@pytest.mark.parametrize("later", [1, 6])
async def test_who_comes_back_and_ends_the_hand_has_played_that_day(
        tmp_path: Path, later: int) -> None:
    clock = Clock()
    async with bank_in(tmp_path, now=clock) as bank:
        hall, ada = Floor(bank, Seeds("away"), now=clock), await bank.local("Ada")
        await (await hall.sit(ada, 200)).ante()
        clock.pass_by(later * DAY)
        table = await hall.resume(ada)
        assert table is not None and table.career is not None
        await table.give_up()
        assert await bank.marks.days(ada.id) == {bank.marks.today()} == table.career.days


async def test_the_tables_own_marks_are_those_that_the_store_keeps(tmp_path: Path) -> None:
    """Random play: whatever a hand brings is kept, never twice."""
    luck, brought = Random("marks"), []
    async with bank_in(tmp_path) as bank:
        ada = await bank.local("Ada")
        table = await Floor(bank, Seeds("marks")).sit(ada, 500)
        for _ in range(120):
            if table.record is None:
                break
            await play_at_random(table, luck)
            brought += table.marks
        assert brought and len(set(brought)) == len(brought)
        assert sorted(await words(bank, ada)) == sorted(brought)
