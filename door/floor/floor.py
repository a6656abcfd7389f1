"""Everybody who is on the floor, the tables they sit down at, and hands that nobody came back for.

One House table a caller.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from door.bank import Bank, Caller, HandRecord, Sitting
from door.bank.days import overdue
from door.floor.house_table import HouseTable, replayed
from door.floor.seeds import Seeds
from door.house import EQUILIBRIUM
from door.house.coach import Advice, advice
from door.proof.replay import BadRecord
from door.rules.actions import Action
from door.rules.house_draw import GAME
from door.rules.table import View

log = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class Visit:
    """Somebody on the floor. `leave` asks the session to end, with a reason for the caller; `say`
    shows a notice; `gone` is awaited by whoever takes the handle over."""

    caller: Caller
    carrier: str
    where: str
    since: int
    leave: Callable[[str], None]
    say: Callable[[str], None]
    gone: Awaitable[object]


class Floor:
    """Everybody who is in, and the tables they sit at; `manner` is how the House plays, `now`
    tells seconds since 1970."""

    def __init__(self, bank: Bank, seeds: Seeds, manner: str = EQUILIBRIUM,
                 now: Callable[[], float] = time.time) -> None:
        self.bank, self.seeds, self.manner, self._now = bank, seeds, manner, now
        self.visits: dict[int, Visit] = {}

    async def enter(self, visit: Visit) -> None:
        """Comes in; an older call of the same handle is told, and ends first."""
        while (other := self.visits.get(visit.caller.id)) is not None:
            other.leave("Your handle has called again on another line. This one closes.")
            await asyncio.shield(other.gone)  # who hangs up meanwhile must not cancel it
        self.visits[visit.caller.id] = visit

    def depart(self, visit: Visit) -> None:
        """Goes out; nothing happens if somebody else has that place by now."""
        if self.visits.get(visit.caller.id) is visit:
            del self.visits[visit.caller.id]

    async def sit(self, caller: Caller, amount: int) -> HouseTable:
        """A seat at the Poker Table for chips from the bank, its first hand sealed."""
        sitting = await self.bank.sit(caller.id, GAME.name, amount)
        house_table = HouseTable(self.bank, self.seeds, sitting, self.manner)
        house_table.career = await self.bank.marks.career(sitting.id)
        await house_table.prepare()
        return house_table

    def advise(self, view: View, made: Action | None = None) -> Advice:
        """What the House's book would do in the caller's seat; it sees what they saw."""
        return advice(view, made)

    async def resume(self, caller: Caller) -> HouseTable | None:
        """The table of the caller's frozen hand, if there is one. BadRecord: it was void."""
        found = await self.bank.open_hand(caller.id)
        if found is None:
            return None
        try:
            return await self._again(*found)
        except BadRecord as error:
            log.error("void: %s", error)
            await self.bank.void(found[1].id, str(error))
            raise

    async def _again(self, sitting: Sitting, record: HandRecord) -> HouseTable:
        """The table at which that hand was left. Raises BadRecord."""
        house_table = replayed(self.bank, self.seeds, sitting, record, self.manner)
        house_table.career = await self.bank.marks.career(sitting.id)
        return house_table

    async def settle_old_hands(self) -> int:
        """Plays out the hands that nobody came back for, and all of guests; how many.

        Whatever process runs next does this (RULEBOOK 1.12): the server at its start and daily.
        """
        settled = 0
        for sitting, record in await self.bank.open_hands():
            caller = await self.bank.caller(sitting.caller_id)
            old = overdue(record.dealt_at, self._now())
            if caller.id in self.visits or not (old or caller.guest):
                continue
            await self.settle(sitting, record)
            settled += 1
        return settled

    async def settle(self, sitting: Sitting, record: HandRecord) -> None:
        """Plays one hand out for its absent caller; a record that does not replay is void."""
        try:
            await (await self._again(sitting, record)).play_out()
        except BadRecord as error:
            log.error("void: %s", error)
            await self.bank.void(record.id, str(error))

    async def bank_stack(self, caller: Caller) -> None:
        """A line is lost between hands: the stack goes to the bank. Inside one it freezes."""
        await self.bank.rise(caller.id)

    async def end_guest(self, caller: Caller) -> None:
        """A guest has gone: the hand is played out, the chips return (RULEBOOK 1.12)."""
        found = await self.bank.open_hand(caller.id)
        if found is not None:
            await self.settle(*found)
        await self.bank.close_guest(caller.id)
