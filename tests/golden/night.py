"""A practice night that shows every screen of the casino: the same keys, the same pictures.

The hands are written beforehand, the House's side too, so that no change of its play changes a
picture. Each act takes one caller to the next prompt and names what is to be seen there.
"""

from __future__ import annotations

from door.rules.house_draw import HOUSE
from tests.caller import Caller, Club, Script

KINGS_UP, ACES = "Kh Kc 9s 9d 4d", "Ad As 7h 6c 2s"
NOTHING, TRIPS = "Qh Js 8d 5c 2h", "Ac Ah Ad 7s 6d"


class Night:
    """One caller's evening, from the graphics question to the goodbye. Override see()."""

    def __init__(self, hall: Club, written: Script, graphics: str, columns: int = 80,
                 rows: int = 24) -> None:
        self.hall, self.written, self.graphics = hall, written, graphics
        self.size = columns, rows
        self.caller: Caller

    def see(self, name: str) -> None:
        """There is something to see now."""

    def turning(self) -> bool:
        """Whether a page of several is shown, of which more may follow."""
        return self.prompt.startswith("Page ")

    @property
    def prompt(self) -> str:
        return self.caller.prompt

    async def press(self, *keys: str) -> None:
        await self.caller.press(*keys)

    async def type(self, text: str) -> None:
        await self.press(*text, "\r")

    async def run(self) -> None:
        for act in (self.arrive, self.look_round, self.sit_down, self.win, self.lose, self.tie,
                    self.fold, self.look_back, self.cap, self.look_into_it, self.one_dollar,
                    self.break_the_bank, self.read,
                    self.come_back, self.leave):
            await act()
        assert not self.written.decks and not self.written.actions

    async def ring(self) -> None:
        self.caller = await self.hall.call(*self.size)
        self.see("graphics")
        await self.press(self.graphics)
        self.caller.charset = {"a": "cp437", "u": "utf-8"}.get(self.graphics, "ascii")

    async def arrive(self) -> None:
        await self.ring()
        self.see("title")
        await self.type("Ada")
        self.see("create")
        await self.press("y", *"secr")
        self.see("password")
        await self.type("et")
        await self.type("secrat")
        self.see("two-passwords")
        await self.type("Ada")
        await self.press("y")
        await self.type("secret")
        await self.type("secret")
        self.see("menu")

    async def look_round(self) -> None:
        await self.press("d")
        self.see("opens-soon")
        await self.press("w")
        self.see("who")
        await self.press(" ", "b")
        self.see("bank")
        await self.press("q", "s")
        self.see("settings")
        await self.press("?")
        self.see("settings-help")
        await self.press("q")

    async def sit_down(self) -> None:
        await self.press("p", *"1e3")
        self.see("withdraw")
        await self.press("\r")
        self.see("withdraw-refused")
        await self.type("200")
        self.see("before-ante")
        await self.press("k")
        self.see("seal")
        await self.type("my own words")
        self.see("cut")

    async def win(self) -> None:
        self.written.hand(KINGS_UP, ACES, draws="9h 8c 3c 3d",
                          acts=["raise 10", "discard 345", "bet 5", "call"])
        await self.press("a")
        self.see("dealt")
        await self.press("b", "1", "2")
        self.see("bet")
        await self.press("\r")
        self.see("raised")
        await self.press("r", "9", "9", "\r")
        self.see("raise-refused")
        await self.press("x", "q")
        self.see("leave")
        await self.press("n", "c")
        self.see("discards")
        await self.press("5", "1")
        self.see("lifted")
        await self.press("\r")
        self.see("discards-refused")
        await self.press("5", "\r")
        self.see("after-draw")
        await self.press("w")
        self.see("my-cards")
        await self.press("l")
        self.see("events")
        await self.press(" ", "k")
        self.see("seal-in-the-hand")
        await self.press(" ", "c")
        self.see("due")
        await self.press("r", "2", "5", "\r")
        self.see("win")

    async def lose(self) -> None:
        self.written.hand(NOTHING, TRIPS, draws="3s Th 9c Kd Qs",
                          acts=["bet 10", "discard 45", "check"])
        await self.press("a", "c", "c", *"345", "\r", "c")
        self.see("loss")

    async def tie(self) -> None:
        self.written.hand("As Kd Qh 8c 3s", "Ah Kc Qs 8d 3h", first=HOUSE,
                          acts=["check", "stand pat", "check"])
        await self.press("a")
        self.see("house-first")
        await self.press("c", "\r", "c")
        self.see("tie")

    async def fold(self) -> None:
        self.written.hand(KINGS_UP, NOTHING, first=HOUSE, acts=["check", "fold"])
        await self.press("a", "m")
        self.see("house-folds")
        self.written.hand(NOTHING, ACES)
        await self.press("a", "f")
        self.see("fold")
        await self.press("y")
        self.see("you-fold")

    async def cap(self) -> None:
        self.written.hand(KINGS_UP, ACES, first=HOUSE, acts=["check", "raise 25", "raise 25"])
        await self.press("a", "m", "m")
        self.see("cap")
        await self.press("m")
        self.see("cap-refused")
        await self.press("f", "q")
        self.see("book-is-open")

    async def look_back(self) -> None:
        """At the table: what was not shown stays hidden."""
        await self.press("e")
        self.see("hands")
        await self.press("5", "\r")
        self.see("replay")
        await self.press(*"nnnn")
        self.see("replay-draw")
        await self.press(*"nnnn")
        self.see("replay-showdown")
        await self.press("q", "1", "\r", *"nn")
        self.see("replay-ended")
        await self.press("s")
        self.see("replay-seal")
        await self.press("q", "q", "q")

    async def look_into_it(self) -> None:
        """Away from the table all of it lies open."""
        await self.press("o")
        self.see("open-book")
        await self.press("q", "b")
        self.see("bank-later")
        await self.press("h", "2", "\r", "n")
        self.see("replay-opened")
        await self.press("s")
        self.see("seal-opened")
        await self.press("n")
        self.see("seal-proves")
        await self.press("q", "q", "q", "f")
        self.see("figures")
        await self.turn_to("graph")
        await self.press("h")
        self.see("figures-house")
        await self.press("q", "q")

    async def turn_to(self, name: str) -> None:
        """The figures' other pages, of which a narrow screen has one more."""
        count = int(self.prompt.partition(" of ")[2][0])
        for number in range(2, count + 1):
            await self.press("n")
            self.see(name if number == count else f"figures-{number}")

    async def one_dollar(self) -> None:
        self.written.hand(KINGS_UP, TRIPS, acts=["call", "discard 45", "call"], draws="2s 3s 4s")
        await self.press("p")
        await self.type("21")
        await self.press("a", "1", "5", "\r", "5", "\r", "b")
        self.see("one-dollar")
        await self.press("\r")
        self.see("over")
        await self.press("q")

    async def break_the_bank(self) -> None:
        self.written.hand(TRIPS, NOTHING, acts=["call", "discard 2345"],
                          draws="2s 3s 4s 5s 6s 7d")
        await self.press("p")
        await self.type("20")
        await self.press("a", "m", *"45", "\r")
        self.see("house-over")
        await self.press("q")
        self.see("bank-broken")
        await self.press("q")

    async def read(self) -> None:
        """Page by page: there are more of them on a narrow screen, and none where lines run."""
        await self.press("r")
        number = 0
        while self.turning():
            number += 1
            self.see(f"rules-{number}")
            await self.press("n")
        self.hall.pass_by(291)
        await self.caller.rest()
        self.see("idle")

    async def come_back(self) -> None:
        self.written.hand(KINGS_UP, ACES, acts=["bet 10"])
        await self.press("p", "\r", "a", "c")
        await self.caller.hang_up()
        await self.ring()
        await self.type("ada")
        await self.type("wrong")
        self.see("wrong-password")
        await self.type("ada")
        await self.type("secret")
        self.see("resumed")
        await self.press("f", "q")

    async def leave(self) -> None:
        await self.press("q")
        await self.caller.gone()
