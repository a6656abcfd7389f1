"""Pots: who plays for which chips, and who gets them.

RULEBOOK 3.3-3.4 and 4.6; at the Poker Table there is one pot and it is even (1.11). Knows amounts
and strengths, no cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

TAX, CLOCKWISE, NONE = "tax", "clockwise", "none"
Stake = tuple[int, tuple[int, ...]]  # the chips of a pot, and the seats that play for them


class Pot(NamedTuple):
    """`amount` chips, the seats that played for them, who won, and the chips each of those got."""

    amount: int
    eligible: tuple[int, ...]
    winners: tuple[int, ...]
    shares: tuple[int, ...]


class Settlement(NamedTuple):
    """Where every chip of a hand went.

    `won` and `returned` (uncalled chips) are per seat; `tax` went to the house. Together they
    are all that was put in.
    """

    pots: tuple[Pot, ...]
    won: tuple[int, ...]
    returned: tuple[int, ...]
    tax: int


def uncalled(put_in: Sequence[int], live: Sequence[int]) -> tuple[int, int] | None:
    """The live seat that put in more than anybody else, and by how much; None when none did.

    A folded seat is never paid, whatever it put in.
    """
    second, most = sorted(put_in)[-2:]
    seat = put_in.index(most)
    return (seat, most - second) if most > second and seat in live else None


def side_pots(put_in: Sequence[int], live: Sequence[int]) -> list[Stake]:
    """The pots from the main one up: one for each different stake of a live seat.

    Chips of folded seats lie in the pots that they reached; what they put in above every live
    stake belongs to the last pot.
    """
    rest, floor = sum(put_in), 0
    stakes = {put_in[seat] for seat in live}
    if len(stakes) == 1:  # nearly every hand
        return [(rest, tuple(live))] if rest else []
    pots: list[Stake] = []
    *lower, top = sorted(stakes)
    for stake in lower:
        amount = sum([min(chips, stake) - min(chips, floor) for chips in put_in])
        pots.append((amount, tuple([seat for seat in live if put_in[seat] >= stake])))
        rest, floor = rest - amount, stake
    pots.append((rest, tuple([seat for seat in live if put_in[seat] == top])))
    return [pot for pot in pots if pot[0]]


def settle(put_in: Sequence[int], strengths: Sequence[int | None], button: int,
           odd: str = CLOCKWISE) -> Settlement:
    """Settles a hand: `put_in` chips a seat over the whole hand, `strengths` None if folded.

    Odd chips of a split pot go one each, clockwise from the button (`odd` = "clockwise"), or to
    the house ("tax"); "none" is for a game that has none. ValueError when nobody is left to win,
    or the arguments do not fit; AssertionError when there is an odd chip all the same.
    """
    live = [seat for seat, strength in enumerate(strengths) if strength is not None]
    _check(put_in, strengths, live, odd)
    won, returned, tax = [0] * len(put_in), [0] * len(put_in), 0
    if extra := uncalled(put_in, live):
        seat, chips = extra
        returned[seat] = chips
        put_in = list(put_in)
        put_in[seat] -= chips
    pots = []
    for amount, eligible in side_pots(put_in, live):
        pot = _award(amount, eligible, strengths, button, odd)
        pots.append(pot)
        for seat, chips in zip(pot.winners, pot.shares):
            won[seat] += chips
            amount -= chips
        tax += amount
    return Settlement(tuple(pots), tuple(won), tuple(returned), tax)


def _check(put_in: Sequence[int], strengths: Sequence[int | None], live: Sequence[int],
           odd: str) -> None:
    if odd not in (TAX, CLOCKWISE, NONE):
        raise ValueError(f"odd chips go {CLOCKWISE!r} or to {TAX!r}, or are {NONE!r}, not {odd!r}")
    if len(put_in) != len(strengths) or len(put_in) < 2 or min(put_in) < 0:
        raise ValueError("a strength and chips of zero or more for each of two seats or more")
    if not live:
        raise ValueError("somebody must be left to win")


def _award(amount: int, eligible: tuple[int, ...], strengths: Sequence[int | None], button: int,
           odd: str) -> Pot:
    """Shares one pot out among the best of those who play for it."""
    best = max([strengths[seat] or 0 for seat in eligible])
    winners = [seat for seat in eligible if strengths[seat] == best]
    if len(winners) == 1:
        return Pot(amount, eligible, tuple(winners), (amount,))
    seats = len(strengths)
    winners.sort(key=lambda seat: (seat - button - 1) % seats)
    share, rest = divmod(amount, len(winners))
    assert odd != NONE or not rest, f"{rest} odd chips where there are none"
    extra = rest if odd == CLOCKWISE else 0
    shares = tuple(share + (n < extra) for n in range(len(winners)))
    return Pot(amount, eligible, tuple(winners), shares)
