"""A sitting at the Poker Table without a line: the table, the House as it plays, and the screen.

The caller plays anything that is legal, from a seed, and types what they discard.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from ansi.terminal import Terminal
from bench.house.heuristic import policy
from door.rules.actions import CALL, CHECK, FOLD, Action, Bet, Legal, Raise
from door.rules.cards import FRESH_DECK
from door.rules.events import Event
from door.rules.house_draw import CALLER, GAME, HOUSE
from door.rules.shuffle import Stream
from door.rules.table import Table
from door.screens.dealers import WALT, Dealer
from door.screens.frame import Sign
from door.screens.patter import Past, greeting, patter
from door.screens.poker_table import PokerTable

STACKS = (200, 200)
SIGN = Sign("The Brass Lantern's Casino", practice=True)    # as long as names may be


class Sitting:
    """Iterate for every picture: what was done last, and the screen as it stands then."""

    def __init__(self, seed: int, columns: int = 80, stacks: tuple[int, int] = STACKS,
                 sign: Sign = SIGN, dealer: Dealer = WALT) -> None:
        self.luck, self.stream = random.Random(seed), Stream(b"sitting", str(seed))
        self.table = Table(GAME, stacks, CALLER)
        self.screen = PokerTable(sign.fit(columns))
        self.dealer, self.past = dealer, Past()
        self.screen.felt.dealer = dealer.name
        self.number, self.told = 0, 0

    def __iter__(self) -> Iterator[tuple[str, PokerTable]]:
        self.screen.sit(self.table.view(CALLER), greeting(self.dealer, str(self.table.stacks)))
        self._seal()
        yield "sit", self.screen
        while min(self.table.stacks) >= GAME.ante:
            yield from self._hand()
        self.screen.over()
        yield "over", self.screen

    def _hand(self) -> Iterator[tuple[str, PokerTable]]:
        self.number += 1
        deck = self.luck.sample(FRESH_DECK, 52)
        yield self._tell("deal", self.table.deal(deck)), self.screen
        while self.table.to_act is not None:
            if self._legal().discard is None:
                done = self._bet()
                yield self._tell("bet", self.table.act(CALLER, done)), self.screen
                continue
            places = sorted(self.luck.sample(range(5), self.luck.choice((0, 1, 2, 3, 3, 4, 5))))
            for place in places:
                self.screen.press(str(place + 1))
                yield "digit", self.screen
            drawn = self.screen.press("ENTER")
            assert isinstance(drawn, Action)
            yield self._tell(f"draw {len(places)}", self.table.act(CALLER, drawn)), self.screen

    def _legal(self) -> Legal:
        legal = self.table.legal(CALLER)
        assert legal is not None
        return legal

    def _bet(self) -> Action:
        legal, luck = self._legal(), self.luck.random()
        bounds = legal.raise_ or legal.bet
        if bounds and luck > 0.6:
            return (Bet if legal.bet else Raise)(self.luck.randint(*bounds))
        return CHECK if not legal.due else FOLD if luck < 0.05 else CALL

    def _tell(self, done: str, told: Sequence[Event]) -> str:
        """The House answers, the screen hears it, and all cards lie; what that was."""
        events = list(told)
        while self.table.to_act == HOUSE:
            events += self.table.act(HOUSE, policy(self.table.view(HOUSE), self.stream))
        seen, view = [event.seen_by(CALLER) for event in events], self.table.view(CALLER)
        self.told += 1
        said = patter(seen, f"hand {self.number}", self.told, self.dealer, self.past)
        self.past = self.past.after(seen, view.stacks[CALLER] - STACKS[CALLER])
        self.screen.tell(seen, view, self.number, said)
        self.screen.still()
        if self.table.to_act is None:
            self._seal()
        return "showdown" if view.shown else "end" if self.table.to_act is None else done

    def _seal(self) -> None:
        self.screen.sealed(f"0741fd74-{self.number + 1}", f"{self.luck.getrandbits(256):064x}")


def show(terminal: Terminal, screen: PokerTable) -> bytes:
    """What the terminal is sent for the screen as it stands."""
    return terminal.show(screen.paint(), screen.prompt, screen.typed)
