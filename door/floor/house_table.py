"""A table of one caller's against the House: every step is written before it is told.

The caller's action and all that the House does about it is played on the table in memory, written,
and only then told. A table whose write failed is given up: the store knows the last step that
anybody saw, and the hand is resumed from there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from door.bank import Bank, Career, Dealt, Ended, HandRecord, Sitting, Step
from door.floor.seeds import Seeds
from door.house import EQUILIBRIUM, MANNERS, manner_of, policy_name
from door.marks.marks import earned
from door.marks.seen import seen
from door.proof.facts import facts_of
from door.proof.replay import BadRecord, result
from door.rules import events as ev
from door.rules.actions import Action, IllegalAction, absent, parse_action
from door.rules.cards import Card
from door.rules.house_draw import CALLER, GAME, HOUSE
from door.rules.shuffle import Stream, clean_cut, hand_key, house_luck, seal, shuffled
from door.rules.table import Table, View


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
                      facts_of(self._cards, self.view), self._marks(record))
        self.dealt, self.record = False, self._sealed()
        await self.bank.write(Step(record.id, first, actions, dealt, ended, self.record))

    def _marks(self, record: HandRecord) -> tuple[str, ...]:
        """Those that the hand which has just ended brings its caller."""
        if self.career is not None:
            known = self.bank.marks
            self.career, self.marks = earned(self.career, seen(self.story), known.today(),
                                             known.away(record))
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
