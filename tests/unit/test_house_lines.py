"""door.house.lines: every line of bets has its slot, the one that the solver means."""

from __future__ import annotations

import ctypes
import random
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from door.house import lines
from door.house.lines import (FIRST_SLOTS, GROUPS, LEVELS, OPENS, RAISES, SECOND_SLOTS,
                              THEIR_OPENS, THEIR_RAISES)
from door.rules.actions import CALL, CHECK, STAND_PAT, Action, Bet, Raise
from door.rules.cards import FRESH_DECK
from door.rules.house_draw import CALLER, GAME, HOUSE
from door.rules.shuffle import Stream
from door.rules.table import Table, View
from tests.house_books import Fixed

SOLVER = Path(__file__).parents[2] / "training" / "solver.c"
MENUS = (OPENS, RAISES, THEIR_OPENS, THEIR_RAISES)
# What the tests ask of solver.c; there the House is 0 and the caller 1.
ASKED = f"""
#include "{SOLVER}"
int slot(int round, int opener, int raises, int open, int one, int two)
{{
    State s = {{.round = round, .to_act = HOUSE, .opener = opener, .raises = raises, .open = open,
               .again = {{one, two}}}};
    return slot_of(&s);
}}
int sizes(int stack, int side, int put, int other, int opener, int raises, int *amount)
{{
    Game game = {{.stack = stack, .now = stack}};
    State s = {{.to_act = side, .opener = opener, .raises = raises}};
    s.put[side] = put;
    s.put[!side] = other;
    Menu menu = menu_of(&game, &s);
    memcpy(amount, menu.amount, sizeof menu.amount);
    return menu.count;
}}
int group(int put, int aggressor) {{ return group_of(put, aggressor); }}
"""


@pytest.fixture(scope="module")
def solver(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The solver's own answers."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler")
    folder = tmp_path_factory.mktemp("solver")
    (folder / "asked.c").write_text(ASKED)
    subprocess.run([compiler, "-shared", "-fPIC", "-o", folder / "asked.so", folder / "asked.c",
                    "-lm"], check=True, timeout=60)
    return ctypes.CDLL(str(folder / "asked.so"))


# -- walking all lines of the menus ------------------------------------------------------------

@dataclass(frozen=True)
class Line:
    """A round so far: actions, who opened, raises, and the places of sizes in their menus."""

    acts: tuple[Action, ...] = ()
    opener: int | None = None
    raises: int = 0
    open: int = 0
    again: tuple[int, ...] = ()

    def bet(self, seat: int, place: int, chips: int) -> Line:
        if self.opener is None:
            return replace(self, acts=(*self.acts, Bet(chips)), opener=seat, open=place)
        again = (*self.again, place) if seat == CALLER else self.again
        return replace(self, acts=(*self.acts, Raise(chips)), raises=self.raises + 1, again=again)


def at(stack: int, first: int, acts: Sequence[Action]) -> Table:
    table = Table(GAME, (stack, stack), first)
    table.deal(FRESH_DECK)
    for action in acts:
        assert table.to_act is not None
        table.act(table.to_act, action)
    return table


def menu(seat: int, opened: bool) -> Sequence[int]:
    if seat == HOUSE:
        return RAISES if opened else OPENS
    return THEIR_RAISES if opened else THEIR_OPENS


def sizes(seat: int, opened: bool, cap: int) -> list[tuple[int, int]]:
    """Places and chips of what a menu offers under a cap."""
    known = menu(seat, opened)
    below = [(place, chips) for place, chips in enumerate(known[:-1]) if chips < cap]
    return [*below, (len(known) - 1, cap)] if cap else []


def walked(stack: int, first: int, before: Sequence[Action] = ()) -> Iterator[tuple[Line, View]]:
    """All moments of one round in which the House is to act, all bets from the menus."""
    waiting = [Line()]
    while waiting:
        line = waiting.pop()
        table = at(stack, first, (*before, *line.acts))
        seat = table.to_act
        legal = None if seat is None else table.legal(seat)
        if seat is None or legal is None or legal.discard is not None:
            continue        # the round, or the hand, is over
        if seat == HOUSE:
            yield line, table.view(HOUSE)
        bounds = legal.bet or legal.raise_
        for place, chips in sizes(seat, line.opener is not None, bounds[1] if bounds else 0):
            waiting.append(line.bet(seat, place, chips))
        if not line.acts:
            waiting.append(replace(line, acts=(CHECK,)))


def moment_of(view: View, luck: Stream) -> lines.Moment:
    return lines.moment(view, lines.effective_stack(view), luck)


def group_in(view: View, luck: Stream) -> int:
    return lines.group(view, lines.effective_stack(view), luck)


STACKS = (6, 7, 10, 13, 17, 31, 80, 104, 205, 500)
FIRST_ROUNDS: tuple[tuple[Action, ...], ...] = (
    (CHECK, CHECK), (Bet(2), CALL), (Bet(25), CALL), (Bet(25), Raise(25), CALL),
    (Bet(12), Raise(25), Raise(25), Raise(25), CALL))


def second_rounds(stack: int, first: int) -> Iterator[tuple[Line, View]]:
    for acts in FIRST_ROUNDS:
        if GAME.ante + sum(a.amount for a in acts if isinstance(a, (Bet, Raise))) < stack:
            yield from walked(stack, first, (*acts, STAND_PAT, STAND_PAT))


@pytest.mark.parametrize("first", [CALLER, HOUSE])
@pytest.mark.parametrize("stack", STACKS)
def test_slots_are_those_of_the_solver(solver: Any, stack: int, first: int) -> None:
    for second, moments in enumerate((walked(stack, first), second_rounds(stack, first))):
        for line, view in moments:
            opener = -1 if line.opener is None else int(line.opener == CALLER)
            again = (*line.again, 0, 0)
            asked = solver.slot(second, opener, line.raises, line.open, again[0], again[1])
            moment = moment_of(view, Fixed())    # what is on the menu asks for no luck
            assert (moment.second, moment.slot) == (bool(second), asked), line


@pytest.mark.parametrize("stack", STACKS)
def test_sizes_and_their_caps_are_those_of_the_solver(solver: Any, stack: int) -> None:
    """And of the table: what it was trained to do is what may be done."""
    amount = (ctypes.c_int * 8)()
    for first in CALLER, HOUSE:
        for line, view in walked(stack, first):
            side, opened = 0, line.opener is not None
            count = solver.sizes(stack, side, view.in_pot[HOUSE], view.in_pot[CALLER],
                                 -1 if not opened else int(line.opener == CALLER), line.raises,
                                 amount)
            legal = view.legal
            assert legal is not None
            bounds = legal.raise_ if opened else legal.bet
            mine = dict(sizes(HOUSE, opened, bounds[1] if bounds else 0))
            start = 2 if opened else 1
            assert {n: chips for n, chips in enumerate(amount[start:count]) if chips > 0} == mine


@pytest.mark.parametrize("first", [CALLER, HOUSE])
def test_different_lines_have_different_slots_before_the_draw(first: int) -> None:
    slots = Counter(moment_of(view, Fixed()).slot for line, view in walked(205, first)
                    if line.acts[:1] != (CHECK,) or line.opener is not None)
    assert set(slots) <= set(range(FIRST_SLOTS)) and set(slots.values()) == {1}


def test_every_line_has_a_slot_after_the_draw() -> None:
    slots = {moment_of(view, Fixed()).slot
             for first in (CALLER, HOUSE) for _, view in second_rounds(205, first)}
    assert slots <= set(range(SECOND_SLOTS)) and len(slots) == 40


def ended(stack: int) -> Iterator[View]:
    """The House's view as each first round has ended, all bets from the menus."""
    for first in CALLER, HOUSE:
        for line, view in walked(stack, first):
            legal = view.legal
            assert legal is not None
            acts: list[Action] = [CALL] if legal.due else [CHECK]
            bounds = legal.raise_ if legal.due else legal.bet
            acts += [Raise(chips) if legal.due else Bet(chips)
                     for _, chips in sizes(HOUSE, bool(legal.due), bounds[1] if bounds else 0)]
            for act in acts:
                table = at(stack, first, (*line.acts, act))
                if table.to_act == CALLER and table.legal(CALLER).discard is None:
                    table.act(CALLER, CALL if table.legal(CALLER).due else CHECK)
                yield table.view(HOUSE)


@pytest.mark.parametrize("stack", [13, 31, 205])
def test_groups_are_those_of_the_solver(solver: Any, stack: int) -> None:
    found = set()
    for view in ended(stack):
        made = view.bets[0]
        put = GAME.ante + sum(chips for _, chips in made)
        group = group_in(view, Fixed())      # what is on the menu asks for no luck
        assert group == solver.group(put, int(bool(made) and made[-1][0] == CALLER)), made
        found.add(group)
    # Three levels are none that the House's own sizes come to at full stacks.
    assert stack < 205 or len(found) == GROUPS - 3


def first_round(stack: int, *acts: Action) -> View:
    """The House's view of a first round that the caller began."""
    return at(stack, CALLER, acts).view(HOUSE)


def group_of(put: int, aggressor: int) -> int:
    level = max(n for n, least in enumerate(LEVELS) if least <= put)
    return 2 * level - 1 + (aggressor == CALLER) if level else 0


def test_what_is_between_two_sizes_comes_to_what_it_is_taken_for() -> None:
    """The hole that callers found: raised by 20, $30 are in, as where 25 were opened and called."""
    view = first_round(205, CHECK, Bet(5), Raise(20), CALL)
    pot, low, high = 20, 12, 25
    lower, whole = (high - 20) * (pot + low), (high - low) * (pot + 20)
    found = Counter(group_in(view, Fixed(n)) for n in range(whole))
    assert found == {group_of(5 + 5 + low, CALLER): lower,
                     group_of(5 + 5 + high, CALLER): whole - lower}
    assert group_of(5 + 5 + 20, CALLER) not in found


@pytest.mark.parametrize("opened, sized", [(15, (12, 18)), (24, (18, 25)), (4, (3, 5))])
def test_an_opening_between_two_sizes_comes_to_either(opened: int, sized: tuple[int, int]) -> None:
    view = first_round(205, Bet(opened), CALL)
    whole = (sized[1] - sized[0]) * (10 + opened)
    assert {group_in(view, Fixed(n)) for n in range(whole)} == {
        group_of(5 + size, CALLER) for size in sized}


def test_what_leaves_something_is_not_taken_for_all() -> None:
    """Where all was bet nobody bets any more, and the House has learned nothing of that."""
    view = first_round(20, Bet(13), CALL)       # 12, or all 15
    whole = (15 - 12) * (10 + 13)
    assert {group_in(view, Fixed(n)) for n in range(whole)} == {
        group_of(5 + 12, CALLER), group_of(5 + 13, CALLER)}


def test_the_effective_stack_is_the_smaller_before_the_ante() -> None:
    table = Table(GAME, (300, 41), CALLER)
    table.deal(FRESH_DECK)
    assert lines.effective_stack(table.view(HOUSE)) == 41
    table.act(CALLER, Bet(25))
    table.act(HOUSE, Raise(9))
    table.act(CALLER, CALL)
    assert lines.effective_stack(table.view(HOUSE)) == 41


# -- amounts that are on no menu ---------------------------------------------------------------

def shares(amount: int, known: Sequence[int], cap: int, pot: int) -> Counter[int]:
    """How often each place is taken, over all that luck can be."""
    first = Fixed(0)
    places = Counter([lines.size(amount, known, cap, pot, first)])
    for value in range(1, first.bounds[0] if first.bounds else 1):
        places[lines.size(amount, known, cap, pot, Fixed(value))] += 1
    return places


@pytest.mark.parametrize("amount", range(2, 26))
def test_an_amount_goes_to_its_neighbours_at_the_pseudo_harmonic_rate(amount: int) -> None:
    """Ganzfried and Sandholm 2013: (B - x)(1 + A) / (B - A)(1 + x), in pots."""
    for pot in 10, 34, 110:
        places = shares(amount, THEIR_OPENS, 25, pot)
        if amount in THEIR_OPENS:
            assert places == {THEIR_OPENS.index(amount): 1}
            continue
        below, above = [(a, b) for a, b in zip(THEIR_OPENS, THEIR_OPENS[1:]) if a < amount < b][0]
        a, b, x = below / pot, above / pot, amount / pot
        rate = (b - x) * (1 + a) / ((b - a) * (1 + x))
        assert places[THEIR_OPENS.index(below)] / places.total() == pytest.approx(rate)
        assert set(places) == {THEIR_OPENS.index(below), THEIR_OPENS.index(above)}


def test_under_a_cap_the_upper_neighbour_is_the_cap() -> None:
    """Of the menu 2, 3, 5, 8 ... under a cap of $7, only 2, 3, 5 and 7 are there."""
    assert shares(6, THEIR_OPENS, 7, 10).keys() == {2, 6}
    assert shares(7, THEIR_OPENS, 7, 10) == {6: 1}
    assert shares(5, THEIR_OPENS, 7, 10) == {2: 1}


@pytest.mark.parametrize("known", MENUS)
def test_any_amount_under_any_cap_has_a_place_that_was_trained(known: Sequence[int]) -> None:
    top = len(known) - 1
    for cap in range(1, 26):
        for amount in range(1, cap + 1):
            for place in shares(amount, known, cap, 10):
                assert place == top or known[place] < cap


@pytest.mark.parametrize("stack", [6, 7, 11, 25, 36, 77, 205, 500])
def test_any_bets_at_any_stack_have_a_slot(stack: int) -> None:
    luck = random.Random(stack)
    for _ in range(300):
        table = at(stack, luck.randrange(2), ())
        while table.to_act is not None:
            legal = table.legal(table.to_act)
            assert legal is not None
            if table.to_act == HOUSE and legal.discard is None:
                moment = moment_of(table.view(HOUSE), Stream(luck.randbytes(32), "line"))
                assert 0 <= moment.slot < (SECOND_SLOTS if moment.second else FIRST_SLOTS)
                assert bool(legal.due) == bool(moment.slot)
                assert 0 <= moment.group < GROUPS and moment.second == (len(table.view(1).bets) > 1)
            bounds = legal.bet or legal.raise_
            wild = bounds and luck.random() < 0.8
            table.act(table.to_act, STAND_PAT if legal.discard is not None else
                      (Bet if legal.bet else Raise)(luck.randint(*bounds)) if bounds and wild else
                      CALL if legal.due else CHECK)


@pytest.mark.parametrize("known", (OPENS, RAISES))
def test_what_the_house_bets_is_read_back_as_the_size_it_meant(known: Sequence[int]) -> None:
    for cap in range(1, 26):
        for place in range(len(known)):
            chips = lines.amount(place, known, cap)
            assert 1 <= chips <= cap
            (found,) = shares(chips, known, cap, 10)
            assert lines.amount(found, known, cap) == chips
