"""A deal of a contest, scene by scene, as two have played it: the caller and the best."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ansi.keys import Key
from door.screens import poker_felt
from door.screens.frame import NARROW, Sign
from door.screens.replay import Replay, Scene, joined
from door.screens.sentences import YOU
from door.screens.speech import Speech

SWAP = "s"
SHARED_HELP = "N: on. B: back. S: the other's try. K: the seal. Q: enough. W, G, P, Y, O: asks."
ALONE_HELP = "N: on. B: back. K: the seal. Q: enough. W, G, P, Y, O: asks."
_LIE_OPEN = ". The House's cards lie open"


class Side(NamedTuple):
    """A deal of a contest as one has played it: `player` is "You" or a handle, `result` what it
    came to, `best` of what that try is the best ("the day's best"), "" for any other."""

    player: str
    result: str
    best: str
    scenes: Sequence[Scene]


class SharedReplay(Replay):
    """The same of a contest's deal. `sides` are the caller's own try and the best one, or one of
    them alone; a key swaps them at the step that is shown. Answers SEAL or LEAVE.
    """

    __slots__ = ("_sides",)
    _seal_keys = ("k",)         # as at the table: S swaps here

    def __init__(self, sign: Sign, speech: Speech, name: str, seal: str, number: int,
                 sides: Sequence[Side], deals: int) -> None:
        self._sides = list(sides)
        super().__init__(sign, speech.thorough(sides[0].player), name, seal, number,
                         sides[0].scenes, deals)

    def _heading(self, name: str) -> list[str]:
        return [f"Deal {name}.", f"{self._whose}."]

    @property
    def prompt(self) -> str:
        swap = "S)wap, " * (len(self._sides) > 1)
        return f"{self._at + 1} of {len(self._scenes)}: N)ext, B)ack, {swap}Q)uit?"

    @property
    def _help(self) -> str:
        return SHARED_HELP if len(self._sides) > 1 else ALONE_HELP

    @property
    def _whose(self) -> str:
        """Whose try it is, and what this deal brought."""
        side = self._sides[0]
        whose = "Your try" if side.player == YOU else side.player
        return f"{whose}{side.best and f', {side.best}'}: {side.result}"

    @property
    def _keys(self) -> str:
        if self._felt.sign.columns > NARROW:
            return f"{self._whose}{_LIE_OPEN * self._opened}{poker_felt.SEAL_KEY}"
        return f"{self._whose.replace(f', {self._sides[0].best}:', ', best:')}{poker_felt.SEAL_KEY}"

    def press(self, key: Key) -> str | None:
        if key.lower() == SWAP and len(self._sides) > 1:
            self.notice = ""
            self._swap()
            return None
        return super().press(key)

    def _swap(self) -> None:
        """The other try, as far into the deal as this one."""
        self._sides.reverse()
        side = self._sides[0]
        self._scenes, self._speech = joined(side.scenes), self._speech.thorough(side.player)
        self.print(f"{self._whose}.")
        self._go(min(self._at, len(self._scenes) - 1))

    def fit(self, columns: int) -> None:
        super().fit(columns)
        self._felt.keys = self._keys
