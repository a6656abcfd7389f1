"""One call: what is asked first, who it is, the lobby, and the way out."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING

from ansi.canvas import Canvas
from door.carriers.visitor import Visitor
from door.floor import HouseTable, Visit
from door.proof.replay import BadRecord
from door.screens import lobby, news, rules_pages, welcome
from door.screens.frame import Sign
from door.screens.pages import Choice, Painter, Reading, Typing
from door.screens.speech import Speech
from door.screens.typesetting import Text
from door.session.appearance import appear
from door.session.console import Console, Left
from door.session.arrival import arrive, visitors_key, way
from door.session.contests import visit_contests
from door.session.detection import asked, detect, graphics_key
from door.session.graphics import ask_graphics
from door.session.hall import fresh_news, read_news, visit_hall
from door.session.login import log_in
from door.session.marks import days_in_a_row
from door.session.past import look_back, open_book, show_figures
from door.session.poker import play
from door.session.recognition import Found, can_show, worth_keeping
from door.session.settings import change_settings
from door.session.sysop import give_orders
from door.views import Caller, LastNight, Preferences, Presence

if TYPE_CHECKING:
    from door.session.casino import Casino

POKER = ("poker", "anteup")  # what a board may call the Poker Table: xtrn=POKER by rlogin

log = logging.getLogger(__name__)


class Call:
    """A call in progress; `caller` is None until the login is done."""

    __slots__ = ("casino", "console", "caller", "visit", "graphics", "preferences", "book",
                 "book_notice", "_found", "_pressed", "_kept", "_aloud", "_gone")

    def __init__(self, casino: Casino, console: Console, aloud: bool = False) -> None:
        self.casino, self.console, self._aloud = casino, console, aloud
        self.caller: Caller | None = None
        self.visit: Visit | None = None
        self.graphics, self.preferences = "p", Preferences()
        self.book, self.book_notice = 0, ""  # the sitting of the open book, and what tells of it
        self._kept = ""                     # the graphics choice that is kept with the handle
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
            self.preferences = self.caller.preferences
            self._recall(self.caller)
        else:
            self.caller = await arrive(self, visitor)
            self.preferences = self.caller.preferences
            await self._show_as_board(visitor, self.caller)
        await self._enter(self.caller)
        table, notice = await self._frozen(self.caller), ""
        if table is not None:
            notice = await play(self, table, resumed=True)
        if visitor is not None and visitor.game in POKER:
            notice = await self._poker_table(self.caller, notice)
        await self._lobby(self.caller, notice or await days_in_a_row(self))

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
            self._use(await self._ask(self._found.key))

    def _recall(self, caller: Caller) -> None:
        """After a RETURN at the question: the choice of another day, if it can be shown here."""
        before, found = caller.screen, self._found
        again = found and not self._pressed and can_show(before, found)
        key = before if again else self.graphics
        if key != self.graphics or self.preferences != Preferences():
            self._use(key)

    async def _ask(self, guess: str) -> str:
        pressed = await ask_graphics(self.console, guess)
        self._pressed = bool(pressed)
        return pressed or guess

    async def _show_as_board(self, visitor: Visitor, caller: Caller) -> None:
        """What the sysop or the command line says, what the caller chose, or asked once."""
        known = asked(self.console.line) or welcome.BY_OPTION.get(visitor.board.charset)
        guess, before = visitors_key(visitor, self.console.line.terminal_type), caller.screen
        if not known and before in welcome.GRAPHICS and (before == guess
                                                         or "c" not in (before, guess)):
            known = before      # but a C64's on any other machine could not even be read
        if visitor.minutes is not None:
            self.console.limit(visitor.minutes)
        self._use(known or await self._ask(guess))

    def _use(self, key: str) -> None:
        """Shows and tells everything in that way from now on, as the caller prefers it."""
        self.graphics = key
        appear(self.console, key, self.preferences, self._found)

    async def prefer(self, preferences: Preferences, graphics: str = "") -> None:
        """Does as the caller prefers, at once and on every day to come."""
        self.preferences = preferences
        self._kept = graphics or self._kept
        self._use(graphics or self.graphics)
        if self.caller is not None:
            await self.casino.bank.prefer(self.caller.id, self._kept, preferences)

    async def _enter(self, caller: Caller) -> None:
        self._gone = asyncio.get_running_loop().create_future()
        line = self.console.line
        visit = Visit(caller, way(line), "the Casino", int(time.time()), self.console.leave,
                      self.console.hear, self._gone)
        await self.casino.floor.enter(visit)
        self.visit = visit
        self.console.admit(self.casino.config.server.idle_seconds)
        log.info("%s: in", self.name)
        self._kept = worth_keeping(self.graphics, self._pressed, caller.screen, self._found)
        await self.casino.bank.remember(caller.id, self._kept)

    async def _frozen(self, caller: Caller) -> HouseTable | None:
        try:
            return await self.casino.floor.resume(caller)
        except BadRecord:
            await self.read("The Poker Table", [
                "Your last hand can no longer be played on: the rules it was dealt under have "
                "changed, or its record is damaged. It is void, and its stakes are back in "
                "the bank."])
            return None

    # -- the lobby ---------------------------------------------------------------------------

    async def _lobby(self, caller: Caller, notice: str = "") -> None:
        fresh = await fresh_news(self, caller)
        while True:
            self.at("the Casino")
            bankroll = await self.casino.bank.bankroll(caller.id)
            keys = (lobby.CASINO_KEYS + lobby.NEWS_KEY + "!" * self.is_sysop
                    + lobby.BOOK_KEY * bool(self.book))
            menu = lobby.Lobby(lambda: self._menu(caller, bankroll), self._front(fresh), keys,
                               self.speech.casino(bankroll, self.sign.practice),
                               lobby.CASINO_HELP + lobby.BOOK_HELP * bool(self.book))
            notice, self.book_notice = f"{notice} {self.book_notice}".strip(), ""
            if notice:
                menu.warn(notice)
            if fresh and not self.console.terminal.painted:
                menu.print(news.headline(fresh))
            fresh = None
            notice = await self._visit_room(str(await self.console.ask(menu)), caller)

    def _front(self, fresh: LastNight | None) -> Painter | None:
        """What hangs before the menu: Last night, to whoever has not heard of it yet."""
        if fresh is None or not self.console.terminal.painted:
            return None
        return lambda: news.page(self.sign, fresh)

    def _menu(self, caller: Caller, bankroll: int) -> Canvas:
        return lobby.casino_menu(self.sign, caller, bankroll, len(self.casino.floor.visits))

    async def _visit_room(self, key: str, caller: Caller) -> str:
        """The room behind a key of the menu; what the menu says afterwards."""
        if key in lobby.OPENS_SOON:
            return f"{lobby.OPENS_SOON[key]} opens soon."
        if key == "q":
            await self._goodbye(caller)
        elif key == "p":
            return await self._poker_table(caller)
        elif key == "c":
            await visit_contests(self, caller)
        elif key == "b":
            await self._bank(caller)
        elif key == lobby.BOOK_KEY:
            await open_book(self, self.book)
        elif key == "h":
            await visit_hall(self, caller)
        elif key == lobby.NEWS_KEY:
            await read_news(self, caller)
        elif key == "r":
            await self.read("The Rules", *rules_pages.PAGES)
        elif key == "s":
            await change_settings(self)
        elif key == "!":
            await give_orders(self)
        elif key == "w":
            here = self._here()
            await self.console.ask(lobby.WhoIsHere(self.sign, here, self.speech.who(here),
                                                   self.console.any_key))
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

    async def _poker_table(self, caller: Caller, notice: str = "") -> str:
        bankroll = await self.casino.bank.bankroll(caller.id)
        if bankroll < lobby.SEAT_LOWEST:
            return (f"A seat takes ${lobby.SEAT_LOWEST} and you have ${bankroll}. "
                    "B)ank: the house may grant you more.")
        amount = await self._withdraw(bankroll, notice)
        if amount:
            return await play(self, await self.casino.floor.sit(caller, amount))
        return ""

    async def _withdraw(self, bankroll: int, notice: str) -> int:
        """The chips that the caller takes to the table, 0 if they think better of it."""
        question = Typing(lambda: lobby.withdraw_page(self.sign, bankroll),
                          lobby.withdraw_prompt(bankroll), 12, notice=notice,
                          help_text=lobby.withdraw_help(bankroll))
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
                      lobby.BANK_PROMPT, lobby.BANK_KEYS, lines, escape="q",
                      help_text=lobby.BANK_HELP)
        if granted:
            page.warn(f"The house grants you ${granted}. Good luck.")
        elif statement.balance < lobby.SEAT_LOWEST:
            page.warn("Today's grant has been paid. Come back tomorrow.")
        while (key := await self.console.ask(page)) != "q":
            await (look_back if key == "h" else show_figures)(self, caller)

    # -- for the rooms -----------------------------------------------------------------------

    def at(self, where: str) -> None:
        """Says in W)ho where the caller is."""
        if self.visit is not None:
            self.visit.where = where

    async def read(self, title: str, *chapters: Text) -> None:
        """Pages, until the caller has read them; one page, until a key is pressed."""
        await self.console.ask(Reading(self.sign, title, chapters, self.speech.pages(chapters),
                                       self.console.any_key))
