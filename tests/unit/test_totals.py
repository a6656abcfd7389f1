"""door.bank.totals: what each hand comes to, counted as it ends, and told again by the records."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace
from datetime import datetime, time
from pathlib import Path
from typing import Any

import pytest

from door.bank import Bank, OutOfStep, Reader
from door.bank.totals import COLUMNS, Calendar, Tally
from door.config import BankSettings
from door.floor.floor import Floor
from door.floor.house_table import HouseTable
from door.floor.seeds import Seeds
from door.proof.facts import facts
from door.rules.actions import CALL, FOLD, STAND_PAT, absent
from door.rules.house_draw import CALLER, HOUSE
from door.views import Facts, Figures, StoredHand
from tests.books import GAME, Clock, bank_in, deal, finish, play, record
from tests.random_nights import fill, play as play_at_random

pytestmark = pytest.mark.asyncio
_NAMES = ("day", "caller_dealt", "house_dealt", "folded", "pot", "best", "house_best")


async def columns(bank: Bank) -> dict[str, tuple[Any, ...]]:
    """What stands in the columns of the figures, by hand."""
    return await bank._store.run(lambda desk: {
        id: tuple(rest) for id, *rest in desk.driver.execute(
            f"SELECT id, {', '.join(_NAMES)} FROM hands WHERE state = 'done'")})


async def rows(bank: Bank) -> list[dict[str, Any]]:
    """The totals."""
    return await bank._store.run(lambda desk: [
        dict(zip(COLUMNS, row)) for row in desk.driver.execute(
            f"SELECT {', '.join(COLUMNS)} FROM totals ORDER BY day, caller_id")])


def added(hands: list[StoredHand], seat: int) -> Figures:
    """Figures of the hands' caller or House, from their records alone."""
    hands = [hand for hand in hands if hand.record.state == "done"]
    found = [facts(hand.record) for hand in hands]
    nets = [hand.ended_stacks[seat] - hand.record.stacks[seat] for hand in hands]
    bests = [each.house_best if seat == HOUSE else each.best for each in found]
    best = max(bests, default=0)
    categories = [each.dealt[seat] for each, hand in zip(found, hands)
                  if hand.opened or seat == CALLER]
    return Figures(
        len(hands), sum(net > 0 for net in nets), sum(net < 0 for net in nets), nets.count(0),
        sum(each.folded == seat for each in found), sum(nets), sum(net * net for net in nets),
        max((each.pot for each in found), default=0), best,
        hands[bests.index(best)].record.id if best else "",
        tuple(categories.count(n) for n in range(9)),
        min((hand.ended_at for hand in hands), default=0))


async def test_what_is_counted_is_what_the_records_tell(tmp_path: Path) -> None:
    """Of random nights: each hand's facts, each caller's figures, and the House's."""
    await fill(tmp_path, 250)
    with Reader(tmp_path / "anteup.db") as reader:
        hands = list(reader.hands())
    async with bank_in(tmp_path) as bank:
        stored = await columns(bank)
        assert len(stored) > 200
        for hand in hands:
            if hand.record.state == "done":
                known = facts(hand.record)
                assert stored[hand.record.id][1:] == (
                    *known.dealt, known.folded, known.pot, known.best, known.house_best)
        for caller_id in {hand.caller_id for hand in hands}:
            mine = [hand for hand in hands if hand.caller_id == caller_id]
            if not (await bank.caller(caller_id)).guest:
                assert await bank.past.figures(caller_id) == added(mine, CALLER)
        house = await bank.past.house_figures()
        again = added(hands, HOUSE)
        assert replace(house, best_hand="") == replace(again, best_hand="")
        assert house.best in [facts(hand.record).house_best for hand in hands
                              if hand.record.id == house.best_hand]


async def test_a_hand_that_was_left_and_resumed_is_counted_like_another(tmp_path: Path) -> None:
    luck = random.Random(6)
    async with bank_in(tmp_path) as bank:
        hall, caller = Floor(bank, Seeds("text")), await bank.local("Ada")
        table = await hall.sit(caller, 1000)
        for number in range(40):
            await table.ante()
            if number % 3 == 0 and table.dealt:
                resumed = await hall.resume(caller)
                assert resumed is not None
                table = resumed
            if number % 5 == 0 and table.dealt:
                await play_out(table)
            elif table.dealt:
                await finish_at_random(table, luck)
            assert table.record is not None
        await agrees(bank, table)
        await table.ante()
    async with bank_in(tmp_path) as bank:  # nobody comes back for the last one
        hall = Floor(bank, Seeds("text"))
        found = await bank.open_hand(caller.id)
        assert found is not None
        await hall.settle(*found)
        assert (await bank.past.figures(caller.id)).hands == 41
        assert sum((await bank.past.house_figures()).dealt) == 41


async def play_out(table: HouseTable) -> None:
    while (legal := table.table.legal(CALLER)) is not None:
        await table.act(absent(legal))


async def finish_at_random(table: HouseTable, luck: random.Random) -> None:
    while (legal := table.table.legal(CALLER)) is not None:
        await table.act(STAND_PAT if legal.discard is not None
                        else luck.choice([FOLD, CALL]) if legal.due else absent(legal))


async def agrees(bank: Bank, table: HouseTable) -> None:
    hands = [await bank.past.hand(id) for id in await columns(bank)]
    known = [hand for hand in hands if hand is not None]
    assert len(known) == 40
    assert await bank.past.figures(table.sitting.caller_id) == added(known, CALLER)


async def test_what_the_house_was_dealt_is_not_counted_before_the_sitting_ends(
        tmp_path: Path) -> None:
    luck = random.Random(1)
    async with bank_in(tmp_path) as bank:
        hall, caller = Floor(bank, Seeds("text")), await bank.local("Ada")
        table = await hall.sit(caller, 1000)
        for _ in range(10):
            await play_at_random(table, luck)
        house = await bank.past.house_figures()
        assert house.hands == 10 and sum(house.dealt) == 0
        assert sum((await bank.past.figures(caller.id)).dealt) == 10
        await table.leave()
        assert sum((await bank.past.house_figures()).dealt) == 10
        await table.bank.leave(table.sitting.id)  # asked again
        assert sum((await bank.past.house_figures()).dealt) == 10


@pytest.mark.parametrize("way", ["leave", "rise", "sweep", "void", "close_guest"])
async def test_however_a_sitting_ends_the_houses_cards_are_counted(
        tmp_path: Path, way: str) -> None:
    async with bank_in(tmp_path) as bank:
        caller = await (bank.guest() if way == "close_guest" else bank.create("Anna", "secret"))
        sitting = await bank.sit(caller.id, GAME, 200)
        await bank.seal(record(sitting, 1))
        await bank.write(deal(sitting, 1, (200, 200)))
        await bank.write(known_end(sitting, 1, 2, (195, 205)))
        assert sum((await bank.past.house_figures()).dealt) == 0
        if way == "void":
            await bank.write(deal(sitting, 2, (195, 205)))
            await bank.void(f"{sitting.label}-2", "a test")
        elif way == "leave":
            await bank.leave(sitting.id)
        elif way == "sweep":
            await bank.sweep()
        else:
            await getattr(bank, way)(caller.id)
        house = await bank.past.house_figures()
        assert (house.hands, house.dealt) == (1, (0, 0, 0, 1, 0, 0, 0, 0, 0))


def known_end(sitting: Any, number: int, first_n: int, stacks: tuple[int, int]) -> Any:
    """The end of a hand in which the House was dealt three of a kind, and the caller folded."""
    step = finish(sitting, number, first_n, stacks)
    step.ended.facts = Facts((1, 3), CALLER, 10, 0, 0)
    return step


async def test_void_and_unplayed_hands_are_not_counted(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        caller = await bank.create("Anna", "secret")
        sitting = await bank.sit(caller.id, GAME, 200)
        await bank.seal(record(sitting, 1))
        await bank.write(deal(sitting, 1, (200, 200)))
        await bank.void("1-1", "a test")
        sitting = await bank.sit(caller.id, GAME, 200)
        await bank.seal(record(sitting, 1))
        await bank.leave(sitting.id)
        assert await bank.past.figures(caller.id) == await bank.past.house_figures() == Figures()
        assert await rows(bank) == []


async def test_a_hand_whose_facts_nobody_gave_counts_with_its_chips_alone(tmp_path: Path) -> None:
    clock = Clock()
    async with bank_in(tmp_path, now=clock) as bank:
        caller = await bank.create("Anna", "secret")
        await play(bank, await bank.sit(caller.id, GAME, 200), [30, -10, 0])
        assert await bank.past.figures(caller.id) == Figures(
            3, 1, 1, 1, 0, 20, 1000, since=int(clock()))
        assert (await bank.past.house_figures()).net == -20


async def test_the_tied_best_of_a_day_is_the_first(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        caller = await bank.create("Anna", "secret")
        sitting = await bank.sit(caller.id, GAME, 200)
        await bank.seal(record(sitting, 1))
        for number, best in enumerate((10, 70, 70, 20), 1):
            await bank.write(deal(sitting, number, (200, 200)))
            step = finish(sitting, number, 2, (200, 200))
            assert step.ended is not None
            step.ended.facts = Facts((0, 0), None, 10 * number, best, 0)
            await bank.write(step)
        found = await bank.past.figures(caller.id)
        assert (found.best, found.best_hand, found.biggest_pot) == (70, "1-2", 40)
        assert (await bank.past.house_figures()).best_hand == ""


async def test_a_hand_belongs_to_the_casinos_day_in_which_it_ended(tmp_path: Path) -> None:
    clock = Clock()
    clock.seconds = datetime(2026, 3, 10, 5, 59, 50).timestamp()
    settings = BankSettings(durability="normal", day_starts=time(6))
    async with bank_in(tmp_path, now=clock, settings=settings) as bank:
        caller = await bank.create("Anna", "secret")
        sitting = await bank.sit(caller.id, GAME, 200)
        await bank.seal(record(sitting, 1))
        for number in (1, 2, 3):
            await bank.write(deal(sitting, number, (200, 200)))
            await bank.write(finish(sitting, number, 2, (200, 200)))
            clock.pass_by(9)
        tenth = (datetime(2026, 3, 10) - datetime(1970, 1, 1)).days
        assert [(row["day"], row["caller_id"], row["hands"]) for row in await rows(bank)] == [
            (tenth - 1, 0, 2), (tenth - 1, caller.id, 2), (tenth, 0, 1), (tenth, caller.id, 1)]


async def test_hands_may_be_counted_in_any_order() -> None:
    """The audit goes by callers. It took a later hand for the House's first of a day where its
    caller had the lower number and the first hand's caller still sat."""
    hands = [("1-1", 80, 5), ("2-1", 40, -7), ("3-1", 60, 0)]
    counted = []
    for order in (hands, hands[::-1], sorted(hands, key=lambda hand: hand[1])):
        tally = Tally()
        for id, at, net in order:
            tally.count(int(id[0]), 9, GAME, id, at, net, None, False)
        counted.append(tally.rows())
    assert counted[0] == counted[1] == counted[2]
    assert dict(zip(COLUMNS, counted[0][9, 0, GAME]))["since"] == 40


async def test_a_calendar_turns_with_the_day_and_back() -> None:
    clock = Clock()
    calendar = Calendar(time(6), clock)
    noon = datetime(2026, 3, 10, 12).timestamp()
    days = []
    for hours in (0, 17, 19, 17, -7):
        clock.seconds = noon + 3600 * hours
        days.append(calendar.today())
    first = (datetime(2026, 3, 10) - datetime(1970, 1, 1)).days
    assert days == [first, first, first + 1, first, first - 1]


async def test_nothing_is_counted_twice_when_a_group_of_steps_fails(tmp_path: Path) -> None:
    """A refused step makes each of its group a transaction of its own (store.py)."""
    async with bank_in(tmp_path) as bank:
        sittings = []
        for handle in ("Anna", "Bert", "Carl"):
            caller = await bank.create(handle, "secret")
            sittings.append(await bank.sit(caller.id, GAME, 200))
            await bank.seal(record(sittings[-1], 1))
            await bank.write(deal(sittings[-1], 1, (200, 200)))
        steps = [known_end(sitting, 1, 2, (195, 205)) for sitting in sittings]
        steps[1] = replace(steps[1], first_n=7)
        results = await asyncio.gather(*map(bank.write, steps), return_exceptions=True)
        assert [type(each) for each in results] == [type(None), OutOfStep, type(None)]
        assert (await bank.past.house_figures()).hands == 2
        assert [row["hands"] for row in await rows(bank)] == [2, 1, 1]
