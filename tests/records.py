"""Hands as the bank stores them, played without a bank: the House by its policy, the caller by
luck.

Seeds, cuts and the caller's play follow from the sitting's number: a hand is the same each time.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from bench.house.bots import ODD, Luck, at_random
from door.house import EQUILIBRIUM, MANNERS, policy_name
from door.proof.replay import result
from door.rules.events import Event
from door.rules.house_draw import CALLER, GAME, HOUSE, SHARED
from door.rules.shuffle import Stream, hand_key, house_luck, seal, shuffled
from door.rules.table import Table
from door.views import HandRecord, StoredHand

START = 1_700_000_000
WORDS = ("lucky seven", "café ♠", "no whammies", "", "\"quoted\" 'words' \\ #")


def sitting(number: int = 1, stacks: tuple[int, int] = (200, 200),
            manner: str = EQUILIBRIUM) -> Iterator[StoredHand]:
    """The hands of one sitting, its caller playing anything that is legal, until one is broke."""
    table, luck = Table(GAME, stacks, CALLER), Luck(number)
    for n, words in enumerate(WORDS * 1000, 1):
        if not table.can_deal():
            return
        yield _hand(table, luck, _sealed(number, n, manner, words))


def hands(count: int, stacks: tuple[int, int] = (200, 200)) -> Iterator[StoredHand]:
    """That many hands, of as many sittings as they take."""
    def all_of_them() -> Iterator[StoredHand]:
        for number in range(1, count + 1):
            yield from sitting(number, stacks)
    return islice(all_of_them(), count)


def deals(count: int, stacks: tuple[int, int] = (200, 200)) -> Iterator[StoredHand]:
    """That many deals of a contest, each with fresh stacks, which nobody cuts."""
    for n in range(1, count + 1):
        record = replace(_sealed(1, n, EQUILIBRIUM, ""), id=f"D2026-11-30-{n}", game=SHARED.name,
                         cut="")
        record = replace(record, seal=seal(record.id, record.seed))
        yield _hand(Table(SHARED, stacks, (n - 1) % 2), Luck(n), record)


def _sealed(number: int, n: int, manner: str, words: str) -> HandRecord:
    id = f"{number}-{n}"
    seed = hashlib.sha256(f"seed {id}".encode()).digest()
    cut = words or hashlib.sha256(id.encode()).hexdigest()[:16]
    return HandRecord(id, number, n, GAME.name, GAME.version, policy_name(manner), seed,
                      seal(id, seed), cut, bool(words), dealt_at=START + 60 * n)


def _hand(table: Table, luck: Luck, record: HandRecord) -> StoredHand:
    record = replace(record, first=table.first, stacks=tuple(table.stacks), state="done")
    key = hand_key(record.seed, record.id, record.cut)
    told: list[Event] = table.deal(shuffled(Stream(key, "deck")))
    policy, actions = MANNERS[record.policy.partition(" ")[2] or EQUILIBRIUM], []
    while (seat := table.to_act) is not None:
        view = table.view(seat)
        action = (policy(view, house_luck(key, len(actions) + 1)) if seat == HOUSE
                  else at_random(view, luck, ODD))
        actions.append((seat, str(action)))
        told += table.act(seat, action)
    return StoredHand(replace(record, actions=tuple(actions)), "Ada", 1, record.dealt_at - 5,
                      record.dealt_at + 40, tuple(table.stacks), result(told), True)
