"""The House at the Poker Table: looks a moment up in its book, and lets its luck choose.

It plays near equilibrium: no memory of anybody, no look at anything but its own view, mixed
frequencies from the book. How it came to be is in training/, how strong it is in docs/house.txt.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from door.house import book, classes, lines
from door.house.book import COARSE, FINE, Book, Sheet
from door.rules.actions import (CALL, CHECK, FOLD, STAND_PAT, Action, Bet, Bounds, Discard,
                                Raise)
from door.rules.house_draw import CALLER, HOUSE
from door.rules.ranks import CLASSES as STRENGTHS
from door.rules.ranks import strength
from door.rules.shuffle import Stream
from door.rules.table import View

EQUILIBRIUM = "equilibrium"     # the usual manner
CHEAP = 12      # the House never folds to so small a part of the pot, whatever the book says


@cache
def shipped() -> Book:
    """The book that came with the game, read at the first call. Raises BadBook."""
    return book.read(book.FILE)


@cache
def policy_hash() -> str:
    """SHA-256 of the book and of what reads it: it is in every hand record (RULEBOOK 5.3)."""
    total = hashlib.sha256(bytes.fromhex(shipped().hash))
    for module in (__file__, book.__file__, classes.__file__, lines.__file__):
        total.update(Path(module).read_bytes())
    return total.hexdigest()


def policy_name(manner: str = EQUILIBRIUM) -> str:
    """What stands in a hand record: the hash, and the manner unless it is the usual one."""
    return policy_hash() if manner == EQUILIBRIUM else f"{policy_hash()} {manner}"


def manner_of(name: str) -> str:
    """The manner that a record's policy_name() tells; the usual one if it is unknown."""
    manner = name.partition(" ")[2]
    return manner if manner in MANNERS else EQUILIBRIUM


def policy(view: View, luck: Stream) -> Action:
    """The House's action in `view`, which must be a view of the seat that is to act."""
    return play(shipped(), view, luck)


def gentle(view: View, luck: Stream) -> Action:
    """As policy() plays, but that it never raises."""
    return softened(policy(view, luck))


def softened(action: Action) -> Action:
    """A call in place of a raise: what makes the House gentle."""
    return CALL if isinstance(action, Raise) else action


MANNERS = {EQUILIBRIUM: policy, "gentle": gentle}


def play(read: Book, view: View, luck: Stream) -> Action:
    """What `read` does in `view`: nothing but these three decides."""
    legal = view.legal
    assert legal is not None, "the House is asked only on its turn"
    stack = lines.effective_stack(view)
    sheet = read.sheet(stack, view.first == HOUSE, luck)
    if legal.discard is not None:
        return _draw(view, read.data, sheet, lines.group(view, stack, luck), luck)
    second, slot, group = lines.moment(view, stack, luck)
    shares = (_second(view, read.data, sheet, slot, group) if second
              else _first(view, read.data, sheet, slot))
    chosen = luck.below(COARSE if second else FINE)
    if not slot:
        return _open(shares, chosen, legal.bet)
    action = _answer(shares, chosen, legal.raise_)
    return CALL if action == FOLD and legal.due * CHEAP <= view.pot else action


def _open(shares: Sequence[int], chosen: int, bounds: Bounds | None) -> Action:
    """A bet of one of three sizes, or a check."""
    for index, share in enumerate(shares):
        if chosen < share:
            return Bet(lines.amount(index, lines.OPENS, bounds[1])) if bounds else CHECK
        chosen -= share
    return CHECK


def _answer(shares: Sequence[int], chosen: int, bounds: Bounds | None) -> Action:
    """To a bet: a fold, a raise of the most there may be, or a call."""
    fold, again = shares
    if chosen < fold:
        return FOLD
    return Raise(bounds[1]) if bounds and chosen < fold + again else CALL


def _first(view: View, data: bytes, sheet: Sheet, slot: int) -> Sequence[int]:
    """A moment's shares of FINE."""
    at = sheet.first + classes.holding_class(view.cards) * book.FIRST_ROW
    return data[at + 1 + 2 * slot:at + 3 + 2 * slot] if slot else data[at:at + 3]


def _second(view: View, data: bytes, sheet: Sheet, slot: int, group: int) -> Sequence[int]:
    """A moment's shares of COARSE, after the draw."""
    drew = view.drew
    own, other = min(drew[HOUSE] or 0, lines.SEEN - 1), min(drew[CALLER] or 0, lines.SEEN - 1)
    bucket = data[sheet.strengths + own * STRENGTHS + strength(view.cards)]
    row = ((_group(group, sheet) * lines.SEEN + own) * lines.SEEN + other) * sheet.buckets + bucket
    at = sheet.second + row * book.SECOND_ROW
    if slot:
        return divmod(data[at + 1 + slot], 16)
    return data[at] >> 4, data[at] & 15, data[at + 1] >> 4


def _group(group: int, sheet: Sheet) -> int:
    """A group that the sheet has: there are fewer where stacks are short."""
    if group < sheet.groups:
        return group
    return max(sheet.groups - 2 + (group - 1) % 2, 0)


def _draw(view: View, data: bytes, sheet: Sheet, group: int, luck: Stream) -> Action:
    row = classes.holding_class(view.cards) * sheet.groups + _group(group, sheet)
    at, chosen = sheet.draw + row * book.DRAW_BYTES, luck.below(COARSE)
    for count in range(classes.MOST_THROWN + 1):
        share = data[at + count // 2] >> (0 if count % 2 else 4) & 15
        if chosen < share:
            places = classes.throws(view.cards).get(count, ())
            return Discard(places) if places else STAND_PAT
        chosen -= share
    return STAND_PAT
