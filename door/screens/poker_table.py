"""The Poker Table as it is played: keys in, actions out, and what is said at each step.

press() answers a rules' Action, or a Wish that is the session's to fulfil, or None. What may be
done comes from the table's legal() in the view, and nothing else is ever offered.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum

from ansi.canvas import Canvas
from ansi.keys import Key
from door.rules import events as ev
from door.rules.actions import (CALL, CHECK, FOLD, STAND_PAT, Action, Bet, Bounds, Call, Discard,
                                Legal, Raise)
from door.rules.house_draw import CALLER, GAME, HOUSE
from door.rules.table import View
from door.screens import poker_felt, poker_motion
from door.screens.frame import Sign
from door.screens.poker_story import LOG_LENGTH, follow
from door.screens.screen import INTERRUPTS, Screen
from door.screens.speech import Speech

TYPED_LENGTH = 12
FIRST_AMOUNT = 10
BEGINS_AMOUNT = frozenset("0123456789-.")  # the last two only to be refused with what follows


class Wish(Enum):
    """What a caller may ask for at the table beside an action."""

    ANTE = "ante"
    LEAVE = "leave"
    FOLD_AND_LEAVE = "fold and leave"
    SEAL = "seal"
    HELP = "help"
    LOG = "log"
    VERBOSITY = "verbosity"
    HISTORY = "history"
    ODDS = "odds"
    OVER = "over"


class Phase(Enum):
    """Which prompt stands."""

    BETWEEN = "A)nte or Q)uit?"
    BETTING = "betting"
    AMOUNT = "amount"
    DISCARD = "Discard (1-5, RETURN stands pat)?"
    FOLD = "Fold for nothing? Y/N:"
    LEAVE = "Fold and leave? Y/N:"
    ALL_IN = "All in? Y/N:"
    OVER = "That was the last hand. Q)uit?"


_ALWAYS = f"?)help  L)og  Q)uit{poker_felt.SEAL_KEY}"
_KEYS = {Phase.BETWEEN: f"{_ALWAYS}  E)arlier  O)dds", Phase.AMOUNT: "M)ax  X)back",
         Phase.OVER: "?)help  L)og  E)arlier  O)dds",
         Phase.FOLD: "", Phase.LEAVE: "", Phase.ALL_IN: ""}
_NOW = {Phase.FOLD: "Y folds, and the House has the pot. N or ESC goes back.",
        Phase.LEAVE: "Y folds and leaves the table. N or ESC goes back to the hand.",
        Phase.ALL_IN: "Y bets your last chips. N or ESC goes back.",
        Phase.OVER: "The sitting is over. Q or RETURN leaves the table."}


class PokerTable(Screen):
    """One caller's screen at the table, from sitting down to leaving."""

    __slots__ = ("view", "phase", "felt", "speech", "events", "amount", "_typed", "_asked",
                 "_pending", "_helped")
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
        self._pending: Action | None = None  # what waits for its Y

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
            return _betting_prompt(self._legal())
        if self.phase is Phase.AMOUNT:
            return self._amount_prompt()
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

    def ahead(self, keys: Sequence[Key]) -> int:
        """The amount that the caller's own `b`, `r` or digit began, up to its RETURN."""
        if self.phase is not Phase.AMOUNT or self.notice:
            return 0
        end = int(not self._typed and keys[:1] == ["ENTER"])  # that one belongs to the b or r
        if not self._typed and not BEGINS_AMOUNT.issuperset(keys[end:end + 1] or ("",)):
            return 0
        while end < len(keys) and len(keys[end]) == 1:
            end += 1
        return end + (list(keys[end:end + 1]) == ["ENTER"])

    def _legal(self) -> Legal:
        legal = self.view.legal if self.view else None
        return legal if legal is not None else Legal()

    def _bounds(self) -> Bounds | None:
        legal = self._legal()
        return legal.bet or legal.raise_

    def _amount_prompt(self) -> str:
        verb = "Bet" if self._legal().bet else "Raise"
        low, high = self._bounds() or (0, 0)
        if low == high:
            return f"{verb} (${low})?"
        return f"{verb} (${low}-${high}, RETURN = ${self._usual()})?"

    def _usual(self) -> int:
        low, high = self._bounds() or (0, 0)
        return min(max(self.amount, low), high)

    # -- keys --------------------------------------------------------------------------------

    def press(self, key: Key) -> Action | Wish | None:
        """A key of the caller's; see DESIGN's table of keys."""
        self.notice = ""
        if self.phase is Phase.AMOUNT:
            return self._press_amount(key)
        if self.phase in (Phase.FOLD, Phase.LEAVE, Phase.ALL_IN):
            return self._press_confirm(key)
        if self.phase is Phase.OVER and key in ("q", "Q", "ENTER", *INTERRUPTS):
            return Wish.OVER
        if self.phase is Phase.DISCARD and (self._typed or key.isdigit() or key == "ENTER"):
            return self._press_discard(key)
        return self._press_play(key.lower() if len(key) == 1 else key)

    def _press_play(self, key: Key) -> Action | Wish | None:
        if self.phase is Phase.BETWEEN and key == "a":
            return Wish.ANTE
        if key in ("q", "CTRL_C") and self.phase is not Phase.OVER:
            return self._press_quit()
        if self.phase is Phase.BETTING and (key in ("c", "f", "m", "b", "r")
                                            or key in BEGINS_AMOUNT):
            return self._press_bet(key)
        return self._press_question(key)

    def _press_quit(self) -> Wish | None:
        if self.phase is Phase.BETWEEN:
            return Wish.LEAVE
        self.phase = Phase.LEAVE
        return None

    def _press_bet(self, key: Key) -> Action | None:
        legal, bounds = self._legal(), self._bounds()
        if key == "c":
            return self._stake(CALL) if legal.due else CHECK
        if key == "f":
            if legal.due:
                return FOLD
            self.phase = Phase.FOLD
        elif bounds is None:
            self.warn("No more raises in this round." if legal.due else "Nothing can be bet now.")
        elif key == "m":
            return self._bet(bounds[1])
        elif key in BEGINS_AMOUNT or key == ("b" if legal.bet else "r"):
            self.phase = Phase.AMOUNT
            self._typed = key if key in BEGINS_AMOUNT else ""
        return None

    def _press_amount(self, key: Key) -> Action | None:
        low, high = self._bounds() or (0, 0)
        if key == "ENTER":
            return self._commit_amount(low, high)
        if key in INTERRUPTS or key in ("x", "X"):
            self.phase, self._typed = Phase.BETTING, ""
        elif key in ("m", "M") and not self._typed:
            return self._bet(high)
        else:
            self._type(key)
        return None

    def _commit_amount(self, low: int, high: int) -> Action | None:
        text, self._typed = self._typed.strip().lstrip("$"), ""
        if not text:
            return self._bet(self._usual())
        if text == "?":
            self._refuse(self.speech.hint(self.now))
            return None
        if re.fullmatch(r"[0-9]{1,9}", text) and low <= int(text) <= high:
            return self._bet(int(text))
        self._refuse(f"A whole number of dollars, please: {_span(low, high)}.")
        return None

    def _refuse(self, text: str) -> None:
        """The same question again, which keys that came before the message do not answer."""
        self._asked += 1
        self.warn(text)

    def _bet(self, amount: int) -> Action | None:
        self.amount = amount
        return self._stake(Bet(amount) if self._legal().bet else Raise(amount))

    def _stake(self, action: Bet | Raise | Call) -> Action | None:
        """The action; None while the last chips wait for a letter, where that is asked for."""
        stack = self.view.stacks[CALLER] if self.view else 0
        amount = 0 if isinstance(action, Call) else action.amount
        if not self.speech.confirms_all_in or amount + self._legal().due < stack:
            return action
        self._pending, self.phase, self._typed = action, Phase.ALL_IN, ""
        return None

    def _press_discard(self, key: Key) -> Action | None:
        if key == "ENTER":
            return self._commit_discard()
        if key in INTERRUPTS:
            self._typed = ""
        else:
            self._type(key)
        self._lift()
        return None

    def _commit_discard(self) -> Action | None:
        text, self._typed = self._typed.strip(), ""
        if not text:
            return STAND_PAT
        if wrong := _wrong_with(text):
            self._refuse(wrong)
            self._lift()
            return None
        return Discard(tuple(int(digit) - 1 for digit in text))

    def _type(self, key: Key) -> None:
        if key == "BACKSPACE":
            self._typed = self._typed[:-1]
        elif len(key) == 1 and len(self._typed) < TYPED_LENGTH:
            self._typed += key

    def _lift(self) -> None:
        self.felt.lifted = frozenset(int(digit) - 1 for digit in self._typed if digit in "12345")

    def _press_confirm(self, key: Key) -> Action | Wish | None:
        if key in ("y", "Y"):
            if self.phase is Phase.ALL_IN:
                return self._pending
            return FOLD if self.phase is Phase.FOLD else Wish.FOLD_AND_LEAVE
        if key in ("n", "N") or key in INTERRUPTS:
            self._ask(self._legal())
        elif key in ("?", "h"):
            self.warn(self.speech.hint(self.now))
        return None

    def _press_question(self, key: Key) -> Wish | None:
        if key in ("?", "h"):
            return self._press_help()
        if key == "k":
            return Wish.SEAL
        if key == "l":
            return Wish.LOG
        if key == "v":
            return Wish.VERBOSITY
        if key == "e":
            return Wish.HISTORY
        if key == "o" and (asked := self._press_odds()):
            return asked
        key = " " if key == "ENTER" else key  # a RETURN alone never acts: it asks again
        if self.view is not None and (answer := self.now if key in (" ", "s")
                                      else self.speech.answer(key, self.view)):
            self.warn(answer)
        return None

    def _press_odds(self) -> Wish | None:
        """The coach is there between hands; inside one only in practice, behind the others."""
        if self.view is None or self.view.legal is not None and not self.felt.sign.practice:
            return None
        if self.view.legal is not None:
            self.warn(self.speech.answer("o", self.view))
        return Wish.ODDS

    @property
    def now(self) -> str:
        """What may be pressed now, in a sentence."""
        if self.phase is Phase.AMOUNT:
            low, high = self._bounds() or (0, 0)
            return (f"Dollars, {_span(low, high)}, then RETURN; RETURN alone: ${self._usual()}. "
                    "M: the most. X or ESC goes back.")
        if self.phase in _NOW:
            return _NOW[self.phase]
        return self.speech.answer(" ", self.view) if self.view else ""

    def _press_help(self) -> Wish | None:
        """A screen of its own, or lines for who listens, more of them each time."""
        lines = self.speech.help(self._helped, self.now)
        self._helped += 1
        self.print(*lines)
        return None if lines else Wish.HELP

    # -- the painted screen ------------------------------------------------------------------

    def _keys(self) -> str:
        """The keys beside those of the prompt; no bet is offered that could not be made."""
        if self.phase is Phase.BETTING and self._bounds():
            return f"{_ALWAYS}  M)ax  0-9 amount"
        return _KEYS.get(self.phase, _ALWAYS)

    def fit(self, columns: int) -> None:
        self.felt.sign = self.felt.sign.fit(columns)

    def paint(self) -> Canvas:
        felt = self.felt
        felt.keys = self._keys()
        if self.phase is not Phase.DISCARD:
            felt.lifted = frozenset()
        felt.notice = self.notice
        return poker_felt.paint(felt)


def _betting_prompt(legal: Legal) -> str:
    if not legal.due:
        return "B)et, C)heck or F)old?" if legal.bet else "C)heck or F)old?"
    if legal.raise_:
        return f"C)all ${legal.due}, R)aise or F)old?"
    return f"C)all ${legal.due} or F)old?"


def _span(low: int, high: int) -> str:
    return f"${low}" if low == high else f"${low} to ${high}"


def _wrong_with(text: str) -> str:
    """What is wrong with a line of discards (RULEBOOK 1.10), "" when nothing is."""
    if not text.isascii() or not text.isdigit() or set(text) & set("06789"):
        return "Cards are the digits 1 to 5; RETURN alone stands pat."
    if len(set(text)) < len(text):
        return "Name each card once, please."
    if text != "".join(sorted(text)):
        return "In ascending order, please: 125, not 521."
    return ""
