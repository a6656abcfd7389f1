"""The twenty marks: a name, a line of text, and what a hand must be to earn it.

Each asks a hand as its caller saw it (seen.py), and where it must the career of the caller, that
hand counted in. Their words are in stores: a mark may get another name, but not another word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import NamedTuple

from door.marks.seen import Seen, seen
from door.marks.streak import streak
from door.rules import events as ev
from door.rules.house_draw import CALLER, GAME, HOUSE
from door.rules.ranks import (FLUSH, FULL_HOUSE, HIGH_CARD, PAIR, QUADS, STRAIGHT_FLUSH, category,
                              strength)
from door.views import Career

RUN = 10            # hands won in a row; a tie neither counts nor breaks, as in the Hall
NIGHTS = 7          # days in a row
REAL_MONEY = 100    # dollars: the least buy-in to come back to from nearly nothing
NEARLY_NOTHING = 20
_ACE = 12
_PRESSURE = (ev.BetMade, ev.Raised)

Earns = Callable[[Seen, Career, int], bool]     # the hand, the career, today


class Mark(NamedTuple):
    """`word` is what stores call it."""

    word: str
    name: str
    text: str
    earns: Earns


def _check_raise(hand: Seen, career: Career, today: int) -> bool:
    mine = [event for event in hand.last_round if getattr(event, "seat", HOUSE) == CALLER]
    return (_pushed_out(hand) and isinstance(mine[0], ev.Checked)
            and isinstance(mine[-1], ev.Raised) and hand.kind() <= PAIR)


def _pushed_out(hand: Seen) -> bool:
    """Whether the House folded to a bet or a raise."""
    return hand.folded == HOUSE and isinstance(hand.last_round[-2:][0], _PRESSURE)


def _pat_on_nothing(hand: Seen, career: Career, today: int) -> bool:
    return hand.won and hand.thrown == () and hand.kind() == HIGH_CARD


def _bluff(hand: Seen, career: Career, today: int) -> bool:
    return _pushed_out(hand) and hand.kind() == HIGH_CARD


def _snapped_off(hand: Seen, career: Career, today: int) -> bool:
    return (hand.won and bool(hand.shown) and bool(hand.after)
            and isinstance(hand.after[-1], ev.Called) and hand.after[-1].seat == CALLER
            and hand.kind() <= PAIR and category(strength(hand.shown)) == HIGH_CARD)


def _three_raises(hand: Seen, career: Career, today: int) -> bool:
    return hand.won and any(isinstance(event, ev.Raised) and event.raises == 3
                            for event in (*hand.before, *hand.after))


def _all_in(hand: Seen, career: Career, today: int) -> bool:
    return hand.won and not hand.chips


def _drew(cards: int) -> Earns:
    def earns(hand: Seen, career: Career, today: int) -> bool:
        return hand.won and hand.thrown is not None and len(hand.thrown) == cards
    return earns


def _came_in(hand: Seen, career: Career, today: int) -> bool:
    if hand.thrown is None or len(hand.thrown) != 1:
        return False
    kept = [card for place, card in enumerate(hand.dealt) if place not in hand.thrown]
    return (len({card.suit for card in kept}) == 1 and hand.kind() in (FLUSH, STRAIGHT_FLUSH)
            and category(strength(hand.dealt)) not in (FLUSH, STRAIGHT_FLUSH))


def _ace_high(hand: Seen, career: Career, today: int) -> bool:
    return (hand.won and bool(hand.shown) and hand.kind() == HIGH_CARD
            and max(hand.held).rank == _ACE)


def _held(kind: int) -> Earns:
    def earns(hand: Seen, career: Career, today: int) -> bool:
        return hand.folded != CALLER and hand.kind() == kind
    return earns


def _lost_with_plenty(hand: Seen, career: Career, today: int) -> bool:
    return hand.lost and bool(hand.shown) and hand.kind() >= FULL_HOUSE


def _run(hand: Seen, career: Career, today: int) -> bool:
    return career.run >= RUN


def _broke_the_bank(hand: Seen, career: Career, today: int) -> bool:
    return hand.stacks[HOUSE] < GAME.ante


def _up_by_half(hand: Seen, career: Career, today: int) -> bool:
    return 2 * hand.stacks[CALLER] >= 3 * career.buy_in


def _came_back(hand: Seen, career: Career, today: int) -> bool:
    return (career.buy_in >= REAL_MONEY and career.lowest <= NEARLY_NOTHING
            and hand.stacks[CALLER] >= career.buy_in)


def _hands(number: int) -> Earns:
    def earns(hand: Seen, career: Career, today: int) -> bool:
        return career.hands >= number
    return earns


def _nights(hand: Seen, career: Career, today: int) -> bool:
    return streak(career.days, today) >= NIGHTS


MARKS = (
    Mark("check-raise", "Sandbagger", "Check-raised the House off with only a pair.",
         _check_raise),
    Mark("pat-on-nothing", "Poker Face", "Stood pat on nothing at all, and won.",
         _pat_on_nothing),
    Mark("bluff", "All Hat", "Bet on nothing, and the House believed you.", _bluff),
    Mark("snapped-off", "House Detective", "Called with little; the House had nothing.",
         _snapped_off),
    Mark("three-raises", "Up the Stairs", "Three raises in one round, and your pot.",
         _three_raises),
    Mark("all-in", "Shirt and Shoes", "Your last chip went in, and all came home.", _all_in),
    Mark("drew-four", "One to Grow On", "Kept one card, drew four, and won.", _drew(4)),
    Mark("drew-five", "Clean Slate", "Threw the whole hand away, and won.", _drew(5)),
    Mark("came-in", "Last of Its Suit", "Drew one card to a flush, and here it came.", _came_in),
    Mark("ace-high", "Ace in the Window", "Showed ace high, and it was good.", _ace_high),
    Mark("quads", "Four Sisters", "Four of a kind. They travel together.", _held(QUADS)),
    Mark("straight-flush", "Sunday Best", "A straight flush. Most never hold one.",
         _held(STRAIGHT_FLUSH)),
    Mark("lost-with-plenty", "Coffee on Us", "Lost with a full house or better. Sit down.",
         _lost_with_plenty),
    Mark("run", "Ten in a Row", "Won ten hands in a row; ties do not count.", _run),
    Mark("bank", "Lights Out", "Took the House's last chips off the table.", _broke_the_bank),
    Mark("up-by-half", "Needs a Rack", "Up by half on what you sat down with.", _up_by_half),
    Mark("came-back", "Back from the Door", "Down to $20 or less, and all the way back.",
         _came_back),
    Mark("hundred", "Seat Is Warm", "A hundred hands at our table.", _hands(100)),
    Mark("thousand", "Name on the Chair", "A thousand hands at our table.", _hands(1000)),
    Mark("seven-days", "Seven Lamps", "Played seven days in a row.", _nights),
)
BY_WORD = {mark.word: mark for mark in MARKS}


def after(career: Career, hand: Seen, today: int, away: bool = False) -> Career:
    """The career with one hand more, which ended today; `away`: by the clock, and nobody played."""
    run = career.run + 1 if hand.won else 0 if hand.lost else career.run
    return replace(career, hands=career.hands + 1, run=run,
                   days=career.days if away or today in career.days else career.days | {today},
                   lowest=min(career.lowest, hand.stacks[CALLER]))


def earned(career: Career, hand: Seen, today: int,
           away: bool = False) -> tuple[Career, tuple[str, ...]]:
    """The career with that hand and the marks it brings, and the words of these marks."""
    now = after(career, hand, today, away)
    found = tuple([mark.word for mark in MARKS
                   if mark.word not in now.marks and mark.earns(hand, now, today)])
    return replace(now, marks=now.marks.union(found)) if found else now, found


def earned_again(career: Career, told: Iterable[object], today: int,
                 away: bool) -> tuple[Career, tuple[str, ...]]:
    """earned() by a hand of these events, of whoever kept them; what is no event tells nothing."""
    hand = seen(event for event in told if isinstance(event, ev.Event))
    return earned(career, hand, today, away)
