"""A sysop's orders: who, say, kick, ban, unban, passwd, merge, grant, wipe, maintain; from the
command line or a caller whom a board calls its sysop. Each answers with lines to show."""

from __future__ import annotations

import time
from datetime import datetime

from door.bank import AlreadySeated, Bank, BankError, NoSuchCaller
from door.floor.floor import Floor, Visit
from door.floor.seeds import Seeds

ORDERS = {
    "who": "who                    who is here, and where",
    "say": "say TEXT               a line to everybody",
    "kick": "kick HANDLE            end a call; the hand is kept",
    "ban": "ban HANDLE             keep somebody out",
    "unban": "unban HANDLE           let somebody in again",
    "passwd": "passwd HANDLE          a new password",
    "merge": "merge HANDLE INTO      two accounts are one person",
    "grant": "grant HANDLE CHIPS REASON  chips from the house",
    "wipe": "wipe                   clean the chalkboard",
    "maintain": "maintain               settle and prune what is old",
}
# How many stand behind an order; one behind all others.
WORDS = {"who": 0, "passwd": 2, "merge": 2, "grant": 3, "wipe": 0, "maintain": 0}
SAID_LENGTH = 70
REASON_LENGTH = 33      # what a line of the statement has room for at 80 columns
MOST_CHIPS = 1_000_000_000
DAY = 24 * 3600
KICKED = "The sysop ends your call. Your chips, and a hand that is on, are kept."


class NotDone(Exception):
    """An order that was refused; the text says why."""


class Orders:
    """What a sysop may order, of a bank and of the floor; without a server there is no floor.

    Hands are kept for `keep_days`.
    """

    def __init__(self, bank: Bank, floor: Floor | None, keep_days: int) -> None:
        self.bank, self._floor, self._keep_days = bank, floor, keep_days

    async def fulfil(self, name: str, *words: str) -> list[str]:
        """Carries an order out; lines for the sysop. Raises NotDone."""
        if name not in ORDERS:
            raise NotDone(f"there is no order {name[:20]!r}: {', '.join(ORDERS)}")
        wanted = WORDS.get(name, 1)
        if len(words) != wanted:
            raise NotDone(f"{name} is ordered so: {ORDERS[name].split('  ')[0]}")
        try:
            lines: list[str] = await getattr(self, f"_{name}")(*words)
        except NoSuchCaller as error:
            raise NotDone(str(error) or "there is no such handle") from error
        except (AlreadySeated, BankError) as error:
            raise NotDone(str(error) or type(error).__name__) from error
        return lines

    def _here(self) -> Floor:
        if self._floor is None:
            raise NotDone("no server is running for this data folder")
        return self._floor

    def _visit(self, handle: str) -> Visit | None:
        return next((visit for visit in self._here().visits.values()
                     if visit.caller.handle.casefold() == handle.casefold()), None)

    async def _who(self) -> list[str]:
        visits = self._here().visits.values()
        return [f"{visit.caller.handle:<21} {visit.where:<18} {visit.carrier:<27} "
                f"{datetime.fromtimestamp(visit.since):%H:%M}" for visit in visits] or [
            "Nobody is here."]

    async def _say(self, text: str) -> list[str]:
        kept = _printable(text)[:SAID_LENGTH]
        visits = list(self._here().visits.values())
        for visit in visits:
            visit.say(f"Sysop: {kept}")
        return [f"Said to {len(visits)}."]

    async def _kick(self, handle: str) -> list[str]:
        visit = self._visit(handle)
        if visit is None:
            raise NotDone(f"{handle[:40]!r} is not here")
        visit.leave(KICKED)
        return [f"{visit.caller.handle} is being shown out."]

    async def _ban(self, handle: str) -> list[str]:
        caller = await self.bank.ban(handle, True)
        if self._floor is not None and (visit := self._visit(caller.handle)):
            visit.leave(KICKED)
        return [f"{caller.handle} is kept out."]

    async def _unban(self, handle: str) -> list[str]:
        caller = await self.bank.ban(handle, False)
        return [f"{caller.handle} may come in again."]

    async def _passwd(self, handle: str, password: str) -> list[str]:
        await self.bank.set_password(handle, password)
        return [f"{handle} has a new password."]

    async def _wipe(self) -> list[str]:
        return ["The chalkboard is clean." if await self.bank.hall.wipe()
                else "There was nothing on the chalkboard."]

    async def _merge(self, one: str, into: str) -> list[str]:
        if self._floor is not None and (self._visit(one) or self._visit(into)):
            raise NotDone("both must be away; kick first")
        chips = await self.bank.merge(one, into)
        return [f"{one} is {into} from now on; ${chips} moved."]

    async def _grant(self, handle: str, chips: str, reason: str) -> list[str]:
        amount = int(chips) if chips.isascii() and chips.isdecimal() and len(chips) < 11 else 0
        if not 1 <= amount <= MOST_CHIPS:
            raise NotDone(f"{chips[:20]!r} is no number of chips from 1 to {MOST_CHIPS}")
        why = " ".join(_printable(reason).split())[:REASON_LENGTH].rstrip()
        if not why:
            raise NotDone("a grant needs a reason, which the caller reads in the bank")
        bankroll = await self.bank.grant_chips(handle, amount, why)
        if self._floor is not None and (visit := self._visit(handle)):
            visit.say(f"Sysop: ${amount} for you. {why}")
        return [f"${amount} for {handle}, who has ${bankroll} now: {why}"]

    async def _maintain(self) -> list[str]:
        """Each piece is one short transaction, so that nobody who plays waits for it."""
        floor = self._floor or Floor(self.bank, Seeds())
        settled = await floor.settle_old_hands()
        before, pruned = int(time.time()) - self._keep_days * DAY, 0
        while gone := await self.bank.upkeep.prune(before):
            pruned += gone
        await self.bank.upkeep.tidy()
        return [f"Old hands that nobody came back for: {settled} settled.",
                f"Hands older than {self._keep_days} days: {pruned} pruned to daily totals.",
                "Store: put in order."]


def _printable(text: str) -> str:
    return "".join(letter for letter in text if letter.isprintable())
