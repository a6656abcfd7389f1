"""door.bank.figures: the bankroll over time, and chips that the sysop gives.

The figures themselves are in test_totals.py.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from door.bank import Bank, NoSuchCaller
from tests.books import GAME, Clock, bank_in, play

pytestmark = pytest.mark.asyncio


async def sat(bank: Bank, clock: Clock, caller_id: int, nets: list[int]) -> None:
    """A sitting of a minute; a minute passes behind it as well."""
    sitting = await bank.sit(caller_id, GAME, 200)
    await play(bank, sitting, nets)
    clock.pass_by(60)
    await bank.leave(sitting.id)
    clock.pass_by(60)


async def test_the_bankroll_is_told_whenever_nothing_is_on_a_table(tmp_path: Path) -> None:
    clock = Clock()
    start = int(clock())
    async with bank_in(tmp_path, now=clock) as bank:
        anna = await bank.create("Anna", "secret")
        await sat(bank, clock, anna.id, [30])
        await sat(bank, clock, anna.id, [-200])  # it brings nothing back
        await bank.grant_chips("anna", 70, "for the jukebox")
        assert await bank.past.bankrolls(anna.id) == (
            (start, 1000), (start + 60, 1030), (start + 180, 830), (start + 240, 900))
        await bank.sit(anna.id, GAME, 500)
        await bank.grant_chips("anna", 1, "while she plays")
        assert len(await bank.past.bankrolls(anna.id)) == 4
        with pytest.raises(NoSuchCaller):
            await bank.past.bankrolls(99)


async def test_of_many_bankrolls_the_last_are_told(tmp_path: Path) -> None:
    clock = Clock()
    async with bank_in(tmp_path, now=clock) as bank:
        anna = await bank.create("Anna", "secret")
        for number in range(12):
            await sat(bank, clock, anna.id, [-200] if number % 3 == 0 else [90])
        whole = await bank.past.bankrolls(anna.id)
        assert len(whole) == 13 and whole[-1][1] == await bank.bankroll(anna.id)
        for most in range(1, 15):
            assert await bank.past.bankrolls(anna.id, most) == whole[-most:]


async def test_what_the_house_has_won_is_told_by_the_day(tmp_path: Path) -> None:
    clock = Clock()
    async with bank_in(tmp_path, now=clock) as bank:
        anna, bert = await bank.create("Anna", "secret"), await bank.create("Bert", "secret")
        assert await bank.past.bankrolls(0) == ()
        for days, net in ((0, 30), (0, -50), (1, 5), (3, -20)):
            clock.seconds = Clock().seconds + 86_400 * days
            await sat(bank, clock, anna.id if net > 0 else bert.id, [net])
        assert [chips for _, chips in await bank.past.bankrolls(0)] == [20, 15, 35]
        assert await bank.house() == 35


async def test_chips_are_given_from_the_houses_account_with_a_reason(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        anna = await bank.create("Anna", "secret")
        assert await bank.grant_chips("ANNA", 250, "a lost line on Friday") == 1250
        assert (await bank.bankroll(anna.id), await bank.house()) == (1250, -250)
        assert (await bank.statement(anna.id)).lines[0].text == "a lost line on Friday"
        assert (await bank.past.figures(anna.id)).net == 0
        assert await bank.upkeep.check() == []


@pytest.mark.parametrize("chips, reason", [
    (0, "why"), (-5, "why"), (10 ** 10, "why"), (5, ""), (5, "x" * 61), (5, "two\nlines"),
    (5, "\x1b[2J")])
async def test_what_cannot_be_given_changes_nothing(
        tmp_path: Path, chips: int, reason: str) -> None:
    async with bank_in(tmp_path) as bank:
        anna = await bank.create("Anna", "secret")
        with pytest.raises(ValueError):
            await bank.grant_chips("Anna", chips, reason)
        assert (await bank.bankroll(anna.id), await bank.house()) == (1000, 0)


async def test_guests_and_strangers_are_given_nothing(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        await bank.guest()
        for handle in ("Guest 1", "Nobody"):
            with pytest.raises(NoSuchCaller):
                await bank.grant_chips(handle, 5, "why")
