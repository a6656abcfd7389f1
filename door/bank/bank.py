"""The bank as everybody else sees it: questions and orders to await, each of them one job.

Accounts, sittings and the steps of hands are asked of the bank itself; all else stands at a counter
of its own (past_counter.py, marks.py, hall_counter.py ...). What has been awaited is durable. An
order whose caller hangs up is carried out all the same.
"""

import asyncio
import time
from collections.abc import Callable, Collection
from pathlib import Path

import sqlalchemy as sa

from door.bank import handles, passwords
from door.bank.callers import Callers
from door.bank.checkpoints import Checkpoints
from door.bank.contest_counter import ContestCounter
from door.bank.contests import Contests
from door.bank.errors import Busy, HandleTaken, StoreFailed, WrongPassword
from door.bank.fame import Fame
from door.bank.hall_counter import HallCounter
from door.bank.hands import Hands
from door.bank.ledger import Ledger
from door.bank.marks import MarkCounter
from door.bank.members import Members, tag_of
from door.bank.opening import open_engine
from door.bank.passwords import PasswordQueue, Pauses
from door.bank.past_counter import PastCounter
from door.bank.regulars import Regulars
from door.bank.sittings import Sittings
from door.bank.statements import Desk
from door.bank.store import Store
from door.bank.totals import Calendar
from door.bank.tries import Tries
from door.bank.upkeep import Upkeep
from door.config import BankSettings
from door.views import Caller, HandRecord, Preferences, Sitting, Statement, Step

FILE = "anteup.db"


class Bank:
    """Accounts, ledger and hand records of a data folder. Made by open(), ended by close().

    Everything raises StoreFailed when the disk does not do what it must; then nothing of what was
    asked is written. Chips are integers; `caller_id` and the like raise NoSuchCaller if unknown.
    """

    def __init__(self, engine: sa.Engine, settings: BankSettings, practice: bool,
                 exempt: Collection[str], now: Callable[[], float], cost: int) -> None:
        """Use open()."""
        self._engine = engine
        self._ledger = Ledger(now)
        self._callers = Callers(self._ledger, settings, now)
        self._members = Members(self._ledger, self._callers, now)
        self._sittings = Sittings(self._ledger, practice)
        calendar = Calendar(settings.day_starts, now)
        self._fame = Fame(practice)
        self._hands = Hands(self._ledger, self._sittings, calendar, self._fame, now)
        self._batch = self._hands.write
        self._passwords, self._pauses = PasswordQueue(cost), Pauses(now, exempt)
        self._store = Store(engine, self._forget)
        self._checkpoints = Checkpoints(engine, self._store)
        contests = Contests(now, settings.day_starts)
        self._tries = Tries(contests, now)
        self.contests = ContestCounter(self._store, contests, self._tries)
        self.hall = HallCounter(self._store, Calendar(settings.day_starts, now),
                                settings.day_starts, now, practice)
        self.marks = MarkCounter(self._store, settings.day_starts, now, practice)
        self.regulars = Regulars(self._store, self.marks, practice)
        self.past = PastCounter(self._store, self._ledger)
        self.upkeep = Upkeep(engine, self._store, self._checkpoints, calendar)

    @classmethod
    async def open(cls, folder: Path, settings: BankSettings, *, emptied: bool = False,
                   practice: bool = False, exempt: Collection[str] = (),
                   now: Callable[[], float] = time.time, cost: int = passwords.COST) -> "Bank":
        """The bank of the store anteup.db in `folder`, made or migrated if it must be.

        `emptied` deletes the store first. `practice`: labels of sittings that follow from the
        handle alone. `exempt`: addresses that are never made to wait, beside this machine's own.
        `now`: seconds since 1970. `cost`: scrypt's n, lower in tests. Raises StoreTooNew.
        """
        path = folder / FILE
        engine = await asyncio.to_thread(open_engine, path, settings.durability, emptied,
                                         settings.day_starts)
        return cls(engine, settings, practice, exempt, now, cost)

    async def close(self) -> None:
        """Finish what was asked, and let go of the file. Asking afterwards is StoreFailed."""
        self._passwords.close()
        await asyncio.to_thread(self._checkpoints.stop)
        await self._store.close()
        self._engine.dispose()

    def _forget(self) -> None:
        self._ledger.forget()
        self._sittings.forget()
        self._hands.forget()
        self._fame.forget()

    # Accounts.

    async def create(self, handle: str, password: str) -> Caller:
        """A new account with its first chips. Raises BadHandle, BadPassword, HandleTaken, Busy."""
        name = handles.clean(handle)
        passwords.check_length(password)
        if await self.find(name):
            raise HandleTaken(name)
        stored = await self._passwords.derive(password)
        return await self._store.run(lambda desk: self._callers.create(desk, name, stored))

    def check_handle(self, handle: str) -> str:
        """The handle as it would be stored; BadHandle if it may not be one."""
        return handles.clean(handle)

    async def local(self, user: str) -> Caller:
        """The account of this machine's `user`, made at the first call; it has no password.

        Raises BadHandle, and HandleTaken where somebody with a password has that handle.
        """
        name = handles.clean(user)
        return await self._store.run(lambda desk: self._local(desk, name))

    def _local(self, desk: Desk, name: str) -> Caller:
        """One job, so that two first calls at the same moment are one account."""
        found = self._callers.find(desk, name)
        if found is None:
            return self._callers.create(desk, name, "")
        if found[1]:
            raise HandleTaken(name)
        return found[0]

    async def member(self, board: str, record: str, handle: str, tag: str = "",
                     shared: bool = False) -> Caller:
        """The account of a board's user, made on first sight; see Members. Raises Banned."""
        return await self._store.run(lambda desk: self._members.member(
            desk, board, record, handle, tag or tag_of(board), shared))

    async def ban(self, handle: str, out: bool) -> Caller:
        """Keeps somebody out, or lets them in again. Raises NoSuchCaller."""
        return await self._store.run(lambda desk: self._members.ban(desk, handle, out))

    async def banned(self, caller_id: int) -> bool:
        """Whether a sysop keeps that caller out."""
        return await self._store.run(lambda desk: self._members.banned(desk, caller_id))

    async def merge(self, one: str, into: str) -> int:
        """Makes two accounts one person; the chips moved. NoSuchCaller, AlreadySeated."""
        return await self._store.run(lambda desk: self._merge(desk, one, into))

    def _merge(self, desk: Desk, one: str, into: str) -> int:
        pair = [self._callers.find(desk, handle) for handle in (one, into)]
        chips = self._members.merge(desk, one, into)
        old, new = [found[0].id for found in pair if found]
        self._tries.merged(desk, old, new)
        return chips

    async def find(self, handle: str) -> Caller | None:
        """The caller of that handle in any case, or a guest who is here; None for nobody."""
        found = await self._find(handle)
        return found[0] if found else None

    async def _find(self, handle: str) -> tuple[Caller, str] | None:
        if len(handle) > 2 * handles.LONGEST:
            return None
        return await self._store.run(lambda desk: self._callers.find(desk, handle))

    async def verify(self, handle: str, password: str, address: str) -> Caller:
        """Whose password that is. An unknown handle takes the same time as a wrong password.

        Raises WrongPassword; PleaseWait after three of them, of this handle or of this address;
        Busy.
        """
        folded = handles.fold(handle[:2 * handles.LONGEST])
        self._pauses.begin(folded, address)
        try:
            found = await self._find(handle)
            agrees = await self._passwords.agrees(password, found[1] if found else None)
        except (Busy, StoreFailed):
            self._pauses.undo(folded)
            raise
        if not agrees or found is None:
            self._pauses.wrong(folded, address)
            raise WrongPassword(folded)
        self._pauses.right(folded)
        return found[0]

    async def set_password(self, handle: str, password: str) -> None:
        """Raises NoSuchCaller (guests have no password), BadPassword, Busy."""
        passwords.check_length(password)
        stored = await self._passwords.derive(password)
        await self._store.run(lambda desk: self._callers.set_password(desk, handle, stored))

    async def guest(self) -> Caller:
        """Guest N of the lowest N that is free, with the first chips of a new caller."""
        return await self._store.run(self._callers.guest)

    async def close_guest(self, caller_id: int) -> None:
        """The guest has left: what is left returns to the mint, a sitting's chips included.

        Raises HandOpen while a hand is. Nothing for a guest who has left before.
        """
        await self._store.run(lambda desk: self._close_guest(desk, caller_id))

    def _close_guest(self, desk: Desk, caller_id: int) -> None:
        self._hands.leave_caller(desk, caller_id)
        self._callers.close_guest(desk, caller_id)

    async def caller(self, caller_id: int) -> Caller:
        """As it is now."""
        return await self._store.run(lambda desk: self._callers.caller(desk, caller_id))

    async def remember(self, caller_id: int, screen: str) -> None:
        """One call more, with this graphics choice (at most 40 characters are kept)."""
        await self._store.run(lambda desk: self._callers.remember(desk, caller_id, screen))

    async def prefer(self, caller_id: int, screen: str, preferences: Preferences) -> None:
        """Keeps this graphics choice and these preferences; it is no call more."""
        await self._store.run(
            lambda desk: self._callers.prefer(desk, caller_id, screen, preferences))

    async def bankroll(self, caller_id: int) -> int:
        """Chips in the bank; those on a table are not."""
        return await self._store.run(lambda desk: self._callers.bankroll(desk, caller_id))

    async def grant(self, caller_id: int) -> int:
        """The daily grant, in chips, now in the bankroll: 0 for who had it or has enough.

        Once a day of the casino, to a guest once a call. Chips on a table count as had.
        """
        return await self._store.run(lambda desk: self._callers.grant(desk, caller_id))

    async def statement(self, caller_id: int, limit: int = 12) -> Statement:
        """The bankroll and its last movements, the newest first; of a guest, since this call."""
        return await self._store.run(lambda desk: self._callers.statement(desk, caller_id, limit))

    async def grant_chips(self, handle: str, chips: int, reason: str) -> int:
        """Chips from the House's account to a caller's bankroll, which is returned.

        NoSuchCaller (guests get none); ValueError for no chips, or a reason that is no line.
        """
        return await self._store.run(
            lambda desk: self._members.give(desk, handle, chips, reason))

    async def house(self) -> int:
        """Chips of the House's account, without those on tables; it may owe."""
        return await self._store.run(lambda desk: self._ledger.balance(desk, "house"))

    # Sittings.

    async def sit(self, caller_id: int, game: str, amount: int) -> Sitting:
        """Caller and House each take `amount` chips to the table. NotEnough, AlreadySeated."""
        return await self._store.run(
            lambda desk: self._sit(desk, caller_id, game, amount))

    def _sit(self, desk: Desk, caller_id: int, game: str, amount: int) -> Sitting:
        self._callers.caller(desk, caller_id)
        return self._sittings.sit(desk, caller_id, game, amount)

    async def leave(self, sitting_id: int) -> int:
        """Both stacks go back; the chips that the caller brings back, also when asked again.

        A hand that is sealed and not dealt becomes unplayed. Raises HandOpen, NoSuchSitting.
        """
        return await self._store.run(lambda desk: self._hands.leave(desk, sitting_id))

    async def rise(self, caller_id: int) -> None:
        """Ends the caller's sitting, if there is one and no hand is open: both stacks go back."""
        await self._store.run(lambda desk: self._hands.rise(desk, caller_id))

    async def seal(self, record: HandRecord) -> None:
        """The sitting's next hand: id, seed and seal. OutOfStep while another has not ended."""
        await self._store.run(lambda desk: self._hands.seal(desk, [record]))

    async def write(self, step: Step) -> None:
        """The step is durable when this returns. OutOfStep if it does not follow."""
        await self._store.add(self._batch, step)

    async def open_hand(self, caller_id: int) -> tuple[Sitting, HandRecord] | None:
        """The caller's hand that was dealt and has not ended, to resume."""
        return await self._store.run(lambda desk: self._hands.open_hand(desk, caller_id))

    async def open_hands(self) -> list[tuple[Sitting, HandRecord]]:
        """Everybody's, the oldest sitting first."""
        return await self._store.run(self._hands.open_hands)

    async def void(self, hand_id: str, reason: str) -> None:
        """A hand that cannot be played on: stacks as before it, sitting ended and banked.

        Nothing for a hand that is void already. OutOfStep for one that is not open.
        """
        await self._store.run(lambda desk: self._hands.void(desk, hand_id, reason))

    async def sweep(self) -> None:
        """At start-up: sittings without an open hand are banked, guests without one leave."""
        await self._store.run(self._sweep)

    def _sweep(self, desk: Desk) -> None:
        self._hands.leave_all(desk)
        for caller_id in self._callers.left_behind(desk):
            self._callers.close_guest(desk, caller_id)
