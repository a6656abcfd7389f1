"""One call: what is asked first, who it is, the lobby, and the way out."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING

from ansi.canvas import Canvas
from ansi.charset import charset
from door.carriers.visitor import Visitor
from door.floor import BadRecord, HouseTable, Visit
from door.screens import lobby, rules_pages, welcome
from door.screens.frame import Sign
from door.screens.pages import Choice, Reading, Typing
from door.screens.speech import Speech
from door.screens.voice import Voice
from door.session.console import Console, Left
from door.session.arrival import arrive, visitors_key, way
from door.session.detection import asked, detect, graphics_key
from door.session.login import log_in
from door.session.poker import play
from door.session.recognition import Found, can_show, worth_keeping
from door.session.sysop import give_orders
from door.views import Caller, Presence

if TYPE_CHECKING:
    from door.session.casino import Casino

POKER = ("poker", "anteup")  # what a board may call the Poker Table: xtrn=POKER by rlogin

log = logging.getLogger(__name__)


class Call:
    """A call in progress; `caller` is None until the login is done."""

    __slots__ = ("casino", "console", "caller", "visit", "graphics", "_found", "_pressed",
                 "_aloud", "_gone")

    def __init__(self, casino: Casino, console: Console, aloud: bool = False) -> None:
        self.casino, self.console, self._aloud = casino, console, aloud
        self.caller: Caller | None = None
        self.visit: Visit | None = None
        self.graphics = "p"
        self._found: Found | None = None    # what the terminal looks like, where it was asked
        self._pressed = False               # a key chose the graphics, not RETURN
        self._gone: asyncio.Future[None] | None = None

    @property
    def name(self) -> str:
        """Who this is, for the log: cleaned handles and addresses alone."""
        handle = self.caller.handle if self.caller else "not logged in"
        return f"{way(self.console.line)} {self.console.line.address} ({handle})"

    @property
    def is_sysop(self) -> bool:
        """Whether the caller's board calls them its sysop, by a flag or by their level."""
        visitor = self.console.line.visitor
        return visitor is not None and visitor.sysop

    @property
    def sign(self) -> Sign:
        """What hangs over the door, at the width of this caller's terminal."""
        return self.casino.sign.fit(self.console.terminal.columns)

    @property
    def speech(self) -> Speech:
        """The words that this caller is told things in."""
        return self.console.speech

    async def run(self) -> None:
        """The whole call. Raises CarrierLost or Left at its end."""
        visitor = self.console.line.visitor
        if visitor is None:
            await self._choose_graphics()
            self.caller = await log_in(self)
            self._recall(self.caller)
        else:
            self.caller = await arrive(self, visitor)
            await self._show_as_board(visitor, self.caller)
        await self._enter(self.caller)
        table = await self._frozen(self.caller)
        if table is not None:
            await play(self, table, resumed=True)
        if visitor is not None and visitor.game in POKER:
            await self._poker_table(self.caller)
        await self._lobby(self.caller)

    async def end(self) -> None:
        """Cleans up behind a call, however it ended: the seat, the place, the guest's chips."""
        if self.visit is None or self.caller is None:
            return
        try:
            if self.caller.guest:
                await self.casino.floor.end_guest(self.caller)
            else:
                await self.casino.floor.bank_stack(self.caller)
        finally:
            self.casino.floor.depart(self.visit)
            if self._gone is not None:
                self._gone.set_result(None)

    # -- the way in --------------------------------------------------------------------------

    async def _choose_graphics(self) -> None:
        line = self.console.line
        line.mark(trial=True)
        chosen = "v" if self._aloud else asked(line)
        if chosen or line.hello.get("kind") == "play":
            self._use(chosen or graphics_key(line))
        else:
            self._found = await detect(self.console)
            self._use(await self._ask_graphics(self._found.key))

    def _recall(self, caller: Caller) -> None:
        """After a RETURN at the question: the choice of another day, if it can be shown here."""
        before, found = caller.screen, self._found
        if found and not self._pressed and before != found.key and can_show(before, found):
            if not welcome.GRAPHICS[before][1]:
                self.console.line.write(self.console.terminal.restore())
            self._use(before)

    async def _ask_graphics(self, guess: str) -> str:
        line = self.console.line
        question = GraphicsQuestion(welcome.found(guess, line.columns, line.rows))
        while True:
            answer = await self.console.ask(question)
            if answer in welcome.GRAPHICS:
                self._pressed = True
                return str(answer)
            if answer == "ENTER":
                return guess
            question.print("That opens soon. P)lain is printed line by line meanwhile.")

    async def _show_as_board(self, visitor: Visitor, caller: Caller) -> None:
        """What the sysop or the command line says, what the caller chose, or asked once."""
        known = asked(self.console.line) or welcome.BY_OPTION.get(visitor.board.charset)
        if not known and caller.screen in welcome.GRAPHICS:
            known = caller.screen
        if visitor.minutes is not None:
            self.console.limit(visitor.minutes)
        self._use(known or await self._ask_graphics(visitors_key(visitor)))

    def _use(self, key: str) -> None:
        name, painted = welcome.GRAPHICS[key]
        terminal = self.console.terminal
        visitor = self.console.line.visitor
        letters = visitor is not None and visitor.board.suits == "letters"
        terminal.charset, terminal.painted = charset(name, letters), painted
        terminal.colour = key != "t" or self._found is None or self._found.colour > 0
        terminal.resize(self.console.line.columns, self.console.line.rows)
        self.console.speech = Voice() if key == "v" else Speech()
        self.graphics = key

    async def _enter(self, caller: Caller) -> None:
        self._gone = asyncio.get_running_loop().create_future()
        line = self.console.line
        visit = Visit(caller, way(line), "the Casino", int(time.time()), self.console.leave,
                      self.console.hear, self._gone)
        await self.casino.floor.enter(visit)
        self.visit = visit
        self.console.admit(self.casino.config.server.idle_seconds)
        log.info("%s: in", self.name)
        await self.casino.bank.remember(caller.id, worth_keeping(
            self.graphics, self._pressed, caller.screen, self._found))

    async def _frozen(self, caller: Caller) -> HouseTable | None:
        try:
            return await self.casino.floor.resume(caller)
        except BadRecord:
            await self.read("The Poker Table", [
                "Your last hand can no longer be played on: the rules it was dealt under have",
                "changed, or its record is damaged. It is void, and its stakes are back in",
                "the bank."])
            return None

    # -- the lobby ---------------------------------------------------------------------------

    async def _lobby(self, caller: Caller) -> None:
        notice = ""
        while True:
            self.at("the Casino")
            bankroll = await self.casino.bank.bankroll(caller.id)
            menu = Choice(lambda: self._menu(caller, bankroll), lobby.CASINO_PROMPT,
                          lobby.CASINO_KEYS + "!" * self.is_sysop,
                          self.speech.casino(bankroll, self.sign.practice),
                          help_text=lobby.CASINO_HELP)
            if notice:
                menu.warn(notice)
            notice = await self._visit_room(str(await self.console.ask(menu)), caller)

    def _menu(self, caller: Caller, bankroll: int) -> Canvas:
        return lobby.casino_menu(self.sign, caller, bankroll, len(self.casino.floor.visits))

    async def _visit_room(self, key: str, caller: Caller) -> str:
        """The room behind a key of the menu; what the menu says afterwards."""
        if key in lobby.OPENS_SOON:
            verb = "open" if key == "s" else "opens"
            return f"{lobby.OPENS_SOON[key]} {verb} soon."
        if key == "q":
            await self._goodbye(caller)
        elif key == "p":
            return await self._poker_table(caller)
        elif key == "b":
            await self._bank(caller)
        elif key == "r":
            await self.console.ask(Reading(self.sign, "The Rules",
                                           self.speech.pages(rules_pages.PAGES)))
        elif key == "!":
            await give_orders(self)
        elif key == "w":
            await self.read("Who is here", self.speech.who(self._here()))
        return ""

    def _here(self) -> list[Presence]:
        """Who is here, the longest first."""
        return [Presence(visit.caller.handle, visit.where, visit.carrier, visit.since)
                for visit in self.casino.floor.visits.values()]

    async def _goodbye(self, caller: Caller) -> None:
        bankroll = await self.casino.bank.bankroll(caller.id)
        console = self.console
        if console.terminal.painted:
            canvas = welcome.goodbye(self.sign, caller.handle, bankroll)
            console.line.write(console.terminal.show(canvas, "Come back soon."))
            raise Left("")
        raise Left("\n".join(welcome.goodbye_lines(caller.handle, bankroll)))

    async def _poker_table(self, caller: Caller) -> str:
        bankroll = await self.casino.bank.bankroll(caller.id)
        if bankroll < lobby.SEAT_LOWEST:
            return (f"A seat takes ${lobby.SEAT_LOWEST} and you have ${bankroll}. "
                    "B)ank: the house may grant you more.")
        amount = await self._withdraw(bankroll)
        if amount:
            await play(self, await self.casino.floor.sit(caller, amount))
        return ""

    async def _withdraw(self, bankroll: int) -> int:
        """The chips that the caller takes to the table, 0 if they think better of it."""
        question = Typing(lambda: lobby.withdraw_page(self.sign, bankroll),
                          lobby.withdraw_prompt(bankroll), 12)
        while True:
            answer = await self.console.ask(question)
            if not isinstance(answer, str) or answer.strip().lower() in ("q", "x"):
                return 0
            chips = lobby.withdrawal(answer, bankroll)
            if isinstance(chips, int):
                return chips
            question.warn(chips)

    async def _bank(self, caller: Caller) -> None:
        self.at("the Bank")
        bank = self.casino.bank
        granted = await bank.grant(caller.id)
        statement = await bank.statement(caller.id, 14)
        lines = self.speech.bank(statement)
        page = Choice(lambda: lobby.bank_page(self.sign, caller.handle, statement),
                      lobby.BANK_PROMPT, "q", lines, escape="q")
        if granted:
            page.warn(f"The house grants you ${granted}. Good luck.")
        elif statement.balance < lobby.SEAT_LOWEST:
            page.warn("Today's grant has been paid. Come back tomorrow.")
        await self.console.ask(page)

    # -- for the rooms -----------------------------------------------------------------------

    def at(self, where: str) -> None:
        """Says in W)ho where the caller is."""
        if self.visit is not None:
            self.visit.where = where

    async def read(self, title: str, rows: list[str]) -> None:
        """One page, until a key is pressed."""
        await self.console.ask(Reading(self.sign, title, [rows], self.console.any_key))


class GraphicsQuestion(Choice):
    """Asked before anything is painted, so it is always printed."""

    __slots__ = ()

    def __init__(self, found: str) -> None:
        super().__init__(Canvas, welcome.GRAPHICS_PROMPT, "autpvc", [found])

    def press(self, key: str) -> str | None:
        return "ENTER" if key == "ENTER" else super().press(key)
