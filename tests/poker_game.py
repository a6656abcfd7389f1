"""The Poker Table's screen with a table behind it, for tests that press its keys."""

from __future__ import annotations

from door.rules.actions import CHECK, Action, Bet, Raise
from door.rules.cards import FRESH_DECK, parse_cards
from door.rules.house_draw import CALLER, GAME
from door.rules.table import Table
from door.screens.frame import Sign
from door.screens.poker_table import PokerTable

SIGN = Sign("Brass Lantern Casino")
CARDS = [card for pair in zip(parse_cards("Kh Kc 9s 9d 4d"), parse_cards("Ad As 7h 6c 2s"))
         for card in pair]
DECK = [*CARDS, *(card for card in FRESH_DECK if card not in CARDS)]
TO_DRAW: tuple[Action, ...] = (CHECK, CHECK)
TO_CAP: tuple[Action, ...] = (Bet(2), Raise(2), Raise(2), Raise(2))


class Game:
    """The screen with a table behind it; `answers` are what press() gave."""

    def __init__(self, *acts: Action, stacks: tuple[int, int] = (200, 200)) -> None:
        self.table = Table(GAME, stacks, CALLER)
        self.screen = PokerTable(SIGN)
        self.screen.sit(self.table.view(CALLER))
        self.screen.lines()
        self.answers: list[object] = []
        if acts or stacks != (0, 0):
            told = self.table.deal(DECK)
            self.tell(told)
        for act in acts:
            assert self.table.to_act is not None
            self.tell(self.table.act(self.table.to_act, act))

    def tell(self, told: list) -> None:     # type: ignore[type-arg]
        self.screen.tell([event.seen_by(CALLER) for event in told], self.table.view(CALLER), 1)

    def press(self, *keys: str) -> object:
        """The first answer that these keys give, None if none of them does."""
        for key in keys:
            if (answer := self.screen.press(key)) is not None:
                return answer
        return None

    @property
    def prompt(self) -> str:
        return f"{self.screen.prompt} {self.screen.typed}".rstrip()


def between() -> PokerTable:
    screen = PokerTable(SIGN)
    screen.sit(Table(GAME, (200, 200)).view(CALLER))
    return screen
