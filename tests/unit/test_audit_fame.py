"""The audit of fame, honours, marks and callers' rows: what is named, and what cannot be known."""

from __future__ import annotations

import asyncio
import gzip
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest

from door.bank import chain, contest_chain
from door.bank.audit import Play, audit, faults
from door.bank.audit.marks import RUN, Done, Marks
from door.bank.days import FROZEN
from door.bank.examination import audited
from door.bank.statements import Desk
from door.floor.floor import Floor
from door.floor.seeds import Seeds
from door.marks.marks import earned_again
from door.proof.judge import judge
from door.views import Career
from tests import open_nights, random_nights
from tests.books import Clock, alter, bank_in, desk_at
from tests.flips import breakable

DAY = 24 * 3600
OLD = Path(__file__).parents[1] / "stores" / "anteup-0002.db.gz"


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three months with a season that is over between two others."""
    folder = tmp_path_factory.mktemp("casino")
    asyncio.run(open_nights.fill(folder, 210, 46))
    return folder / "anteup.db"


@pytest.fixture
def desk(kept: Path) -> Iterator[Desk]:
    with breakable(kept) as desk:
        yield desk


def first(desk: Desk) -> str:
    return next(faults(desk, Play(ONCE, earned_again)), "")


ONCE = cache(judge)     # what is judged again and again are the same records


def silent(what: str, done: int, of: int) -> None:
    """No progress."""


def test_a_casino_in_earnest_agrees(kept: Path) -> None:
    found = audited(kept, ONCE, silent, earned_again)
    assert found.fault == "" and found.hands > 210 and found.deals > 50


@pytest.mark.parametrize("statement, named", [
    ("UPDATE seasons SET net = net + 1 WHERE season = 0 AND caller_id = 2",
     "the fame of caller 2, all time is not that of its hands"),
    ("UPDATE seasons SET run = run + 1 WHERE season > 0 AND caller_id = 1",
     "the fame of caller 1, season "),
    ("UPDATE seasons SET early = early - 1 WHERE caller_id = 3", "the fame of caller 3, all time"),
    ("DELETE FROM seasons WHERE season = 0 AND caller_id = 4", "the fame of caller 4, all time"),
    ("INSERT INTO seasons VALUES (0, 99, 100, 5000, 0, -1)", "the fame of caller 99, all time"),
    ("UPDATE feats SET value = value + 5 WHERE feat = 'pot' AND caller_id = 1",
     "the fame of caller 1, all time (pot) is not that of its hands"),
    ("DELETE FROM feats WHERE feat = 'best' AND caller_id = 1", "caller 1, all time (best)"),
    ("INSERT INTO feats VALUES (0, 1, 'beauty', 1, -1)", "caller 1, all time (beauty)"),
    ("UPDATE feats SET value = value + 100000000 WHERE feat = 'medals' AND caller_id = 1",
     "caller 1, all time (medals)"),
    ("UPDATE medals SET place = 3 WHERE contest_id = (SELECT min(contest_id) FROM medals "
     "WHERE place = 1)", "the medals of the contest of day "),
    ("DELETE FROM medals WHERE caller_id = 0 AND contest_id = 1", "the medals of the contest of"),
    ("INSERT INTO medals VALUES (2, 1, 1)", "the medals of the contest of week "),
    ("UPDATE plaques SET value = value + 1 WHERE feat = 'best'", "the plaque of season "),
    ("DELETE FROM plaques WHERE feat = 'pot'", "the plaque of season "),
    ("UPDATE stories SET value = value + 1 WHERE fact = 'pot' AND day = (SELECT min(day) FROM "
     "stories)", "what day "),
    ("UPDATE stories SET count = count + 1 WHERE fact = 'streak'", "what day "),
    ("DELETE FROM stories WHERE fact = 'beat'", "what day "),
    ("DELETE FROM marks WHERE mark = 'hundred'", "the marks of caller 1 lack what hand "),
    ("UPDATE marks SET hand = 'x' WHERE mark = 'hundred'", "the marks of caller 1 lack what hand "),
    ("UPDATE marks SET at = at + 1 WHERE mark = 'hundred'",
     "the marks of caller 1 are not what hand "),
    ("UPDATE marks SET told = 2 WHERE mark = 'hundred'",
     "the marks of caller 1 are not what hand "),
    ("INSERT INTO marks VALUES (1, 'straight-flush', 1, '1-1', 0)",
     "the marks of caller 1 are not what hand 1-1 brought"),
    ("INSERT INTO marks VALUES ((SELECT max(id) FROM callers), 'quads', 1, '1-1', 0)",
     "the marks of caller 5 are "),
    ("UPDATE callers SET since = since + 1 WHERE id = 2", "caller 2 is not there since transact"),
    ("UPDATE callers SET granted = '2099-01-01' WHERE id = 3",
     "caller 3 had the last daily grant on another day than 2099-01-01"),
])
def test_what_does_not_follow_from_the_records_is_named(desk: Desk, statement: str,
                                                        named: str) -> None:
    assert desk.driver.execute(statement).rowcount
    assert named in first(desk)


def test_what_the_bank_does_not_know_it_does_not_ask(desk: Desk) -> None:
    """Without a judge, and nobody to say what earns a mark, marks are not looked at."""
    desk.driver.execute("DELETE FROM marks")
    assert audit(desk) == []


def test_practice_has_neither_fame_nor_marks(tmp_path: Path) -> None:
    asyncio.run(random_nights.fill(tmp_path, 40))
    with breakable(tmp_path / "anteup.db") as desk:
        assert desk.driver.execute("SELECT count(*) FROM seasons").fetchone() == (0,)
        assert first(desk) == ""


# -- contests --------------------------------------------------------------------------------


def test_a_deal_of_a_contest_that_was_not_played_so_is_named(kept: Path, tmp_path: Path) -> None:
    """By a casino that writes good hashes: it gives the caller a pot that the House had won."""
    path = tmp_path / "anteup.db"
    shutil.copy(kept, path)
    with desk_at(path) as desk:
        run = desk.driver.execute
        tried, number = run("SELECT try_id, number FROM tried_hands WHERE try_id = 1 "
                            "ORDER BY number LIMIT 1").fetchone()
        assert (tried, number) == (1, 1)
        run("UPDATE tried_hands SET result = '0 wins 1' WHERE try_id = 1 AND number = 1")
        link = run("SELECT begun_hash FROM tries WHERE id = 1").fetchone()[0]
        net = 0
        for n, stacks, dealt_at, after, words, at in run(
                "SELECT number, stacks, dealt_at, ended_stacks, result, ended_at FROM tried_hands "
                "WHERE try_id = 1 ORDER BY number").fetchall():
            link = contest_chain.dealt(link, n, stacks, dealt_at)
            for k, seat, text in run("SELECT n, seat, action FROM tried_actions WHERE try_id = 1 "
                                     "AND number = ? ORDER BY n", (n,)).fetchall():
                link = chain.action(link, k, seat, text)
                run("UPDATE tried_actions SET chain = ? WHERE try_id = 1 AND number = ? "
                    "AND n = ?", (link, n, k))
            link = chain.ended(link, "done", after, words, at)
            net += int(after.split(",")[0]) - int(stacks.split(",")[0])
        at, = run("SELECT over_at FROM tries WHERE id = 1").fetchone()
        run("UPDATE tries SET hash = ? WHERE id = 1", (
            contest_chain.over(link, "done", net, "", at),))
    with breakable(path) as desk:
        assert audit(desk) == []        # for nothing of this is the bank's to see
    fault = audited(path, ONCE, silent, earned_again).fault
    assert fault.startswith("deal D") and "-1 of try 1: The result: " in fault


# -- what was pruned -------------------------------------------------------------------------


@pytest.fixture(scope="module")
def torn(kept: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy whose hands of before the last 20 days are gone."""
    folder, clock = tmp_path_factory.mktemp("torn"), Clock()
    shutil.copy(kept, folder)
    with closing(sqlite3.connect(kept)) as driver:
        (clock.seconds,), = driver.execute("SELECT max(at) FROM transactions")

    async def prune() -> None:
        async with bank_in(folder, now=clock) as bank:
            while await bank.upkeep.prune(int(clock()) - 20 * DAY, 17):
                assert await bank.upkeep.check() == []     # also of a day that is half gone
    asyncio.run(prune())
    return folder / "anteup.db"


@pytest.fixture
def pruned(torn: Path) -> Iterator[Desk]:
    with breakable(torn) as desk:
        yield desk


@pytest.mark.parametrize("statement, named", [
    ("UPDATE seasons SET net = net + 1 WHERE season = 0 AND caller_id = 2", "caller 2, all time"),
    ("UPDATE seasons SET hands = hands - 1 WHERE season > 0 AND caller_id = 1", "caller 1, season"),
    ("UPDATE feats SET value = 9999 WHERE feat = 'pot' AND caller_id = 1 AND season = 0",
     "caller 1, all time (pot)"),
    ("UPDATE feats SET value = 1 WHERE feat = 'best' AND caller_id = 1 AND season = 0",
     "caller 1, all time (best)"),
    ("UPDATE feats SET early = -1 WHERE feat = 'streak' AND caller_id = 1 AND season = 0",
     "caller 1, all time (streak)"),
    ("UPDATE feats SET value = value + 1 WHERE feat = 'medals'", "(medals)"),
    ("UPDATE marks SET at = 2000000000, hand = 'x'", "the marks of caller 1 "),
    ("UPDATE stories SET value = value + 1 WHERE day = (SELECT max(day) FROM stories)",
     "what day "),
])
def test_what_is_left_and_the_totals_still_bound_it(pruned: Desk, statement: str,
                                                    named: str) -> None:
    assert first(pruned) == ""
    assert pruned.driver.execute(statement).rowcount
    assert named in first(pruned)


@pytest.mark.parametrize("statement", [
    "UPDATE stories SET value = value + 1 WHERE day = (SELECT min(day) FROM stories)",
    "UPDATE marks SET at = at - 1 WHERE at = (SELECT min(at) FROM marks)",
    "UPDATE feats SET value = value - 1 WHERE feat = 'streak' AND season = (SELECT min(season) "
    "FROM feats WHERE season > 0) AND value > 2"])
def test_what_nobody_can_know_any_more_is_believed(pruned: Desk, statement: str) -> None:
    """The hands are gone, and with them what could say otherwise; docs/fairness.txt says so."""
    pruned.driver.execute("DELETE FROM plaques")
    assert pruned.driver.execute(statement).rowcount
    assert first(pruned) == ""


def wins(career: Career, _told: object, day: int, away: bool) -> tuple[Career, tuple[str, ...]]:
    """Every hand is won: the tenth in a row, and the second day in a row, bring a mark."""
    days = career.days if away else career.days | {day}
    now = replace(career, run=career.run + 1, days=days)
    due = {"run": now.run >= RUN, "two-days": {day - 1, day} <= days}
    new = tuple(mark for mark in due if due[mark] and mark not in career.marks)
    return replace(now, marks=career.marks | {*new}), new


def told_of(desk: Desk, given: dict[str, int], done: Sequence[Done]) -> list[str]:
    """What the audit says of these hands of caller 1's, and of marks given by hands so numbered."""
    run = desk.driver.execute
    run("DELETE FROM marks WHERE caller_id = 1")
    for mark, serial in given.items():
        run("INSERT INTO marks VALUES (1, ?, ?, ?, 0)", (mark, serial, f"kept-{serial}"))
    marks = Marks(desk, wins)
    return [fault for one in done for fault in marks.hand(one, ())]


def kept_hand(serial: int, day: int, dealt_at: int = 0) -> Done:
    return Done(1, serial, serial, 1, f"kept-{serial}", dealt_at, serial, day, 200)


def test_a_run_that_began_in_what_was_pruned_brings_its_mark_once(pruned: Desk) -> None:
    """The third hand that is left may be the tenth of a run; ten hands on nothing is missing."""
    hands = [kept_hand(serial, 30_000) for serial in range(1001, 1016)]
    assert told_of(pruned, {"run": 1003}, hands) == []
    assert "lack what hand kept-1010 " in told_of(pruned, {}, hands)[0]


def test_behind_what_was_pruned_the_clock_plays_no_day_either(pruned: Desk) -> None:
    """The clock ends the first hand that is left; the next one, on the same day, is played."""
    run = pruned.driver.execute
    for day, found, hands, away in ((29_999, "min(day)", 5, 0), (30_000, "max(day)", 2, 1)):
        run(f"UPDATE totals SET day = ?, hands = ?, away = ? WHERE caller_id = 1 AND day = ("
            f"SELECT {found} FROM totals WHERE caller_id = 1 AND day < 29999)", (day, hands, away))
    hands = [kept_hand(1001, 30_000, dealt_at=1001 - FROZEN), kept_hand(1002, 30_000, 1002)]
    assert told_of(pruned, {"two-days": 1002}, hands) == []
    assert "lack what hand kept-1002 " in told_of(pruned, {}, hands)[0]


# -- who was away ----------------------------------------------------------------------------


@pytest.mark.parametrize("keep", [100, 7, 3])
def test_a_day_on_which_the_clock_ended_a_hand_is_no_day_in_a_row(
        tmp_path: Path, keep: int) -> None:
    """The clock ends Ada's hand, and on the seven days behind it she plays: the mark comes with
    the last of them, and the audit comes to the same, also if the first hands are pruned."""
    async def play() -> None:
        clock, luck = Clock(), Random(2)
        async with bank_in(tmp_path, now=clock) as bank:
            hall, ada = Floor(bank, Seeds("away"), now=clock), await bank.local("Ada")
            while await bank.open_hand(ada.id) is None:
                await hall.bank_stack(ada)
                await (await hall.sit(ada, 200)).ante()
            clock.pass_by(7 * DAY)
            assert await hall.settle_old_hands() == 1
            for day in range(1, 8):
                assert "seven-days" not in [mark.mark for mark in await bank.marks.earned(ada.id)]
                clock.pass_by(DAY)
                table = await hall.sit(ada, 200)
                await random_nights.play(table, luck)
                await table.leave()
            assert "seven-days" in [mark.mark for mark in await bank.marks.earned(ada.id)]
            await bank.upkeep.prune(int(clock()) - keep * DAY)
    asyncio.run(play())
    assert audited(tmp_path / "anteup.db", ONCE, silent, earned_again).fault == ""


# -- an upgrade ------------------------------------------------------------------------------


async def test_a_store_that_is_migrated_knows_which_hands_were_there_before_marks(
        tmp_path: Path) -> None:
    (tmp_path / "anteup.db").write_bytes(gzip.decompress(OLD.read_bytes()))
    async with bank_in(tmp_path) as bank:
        await bank.guest()
    with breakable(tmp_path / "anteup.db") as desk:
        (sealed,), = desk.driver.execute("SELECT max(serial) FROM hands")
        assert sealed > 50
        assert desk.driver.execute("PRAGMA user_version").fetchone() == (sealed,)


def test_hands_from_before_there_were_marks_are_not_asked_for_them(kept: Path,
                                                                   tmp_path: Path) -> None:
    """But of those that are there each is what its hand brought."""
    path = tmp_path / "anteup.db"
    shutil.copy(kept, path)
    alter(path, "DELETE FROM marks WHERE mark = 'hundred'")
    assert "lack what hand" in audited(path, ONCE, silent, earned_again).fault
    alter(path, "PRAGMA user_version = 100000")
    assert audited(path, ONCE, silent, earned_again).fault == ""
    alter(path, "UPDATE marks SET mark = 'straight-flush' WHERE at = (SELECT min(at) FROM marks)")
    assert "are not what hand" in audited(path, ONCE, silent, earned_again).fault
