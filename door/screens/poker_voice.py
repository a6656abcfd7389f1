"""The Poker Table by ear: each kind of event with a first word of its own, one fact a line.

Cards are words, the result comes before its details, and the answers to keys are told alike. The
rest of what a listener hears is in voice.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ansi.keys import Key
from door.rules import events as ev
from door.rules.cards import SUIT_NAMES, Card
from door.rules.house_draw import CALLER, GAME, HOUSE
from door.rules.ranks import name, spoken
from door.rules.table import View
from door.screens import odds, rules_pages
from door.screens.answers import answer, of
from door.screens.card_faces import label
from door.screens.frame import NUMBERS
from door.screens.sentences import YOU, say
from door.screens.sentences import of as sentence
from door.screens.speech import TERSE, Speech, Told
from door.screens.wording import HELD, facts, folded, worded

HELP_LINES = 6      # a page
_BETS = (ev.BetMade, ev.Raised, ev.Called, ev.Checked)
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3})")


class PokerVoice(Speech):
    """What is told at the table."""

    __slots__ = ()

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
        said = [piece for line in lines for piece in folded(line)]
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
        keys = [line for line in facts(rules_pages.KEYS) if ": " in line]
        at = page % (1 + -(-len(keys) // HELP_LINES))
        lines = ([now] if not at
                 else keys[(at - 1) * HELP_LINES:at * HELP_LINES])
        more = "? again: the other keys." if not at else "? again: more."
        return [self.hint(line) for line in (*lines, more)]

    def hint(self, now: str) -> str:
        return f"Help: {now}"

    # -- cards and events ----------------------------------------------------------------------

    def _card(self, card: Card) -> str:
        """One card: "king of hearts", in terse "K hearts"."""
        words = f"{label(card)} {SUIT_NAMES[card.suit]}" if self._is(TERSE) else card.spoken()
        return words.replace(" ", HELD)

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


def _named(held: Sequence[Card]) -> str:
    """The name of a holding, which no line breaks."""
    return f"{spoken(held).capitalize()}.".replace(" ", HELD) if held else ""


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
    return pot + (f" Due {legal.due}, {NUMBERS[left] if left else 'no'} "
                  f"raise{'' if left < 2 else 's'} left.")


def _awarded(event: ev.PotAwarded, who: str) -> list[str]:
    if event.shared > 1:
        return [f"Win: a tie, {event.amount} each."] if event.seat == CALLER else []
    mine = event.seat == CALLER
    you, fold = ("you", "you fold") if who == YOU else (who, f"{who} folds")
    how = name(event.strength) if event.strength is not None else (
        "House folds" if mine else fold)
    return [f"Win: {you if mine else 'House'}, {event.amount}, {how}."]
