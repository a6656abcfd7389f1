"""A hand of the past, scene by scene: on the table as it stood, or in the sentences of that time.

A scene holds what its caller may know and nothing else: the events cut for their seat, the view of
it, and the House's cards only where the hand's seed has been opened.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ansi.canvas import Canvas
from ansi.keys import Key
from door.rules import events as ev
from door.rules.cards import Card
from door.rules.house_draw import HOUSE
from door.rules.table import View
from door.screens import poker_felt
from door.screens.frame import Sign
from door.screens.poker_story import follow
from door.screens.screen import INTERRUPTS, Screen
from door.screens.sentences import YOU
from door.screens.speech import Speech

SEAL, LEAVE = "s", "q"
REPLAY_HELP = "N, SPACE or RETURN: on. B: back. S: the seal. Q or ESC: enough. W, G, P, Y, O: asks."
CLOSED, OPEN = "Replay", "Replay: the House's cards lie open"
_LAST = "The hand ended here."
_BEST = "BEST"      # in the place of YOU


class Scene(NamedTuple):
    """What happened at a step, the view after it, and what the House held then (() unopened)."""

    told: tuple[ev.Event, ...]
    view: View
    house: tuple[Card, ...] = ()


def joined(scenes: Iterable[Scene]) -> list[Scene]:
    """Scenes in which there is something to see: a choice that was told later waits for that."""
    found: list[Scene] = []
    waiting: tuple[ev.Event, ...] = ()
    for scene in scenes:
        told = waiting + scene.told
        waiting = () if any(not isinstance(event, ev.ActionNeeded) for event in told) else told
        if not waiting:
            found.append(scene._replace(told=told))
    return found


class Replay(Screen):
    """Answers SEAL or LEAVE. `name` and `seal` are the hand's, `number` its number at the table.

    `speech` tells everything, whatever its caller wants to be told at the table.
    """

    __slots__ = ("_felt", "_scenes", "_at", "_speech", "_number")
    _seal_keys: tuple[str, ...] = ("s", "k")    # as it says, and as at the table

    def __init__(self, sign: Sign, speech: Speech, name: str, seal: str, number: int,
                 scenes: Sequence[Scene], deals: int = 0) -> None:
        super().__init__()
        self._felt = poker_felt.Felt(sign, seal=(name, seal), deals=deals)
        self._speech, self._scenes, self._number = speech, joined(scenes), number
        self.print(*self._heading(name))
        self._at = -1
        self._go(0)

    def _heading(self, name: str) -> list[str]:
        """What is printed before the first scene."""
        return [f"Hand {name}."]

    @property
    def prompt(self) -> str:
        return f"{self._at + 1} of {len(self._scenes)}: N)ext, B)ack, S)eal, Q)uit?"

    @property
    def _help(self) -> str:
        return REPLAY_HELP

    # -- from scene to scene -----------------------------------------------------------------

    def _go(self, at: int) -> None:
        """To another scene; the table as all before it have left it."""
        self._at, felt = at, self._felt
        self._felt = poker_felt.Felt(felt.sign, self._number, seal=felt.seal, keys=self._keys,
                                     deals=felt.deals, whose=self._label)
        lines: list[str] = []
        before: tuple[Card, ...] = ()
        held: tuple[Card, ...] = ()
        for scene in self._scenes[:at + 1]:
            said, lines = self._speech.told(scene.told, before, scene.view, "")
            opened = [self._speech.opened(scene.house)] if scene.house not in ((), held) else []
            follow(self._felt, scene.told, scene.view, [*said, *opened], self._speech.player)
            lines, before, held = [*lines, *opened], scene.view.cards, scene.house or held
        self._felt.opened = held
        self.print(*lines)

    @property
    def _keys(self) -> str:
        return OPEN if self._opened else CLOSED

    @property
    def _opened(self) -> bool:
        return any(scene.house for scene in self._scenes)

    @property
    def _label(self) -> str:
        return "" if self._speech.player == YOU else _BEST

    def press(self, key: Key) -> str | None:
        self.notice = ""
        pressed = key.lower() if len(key) == 1 else key
        if pressed in (LEAVE, *INTERRUPTS):
            return LEAVE
        if pressed in self._seal_keys:
            return SEAL
        if pressed in ("n", " ", "ENTER", "PAGE_DOWN", "DOWN", "RIGHT"):
            self._next()
        elif pressed in ("b", "PAGE_UP", "UP", "LEFT"):
            self._go(max(0, self._at - 1))
        elif pressed == "?":
            self.warn(self._help)
        elif answer := self._speech.answer(pressed, self._scenes[self._at].view):
            self.warn(answer)
        return None

    def _next(self) -> None:
        if self._at + 1 < len(self._scenes):
            self._go(self._at + 1)
        else:
            self.warn(_LAST)

    # -- the painted screen ------------------------------------------------------------------

    def fit(self, columns: int) -> None:
        self._felt.sign = self._felt.sign.fit(columns)

    def paint(self) -> Canvas:
        self._felt.notice = self.notice
        return poker_felt.paint(self._felt)


def houses_cards(cards: tuple[Card, ...], told: Sequence[ev.Event]) -> tuple[Card, ...]:
    """What the House holds after events that are not cut, where it held these before."""
    for event in told:
        if isinstance(event, ev.CardsDrawn) and event.seat == HOUSE:
            new = dict(zip(event.places, event.cards))
            cards = tuple(new.get(place) or card for place, card in enumerate(cards))
    return cards
