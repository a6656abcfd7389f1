"""A caller who reads all that the casino tells of them, over a real call, and what it must say."""

from __future__ import annotations

from datetime import date, datetime

from door.config import Config
from door.marks.marks import BY_WORD, MARKS
from door.views import Hall
from tests.agreement import first, line_of, lines_agree, words
from tests.caller import Caller, club
from tests.fame_nights import FIRST_DAY
from tests.marked import recomputed
from tests.month import Month
from tests.said import HEADINGS, counted, dated, news, page, worth
from tests.streaks import by_hand
from tests.told import TABLES, Books, Line
from tests.tried import days_played


async def pages_agree(month: Month, books: Books, handle: str) -> None:
    """The greeting, N)ews, every page of the Hall, and the marks in S)ettings, word for word."""
    async with club(month.folder, settings=Config(bank=month.settings)) as casino:
        casino.clock.seconds = month.clock()
        caller = await casino.call()
        await caller.enter("p", handle)
        assert in_a_row(books, handle) in caller.said()
        assert await read(caller, "n") == words(news_page(books, handle))
        await read(caller, " ")
        key = "h"
        hall = await casino.bank.hall.hall()
        for wanted in tables(hall, books, handle):
            assert await read(caller, key) == words(wanted)
            key = " "
        if books.seasons_over():
            wall_agrees(" ".join(await read(caller, " ")), books)
        await read(caller, "q")
        await read(caller, "s")
        assert await read(caller, "e") == words(marks_page(month, books, handle))
        await caller.hang_up()


async def read(caller: Caller, key: str) -> list[str]:
    """What that key brings, without the prompt below it."""
    await caller.press(key)
    return words(caller.said().rpartition("\n")[0].split("\n"))


def days_of(books: Books, handle: str) -> set[int]:
    return days_played(books.held, handle, books.starts) | {
        (hand.day - FIRST_DAY).days for hand in books.hands
        if hand.handle == handle and not hand.away}


def in_a_row(books: Books, handle: str) -> str:
    days, today = days_of(books, handle), (books.today - FIRST_DAY).days
    length = by_hand(days, today)
    if length < 2:
        return ""
    return f"{length} days in a row" + (
        "." if today in days else f"; a hand today makes it {length + 1}.")


def news_page(books: Books, handle: str) -> list[str]:
    day = books.last_day()
    assert day is not None
    return [dated(day), f"{counted(books.played[day], 'hand')} at the Poker Table.",
            *(" ".join(fact) for fact in news(books, 3, books.passed(handle)))]


def tables(hall: Hall, books: Books, handle: str) -> list[list[str]]:
    """All twelve; below each the caller's own line, if it is further down. Those who came to the
    same at the same moment stand as in `hall`."""
    pages = []
    for ranking in hall.rankings:
        feat, lines = ranking.table, books.ranked(ranking.table, ranking.season)
        lines_agree(ranking.lines, lines)
        shown = [Line(*line_of(line), 0) for line in ranking.lines]
        own = [] if handle in [line.handle for line in shown] else [
            f"You: number {line.rank}, {worth(feat, line.values)}."
            for line in lines if line.handle == handle]
        pages.append(page(feat, ranking.season, shown, 15) + own)
    return pages


def wall_agrees(text: str, books: Books) -> None:
    """Of each month that is over the champions; where two came to the same at once, both."""
    for season in books.seasons_over():
        for feat in TABLES:
            best = [f"{line.handle}, {worth(feat, line.values)}"
                    for line in first(books.ranked(feat, season))]
            assert all(champion in text for champion in best)
            assert not best or any(f"{HEADINGS[feat][0]} {champion}" in text for champion in best)
        assert f"{date(season // 12, season % 12 + 1, 1):%B %Y} " in text


def marks_page(month: Month, books: Books, handle: str) -> list[str]:
    days = days_of(books, handle)
    earned = recomputed(month.folder / "anteup.db", handle, month.settings.day_starts,
                        days_played(books.held, handle, books.starts))
    yours = [f"{datetime.fromtimestamp(at):%Y-%m-%d} {BY_WORD[word].name} {BY_WORD[word].text}"
             for at, word in sorted((at, word) for word, (at, _) in earned.items())]
    still = [mark.name for mark in MARKS if mark.word not in earned]
    length = by_hand(days, (books.today - FIRST_DAY).days)
    return [f"Marks: {len(earned)} of 20. Days in a row: {length}.",
            "One missed day a week, Monday to Sunday, is forgiven.",
            *(["Yours", *yours] if yours else []), "Still open", f"{', '.join(still)}."]
