"""A month of the casino, cranked by its clock: callers of different habits at the Poker Table and
in the contests, against the real House; nights in which the server is down, and somebody who hangs
up in the middle of a hand and stays away until the clock has ended it.

What they are told is for those to ask who have the records (tried.py, told.py).
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import time, timedelta
from pathlib import Path
from random import Random
from typing import NamedTuple

from door.bank import Bank, Caller
from door.config import BankSettings
from door.contests import Contests, ContestTable
from door.floor.floor import Floor
from door.floor.house_table import HouseTable
from door.floor.seeds import Seeds
from door.rules.actions import CALL, Action, Bet, Legal, Raise, absent
from door.rules.house_draw import CALLER, HOUSE
from tests.books import Clock, bank_in
from tests.fame_nights import day_at, turn_of
from tests.random_nights import any_action, help_out
from tests.zones import moment

HOUR = 3600
AWAY = 9 * 24 * HOUR


class Habit(NamedTuple):
    """Of an evening: how likely a sitting, of what buy-in and at most how many hands; how likely
    a try at the deal of the day; how many deals of the freezeout. `breaks` is how likely a deal is
    left in its middle. The bold bet all they may."""

    sits: float
    buy_in: int
    hands: int
    tries: float
    week: int
    breaks: float = 0
    bold: bool = False


HABITS = (Habit(1.0, 200, 20, 0.7, 3, 0.02, bold=True), Habit(0.9, 100, 10, 0.3, 0),
          Habit(0.2, 500, 16, 0.9, 5, 0.1), Habit(0.8, 40, 6, 0.6, 0, 0.1),
          Habit(0.95, 200, 22, 0.0, 0, bold=True))


def boldly(legal: Legal) -> Action:
    """The most that may be bet or raised."""
    if legal.bet:
        return Bet(legal.bet[1])
    if legal.raise_:
        return Raise(legal.raise_[1])
    return CALL if legal.due else absent(legal)


@dataclass
class OpenHouse:
    """A server that runs: it has looked what is over, as it does at its start."""

    bank: Bank
    floor: Floor
    contests: Contests

    async def caller(self, number: int) -> Caller:
        handle = f"Caller {number}"
        return await self.bank.find(handle) or await self.bank.create(handle, "secret")


class Month:
    """`start` and `starts` are times on the wall. `board` is what stands on the chalkboard: whose,
    since when, and the words. The last of the callers is away until `back`."""

    def __init__(self, folder: Path, start: str, starts: str, callers: int) -> None:
        self.folder, self.starts, self.callers = folder, starts, callers
        self.luck, self.clock = Random(f"month {start} {callers}"), Clock()
        self.clock.seconds = moment(start)
        self.board: tuple[str, int, str] | None = None
        self.back = 0.0

    @property
    def settings(self) -> BankSettings:
        return BankSettings(durability="normal", day_starts=time.fromisoformat(self.starts))

    @asynccontextmanager
    async def open(self) -> AsyncIterator[OpenHouse]:
        async with bank_in(self.folder, now=self.clock, settings=self.settings) as bank:
            seeds = Seeds(f"month {self.luck.random()}")
            house = OpenHouse(bank, Floor(bank, seeds, now=self.clock), Contests(bank, seeds))
            await house.floor.settle_old_hands()
            await house.contests.turn()
            yield house

    # -- time --------------------------------------------------------------------------------

    def next_turn(self) -> int:
        return turn_of(day_at(self.clock(), self.starts) + timedelta(days=1), self.starts)

    def go_to_the_turn(self, seconds: int = 0) -> None:
        """Of the day, or so many seconds behind it."""
        self.clock.seconds = self.next_turn() + seconds

    # -- what is played ----------------------------------------------------------------------

    async def evening(self, house: OpenHouse) -> None:
        """Everybody has theirs; sometimes a guest looks in."""
        for number in self.luck.sample(range(self.callers), self.callers):
            if self.is_away(number):
                continue
            habit, caller = HABITS[number % len(HABITS)], await house.caller(number)
            if self.luck.random() < habit.tries:
                await self.deals(house, caller, "day", 10, habit.breaks)
            await self.deals(house, caller, "week", habit.week, habit.breaks)
            if self.luck.random() < habit.sits:
                await self.sitting(house, caller, habit.buy_in, habit.hands, habit.bold)
        if self.luck.random() < 0.3:
            guest = await house.bank.guest()
            await self.sitting(house, guest, 500, 3)
            await house.floor.end_guest(guest)
        if not self.back:
            await self.hang_up(house, self.callers - 1)

    def is_away(self, number: int) -> bool:
        return number == self.callers - 1 and self.clock() < self.back

    async def hang_up(self, house: OpenHouse, number: int) -> None:
        """In the middle of a hand, the first that waits for that caller, and for long."""
        caller = await house.caller(number)
        while await house.bank.open_hand(caller.id) is None:
            await house.floor.bank_stack(caller)
            await (await house.floor.sit(caller, 20)).ante()
        self.back = self.clock() + AWAY

    async def sitting(self, house: OpenHouse, caller: Caller, buy_in: int, hands: int,
                      bold: bool = False) -> None:
        """At most so many hands, a minute each; half of the callers hang up at the end."""
        if await house.bank.bankroll(caller.id) < 20:
            await help_out(house.bank, caller)
        bankroll = await house.bank.bankroll(caller.id)
        table = await house.floor.sit(caller, min(bankroll, buy_in))
        for _ in range(self.luck.randint(hands // 2, hands)):
            if table.record is None:
                break   # somebody lacks the ante
            await table.ante()
            while (legal := table.table.legal(CALLER)) is not None:
                await table.act(boldly(legal) if bold else any_action(legal, self.luck))
            self.clock.pass_by(60)
        await self._chalk(house.bank, caller, table)
        if self.luck.random() < 0.5:
            await table.leave()
        else:
            await house.floor.bank_stack(caller)

    async def _chalk(self, bank: Bank, caller: Caller, table: HouseTable) -> None:
        """Who has broken the bank writes on the board, if they may."""
        if table.record is None and table.table.stacks[HOUSE] < 5 and not caller.guest:
            text = await bank.hall.chalk(caller.id, f"Broke it at {self.clock():.0f}.")
            self.board = caller.handle, int(self.clock()), text

    async def deals(self, house: OpenHouse, caller: Caller, kind: str, most: int,
                    breaks: float = 0, bold: bool = False) -> None:
        """So many deals of the caller's one try, if there are as many left; half a minute each."""
        if not most:
            return
        table = await house.contests.sit(await house.contests.current(kind), caller)
        for _ in range(most):
            if table.record is None or not await self.deal(table, breaks, bold):
                return
            self.clock.pass_by(30)

    async def deal(self, table: ContestTable, breaks: float, bold: bool) -> bool:
        """One deal, or what is left of it; False if the caller has hung up in it."""
        if not table.dealt:
            await table.ante()
        while (legal := table.table.legal(CALLER)) is not None:
            if self.luck.random() < breaks:
                return False
            await table.act(boldly(legal) if bold else any_action(legal, self.luck))
        return True

    async def over_the_turn(self, house: OpenHouse) -> None:
        """Somebody plays on while the day turns, to the second or about it."""
        self.go_to_the_turn(self.luck.choice((-1, 0, 1)))
        number = self.luck.randrange(self.callers)
        caller = await house.caller(0 if self.is_away(number) else number)
        await self.sitting(house, caller, 200, 2)
        await self.deals(house, caller, "day", 1)

    def sleep(self, nights: int) -> None:
        """Until hours after the turn, or after so many of them."""
        for _ in range(nights):
            self.go_to_the_turn(self.luck.randint(0, 9) * HOUR)
