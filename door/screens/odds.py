"""The coach's page: what the House's book would have done in the caller's seat, and exact chances.

The same sentences are painted, printed and said; the chances of a draw are a table for the eye and
a sentence for the ear.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from door.rules.actions import Action, Bet, Call, Check, Discard, Fold, Raise, StandPat
from door.rules.cards import Card
from door.rules.ranks import CATEGORIES, category, strength
from door.rules.table import View
from door.screens.card_faces import written
from door.screens.frame import NUMBERS
from door.screens.sentences import holding
from door.screens.typesetting import HELD

Chances = Sequence[Fraction]
_LABEL, _COLUMN = 15, 11
_PAST: dict[type, str] = {Fold: "folded", Check: "checked", Call: "called", Bet: "bet",
                          Raise: "raised", Discard: "drew", StandPat: "stood pat"}
_NOW: dict[type, str] = {Fold: "folds", Check: "checks", Call: "calls", Bet: "bets",
                         Raise: "raises", Discard: "draws", StandPat: "stands pat"}


class Decision(NamedTuple):
    """A moment at which the caller chose, or is to choose (`made` is None).

    `shares` are the book's actions, the likeliest first. `draws` are chances by category, of the
    caller's draw and of the book's likeliest, or one where those are the same.
    """

    view: View
    made: Action | None
    shares: Sequence[tuple[Action, Fraction]]
    draws: Sequence[tuple[Action, Chances]] = ()


class Words(NamedTuple):
    """How a holding is said, and how some cards are."""

    holding: Callable[[tuple[Card, ...]], str]
    cards: Callable[[Sequence[Card]], str]


WRITTEN = Words(holding, lambda cards: " ".join(map(written, cards)))


def chapter(decisions: Sequence[Decision]) -> list[str]:
    """The page: a paragraph each street."""
    text: list[str] = []
    for when, some, news in _streets(decisions):
        text += [f"={when}", *_sentences(some, news, WRITTEN)]
        for each in some:
            text += _table(each)
        text.append("")
    return text[:-1]


def spoken(decisions: Sequence[Decision], words: Words) -> list[str]:
    """The same by ear, one fact a line."""
    lines: list[str] = []
    for when, some, news in _streets(decisions):
        lines += [f"{when}.", *_sentences(some, news, words)]
        lines += [_chances(each, action, chances)
                  for each in some for action, chances in each.draws]
    return [f"Odds: {line}" for line in lines]


def _streets(decisions: Sequence[Decision]) -> Iterator[tuple[str, list[Decision], bool]]:
    """Each street's name, its decisions, and whether the cards are others than before."""
    cards: tuple[Card, ...] = ()
    for when, group in groupby(decisions, lambda each: each.view.when):
        some = list(group)
        yield when.capitalize(), some, some[0].view.cards != cards
        cards = some[0].view.cards


def _sentences(decisions: Sequence[Decision], news: bool, words: Words) -> Iterator[str]:
    """Of one street: what was held, and each decision."""
    if news:
        held = words.holding(decisions[0].view.cards).rstrip(".")
        yield f"You {'held' if decisions[0].made else 'hold'} {held}."
    yield from (_told(decision, words) for decision in decisions)


def _told(decision: Decision, words: Words) -> str:
    """What stood, what the caller did, and what the book does."""
    view, made = decision.view, decision.made
    mine = f"You {_worded(made, view, _PAST, words)}. " if made else ""
    book = "; ".join(f"{_worded(action, view, _NOW, words)}, {_percent(share)}"
                     for action, share in decision.shares)
    return f"{_due(view)}{mine}The book {book}."


def _due(view: View) -> str:
    if view.legal is None or view.legal.discard is not None:
        return ""
    return f"${view.legal.due} due. " if view.legal.due else "Nothing due. "


def _worded(action: Action, view: View, verbs: dict[type, str], words: Words) -> str:
    """An action with a verb of its kind: "bets $12", "draws two for 4d 2c"."""
    verb = verbs[type(action)]
    if isinstance(action, (Bet, Raise)):
        return f"{verb} ${action.amount}"
    if isinstance(action, Discard):
        thrown = words.cards([view.cards[place] for place in action.places])
        return f"{verb} {NUMBERS[len(action.places)]} for {thrown}"
    return verb


def _percent(share: Fraction) -> str:
    """In whole percent: 92 %."""
    if 0 < share <= Fraction(1, 200):
        return f"under 1{HELD}%"
    if Fraction(199, 200) <= share < 1:
        return f"over 99{HELD}%"
    return f"{round(100 * share)}{HELD}%"


def _exact(chance: Fraction) -> str:
    """In hundredths of a percent: 8.51 %."""
    if not chance:
        return "-"
    if chance < Fraction(1, 20000):
        return f"<0.01{HELD}%"
    return f"{100 if chance == 1 else f'{float(100 * chance):.2f}'}{HELD}%"


def _better(view: View, chances: Chances) -> Fraction:
    """The chance of a better category than that of the cards as they are."""
    return sum(chances[category(strength(view.cards)) + 1:], Fraction())


def _whose(decision: Decision, action: Action) -> str:
    """Whose draw it is."""
    if action != decision.made:
        return "the book's"
    return "yours" if len(decision.draws) > 1 else "both"


def _table(decision: Decision) -> list[str]:
    """A column for each draw, a row for each category that may come, the best first."""
    draws = decision.draws
    if not draws:
        return []
    heads = "".join(f"{_whose(decision, action):>{_COLUMN}}" for action, _ in draws)
    rows = [f"{'':{_LABEL}}{heads}"]
    for kind in reversed(range(len(CATEGORIES))):
        if any(chances[kind] for _, chances in draws):
            rows.append(_row(CATEGORIES[kind], [chances[kind] for _, chances in draws]))
    return [*rows, _row("improved", [_better(decision.view, chances) for _, chances in draws])]


def _row(label: str, chances: Chances) -> str:
    cells = "".join(f"{_exact(chance):>{_COLUMN}}" for chance in chances)
    return f"{label:{_LABEL}}{cells}".replace(HELD, " ")


def _chances(decision: Decision, action: Action, chances: Chances) -> str:
    """The chances of a draw in a sentence, what is likeliest first."""
    whose = {"yours": "Your draw", "both": "Your draw and the book's",
             "the book's": "The book's draw"}[_whose(decision, action)]
    if isinstance(action, StandPat):
        return f"{whose}: stays as it is."
    likely = sorted(range(len(chances)), key=lambda kind: -chances[kind])
    told = ", ".join(f"{CATEGORIES[kind]} {_exact(chances[kind])}" for kind in likely
                     if chances[kind])
    better = _exact(_better(decision.view, chances)).replace("-", "never")
    return f"{whose}: improved {better}; {told}.".replace("<", "under ")
