"""Whatever is done at a table: no illegal state, no chip lost, no hidden card told.

Played by hypothesis step by step, and in bulk by random hands: the Poker Table, a draw game for
two to five that is only here, and betting and pots alone for two to six.
"""

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from door.rules import events as ev
from door.rules.actions import (CALL, CHECK, FOLD, STAND_PAT, Bet, Discard, IllegalAction, Raise,
                                parse_action)
from door.rules.betting import BettingRound, Limits
from door.rules.cards import FRESH_DECK
from door.rules.game import BUTTON, Betting, Deal, Draw, Game
from door.rules.house_draw import GAME as HOUSE_DRAW
from door.rules.pots import CLOCKWISE, TAX, settle
from door.rules.shuffle import deck
from door.rules.table import Table

ROOM = Game("room", 1, (2, 5), 1, Limits(1, 20, 5),
            (Deal(5), Betting("before draw"), Draw(5, hidden=False), Betting("after draw")),
            BUTTON, TAX, 45)
HIDDEN = Game("hidden", 1, (2, 5), 2, Limits(2, None, 3),
              (Deal(5), Betting("before draw"), Draw(3, hidden=True), Betting("after draw")),
              BUTTON, CLOCKWISE)
GAMES = [HOUSE_DRAW, ROOM, HIDDEN]
SEED = bytes(range(32))


def choices(legal, luck):
    """Actions that are legal now: every kind of them, amounts and discards at random."""
    if legal.discard is not None:
        places = sorted(luck.sample(range(5), luck.randint(1, legal.discard)))
        return [STAND_PAT, Discard(tuple(places))]
    found = [FOLD, CALL if legal.due else CHECK]
    found += [Bet(luck.randint(*legal.bet))] if legal.bet else []
    return found + ([Raise(luck.randint(*legal.raise_))] if legal.raise_ else [])


def anything(luck):
    """An action of any kind, most of them illegal at any given time."""
    amount = luck.choice([-5, 0, 1, 2, 25, 26, 200, 10 ** 9, 2.0, "ten", None, True])
    places = tuple(luck.choices([-1, 0, 1, 2, 3, 4, 5, 1.0, "1"], k=luck.randint(0, 6)))
    return luck.choice([FOLD, CHECK, CALL, STAND_PAT, Bet(amount), Raise(amount), Discard(places),
                        None, "fold"])


def snapshot(thing):
    """All that an object of the rules is made of, however deep, as plain values."""
    if isinstance(thing, (list, tuple)):
        return [snapshot(each) for each in thing]
    if isinstance(thing, dict):
        return {key: snapshot(value) for key, value in thing.items()}
    if type(thing).__module__.startswith("door.") and not isinstance(thing, int):
        slots = getattr(type(thing), "__slots__")
        return type(thing).__name__, {slot: snapshot(getattr(thing, slot)) for slot in slots}
    return thing


def live(table):
    return [seat for seat, out in enumerate(table.view(ev.PUBLIC).folded) if not out]


class AtTheTable(RuleBasedStateMachine):
    """One table, hand after hand; every rule is something that a caller might try."""

    @initialize(game=st.sampled_from(GAMES), seats=st.integers(2, 5), luck=st.randoms(),
                chips=st.lists(st.one_of(st.integers(0, 30), st.integers(0, 500)),
                               min_size=5, max_size=5))
    def open(self, game, seats, luck, chips):
        stacks = chips[:min(seats, game.seats[1])]
        self.luck, self.tax, self.hands = luck, 0, 0
        self.table = Table(game, stacks, first=luck.randrange(len(stacks)),
                           button=luck.randrange(len(stacks)))
        self.total = sum(stacks)

    @rule()
    def deal(self):
        if self.table.can_deal():
            self.hands += 1
            self.take_note(self.table.deal(deck(SEED, str(self.hands), "")))
            return
        before = snapshot(self.table)
        with pytest.raises(IllegalAction):
            self.table.deal(FRESH_DECK)
        assert snapshot(self.table) == before

    @precondition(lambda self: self.table.playing)
    @rule(choice=st.integers(0, 99))
    def act(self, choice):
        seat = self.table.to_act
        actions = choices(self.table.legal(seat), self.luck)
        self.take_note(self.table.act(seat, actions[choice % len(actions)]))

    @rule(seat=st.integers(-1, 5))
    def try_anything(self, seat):
        """What is illegal raises and changes nothing; what is legal is printed and done."""
        table, action = self.table, anything(self.luck)
        legal = table.legal(seat)
        before = snapshot(table)
        if legal is not None and not legal.refusal(action):
            assert parse_action(str(action)) == action
            self.take_note(table.act(seat, action))
            return
        with pytest.raises(IllegalAction) as caught:
            table.act(seat, action)
        assert str(caught.value).endswith(".")
        assert snapshot(table) == before

    def take_note(self, told):
        self.tax += sum(event.amount for event in told if isinstance(event, ev.TaxTaken))
        assert isinstance(told[-1], ev.ActionNeeded if self.table.playing else ev.HandEnded)

    @invariant()
    def chips_are_conserved(self):
        table = self.table
        assert sum(table.stacks) + table.view(ev.PUBLIC).pot + self.tax == self.total
        assert min(table.stacks) >= 0
        assert all(type(chips) is int for chips in table.stacks)

    @invariant()
    def somebody_is_to_act_while_a_hand_is_on_and_nobody_else_may(self):
        table = self.table
        assert (table.to_act is not None) == table.playing
        for seat in range(len(table.stacks)):
            assert (table.legal(seat) is not None) == (seat == table.to_act)
        if table.playing:
            assert table.to_act in live(table) and len(live(table)) >= 2

    @invariant()
    def what_is_legal_can_be_done(self):
        table, seat = self.table, self.table.to_act
        if seat is None or (legal := table.legal(seat)).discard is not None:
            return
        view, limits = table.view(seat), table.game.limits
        assert 0 < table.stacks[seat] >= legal.due == view.due
        assert not (legal.bet and legal.raise_)
        if bounds := legal.bet or legal.raise_:
            low, high = bounds
            assert 0 < low <= high <= table.stacks[seat] - legal.due
            assert low == min(limits.low, high) and (limits.high is None or high <= limits.high)
            assert any(table.stacks[other] for other in live(table) if other != seat)
            assert legal.bet or view.raises < limits.raises

    @invariant()
    def no_card_is_twice_at_the_table(self):
        table = self.table
        cards = [card for seat in range(len(table.stacks)) for card in table.view(seat).cards]
        assert len(cards) == len(set(cards))


TestAtTheTable = AtTheTable.TestCase
TestAtTheTable.settings = settings(max_examples=60, stateful_step_count=50, deadline=None,
                                   suppress_health_check=[HealthCheck.too_slow])


# -- hidden cards stay hidden ------------------------------------------------------------------

def play(game, seats, cards, actions, watching):
    """Plays these actions, and returns all that one seat could see before the showdown."""
    table = Table(game, (200,) * seats)
    seen = [event.seen_by(watching) for event in table.deal(cards)]
    for action in actions:
        seen += [table.view(watching)]
        seen += [event.seen_by(watching) for event in table.act(table.to_act, action)]
    shown = [n for n, each in enumerate(seen) if isinstance(each, ev.HoldingShown)]
    if not table.playing and not shown:
        seen += [table.view(watching)]
    return seen[:shown[0]] if shown else seen


def random_actions(game, seats, cards, luck):
    table, actions = Table(game, (200,) * seats), []
    table.deal(cards)
    while table.playing:
        actions.append(luck.choice(choices(table.legal(table.to_act), luck)[luck.random() < .8:]))
        table.act(table.to_act, actions[-1])
    return actions


@settings(deadline=None)
@given(st.sampled_from(GAMES), st.integers(2, 5), st.randoms(use_true_random=False))
def test_cards_that_a_seat_cannot_see_change_nothing_that_it_sees(game, seats, luck):
    """RULEBOOK 5.2, for every seat and for an onlooker."""
    seats = min(seats, game.seats[1])
    cards = luck.sample(FRESH_DECK, 52)
    actions = random_actions(game, seats, cards, luck)
    for watching in (*range(seats), ev.PUBLIC):
        seen = play(game, seats, cards, actions, watching)
        known = {card for each in seen if isinstance(each, (ev.CardsDealt, ev.CardsDrawn))
                 for card in each.cards}
        assert play(game, seats, _reshuffled(cards, known, luck), actions, watching) == seen


def _reshuffled(cards, known, luck):
    hidden = [card for card in cards if card not in known]
    luck.shuffle(hidden)
    return [card if card in known else hidden.pop() for card in cards]


# -- random hands in bulk ----------------------------------------------------------------------

def play_hands(game, number, luck):
    """Random legal hands at tables of every size: no chip is lost, no card is dealt twice."""
    for n in range(number):
        stacks = [luck.choice([luck.randint(game.ante, 40), luck.randint(game.ante, 500)])
                  for _ in range(luck.randint(*game.seats))]
        table = Table(game, stacks, luck.randrange(len(stacks)), luck.randrange(len(stacks)))
        told = table.deal(deck(SEED, str(n), "bulk"))
        while table.playing:
            actions = choices(table.legal(table.to_act), luck)
            told += table.act(table.to_act, luck.choice(actions[luck.random() < .7:]))
        _check_hand(table, sum(stacks), told)


def _check_hand(table, total, told):
    tax = sum(event.amount for event in told if isinstance(event, ev.TaxTaken))
    assert sum(table.stacks) + tax == total and min(table.stacks) >= 0
    assert not tax or table.game.odd == TAX
    dealt = [card for event in told if isinstance(event, (ev.CardsDealt, ev.CardsDrawn))
             for card in event.cards]
    assert len(dealt) == len(set(dealt)) <= 52


def play_bets(number, luck):
    """Betting and pots alone: four rounds at two to six seats, blinds in the first."""
    for _ in range(number):
        stacks = [luck.choice([luck.randint(1, 9), luck.randint(1, 300)])
                  for _ in range(luck.randint(2, 6))]
        total, seats = sum(stacks), range(len(stacks))
        limits = luck.choice([Limits(1, None, 3), Limits(1, 20, 5), Limits(2, 25, 3, covered=True)])
        put_in, order = [0] * len(stacks), list(seats)
        for street in range(4):
            blinds = {order[-2]: 1, order[-1]: 2} if street == 0 else None
            order = _bet(BettingRound(limits, stacks, order, blinds), put_in, order, luck)
        strengths = [luck.randint(0, 3) if seat in order else None for seat in seats]
        done = settle(put_in, strengths, luck.choice(seats), luck.choice([TAX, CLOCKWISE]))
        assert sum(stacks) + sum(done.won) + sum(done.returned) + done.tax == total
        assert not any(done.won[seat] or done.returned[seat] for seat in seats if seat not in order)


def _bet(betting, put_in, order, luck):
    """Plays a round out; who is left in."""
    order = list(order)
    while (seat := betting.seat) is not None:
        assert seat in order and betting.stacks[seat] > 0
        legal = betting.legal(seat)
        action = luck.choice(choices(legal, luck)[luck.random() < .8:])
        if action == FOLD:
            order.remove(seat)
            betting.fold()
        elif isinstance(action, (Bet, Raise)):
            betting.raise_by(action.amount)
        elif action == CALL:
            betting.call()
        else:
            betting.check()
        assert min(betting.stacks) >= 0
    for seat, chips in enumerate(betting.put_in):
        put_in[seat] += chips
    return order


def test_1_000_hands_at_the_poker_table():
    play_hands(HOUSE_DRAW, 1_000, Random(1))


@pytest.mark.parametrize("game", [ROOM, HIDDEN])
def test_500_hands_at_a_table_for_several(game):
    play_hands(game, 500, Random(2))


def test_1_000_hands_of_betting_alone():
    play_bets(1_000, Random(3))


@pytest.mark.soak
def test_70_000_hands_at_the_poker_table():
    play_hands(HOUSE_DRAW, 70_000, Random(4))


@pytest.mark.soak
@pytest.mark.parametrize("game", [ROOM, HIDDEN])
def test_35_000_hands_at_a_table_for_several(game):
    play_hands(game, 35_000, Random(5))


@pytest.mark.soak
def test_60_000_hands_of_betting_alone():
    play_bets(60_000, Random(6))
