"""The floor: who is here, the tables, and the House's answers; what is shown is stored first.

One House table a caller. Every step, the caller's action and all that the House does about it, is
played on the table in memory, written, and only then told. A table whose write failed is given
up: the store knows the last step that anybody saw, and the hand is resumed from there.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

from door.bank import Bank, Caller, Career, Dealt, Ended, HandRecord, Sitting, Step
from door.house import EQUILIBRIUM, MANNERS, manner_of, policy_name
from door.house.coach import Advice, advice
from door.marks.marks import earned
from door.marks.seen import seen
from door.proof.facts import facts_of
from door.proof.replay import BadRecord, result
from door.rules import events as ev
from door.rules.actions import Action, IllegalAction, absent, parse_action
from door.rules.cards import Card
from door.rules.house_draw import CALLER, GAME, HOUSE
from door.rules.shuffle import (SEED_BYTES, Stream, clean_cut, hand_key, house_luck, seal,
                                shuffled)
from door.rules.table import Table, View

FROZEN_DAYS = 7  # RULEBOOK 1.12
_DAY = 24 * 3600

log = logging.getLogger(__name__)


class Seeds:
    """Where seeds and the server's cuts come from: the system, or a practice text.

    In practice each follows from the text and the name of the hand, which itself follows from
    handle, sitting and number, so that the same keys give the same night.
    """

    def __init__(self, practice: str | None = None) -> None:
        self._practice = None if practice is None else practice.encode("utf-8")

    def seed(self, hand: str) -> bytes:
        """A secret of 32 bytes for a hand."""
        if self._practice is None:
            return secrets.token_bytes(SEED_BYTES)
        return hmac.digest(self._practice, f"seed {hand}".encode("ascii"), "sha256")

    def cut(self, hand: str) -> str:
        """The server's cut, where the caller does not cut."""
        if self._practice is None:
            return secrets.token_hex(8)
        return hashlib.sha256(self._practice + f" cut {hand}".encode("ascii")).hexdigest()[:16]


class HouseTable:
    """One caller's sitting at the Poker Table.

    `record` is the hand that is sealed or in play; `dealt` tells which. `view` and the events
    that ante() and act() return are the caller's own cut, and so is `story`: what has happened in
    the hand so far. `manner` is the House's, in hands that are still to be sealed. `career` is
    that of a caller who may earn marks, `marks` are those that the last hand brought.
    """

    __slots__ = ("bank", "seeds", "sitting", "table", "record", "dealt", "number", "story",
                 "manner", "career", "marks", "_key", "_count", "_cards")

    def __init__(self, bank: Bank, seeds: Seeds, sitting: Sitting,
                 manner: str = EQUILIBRIUM) -> None:
        self.bank, self.seeds, self.sitting, self.manner = bank, seeds, sitting, manner
        self.table = Table(GAME, sitting.stacks, CALLER)
        self.number = sitting.hands
        self.record: HandRecord | None = None
        self.dealt = False
        self.story: list[ev.Event] = []
        self.career: Career | None = None
        self.marks: tuple[str, ...] = ()
        self._key = b""
        self._cards: tuple[tuple[Card, ...], ...] = ()  # those first dealt to each seat
        self._count = 0

    @property
    def view(self) -> View:
        return self.table.view(CALLER)

    async def prepare(self) -> None:
        """Seals the first hand; act() seals the others as it ends the one before."""
        self.record = self._sealed()
        if self.record is not None:
            await self.bank.seal(self.record)

    def _sealed(self) -> HandRecord | None:
        """The next hand, its seed drawn and sealed; None when somebody lacks the ante."""
        if not self.table.can_deal():
            return None
        self.number += 1
        name = f"{self.sitting.label}-{self.number}"
        seed = self.seeds.seed(name)
        return HandRecord(name, self.sitting.id, self.number, GAME.name, GAME.version,
                          policy_name(self.manner), seed, seal(name, seed))

    async def ante(self, cut: str = "") -> list[ev.Event]:
        """Deals the sealed hand, cut by the caller's words or by the server."""
        record = self.record
        if record is None or self.dealt:
            raise IllegalAction("There is no hand to ante for.")
        words = clean_cut(cut) or self.seeds.cut(record.id)
        dealt = Dealt(words, bool(cut), self.table.first, tuple(self.table.stacks), record.policy)
        self.record = replace(record, cut=words, proven=dealt.proven)
        told = self._deal(record, dealt)
        actions = self._house_answers(told)
        await self._write(actions, told, dealt)
        return cut_for_caller(told)

    def _deal(self, record: HandRecord, dealt: Dealt) -> list[ev.Event]:
        self._key = hand_key(record.seed, record.id, dealt.cut)
        told = self.table.deal(shuffled(Stream(self._key, "deck")))
        self.dealt, self._count = True, 0
        self._cards = tuple([self.table.view(seat).cards for seat in (CALLER, HOUSE)])
        return told

    async def act(self, action: Action) -> list[ev.Event]:
        """The caller's action and the House's answers; IllegalAction changes nothing."""
        told = self.table.act(CALLER, action)
        actions = [(CALLER, str(action)), *self._house_answers(told, 1)]
        await self._write(actions, told)
        return cut_for_caller(told)

    def _house_answers(self, told: list[ev.Event], before: int = 0) -> list[tuple[int, str]]:
        """Lets the House act while it is its turn; `before` actions precede in this step.

        Its luck for the n-th action of the hand is a stream of its own (RULEBOOK 5.1); the ante
        is action 0.
        """
        assert self.record is not None
        actions: list[tuple[int, str]] = []
        policy = MANNERS[manner_of(self.record.policy)]
        while self.table.to_act == HOUSE:
            n = self._count + before + len(actions) + 1
            action = policy(self.table.view(HOUSE), house_luck(self._key, n))
            told.extend(self.table.act(HOUSE, action))
            actions.append((HOUSE, str(action)))
        return actions

    async def _write(self, actions: list[tuple[int, str]], told: list[ev.Event],
                     dealt: Dealt | None = None) -> None:
        record = self.record
        assert record is not None
        first, self._count = self._count, self._count + len(actions)
        self.story = [*(() if dealt else self.story), *cut_for_caller(told)]
        if self.table.playing:
            await self.bank.write(Step(record.id, first, actions, dealt))
            return
        ended = Ended(tuple(self.table.stacks), result(told),
                      facts_of(self._cards, self.view), self._marks())
        self.dealt, self.record = False, self._sealed()
        await self.bank.write(Step(record.id, first, actions, dealt, ended, self.record))

    def _marks(self) -> tuple[str, ...]:
        """Those that the hand which has just ended brings its caller."""
        if self.career is not None:
            self.career, self.marks = earned(self.career, seen(self.story),
                                             self.bank.marks.today())
        return self.marks

    async def leave(self) -> int:
        """Rises from the table between hands; the chips that go to the bankroll."""
        return await self.bank.leave(self.sitting.id)

    async def give_up(self) -> list[ev.Event]:
        """Folds as soon as that may be done, standing pat before it (RULEBOOK 1.12)."""
        told: list[ev.Event] = []
        while self.table.playing:
            legal = self.table.legal(CALLER)
            assert legal is not None
            told += await self.act(absent(legal) if legal.discard is not None
                                   else parse_action("fold"))
        return told

    async def play_out(self) -> None:
        """Ends the hand as for somebody who is away, and banks the stack."""
        while self.table.playing:
            legal = self.table.legal(CALLER)
            assert legal is not None
            await self.act(absent(legal))
        await self.leave()


def cut_for_caller(told: Sequence[ev.Event]) -> list[ev.Event]:
    """The events as the caller's seat may know them."""
    return [event.seen_by(CALLER) for event in told]


def replayed(bank: Bank, seeds: Seeds, sitting: Sitting, record: HandRecord,
             manner: str = EQUILIBRIUM) -> HouseTable:
    """The table as the record has it; BadRecord when it does not replay.

    The House is not asked again: its actions stand in the record.
    """
    if (record.game, record.rules_version) != (GAME.name, GAME.version):
        raise BadRecord(f"hand {record.id} is of {record.game} {record.rules_version}")
    house_table = HouseTable(bank, seeds, sitting, manner)
    house_table.record, house_table.number = record, record.number
    house_table.table = Table(GAME, record.stacks, record.first)
    try:
        told = house_table._deal(record, Dealt(record.cut, record.proven, record.first,
                                               record.stacks, record.policy))
        for seat, text in record.actions:
            told += house_table.table.act(seat, parse_action(text))
    except (IllegalAction, ValueError) as error:
        raise BadRecord(f"hand {record.id}: {error}") from error
    house_table.story, house_table._count = cut_for_caller(told), len(record.actions)
    if house_table.table.to_act != CALLER:
        raise BadRecord(f"hand {record.id} does not wait for its caller")
    return house_table


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
    """Everybody who is in, and the tables they sit at; `manner` is how the House plays."""

    def __init__(self, bank: Bank, seeds: Seeds, manner: str = EQUILIBRIUM) -> None:
        self.bank, self.seeds, self.manner = bank, seeds, manner
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
            old = record.dealt_at < time.time() - FROZEN_DAYS * _DAY
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
