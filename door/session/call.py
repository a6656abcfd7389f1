"""One call: what is asked first, who it is, how it shows and tells, and what is done at its end.

The rooms are in files of their own; the lobby (lobby.py) leads to them.
"""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING

from door.carriers.visitor import Visitor
from door.floor.floor import Visit
from door.floor.house_table import HouseTable
from door.proof.replay import BadRecord
from door.screens import welcome
from door.screens.frame import Sign
from door.screens.pages import Reading
from door.screens.speech import Speech
from door.screens.typesetting import Text
from door.session.appearance import appear
from door.session.arrival import arrive, visitors_key, way
from door.session.console import Console
from door.session.detection import asked, detect, graphics_key
from door.session.graphics import ask_graphics
from door.session.lobby import sit_down, visit_lobby
from door.session.login import log_in
from door.session.marks import days_in_a_row
from door.session.poker import play
from door.session.recognition import Found, can_show, worth_keeping
from door.views import Caller, Preferences

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
            notice = await sit_down(self, self.caller, notice)
        await visit_lobby(self, self.caller, notice or await days_in_a_row(self))

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

    # -- for the rooms -----------------------------------------------------------------------

    def at(self, where: str) -> None:
        """Says in W)ho where the caller is."""
        if self.visit is not None:
            self.visit.where = where

    async def read(self, title: str, *chapters: Text) -> None:
        """Pages, until the caller has read them; one page, until a key is pressed."""
        await self.console.ask(Reading(self.sign, title, chapters, self.speech.pages(chapters),
                                       self.console.any_key))
