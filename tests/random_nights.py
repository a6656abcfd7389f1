"""Nights of random play in a store: every way in which a hand can be dealt, played and ended.

It is the floor's own table, the floor's own House and the bank's own ledger; only the callers'
keys are random. Callers play at once, so that the bank commits in groups.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

from door.bank import Bank, Caller
from door.floor.floor import Floor
from door.floor.house_table import HouseTable
from door.floor.seeds import Seeds
from door.rules.actions import (CALL, CHECK, FOLD, STAND_PAT, Action, Bet, Discard, Legal, Raise,
                                absent)
from door.rules.house_draw import CALLER
from tests.books import Clock, bank_in

BUY_INS = (5, 9, 12, 30, 100, 205, 1000)    # from one ante to more than a hand can cost
CUTS = ("", "", "my own words", "Pärchen, 0 = null", "a" * 40)


async def fill(folder: Path, hands: int, seed: str = "nights", callers: int = 6,
               days: float = 100, clock: Clock | None = None) -> None:
    """A store of so many hands within so many days, of callers and guests.

    At the end one caller is merged into another and one is banned; one hand waits for its caller,
    one was void, and one sitting has a seal that nobody has anted for.
    """
    clock, luck = clock or Clock(), Random(seed)
    async with bank_in(folder, practice=True, now=clock) as bank:
        hall = Floor(bank, Seeds(seed))
        people = [await bank.local(f"Caller {number}") for number in range(callers)]
        each = -(-hands // (callers + 1))
        pause = days * 24 * 3600 / (hands + callers)
        await asyncio.gather(_guests(hall, each, Random(luck.random()), clock, pause), *(
            _nights(hall, person, each, Random(luck.random()), clock, pause)
            for person in people))
        await _last_things(hall, people, luck)


async def _nights(hall: Floor, caller: Caller, hands: int, luck: Random, clock: Clock,
                  pause: float) -> None:
    """Sittings, one after the other, until so many hands were played."""
    while hands > 0:
        table = await sit(hall, caller, luck)
        for _ in range(min(hands, luck.randint(1, 30))):
            if table.record is None:
                break   # somebody lacks the ante
            await play(table, luck)
            clock.pass_by(pause)
            hands -= 1
        await table.leave()


async def _guests(hall: Floor, hands: int, luck: Random, clock: Clock, pause: float) -> None:
    """Guests who come and go; some hang up inside a hand."""
    while hands > 0:
        guest = await hall.bank.guest()
        table = await sit(hall, guest, luck)
        for _ in range(min(hands, 8)):
            if table.record is None:
                break
            await play(table, luck)
            clock.pass_by(pause)
            hands -= 1
        if table.record is not None and luck.random() < 0.5:
            await table.ante()
        await hall.end_guest(guest)


async def sit(hall: Floor, caller: Caller, luck: Random) -> HouseTable:
    """At the table with a random stack; whoever is broke is helped first."""
    if await hall.bank.bankroll(caller.id) < 5:
        await help_out(hall.bank, caller)
    most = await hall.bank.bankroll(caller.id)
    return await hall.sit(caller, min(most, luck.choice(BUY_INS)))


async def help_out(bank: Bank, caller: Caller) -> None:
    """By the daily grant; where there is none, by a guest's or the sysop's chips."""
    if not await bank.grant(caller.id):
        if caller.guest:
            await bank.close_guest(caller.id)
            await bank.guest()
        else:
            await bank.grant_chips(caller.handle, 250, "for being here")


async def play(table: HouseTable, luck: Random) -> None:
    """One hand, from the ante to its end."""
    await table.ante(luck.choice(CUTS))
    while (legal := table.table.legal(CALLER)) is not None:
        await table.act(any_action(legal, luck))


def any_action(legal: Legal, luck: Random) -> Action:
    """Any that is allowed; folding less often than the others, so that hands last."""
    if legal.discard is not None:
        places = sorted(luck.sample(range(5), luck.randint(0, legal.discard)))
        return Discard(tuple(places)) if places else STAND_PAT
    choices: list[Action] = [CALL if legal.due else CHECK] * 3
    if luck.random() < 0.3:
        choices.append(FOLD)
    if legal.bet:
        choices += [Bet(luck.randint(*legal.bet)), Bet(legal.bet[1])]
    if legal.raise_:
        choices += [Raise(luck.randint(*legal.raise_)), Raise(legal.raise_[1])]
    return luck.choice(choices)


async def _last_things(hall: Floor, people: list[Caller], luck: Random) -> None:
    merged, into, frozen, void, sealed, *_ = people
    await hall.bank.grant_chips(into.handle, 50, "for coming again")
    await hall.bank.merge(merged.handle, into.handle)
    await hall.bank.ban(into.handle, True)
    for caller in (frozen, void):
        table = await _waiting(hall, caller, luck)
        assert table.record is not None
        if caller is void:
            await hall.bank.void(table.record.id, "a test")
    await sit(hall, sealed, luck)


async def _waiting(hall: Floor, caller: Caller, luck: Random) -> HouseTable:
    """A table with a hand that waits for its caller, who has done something in it already."""
    table = await sit(hall, caller, luck)
    for _ in range(20):
        await table.ante()
        while table.dealt:
            await table.act(CALL if table.view.due else absent(table.view.legal or Legal()))
            if table.dealt:
                return table
        if table.record is None:
            await table.leave()
            table = await sit(hall, caller, luck)
    raise AssertionError("no hand waits for its caller")
