"""The words for what told.py has found: pages of the Hall, Last night, and bulletins.

Written anew, so that what the screens make of a figure is held against it as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, datetime

from door.rules.ranks import name
from tests.told import Books, Line, facts, season_of

HEADINGS = {
    "net": ("Net result", "100 hands at least; grants are not counted."),
    "best": ("Best holding", "Shown down at the Poker Table."),
    "broken": ("Banks broken", "In sittings of $200 or more."),
    "pot": ("Biggest pot", "Won in a sitting of $200 or more."),
    "streak": ("Longest winning streak",
               "Hands won in a row; a tie neither counts nor breaks."),
    "medals": ("Deals of the day", "Medals of the days that are over."),
}


def money(chips: int) -> str:
    return f"-${-chips:,}" if chips < 0 else f"${chips:,}"


def counted(number: int, one: str) -> str:
    return f"{number:,} {one}{'' if number == 1 else 's'}"


def dated(day: date) -> str:
    return f"{day:%A}, {day.day} {day:%B %Y}"


def worth(feat: str, values: tuple[int, ...]) -> str:
    if feat == "net":
        return f"{'+' if values[0] > 0 else ''}{money(values[0])} in {counted(values[1], 'hand')}"
    if feat == "medals":
        return ", ".join(f"{count} {metal}" for count, metal
                         in zip(values, ("gold", "silver", "bronze")) if count)
    if feat == "best":
        return name(values[0])
    return money(values[0]) if feat == "pot" else counted(
        values[0], "bank" if feat == "broken" else "hand")


def when(season: int) -> str:
    return f"{date(season // 12, season % 12 + 1, 1):%B %Y}" if season else "all time"


def page(feat: str, season: int, lines: Sequence[Line], most: int) -> list[str]:
    """A table: what it is called, what is in it, and its lines."""
    title, what = HEADINGS[feat]
    return [f"{title}, {when(season)}", what,
            *(f"{line.rank} {line.handle} {worth(feat, line.values)}" for line in lines[:most]),
            *([] if lines else ["Nobody yet."])]


def news(books: Books, most: int, passed: Sequence[str] = ()) -> Iterator[tuple[str, str]]:
    """Last night: a label and what it is for each thing that is told; so many names of a kind."""
    day = books.last_day()
    if day is not None:
        told = facts(books.hands, day)
        yield from (("Biggest pot", _pot(*pot)) for pot in told["pot"][:1])
        yield from (("Worst beat", _beat(*beat)) for beat in told["beat"][:1])
        for label, fact in (("Banks broken", "bank"), ("Streaks over", "streak")):
            if told[fact]:
                yield label, _named([
                    f"{handle} ({money(value) if fact == 'bank' else f'{value} wins'})"
                    for _, handle, value, _, _ in told[fact]], most)
    if passed:
        yield "Passed you", f"{_named(passed, 3)}, in this month's table"
    if books.chalk:
        handle, at, text = books.chalk
        since = datetime.fromtimestamp(at)
        yield "Chalkboard", f'"{text}" ({handle}, {since.day} {since:%B %Y})'


def _pot(fact: str, handle: str, chips: int, other: int, winner: int | None) -> str:
    how = {None: f"split by {handle} and the House", 0: f"won by {handle}",
           1: f"lost by {handle}"}[winner]
    return f"{money(chips)}, {how}"


def _beat(fact: str, handle: str, worse: int, better: int, winner: int | None) -> str:
    pair = (handle, "the House") if winner else ("the House", handle)
    return f"{pair[0]}'s {name(worse)}, beaten by {pair[1]}'s {name(better)}"


def _named(names: Sequence[str], most: int) -> str:
    if len(names) > most:
        return f"{', '.join(names[:most])} and {len(names) - most} more"
    return " and ".join([", ".join(names[:-1]), names[-1]] if names[1:] else names)


def painted_bulletin(books: Books, casino: str) -> list[str]:
    """Row by row."""
    season = season_of(books.today)
    return [f"{casino} The Hall of Fame",
            *page("net", season, books.ranked("net", season), 10), _night(books),
            *(" ".join(fact) for fact in news(books, 2))]


def plain_bulletin(books: Books, casino: str) -> list[str]:
    """The same in sentences."""
    season = season_of(books.today)
    lines = books.ranked("net", season)
    return [f"{casino}: The Hall of Fame.", f"{': '.join(page('net', season, lines, 0)[:2])}",
            *(f"{line.rank}, {line.handle}: {worth('net', line.values)}." for line in lines[:10]),
            *([] if lines else ["Nobody yet."]), _night(books),
            *(f"{label}: {what}." for label, what in news(books, 2))]


def _night(books: Books) -> str:
    day = books.last_day()
    if day is None:
        return "Nobody has played here yet."
    return f"Last night, {dated(day)}: {counted(books.played[day], 'hand')}."
