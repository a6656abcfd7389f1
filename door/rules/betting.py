"""One betting round: who is due what, the bounds of a bet or raise, and whether it is closed.

It moves chips from stacks into what each seat has put in; it knows no cards and no pots. The caps
of RULEBOOK 1.7-1.9 (heads-up table stakes), 3.2-3.3 (spread limit, all-in calls) and 4.2-4.5 (no
limit, any raise, blinds) are data in Limits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from door.rules.actions import Bounds, Legal


@dataclass(frozen=True, slots=True)
class Limits:
    """How a game bets.

    `low` and `high` bound a bet or raise in chips (`high` None: no limit); `raises` is how many
    a round has, the opening bet and the blinds not counted; `covered` means that nobody may bet
    more than the others can call (D's table stakes), so that heads-up no call is ever short.
    """

    low: int
    high: int | None
    raises: int
    covered: bool = False


class BettingRound:
    """A round over `stacks`, which it changes, among the seats in `order`, first actor first.

    `blinds` (chips by seat) are posted at once, or what there is of them; the others owe them in
    full (RULEBOOK 4.2). `seat` is to act, None once the round is closed; `put_in` is per seat,
    of this round alone.
    """

    __slots__ = ("limits", "stacks", "put_in", "bet", "raises", "seat", "_live", "_queue")

    def __init__(self, limits: Limits, stacks: list[int], order: Sequence[int],
                 blinds: Mapping[int, int] | None = None) -> None:
        self.limits = limits
        self.stacks = stacks
        self.put_in = [0] * len(stacks)
        self.bet = 0
        self.raises = 0
        self._live = list(order)
        if blinds:
            self._post(blinds)
        self._queue = [seat for seat in order if stacks[seat]]  # who is still to be asked
        self._ask()

    # -- what may be done --------------------------------------------------------------------

    def due(self, seat: int) -> int:
        """What a call by `seat` would pay: all it has, if that is less; 0 once it has folded."""
        return min(self.bet - self.put_in[seat], self.stacks[seat]) if seat in self._live else 0

    def legal(self, seat: int) -> Legal:
        """What `seat` may do, when it is to act."""
        stack, due = self.stacks[seat], self.bet - self.put_in[seat]
        if due >= stack:
            return Legal(stack)
        bounds = self._bounds(stack - due, self._cover(seat))
        return Legal(due, None, bounds) if self.bet else Legal(due, bounds)

    def _bounds(self, cap: int, cover: int) -> Bounds | None:
        """The lowest and highest bet or raise of who holds `cap` after calling.

        Below the minimum only all-in (RR); None at the cap of raises, or when nobody is left who
        could answer.
        """
        limits = self.limits
        if cover <= 0 or (self.bet and self.raises >= limits.raises):
            return None
        if limits.high is not None and cap > limits.high:
            cap = limits.high
        if limits.covered and cap > cover:
            cap = cover
        return (limits.low if limits.low < cap else cap), cap

    def _cover(self, seat: int) -> int:
        """The most that any other live seat would hold after calling (RULEBOOK 1.9)."""
        stacks, put_in, most = self.stacks, self.put_in, 0
        for other in self._live:
            if other != seat and stacks[other] + put_in[other] > most:
                most = stacks[other] + put_in[other]
        return most - self.bet

    # -- what `seat` does --------------------------------------------------------------------

    def check(self) -> None:
        """Stays in for nothing."""
        del self._queue[0]
        self._ask()

    def call(self) -> int:
        """Pays what is due, or all there is if that is less; returns the chips paid."""
        seat = self._queue.pop(0)
        paid = min(self.bet - self.put_in[seat], self.stacks[seat])
        self.stacks[seat] -= paid
        self.put_in[seat] += paid
        self._ask()
        return paid

    def raise_by(self, amount: int) -> None:
        """Pays what is due and `amount` on top, the first of a round being its bet.

        Everybody else is asked again.
        """
        seat, live, stacks = self._queue[0], self._live, self.stacks
        self.raises += self.bet > 0
        self.bet += amount
        stacks[seat] -= self.bet - self.put_in[seat]
        self.put_in[seat] = self.bet
        place = live.index(seat)
        self._queue = [other for other in live[place + 1:] + live[:place] if stacks[other]]
        self._ask()

    def fold(self) -> None:
        """Leaves the hand."""
        self._live.remove(self._queue.pop(0))
        self._ask()

    def _post(self, blinds: Mapping[int, int]) -> None:
        for seat, chips in blinds.items():
            self.put_in[seat] = min(chips, self.stacks[seat])
            self.stacks[seat] -= self.put_in[seat]
            self.bet = max(self.bet, chips)

    def _ask(self) -> None:
        """Settles who is to act: nobody, when nothing is owed and none could answer (1.9, 4.5)."""
        self.seat = None
        if self._queue:
            seat, stacks, put_in = self._queue[0], self.stacks, self.put_in
            for other in self._live:
                if other != seat and (stacks[other] or put_in[other] > put_in[seat]):
                    self.seat = seat
                    return
