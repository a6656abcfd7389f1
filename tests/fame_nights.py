"""Nights of hands whose stacks and facts are made up, for what the Hall of Fame makes of them, and
that made again from the records alone, another way.
"""

from __future__ import annotations

import sqlite3
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from pathlib import Path
from random import Random

from door.bank import Bank, Caller
from door.views import Ended, Facts, Sitting
from tests.books import GAME, deal, finish, record

FIRST_DAY = date(1970, 1, 1)


async def evening(bank: Bank, caller: Caller, luck: Random, pass_by: Callable[[float], None],
                  hands: int, pause: float, buy_in: int = 0) -> int:
    """One sitting of at most so many hands; how many were played."""
    if await bank.bankroll(caller.id) < 20:
        await bank.grant_chips(caller.handle, 2000, "to go on")
    most = await bank.bankroll(caller.id)
    sitting = await bank.sit(caller.id, GAME, min(most, buy_in or luck.choice((20, 100, 200, 500))))
    await bank.seal(record(sitting, 1))
    mine, houses = sitting.stacks
    played = 0
    while played < hands and mine >= 5 and houses >= 5:
        played += 1
        mine, houses = await one_hand(bank, sitting, played, (mine, houses), luck)
        pass_by(pause)
    await bank.leave(sitting.id)
    return played


async def one_hand(bank: Bank, sitting: Sitting, number: int, stacks: tuple[int, int],
                   luck: Random) -> tuple[int, int]:
    """A hand of a made-up result; the stacks after it."""
    most = min(205, *stacks)
    stake = luck.choice((5, min(15, most), luck.randint(5, most), most))
    net = luck.choice((stake, stake, stake, -stake, -stake, 0))
    after = stacks[0] + net, stacks[1] - net
    await bank.write(deal(sitting, number, stacks))
    step = finish(sitting, number, 2, after)
    ended = Ended(after, "as it was", facts(net, 2 * stake, luck))
    await bank.write(replace(step, ended=ended))
    return after


def facts(net: int, pot: int, luck: Random) -> Facts:
    """What fits such a result: a showdown, or a fold of the side that lost."""
    worse, better = sorted(luck.sample(range(7462), 2))
    if not net:
        return Facts((0, 0), None, pot, better, better)
    if luck.random() < 0.3:
        return Facts((0, 0), int(net > 0), pot, better if net > 0 else 0, 0)
    return Facts((0, 0), None, pot, *((better, worse) if net > 0 else (worse, better)))


# -- the same from the records alone ---------------------------------------------------------


@dataclass
class Recorded:
    """A hand, as its row and its sitting's row have it."""

    handle: str
    at: int
    day: date
    buy_in: int
    net: int
    left: int
    pot: int
    best: int
    house_best: int
    shown: bool
    away: bool      # nobody came back for it in seven days


@dataclass
class Person:
    """What one caller did in a season; `since` when each of it last became what it is."""

    hands: int = 0
    net: int = 0
    run: int = 0
    feats: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    since: dict[str, int] = field(default_factory=dict)


def records(path: Path, starts: str = "00:00") -> list[Recorded]:
    """Every hand that is done of callers with an account, in the order in which they ended."""
    driver = sqlite3.connect(path)
    rows = driver.execute(
        "SELECT c.handle, h.ended_at, s.buy_in, h.stacks, h.ended_stacks, h.pot, h.best, "
        "h.house_best, h.folded, h.ended_at - h.dealt_at FROM hands h "
        "JOIN sittings s ON s.id = h.sitting_id JOIN callers c ON c.id = s.caller_id "
        "WHERE h.state = 'done' AND c.guest = 0 ORDER BY h.ended_at, h.serial").fetchall()
    driver.close()
    return [Recorded(handle, at, day_at(at, starts), buy_in,
                     int(after.split(",")[0]) - int(before.split(",")[0]),
                     int(after.split(",")[1]), pot, best, house_best, folded is None,
                     took >= 7 * 86_400)
            for handle, at, buy_in, before, after, pot, best, house_best, folded, took in rows]


def played(path: Path, starts: str) -> Counter[date]:
    """How many hands of each day are done, those of guests included."""
    driver = sqlite3.connect(path)
    found = driver.execute("SELECT ended_at FROM hands WHERE state = 'done'").fetchall()
    driver.close()
    return Counter(day_at(at, starts) for at, in found)


def rises(path: Path) -> list[tuple[int, str]]:
    """When somebody's sitting was over, and whose."""
    driver = sqlite3.connect(path)
    found = driver.execute(
        "SELECT t.at, c.handle FROM sittings s JOIN transactions t ON t.id = s.closed "
        "JOIN callers c ON c.id = s.caller_id WHERE c.guest = 0").fetchall()
    driver.close()
    return found


def day_at(moment: float, starts: str) -> date:
    """The day whose first moment is the last one before, of days that begin at that wall time.

    The latest time that the clock on the wall has shown so far decides: in an hour that it shows
    again, that is the time before it was put back.
    """
    hour, minute = map(int, starts.split(":"))
    latest = datetime.fromtimestamp(moment)
    if latest.fold:
        latest = max(datetime.fromtimestamp(moment - back) for back in range(0, 3 * 3600, 60))
    return (latest - timedelta(hours=hour, minutes=minute)).date()


def turn_of(day: date, starts: str) -> int:
    """The first second of a day: the first minute whose day it is, looked for one by one."""
    hour, minute = map(int, starts.split(":"))
    about = int(datetime(day.year, day.month, day.day, hour, minute).timestamp())
    return next(second for second in range(about - 2 * 3600, about + 2 * 3600, 60)
                if day_at(second, starts) == day)


def people(hands: list[Recorded]) -> dict[str, Person]:
    """What everybody came to in these hands."""
    found: dict[str, Person] = defaultdict(Person)
    for hand in hands:
        one = found[hand.handle]
        one.hands += 1
        one.net += hand.net
        if hand.net or one.hands == 1:
            one.since["net"] = hand.at
        if hand.net:
            one.run = one.run + 1 if hand.net > 0 else 0
        for feat, value in _feats(hand, one):
            if value > one.feats[feat]:
                one.feats[feat], one.since[feat] = value, hand.at
    return found


def _feats(hand: Recorded, one: Person) -> Iterator[tuple[str, int]]:
    if hand.shown:
        yield "best", hand.best
    if hand.net > 0:
        yield "streak", one.run
    if hand.net > 0 and hand.buy_in >= 200:
        yield "pot", hand.pot
        if hand.left < 5:
            yield "broken", one.feats["broken"] + 1


def table(found: dict[str, Person], feat: str) -> dict[str, int]:
    """Who is in a table, and with what."""
    if feat == "net":
        return {handle: one.net for handle, one in found.items() if one.hands >= 100}
    return {handle: one.feats[feat] for handle, one in found.items() if one.feats[feat]}


def longest_runs_ended(hands: list[Recorded], day: date) -> list[tuple[str, int]]:
    """Streaks of five and more that ended that day."""
    runs: dict[str, int] = defaultdict(int)
    ended = []
    for hand in hands:
        if hand.net < 0 and runs[hand.handle] >= 5 and hand.day == day:
            ended.append((hand.handle, runs[hand.handle]))
        if hand.net:
            runs[hand.handle] = runs[hand.handle] + 1 if hand.net > 0 else 0
    return ended
