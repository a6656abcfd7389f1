"""The Poker Table as it is played: keys in, actions out.

press() answers a rules' Action, or a Wish that is the session's to fulfil, or None. What may be
done comes from the table's legal() in the view, and nothing else is ever offered.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum

from ansi.keys import Key
from door.rules.actions import CALL, CHECK, FOLD, STAND_PAT, Action, Bet, Call, Discard, Raise
from door.rules.house_draw import CALLER
from door.screens.frame import Sign
from door.screens.poker_prompts import Phase, wrong_amount, wrong_discard
from door.screens.poker_screen import PokerScreen
from door.screens.screen import INTERRUPTS
from door.screens.speech import Speech

TYPED_LENGTH = 12
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


_WISHES = {"k": Wish.SEAL, "l": Wish.LOG, "v": Wish.VERBOSITY, "e": Wish.HISTORY}


class PokerTable(PokerScreen):
    """The screen, and its caller's keys."""

    __slots__ = ("_pending",)

    def __init__(self, sign: Sign, speech: Speech | None = None) -> None:
        super().__init__(sign, speech)
        self._pending: Action | None = None  # what waits for its Y

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

    # -- a line that is typed ----------------------------------------------------------------

    def _type(self, key: Key) -> None:
        if key == "BACKSPACE":
            self._typed = self._typed[:-1]
        elif len(key) == 1 and len(self._typed) < TYPED_LENGTH:
            self._typed += key

    def _refuse(self, text: str) -> None:
        """The same question again, which keys that came before the message do not answer."""
        self._asked += 1
        self.warn(text)

    # -- an amount ---------------------------------------------------------------------------

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
        self._refuse(wrong_amount(low, high))
        return None

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

    # -- discards ----------------------------------------------------------------------------

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
        if wrong := wrong_discard(text):
            self._refuse(wrong)
            self._lift()
            return None
        return Discard(tuple(int(digit) - 1 for digit in text))

    def _lift(self) -> None:
        self.felt.lifted = frozenset(int(digit) - 1 for digit in self._typed if digit in "12345")

    # -- questions ---------------------------------------------------------------------------

    def _press_question(self, key: Key) -> Wish | None:
        if key in ("?", "h"):
            return self._press_help()
        if key in _WISHES:
            return _WISHES[key]
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

    def _press_help(self) -> Wish | None:
        """A screen of its own, or lines for who listens, more of them each time."""
        lines = self.speech.help(self._helped, self.now)
        self._helped += 1
        self.print(*lines)
        return None if lines else Wish.HELP
