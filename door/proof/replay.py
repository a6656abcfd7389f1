"""A hand played again from its record: its seed and cut, who acted first, stacks, and actions.

The House is not asked: its actions stand in the record (whether they are what its policy does is
asked in verdict.py). Everything is told uncut; whoever shows it to a seat cuts it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from door.rules.actions import IllegalAction, parse_action
from door.rules.cards import Card
from door.rules.events import Event, PotAwarded
from door.rules.house_draw import CALLER, GAME, GAMES, HOUSE
from door.rules.shuffle import Stream, hand_key, shuffled
from door.rules.table import Table, View
from door.views import HandRecord

DEAL = "deal"


class BadRecord(Exception):
    """A record does not follow the rules: the text is a sentence, and tells no card."""


class Unopened(Exception):
    """The seed of a hand may not be shown: its caller still sits at the table (RULEBOOK 5.1)."""


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """The deal (`seat` None, `text` DEAL) or one action of a seat, and what it led to.

    `told` is uncut; `view` is the caller's own, after it.
    """

    seat: int | None
    text: str
    told: tuple[Event, ...]
    view: View


@dataclass(frozen=True, slots=True)
class Replay:
    """A hand from the deal on. `cards` are the five first dealt to the caller and to the House,
    `last` those that they held in the end."""

    cards: tuple[tuple[Card, ...], ...]
    last: tuple[tuple[Card, ...], ...]
    steps: tuple[ReplayStep, ...]

    @property
    def over(self) -> bool:
        """Whether it was played to its end, as a hand that froze was not."""
        return self.steps[-1].view.settlement is not None

    @property
    def told(self) -> list[Event]:
        """All that happened, uncut."""
        return [event for step in self.steps for event in step.told]


def replay(record: HandRecord) -> Replay:
    """The hand of a record that was dealt, as far as it goes. BadRecord: it breaks the rules."""
    table, told = dealt(record)
    cards = _held(table)
    steps = [ReplayStep(None, DEAL, tuple(told), table.view(CALLER))]
    for n, (seat, text) in enumerate(record.actions, 1):
        events = acted(table, record.id, n, seat, text)
        steps.append(ReplayStep(seat, text, tuple(events), table.view(CALLER)))
    return Replay(cards, _held(table), tuple(steps))


def _held(table: Table) -> tuple[tuple[Card, ...], ...]:
    return tuple(table.view(seat).cards for seat in (CALLER, HOUSE))


def dealt(record: HandRecord) -> tuple[Table, list[Event]]:
    """The table as it was dealt, and what was told of that. BadRecord."""
    game = GAMES.get(record.game, GAME)
    if (record.game, record.rules_version) != (game.name, game.version):
        raise BadRecord(f"hand {record.id} is of {record.game} {record.rules_version}, and here "
                        f"is {game.name} {game.version}")
    try:
        table = Table(game, record.stacks, record.first)
        key = hand_key(record.seed, record.id, record.cut)
        return table, table.deal(shuffled(Stream(key, "deck")))
    except (IllegalAction, ValueError) as error:
        raise BadRecord(f"hand {record.id} cannot be dealt: {error}") from error


def acted(table: Table, hand: str, n: int, seat: int, text: str) -> list[Event]:
    """Lets `seat` do the n-th action of a hand, counted from 1. BadRecord."""
    try:
        return table.act(seat, parse_action(text))
    except (IllegalAction, ValueError) as error:
        raise BadRecord(f"hand {hand}, action {n}: {error}") from error


def result(told: Iterable[Event]) -> str:
    """How a hand ended, for its record: "1 wins 70", seats counted from 0 as in the actions."""
    return ", ".join(f"{event.seat} wins {event.amount}" for event in told
                     if isinstance(event, PotAwarded))
