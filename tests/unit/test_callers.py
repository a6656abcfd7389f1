"""Accounts, guests, the daily grant: through the bank, as everybody else sees them."""

import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, time as time_of_day
from pathlib import Path

import pytest

from door.bank import AlreadySeated, Bank, HandleTaken, HandOpen, NoSuchCaller
from door.config import BankSettings
from door.views import Preferences
from tests.books import GAME, START, Clock, bank_in, deal, play, record

pytestmark = pytest.mark.asyncio
DAY = 86_400


@pytest.fixture(params=["UTC", "America/New_York", "Pacific/Auckland"])
def zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Local time is where the sysop lives."""
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield request.param
    monkeypatch.undo()
    time.tzset()


async def test_a_new_caller_has_the_first_chips_from_the_mint(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        caller = await bank.create("Anna", "secret")
        assert (caller.handle, caller.guest, caller.screen) == ("Anna", False, "")
        assert (caller.calls, caller.last_call) == (0, None)
        assert await bank.bankroll(caller.id) == 1000
        assert await bank.house() == 0
        assert await bank.upkeep.check() == []


async def test_a_handle_is_found_and_taken_in_any_case(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        anna = await bank.create("Ånna", "secret")
        assert await bank.find("åNNA") == anna == await bank.caller(anna.id)
        assert await bank.find("Anna") is None
        assert await bank.find("x" * 10_000) is None
        with pytest.raises(HandleTaken):
            await bank.create("ÅNNA", "other")


async def test_nobody_is_no_caller(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        for question in (bank.caller, bank.bankroll, bank.grant, bank.statement,
                         bank.close_guest):
            with pytest.raises(NoSuchCaller):
                await question(7)
        with pytest.raises(NoSuchCaller):
            await bank.remember(7, "a")
        with pytest.raises(NoSuchCaller):
            await bank.prefer(7, "a", Preferences())
        with pytest.raises(NoSuchCaller):
            await bank.sit(7, GAME, 20)
        with pytest.raises(NoSuchCaller):
            await bank.set_password("nobody", "secret")


async def test_a_call_is_counted_and_its_screen_remembered(tmp_path: Path) -> None:
    clock = Clock()
    async with bank_in(tmp_path, now=clock) as bank:
        id = (await bank.create("Anna", "secret")).id
        await bank.remember(id, "u")
        clock.pass_by(60)
        await bank.remember(id, "a" * 1000)
        caller = await bank.caller(id)
        assert (caller.calls, caller.last_call) == (2, int(START) + 60)
        assert caller.screen == "a" * 40
    async with bank_in(tmp_path) as bank:
        assert await bank.caller(id) == caller


async def test_guests_take_the_lowest_number_that_is_free(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        guests = [await bank.guest() for _ in range(3)]
        assert [guest.handle for guest in guests] == ["Guest 1", "Guest 2", "Guest 3"]
        assert all(guest.guest for guest in guests)
        await bank.close_guest(guests[2].id)
        await bank.close_guest(guests[0].id)
        assert await bank.find("guest 1") is None
        again = [await bank.guest() for _ in range(3)]
        assert [guest.handle for guest in again] == ["Guest 1", "Guest 3", "Guest 4"]
        assert again[0].id == guests[0].id
        assert await bank.find("GUEST 4") == again[2]


async def test_a_guest_who_follows_finds_nothing_of_the_one_before(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        guest = await bank.guest()
        await bank.remember(guest.id, "u")
        sitting = await bank.sit(guest.id, GAME, 1000)
        await play(bank, sitting, [-995])
        await bank.leave(sitting.id)
        assert await bank.grant(guest.id) == 95
        await bank.close_guest(guest.id)
        assert await bank.bankroll(guest.id) == 0
        after = await bank.guest()
        assert after == guest
        statement = await bank.statement(after.id)
        assert [line.text for line in statement.lines] == ["Chips to start with"]
        assert await bank.bankroll(after.id) == 1000
        assert await bank.upkeep.check() == []


async def test_a_guest_takes_the_chips_of_the_table_along(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        guest = await bank.guest()
        sitting = await bank.sit(guest.id, GAME, 200)
        await play(bank, sitting, [50])
        await bank.close_guest(guest.id)
        await bank.close_guest(guest.id)
        assert await bank.bankroll(guest.id) == 0
        assert await bank.house() == -50
        assert await bank.upkeep.check() == []


async def test_a_guest_with_an_open_hand_cannot_be_closed(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        guest = await bank.guest()
        sitting = await bank.sit(guest.id, GAME, 200)
        await bank.seal(record(sitting, 1))
        await bank.write(deal(sitting, 1, (200, 200)))
        with pytest.raises(HandOpen):
            await bank.close_guest(guest.id)
        with pytest.raises(AlreadySeated):
            await bank.sit(guest.id, GAME, 200)


async def test_who_is_no_guest_is_not_closed(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        caller = await bank.create("Anna", "secret")
        with pytest.raises(NoSuchCaller):
            await bank.close_guest(caller.id)
        assert await bank.bankroll(caller.id) == 1000


async def lose(bank: Bank, caller_id: int, chips: int) -> None:
    """That many, in a sitting that takes all there is."""
    sitting = await bank.sit(caller_id, GAME, await bank.bankroll(caller_id))
    await play(bank, sitting, [-chips])
    await bank.leave(sitting.id)


@pytest.mark.parametrize("lost, granted", [(1000, 100), (981, 81), (980, 0), (0, 0)])
async def test_under_twenty_the_grant_fills_up_to_a_hundred(
        tmp_path: Path, lost: int, granted: int) -> None:
    async with bank_in(tmp_path) as bank:
        caller = await bank.create("Anna", "secret")
        if lost:
            await lose(bank, caller.id, lost)
        assert await bank.grant(caller.id) == granted
        assert await bank.bankroll(caller.id) == 1000 - lost + granted
        assert await bank.upkeep.check() == []


async def test_the_grant_comes_once_a_day_and_the_day_begins_where_the_sysop_lives(
        tmp_path: Path, zone: str) -> None:
    clock = Clock()
    clock.seconds = datetime(2024, 6, 1, 3, 59).timestamp()
    settings = BankSettings(day_starts=time_of_day(4, 0))
    async with bank_in(tmp_path, now=clock, settings=settings) as bank:
        caller = await bank.create("Anna", "secret")
        await lose(bank, caller.id, 1000)
        assert await bank.grant(caller.id) == 100
        await lose(bank, caller.id, 100)
        assert await bank.grant(caller.id) == 0
        clock.seconds = datetime(2024, 6, 1, 4, 0).timestamp()
        assert await bank.grant(caller.id) == 100
        await lose(bank, caller.id, 100)
        clock.seconds = datetime(2024, 6, 2, 3, 59, 59).timestamp()
        assert await bank.grant(caller.id) == 0


async def test_a_clock_that_is_set_back_grants_nothing_twice(tmp_path: Path) -> None:
    clock = Clock()
    async with bank_in(tmp_path, now=clock) as bank:
        caller = await bank.create("Anna", "secret")
        await lose(bank, caller.id, 1000)
        assert await bank.grant(caller.id) == 100
        await lose(bank, caller.id, 100)
        clock.pass_by(-3 * DAY)
        assert await bank.grant(caller.id) == 0


async def test_chips_on_a_table_and_in_a_frozen_hand_count(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        caller = await bank.create("Anna", "secret")
        sitting = await bank.sit(caller.id, GAME, 1000)
        assert await bank.bankroll(caller.id) == 0
        assert await bank.grant(caller.id) == 0
        await bank.seal(record(sitting, 1))
        await bank.write(deal(sitting, 1, (1000, 1000)))
        assert await bank.grant(caller.id) == 0


async def test_a_guest_is_granted_once_a_call(tmp_path: Path) -> None:
    clock = Clock()
    async with bank_in(tmp_path, now=clock) as bank:
        guest = await bank.guest()
        await lose(bank, guest.id, 1000)
        assert await bank.grant(guest.id) == 100
        await lose(bank, guest.id, 100)
        clock.pass_by(2 * DAY)
        assert await bank.grant(guest.id) == 0


async def test_the_sysops_settings_hold(tmp_path: Path) -> None:
    settings = replace(BankSettings(), start=30, grant_below=31, grant_to=40)
    async with bank_in(tmp_path, settings=settings) as bank:
        caller = await bank.create("Anna", "secret")
        assert await bank.bankroll(caller.id) == 30
        assert await bank.grant(caller.id) == 10
    none = replace(settings, start=0, grant_below=50, grant_to=0)
    async with bank_in(tmp_path, settings=none) as bank:
        caller = await bank.create("Bert", "secret")
        assert await bank.bankroll(caller.id) == await bank.grant(caller.id) == 0
        assert (await bank.statement(caller.id)).lines == ()
        assert await bank.upkeep.check() == []


async def test_the_account_of_this_machines_user_has_no_password(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        caller = await bank.local("anna")
        assert await bank.local("Anna") == caller
        await bank.create("Bert", "secret")
        with pytest.raises(HandleTaken):
            await bank.local("bert")


async def test_what_a_caller_prefers_is_kept_with_the_handle(tmp_path: Path) -> None:
    chosen = Preferences(width="40", suits="letters", bell="on")
    async with bank_in(tmp_path) as bank:
        anna, ben = await bank.create("Anna", "secret"), await bank.create("Ben", "secret")
        assert anna.preferences == Preferences()
        await bank.prefer(anna.id, "u", chosen)
    async with bank_in(tmp_path) as bank:
        known = await bank.verify("anna", "secret", "192.0.2.7")
        assert (known.screen, known.preferences, known.calls) == ("u", chosen, 0)
        assert (await bank.caller(ben.id)).preferences == Preferences()
        await bank.remember(anna.id, "t")
        assert (await bank.caller(anna.id)).preferences == chosen


async def test_the_next_guest_prefers_nothing(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        guest = await bank.guest()
        await bank.prefer(guest.id, "t", Preferences(verbosity="terse"))
        await bank.close_guest(guest.id)
        following = await bank.guest()
        assert following.id == guest.id
        assert (following.screen, following.preferences) == ("", Preferences())
