"""The casino by ear: words for cards, a first word for each kind of event, one fact a line.

VOICE's points are kept here, as far as words can keep them; the console keeps those about when
something is said. A prompt in words is the painted prompt without its marks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap

from ansi.keys import Key
from door.rules import events as ev
from door.rules.cards import SUIT_NAMES, Card
from door.rules.house_draw import CALLER, GAME, HOUSE
from door.rules.ranks import name, spoken
from door.rules.table import View
from door.screens import figures, frame, hall, history, lobby, marks, odds, rules_pages, seals
from door.screens.answers import answer, of
from door.screens.card_faces import label
from door.screens.news import CHALK_PROMPT
from door.screens.sentences import YOU, say
from door.screens.sentences import of as sentence
from door.screens.settings import SETTINGS_PROMPT
from door.screens.speech import TERSE, Pages, Speech, Told
from door.screens.welcome import GRAPHICS_PROMPT
from door.views import Hall, HandLine, MarkLine, Presence, Statement

WIDTH = 79
_BETS = (ev.BetMade, ev.Raised, ev.Called, ev.Checked)
_FIRST_WORD = re.compile(r"(?:Ante|Deal|Bet|Draw|Show|Win|Chat|Clock|Help|Open|Odds|Mark): ")
_MARK = re.compile(r"\b([A-Z])\)(?=[a-z])")
_LATER = re.compile(r"(?:(?<=, )|(?<=or ))([A-Z])\)(?=[a-z])")     # not the first of a list
_MONEY = re.compile(r"(-?)\$(\d{1,3}(?:,\d{3})+|\d+)")
_BOUNDS = re.compile(r" \((\S+)-(\S+), RETURN = (\S+)\)\?")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3})")
_COLUMNS = re.compile(r" {2,}")
_SENTENCE = re.compile(r"(?<=[.?!]) (?=[A-Z])")
_HELD = "\xa0"    # a blank where no line breaks
_HELP_LINES = 6
_PROMPTS = {
    GRAPHICS_PROMPT: "ANSI, UTF-8, text, plain, voice or C64?",
    SETTINGS_PROMPT: "Which setting, or quit?",
    "Discard (1-5, RETURN stands pat)?": "Discard, 1 to 5, or RETURN?",
    "Cut (RETURN = the House cuts)?": "Your words to cut, or RETURN for the House?",
    CHALK_PROMPT: "What do you write, or RETURN?",
    "Sysop>": "Sysop's order, or RETURN?",
}


def worded(text: str) -> str:
    """A sentence without what is only for the eye: marks of keys, money signs, asterisks."""
    text = re.sub(r"^\(\*\) A house", "A house", text).replace("(*)", "(house rule)")
    return _MONEY.sub(_number, _MARK.sub(r"\1", text))


def _number(found: re.Match[str]) -> str:
    return ("minus " if found[1] else "") + found[2].replace(",", "")


class Voice(Speech):
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
        return [piece for line in lines for piece in _folded(worded(_row(line)))]

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
        return [list(_facts(page)) for page in pages]

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
        return [told[at:at + _HELP_LINES] for at in range(0, len(told), _HELP_LINES)]

    # -- the Poker Table -----------------------------------------------------------------------

    def sealed(self, hand: str, seal: str) -> list[str]:
        """On demand alone (RULEBOOK 5.1): `k` says it."""
        return []

    def told(self, told: Sequence[ev.Event], before: tuple[Card, ...], view: View,
             patter: str, dealer: str = "") -> Told:
        """The result first, the details after; in terse only what the caller did not do."""
        order = sorted(told, key=lambda event: isinstance(event, ev.HoldingShown))
        cards, bet = before, -1
        lines: list[str] = []
        for event in order:
            bet = len(lines) if isinstance(event, _BETS) and self._tells(event) else bet
            lines += self._event(event, cards)
            cards = _held(event, cards)
        if bet >= 0:
            lines[bet] += _standing(view)
        said = [piece for line in lines for piece in _folded(line)]
        chat = self.chats(f"{dealer or 'House'}: {patter}" if patter else "")
        return Told(said, said + chat)

    def chats(self, text: str) -> list[str]:
        return super().chats(_THOUSANDS.sub("", text.replace('"', "")))

    def held(self, cards: tuple[Card, ...]) -> str:
        return self._holding(cards, cards).rstrip(".")

    def opened(self, cards: tuple[Card, ...]) -> str:
        return f"Open: House, {self._holding(cards, cards)}"

    def odds(self, decisions: Sequence[odds.Decision]) -> list[str]:
        return odds.spoken(decisions, odds.Words(
            lambda cards: self._holding(cards, cards), self._cards))

    def answer(self, key: Key, view: View) -> str:
        if key in ("w", "^") and view.cards:
            return of(f"You hold {self._holding(view.cards, view.cards)}", self.player)
        found = worded(of(answer(key, view), self.player))
        if key in ("o", "F2", "F3", "F4", "F5") and HOUSE in view.shown:
            found += f" It showed {self._holding(view.shown[HOUSE], view.shown[HOUSE])}"
        return found

    def help(self, page: int, now: str) -> list[str]:
        """What may be pressed now, then the other keys; `?` turns the page."""
        keys = [line for line in _facts(rules_pages.KEYS) if ": " in line]
        at = page % (1 + -(-len(keys) // _HELP_LINES))
        lines = ([now] if not at
                 else keys[(at - 1) * _HELP_LINES:at * _HELP_LINES])
        more = "? again: the other keys." if not at else "? again: more."
        return [self.hint(line) for line in (*lines, more)]

    def hint(self, now: str) -> str:
        return f"Help: {now}"

    def _card(self, card: Card) -> str:
        """One card: "king of hearts", in terse "K hearts"."""
        words = f"{label(card)} {SUIT_NAMES[card.suit]}" if self._is(TERSE) else card.spoken()
        return words.replace(" ", _HELD)

    def _cards(self, cards: Iterable[Card | None]) -> str:
        return ", ".join(self._card(card) for card in cards if card is not None)

    def _holding(self, cards: Iterable[Card | None], held: tuple[Card, ...]) -> str:
        """These cards, and then the name of what is held."""
        said = self._cards(cards)
        return f"{said}. {_named(held)}" if said else _named(held)

    def _tells(self, event: ev.Event) -> bool:
        """Whether it is news: in terse the caller's own doings are not, nor is a check."""
        if not self._is(TERSE):
            return True
        return getattr(event, "seat", CALLER) != CALLER and not isinstance(event, ev.Checked)

    def _event(self, event: ev.Event, cards: tuple[Card, ...]) -> list[str]:
        """An event's lines to a caller who holds `cards`."""
        if isinstance(event, _BETS):
            return [f"Bet: {worded(sentence(event, self.player))}"] if self._tells(event) else []
        if isinstance(event, ev.AntePosted):
            mine = event.seat == CALLER and not self._is(TERSE)
            return [f"Ante: {event.amount} each."] if mine else []
        if isinstance(event, ev.CardsDealt) and event.seat == CALLER:
            held = _held(event, cards)
            return [f"Deal: {self._holding(held, held)}"]
        if isinstance(event, ev.CardsDrawn):
            return self._drawn(event, cards)
        if isinstance(event, ev.PotAwarded):
            return _awarded(event, self.player)
        return self._shown(event) if isinstance(event, ev.HoldingShown) else []

    def _drawn(self, event: ev.CardsDrawn, cards: tuple[Card, ...]) -> list[str]:
        if event.seat != CALLER:
            return [f"Draw: {say(event)}"]
        if not event.count:
            return [f"Draw: {sentence(event, self.player)} {_named(cards)}"]
        thrown = "all five" if event.count == 5 else self._cards(
            cards[place] for place in event.places)
        discards = "Discard" if self.player == YOU else f"{self.player} discards"
        return [f"Draw: {discards} {thrown}.",
                f"Draw: {self._holding(event.cards, _held(event, cards))}"]

    def _shown(self, event: ev.HoldingShown) -> list[str]:
        if event.seat == CALLER:
            return []   # and is no news
        if self._is(TERSE):
            return [f"Show: House, {name(event.strength)}."]
        shown = tuple(card for card in event.cards if card is not None)
        return [f"Show: House, {self._holding(shown, shown)}"]


def _rooms() -> str:
    """The Casino's prompt: a word for each room that is open, by its letter."""
    words = [lobby.room(key).split()[0].lower() for key in lobby.CASINO_KEYS
             if key not in lobby.OPENS_SOON]
    return f"{', '.join(words[:-1])} or {words[-1]}?".capitalize()


def _named(held: Sequence[Card]) -> str:
    """The name of a holding, which no line breaks."""
    return f"{spoken(held).capitalize()}.".replace(" ", _HELD) if held else ""


def _held(event: ev.Event, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """What the caller holds after an event."""
    if isinstance(event, ev.CardsDealt) and event.seat == CALLER:
        return tuple(card for card in event.cards if card is not None)
    if isinstance(event, ev.CardsDrawn) and event.seat == CALLER:
        new = dict(zip(event.places, event.cards))
        return tuple(new.get(place) or card for place, card in enumerate(cards))
    return cards


def _standing(view: View) -> str:
    """How a round stands, behind its last bet: "Pot 70. Due 10, one raise left."."""
    pot = f" Pot {view.pot}." if view.pot else ""
    legal = view.legal
    if legal is None or not legal.due:
        return pot
    left = GAME.limits.raises - view.raises if legal.raise_ else 0
    return pot + (f" Due {legal.due}, {frame.NUMBERS[left] if left else 'no'} "
                  f"raise{'' if left < 2 else 's'} left.")


def _awarded(event: ev.PotAwarded, who: str) -> list[str]:
    if event.shared > 1:
        return [f"Win: a tie, {event.amount} each."] if event.seat == CALLER else []
    mine = event.seat == CALLER
    you, fold = ("you", "you fold") if who == YOU else (who, f"{who} folds")
    how = name(event.strength) if event.strength is not None else (
        "House folds" if mine else fold)
    return [f"Win: {you if mine else 'House'}, {event.amount}, {how}."]


def _row(text: str) -> str:
    """A row of a table as "label: value"; any other with single blanks."""
    first, *others = _COLUMNS.split(text.strip())
    if ": " in first:
        return " ".join((first, *others))
    return f"{first}: {', '.join(others)}" if others else first


def _folded(text: str) -> list[str]:
    """In lines of at most 79 columns that all begin with its first word; none for no text."""
    found = _FIRST_WORD.match(text)
    head = found[0] if found else ""
    lines = wrap(text[len(head):], WIDTH, initial_indent=head, subsequent_indent=head,
                 break_on_hyphens=False)
    return [line.replace(_HELD, " ") for line in lines]


def _facts(page: Sequence[str]) -> Iterator[str]:
    """A page's rows, a fact each: sentences, and the cells of tables in twos."""
    prose: list[str] = []
    for row in (*page, ""):
        cells = _COLUMNS.split(row.strip())
        if row and len(cells) < 2 and not row.startswith("="):
            prose.append(row.strip())
            continue
        yield from _SENTENCE.split(" ".join(prose)) if prose else ()
        prose = []
        if len(cells) > 1:
            yield from (f"{key}: {what}" for key, what in zip(cells[::2], cells[1::2]))
        elif row:
            yield row[1:]
