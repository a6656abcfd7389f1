"""bench.house's simulator against the real table: the same cards, actions, luck and dollars.

The simulator tells the story of each hand. It is replayed at the table, action by action, and the
House's own code is asked what it does with the luck that the simulator drew: it must ask for the
same luck in the same order, bound by bound, and act alike. Needs numpy and a C compiler.
"""

from __future__ import annotations

import random
import shutil
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import pytest

pytest.importorskip("numpy")

from bench.house.exploiters import (ACTED, ASKED, CARD, KEPT, WON, Caller, Exploiter,  # noqa: E402
                                    Random, Story)
from door.house.book import Book                                                # noqa: E402
from door.house.equilibrium import play                                         # noqa: E402
from door.rules.actions import (CALL, CHECK, FOLD, STAND_PAT, Action, Bet, Call,  # noqa: E402
                                Discard, Fold, Raise)
from door.rules.cards import FRESH_DECK, Card                                   # noqa: E402
from door.rules.house_draw import CALLER, GAME, HOUSE                           # noqa: E402
from door.rules.shuffle import Stream                                           # noqa: E402
from door.rules.table import Table, View                                        # noqa: E402
from tests.house_books import packed                                            # noqa: E402
from tests.house_deals import blank, foresee, noise                             # noqa: E402
from training.solver import Tables                                              # noqa: E402

pytestmark = pytest.mark.skipif(not shutil.which("cc"), reason="needs cc, a C compiler")

SHORT = (5, 6, 7, 8, 9, 10, 12, 13, 17, 20, 23, 30, 31, 44)     # dollars
DEEP = (58, 70, 77, 100, 130, 180, 205)
FEW = (5, 9, 31, 77, 180, 205)
KINDS = RANDOM, MENU, ANY, RANDOM = "random", "menu", "any dollar", "random"
LEARNED_FROM = 300  # deals
_WHO = {HOUSE: "H", CALLER: "C"}


class Told(Stream):
    """Luck as it came in a story: who asks for anything else is refused."""

    __slots__ = ("came",)

    def __init__(self) -> None:
        super().__init__(b"", "")
        self.came: list[tuple[int, int]] = []

    def below(self, bound: int) -> int:
        asked, came = self.came.pop(0)
        assert bound == asked, f"the House asks for one of {bound}, the simulator of {asked}"
        return came


class Replay:
    """One hand of a story, at the table."""

    def __init__(self, book: Book, story: Sequence[Sequence[int]], stacks: Sequence[int],
                 house_first: bool, luck: random.Random) -> None:
        cards = [FRESH_DECK[card] for kind, card in story[:20] if kind == CARD]
        self.book, self.told, self.rest = book, Told(), iter(story[20:])
        self.held = {HOUSE: cards[:5], CALLER: cards[10:15]}
        self.fresh = {HOUSE: cards[5:10], CALLER: cards[15:]}
        self.kept = {HOUSE: 31, CALLER: 31}
        self.before, self.order = list(stacks), [HOUSE, CALLER] if house_first else [CALLER, HOUSE]
        self.places = [luck.sample(range(5), 5) for _ in range(2)]
        self.lines = Counter[str]()
        self.table = Table(GAME, stacks, self.order[0])

    def play(self) -> None:
        """The deck is known only once the story says who throws how much: so that is read first."""
        told = list(self.rest)
        self.kept |= zip((HOUSE, CALLER), (what for kind, what in told if kind == KEPT))
        self.rest = iter(told)
        self.table.deal(self._deck())
        for kind, what in self.rest:
            if kind == ASKED:
                self.told.came.append((what, next(self.rest)[1]))
            elif kind == ACTED:
                self._bet(what)
            elif kind == KEPT:
                next(self.rest)
                self._draw()
            else:
                assert kind == WON and not self.table.playing
                assert self.table.stacks[CALLER] - self.before[CALLER] == what

    def _deck(self) -> list[Card]:
        """Cards as they are dealt, each side's five in an order of their own (RULEBOOK 1.5)."""
        rows = [[self.held[side][at] for at in self.places[side]] for side in self.order]
        top = [card for pair in zip(*rows) for card in pair]
        for side in self.order:
            top += self._fresh_in_order(side)
        return top + [card for card in FRESH_DECK if card not in top]

    def _fresh_in_order(self, side: int) -> list[Card]:
        """The new cards as the table lays them, from the first place thrown to the last."""
        thrown = [at for at in range(5) if not self.kept[side] >> at & 1]
        comes = dict(zip(thrown, self.fresh[side]))
        return [comes[at] for at in self.places[side] if at in comes]

    def _bet(self, amount: int) -> None:
        seat = self.table.to_act
        assert seat is not None
        view = self.table.view(seat)
        action = self._action(view, amount)
        if seat == HOUSE:
            self._asked(view, action)
        self.lines[_line(view, action)] += 1
        self.table.act(seat, action)

    @staticmethod
    def _action(view: View, amount: int) -> Action:
        assert view.legal is not None
        if amount < 0:
            return FOLD
        if not amount:
            return CALL if view.legal.due else CHECK
        return Raise(amount) if view.legal.due else Bet(amount)

    def _draw(self) -> None:
        for seat in self.order:
            assert self.table.to_act == seat
            view, kept = self.table.view(seat), self.kept[seat]
            places = tuple(n for n, at in enumerate(self.places[seat]) if not kept >> at & 1)
            action = Discard(places) if places else STAND_PAT
            if seat == HOUSE:
                self._asked(view, action)
            self.table.act(seat, action)

    def _asked(self, view: View, action: Action) -> None:
        """The House, with the same luck, does this; of a pair it may throw the other card."""
        own = play(self.book, view, self.told)
        assert not self.told.came, "the simulator asked for more luck than the House does"
        if isinstance(action, Discard) and isinstance(own, Discard):
            assert _ranks(view, own) == _ranks(view, action)
        else:
            assert own == action


def _ranks(view: View, action: Discard) -> list[int]:
    return sorted(view.cards[place].rank for place in action.places)


def _line(view: View, action: Action) -> str:
    """The round, who bet so far, and what is done now: "1 HCH fold"."""
    line = "".join([_WHO[seat] for seat, _ in view.bets[-1]])
    kind = {Fold: "fold", Call: "call", Bet: "bet", Raise: "raise"}.get(type(action), "check")
    return f"{len(view.bets)} {line}{_WHO[view.seat]} {kind}"


def hands(story: Story) -> Iterator[list[list[int]]]:
    """A story, hand by hand."""
    start, rows = 0, story.tolist()
    for n, (kind, _) in enumerate(rows):
        if kind == WON:
            yield rows[start:n + 1]
            start = n + 1


class Run(NamedTuple):
    """So many hands of one kind of caller in one seat."""

    kind: str
    stack: int
    house_first: bool
    deals: int

    def caller(self, book: Book, tables: Tables) -> Caller:
        where = book, tables, self.stack, self.house_first, 1
        if self.kind == RANDOM:
            return Random(*where)
        return Exploiter(*where, menu_only=self.kind == MENU)

    def replayed(self, book: Book, tables: Tables, luck: random.Random) -> Counter[str]:
        """How often each line of play came up."""
        caller, lines = self.caller(book, tables), Counter[str]()
        if isinstance(caller, Exploiter):
            caller.train(LEARNED_FROM)
        for story in hands(caller.tell(self.deals)):
            stacks = [self.stack, self.stack]
            stacks[luck.randrange(2)] += luck.randrange(60)     # the smaller one counts
            hand = Replay(book, story, stacks, self.house_first, luck)
            hand.play()
            lines += hand.lines
        return lines


def check(deals: int, stacks: Sequence[int]) -> Counter[str]:
    """So many hands in all, of all kinds of callers at all stacks with either side first."""
    seats = [(stack, first) for stack in stacks for first in (False, True)]
    runs = [Run(KINDS[n % 4], stack, first, -(-deals // len(seats)))
            for n, (stack, first) in enumerate(seats)]
    tables, lines, luck = blank(), Counter[str](), random.Random("replays")
    for run in runs:
        foresee(Random(Book(packed()), tables, run.stack, run.house_first, 1),
                run.deals + LEARNED_FROM)
    book = noise(tables)
    for run in runs:
        lines += run.replayed(book, tables, luck)
    return lines


def all_lines() -> set[str]:
    """Whatever may be done in a round, four bets and raises at most."""
    found = set()
    for number in (1, 2):
        for first, other in ("HC", "CH"):
            found |= {f"{number} {first} check", f"{number} {first} bet"}
            line = first
            for _ in range(4):
                seat = other if line[-1] == first else first
                found |= {f"{number} {line}{seat} {what}" for what in ("fold", "call", "raise")}
                line += seat
            found -= {f"{number} {line} raise"}
    return found


def test_1_000_hands_are_those_of_the_table() -> None:
    lines = check(1_000, FEW)
    assert sum(lines.values()) > 3_000
    assert {line for line in all_lines() if len(line) < 10} <= set(lines)


@pytest.mark.soak
def test_100_000_hands_are_those_of_the_table() -> None:
    """And everything that may be done in a round is done."""
    assert set(check(100_000, SHORT + DEEP)) == all_lines()
