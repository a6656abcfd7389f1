"""The Poker Table as it stands before its caller: what has happened, the prompt, and the picture.

Everything but the keys, which are poker_table.py's.
"""

from __future__ import annotations

from collections.abc import Sequence

from ansi.canvas import Canvas
from door.rules import events as ev
from door.rules.actions import Bounds, Legal
from door.rules.house_draw import GAME, HOUSE
from door.rules.table import View
from door.screens import poker_felt, poker_motion
from door.screens.frame import Sign
from door.screens.poker_prompts import (ALWAYS, BET_KEYS, KEYS, NOW, Phase, amount_now,
                                        amount_prompt, betting_prompt)
from door.screens.poker_story import LOG_LENGTH, follow
from door.screens.screen import Screen
from door.screens.speech import Speech

FIRST_AMOUNT = 10


class PokerScreen(Screen):
    """One caller's screen at the table, from sitting down to leaving."""

    __slots__ = ("view", "phase", "felt", "speech", "events", "amount", "_typed", "_asked",
                 "_helped")
    money = True

    def __init__(self, sign: Sign, speech: Speech | None = None) -> None:
        super().__init__()
        self.speech = speech or Speech()
        self.felt = poker_felt.Felt(sign)
        self.view: View | None = None
        self.phase = Phase.BETWEEN
        self.events: list[str] = []
        self.amount = FIRST_AMOUNT
        self._typed = ""
        self._asked = 0    # questions so far
        self._helped = 0   # times that help was asked for at this one

    # -- what has happened -------------------------------------------------------------------

    def sit(self, view: View, greeting: str = "") -> None:
        """The table before the first hand; the dealer has a word for who sits down, or none."""
        self.view = self.felt.view = view
        self.felt.patter = greeting
        self.print(*self.speech.seated(self.felt.dealer, greeting))

    def sealed(self, hand: str, seal: str) -> None:
        """The seal of the coming hand, shown before its ante is asked (RULEBOOK 5.1)."""
        self.felt.seal = (hand, seal)
        self.print(*self.speech.sealed(hand, seal))

    def tell(self, told: Sequence[ev.Event], view: View, number: int, patter: str = "") -> None:
        """Takes in what happened, cut for the caller's seat, and asks what comes next."""
        before = self.view.cards if self.view else ()
        self.view = view
        self.felt.number, self.notice, self._typed = number, "", ""
        self.felt.patter = patter
        said, lines = self.speech.told(told, before, view, patter, self.felt.dealer)
        self.events = (self.events + said)[-LOG_LENGTH:]
        follow(self.felt, told, view, said)
        poker_motion.begin(self.felt, told)
        self._asked, self._helped = self._asked + 1, 0
        self._ask(view.legal)
        self.print(*lines)

    @property
    def steps(self) -> int:
        return poker_motion.left(self.felt)

    def step(self) -> None:
        poker_motion.step(self.felt)

    def still(self) -> None:
        poker_motion.end(self.felt)

    def over(self, why: str = "") -> None:
        """The showdown stays to be looked at, then the sitting ends; unless `why` is said,
        somebody lacks the ante."""
        self.phase, self.felt.seal = Phase.OVER, ("", "")
        if why:
            self.warn(why)
        elif self.view is not None:
            short = "The House" if self.view.stacks[HOUSE] < GAME.ante else "You"
            self.warn(f"{short} cannot pay the ante any more.")

    def _ask(self, legal: Legal | None) -> None:
        self.phase = (Phase.BETWEEN if legal is None
                      else Phase.BETTING if legal.discard is None else Phase.DISCARD)

    # -- the prompt --------------------------------------------------------------------------

    @property
    def prompt(self) -> str:
        if self.phase is Phase.BETTING:
            return betting_prompt(self._legal())
        if self.phase is Phase.AMOUNT:
            return amount_prompt(self._legal(), self._usual())
        return str(self.phase.value)

    @property
    def typed(self) -> str:
        return self._typed

    @property
    def typing(self) -> bool:
        return self.phase is Phase.AMOUNT or bool(self._typed)

    @property
    def question(self) -> str:
        return f"{self._asked} {self.phase.value}"

    def _legal(self) -> Legal:
        legal = self.view.legal if self.view else None
        return legal if legal is not None else Legal()

    def _bounds(self) -> Bounds | None:
        legal = self._legal()
        return legal.bet or legal.raise_

    def _usual(self) -> int:
        low, high = self._bounds() or (0, 0)
        return min(max(self.amount, low), high)

    @property
    def now(self) -> str:
        """What may be pressed now, in a sentence."""
        if self.phase is Phase.AMOUNT:
            low, high = self._bounds() or (0, 0)
            return amount_now(low, high, self._usual())
        if self.phase in NOW:
            return NOW[self.phase]
        return self.speech.answer(" ", self.view) if self.view else ""

    # -- the painted screen ------------------------------------------------------------------

    def _keys(self) -> str:
        """The keys beside those of the prompt; no bet is offered that could not be made."""
        if self.phase is Phase.BETTING and self._bounds():
            return BET_KEYS
        return KEYS.get(self.phase, ALWAYS)

    def fit(self, columns: int) -> None:
        self.felt.sign = self.felt.sign.fit(columns)

    def paint(self) -> Canvas:
        felt = self.felt
        felt.keys = self._keys()
        if self.phase is not Phase.DISCARD:
            felt.lifted = frozenset()
        felt.notice = self.notice
        return poker_felt.paint(felt)
