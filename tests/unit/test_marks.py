"""door.marks: for every mark a hand that earns it, and one that just does not."""

from __future__ import annotations

from random import Random

import pytest

from door.bank.deeds import ALL_TIME, RUN, Deed, Fortune
from door.marks.marks import BY_WORD, MARKS, after, earned
from door.marks.seen import Seen, seen, seen_again
from door.proof.replay import replay
from door.rules import events as ev
from door.rules.actions import parse_action
from door.rules.cards import FRESH_DECK, Card, parse_cards
from door.rules.house_draw import CALLER, GAME, HOUSE
from door.rules.table import Table
from door.views import Career
from tests.records import hands as recorded

TODAY = 20_000
NOBODY = Career(frozenset(), 0, 0, frozenset(), 200, 200)
PAIR, HIGH, ACE = "Kh Kc 9s 7d 4d", "Qh Jc 9s 7d 4d", "Ah Jc 9s 7d 4d"
HOUSES_PAIR, HOUSES_HIGH = "8h 8c 6s 3d 2d", "Th 8c 6s 3d 2d"


def deck_of(yours: str, houses: str, draws: str, first: int = CALLER) -> list[Card]:
    """A deck that deals both holdings, and then the cards of the draw as they are dealt."""
    pairs = zip(parse_cards(yours), parse_cards(houses))
    cards = [card for pair in pairs for card in (pair if first == CALLER else pair[::-1])]
    cards += parse_cards(draws)
    return [*cards, *(card for card in FRESH_DECK if card not in cards)]


def told(deck: list[Card], acts: str, stacks: tuple[int, int] = (200, 200),
         first: int = CALLER) -> list[ev.Event]:
    """All that happens, uncut; `acts` are what is done by whoever is to act, with commas."""
    table = Table(GAME, stacks, first)
    events = table.deal(deck)
    for act in acts.split(", "):
        assert table.to_act is not None
        events += table.act(table.to_act, parse_action(act))
    assert not table.playing
    return events


def hand(yours: str, houses: str, acts: str, draws: str = "", stacks: tuple[int, int] = (200, 200),
         first: int = CALLER) -> Seen:
    return seen(told(deck_of(yours, houses, draws, first), acts, stacks, first))


def marks(hand: Seen, career: Career = NOBODY) -> set[str]:
    return set(earned(career, hand, TODAY)[1])


BOTH_PAT = "stand pat, stand pat"
PAT = f"check, check, {BOTH_PAT}"
RAISES = "bet 2, raise 2, raise 2, raise 2"
TRIPS = "8h 8c 8s 3d 2d"
ROYAL, QUADS, FULL = "Ah Kh Qh Jh Th", "9h 9c 9s 9d 4d", "9h 9c 9s 4c 4d"
FLUSH_DRAW = "Ah Kh 9h 7h 4d"

# word: what earns it, and what does not although it is nearly the same.
CASES: dict[str, tuple[Seen, list[Seen]]] = {
    "check-raise": (
        hand(PAIR, HOUSES_PAIR, "check, bet 5, raise 5, fold"), [
            hand(PAIR, HOUSES_PAIR, f"check, bet 5, raise 5, call, {BOTH_PAT}, check, check"),
            hand("Kh Kc 9s 9d 4d", HOUSES_PAIR, "check, bet 5, raise 5, fold"),    # two pair
            hand(PAIR, HOUSES_PAIR, "bet 5, raise 5, raise 5, fold"),              # no check
            hand(PAIR, HOUSES_PAIR, "check, bet 5, raise 5, raise 5, fold")]),     # you fold
    "pat-on-nothing": (
        hand(HIGH, HOUSES_HIGH, f"{PAT}, check, check"), [
            hand(HIGH, HOUSES_PAIR, f"{PAT}, check, check"),                       # and loses
            hand(PAIR, HOUSES_HIGH, f"{PAT}, check, check"),                       # on a pair
            hand(HIGH, HOUSES_HIGH, "check, check, discard 5, stand pat, check, check", "2h")]),
    "bluff": (
        hand(HIGH, HOUSES_PAIR, "bet 10, fold"), [
            hand(PAIR, HOUSES_PAIR, "bet 10, fold"),                               # with a pair
            hand(HIGH, HOUSES_PAIR, "check, fold"),                                # without a bet
            hand(HIGH, HOUSES_HIGH, f"bet 10, call, {BOTH_PAT}, check, check")]),  # and was called
    "snapped-off": (
        hand(PAIR, HOUSES_HIGH, f"{PAT}, check, bet 10, call"), [
            hand(PAIR, HOUSES_PAIR, f"{PAT}, check, bet 10, call"),                # it had a pair
            hand(PAIR, HOUSES_HIGH, f"{PAT}, bet 10, call"),                       # your bet
            hand(PAIR, HOUSES_HIGH, f"check, bet 10, call, {BOTH_PAT}, check, check"),  # too early
            hand("Kh Kc 9s 9d 4d", HOUSES_HIGH, f"{PAT}, check, bet 10, call")]),  # not brave
    "three-raises": (
        hand(PAIR, HOUSES_PAIR, f"{RAISES}, call, {BOTH_PAT}, check, check"), [
            hand(PAIR, HOUSES_PAIR, f"{RAISES[:-9]}, call, {BOTH_PAT}, check, check"),  # two
            hand(PAIR, TRIPS, f"{RAISES}, call, {BOTH_PAT}, check, check")]),        # lost
    "all-in": (
        hand(PAIR, HOUSES_PAIR, f"bet 15, call, {BOTH_PAT}", stacks=(20, 200)), [
            hand(PAIR, HOUSES_PAIR, f"bet 14, call, {BOTH_PAT}, check, check", stacks=(20, 200)),
            hand(HIGH, HOUSES_PAIR, f"bet 15, call, {BOTH_PAT}", stacks=(20, 200)),
            hand(PAIR, HOUSES_PAIR, f"bet 15, call, {BOTH_PAT}", stacks=(200, 20))]),  # the House
    "drew-four": (
        hand(PAIR, HOUSES_HIGH, "check, check, discard 2345, stand pat, check, check",
             "Kd 3c 4c 6d"), [
            hand(PAIR, HOUSES_HIGH, "check, check, discard 345, stand pat, check, check",
                 "3c 4c 6d"),
            hand("Kh 9c 9s 7d 4d", HOUSES_PAIR,
                 "check, check, discard 2345, stand pat, check, check", "3c 4c 6d Tc")]),  # lost
    "drew-five": (
        hand(PAIR, HOUSES_HIGH, "check, check, discard 12345, stand pat, check, check",
             "Kd 3c 4c 6d Jd"), [
            hand(PAIR, HOUSES_HIGH, "check, check, discard 2345, stand pat, check, check",
                 "Kd 3c 4c 6d"),
            hand(PAIR, HOUSES_PAIR, "check, check, discard 12345, stand pat, check, check",
                 "Kd 3c 4c 6d Jd")]),
    "came-in": (
        hand(FLUSH_DRAW, HOUSES_PAIR, "check, check, discard 5, stand pat, check, check", "2h"), [
            hand(FLUSH_DRAW, HOUSES_PAIR, "check, check, discard 5, stand pat, check, check", "2c"),
            hand("Ah Kh 9h 7c 4d", HOUSES_PAIR,
                 "check, check, discard 45, stand pat, check, check", "2h 3h"),     # drew two
            hand("Ah Kh 9h 7h 4h", HOUSES_PAIR,
                 "check, check, discard 5, stand pat, check, check", "2h")]),       # had one
    "ace-high": (
        hand(ACE, HOUSES_HIGH, f"{PAT}, check, check"), [
            hand(HIGH, HOUSES_HIGH, f"{PAT}, check, check"),                        # queen high
            hand(ACE, HOUSES_PAIR, f"{PAT}, check, check"),                         # lost
            hand(ACE, HOUSES_HIGH, "bet 10, fold")]),                               # not shown
    "quads": (
        hand(QUADS, HOUSES_PAIR, f"{PAT}, check, check"), [
            hand(FULL, HOUSES_PAIR, f"{PAT}, check, check"),
            hand(QUADS, HOUSES_PAIR, f"{PAT}, check, bet 5, fold")]),               # thrown away
    "straight-flush": (
        hand(ROYAL, HOUSES_PAIR, f"{PAT}, check, check"), [
            hand("Ah Kh Qh Jh 9h", HOUSES_PAIR, f"{PAT}, check, check"),
            hand("Ah Kh Qh Jh Td", HOUSES_PAIR, f"{PAT}, check, check")]),
    "lost-with-plenty": (
        hand(FULL, "Th Tc Ts 3c 3d", f"{PAT}, check, check"), [
            hand(FULL, HOUSES_PAIR, f"{PAT}, check, check"),                        # won
            hand("Ah Kh 9h 7h 4h", FULL.replace("9h", "9d"), f"{PAT}, check, check"),  # a flush
            hand(FULL, "Th Tc Ts 3c 3d", f"{PAT}, check, bet 5, fold")]),           # not shown
    "bank": (
        hand(PAIR, HOUSES_HIGH, f"bet 12, call, {BOTH_PAT}, check, check", stacks=(20, 20)), [
            hand(PAIR, HOUSES_HIGH, f"bet 10, call, {BOTH_PAT}, check, check", stacks=(20, 20)),
            hand(HIGH, HOUSES_PAIR, f"bet 15, call, {BOTH_PAT}", stacks=(20, 20))]),
}


@pytest.mark.parametrize("word", CASES)
def test_a_hand_that_earns_it(word: str) -> None:
    assert word in marks(CASES[word][0])


@pytest.mark.parametrize("word, miss", [(word, miss) for word, (_, misses) in CASES.items()
                                        for miss in misses])
def test_a_hand_that_nearly_does(word: str, miss: Seen) -> None:
    assert word not in marks(miss)


# -- those that look at the career -----------------------------------------------------------

WON, LOST = hand(PAIR, HOUSES_HIGH, "bet 10, fold"), hand(HIGH, HOUSES_PAIR, "check, bet 5, fold")
TIED = hand("Kh Kc 9s 7d 4d", "Ks Kd 9c 7h 4s", f"{PAT}, check, check")


@pytest.mark.parametrize("word, before, missed", [
    ("run", {"run": 9}, {"run": 8}),
    ("hundred", {"hands": 99}, {"hands": 98}),
    ("thousand", {"hands": 999}, {"hands": 998}),
    ("up-by-half", {"buy_in": 136}, {"buy_in": 137}),                   # the stack is 205
    ("came-back", {"buy_in": 205, "lowest": 20}, {"buy_in": 206, "lowest": 20}),
    ("came-back", {"buy_in": 205, "lowest": 20}, {"buy_in": 205, "lowest": 21}),
    ("came-back", {"buy_in": 100, "lowest": 5}, {"buy_in": 99, "lowest": 5}),
    ("seven-days", {"days": frozenset(range(TODAY - 6, TODAY))},
     {"days": frozenset(range(TODAY - 5, TODAY))}),
])
def test_what_came_before_counts(word: str, before: dict[str, int],
                                 missed: dict[str, int]) -> None:
    assert WON.stacks == (205, 195)
    plain = dict(marks=frozenset(), hands=0, run=0, days=frozenset(), buy_in=200, lowest=200)
    assert word in marks(WON, Career(**{**plain, **before}))    # type: ignore[arg-type]
    assert word not in marks(WON, Career(**{**plain, **missed}))    # type: ignore[arg-type]


def test_a_lost_hand_ends_the_run_and_a_tie_neither_counts_nor_breaks() -> None:
    """As the Hall counts its streaks. A tie used to end the mark's run."""
    nine = Career(frozenset(), 50, 9, frozenset(), 200, 200)
    assert "run" not in marks(LOST, nine) and after(nine, LOST, TODAY).run == 0
    assert "run" not in marks(TIED, nine) and after(nine, TIED, TODAY).run == 9
    assert "run" in marks(WON, after(nine, TIED, TODAY))


@pytest.mark.parametrize("seed", range(5))
def test_the_run_is_the_streak_of_the_hall(seed: int) -> None:
    """Of any hands: what both count of the same ones is the same after each."""
    luck, career, hall = Random(seed), NOBODY, Fortune()
    for n in range(200):
        hand, net = luck.choice([(WON, 5), (WON, 5), (WON, 5), (LOST, -5), (TIED, 0)])
        career = after(career, hand, TODAY)
        hall.count(ALL_TIME, Deed(1, f"1-{n}", n, TODAY, 200, net, 195, None))
        assert career.run == hall.seasons[ALL_TIME][RUN]


def test_a_career_goes_on_hand_by_hand() -> None:
    first = after(NOBODY, WON, TODAY)
    assert first == Career(frozenset(), 1, 1, frozenset({TODAY}), 200, 200)
    assert after(first, LOST, TODAY + 1) == Career(
        frozenset(), 2, 0, frozenset({TODAY, TODAY + 1}), 200, 195)
    assert after(first, LOST, TODAY + 9, away=True) == Career(
        frozenset(), 2, 0, frozenset({TODAY}), 200, 195)


def test_no_mark_is_earned_twice() -> None:
    career, words = earned(NOBODY, hand(HIGH, HOUSES_PAIR, "bet 10, fold"), TODAY)
    assert words == ("bluff",) and career.marks == {"bluff"}
    assert earned(career, hand(HIGH, HOUSES_PAIR, "bet 10, fold"), TODAY)[1] == ()


# -- all of them -----------------------------------------------------------------------------


def test_twenty_marks_each_with_words_of_its_own() -> None:
    assert len(MARKS) == 20 == len(BY_WORD) == len({mark.name for mark in MARKS})
    assert set(CASES) | {"run", "hundred", "thousand", "up-by-half", "came-back",
                         "seven-days"} == set(BY_WORD)
    for mark in MARKS:
        assert len(mark.name) <= 18 and len(mark.text) <= 44 and mark.text.endswith(".")
        assert (mark.name + mark.text).isascii()


@pytest.mark.parametrize("seed", range(3))
def test_cards_that_the_caller_never_saw_change_no_mark(seed: int) -> None:
    """The same hand with all of them dealt anew, a hundred times."""
    luck, some = Random(seed), Career(frozenset(), 98, 9, frozenset(), 120, 15)
    found = set[str]()
    for _ in range(100):
        deck, table = luck.sample(FRESH_DECK, 52), Table(GAME, (200, 200), luck.randrange(2))
        first, acts, events = table.first, list[str](), table.deal(deck)
        while table.to_act is not None:
            act = any_act(table, luck)
            acts.append(act)
            events += table.act(table.to_act, parse_action(act))
        mine = marks(seen(events), some)
        found |= mine
        again = told(redealt(deck, events, luck), ", ".join(acts), first=first)
        assert marks(seen(again), some) == mine
    assert len(found) > 5


def any_act(table: Table, luck: Random) -> str:
    assert table.to_act is not None
    legal = table.legal(table.to_act)
    assert legal is not None
    if legal.discard is not None:
        places = "".join(str(place) for place in range(1, 6) if luck.random() < 0.5)
        return f"discard {places}" if places else "stand pat"
    choices = ["call" if legal.due else "check"] * 3 + ["fold"]
    if legal.bet:
        choices += [f"bet {legal.bet[1]}"] * 2
    if legal.raise_:
        choices += [f"raise {legal.raise_[0]}"] * 2
    return luck.choice(choices)


def redealt(deck: list[Card], events: list[ev.Event], luck: Random) -> list[Card]:
    """The deck with every card that the caller's seat was not shown in another place."""
    known = {card for event in events for card in getattr(event.seen_by(CALLER), "cards", ())}
    places = [place for place, card in enumerate(deck) if card not in known]
    cards = luck.sample([deck[place] for place in places], len(places))
    fresh = list(deck)
    for place, card in zip(places, cards):
        fresh[place] = card
    return fresh


def test_cut_and_uncut_events_and_the_record_tell_the_same() -> None:
    for stored in recorded(60):
        events = replay(stored.record).told
        cut = [event.seen_by(CALLER) for event in events]
        assert seen(events) == seen(cut) == seen_again(stored.record)
        assert HOUSE not in {event.seat for event in cut if isinstance(event, ev.CardsDealt)
                             and event.cards[0] is not None}
