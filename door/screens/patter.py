"""When the dealer says something: their own luck, only what everybody can see, and what the house
knows of the caller from before.

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
_RARE = frozenset(("career", "milestone", "record", "hot", "cold", "all in", "caller big",
                   "house big", "beat", "bluff", "tie"))
_MANY = 3                   # cards of the House's that are worth a word
_FEW = 3                    # of the caller's: more are bytes enough for a slow line
_STREAK, _MUCH, _MILE, _LONG_MILE = 3, 100, 25, 100
_AWAY, _DAILY, _FRESH = 7, 3, 7     # days: gone for so long; here in a row; remembered for


class Known(NamedTuple):
    """What the house knows of a caller who sits down. `hands` in all, and the biggest `pot` of
    them; days since their last hand (`away`, None before the first) and since they last broke the
    bank (`broke`, None: never); days in a `row`; whether the `chalk` on the board is theirs."""

    hands: int = 0
    pot: int = 0
    away: int | None = None
    row: int = 0
    broke: int | None = None
    chalk: bool = False


class Past(NamedTuple):
    """What a dealer remembers of the caller: hands of this sitting, dollars won or lost tonight,
    and hands won (or lost, negative) one after the other, ties left aside.
    `known` is from before, None of a stranger."""

    hands: int = 0
    tonight: int = 0
    streak: int = 0
    known: Known | None = None

    @property
    def career(self) -> int:
        """Hands in all, of somebody who had played before; else 0."""
        return self.known.hands + self.hands if self.known and self.known.hands else 0

    def after(self, told: Sequence[ev.Event], tonight: int) -> Past:
        """The same when what was told has happened: a hand may have ended."""
        awards = [event for event in told if isinstance(event, ev.PotAwarded)]
        if not awards:
            return self
        won = 0 if len(awards) > 1 else 1 if awards[0].seat == CALLER else -1
        streak = self.streak + won if self.streak * won >= 0 else won
        pot = sum([award.amount for award in awards])
        known = self.known and self.known._replace(pot=max(pot, self.known.pot))
        return Past(self.hands + 1, tonight, streak, known)


def patter(told: Sequence[ev.Event], hand: str, said: int, dealer: Dealer = DOT,
           past: Past = Past()) -> str:
    """A remark on what happened, often none; `said` counts the steps of the hand so far."""
    seen = [event.seen_by(ev.PUBLIC) for event in told]
    for occasion in _occasions(seen, past):
        luck = crc32(f"patter {hand} {said} {occasion}".encode())
        if luck % 10 < (_OFTEN if occasion in _RARE else _SELDOM):
            return _said(dealer, occasion, luck // 10, past.career)
    return ""


def greeting(dealer: Dealer, sitting: str, known: Known | None = None) -> str:
    """What is said to somebody who sits down, or to a stranger."""
    for occasion in _welcomes(known):
        luck = crc32(f"{occasion} {sitting}".encode())
        if luck % 10 < _OFTEN:
            return _said(dealer, occasion, luck)
    return _said(dealer, "hello", crc32(f"hello {sitting}".encode()))


def _welcomes(known: Known | None) -> Iterator[str]:
    """What there is to say to somebody who comes, the rarest first."""
    if known is None:
        return
    if known.away is None:
        yield "new"
    elif known.away >= _AWAY:
        yield "away"
    elif known.away and known.row >= _DAILY:
        yield "daily"
    if known.broke is not None and known.broke <= _FRESH:
        yield "broke"
    if known.chalk:
        yield "chalk"


def _said(dealer: Dealer, occasion: str, luck: int, number: int = 0) -> str:
    sayings = dealer.sayings[occasion]
    return f'"{sayings[luck % len(sayings)]}"'.replace("#", f"{number:,}")


def _occasions(told: Sequence[ev.Event], past: Past) -> Iterator[str]:
    """What there is to speak of, the last and the rarest first."""
    for event in reversed(told):
        if isinstance(event, ev.PotAwarded):
            yield from _end(event, told, past)
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


def _end(award: ev.PotAwarded, told: Sequence[ev.Event], past: Past) -> Iterator[str]:
    winner = _who(award.seat)
    if award.shared > 1:
        yield "tie"
        return
    if award.seat == CALLER and past.known and past.known.pot < award.amount and (
            past.career >= _LONG_MILE):
        yield "record"
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
    if past.career and past.career % _LONG_MILE == 0:
        yield "career"
    if past.hands and past.hands % _MILE == 0:
        yield "milestone"
    if abs(past.streak) >= _STREAK:
        yield "hot" if past.streak > 0 else "cold"
    if abs(past.tonight) >= _MUCH:
        yield "ahead" if past.tonight > 0 else "behind"
    yield "ante"


def _who(seat: int) -> str:
    return "caller" if seat == CALLER else "house"
