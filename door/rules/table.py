"""The table, the only authority over a hand: legal(seat), act(seat, action), view(seat).

It owns seats, stacks and the order of play of any Game, and does no input or output: what happens
comes back as events, which the caller of act() cuts per seat (events.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from door.rules import events as ev
from door.rules.actions import (Action, Bet, Call, Check, Discard, Fold, IllegalAction, Legal,
                                Raise)
from door.rules.betting import BettingRound
from door.rules.cards import FRESH_DECK, Card
from door.rules.game import BUTTON, WINNER, Betting, Deal, Draw, Game
from door.rules.hand import Hand
from door.rules.pots import Settlement

Bets = tuple[tuple[tuple[int, int], ...], ...]


@dataclass(slots=True)
class View:
    """What one seat may know. `cards` are its own; lists are per seat, amounts in chips.

    `in_pot` is what each put in over the hand, `put_in` over this round; `bets` are the bets and
    raises of each round so far, as seat and chips on top; `drew` is None until told; `shown` holds
    the holdings of a showdown; `legal` is None unless this seat is to act.
    An onlooker (events.PUBLIC) has no cards and owes nothing.
    """

    seat: int
    street: int
    when: str
    to_act: int | None
    first: int
    cards: tuple[Card, ...]
    stacks: tuple[int, ...]
    in_pot: tuple[int, ...]
    put_in: tuple[int, ...]
    folded: tuple[bool, ...]
    drew: tuple[int | None, ...]
    pot: int
    due: int
    raises: int
    legal: Legal | None
    shown: dict[int, tuple[Card, ...]]
    settlement: Settlement | None
    bets: Bets = ()


class Table:
    """`game` played by seats with these `stacks`, in chips.

    `first` acts first in the next hand; where the button leads, that is the seat to its left and
    nobody need say so. `playing` is False between hands. A hand is started by deal() and ends by
    itself. ValueError for seats or stacks that the game does not have.
    """

    __slots__ = ("game", "stacks", "first", "button", "street", "to_act", "playing", "_hand",
                 "_round", "_legal", "_bets")

    def __init__(self, game: Game, stacks: Sequence[int], first: int = 0, button: int = 0) -> None:
        seats, (low, high) = len(stacks), game.seats
        if not low <= seats <= high:
            raise ValueError(f"{game.name} takes {low} to {high} seats, not {seats}")
        if min(stacks) < 0 or not 0 <= first < seats or not 0 <= button < seats:
            raise ValueError("stacks are zero or more; first and button are seats")
        self.game = game
        self.stacks = list(stacks)
        self.first = (button + 1) % seats if game.lead == BUTTON else first
        self.button = button
        self.street = 0
        self.to_act: int | None = None
        self.playing = False
        self._hand = Hand((), range(seats))
        self._bets: list[list[tuple[int, int]]] = []
        self._round: BettingRound | None = None
        self._legal: Legal | None = None  # of the seat to act; asked for often, worked out once

    # -- what is asked of it -----------------------------------------------------------------

    def can_deal(self) -> bool:
        """Whether everybody has the ante (RULEBOOK 1.3) and no hand is on."""
        return not self.playing and min(self.stacks) >= self.game.ante

    def legal(self, seat: int) -> Legal | None:
        """What `seat` may do now; None when it is not its turn."""
        if seat != self.to_act or not self.playing:
            return None
        if self._legal is None:
            if self._round is not None:
                self._legal = self._round.legal(seat)
            else:
                street = self.game.streets[self.street]
                assert isinstance(street, Draw)
                self._legal = Legal(discard=street.cards)
        return self._legal

    def deal(self, deck: Sequence[Card]) -> list[ev.Event]:
        """Starts a hand: antes, then the streets up to the first action.

        IllegalAction when no hand can be dealt now, ValueError when the deck has not its 52
        cards; then nothing has changed.
        """
        ante, seats = self.game.ante, len(self.stacks)
        if not self.can_deal():
            raise IllegalAction("A hand is on." if self.playing else f"The ante is ${ante}.")
        if len(deck) != len(FRESH_DECK):
            raise ValueError(f"a deck has {len(FRESH_DECK)} cards, not {len(deck)}")
        hand = self._hand = Hand(deck, [*range(self.first, seats), *range(self.first)])
        self.playing, self.street, self._bets = True, -1, []
        told: list[ev.Event] = []
        for seat in hand.live:
            self.stacks[seat] -= ante
            hand.in_pot[seat] += ante
            told.append(ev.AntePosted(seat, ante))
        self._next_street(told)
        return told

    def act(self, seat: int, action: Action) -> list[ev.Event]:
        """Does exactly what was asked and tells what came of it, every seat's secrets included.

        Raises IllegalAction, with a sentence for the caller, and then nothing has changed.
        """
        legal = self.legal(seat)
        if legal is None:
            raise IllegalAction("It is not your turn.")
        if refusal := legal.refusal(action):
            raise IllegalAction(refusal)
        told: list[ev.Event] = []
        self._legal = None
        if legal.discard is None:
            self._bet(seat, action, told)
        else:
            self._discard(seat, action, told)
        return told

    def view(self, seat: int) -> View:
        """The table as `seat`, or an onlooker (events.PUBLIC), may see it."""
        hand, betting, seats = self._hand, self._round, range(len(self.stacks))
        return View(
            seat, self.street, self._when(), self.to_act, self.first,
            cards=hand.cards[seat] if seat >= 0 else (),
            stacks=tuple(self.stacks), in_pot=tuple(hand.in_pot),
            put_in=tuple(betting.put_in) if betting else (0,) * len(seats),
            folded=tuple([other not in hand.live for other in seats]), drew=tuple(hand.drew),
            pot=0 if hand.settlement else sum(hand.in_pot),
            due=betting.due(seat) if betting else 0, raises=betting.raises if betting else 0,
            legal=self.legal(seat), shown=dict(hand.shown), settlement=hand.settlement,
            bets=tuple([tuple(made) for made in self._bets]))

    def _when(self) -> str:
        if not self.playing:
            return ""
        street = self.game.streets[self.street]
        return street.when if isinstance(street, Betting) else "the draw"

    # -- betting and drawing -----------------------------------------------------------------

    def _bet(self, seat: int, action: Action, told: list[ev.Event]) -> None:
        betting, hand, stacks = self._round, self._hand, self.stacks
        assert betting is not None
        before = stacks[seat]
        if isinstance(action, Check):
            betting.check()
            told.append(ev.Checked(seat))
        elif isinstance(action, Call):
            told.append(ev.Called(seat, betting.call(), not stacks[seat]))
        elif isinstance(action, Fold):
            betting.fold()
            hand.live.remove(seat)
            told.append(ev.Folded(seat))
        else:
            assert isinstance(action, (Bet, Raise))
            betting.raise_by(action.amount)
            self._bets[-1].append((seat, action.amount))
            told.append(ev.BetMade(seat, action.amount, not stacks[seat])
                        if isinstance(action, Bet) else
                        ev.Raised(seat, action.amount, betting.raises, not stacks[seat]))
        hand.in_pot[seat] += before - stacks[seat]
        self._wait_or_go_on(betting.seat, told)

    def _discard(self, seat: int, action: Action, told: list[ev.Event]) -> None:
        """Fixes what `seat` throws; new cards come at once, or when all have fixed theirs."""
        hand, street = self._hand, self.game.streets[self.street]
        assert isinstance(street, Draw)
        hand.chosen[seat] = action.places if isinstance(action, Discard) else ()
        waiting = hand.next_to_draw()
        if not street.hidden:
            told.append(hand.replace(seat))
        elif waiting is None:
            for other in hand.live:
                told.append(hand.replace(other))
        self._wait_or_go_on(waiting, told)

    # -- the order of play -------------------------------------------------------------------

    def _wait_or_go_on(self, seat: int | None, told: list[ev.Event]) -> None:
        self.to_act = seat
        if seat is not None:
            told.append(ev.ActionNeeded(seat, self.game.seconds))
        else:
            self._next_street(told)

    def _next_street(self, told: list[ev.Event]) -> None:
        hand, streets = self._hand, self.game.streets
        self._round = None
        self.street += 1
        if len(hand.live) == 1 or self.street == len(streets):
            self._settle(told)
            return
        street = streets[self.street]
        if isinstance(street, Betting):
            self._open_round(told)
        elif isinstance(street, Deal):
            told += hand.deal(street.cards)
            self._next_street(told)
        else:
            hand.chosen.clear()
            if street.reserved:
                hand.put_aside(street.cards)
            self._wait_or_go_on(hand.live[0], told)

    def _open_round(self, told: list[ev.Event]) -> None:
        """A round with nothing due and no raises; where nobody could bet, it is skipped (1.9)."""
        betting = self._round = BettingRound(self.game.limits, self.stacks, self._hand.live)
        self._bets.append([])
        if betting.seat is not None:
            told.append(ev.RoundOpened(self.street, betting.seat))
        self._wait_or_go_on(betting.seat, told)

    # -- the end of a hand -------------------------------------------------------------------

    def _settle(self, told: list[ev.Event]) -> None:
        hand = self._hand
        done = hand.settle(self.button, self.game.odd)
        self._return_uncalled(done, told)
        for seat, cards in hand.shown.items():
            told.append(ev.HoldingShown(seat, cards, hand.strengths[seat] or 0))
        self._pay(done, told)
        self._lead(done)
        self.playing, self.to_act = False, None
        told.append(ev.HandEnded(tuple(self.stacks)))

    def _return_uncalled(self, done: Settlement, told: list[ev.Event]) -> None:
        """Before the showdown (RULEBOOK 4.6)."""
        if not any(done.returned):
            return
        for seat, chips in enumerate(done.returned):
            if chips:
                self.stacks[seat] += chips
                told.append(ev.UncalledReturned(seat, chips))

    def _pay(self, done: Settlement, told: list[ev.Event]) -> None:
        for n, pot in enumerate(done.pots):
            for seat, chips in zip(pot.winners, pot.shares):
                self.stacks[seat] += chips
                told.append(ev.PotAwarded(seat, chips, n, self._hand.strengths[seat],
                                          len(pot.winners)))
        if done.tax:
            told.append(ev.TaxTaken(done.tax))

    def _lead(self, done: Settlement) -> None:
        """Who acts first next time (RULEBOOK 1.4); after a tie nothing changes."""
        if self.game.lead == BUTTON:
            self.button = (self.button + 1) % len(self.stacks)
            self.first = (self.button + 1) % len(self.stacks)
        elif self.game.lead == WINNER and len(done.pots[0].winners) == 1:
            self.first = done.pots[0].winners[0]
