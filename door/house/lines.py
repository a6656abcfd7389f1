"""Where a moment of a hand stands in the House's tables: the line of bets that led to it.

The tables know few sizes: those that the House bets, and those of the caller's that it was trained
against. Any other amount is taken for one of its two neighbours, by chance, so that nothing is
gained by betting between them (pseudo-harmonic mapping: Ganzfried and Sandholm 2013). Slots and
groups are those of training/deals.h.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from door.rules.house_draw import GAME, HOUSE
from door.rules.shuffle import Stream
from door.rules.table import View

OPENS, RAISES = (5, 12, 25), (25,)                              # the House's
THEIR_OPENS, THEIR_RAISES = (2, 3, 5, 8, 12, 18, 25), (2, 5, 12, 25)
FIRST_SLOTS, SECOND_SLOTS = 96, 40
LEVELS = (5, 6, 9, 12, 15, 20, 27, 34, 49, 71)  # of what a side has put in by the draw
GROUPS = 2 * len(LEVELS) - 1
SEEN = 4        # discards that are told apart: 0, 1, 2, 3 or more
_THIRDS = (0, 0, 0, 1, 1, 2, 2)     # of THEIR_OPENS, where lines grow many
_TOP = GAME.limits.high or 0


class Moment(NamedTuple):
    """A slot of a table's first round, or of its second one in a group of first rounds."""

    second: bool
    slot: int
    group: int = 0


def effective_stack(view: View) -> int:
    """The smaller stack before the ante: nobody can lose or win more."""
    (mine, other), (put, their) = view.stacks, view.in_pot
    return min(mine + put, other + their)


def moment(view: View, stack: int, luck: Stream) -> Moment:
    """Where the House stands that is to bet, check, call, raise or fold; `stack` is effective."""
    second, made = len(view.bets) > 1, view.bets[-1]
    slot = 0
    if made:
        before = view.in_pot[HOUSE] - view.put_in[HOUSE]
        slot = _slot(made, stack, before, second, luck)
    return Moment(second, slot, group(view, stack, luck) if second else 0)


def group(view: View, stack: int, luck: Stream) -> int:
    """What the first round came to: how much each put in, and who bet or raised last.

    What is between two sizes counts as the one that it is taken for. By what it really brought, it
    would stand among lines that come there by other sizes and with other holdings: a raise of 20
    to 5, in which $30 are in, among bets of 25. But what leaves something is never taken for all.
    """
    made, put, taken = view.bets[0], GAME.ante, GAME.ante
    menu: Sequence[int] = THEIR_OPENS
    for seat, chips in made:
        known = seat == HOUSE or chips in menu
        taken += chips if known else _counted(chips, menu, stack, put, luck)
        put, menu = put + chips, THEIR_RAISES
    level = bisect_right(LEVELS, taken if taken < stack else put) - 1
    return 2 * level - 1 + (made[-1][0] != HOUSE) if level else 0


def _counted(chips: int, menu: Sequence[int], stack: int, put: int, luck: Stream) -> int:
    """Chips of the size that a bet is taken for."""
    cap = min(_TOP, stack - put)
    return amount(size(chips, menu, cap, 2 * put, luck), menu, cap)


def _slot(made: Sequence[tuple[int, int]], stack: int, put: int, second: bool,
          luck: Stream) -> int:
    """The slot of a round's line of bets, `put` being what each had in the pot before it."""
    opener, raises = made[0][0], len(made) - 1
    first, again = _indices(made, stack, put, luck)
    if opener == HOUSE:
        if raises == 1:
            return 8 + 4 * first + again[0]
        return 32 + 4 * (again[0] > 1) + again[1] if second else (
            48 + 16 * first + 4 * again[0] + again[1])
    return 20 + 4 * (_THIRDS[first] if second else first) + again[0] if raises else 1 + first


def _indices(made: Sequence[tuple[int, int]], stack: int, put: int,
             luck: Stream) -> tuple[int, list[int]]:
    """The opening bet's size in its menu, and those of the caller's raises in theirs."""
    first, again = 0, []
    for n, (seat, chips) in enumerate(made):
        cap, pot = min(_TOP, stack - put), 2 * put
        if n == 0:
            first = size(chips, OPENS if seat == HOUSE else THEIR_OPENS, cap, pot, luck)
        elif seat != HOUSE:
            again.append(size(chips, THEIR_RAISES, cap, pot, luck))
        put += chips
    return first, again


def size(amount: int, menu: Sequence[int], cap: int, pot: int, luck: Stream) -> int:
    """The place of `amount` in a menu whose last size is the cap; by chance if it is between."""
    top = len(menu) - 1
    if amount >= cap:
        return top
    at = bisect_left(menu, amount, 0, top)
    if at < top and menu[at] == amount:
        return at
    if not at:
        return 0 if menu[0] < cap else top
    below, above = menu[at - 1], min(menu[at], cap)
    nearer = luck.below((above - below) * (pot + amount)) < (above - amount) * (pot + below)
    return at - 1 if nearer else at if menu[at] < cap else top


def amount(index: int, menu: Sequence[int], cap: int) -> int:
    """Chips that a size of a menu stands for: the last one is the cap."""
    return menu[index] if index < len(menu) - 1 and menu[index] < cap else cap
