"""What the casino tells, held against what its records come to: each asks, makes it anew, and
asserts. Each returns how much there was to compare.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from unittest.mock import patch

from ansi.art import load
from door.bank import Bank
from door.cli import main
from door.marks.streak import streak
from door.proof.replay import replay
from door.views import Fame, Hall, LastNight
from tests.fame_nights import FIRST_DAY, turn_of
from tests.marked import recomputed
from tests.month import Month
from tests.said import painted_bulletin, plain_bulletin
from tests.streaks import by_hand
from tests.told import TABLES, Books, Line, facts, season_of
from tests.tried import Held, Tried, days_played

CASINO = "Brass Lantern Casino"
KEPT = {"pot": 1, "beat": 1, "bank": 5, "streak": 5}    # stories of a night


def books_of(month: Month) -> Books:
    return Books.of(month.folder / "anteup.db", month.clock(), month.starts, month.board)


async def hall_agrees(bank: Bank, books: Books, handle: str) -> Counter[str]:
    """Every table of the month and of all time, that caller's own lines, and the plaques."""
    caller, season = await bank.find(handle), season_of(books.today)
    assert caller is not None
    hall, seen = await bank.hall.hall(caller.id), Counter[str]()
    assert hall.season == season
    assert [(each.season, each.table) for each in hall.rankings] == [
        (each, feat) for each in (season, 0) for feat in TABLES]
    for ranking in hall.rankings:
        wanted = books.ranked(ranking.table, ranking.season)
        lines_agree(ranking.lines, wanted)
        own = next((line for line in wanted if line.handle == handle), None)
        assert (ranking.mine and line_of(ranking.mine)) == (own and own[:3])
        seen[ranking.table] += len(wanted)
    plaques_agree(hall, books)
    seen["plaques"] += len(hall.plaques)
    return seen


def lines_agree(lines: Sequence[Fame], wanted: list[Line]) -> None:
    """The first fifteen. Who came to the same at the same moment may stand in either order."""
    found = {line.handle: line for line in wanted}
    assert all(line_of(line) == found[line.handle][:3] for line in lines)
    assert len({line.handle for line in lines}) == len(lines)
    assert [(line.rank, found[line.handle].since) for line in lines] == [
        (line.rank, line.since) for line in wanted[:15]]


def line_of(line: Fame) -> tuple[int, str, tuple[int, ...]]:
    return line.rank, line.handle, line.values


def plaques_agree(hall: Hall, books: Books) -> None:
    """The months that are over, the newest first, each with its champions."""
    assert [plaque.season for plaque in hall.plaques] == books.seasons_over()
    for plaque in hall.plaques:
        wanted = {feat: lines for feat in TABLES if (lines := books.ranked(feat, plaque.season))}
        assert list(dict.fromkeys(feat for feat, _ in plaque.champions)) == list(wanted)
        assert sorted((feat, line_of(champion)) for feat, champion in plaque.champions) == sorted(
            (feat, line[:3]) for feat, lines in wanted.items() for line in first(lines))


def first(lines: Sequence[Line]) -> list[Line]:
    """Who stands first in a table; all of them, where they came to it at once."""
    return [line for line in lines
            if (line.rank, line.since) == (lines[0].rank, lines[0].since)]


async def night_agrees(bank: Bank, books: Books, handle: str) -> Counter[str]:
    """Last night, as that caller hears of it."""
    caller = await bank.find(handle)
    assert caller is not None
    told = await bank.hall.last_night(caller.id)
    assert (told.chalk and (told.chalk.handle, told.chalk.at, told.chalk.text)) == books.chalk
    passed = books.passed(handle)
    assert (told.passed, told.passed_count) == (tuple(passed[:5]), len(passed))
    return _stories_agree(told, books) + Counter(passed=len(passed), chalk=bool(books.chalk))


def _stories_agree(told: LastNight, books: Books) -> Counter[str]:
    day, night = books.last_day(), told.night
    if day is None or night is None:
        assert day is None and night is None
        return Counter()
    assert FIRST_DAY + timedelta(night.day) == day
    assert night.ended == turn_of(day + timedelta(1), books.starts)
    assert night.hands == books.played[day]
    wanted = facts(books.hands, day)
    assert [(each.fact, each.handle, each.value, each.other, each.winner)
            for each in night.stories] == [
                each for fact, most in KEPT.items() for each in wanted[fact][:most]]
    assert (night.banks, night.streaks) == (len(wanted["bank"]), len(wanted["streak"]))
    return Counter({f"story of a {fact}": len(each) for fact, each in wanted.items()})


async def bulletins_agree(month: Month, books: Books) -> None:
    """The three files, as `anteup bulletin` writes them beside the server, word for word."""
    (month.folder / "anteup.ini").write_text(f"[bank]\nday_starts = {month.starts}\n")
    out = month.folder / "bulletins"
    with patch("door.bank.hall_counter.clock", month.clock):
        assert await asyncio.to_thread(main, ["bulletin", "--data", str(month.folder)]) == 0
    picture = load((out / "anteup.ans").read_bytes(), 80, 24)
    rows = [picture.row_text(row).replace("\u2500", "-") for row in range(24)]
    painted = painted_bulletin(books, CASINO)
    assert words(rows) == words((out / "anteup.asc").read_text().split("\n")) == words(painted)
    plain = (out / "anteup.txt").read_text().split("\n")
    assert words(plain) == words(plain_bulletin(books, CASINO))


def words(rows: Sequence[str]) -> list[str]:
    """All of them, whatever the rows they stand in; a rule is no word."""
    return [word for row in rows for word in row.split() if set(word) != {"-"}]


async def contests_agree(bank: Bank, books: Books) -> Counter[str]:
    """Each contest is of its day or week, and its ranks are those of its deals; what was dealt is
    played again."""
    seen = Counter[str]()
    for held in books.held:
        _times_agree(held, books.starts)
        standing = await bank.contests.standing(held.id, 1000)
        assert [(each.rank, each.handle, each.net) for each in standing.placings] == held.placed()
        assert standing.playing == sum(tried.state == "open" for tried in held.tries)
        assert not standing.playing or held.ends > books.now
        for tried in held.tries:
            await _deals_agree(bank, held, tried.id)
            seen["closed"] += tried.over_at is not None and tried.over_at >= held.ends
        seen[held.kind] += len(held.tries)
    return seen


def _times_agree(held: Held, starts: str) -> None:
    following = held.day + timedelta(7 if held.kind == "week" else 1)
    assert (held.begins, held.ends) == (turn_of(held.day, starts), turn_of(following, starts))
    assert held.kind == "day" or held.day.weekday() == 0
    for tried in held.tries:
        _chips_agree(held, tried)


def _chips_agree(held: Held, tried: Tried) -> None:
    """From deal to deal; what is dealt when the contest is over costs the ante and is folded, but
    for who is all in with the ante, and so cannot fold."""
    stacks = (held.stack, held.stack)
    for deal in tried.deals:
        assert held.begins <= deal.dealt_at
        assert deal.before == stacks and sum(deal.after or stacks) == 2 * held.stack
        if held.kind == "week" and deal.after:
            stacks = (deal.after[0], deal.after[1])
        if deal.dealt_at >= held.ends:
            assert deal.dealt_at == tried.over_at
            assert min(deal.before) == 5 or deal.after[0] == deal.before[0] - 5
    if tried.state == "done":
        assert len(tried.deals) == held.deals or min(stacks) < 5


async def _deals_agree(bank: Bank, held: Held, try_id: int) -> None:
    for stored in await bank.contests.hands(try_id):
        again = replay(stored.record)
        if stored.record.state == "done":
            assert again.over and again.steps[-1].view.stacks == stored.ended_stacks


async def caller_agrees(bank: Bank, month: Month, books: Books, handle: str) -> Counter[str]:
    """Their figures, days, streak of days and marks; days are those of contests as well."""
    caller, today = await bank.find(handle), (books.today - FIRST_DAY).days
    assert caller is not None
    mine = [hand for hand in books.hands if hand.handle == caller.handle]
    figures = await bank.past.figures(caller.id)
    assert (figures.hands, figures.net) == (len(mine), sum(hand.net for hand in mine))
    tried = days_played(books.held, handle, books.starts)
    days = tried | {(hand.day - FIRST_DAY).days for hand in mine if not hand.away}
    assert await bank.marks.days(caller.id) == days
    assert streak(days, today) == by_hand(days, today)
    earned = {mark.mark: (mark.at, mark.hand) for mark in await bank.marks.earned(caller.id)}
    assert earned == recomputed(month.folder / "anteup.db", handle, month.settings.day_starts,
                                tried)
    return Counter(marks=len(earned), days=len(tried), away=sum(hand.away for hand in mine))
