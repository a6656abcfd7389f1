"""door.contests: the table of a contest, one try each, closing, and what is written of it."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import time
from pathlib import Path

import pytest

from door.bank import (Bank, Caller, Contest, ContestOver, Dealt, Ended, HadTry, NoSuchCaller,
                       OutOfStep, Step, StoreFailed, Try)
from door.config import BankSettings
from door.contests import KINDS, Contests, ContestTable
from door.floor.floor import Floor
from door.floor.seeds import Seeds
from door.house import policy_name
from door.proof.replay import BadRecord
from door.rules.actions import CALL, Action, Bet, Discard, Legal, Raise, absent
from door.rules.house_draw import CALLER, HOUSE, SHARED
from door.rules.shuffle import deck, seal
from tests.books import Clock, bank_in
from tests.moments import careless
from tests.zones import BERLIN, UTC, living_in, moment

pytestmark = pytest.mark.asyncio
HOUR = 3600


class Hall:
    """A bank whose clock is cranked, the contests over it, and the callers Ada and Bob."""

    def __init__(self, bank: Bank, clock: Clock, contests: Contests) -> None:
        self.bank, self.clock, self.contests = bank, clock, contests
        self.people: dict[str, Caller] = {}

    async def caller(self, handle: str) -> Caller:
        if handle not in self.people:
            self.people[handle] = await self.bank.local(handle)
        return self.people[handle]

    async def sit(self, handle: str = "Ada", kind: str = "day") -> ContestTable:
        return await self.contests.sit(await self.contests.current(kind), await self.caller(handle))

    async def own(self, handle: str = "Ada", kind: str = "day") -> Try | None:
        contest = await self.contests.current(kind)
        return await self.bank.contests.own(contest.id, (await self.caller(handle)).id)


@asynccontextmanager
async def hall(folder: Path, start: str = "2026-11-30 12:00", starts: time = time(0, 0),
               practice: str | None = "text") -> AsyncIterator[Hall]:
    clock = Clock()
    clock.seconds = moment(start)
    settings = BankSettings(durability="normal", day_starts=starts)
    async with bank_in(folder, settings=settings, now=clock) as bank:
        yield Hall(bank, clock, Contests(bank, Seeds(practice)))
        assert await bank.upkeep.check() == []


def plain(legal: Legal) -> Action:
    """Calls, checks and stands pat."""
    return CALL if legal.due else absent(legal)


def legal_of(table: ContestTable) -> Legal:
    legal = table.table.legal(CALLER)
    assert legal is not None
    return legal


async def play_deal(table: ContestTable, luck: random.Random | None = None) -> None:
    """One deal, by calling, or carelessly."""
    await table.ante()
    while table.table.playing:
        legal = legal_of(table)
        await table.act(careless(legal, luck) if luck else plain(legal))


async def play_all(table: ContestTable, luck: random.Random | None = None) -> None:
    while table.record is not None:
        await play_deal(table, luck)


async def next_day(here: Hall) -> None:
    """The day is over; Bob has played a deal of the next one, and sits at another."""
    here.clock.pass_by(24 * HOUR)
    await here.contests.turn()
    table = await here.sit("Bob")
    await play_deal(table, random.Random(2))
    await table.ante()


# -- what is played --------------------------------------------------------------------------


async def test_the_deals_are_the_same_for_everybody_and_sealed_before_anybody_looks(
        tmp_path: Path) -> None:
    async with hall(tmp_path, practice=None) as here:
        contest = await here.contests.current("day")
        assert [deal.id for deal in contest.deals] == [
            f"D2026-11-30-{n}" for n in range(1, 11)]
        assert len({deal.seal for deal in contest.deals}) == 10
        assert contest == await here.contests.current("day")
        ada, bob = await here.sit("Ada"), await here.sit("Bob")
        while ada.record is not None:
            assert bob.record is not None and ada.record.seal == bob.record.seal
            await play_deal(ada)
            await play_deal(bob)
            assert ada.view.cards == bob.view.cards and ada.view.shown == bob.view.shown


async def test_a_deal_is_what_its_seed_says_and_nobody_cuts(tmp_path: Path) -> None:
    """The first actor's new cards are the 11th to 15th of the deck, the other's the next five."""
    async with hall(tmp_path, practice=None) as here:
        table = await here.sit()
        record = table.record
        assert record is not None and record.seal == seal(record.id, record.seed)
        cards = deck(record.seed, record.id, "")
        await table.ante("words of mine")
        assert table.view.cards == cards[0:10:2] and table.record is not None
        assert (table.record.cut, table.record.proven) == ("", False)
        while legal_of(table).discard is None:
            await table.act(plain(legal_of(table)))
        await table.act(Discard((0, 1, 2, 3, 4)))
        assert table.view.cards == cards[10:15]


async def test_first_actors_take_turns_and_stacks_are_fresh_in_each_deal_of_a_day(
        tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        table, firsts = await here.sit(), []
        while table.record is not None:
            firsts.append(table.record.first)
            assert table.record.stacks == (200, 200)
            await play_deal(table, random.Random(3))
        assert firsts == [CALLER, HOUSE] * 5


async def test_a_weeks_stacks_go_on_from_deal_to_deal(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        table = await here.sit(kind="week")
        assert table.record is not None and table.record.stacks == (500, 500)
        for _ in range(5):
            await play_deal(table, random.Random(5))
            assert table.record is not None
            assert table.record.stacks == tuple(table.table.stacks)
            assert sum(table.record.stacks) == 1000
        found = await here.own(kind="week")
        assert found is not None and found.net == table.table.stacks[CALLER] - 500
        assert found.stacks == tuple(table.table.stacks) and found.played == 5


@pytest.mark.parametrize("text", ["a", "b", "c"])
async def test_a_week_is_over_for_who_cannot_pay_the_ante(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """All there is, always, and there is little of it."""
    monkeypatch.setitem(KINDS, "week", (50, 30))
    async with hall(tmp_path, practice=text) as here:
        table = await here.sit(kind="week")
        while table.record is not None:
            await table.ante()
            while table.table.playing:
                await table.act(boldly(legal_of(table)))
        found = await here.own(kind="week")
        assert found is not None and found.state == "done"
        assert min(found.stacks) < SHARED.ante
        assert found.net == found.stacks[CALLER] - 30
        hands = await here.bank.contests.hands(found.id)
        assert [hand.record.number for hand in hands] == list(range(1, found.played + 1))
        assert found.played < 50


def boldly(legal: Legal) -> Action:
    """The most that may be bet or raised."""
    if legal.bet:
        return Bet(legal.bet[1])
    return Raise(legal.raise_[1]) if legal.raise_ else plain(legal)


async def test_nothing_touches_the_bankroll_or_the_ledger(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        ada = await here.caller("Ada")
        before = await here.bank.statement(ada.id)
        await play_all(await here.sit(), random.Random(1))
        assert await here.bank.statement(ada.id) == before
        assert await here.bank.house() == 0


async def test_a_net_is_what_the_deals_brought(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        table, total = await here.sit(), 0
        while table.record is not None:
            await play_deal(table, random.Random(7))
            total += table.table.stacks[CALLER] - 200
        found = await here.own()
        assert found is not None and (found.net, found.played, found.state) == (total, 10, "done")
        hands = await here.bank.contests.hands(found.id)
        assert sum(hand.ended_stacks[0] - 200 for hand in hands) == total


async def test_the_house_plays_as_the_contest_says_all_day(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A sysop's change of manner counts from the next contest on."""
    async with hall(tmp_path) as here:
        contest = await here.contests.current("day")
        assert contest.terms.policy == policy_name()
        here.contests.manner = "gentle"
        table = await here.sit()
        assert table.record is not None and table.record.policy == policy_name()
        here.clock.pass_by(24 * HOUR)
        contest = await here.contests.current("day")
        assert contest.terms.policy == policy_name("gentle")


# -- one try each ----------------------------------------------------------------------------


async def test_a_try_that_is_done_is_not_begun_again(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        await play_all(await here.sit())
        again = await here.sit()
        assert again.record is None
        with pytest.raises(Exception, match="no hand"):
            await again.ante()


async def test_leaving_between_deals_goes_on_with_the_next(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        table = await here.sit()
        await play_deal(table)
        await play_deal(table)
        assert await table.leave() == 0
        again = await here.sit()
        assert again.record is not None and again.record.number == 3 and not again.dealt


async def test_a_deal_that_breaks_off_stands_as_it_was_left(tmp_path: Path) -> None:
    """Same cards, same question, same chips; then the same end as without the break."""
    async with hall(tmp_path) as here:
        whole, broken = await here.sit("Ada"), await here.sit("Bob")
        await whole.ante()
        await broken.ante()
        while whole.table.playing:
            again = await here.sit("Bob")
            assert again.view == whole.view and again.dealt and again.story
            action = plain(legal_of(whole))
            await whole.act(action)
            await again.act(action)
        ada, bob = await here.own("Ada"), await here.own("Bob")
        assert ada is not None and bob is not None and ada.net == bob.net


async def test_of_two_tables_on_one_try_the_slower_is_refused(tmp_path: Path) -> None:
    """Two lines of one caller: what the store holds has been played, and is played once."""
    async with hall(tmp_path) as here:
        one, two = await here.sit(), await here.sit()
        await one.ante()
        with pytest.raises(OutOfStep):
            await two.ante()
        await one.act(plain(legal_of(one)))
        found = await here.own()
        assert found is not None and found.hand is not None
        assert found.hand.actions[0][0] == CALLER


async def test_a_second_handle_of_the_same_user_record_has_no_second_try(tmp_path: Path) -> None:
    """Of a board whose handles are the casino's own, whoever is renamed there is another handle
    here, and still one person."""
    async with hall(tmp_path) as here:
        contest = await here.contests.current("day")
        ada = await here.bank.member("Board", "5", "Ada", shared=True)
        zoe = await here.bank.member("Board", "5", "Zoe", shared=True)
        assert ada.id != zoe.id
        await here.contests.sit(contest, ada, "Board", "5")
        for board, record in (("Board", "5"), ("BOARD", "5")):
            with pytest.raises(HadTry, match="Ada"):
                await here.contests.sit(contest, zoe, board, record)
            found = await here.bank.contests.own(contest.id, zoe.id, board, record)
            assert found is not None and found.handle == "Ada"
        await here.contests.sit(contest, zoe, "Board", "6")     # another user of that board
        await here.contests.sit(contest, await here.caller("Eve"), "Other", "5")


async def test_a_record_that_the_board_kept_is_known_on_every_way_in(tmp_path: Path) -> None:
    """Who has called from the board before is known by telnet, too."""
    async with hall(tmp_path) as here:
        contest = await here.contests.current("day")
        ada = await here.bank.member("Board", "5", "Ada")
        await here.contests.sit(contest, ada)           # by telnet, with a password of her own
        zoe = await here.bank.member("Board", "5", "Zoe", shared=True)
        with pytest.raises(HadTry, match="Ada"):
            await here.contests.sit(contest, zoe, "Board", "5")


async def test_accounts_that_are_merged_have_one_try(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        contest = await here.contests.current("day")
        ada, bob = await here.caller("Ada"), await here.caller("Bob")
        await play_all(await here.sit("Ada"))
        await here.bank.merge("Ada", "Bob")
        with pytest.raises(HadTry, match="Ada"):
            await here.contests.sit(contest, bob)
        assert (await here.bank.contests.standing(contest.id, 9)).placings[0].caller_id == ada.id


@pytest.mark.parametrize("deals", [0, 2, 10])
async def test_of_two_tries_the_merged_accounts_is_void(tmp_path: Path, deals: int) -> None:
    async with hall(tmp_path) as here:
        contest = await here.contests.current("day")
        one = await here.sit("Ada")
        for _ in range(deals):
            await play_deal(one)
        await play_all(await here.sit("Bob"))
        await here.bank.merge("Ada", "Bob")
        standing = await here.bank.contests.standing(contest.id, 9)
        assert [placing.handle for placing in standing.placings] == ["Bob"]
        assert (standing.done, standing.playing) == (1, 0)


async def test_guests_have_no_try(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        guest = await here.bank.guest()
        with pytest.raises(NoSuchCaller):
            await here.contests.sit(await here.contests.current("day"), guest)


# -- seeds, the turn of the day, and closing -------------------------------------------------


async def test_seeds_are_opened_when_the_day_ends_and_not_before(tmp_path: Path) -> None:
    with living_in(UTC):
        async with hall(tmp_path, practice=None) as here:
            contest = await here.contests.current("day")
            await play_all(await here.sit())
            found = await here.own()
            assert found is not None and not found.contest.deals[0].seed
            assert await here.bank.contests.last("day") is None
            here.clock.seconds = contest.ends - 1
            assert not any(deal.seed for deal in (await here.contests.current("day")).deals)
            assert not any(hand.opened for hand in await here.bank.contests.hands(found.id))
            here.clock.seconds = contest.ends
            await here.contests.turn()
            last = await here.bank.contests.last("day")
            assert last is not None and last.over
            for before, deal in zip(contest.deals, last.deals, strict=True):
                assert seal(deal.id, deal.seed) == deal.seal == before.seal
            assert all(hand.opened for hand in await here.bank.contests.hands(found.id))


@pytest.mark.parametrize("start, starts", [
    ("2026-11-30 12:00", time(0, 0)), ("2026-11-30 03:59", time(4, 0)),
    ("2026-03-28 12:00", time(2, 30)), ("2026-10-24 12:00", time(2, 30))])
async def test_a_day_turns_exactly_at_day_starts(tmp_path: Path, start: str, starts: time) -> None:
    """Also where summer time leaps over that hour, or shows it twice."""
    with living_in(BERLIN):
        async with hall(tmp_path, start, starts) as here:
            table, first = await here.sit(), await here.contests.current("day")
            await table.ante()
            here.clock.seconds = first.ends - 1
            assert (await here.contests.current("day")).id == first.id
            await table.act(plain(legal_of(table)))
            here.clock.seconds = first.ends
            with pytest.raises(ContestOver):
                await (table.act(plain(legal_of(table))) if table.dealt else table.ante())
            second = await here.contests.current("day")
            assert second.id != first.id and second.begins == first.ends
            assert {deal.seal for deal in first.deals}.isdisjoint(
                deal.seal for deal in second.deals)
            here.clock.pass_by(2 * HOUR)    # the hour that came twice has passed
            assert (await here.contests.current("day")).id == second.id


async def test_a_week_turns_on_monday(tmp_path: Path) -> None:
    with living_in(BERLIN):
        async with hall(tmp_path, "2026-10-23 12:00", time(4, 0)) as here:
            week = await here.contests.current("week")
            assert (week.day, week.begins, week.ends) == (
                "2026-10-19", moment("2026-10-19 04:00"), moment("2026-10-26 04:00"))
            here.clock.seconds = week.ends - 1
            assert (await here.contests.current("week")).id == week.id
            here.clock.seconds = week.ends
            assert (await here.contests.current("week")).day == "2026-10-26"


async def test_a_try_is_closed_with_folds_when_the_day_has_ended(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        table = await here.sit()
        await play_deal(table)
        after_one = (await here.own()).net      # type: ignore[union-attr]
        await table.ante()
        here.clock.pass_by(24 * HOUR)
        assert await here.contests.turn() == 1
        assert await here.contests.turn() == 0
        last = await here.bank.contests.last("day")
        assert last is not None
        (placing,) = (await here.bank.contests.standing(last.id, 9)).placings
        hands = await here.bank.contests.hands(placing.try_id)
        assert [hand.record.actions[-1] for hand in hands[1:]] == [(CALLER, "fold")] * 9
        assert placing.net == after_one - 9 * SHARED.ante


async def test_who_never_played_a_deal_has_folded_them_all(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        await here.sit(kind="week")
        here.clock.pass_by(8 * 24 * HOUR)
        await here.contests.turn()
        last = await here.bank.contests.last("week")
        assert last is not None
        (placing,) = (await here.bank.contests.standing(last.id, 9)).placings
        assert placing.net == -50 * SHARED.ante


async def test_a_server_that_was_down_at_the_turn_closes_what_it_finds(tmp_path: Path) -> None:
    """Days on which nobody was there have no deal, and the one that was is over."""
    async with hall(tmp_path) as here:
        table = await here.sit()
        await table.ante()
    async with hall(tmp_path, "2026-12-05 09:00") as here:
        assert await here.contests.turn() == 1
        last, now = await here.bank.contests.last("day"), await here.contests.current("day")
        assert last is not None and last.day == "2026-11-30" and now.day == "2026-12-05"
        assert (await here.bank.contests.standing(last.id, 9)).done == 1
        assert await here.own() is None     # a new day, a new try


async def test_a_closing_that_breaks_off_is_done_again_the_same(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with hall(tmp_path) as here:
        table = await here.sit()
        await table.ante()
        here.clock.pass_by(24 * HOUR)

        async def fails(*_: object) -> None:
            raise StoreFailed("the disk is full")

        with monkeypatch.context() as patch:
            patch.setattr(here.bank.contests, "close", fails)
            with pytest.raises(StoreFailed):
                await here.contests.turn()
        assert await here.contests.turn() == 1


async def test_a_try_whose_record_does_not_replay_is_void(tmp_path: Path) -> None:
    """By the rules of another version, say."""
    async with hall(tmp_path) as here:
        await (await here.sit()).ante()
    driver = sqlite3.connect(tmp_path / "anteup.db")
    driver.execute("UPDATE contests SET rules_version = 99 WHERE kind = 'day'")
    driver.commit()
    driver.close()
    clock = Clock()
    clock.seconds = moment("2026-11-30 13:00")
    async with bank_in(tmp_path, now=clock) as bank:
        here = Hall(bank, clock, Contests(bank, Seeds("text")))
        with pytest.raises(BadRecord):
            await here.sit()
        found = await here.own()
        assert found is not None and found.state == "void"
        assert (await here.sit()).record is None


# -- ranking ---------------------------------------------------------------------------------


async def test_equal_results_have_one_rank_and_the_earlier_stands_first(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        contest = await here.contests.current("day")
        for handle in ("Ada", "Bob"):
            await play_all(await here.sit(handle))
            here.clock.pass_by(60)
        folder = await here.sit("Cid")
        while folder.record is not None:
            await folder.ante()
            await folder.give_up()
        await (await here.sit("Dot")).ante()
        standing = await here.bank.contests.standing(contest.id, 2)
        assert (standing.done, standing.playing, len(standing.placings)) == (3, 1, 2)
        placings = (await here.bank.contests.standing(contest.id, 15)).placings
        by_handle = {placing.handle: placing for placing in placings}
        assert by_handle["Ada"].rank == by_handle["Bob"].rank
        assert [p.handle for p in placings].index("Ada") + 1 == [
            p.handle for p in placings].index("Bob")
        assert sorted(p.net for p in placings) == [p.net for p in placings][::-1]
        for placing in placings:
            assert await here.bank.contests.placing(placing.try_id) == placing


# -- every write -----------------------------------------------------------------------------


async def test_what_is_shown_is_stored_first_at_every_write(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed at any write of a whole try: what was shown is there, at the same prompt."""
    luck = random.Random(11)
    async with hall(tmp_path) as here:
        table = await here.sit()
        broken = 0
        while table.record is not None:
            shown = table.view
            action = None if not table.dealt else careless(legal_of(table), luck)

            async def killed(*_: object) -> None:
                raise StoreFailed("killed")

            with monkeypatch.context() as patch:
                patch.setattr(here.bank.contests, "write", killed)
                with pytest.raises(StoreFailed):
                    await (table.act(action) if action else table.ante())
            broken += 1
            table = await here.sit()
            if action is not None:
                assert table.view == shown
            await (table.act(action) if action else table.ante())
            again = await here.sit()        # and killed right behind the write
            assert again.dealt == table.dealt and again.number == table.number
            if table.dealt:
                assert again.view == table.view
            table = again
        assert broken > 30
        found = await here.own()
        assert found is not None and found.state == "done"


async def test_a_step_that_does_not_follow_is_refused(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        table = await here.sit()
        write, steps = here.bank.contests.write, []

        async def keep(try_id: int, step: Step) -> None:
            steps.append(step)
            await write(try_id, step)

        here.bank.contests.write = keep     # type: ignore[method-assign]
        await play_deal(table)
        found = await here.own()
        assert found is not None
        for step in steps:                  # none of them twice
            with pytest.raises(OutOfStep):
                await write(found.id, step)
        with pytest.raises(OutOfStep):      # nor an end that makes chips
            await write(found.id, Step("D2026-11-30-2", 0, (), Dealt(
                "", False, HOUSE, (200, 200), policy_name()), Ended((500, 0), "")))
        with pytest.raises(OutOfStep):      # nor another who acts first
            await write(found.id, Step("D2026-11-30-2", 0, (), Dealt(
                "", False, CALLER, (200, 200), policy_name())))


async def test_two_who_look_first_at_the_same_time_see_one_contest(tmp_path: Path) -> None:
    async with hall(tmp_path, practice=None) as here:
        other = Contests(here.bank, Seeds())
        found: list[Contest] = await asyncio.gather(
            *[each.current("day") for each in (here.contests, other, here.contests)])
        assert found[0] == found[1] == found[2]


async def test_a_table_of_the_bank_and_a_try_do_not_meet(tmp_path: Path) -> None:
    """A frozen hand waits while its caller plays the deal of the day."""
    async with hall(tmp_path) as here:
        ada = await here.caller("Ada")
        usual = await Floor(here.bank, Seeds("text")).sit(ada, 200)
        await usual.ante()
        await play_all(await here.sit())
        found = await here.bank.open_hand(ada.id)
        assert found is not None and usual.record is not None and found[1].id == usual.record.id
