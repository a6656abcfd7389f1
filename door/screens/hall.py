"""The Hall of Fame: a page for each table of the season and of all time, and the past seasons.

Fifteen lines a table, ten on narrow screens; who is further down reads their own line below.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date

from door.rules.ranks import CATEGORIES, category, name
from door.screens import frame
from door.screens.pages import Reading
from door.screens.typesetting import PAGE_WIDTH, Text
from door.views import Fame, Hall, Plaque, Ranking

MOST, MOST_NARROW, MOST_PRINTED = 15, 10, 10    # lines of a table
# What each table is called, and what is in it.
TABLES = {
    "net": ("Net result", "100 hands at least; grants are not counted."),
    "best": ("Best holding", "Shown down at the Poker Table."),
    "broken": ("Banks broken", "In sittings of $200 or more."),
    "pot": ("Biggest pot", "Won in a sitting of $200 or more."),
    "streak": ("Longest winning streak", "Hands won in a row; a tie neither counts nor breaks."),
    "medals": ("Deals of the day", "Medals of the days that are over."),
}
_SHORT = {"net": "Net", "best": "Holding", "broken": "Banks", "pot": "Pot", "streak": "Streak",
          "medals": "Medals"}
NOBODY = "Nobody yet."
EMPTY = "Practice: no fame is won here."
PAST = "Past seasons"


def season_name(season: int) -> str:
    """ "November 2026", or "all time"."""
    return f"{date(season // 12, season % 12 + 1, 1):%B %Y}" if season else "all time"


def title(ranking: Ranking) -> str:
    return f"{TABLES[ranking.table][0]}, {season_name(ranking.season)}"


def counted(number: int, one: str, many: str = "") -> str:
    """1 bank, 2 banks."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def worth(table: str, values: Sequence[int]) -> str:
    """What a line of a table is there for."""
    if table == "net":
        return f"{'+' * (values[0] > 0)}{frame.dollars(values[0])} in {counted(values[1], 'hand')}"
    if table == "medals":
        return ", ".join(f"{count} {metal}" for count, metal in zip(
            values, ("gold", "silver", "bronze")) if count)
    if table == "best":
        return name(values[0])
    if table == "pot":
        return frame.dollars(values[0])
    return counted(values[0], "bank" if table == "broken" else "hand")


def short_worth(table: str, values: Sequence[int]) -> str:
    """The same in at most 15 columns."""
    if table == "best" and len(name(values[0])) > 15:
        return CATEGORIES[category(values[0])]
    if table == "medals":
        return " ".join(f"{count}{metal}" for count, metal in zip(values, "gsb"))
    return worth(table, values).partition(" in ")[0]


def _row(table: str, line: Fame, width: int) -> str:
    if width >= PAGE_WIDTH:
        return f"{line.rank:>4}  {line.handle:<22}{worth(table, line.values)}"
    return f"{line.rank:>2} {line.handle[:19]:<19} {short_worth(table, line.values)}"


def _own(ranking: Ranking, shown: Sequence[Fame]) -> str:
    """The asker's own line, where it is not among those; "" without one."""
    mine = ranking.mine
    if mine is None or mine in shown:
        return ""
    place = f"number {mine.rank}" if mine.rank else "beyond the first hundred"
    return f"You: {place}, {worth(ranking.table, mine.values)}."


def chapters(hall: Hall, width: int = PAGE_WIDTH) -> list[list[str]]:
    """A page for each table, and the plaques."""
    if not hall.rankings:
        return [[EMPTY]]
    most = MOST if width >= PAGE_WIDTH else MOST_NARROW
    return [*(_page(ranking, width, most) for ranking in hall.rankings),
            *([_wall(hall.plaques, width)] if hall.plaques else [])]


def _page(ranking: Ranking, width: int, most: int) -> list[str]:
    shown = ranking.lines[:most]
    own = _own(ranking, shown)
    return [f"={title(ranking)}", TABLES[ranking.table][1],
            *([_row(ranking.table, line, width) for line in shown] or ["", NOBODY]),
            *(["", own] if own else [])]


def _wall(plaques: Sequence[Plaque], width: int) -> list[str]:
    """What hangs of the past seasons, the newest first."""
    rows: list[str] = []
    for plaque in plaques:
        if plaque.champions:
            rows += [*([""] if rows else []), f"={season_name(plaque.season)}",
                     *_engraved(plaque, width)]
    return rows or [f"={PAST}", NOBODY]


def _engraved(plaque: Plaque, width: int) -> Iterator[str]:
    """A row for each champion; the second of a table has no heading of its own."""
    above = ""
    for table, line in plaque.champions:
        wide, short = ("", "") if table == above else (TABLES[table][0], _SHORT[table])
        above = table
        if width >= PAGE_WIDTH:
            yield f"{wide:<24}{_champion(table, line)}"
        else:
            yield f"{short:<8}{line.handle[:14]:<15}{short_worth(table, line.values)}"


def _champion(table: str, line: Fame) -> str:
    return f"{line.handle}, {worth(table, line.values)}"


def facts(hall: Hall) -> list[list[str]]:
    """The same for who listens: "label: value", a page for each table."""
    if not hall.rankings:
        return [[EMPTY]]
    return [*(list(_facts(ranking)) for ranking in hall.rankings),
            *([f"{season_name(plaque.season)}, {TABLES[table][0].lower()}: "
               f"{_champion(table, line)}." for table, line in plaque.champions]
              for plaque in hall.plaques if plaque.champions)]


def _facts(ranking: Ranking) -> Iterator[str]:
    shown = ranking.lines[:MOST_PRINTED]
    yield f"{title(ranking)}: {TABLES[ranking.table][1].lower() if shown else NOBODY.lower()}"
    for line in shown:
        yield f"{line.rank}, {line.handle}: {worth(ranking.table, line.values)}."
    if own := _own(ranking, shown):
        yield own


class HallPages(Reading):
    """Set anew for each width: there are fewer lines on narrow screens."""

    __slots__ = ("_hall",)

    def __init__(self, sign: frame.Sign, hall: Hall, printed: Sequence[Text],
                 any_key: str) -> None:
        self._hall = hall
        super().__init__(sign, "The Hall of Fame", [], printed, any_key)

    def chapters(self, width: int) -> Sequence[Text]:
        return chapters(self._hall, width)
