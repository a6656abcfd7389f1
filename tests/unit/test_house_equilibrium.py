"""door.house.equilibrium: the House plays its book, sees what any seat sees, and no more."""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import count, islice
from pathlib import Path

import pytest

from door.house import book, classes, equilibrium, lines
from door.house.book import COARSE, FINE, Book
from door.house.equilibrium import play
from door.rules.actions import CALL, CHECK, FOLD, STAND_PAT, Action, Bet, Discard, Fold, Raise
from door.rules.cards import FRESH_DECK, parse_cards
from door.rules.house_draw import CALLER, GAME, HOUSE
from door.rules.ranks import strength
from door.rules.shuffle import house_luck
from door.rules.table import Table, View
from tests.house_books import BUCKETS, Fixed, Habits, contents, packed, small, wrapped
from tests.moments import SHORT, Moment, asked, careless

STATES = 20_000


@cache
def noise() -> Book:
    """A book of random bytes in which the shares are shares, in bytes and in nibbles: every line
    differs from the others."""
    read = Book(packed((5, 12, 30, 100, 205)))
    luck, data = random.Random("noise"), bytearray(read.data)
    start = read.sheet(5, False, Fixed()).first
    sixths = [bytes((luck.randrange(6) << 4 | luck.randrange(6) for _ in range(1 << 16)))
              for _ in range(8)]
    while start < len(data):
        piece = luck.choice(sixths)[luck.randrange(1 << 15):]
        data[start:start + len(piece)] = piece[:len(data) - start]
        start += len(piece)
    read.data = bytes(data)
    return read


def wanted(moment: Moment, view: View | None = None) -> Action:
    """What the House does, by the book of noise."""
    return play(noise(), view or moment.view, moment.luck())


def played(number: int) -> Iterator[Moment]:
    """The moments of one hand; the House does what it wants, or anything."""
    luck = random.Random(f"hand {number}")
    stacks = ((luck.choice(SHORT), luck.choice(SHORT)) if number % 2
              else (luck.randint(5, 500), luck.randint(5, 500)))
    return asked(luck, stacks, lambda moment: (
        careless(moment.legal, luck) if luck.random() < 0.5 else wanted(moment)))


def moments(number: int) -> list[Moment]:
    """So many, hand after hand."""
    return list(islice((moment for hand in count() for moment in played(hand)), number))


def test_the_house_is_always_legal_and_never_folds_for_nothing() -> None:
    """RULEBOOK 1.6, at any stacks from $5 to $500."""
    kinds = Counter[str]()
    for moment in moments(STATES):
        legal, action = moment.view.legal, wanted(moment)
        assert legal is not None and not legal.refusal(action), (moment, action)
        assert legal.due or not isinstance(action, Fold)
        kinds[type(action).__name__] += 1
        kinds["a cap of $1"] += legal.bet == (1, 1)
        kinds["no raise left"] += bool(legal.due and legal.raise_ is None)
    assert all(kinds[kind] > 100 for kind in (
        "Fold", "Check", "Call", "Bet", "Raise", "Discard", "StandPat", "a cap of $1",
        "no raise left")), kinds


# -- blind, without memory, by luck alone ------------------------------------------------------

def frequencies(view: View, keys: list[bytes]) -> Counter[Action]:
    return Counter(play(noise(), view, house_luck(key, 1)) for key in keys)


def blind(asked: list[Moment], times: int, lucks: int) -> None:
    """Whatever the cards are that the House cannot see, it does the same, as often as before."""
    luck = random.Random("hidden")
    for moment in asked:
        views = list(moment.replayed(moment.deck))
        seen = {card for view in views for card in view.cards}
        keys = [moment.key, *(luck.randbytes(32) for _ in range(lucks - 1))]
        wanted = frequencies(moment.view, keys)
        for _ in range(times):
            hidden = [card for card in moment.deck if card not in seen]
            luck.shuffle(hidden)
            deck = tuple([card if card in seen else hidden.pop() for card in moment.deck])
            *_, view = moment.replayed(deck)
            assert frequencies(view, keys) == wanted


def test_the_house_is_blind_to_the_cards_that_it_cannot_see() -> None:
    """RULEBOOK 1.13 and 5.2: 500 states, the hidden cards dealt anew 20 times each."""
    blind(moments(500), 20, 3)


@pytest.mark.soak
def test_the_house_is_blind_in_ten_thousand_states() -> None:
    blind(moments(10_000), 20, 3)


def test_nothing_is_remembered_between_actions() -> None:
    """RULEBOOK 5.3: the same view and luck give the same action, in whatever order asked."""
    asked = moments(1000)
    forward = [wanted(moment) for moment in asked]
    backward = [wanted(moment) for moment in reversed(asked)]
    assert forward == backward[::-1]


def test_the_decision_leaves_the_view_as_it_was() -> None:
    for moment in moments(200):
        *_, fresh = moment.replayed(moment.deck)
        wanted(moment)
        assert moment.view == fresh


# -- frequencies are those of the book ---------------------------------------------------------

def view_of(cards: str, acts: tuple[Action, ...] = (), first: int = CALLER,
            stack: int = 205) -> View:
    """The House's view with these cards, after the caller's and its own actions."""
    mine = parse_cards(cards)
    rest = [card for card in FRESH_DECK if card not in mine]
    pairs = zip(mine, rest) if first == HOUSE else zip(rest, mine)
    table = Table(GAME, (stack, stack), first)
    table.deal([card for pair in pairs for card in pair] + rest[5:])
    for action in acts:
        assert table.to_act is not None
        table.act(table.to_act, action)
    return table.view(HOUSE)


def shares(view: View, habits: Habits) -> Counter[str]:
    """What the House does, in fifteenths of all that its luck can be."""
    first = len(view.bets) == 1 and view.legal is not None and view.legal.discard is None
    whole = FINE if first else COARSE
    found = Counter(str(play(small(habits), view, Fixed(n))) for n in range(whole))
    return Counter({action: count * COARSE // whole for action, count in found.items()})


NOTHING = "Ts 8d 6h 4c 2d"
DRAWN: tuple[Action, ...] = (CHECK, CHECK, STAND_PAT, STAND_PAT)


@pytest.mark.parametrize("acts", [(), DRAWN])
def test_opening_bets_come_as_often_as_the_book_says(acts: tuple[Action, ...]) -> None:
    view = view_of(NOTHING, acts, first=HOUSE)
    assert shares(view, Habits(opens=(3, 4, 5))) == {
        "bet 5": 3, "bet 12": 4, "bet 25": 5, "check": 3}
    assert shares(view, Habits(opens=(0, 0, 15))) == {"bet 25": 15}
    assert shares(view, Habits(opens=(0, 0, 0))) == {"check": 15}


@pytest.mark.parametrize("acts", [(Bet(12),), (*DRAWN, Bet(12))])
def test_answers_come_as_often_as_the_book_says(acts: tuple[Action, ...]) -> None:
    view = view_of(NOTHING, acts)
    assert shares(view, Habits(answers=(5, 6))) == {"fold": 5, "raise 25": 6, "call": 4}
    assert shares(view, Habits(answers=(15, 0))) == {"fold": 15}
    assert shares(view, Habits(answers=(0, 0))) == {"call": 15}


def test_draws_come_as_often_as_the_book_says() -> None:
    view = view_of("Ks Kd 8h 6c 3d", (CHECK, CHECK), HOUSE)
    assert shares(view, Habits(throws=(1, 2, 4, 8, 0, 0))) == {
        "stand pat": 1, "discard 5": 2, "discard 45": 4, "discard 345": 8}


def test_half_is_half() -> None:
    """Of a book that says half, with the House's own luck: 8 of 15, within four deviations."""
    view, hands = view_of(NOTHING, first=HOUSE), 4000
    bets = sum(isinstance(play(small(Habits(opens=(0, 0, 8))), view, house_luck(b"half", n)), Bet)
               for n in range(hands))
    assert abs(bets - hands * 8 / 15) < 4 * (hands / 4) ** 0.5


@pytest.mark.parametrize("stack, bets", [(6, {"bet 1"}), (9, {"bet 4"}), (12, {"bet 5", "bet 7"}),
                                         (20, {"bet 5", "bet 12", "bet 15"})])
def test_short_stacks_bet_what_there_is(stack: int, bets: set[str]) -> None:
    read = Book(packed((stack,), Habits(opens=(5, 5, 5))))
    view = view_of(NOTHING, first=HOUSE, stack=stack)
    assert {str(play(read, view, Fixed(n))) for n in range(FINE)} == bets


def test_at_the_cap_of_raises_a_raise_is_a_call() -> None:
    view = view_of("Ks Kd Kh Kc 6d", (Bet(2), Raise(2), Raise(2), Raise(12)), HOUSE)
    assert shares(view, Habits(answers=(5, 10))) == {"fold": 5, "call": 10}


def test_each_line_has_its_own_byte() -> None:
    """A byte of the book decides what is done at one moment, and at no other."""
    read, view = small(Habits(answers=(0, 0))), view_of(NOTHING, (Bet(12),))
    sheet = read.sheet(205, False, Fixed())
    at = sheet.first + classes.holding_class(view.cards) * book.FIRST_ROW
    changed = Book(packed(habits=Habits(answers=(0, 0))))
    place = at + 1 + 2 * lines.moment(view, lines.effective_stack(view), Fixed()).slot
    changed.data = read.data[:place] + b"\xff" + read.data[place + 1:]
    assert play(changed, view, Fixed(0)) == FOLD
    for other in (view_of(NOTHING, (Bet(25),)), view_of("Ks 8d 6h 4c 2d", (Bet(12),)),
                  view_of(NOTHING, (*DRAWN, Bet(12)))):
        assert play(changed, other, Fixed(0)) == CALL


def test_who_acts_first_decides_the_sheet() -> None:
    read = small(Habits(opens=(0, 0, 0)))
    first, second = view_of(NOTHING, first=HOUSE), view_of(NOTHING, (CHECK,), CALLER)
    place = read.sheet(205, True, Fixed()).first + (
        classes.holding_class(first.cards) * book.FIRST_ROW)
    changed = Book(packed(habits=Habits(opens=(0, 0, 0))))
    changed.data = read.data[:place] + b"\x00\x00\xff" + read.data[place + 3:]
    assert play(changed, first, Fixed(0)) == Bet(25)
    assert play(changed, second, Fixed(0)) == CHECK


@pytest.mark.parametrize("stacks", [(30, 205), (205, 30), (30, 500)])
def test_the_smaller_stack_decides_the_sheet(stacks: tuple[int, int]) -> None:
    read = Book(wrapped(contents((30, 205), [Habits(opens=(0, 0, 15)), Habits(opens=(0, 0, 0))])))
    table = Table(GAME, stacks, HOUSE)
    table.deal(FRESH_DECK)
    assert play(read, table.view(HOUSE), Fixed(0)) == Bet(25)


def test_after_the_draw_the_bucket_and_both_draws_find_the_row() -> None:
    acts = (CHECK, CHECK, Discard((0,)), Discard((0, 1)))
    view = view_of("Ts 8d 6h 4c 2d", (*acts, Bet(25)), CALLER)
    read = small(Habits(answers=(0, 0)))
    sheet = read.sheet(205, False, Fixed())
    assert sheet.buckets == BUCKETS
    bucket = read.data[sheet.strengths + 2 * 7462 + strength(view.cards)]
    row = ((0 * lines.SEEN + 2) * lines.SEEN + 1) * BUCKETS + bucket    # House drew two, they one
    place = sheet.second + row * book.SECOND_ROW + 1 + 7       # a bet of the most
    changed = Book(packed(habits=Habits(answers=(0, 0))))
    changed.data = read.data[:place] + b"\xf0" + read.data[place + 1:]
    assert play(changed, view, Fixed(0)) == FOLD
    assert play(read, view, Fixed(0)) == CALL


def test_the_hash_is_that_of_the_book_and_of_the_files_that_read_it(
        monkeypatch: pytest.MonkeyPatch) -> None:
    """RULEBOOK 5.3: the policy is a fixed file, and another policy has another hash."""
    monkeypatch.setattr(equilibrium, "shipped", small)
    total = hashlib.sha256(bytes.fromhex(small().hash))
    for module in (equilibrium, book, classes, lines):
        total.update(Path(str(module.__file__)).read_bytes())
    assert equilibrium.policy_hash.__wrapped__() == total.hexdigest()


def test_the_policy_is_the_shipped_book_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(equilibrium, "shipped", noise)
    for moment in moments(100):
        assert equilibrium.policy(moment.view, moment.luck()) == wanted(moment)


@pytest.mark.parametrize("last, answer", [(1, CALL), (5, CALL), (6, FOLD)])
def test_the_house_never_folds_to_a_small_part_of_the_pot(last: int, answer: Action) -> None:
    """A dollar into 58: whoever bets it with anything would take the pot, were it folded."""
    table = Table(GAME, (29 + last, 29 + last), CALLER)
    table.deal(FRESH_DECK)
    for seat, action in ((CALLER, Bet(24)), (HOUSE, CALL), (CALLER, STAND_PAT),
                         (HOUSE, STAND_PAT), (CALLER, Bet(last))):
        table.act(seat, action)
    assert play(small(Habits(answers=(15, 0))), table.view(HOUSE), Fixed(0)) == answer


def test_gentle_plays_as_ever_but_calls_where_it_would_raise(
        monkeypatch: pytest.MonkeyPatch) -> None:
    view = view_of("Ks Kd Kh Kc 6d", (Bet(12),))
    monkeypatch.setattr(equilibrium, "shipped", lambda: small(Habits(answers=(5, 10))))
    usual, gentle = (Counter(str(equilibrium.MANNERS[manner](view, Fixed(n)))
                             for n in range(FINE)) for manner in ("equilibrium", "gentle"))
    assert usual == {"fold": 85, "raise 25": 170} and gentle == {"fold": 85, "call": 170}


def test_a_record_tells_the_manner() -> None:
    usual, gentle = equilibrium.policy_name(), equilibrium.policy_name("gentle")
    assert gentle == f"{usual} gentle" and usual == equilibrium.policy_hash()
    assert [equilibrium.manner_of(name) for name in (usual, gentle, f"{usual} rude", "")] == [
        "equilibrium", "gentle", "equilibrium", "equilibrium"]
