"""The casino by ear: prompts in words, and what is heard away from the Poker Table.

VOICE's points are kept here, in poker_voice.py and in wording.py, as far as words can keep them;
the console keeps those about when something is said. A prompt in words is the painted prompt
without its marks.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from door.screens import figures, frame, hall, history, lobby, marks, seals
from door.screens.news import CHALK_PROMPT
from door.screens.poker_voice import HELP_LINES, PokerVoice
from door.screens.settings import SETTINGS_PROMPT
from door.screens.speech import Pages
from door.screens.welcome import GRAPHICS_PROMPT
from door.screens.wording import facts, folded, labelled, worded
from door.views import Hall, HandLine, MarkLine, Presence, Statement

_LATER = re.compile(r"(?:(?<=, )|(?<=or ))([A-Z])\)(?=[a-z])")     # not the first of a list
_BOUNDS = re.compile(r" \((\S+)-(\S+), RETURN = (\S+)\)\?")
_PROMPTS = {
    GRAPHICS_PROMPT: "ANSI, UTF-8, text, plain, voice or C64?",
    SETTINGS_PROMPT: "Which setting, or quit?",
    "Discard (1-5, RETURN stands pat)?": "Discard, 1 to 5, or RETURN?",
    "Cut (RETURN = the House cuts)?": "Your words to cut, or RETURN for the House?",
    CHALK_PROMPT: "What do you write, or RETURN?",
    "Sysop>": "Sysop's order, or RETURN?",
}


class Voice(PokerVoice):
    """For one caller, all call long."""

    __slots__ = ("_bankroll",)
    asks_again = interrupts = turns_pages = False
    confirms_all_in = True

    def __init__(self) -> None:
        super().__init__()
        self._bankroll = -1     # as it was last told

    # -- everything that is said goes through these --------------------------------------------

    def prompt(self, prompt: str) -> str:
        """In words, at most 60 columns."""
        if prompt == lobby.CASINO_PROMPT:
            return _rooms()
        prompt = _PROMPTS.get(prompt, prompt)
        prompt = _BOUNDS.sub(r" \1 to \2, or RETURN for \3?", prompt)
        prompt = re.sub(r" \((\S+)\)\?$", r" \1?", prompt)  # one amount alone
        prompt = re.sub(r"[?.] Y/N:$", ", yes or no?", prompt)
        return worded(_LATER.sub(lambda found: found[1].lower(), prompt))

    def lines(self, lines: Sequence[str]) -> list[str]:
        """One fact a line: no blank lines, no columns, nothing wider than a line."""
        return [piece for line in lines for piece in folded(worded(labelled(line)))]

    def rubbed_out(self, before: str, after: str) -> str:
        return "" if after.startswith(before) else before[len(after):]

    def chat(self, text: str) -> str:
        return f"Chat: {text}"

    def clock(self, text: str) -> str:
        return f"Clock: {text}"

    # -- the casino ----------------------------------------------------------------------------

    def casino(self, bankroll: int, practice: bool) -> list[str]:
        """What has changed since it was last told."""
        before, self._bankroll = self._bankroll, bankroll
        return [*([frame.PRACTICE] if practice and before < 0 else []),
                *([f"In the bank: {bankroll}."] if bankroll != before else [])]

    def bank(self, statement: Statement) -> list[str]:
        return [f"In the bank: {statement.balance}.", *(
            f"{line.text}: {frame.dollars(line.amount)}, balance {frame.dollars(line.balance)}, "
            f"{lobby.moment(line.at)}." for line in statement.lines[:6])]

    def who(self, callers: Sequence[Presence]) -> list[str]:
        return [f"{one.handle}: {one.where}, by {one.carrier}, "
                f"since {lobby.moment(one.since)[11:]}." for one in callers]

    def pages(self, pages: Pages) -> Pages:
        return [list(facts(page)) for page in pages]

    # -- the past ------------------------------------------------------------------------------

    def history(self, lines: Sequence[HandLine], first: int) -> list[str]:
        return [f"{number}: {history.ending(line)}, {history.signed(line.net)}, hand {line.id}, "
                f"{lobby.moment(line.ended_at)}." for number, line in enumerate(lines, first)]

    def hall(self, found: Hall) -> Pages:
        return hall.facts(found)

    def figures(self, account: figures.Account) -> Pages:
        return figures.facts(account)

    def marks(self, lines: Sequence[MarkLine], days: int) -> Pages:
        return marks.facts(lines, days)

    def open_book(self, hands: Sequence[seals.OpenBlock]) -> Pages:
        """The digits of the seeds are on demand: H)ands, a number, S)eal."""
        told = [seals.read_out(hand) for hand in hands]
        return [told[at:at + HELP_LINES] for at in range(0, len(told), HELP_LINES)]


def _rooms() -> str:
    """The Casino's prompt: a word for each room that is open, by its letter."""
    words = [lobby.room(key).split()[0].lower() for key in lobby.CASINO_KEYS
             if key not in lobby.OPENS_SOON]
    return f"{', '.join(words[:-1])} or {words[-1]}?".capitalize()
