"""The casino that answers every line: one call each, and all of them told when it closes."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from ansi.art import BadArt
from ansi.charset import ASCII
from ansi.gallery import Gallery
from ansi.terminal import Terminal
from door.bank import Bank, StoreFailed
from door.bank.days import day_of
from door.carriers.line import CarrierLost, Line
from door.config import Config
from door.contests import Contests
from door.floor.floor import Floor
from door.floor.seeds import Seeds
from door.screens import dealers
from door.screens.dealers import Dealer
from door.screens.frame import Sign
from door.session.call import Call
from door.session.console import Console
from door.session.notices import Left
from door.session.orders import Orders

FIRST_CALL = 60.0  # seconds
SWEEP = 1.0  # seconds between looks at idle callers
AT_ONCE = 50  # callers looked at before others have their turn
OUR_FAULT = "Something broke on our side. Your chips and your hand are safe; please call again."
CLOSED = "The casino closes its doors. Chips and hands are kept; call again soon."

log = logging.getLogger(__name__)


def _complain(bad: BadArt) -> None:
    log.warning("art: %s: ours is shown instead", bad)


class Casino:
    """Config, bank and floor, and the callers on the line.

    `practice` is the seed's text; None in earnest. `clock` counts seconds, monotonic. `art` is
    the sysop's folder of pictures.
    """

    def __init__(self, config: Config, bank: Bank, practice: str | None = None,
                 clock: Callable[[], float] = time.monotonic, art: Path | None = None) -> None:
        self.config, self.bank = config, bank
        self.sign = Sign(config.casino.name, practice is not None,
                         gallery=Gallery(art, _complain))
        self.floor = Floor(bank, Seeds(practice), config.casino.house)
        self.contests = Contests(bank, self.floor.seeds, config.casino.house)
        self.orders = Orders(bank, self.floor, config.bank.keep_days)
        self.clock, self._practice = clock, practice
        self.consoles: set[Console] = set()
        self._called = asyncio.Event()
        self._quiet = asyncio.Event()
        self._quiet.set()

    def dealer(self) -> Dealer:
        """Who deals at the Poker Table today, by the casino's day; in practice, by the seed."""
        if self._practice is not None:
            return dealers.in_practice(self._practice)
        return dealers.on_duty(day_of(time.time(), self.config.bank.day_starts).weekday())

    async def answer_aloud(self, line: Line) -> None:
        """A call on a port where voice needs no choice."""
        await self.answer(line, aloud=True)

    async def answer(self, line: Line, aloud: bool = False) -> None:
        """One call, whatever happens in it: CarrierLost is the line's fault, Left is no fault,
        anything else is ours, and other callers do not notice."""
        console = Console(line, Terminal(ASCII, line.columns, line.rows, painted=False),
                          self.clock, self.config.server.login_seconds)
        self.consoles.add(console)
        self._quiet.clear()
        self._called.set()
        call = Call(self, console, aloud)
        try:
            await self._survive(call, console)
        finally:
            self.consoles.discard(console)
            console.close()
            if not self.consoles:
                self._quiet.set()
            line.hang_up()

    async def _survive(self, call: Call, console: Console) -> None:
        try:
            try:
                await call.run()
            finally:
                await call.end()
        except CarrierLost:
            log.info("%s: line lost", call.name)
        except Left as left:
            console.farewell(str(left))
        except StoreFailed:
            log.exception("%s: the store failed", call.name)
            console.farewell(OUR_FAULT)
        except Exception:
            log.exception("%s: our fault", call.name)
            console.farewell(OUR_FAULT)

    def sweep(self, consoles: Iterable[Console] = ()) -> None:
        """Looks once at the idleness of these callers, by default of all."""
        now = self.clock()
        for console in consoles or list(self.consoles):
            console.check_idle(now)
            console.check_time()

    async def keep_watch(self) -> None:
        """Sweeps for as long as the casino is open, a few callers at a time: nobody waits long."""
        while True:
            await asyncio.sleep(SWEEP)
            everybody = list(self.consoles)
            for start in range(0, len(everybody), AT_ONCE):
                self.sweep(everybody[start:start + AT_ONCE])
                await asyncio.sleep(0)

    async def deserted(self, seconds: float) -> None:
        """Returns once nobody has been here for so long.

        Whoever had the casino opened gets a minute at least to come in, and may have left.
        """
        with suppress(TimeoutError):
            await asyncio.wait_for(self._called.wait(), max(seconds, FIRST_CALL))
        while True:
            await self._quiet.wait()
            await asyncio.sleep(seconds)
            if self._quiet.is_set():
                return

    async def close(self, patience: float = 1.2) -> None:
        """Tells everybody, and waits at most `patience` seconds until they are out."""
        for console in list(self.consoles):
            console.leave(CLOSED)
        try:
            await asyncio.wait_for(self._quiet.wait(), patience)
        except TimeoutError:
            log.warning("%d calls were cut off", len(self.consoles))
