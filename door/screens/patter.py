"""When the dealer says something: their own luck, and only what everybody can see.

The luck is cosmetic; it is seeded from the hand's name, never from its deck (RULEBOOK 1.13). What
happened is cut as for an onlooker before it is looked at, so that no hidden card can count, not
even the caller's own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple
from zlib import crc32

from door.rules import events as ev
from door.rules.house_draw import CALLER, GAME
from door.rules.ranks import FULL_HOUSE, HIGH_CARD, TRIPS, category
from door.screens.dealers import DOT, Dealer

_SELDOM, _OFTEN = 4, 7      # times out of ten
_RARE = frozenset(("milestone", "hot", "cold", "all in", "caller big", "house big", "beat", "bluff",
                   "tie"))
_MANY = 3                   # cards of the House's that are worth a word
_FEW = 3                    # of the caller's: more are bytes enough for a slow line
_STREAK, _MUCH, _MILE = 3, 100, 25


class Past(NamedTuple):
    """What a dealer remembers of the caller: hands before this one, dollars won or lost tonight,
    and hands won (or lost, negative) one after the other."""

    hands: int = 0
    tonight: int = 0
    streak: int = 0

    def after(self, told: Sequence[ev.Event], tonight: int) -> Past:
        """The same when what was told has happened: a hand may have ended."""
        awards = [event for event in told if isinstance(event, ev.PotAwarded)]
        if not awards:
            return self
        if len(awards) > 1:
            return Past(self.hands + 1, tonight)
        won = 1 if awards[0].seat == CALLER else -1
        return Past(self.hands + 1, tonight,
                    self.streak + won if self.streak * won > 0 else won)


def patter(told: Sequence[ev.Event], hand: str, said: int, dealer: Dealer = DOT,
           past: Past = Past()) -> str:
    """A remark on what happened, often none; `said` counts the steps of the hand so far."""
    seen = [event.seen_by(ev.PUBLIC) for event in told]
    for occasion in _occasions(seen, past):
        luck = crc32(f"patter {hand} {said} {occasion}".encode())
        if luck % 10 < (_OFTEN if occasion in _RARE else _SELDOM):
            return _said(dealer, occasion, luck // 10)
    return ""


def greeting(dealer: Dealer, sitting: str) -> str:
    """What is said to somebody who sits down."""
    return _said(dealer, "hello", crc32(f"hello {sitting}".encode()))


def _said(dealer: Dealer, occasion: str, luck: int) -> str:
    sayings = dealer.sayings[occasion]
    return f'"{sayings[luck % len(sayings)]}"'


def _occasions(told: Sequence[ev.Event], past: Past) -> Iterator[str]:
    """What there is to speak of, the last and the rarest first."""
    for event in reversed(told):
        if isinstance(event, ev.PotAwarded):
            yield from _end(event, told)
            return
        if isinstance(event, (ev.BetMade, ev.Raised)):
            yield from _bet(event)
            return
        if isinstance(event, ev.CardsDrawn):
            yield from _draws([each for each in told if isinstance(each, ev.CardsDrawn)])
            return
        if isinstance(event, ev.AntePosted):
            yield from _ante(past)
            return


def _end(award: ev.PotAwarded, told: Sequence[ev.Event]) -> Iterator[str]:
    winner = _who(award.seat)
    if award.shared > 1:
        yield "tie"
        return
    if award.strength is None:
        yield "house folds" if award.seat == CALLER else "caller folds"
        return
    kinds = {event.seat: category(event.strength) for event in told
             if isinstance(event, ev.HoldingShown)}
    if kinds.get(award.seat, HIGH_CARD) >= FULL_HOUSE:
        yield f"{winner} big"
    elif winner == "house" and kinds.get(CALLER, HIGH_CARD) >= TRIPS:
        yield "beat"
    elif winner == "caller" and kinds.get(1 - CALLER) == HIGH_CARD:
        yield "bluff"
    yield f"{winner} wins"


def _bet(event: ev.BetMade | ev.Raised) -> Iterator[str]:
    if event.all_in:
        yield "all in"
    if isinstance(event, ev.BetMade):
        yield f"{_who(event.seat)} bets"
        return
    if event.raises == GAME.limits.raises:
        yield "capped"
    yield f"{_who(event.seat)} raises"


def _draws(drawn: Sequence[ev.CardsDrawn]) -> Iterator[str]:
    counts = {event.seat: event.count for event in drawn}
    if counts.get(CALLER, 0) > _FEW:
        return
    for seat, count in counts.items():
        if not count:
            yield f"{_who(seat)} pat"
        elif seat != CALLER and count >= _MANY:
            yield "house many"


def _ante(past: Past) -> Iterator[str]:
    if past.hands and past.hands % _MILE == 0:
        yield "milestone"
    if abs(past.streak) >= _STREAK:
        yield "hot" if past.streak > 0 else "cold"
    if abs(past.tonight) >= _MUCH:
        yield "ahead" if past.tonight > 0 else "behind"
    yield "ante"


def _who(seat: int) -> str:
    return "caller" if seat == CALLER else "house"
