"""The Poker Table of one call: asks the screen, moves the table, tells the screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from door.floor.house_table import HouseTable
from door.rules.actions import IllegalAction
from door.rules.events import Event, PotAwarded
from door.rules.house_draw import CALLER, GAME, HOUSE
from door.rules.shuffle import CUT_LENGTH, clean_cut
from door.screens import rules_pages, seals, welcome
from door.screens.pages import Choice, Typing, text_page
from door.screens.patter import Past, greeting, patter
from door.screens.poker_table import PokerTable, Wish
from door.screens.speech import TERSE
from door.session.marks import tell_marks
from door.session.hall import write_on_the_board
from door.session.odds import Decided, decided, show_odds
from door.session.past import look_back
from door.session.regulars import remembered
from door.session.settings import turn_verbosity

if TYPE_CHECKING:
    from door.session.call import Call

NEW_HAND = 120           # seconds of the board's time below which no hand is begun
TOO_LATE = "Under two minutes are left: no new hand. Q)uit banks your stack."
CUT_HELP = "Words of your own, then RETURN. RETURN alone: the House cuts. ESC goes back."
RESUMED = "Your hand is as you left it: the same cards, the same question."


async def play(call: Call, table: HouseTable, resumed: bool = False) -> str:
    """From the first ante, or from where a hand stopped, until the caller rises.

    Returns how the hand ended that they rose from, "" where that has been seen at the table.
    """
    seat = Seat(call, table)
    seat.past = await remembered(call)
    call.at("the Poker Table")
    if resumed:
        seat.resume()
    else:
        seat.sit()
    await tell_marks(call, seat.screen)     # those that the last sitting could not tell any more
    while await seat.turn():
        pass
    if hands := seat.number():
        call.book, call.book_notice = table.sitting.id, seals.notice(hands)
    return seat.outcome


class Seat:
    """The screen and the table of one sitting."""

    too_late, resumed = TOO_LATE, RESUMED
    __slots__ = ("call", "table", "screen", "cut", "outcome", "decided", "dealer", "past",
                 "_told")

    def __init__(self, call: Call, table: HouseTable) -> None:
        self.call, self.table = call, table
        self.screen = PokerTable(call.sign, call.speech)
        self.dealer, self.past = call.casino.dealer(), Past()
        self.screen.felt.dealer = self.dealer.name
        self.cut = self.outcome = ""
        self.decided: Decided = []      # of the hand on the table, or the last one
        self._told = 0

    def sit(self) -> None:
        self.screen.sit(self.table.view, greeting(
            self.dealer, self.table.sitting.label, self.past.known)
                        if self._hears_patter() else "")
        self._show_seal()

    def resume(self) -> None:
        if self.table.record is not None:
            self.decided = decided(self.table.record)
        self._show_seal()
        self.screen.print(self.resumed)
        self.screen.tell(self.table.story, self.table.view, self.table.number)
        self.screen.still()
        self.screen.notice = self.resumed

    def _show_seal(self) -> None:
        record = self.table.record
        if record is not None:
            self.screen.sealed(record.id, record.seal)

    async def turn(self) -> bool:
        """One answer of the caller's; False when they have risen."""
        answer = await self.call.console.ask(self.screen)
        if answer is Wish.HELP:
            await self.call.read("The Poker Table", *rules_pages.table_help(self.screen.now))
        elif answer is Wish.SEAL:
            await self._seal()
        elif answer is Wish.LOG:
            await self._log()
        elif answer is Wish.VERBOSITY:
            self.screen.warn(f"{(await turn_verbosity(self.call)).capitalize()}.")
        elif answer is Wish.HISTORY:
            await self._look_back()
        elif answer is Wish.ODDS:
            await show_odds(self.call, self.screen, self.table.view, self.decided)
        elif answer is Wish.LEAVE:
            return await self._rise()
        elif answer is Wish.FOLD_AND_LEAVE:
            self._conclude(await self.table.give_up())
            return await self._over()
        elif answer is Wish.OVER:
            return await self._over()
        else:
            await self._move(answer)
        return True

    async def _look_back(self) -> None:
        if self.call.caller is not None:
            await look_back(self.call, self.call.caller)

    async def _move(self, answer: object) -> None:
        if answer is Wish.ANTE and self._too_late():
            self.screen.warn(self.too_late)
            return
        before = self.table.view
        try:
            if answer is Wish.ANTE:
                told = await self.table.ante(self.cut)
                self.cut, self.decided = "", []
            else:
                told = await self.table.act(answer)  # type: ignore[arg-type]
                self.decided.append((before, answer))  # type: ignore[arg-type]
        except IllegalAction as refusal:
            self.screen.warn(str(refusal))
        else:
            self._tell(told)
            if self.table.marks:
                await tell_marks(self.call, self.screen)

    def _too_late(self) -> bool:
        left = self.call.console.time_left()
        return left is not None and left < NEW_HAND

    def _tell(self, told: Sequence[Event]) -> None:
        self._told += 1
        record = self.table.record
        name = f"{self.table.sitting.label}-{self.table.number}"
        self.screen.tell(told, self.table.view, self.number(),
                         patter(told, name, self._told, self.dealer, self.past)
                         if self._hears_patter() else "")
        self.past = self.past.after(told, self.table.table.stacks[CALLER]
                                    - self.table.sitting.buy_in)
        if not self.table.dealt:
            if record is None:
                self._end()
            else:
                self._show_seal()

    def _end(self) -> None:
        """There is no next hand: somebody lacks the ante."""
        self.screen.over()

    def _hears_patter(self) -> bool:
        return self.call.preferences.patter == "on" and self.call.speech.verbosity != TERSE

    def number(self) -> int:
        """The hand that is on the table: once it has ended, the next one is sealed already."""
        return self.table.number - (self.table.record is not None and not self.table.dealt)

    def _conclude(self, told: Sequence[Event]) -> None:
        """The hand ends while its caller is on the way out: it may come to a showdown yet."""
        awards = [event for event in told if isinstance(event, PotAwarded)]
        self.outcome = " ".join(self.call.speech.told(awards, (), self.table.view, "").said)

    async def _rise(self) -> bool:
        await self.table.leave()
        return False

    async def _over(self) -> bool:
        """Somebody lacks the ante (RULEBOOK 1.3)."""
        stacks, buy_in = self.table.table.stacks, self.table.sitting.buy_in
        await self.table.leave()
        if stacks[HOUSE] < GAME.ante:
            mine = stacks[0]
            await self.call.console.ask(Choice(
                lambda: welcome.bank_broken(self.call.sign, buy_in, mine), "Q)uit the table?", "q",
                welcome.bank_broken_lines(buy_in, mine), escape="q"))
            if self.call.caller is not None:
                await write_on_the_board(self.call, self.call.caller)
        return False

    async def _log(self) -> None:
        """The last events: a page for who sees, lines for who reads."""
        events = self.screen.events or ["Nothing has happened yet."]
        if self.call.console.terminal.painted:
            await self.call.read("The last events", events)
        else:
            self.screen.print(*events)

    async def _seal(self) -> None:
        record = self.table.record
        if record is None:
            self.screen.warn("No hand is sealed.")
            return
        text = seals.seal_text(record, self.cut)
        if not self.table.dealt:
            await self._ask_cut(text)
        elif self.call.speech.turns_pages:
            await self.call.read("The Seal", text)
        else:
            self.screen.print(*self.call.speech.pages([text])[0])

    async def _ask_cut(self, text: list[str]) -> None:
        question = Typing(lambda: text_page(self.call.sign, "THE SEAL", text),
                          "Cut (RETURN = the House cuts)?", CUT_LENGTH,
                          [row.lstrip("=") for row in self.call.speech.pages([text])[0] if row],
                          help_text=CUT_HELP)
        answer = await self.call.console.ask(question)
        if not isinstance(answer, str):
            return
        try:
            self.cut = clean_cut(answer)
        except ValueError as error:  # what is composed may be longer than what was typed
            self.screen.warn(f"The House cuts: {error}.")
            return
        self.screen.warn(f"Your cut goes into the shuffle: {self.cut}" if self.cut
                         else "The House cuts.")
