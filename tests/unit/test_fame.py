"""The Hall of Fame and Last night, against figures made again from the records alone."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from datetime import time as wall_time
from pathlib import Path
from random import Random

import pytest
import sqlalchemy as sa

from door.bank import Bank, Caller, OutOfStep
from door.bank.deeds import season_of, seasons_days
from door.bank.migrations.versions import fame as migration
from door.config import BankSettings
from door.views import Fame, Hall, Ranking
from tests.books import GAME, Clock, bank_in, deal, finish, record
from tests.fame_nights import (FIRST_DAY, Recorded, evening, longest_runs_ended, people, records,
                               table)

TABLES = ("net", "best", "broken", "pot", "streak")
NOVEMBER, DECEMBER = 2023 * 12 + 10, 2023 * 12 + 11     # the clock starts on 14 November 2023


@pytest.fixture
def in_zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Another time zone, for one test."""
    def move(zone: str) -> None:
        monkeypatch.setenv("TZ", zone)
        time.tzset()
    yield move
    monkeypatch.undo()
    time.tzset()


def ranking(hall: Hall, name: str, season: int) -> Ranking:
    (found,) = [each for each in hall.rankings if (each.table, each.season) == (name, season)]
    return found


def lines(found: Ranking) -> list[tuple[int, str, int]]:
    return [(line.rank, line.handle, line.values[0]) for line in found.lines]


def ranked(values: dict[str, int], most: int = 15) -> list[tuple[int, int]]:
    """Rank and value of the best; equal ones share the rank."""
    best = sorted(values.values(), reverse=True)
    return [(best.index(value) + 1, value) for value in best[:most]]


async def some_months(bank: Bank, clock: Clock, days: int, callers: int = 5,
                      seed: str = "months") -> list[Caller]:
    luck = Random(seed)
    crowd = [await bank.create(f"Caller {number}", "secret") for number in range(callers)]
    for _ in range(days):
        for caller in crowd * 3:
            if luck.random() < 0.8:
                await evening(bank, caller, luck, clock.pass_by, luck.randint(1, 25), 40)
        clock.pass_by(86_400 - clock.seconds % 86_400 + luck.randint(0, 40_000))
    return crowd


def of_season(hands: list[Recorded], season: int) -> list[Recorded]:
    return [hand for hand in hands if not season
            or hand.day.year * 12 + hand.day.month - 1 == season]


async def test_every_table_of_every_season_is_what_the_records_come_to(tmp_path: Path) -> None:
    clock = Clock()
    async with bank_in(tmp_path, now=clock) as bank:
        crowd = await some_months(bank, clock, 30)
        hall = await bank.hall.hall(crowd[0].id)
    hands = records(tmp_path / "anteup.db")
    assert hall.season == DECEMBER and len(hands) > 1000
    for season in (0, DECEMBER):
        found = people(of_season(hands, season))
        for name in TABLES:
            expected, shown = table(found, name), ranking(hall, name, season)
            assert len(expected) > 1, "there is nothing to compare"
            assert [(rank, value) for rank, _, value in lines(shown)] == ranked(expected)
            assert {handle: value for _, handle, value in lines(shown)} == expected
            assert (shown.mine is not None) == (crowd[0].handle in expected)


async def test_a_plaque_has_the_champions_of_the_month_also_if_nobody_was_there_at_its_end(
        tmp_path: Path) -> None:
    clock = Clock()
    async with bank_in(tmp_path, now=clock) as bank:
        await some_months(bank, clock, 12)
        assert (await bank.hall.hall()).plaques == ()
    found = people(of_season(records(tmp_path / "anteup.db"), NOVEMBER))
    clock.pass_by(100 * 86_400)     # the server is down until March
    async with bank_in(tmp_path, now=clock) as bank:
        hall = await bank.hall.hall()
        assert hall.season == 2024 * 12 + 2
        newest, oldest = hall.plaques[0], hall.plaques[-1]
        assert (await bank.hall.hall()).plaques == hall.plaques
    assert oldest.season == NOVEMBER and newest.season <= DECEMBER
    for name, champion in oldest.champions:
        expected = table(found, name)
        assert champion.values[0] == max(expected.values()) == expected[champion.handle]
    assert [name for name, _ in oldest.champions] == [
        name for name in TABLES if table(found, name)]


async def test_what_was_written_before_this_release_is_counted_by_the_migration(
        tmp_path: Path) -> None:
    """The tables are emptied and made again by the migration's own statements."""
    clock, path = Clock(), tmp_path / "anteup.db"
    async with bank_in(tmp_path, now=clock) as bank:
        await some_months(bank, clock, 25)
    driver = sqlite3.connect(path)
    before = contents(driver)
    driver.close()
    engine = sa.create_engine(f"sqlite:///{path}")
    with engine.begin() as bind:
        for name in ("seasons", "feats", "stories"):
            bind.exec_driver_sql(f"DELETE FROM {name}")
        migration.fill(bind)
    engine.dispose()
    driver = sqlite3.connect(path)
    assert contents(driver) == before and all(map(len, before))
    driver.close()


def contents(driver: sqlite3.Connection) -> list[list[tuple[object, ...]]]:
    return [driver.execute(f"SELECT * FROM {name} ORDER BY 1, 2, 3").fetchall()
            for name in ("seasons", "feats", "stories")]


async def test_guests_and_practice_bring_no_fame(tmp_path: Path) -> None:
    clock, luck = Clock(), Random("guests")
    async with bank_in(tmp_path / "earnest", now=clock) as bank:
        guest = await bank.guest()
        await evening(bank, guest, luck, clock.pass_by, 300, 1, 500)
        assert not any(each.lines for each in (await bank.hall.hall(guest.id)).rankings)
        assert await bank.hall.chalk(guest.id, "I was here") == ""
    async with bank_in(tmp_path / "practice", now=clock, practice=True) as bank:
        ada = await bank.create("Ada", "secret")
        await evening(bank, ada, luck, clock.pass_by, 300, 1, 500)
        clock.pass_by(86_400)
        assert not (await bank.hall.hall(ada.id)).rankings
        assert (await bank.hall.last_night(ada.id)).night is None
        assert await bank.hall.chalk(ada.id, "I was here") == ""
    for folder in ("earnest", "practice"):
        driver = sqlite3.connect(tmp_path / folder / "anteup.db")
        assert contents(driver) == [[], [], []]
        driver.close()


async def play_nets(bank: Bank, caller: Caller, nets: list[int], clock: Clock,
                    buy_in: int = 500) -> None:
    """A sitting of just these results, a second each."""
    sitting = await bank.sit(caller.id, GAME, buy_in)
    await bank.seal(record(sitting, 1))
    mine, houses = sitting.stacks
    for number, net in enumerate(nets, 1):
        await bank.write(deal(sitting, number, (mine, houses)))
        mine, houses = mine + net, houses - net
        clock.pass_by(1)
        await bank.write(finish(sitting, number, 2, (mine, houses)))
    await bank.leave(sitting.id)


async def test_ninety_nine_hands_are_not_enough_for_the_net_table(tmp_path: Path) -> None:
    clock = Clock()
    async with bank_in(tmp_path, now=clock) as bank:
        ada = await bank.create("Ada", "secret")
        await play_nets(bank, ada, [5, -5] * 49 + [5], clock)
        assert ranking(await bank.hall.hall(ada.id), "net", NOVEMBER).lines == ()
        await play_nets(bank, ada, [7], clock)
        found = ranking(await bank.hall.hall(ada.id), "net", NOVEMBER)
    assert found.lines == (Fame(1, ada.id, "Ada", (12, 100)),) and found.mine == found.lines[0]


async def test_a_tie_neither_breaks_a_streak_nor_counts(tmp_path: Path) -> None:
    clock = Clock()
    async with bank_in(tmp_path, now=clock) as bank:
        ada = await bank.create("Ada", "secret")
        await play_nets(bank, ada, [5, 5, 0], clock)
        await play_nets(bank, ada, [0, 5, -5, 5], clock)    # it goes on at another sitting
        assert lines(ranking(await bank.hall.hall(), "streak", 0)) == [(1, "Ada", 3)]


async def test_a_streak_goes_on_over_the_months_end_for_all_time_alone(tmp_path: Path) -> None:
    clock = Clock()
    async with bank_in(tmp_path, now=clock) as bank:
        ada = await bank.create("Ada", "secret")
        await play_nets(bank, ada, [5] * 4, clock)
        clock.pass_by(20 * 86_400)
        await play_nets(bank, ada, [5] * 3, clock)
        hall = await bank.hall.hall()
    assert lines(ranking(hall, "streak", 0)) == [(1, "Ada", 7)]
    assert lines(ranking(hall, "streak", DECEMBER)) == [(1, "Ada", 3)]
    assert [line.values for name, line in hall.plaques[0].champions if name == "streak"] == [(4,)]


async def test_banks_of_small_sittings_bring_no_fame_but_are_told_of(tmp_path: Path) -> None:
    clock = Clock()
    async with bank_in(tmp_path, now=clock) as bank:
        ada, bob = [await bank.create(handle, "secret") for handle in ("Ada", "Bob")]
        await play_nets(bank, ada, [95, 101], clock, 199)    # $3 are left: no ante
        await play_nets(bank, bob, [195], clock, 200)        # $5 are left
        await play_nets(bank, bob, [196], clock, 200)
        assert lines(ranking(await bank.hall.hall(), "broken", 0)) == [(1, "Bob", 1)]
        clock.pass_by(86_400)
        night = (await bank.hall.last_night()).night
    assert night is not None and night.banks == 2 and night.hands == 4
    assert [(story.handle, story.value) for story in night.stories
            if story.fact == "bank"] == [("Bob", 200), ("Ada", 199)]


async def test_a_server_that_starts_anew_goes_on_counting(tmp_path: Path) -> None:
    clock = Clock()
    for number in range(6):
        async with bank_in(tmp_path, now=clock) as bank:
            found = await bank.find("Ada")
            ada = found or await bank.create("Ada", "secret")
            await play_nets(bank, ada, [5] * 17 if number < 5 else [-5] * 15, clock, 200)
            hall = await bank.hall.hall(ada.id)
    assert ranking(hall, "net", 0).lines == (Fame(1, ada.id, "Ada", (350, 100)),)
    assert lines(ranking(hall, "streak", NOVEMBER)) == [(1, "Ada", 85)]


async def test_hands_of_a_transaction_that_failed_bring_no_fame(tmp_path: Path) -> None:
    """Two callers' hands end in one group, and one of them does not follow."""
    clock = Clock()
    async with bank_in(tmp_path, now=clock) as bank:
        ada, bob = [await bank.create(handle, "secret") for handle in ("Ada", "Bob")]
        sittings = [await bank.sit(caller.id, GAME, 200) for caller in (ada, bob)]
        for sitting in sittings:
            await bank.seal(record(sitting, 1))
            await bank.write(deal(sitting, 1, (200, 200)))
        good, bad = finish(sittings[0], 1, 2, (210, 190)), finish(sittings[1], 1, 7, (210, 190))
        outcomes = await asyncio.gather(bank.write(good), bank.write(bad), return_exceptions=True)
        assert outcomes[0] is None and isinstance(outcomes[1], OutOfStep)
        await bank.write(finish(sittings[1], 1, 2, (205, 195)))
        hall = await bank.hall.hall()
    assert sorted(lines(ranking(hall, "streak", 0))) == [(1, "Ada", 1), (1, "Bob", 1)]


async def test_equal_values_share_a_rank_and_the_earlier_stands_first(tmp_path: Path) -> None:
    clock = Clock()
    async with bank_in(tmp_path, now=clock) as bank:
        for handle, wins in (("Ada", 2), ("Bob", 3), ("Cy", 3), ("Dee", 1)):
            await play_nets(bank, await bank.create(handle, "secret"), [5] * wins, clock)
        assert lines(ranking(await bank.hall.hall(), "streak", 0)) == [
            (1, "Bob", 3), (1, "Cy", 3), (3, "Ada", 2), (4, "Dee", 1)]


async def test_who_is_further_down_sees_their_own_rank(tmp_path: Path) -> None:
    clock = Clock()
    async with bank_in(tmp_path, now=clock) as bank:
        crowd = [await bank.create(f"C{number}", "secret") for number in range(20)]
        for number, caller in enumerate(crowd):
            await play_nets(bank, caller, [5] * (20 - number), clock)
        found = ranking(await bank.hall.hall(crowd[18].id), "streak", NOVEMBER)
    assert len(found.lines) == 15
    assert found.mine == Fame(19, crowd[18].id, "C18", (2,))


# -- Last night ------------------------------------------------------------------------------


async def test_last_night_is_what_the_records_of_the_last_day_with_play_come_to(
        tmp_path: Path) -> None:
    clock = Clock()
    async with bank_in(tmp_path, now=clock) as bank:
        await some_months(bank, clock, 9)
        clock.pass_by(5 * 86_400)       # and then nobody came
        night = (await bank.hall.last_night()).night
    hands = records(tmp_path / "anteup.db")
    day = max(hand.day for hand in hands)
    tonight = [hand for hand in hands if hand.day == day]
    assert night is not None and FIRST_DAY + timedelta(days=night.day) == day
    assert night.hands == len(tonight)
    told = {fact: [story for story in night.stories if story.fact == fact]
            for fact in ("pot", "beat", "bank", "streak")}
    shown = [hand for hand in tonight if hand.shown]
    assert [story.value for story in told["pot"]] == [max(hand.pot for hand in shown)]
    beats = [(min(hand.best, hand.house_best), max(hand.best, hand.house_best), hand.handle)
             for hand in shown if hand.net]
    assert [(story.value, story.other, story.handle) for story in told["beat"]] == [max(beats)]
    banks = sorted((hand.buy_in for hand in tonight if hand.net > 0 and hand.left < 5),
                   reverse=True)
    assert [story.value for story in told["bank"]] == banks[:5] and night.banks == len(banks)
    runs = sorted((run for _, run in longest_runs_ended(hands, day)), reverse=True)
    assert [story.value for story in told["streak"]] == runs[:5] and night.streaks == len(runs)
    assert banks and runs, "there is nothing to compare"


async def test_todays_play_is_not_yet_last_night(tmp_path: Path) -> None:
    clock = Clock()
    async with bank_in(tmp_path, now=clock) as bank:
        ada = await bank.create("Ada", "secret")
        await play_nets(bank, ada, [5] * 6 + [-5], clock)
        assert (await bank.hall.last_night(ada.id)).night is None


async def test_who_has_passed_a_caller_since_their_last_call(tmp_path: Path) -> None:
    """Over random play, each caller asks now and then: who was not above, and is now?"""
    clock, luck, asked = Clock(), Random("passing"), 0
    clock.pass_by(17 * 86_400)      # so that all of it is one month
    left: dict[int, dict[str, int]] = {}    # the table as it was when somebody left

    def now() -> dict[str, int]:
        return table(people(records(tmp_path / "anteup.db")), "net")

    async with bank_in(tmp_path, now=clock) as bank:
        crowd = await some_months(bank, clock, 9, callers=8)
        asking = crowd[:4]      # some of whom never play again
        for caller in crowd:
            await bank.rise(caller.id)      # their calls end
        left = dict.fromkeys([caller.id for caller in asking], now())
        for _ in range(40):
            caller = luck.choice(asking)
            then, here, name = left[caller.id], now(), caller.handle
            passed = sorted((here[other], other) for other in then
                            if name in then and then[other] <= then[name]
                            and here[other] > here[name])
            news = await bank.hall.last_night(caller.id)
            assert news.passed == tuple(handle for _, handle in passed)[:5]
            assert news.passed_count == len(passed)
            asked += bool(passed)
            if luck.random() < 0.2:
                await bank.rise(caller.id)
                left[caller.id] = here
            for _ in range(luck.randint(1, 6)):
                player = luck.choice(crowd[2:])
                await evening(bank, player, luck, clock.pass_by, luck.randint(1, 60), 100, 500)
                if player in asking:
                    left[player.id] = now()
    assert asked > 5, "nobody passed anybody"
    assert {hand.day.month for hand in records(tmp_path / "anteup.db")} == {12}


async def test_a_new_month_begins_with_nobody_passed(tmp_path: Path) -> None:
    clock = Clock()
    async with bank_in(tmp_path, now=clock) as bank:
        ada, bob = [await bank.create(handle, "secret") for handle in ("Ada", "Bob")]
        await play_nets(bank, ada, [5, -5] * 60, clock)
        await play_nets(bank, bob, [5, -5] * 60 + [-5], clock)
        await bank.rise(ada.id)
        clock.pass_by(20 * 86_400)
        await play_nets(bank, bob, [5, 5, -5] * 50, clock)
        assert (await bank.hall.last_night(ada.id)).passed == ()


# -- days and months turn exactly --------------------------------------------------------------


@pytest.mark.parametrize("day", ["2023-12-01", "2024-03-31", "2024-04-01", "2024-10-27",
                                 "2024-11-01"])
@pytest.mark.parametrize("starts", ["00:00", "02:30", "05:00"])
async def test_day_and_month_turn_at_day_starts_to_the_second(
        tmp_path: Path, in_zone: Callable[[str], None], day: str, starts: str) -> None:
    """Also in the nights in which summer time begins (31 March) and ends (27 October)."""
    in_zone("Europe/Berlin")
    clock = Clock()
    hour, minute = map(int, starts.split(":"))
    turn = datetime.fromisoformat(day).replace(hour=hour, minute=minute)
    # The first moment at which the clock on the wall shows that time, or more.
    moment = next(second for second in range(int(turn.timestamp()) - 7300,
                                             int(turn.timestamp()) + 7300)
                  if datetime.fromtimestamp(second) >= turn)
    settings = BankSettings(durability="normal", day_starts=wall_time(hour, minute))
    async with bank_in(tmp_path, now=clock, settings=settings) as bank:
        ada = await bank.create("Ada", "secret")
        clock.seconds = moment - 2.0
        await play_nets(bank, ada, [7], clock)      # one second before
        clock.seconds = moment - 0.5
        assert (await bank.hall.last_night()).night is None
        clock.seconds = moment + 0.0
        night = (await bank.hall.last_night()).night
        assert night is not None and night.ended == moment
        assert FIRST_DAY + timedelta(days=night.day) == turn.date() - timedelta(days=1)
        clock.seconds = moment - 1.0
        await play_nets(bank, ada, [9], clock)      # in the first second
        hall = await bank.hall.hall()
    same_month = (turn.date() - timedelta(days=1)).month == turn.month
    assert lines(ranking(hall, "streak", hall.season)) == [(1, "Ada", 2 if same_month else 1)]
    assert bool(hall.plaques) is not same_month


def test_the_days_of_a_season() -> None:
    for season in (NOVEMBER, DECEMBER, 2024 * 12 + 1):
        assert all(season_of(day) == season for day in seasons_days(season))
        assert season_of(seasons_days(season)[-1] + 1) == season + 1
        assert season_of(seasons_days(season)[0] - 1) == season - 1


# -- the chalkboard --------------------------------------------------------------------------


@pytest.mark.parametrize("text, kept", [
    ("I broke it!", "I broke it!"), ("  two   blanks ", "two blanks"),
    ("\x1b[2J\x07bell\x9b", "[2Jbell"), ("a\tb\r\nc", "abc"), ("‮evil​", "evil"),
    ("é 漢 ß", "é ß"), ("x" * 99, "x" * 60), ("\x00\x1b", ""), ("   ", ""),
])
async def test_the_chalkboard_keeps_what_every_terminal_can_show(
        tmp_path: Path, text: str, kept: str) -> None:
    async with bank_in(tmp_path) as bank:
        ada = await bank.create("Ada", "secret")
        assert await bank.hall.chalk(ada.id, text) == kept
        chalk = (await bank.hall.last_night()).chalk
    assert (chalk.text if chalk else "") == kept


async def test_the_last_to_write_is_shown_until_the_sysop_wipes(tmp_path: Path) -> None:
    clock = Clock()
    async with bank_in(tmp_path, now=clock) as bank:
        ada, bob = [await bank.create(handle, "secret") for handle in ("Ada", "Bob")]
        assert not await bank.hall.wipe()
        await bank.hall.chalk(ada.id, "first")
        clock.pass_by(60)
        await bank.hall.chalk(bob.id, "second")
        chalk = (await bank.hall.last_night()).chalk
        assert chalk is not None
        assert (chalk.handle, chalk.text, chalk.at) == ("Bob", "second", int(clock()))
        assert await bank.hall.wipe() and not await bank.hall.wipe()
        assert (await bank.hall.last_night()).chalk is None
        await bank.hall.chalk(ada.id, "third")
        assert (await bank.hall.last_night()).chalk is not None


# -- medals ----------------------------------------------------------------------------------


def contest(path: Path, number: int, day: str, tries: list[tuple[int, int, str]]) -> None:
    """A deal of the day, and tries of (caller, net, state) in the order in which they ended."""
    begins = int(datetime.fromisoformat(day).timestamp())
    driver = sqlite3.connect(path)
    driver.execute("INSERT INTO contests VALUES (?, 'day', ?, ?, ?, ?, 'shared', 1, '', 10, 200, "
                   "zeroblob(32))", (number, day, begins, begins + 86_400, begins))
    driver.executemany(
        "INSERT INTO tries (contest_id, caller_id, begun_at, begun_hash, state, net, played, "
        "stacks, over_at, reason, hash) VALUES (?, ?, 1, x'', ?, ?, 10, '', ?, '', x'')",
        [(number, caller_id, state, net, place) for place, (caller_id, net, state)
         in enumerate(tries)])
    driver.commit()
    driver.close()


def medals(hall: Hall, season: int) -> list[tuple[int, str, tuple[int, ...]]]:
    return [(line.rank, line.handle, line.values)
            for line in ranking(hall, "medals", season).lines]


async def test_medals_of_days_that_are_over_also_after_a_month_without_a_server(
        tmp_path: Path) -> None:
    clock, path = Clock(), tmp_path / "anteup.db"
    async with bank_in(tmp_path, now=clock) as bank:
        ada, bob, cy, dee = [(await bank.create(handle, "secret")).id
                             for handle in ("Ada", "Bob", "Cy", "Dee")]
    contest(path, 1, "2023-11-20", [(ada, 50, "done"), (bob, 70, "done"), (cy, -5, "done"),
                                    (dee, -90, "done")])
    contest(path, 2, "2023-11-30", [(dee, 10, "done"), (ada, 10, "done"), (cy, 5, "done"),
                                    (bob, 4, "done")])      # two golds and a bronze
    contest(path, 3, "2023-12-01", [(cy, 1, "done"), (ada, 900, "void")])
    clock.seconds = datetime(2023, 12, 1, 0, 0).timestamp() - 1     # a second before the turn
    async with bank_in(tmp_path, now=clock) as bank:
        assert medals(await bank.hall.hall(), NOVEMBER) == [
            (1, "Bob", (1, 0, 0)), (2, "Ada", (0, 1, 0)), (3, "Cy", (0, 0, 1))]
        clock.seconds += 1
        hall = await bank.hall.hall()
        assert medals(hall, 0) == [(1, "Ada", (1, 1, 0)), (2, "Bob", (1, 0, 0)),
                                   (2, "Dee", (1, 0, 0)), (4, "Cy", (0, 0, 2))]
        assert [(name, line.handle) for name, line in hall.plaques[0].champions] == [
            ("medals", "Ada")]
        clock.pass_by(40 * 86_400)
        for _ in range(2):      # they are given once
            hall = await bank.hall.hall()
            assert medals(hall, 0)[0] == (1, "Ada", (1, 1, 0))
            assert medals(hall, 0)[1] == (2, "Cy", (1, 0, 2))
        assert [plaque.season for plaque in hall.plaques] == [DECEMBER, NOVEMBER]


@pytest.mark.parametrize("days, champions", [
    ([{"Bob": 70, "Ada": 70, "Cy": 5}], ["Ada", "Bob"]),
    ([{"Bob": 70, "Cy": 5}, {"Ada": 70, "Bob": -5}], ["Bob"]),      # who has more
    ([{"Bob": 70}, {"Ada": 70}], ["Bob"]),                          # who had it first
])
async def test_a_plaque_names_all_who_came_to_the_same_in_the_same_second(
        tmp_path: Path, days: list[dict[str, int]], champions: list[str]) -> None:
    """The medals of one day, for instance. It named one, whichever the store found first."""
    clock, path = Clock(), tmp_path / "anteup.db"
    async with bank_in(tmp_path, now=clock) as bank:
        ids = {handle: (await bank.create(handle, "secret")).id for handle in ("Ada", "Bob", "Cy")}
    for number, nets in enumerate(days, 1):
        contest(path, number, f"2023-11-{number + 19}", [
            (ids[handle], net, "done") for handle, net in nets.items()])
    clock.pass_by(40 * 86_400)
    async with bank_in(tmp_path, now=clock) as bank:
        plaque, = (await bank.hall.hall()).plaques
        assert (await bank.hall.hall()).plaques == (plaque,)
    assert [(name, line.handle, line.rank) for name, line in plaque.champions] == [
        ("medals", handle, 1) for handle in champions]


async def test_a_day_with_an_open_try_keeps_its_medals_and_its_months_plaque_waiting(
        tmp_path: Path) -> None:
    clock, path = Clock(), tmp_path / "anteup.db"
    async with bank_in(tmp_path, now=clock) as bank:
        ada, bob = [(await bank.create(handle, "secret")).id for handle in ("Ada", "Bob")]
        contest(path, 1, "2023-11-30", [(ada, 50, "done"), (bob, 70, "open")])
        clock.pass_by(40 * 86_400)
        hall = await bank.hall.hall()
        assert medals(hall, 0) == [] and hall.plaques == ()
    driver = sqlite3.connect(path)
    driver.execute("UPDATE tries SET state = 'done' WHERE state = 'open'")
    driver.commit()
    driver.close()
    async with bank_in(tmp_path, now=clock) as bank:
        hall = await bank.hall.hall()
        assert [line[1] for line in medals(hall, 0)] == ["Bob", "Ada"]
        assert hall.plaques[0].champions[0][1].handle == "Bob"
