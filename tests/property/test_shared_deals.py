"""A shared deal: who plays alike gets the same cards, whatever anybody did anywhere else."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from door.bank import Contest, SharedDeal, Step, Terms, Try
from door.contests import KINDS, ContestTable
from door.house import policy_name
from door.rules.actions import STAND_PAT, Action, Discard, absent
from door.rules.cards import FRESH_DECK
from door.rules.house_draw import CALLER, GAME, HOUSE, SHARED
from door.rules.shuffle import seal
from door.rules.table import Table, View
from tests.moments import careless

DECKS = st.permutations(FRESH_DECK)
PLACES = st.sets(st.integers(0, 4)).map(lambda places: tuple(sorted(places)))


class Book:
    """Keeps the steps that a table writes, in the bank's place."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.contests = self

    async def write(self, try_id: int, step: Step) -> None:
        self.steps.append(step)


def contest(kind: str, salt: bytes) -> Contest:
    """One whose seeds follow from `salt`, opened."""
    deals, stack = KINDS[kind]
    luck = random.Random(salt)
    shared = []
    for number in range(1, deals + 1):
        id, seed = f"{kind[0].upper()}2026-11-30-{number}", luck.randbytes(32)
        shared.append(SharedDeal(id, number, (number - 1) % 2, seal(id, seed), seed))
    return Contest(1, kind, "2026-11-30", 0, 1, 0,
                   Terms(SHARED.name, SHARED.version, policy_name(), deals, stack), tuple(shared),
                   False)


def seated(of: Contest) -> ContestTable:
    bank: Any = Book()
    stacks = (of.terms.stack, of.terms.stack)
    return ContestTable(bank, of, Try(1, of, 1, "Ada", "open", 0, 0, stacks, None))


async def played(table: ContestTable, habit: random.Random) -> list[View]:
    """The next deal by that habit, and all that its caller saw."""
    await table.ante()
    seen = [table.view]
    while table.table.playing:
        legal = table.table.legal(CALLER)
        assert legal is not None
        await table.act(careless(legal, habit))
        seen.append(table.view)
    return seen


async def day(of: Contest, alike: int, habit: int, elsewhere: int) -> list[View]:
    """A try in which the deal `alike` is played by `habit` and all others by `elsewhere`."""
    table, found = seated(of), list[View]()
    for number in range(1, of.terms.deals + 1):
        luck = random.Random(habit if number == alike else f"{elsewhere} {number}")
        seen = await played(table, luck)
        found = seen if number == alike else found
    return found


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=4), st.integers(1, 10), st.integers(), st.integers(), st.integers())
def test_the_same_choices_bring_the_same_cards_and_result(
        salt: bytes, alike: int, habit: int, one: int, other: int) -> None:
    of = contest("day", salt)
    first, second = [asyncio.run(day(of, alike, habit, elsewhere)) for elsewhere in (one, other)]
    assert first == second


@settings(max_examples=200, deadline=None)
@given(DECKS, st.sampled_from([CALLER, HOUSE]), PLACES, PLACES, PLACES)
def test_new_cards_do_not_hang_on_what_the_other_side_throws(
        deck: list[Any], first: int, mine: tuple[int, ...], houses: tuple[int, ...],
        others: tuple[int, ...]) -> None:
    """Five cards each, then the 11th to 15th for the first actor and the next five for the other.
    """
    holdings = []
    for thrown in (houses, others):
        table = Table(SHARED, (200, 200), first)
        table.deal(deck)
        before = table.view(CALLER).cards
        _checked(table)
        for seat in (first, 1 - first):
            places = mine if seat == CALLER else thrown
            table.act(seat, Discard(places) if places else STAND_PAT)
        holdings.append(table.view(CALLER).cards)
        new = iter(deck[10:15] if first == CALLER else deck[15:20])
        assert holdings[-1] == tuple(
            next(new) if place in mine else card for place, card in enumerate(before))
        assert not set(table.view(CALLER).cards) & set(table.view(HOUSE).cards)
    assert holdings[0] == holdings[1]


def _checked(table: Table) -> None:
    while (seat := table.to_act) is not None:
        legal = table.legal(seat)
        assert legal is not None
        if legal.discard is not None:
            return
        table.act(seat, absent(legal))


@settings(max_examples=200, deadline=None)
@given(DECKS, st.sampled_from([CALLER, HOUSE]), st.integers(0, 10 ** 9))
def test_but_for_the_new_cards_it_is_the_game_of_the_poker_table(
        deck: list[Any], first: int, habit: int) -> None:
    """The same actions are legal, and until the draw the same is told."""
    luck, tables = random.Random(habit), [Table(game, (200, 200), first) for game in (GAME, SHARED)]
    told = [table.deal(deck) for table in tables]
    assert told[0] == told[1]
    before = True
    while (seat := tables[0].to_act) is not None:
        legal = tables[0].legal(seat)
        assert legal == tables[1].legal(seat) and legal is not None
        action: Action = careless(legal, luck)
        told = [table.act(seat, action) for table in tables]
        before = before and legal.discard is None
        assert not before or told[0] == told[1] or not tables[0].playing
    assert tables[1].to_act is None and tables[1].first == first
    if before:
        assert tables[0].stacks == tables[1].stacks


@pytest.mark.parametrize("kind", KINDS)
async def test_what_was_written_is_all_that_there_is_to_know(kind: str) -> None:
    """A try that is taken up at every step, from its steps alone, comes to the same end."""
    of, luck = contest(kind, b"a"), random.Random(4)
    table = seated(of)
    while table.record is not None:
        await table.ante()
        while table.table.playing:
            again = taken_up(of, table)
            assert again.view == table.view
            legal = table.table.legal(CALLER)
            assert legal is not None
            action = careless(legal, luck)
            assert await again.act(action) == await table.act(action)
    assert table.number == of.terms.deals or min(table.table.stacks) < SHARED.ante


def taken_up(of: Contest, table: ContestTable) -> ContestTable:
    record = table.record
    assert record is not None
    steps = [step for step in table.bank.steps if step.hand_id == record.id]  # type: ignore
    acted = tuple(action for step in steps for action in step.actions)
    bank: Any = Book()
    return ContestTable(bank, of, Try(1, of, 1, "Ada", "open", 0, record.number - 1, record.stacks,
                                      replace(record, actions=acted)))
