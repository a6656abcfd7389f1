"""The Hall of Fame: its tables, and the champions of the seasons that are over.

A season is a month of casino's days, written as year * 12 + month - 1; 0 is all time.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fame:
    """A line of a table in the Hall. Equal values have one rank; rank 0: too far down to count.

    `values` are: net, the chips and the hands they took; best, a strength (ranks.strength);
    pot, chips; broken and streak, how many; medals, those of gold, silver and bronze.
    """

    rank: int
    caller_id: int
    handle: str
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ranking:
    """The best of a `table`: net, best, broken, pot, streak or medals. `mine` is the asker's own
    line, None where they are not in it."""

    table: str
    season: int
    lines: tuple[Fame, ...]
    mine: Fame | None = None


@dataclass(frozen=True, slots=True)
class Plaque:
    """A season that is over: of each table its name and its champion, of some more than one: who
    came to the same in the same second."""

    season: int
    champions: tuple[tuple[str, Fame], ...]


@dataclass(frozen=True, slots=True)
class Hall:
    """All tables, those of the season of now and of all time, and the past seasons, newest first.
    """

    season: int
    rankings: tuple[Ranking, ...] = ()
    plaques: tuple[Plaque, ...] = ()
