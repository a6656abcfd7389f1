"""How the casino speaks: one object a caller, whose words the screens print.

Speech is that of a caller who reads, P)lain, and says what is painted. Voice (voice.py) is for a
caller who listens. Screens and sessions call the same names on both and never ask which it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ansi.keys import Key
from door.rules import events as ev
from door.rules.cards import Card
from door.rules.house_draw import CALLER
from door.rules.table import View
from door.screens import answers, lobby, sentences
from door.screens.poker_felt import SEAL_SHOWN
from door.screens.typesetting import PAGE_WIDTH, rows
from door.views import Presence, Statement

Pages = Sequence[Sequence[str]]
TERSE, NORMAL, CHATTY = "terse", "normal", "chatty"
_DOINGS = (ev.AntePosted, ev.BetMade, ev.Raised, ev.Called, ev.Checked, ev.Folded)
_ALONE = ("You hold", "You show", "House shows", "You win", "The House wins", "A tie")


class Told(NamedTuple):
    """What a step at the table is called: `said` for the list of last events, `lines` to print."""

    said: list[str]
    lines: list[str]


class Speech:
    """Plain sentences, dollars and cards as they are painted. One for each caller.

    `verbosity` is the caller's preference: TERSE leaves out what they did themselves and what is
    said across the table, and where lines are printed only CHATTY has the latter.
    `asks_again`: a prompt stands again below each answer. `interrupts`: a notice may come while
    a line is being typed. `turns_pages`: what is asked for at a table is a page of its own.
    `confirms_all_in`: the last chips are bet by a letter more (VOICE 12).
    """

    __slots__ = ("verbosity",)
    asks_again = interrupts = turns_pages = True
    confirms_all_in = False

    def __init__(self) -> None:
        self.verbosity = NORMAL

    # -- everything that is said goes through these --------------------------------------------

    def prompt(self, prompt: str) -> str:
        """A screen's prompt as this caller has it."""
        return prompt

    def lines(self, lines: Sequence[str]) -> list[str]:
        """Lines of any screen as this caller has them."""
        return list(lines)

    def rubbed_out(self, before: str, after: str) -> str:
        """What is said when `before`, as typed, becomes `after`."""
        return ""

    def chat(self, text: str) -> str:
        """A notice of somebody's."""
        return text

    def clock(self, text: str) -> str:
        """A notice about time."""
        return text

    # -- the casino ----------------------------------------------------------------------------

    def casino(self, bankroll: int, practice: bool) -> list[str]:
        return lobby.casino_lines(bankroll, practice)

    def bank(self, statement: Statement) -> list[str]:
        return lobby.bank_lines(statement)

    def who(self, callers: Sequence[Presence]) -> list[str]:
        return lobby.who_rows(callers)

    def pages(self, pages: Pages) -> Pages:
        """Pages to read, such as the rules."""
        return [rows(page, PAGE_WIDTH) for page in pages]

    # -- the Poker Table -----------------------------------------------------------------------

    def sealed(self, hand: str, seal: str) -> list[str]:
        """The seal of the coming hand."""
        return [f"Seal {hand} {seal[:SEAL_SHOWN]}"]

    def told(self, told: Sequence[ev.Event], before: tuple[Card, ...], view: View,
             patter: str) -> Told:
        """What happened, to a caller who held `before` and sees `view` now."""
        said = [text for event in told if self._tells(event) and (text := sentences.say(event))]
        chat = [f"House: {patter}"] if patter and self._is(CHATTY) else []
        return Told(said, [*paragraphs(said), *chat, *_reminder(said, view)])

    def _is(self, *verbosities: str) -> bool:
        return self.verbosity in verbosities

    def _tells(self, event: ev.Event) -> bool:
        """Whether it is news to this caller."""
        mine = isinstance(event, _DOINGS) and event.seat == CALLER
        return not (mine and self._is(TERSE))

    def answer(self, key: Key, view: View) -> str:
        """The answer to a key that asks, "" for any other."""
        return answers.answer(key, view)

    def help(self, page: int, now: str) -> list[str]:
        """`now`, what may be pressed, and the other keys, the page-th time of asking; [] where
        help is a screen."""
        return []

    def hint(self, now: str) -> str:
        """What may be pressed, where a screen of its own would be in the way."""
        return now


def paragraphs(said: Sequence[str]) -> list[str]:
    """Sentences as lines: what was done runs on, what was won or shown stands alone."""
    lines: list[str] = []
    running = False
    for text in said:
        alone = text.startswith(_ALONE)
        if running and not alone:
            lines[-1] += " " + text
        else:
            lines.append(text)
        running = not alone
    return lines


def _reminder(said: Sequence[str], view: View) -> list[str]:
    """What a printed prompt needs beside it: the pot, and the cards unless just told."""
    if view.legal is None:
        return []
    told = any(text.startswith("You hold") for text in said)
    return [f"Pot ${view.pot}." + ("" if told else f" {sentences.holding(view.cards)}.")]
