"""What fame makes of a hand, in memory alone: a caller's fortune, and what a night is told for.

Hands won in a row make a streak; a tie neither breaks it nor counts. A bank is broken by the hand
that leaves the House unable to pay its ante. A pot is famous if the caller won it, a holding if it
was shown down. Banks and pots of sittings under $200 bring no fame, so that neither is farmed.
"""

from collections.abc import Iterator
from datetime import date
from functools import lru_cache
from typing import NamedTuple

from door.rules.house_draw import CALLER, GAME, HOUSE
from door.views import Facts

ALL_TIME = 0        # as a season
BIG_SITTING = 200   # chips to sit down with
LONG_STREAK = 5     # hands, from which on its end is told of
HANDS, NET, RUN, EARLY = range(4)   # of a season's row, as in fame_schema.py
MOST = {"pot": 1, "beat": 1, "bank": 5, "streak": 5}    # stories of a night that are kept
_EPOCH = date(1970, 1, 1).toordinal()


class Deed(NamedTuple):
    """A hand that is done: `net` is the caller's, `left` what the House has behind it."""

    caller_id: int
    hand: str
    at: int
    day: int
    buy_in: int
    net: int
    left: int
    facts: Facts | None


class Story(NamedTuple):
    """As in fame_schema.stories."""

    caller_id: int
    value: int
    other: int
    winner: int | None
    hand: str


@lru_cache(maxsize=64)
def season_of(day: int) -> int:
    """The month of a day since 1970, as year * 12 + month - 1."""
    found = date.fromordinal(_EPOCH + day)
    return found.year * 12 + found.month - 1


def seasons_days(season: int) -> range:
    """The days of a season."""
    first, following = (date(number // 12, number % 12 + 1, 1).toordinal() - _EPOCH
                        for number in (season, season + 1))
    return range(first, following)


def breaks_the_bank(deed: Deed) -> bool:
    return deed.net > 0 and deed.left < GAME.ante


def was_shown(facts: Facts | None) -> bool:
    """Whether both holdings were: nobody folded."""
    return facts is not None and facts.folded is None


class Fortune:
    """What is kept of one caller: a row a season, and the feats with value and `early`."""

    __slots__ = ("seasons", "feats")

    def __init__(self) -> None:
        self.seasons: dict[int, list[int]] = {}
        self.feats: dict[tuple[int, str], tuple[int, int]] = {}

    def count(self, season: int, deed: Deed) -> list[str]:
        """A hand more in that season; the feats that are greater now."""
        row = self.seasons.setdefault(season, [0, 0, 0, -deed.at])
        row[HANDS] += 1
        if deed.net:
            row[NET] += deed.net
            row[RUN] = row[RUN] + 1 if deed.net > 0 else 0
            row[EARLY] = -deed.at
        greater = []
        for feat, value in self._feats(season, deed, row[RUN]):
            if value > self.value(season, feat):
                self.feats[season, feat] = value, -deed.at
                greater.append(feat)
        return greater

    def _feats(self, season: int, deed: Deed, run: int) -> Iterator[tuple[str, int]]:
        facts = deed.facts
        if facts is not None and was_shown(facts):
            yield "best", facts.best
        if deed.net <= 0:
            return
        yield "streak", run
        if deed.buy_in >= BIG_SITTING:
            if facts is not None:
                yield "pot", facts.pot
            if breaks_the_bank(deed):
                yield "broken", self.value(season, "broken") + 1

    def value(self, season: int, feat: str) -> int:
        return self.feats.get((season, feat), (0, 0))[0]


def stories(deed: Deed, run: int) -> Iterator[tuple[str, Story]]:
    """What may be told of a hand, by fact: nothing that was not shown; `run` hands had been won
    in a row before it."""
    caller_id, hand, facts = deed.caller_id, deed.hand, deed.facts
    winner = CALLER if deed.net > 0 else HOUSE if deed.net else None
    if facts is not None and was_shown(facts):
        yield "pot", Story(caller_id, facts.pot, 0, winner, hand)
        if deed.net:
            worse, better = sorted((facts.best, facts.house_best))
            yield "beat", Story(caller_id, worse, better, winner, hand)
    if breaks_the_bank(deed):
        yield "bank", Story(caller_id, deed.buy_in, 0, winner, hand)
    if deed.net < 0 and run >= LONG_STREAK:
        yield "streak", Story(caller_id, run, 0, winner, hand)


class Tales:
    """The stories of one fact in one night: the greatest few, and how many there were (1 of
    those of which one alone is kept). Of equal ones the earlier stands first.
    """

    __slots__ = ("best", "count", "_most")

    def __init__(self, fact: str, best: list[Story] | None = None, count: int = 0) -> None:
        self.best, self.count, self._most = best or [], count, MOST[fact]

    def add(self, story: Story) -> bool:
        """Whether that changes what is told: of what is counted, any does."""
        self.count += self._most > 1 or not self.count
        place = len(self.best)
        while place and self.best[place - 1].value < story.value:
            place -= 1
        if place < self._most:
            self.best[place:] = [story, *self.best[place:]][:self._most - place]
        return place < self._most or self._most > 1
