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
from door.screens import answers, figures, hall, history, lobby, marks, odds, seals, sentences
from door.screens.poker_felt import SEAL_SHOWN
from door.screens.typesetting import PAGE_WIDTH, rows
from door.views import Hall, HandLine, MarkLine, Presence, Statement

Pages = Sequence[Sequence[str]]
BLOCKS = 4      # hands on a page of the open book, where that is printed
TERSE, NORMAL, CHATTY = "terse", "normal", "chatty"
_DOINGS = (ev.AntePosted, ev.BetMade, ev.Raised, ev.Called, ev.Checked, ev.Folded)


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
    `player` has the caller's seat: "You", or somebody whose hand of the past is shown.
    """

    __slots__ = ("verbosity", "player")
    asks_again = interrupts = turns_pages = True
    confirms_all_in = False

    def __init__(self) -> None:
        self.verbosity, self.player = NORMAL, sentences.YOU

    def thorough(self, who: str = sentences.YOU) -> Speech:
        """The same words, with nothing left out that this caller has seen before; of hands that
        somebody of that handle has played."""
        speech = type(self)()
        speech.player = who
        return speech

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

    # -- the past ------------------------------------------------------------------------------

    def history(self, lines: Sequence[HandLine], first: int) -> list[str]:
        """Hands, the first of them with that number."""
        return [row.removeprefix("=") for row in history.rows(lines, first)]

    def hall(self, found: Hall) -> Pages:
        """The Hall of Fame."""
        return self.pages(hall.chapters(found))

    def figures(self, account: figures.Account) -> Pages:
        return self.pages(figures.chapters(account, PAGE_WIDTH))

    def marks(self, lines: Sequence[MarkLine], days: int) -> Pages:
        return self.pages(marks.chapters(lines, days, PAGE_WIDTH))

    def open_book(self, hands: Sequence[seals.OpenBlock]) -> Pages:
        return [seals.open_book(hands[at:at + BLOCKS]) for at in range(0, len(hands), BLOCKS)]

    # -- the Poker Table -----------------------------------------------------------------------

    def sealed(self, hand: str, seal: str) -> list[str]:
        """The seal of the coming hand."""
        return [f"Seal {hand} {seal[:SEAL_SHOWN]}"]

    def told(self, told: Sequence[ev.Event], before: tuple[Card, ...], view: View,
             patter: str, dealer: str = "") -> Told:
        """What happened, to a caller who held `before` and sees `view` now."""
        said = [text for event in told if self._tells(event)
                and (text := sentences.of(event, self.player))]
        chat = self.chats(f"{dealer or 'House'}: {patter}" if patter else "")
        return Told(said, [*sentences.paragraphs(said, self.player), *chat,
                           *self._reminder(said, view)])

    def seated(self, dealer: str, greeting: str) -> list[str]:
        """Who deals, and their greeting, to somebody who sits down."""
        return self.chats(f"{dealer} deals. {greeting}".rstrip() if dealer else "")

    def chats(self, text: str) -> list[str]:
        """What is said across the table, where that is printed: in chatty alone."""
        return [self.chat(text)] if text and self._is(CHATTY) else []

    def held(self, cards: tuple[Card, ...]) -> str:
        """Cards, and what they make, within a sentence."""
        return sentences.holding(cards)

    def opened(self, cards: tuple[Card, ...]) -> str:
        """What the House held, in a hand whose seed has been opened."""
        return f"The House held {sentences.holding(cards)}."

    def _is(self, *verbosities: str) -> bool:
        return self.verbosity in verbosities

    def _tells(self, event: ev.Event) -> bool:
        """Whether it is news to this caller."""
        mine = isinstance(event, _DOINGS) and event.seat == CALLER
        return not (mine and self._is(TERSE))

    def odds(self, decisions: Sequence[odds.Decision]) -> list[str]:
        """What the coach says of a hand."""
        return odds.chapter(decisions)

    def answer(self, key: Key, view: View) -> str:
        """The answer to a key that asks, "" for any other."""
        return answers.of(answers.answer(key, view), self.player)

    def help(self, page: int, now: str) -> list[str]:
        """`now`, what may be pressed, and the other keys, the page-th time of asking; [] where
        help is a screen."""
        return []

    def hint(self, now: str) -> str:
        """What may be pressed, where a screen of its own would be in the way."""
        return now

    def _reminder(self, said: Sequence[str], view: View) -> list[str]:
        """What a printed prompt needs beside it: the pot, and the cards unless just told."""
        if view.legal is None:
            return []
        told = any(text.startswith(f"{self.player} hold") for text in said)
        return [f"Pot ${view.pot}." + ("" if told else f" {sentences.holding(view.cards)}.")]
