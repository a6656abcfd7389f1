"""The contests' floor: who plays at which deal, what the House answers, and what the clock ends.

The table of a contest is the Poker Table with three differences: the deals are those of the
contest, what happens is written into the caller's try and not into the ledger, and the stacks are
the contest's. What is shown is stored first, here as there.
"""

from __future__ import annotations

import asyncio
import logging

from door.bank import (Bank, Caller, Contest, Dealt, Ended, HandRecord, Sitting, Step,
                       StoreFailed, Terms, Try)
from door.floor.house_table import HouseTable, cut_for_caller
from door.floor.seeds import Seeds
from door.house import EQUILIBRIUM, policy_name
from door.proof.replay import BadRecord, acted, dealt, result
from door.rules import events as ev
from door.rules.house_draw import CALLER, SHARED
from door.rules.shuffle import hand_key
from door.rules.table import Table

KINDS = {"day": (10, 200), "week": (50, 500)}   # deals, and the chips of each side
LOOK = 60    # seconds between looks whether a contest is over

log = logging.getLogger(__name__)


class _NobodyCuts(Seeds):
    """The deals are the same for all, so nobody has a cut in them."""

    def cut(self, hand: str) -> str:
        return ""


class ContestTable(HouseTable):
    """One caller's try, from the deal that it has come to. `contest` is a sealed one's.

    `record` is the next deal or the one that is on, None once the try is done. BadRecord: the deal
    that is on does not replay.
    """

    __slots__ = ("contest", "_try_id", "_kept")

    def __init__(self, bank: Bank, contest: Contest, tried: Try) -> None:
        label = contest.deals[0].id.rpartition("-")[0]
        super().__init__(bank, _NobodyCuts(), Sitting(
            tried.id, tried.caller_id, SHARED.name, label, contest.terms.stack, tried.stacks,
            tried.played))
        self.contest, self._try_id = contest, tried.id
        self._kept: list[Step] | None = None     # steps that are to be written all at once
        self.table = Table(SHARED, tried.stacks)
        if tried.hand is not None:
            self._go_on(tried.hand)
        elif tried.state == "open":
            self.record = self._sealed()

    def _go_on(self, record: HandRecord) -> None:
        """With the deal that was begun, as its record has it."""
        self.table, told = dealt(record)
        for n, (seat, text) in enumerate(record.actions, 1):
            told += acted(self.table, record.id, n, seat, text)
        if self.table.to_act != CALLER:
            raise BadRecord(f"deal {record.id} does not wait for its caller")
        self.record, self.number, self.dealt = record, record.number, True
        self.story, self._count = cut_for_caller(told), len(record.actions)
        self._key = hand_key(record.seed, record.id, record.cut)

    def _sealed(self) -> HandRecord | None:
        """The next deal of the contest; None after the last, or when somebody lacks the ante."""
        terms = self.contest.terms
        fresh = self.contest.kind == "day" or not self.number
        stacks = (terms.stack,) * 2 if fresh else tuple(self.table.stacks)
        if self.number == terms.deals or min(stacks) < SHARED.ante:
            return None
        deal = self.contest.deals[self.number]
        self.number += 1
        return HandRecord(deal.id, self._try_id, deal.number, terms.game, terms.rules_version,
                          terms.policy, deal.seed, deal.seal, first=deal.first, stacks=stacks)

    async def ante(self, cut: str = "") -> list[ev.Event]:
        """Deals the next deal; nobody cuts."""
        if self.record is not None and not self.dealt:
            self.table = Table(SHARED, self.record.stacks, self.record.first)
        return await super().ante()

    async def _write(self, actions: list[tuple[int, str]], told: list[ev.Event],
                     dealt: Dealt | None = None) -> None:
        record = self.record
        assert record is not None
        first, self._count = self._count, self._count + len(actions)
        ended = None
        if not self.table.playing:
            ended = Ended(tuple(self.table.stacks), result(told))
            self.dealt, self.record = False, self._sealed()
        step = Step(record.id, first, actions, dealt, ended)
        if self._kept is None:
            await self.bank.contests.write(self._try_id, step)
        else:
            self._kept.append(step)

    async def leave(self) -> int:
        """Rises; the try waits, and there are no chips to bring back."""
        return 0

    async def fold_the_rest(self) -> list[Step]:
        """Every deal that is left, folded as soon as may be: steps, of which none is written."""
        self._kept = []
        await self.give_up()
        while self.record is not None:
            await self.ante()
            await self.give_up()
        return self._kept


class Contests:
    """The contests of a casino; `manner` is how the House plays in those that are yet to come."""

    def __init__(self, bank: Bank, seeds: Seeds, manner: str = EQUILIBRIUM) -> None:
        self.bank, self.seeds, self.manner = bank, seeds, manner
        self._turning = asyncio.Lock()

    async def current(self, kind: str) -> Contest:
        """The "day" or "week" of now, sealed; what is over by now is closed first."""
        await self.turn()
        return await self._current(kind)

    async def _current(self, kind: str) -> Contest:
        deals, stack = KINDS[kind]
        terms = Terms(SHARED.name, SHARED.version, policy_name(self.manner), deals, stack)
        return await self.bank.contests.current(kind, terms, self.seeds.seed)

    async def turn(self) -> int:
        """Seals what has begun, and ends the tries of what is over; how many of those.

        Whoever runs next does it: the server at its start, its clock, and everybody who looks.
        """
        async with self._turning:
            for kind in KINDS:
                await self._current(kind)
            unclosed = await self.bank.contests.unclosed()
            for tried in unclosed:
                await self._close(tried)
            return len(unclosed)

    async def keep_time(self) -> None:
        """turn() for as long as the casino is open, also while nobody looks."""
        while True:
            await asyncio.sleep(LOOK)
            try:
                await self.turn()
            except StoreFailed:
                log.exception("contests: the store failed")

    async def _close(self, tried: Try) -> None:
        try:
            table = await self._table(tried)
        except BadRecord as error:
            await self._void(tried, error)
        else:
            await self.bank.contests.close(tried.id, await table.fold_the_rest())

    async def _table(self, tried: Try) -> ContestTable:
        sealed = await self.bank.contests.sealed(tried.contest.id)
        return ContestTable(self.bank, sealed, tried)

    async def _void(self, tried: Try, error: BadRecord) -> None:
        log.error("void: the try of %s: %s", tried.handle, error)
        await self.bank.contests.void(tried.id, str(error))

    async def sit(self, contest: Contest, caller: Caller, board: str = "",
                  record: str = "") -> ContestTable:
        """The caller's try at a contest that is on, begun or where it stopped.

        `board` and `record` are what the caller's board says of them. Raises HadTry, ContestOver;
        BadRecord for a try that cannot be played on, which is void now.
        """
        tried = await self.bank.contests.enter(contest.id, caller.id, board, record)
        try:
            return await self._table(tried)
        except BadRecord as error:
            await self._void(tried, error)
            raise
