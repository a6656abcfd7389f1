"""Somebody at the practice table, in this process: what they would see and press, and no store.

It is the floor's own table, with the floor's own seeds and House.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, cast

from door.bank import Bank, Sitting
from door.floor.house_table import HouseTable
from door.floor.seeds import Seeds
from door.rules import events as ev
from door.rules.actions import parse_action
from door.rules.house_draw import CALLER, GAME
from door.rules.table import View

SEED = "lantern"
ANTE, DISCARD = "A)nte or Q)uit?", "Discard (1-5, RETURN stands pat)?"
FOLD, LEAVE = "Fold for nothing? Y/N:", "Fold and leave? Y/N:"
LAST_HAND = "That was the last hand. Q)uit?"
AMOUNT = {"bet": "Bet (${}-${}, RETURN = $10)?", "raise": "Raise (${}-${}, RETURN = $10)?"}


@dataclass
class Night:
    """`steps` are prompts and the keys that answer them ("\\r" is RETURN); then `told` has been
    said, `prompt` stands, and the caller has `stack` chips at the table."""

    kind: str
    handle: str
    buy_in: int
    steps: list[tuple[str, str]] = field(default_factory=list)
    told: str = ""
    prompt: str = ""
    stack: int = 0


def _label(handle: str) -> str:
    """The name of a handle's first sitting in practice, as door.bank.sittings makes it."""
    return sha256(f"{handle.lower()}.1".encode()).hexdigest()[:8]


class _NoBooks:
    """A bank that keeps nothing."""

    async def seal(self, record: object) -> None:
        """As if it were written."""

    async def write(self, step: object) -> None:
        """As if it were written."""


class Sitter:
    """Plays a first sitting, and notes what a caller would see and press."""

    def __init__(self, kind: str, handle: str, buy_in: int) -> None:
        self.night = Night(kind, handle, buy_in)
        self.told: list[ev.Event] = []
        self.hands = 0
        sitting = Sitting(1, 1, GAME.name, _label(handle), buy_in, (buy_in, buy_in), 0)
        self.table = HouseTable(cast(Bank, _NoBooks()), Seeds(SEED), sitting)
        _run(self.table.prepare())

    @property
    def view(self) -> View:
        return self.table.view

    @property
    def playing(self) -> bool:
        return self.table.table.playing

    def ante(self) -> None:
        self._note(ANTE, "a")
        self.hands += 1
        self.told = _run(self.table.ante())

    def act(self, text: str) -> None:
        """An action as it prints, by keys."""
        for prompt, keys in _presses(self.view, text):
            self._note(prompt, keys)
        self.told += _run(self.table.act(parse_action(text)))

    def leave(self) -> None:
        """Q)uit inside a hand, and Yes."""
        self._note(prompt_of(self.view), "q")
        self._note(LEAVE, "y")
        self.told += _run(self.table.give_up())

    def _note(self, prompt: str, keys: str) -> None:
        self.night.steps.append((prompt, keys))

    def over(self, told: str) -> Night:
        """The night, when this was the last of it."""
        stacks = self.table.table.stacks
        self.night.told, self.night.stack = told, stacks[CALLER]
        self.night.prompt = ANTE if min(stacks) >= GAME.ante else LAST_HAND
        return self.night


def _run(step: Any) -> Any:
    """The result of a coroutine that waits for nothing."""
    try:
        step.send(None)
    except StopIteration as done:
        return done.value
    raise AssertionError("it waits")


def prompt_of(view: View) -> str:
    """The prompt of a betting round or a draw (DESIGN.md, Prompts)."""
    legal = view.legal
    assert legal is not None
    if legal.discard is not None:
        return DISCARD
    if not legal.due:
        return "B)et, C)heck or F)old?"
    return f"C)all ${legal.due}{', R)aise' if legal.raise_ else ''} or F)old?"


def _presses(view: View, text: str) -> Iterator[tuple[str, str]]:
    """Prompts and keys for an action, in the several ways that callers have."""
    verb, _, amount = text.partition(" ")
    assert view.legal is not None
    if verb in ("check", "call"):
        yield prompt_of(view), "c"
    elif verb == "fold":
        yield prompt_of(view), "f"
        if not view.legal.due:
            yield FOLD, "y"
    elif verb in ("discard", "stand"):
        yield DISCARD, (amount if verb == "discard" else "") + "\r"
    else:
        yield from _chips(view, verb, int(amount))


def _chips(view: View, verb: str, amount: int) -> Iterator[tuple[str, str]]:
    assert view.legal is not None
    low, high = view.legal.bet or view.legal.raise_ or (0, 0)
    if amount == high:
        yield prompt_of(view), "m"
    elif amount % 2:
        yield prompt_of(view), f"{amount}\r"      # digits begin an amount by themselves
    else:
        yield prompt_of(view), verb[0]
        yield AMOUNT[verb].format(low, high), f"{amount}\r"
