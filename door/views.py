"""What the bank tells and the screens paint, beside the table's own views: frozen, slotted, plain.

A view holds values and no behaviour, so that the layers on either side of it need not know each
other. Chips are integers, moments are whole seconds since 1970 (UTC), seats count from 0.
"""

from collections.abc import Sequence
from dataclasses import dataclass

# What each of a caller's preferences may be, the default first.
CHOICES = {
    "width": ("auto", "40", "80"),
    "colour": ("auto", "sixteen", "mono", "none"),
    "suits": ("auto", "glyphs", "letters"),
    "verbosity": ("normal", "chatty", "terse"),
    "patter": ("on", "off"),
    "motion": ("on", "off"),
    "bell": ("off", "on"),
}


@dataclass(frozen=True, slots=True)
class Preferences:
    """How a caller wants to be shown and told things: of each, one of CHOICES."""

    width: str = "auto"
    colour: str = "auto"
    suits: str = "auto"
    verbosity: str = "normal"
    patter: str = "on"
    motion: str = "on"
    bell: str = "off"


@dataclass(frozen=True, slots=True)
class Caller:
    """A person with an account, or a guest. `screen` is the graphics choice, "" before the first.

    `calls` counts the calls so far, and `last_call` is the moment of the last one (None: never).
    """

    id: int
    handle: str
    guest: bool
    screen: str
    calls: int
    last_call: int | None
    preferences: Preferences = Preferences()


@dataclass(frozen=True, slots=True)
class StatementLine:
    """One movement of a bankroll. `kind` is the ledger's word for it, `text` ours to a caller."""

    at: int
    kind: str
    text: str
    amount: int
    balance: int


@dataclass(frozen=True, slots=True)
class Statement:
    """A bankroll and its last movements, the newest first."""

    balance: int
    lines: tuple[StatementLine, ...]


@dataclass(frozen=True, slots=True)
class Sitting:
    """From withdrawal to quitting a table. `label` begins the ids of its hands.

    `stacks` are those of the caller and of the House as the ledger has them, which means before
    the ante while a hand is open; `hands` counts those played to their end.
    """

    id: int
    caller_id: int
    game: str
    label: str
    buy_in: int
    stacks: tuple[int, ...]
    hands: int


@dataclass(frozen=True, slots=True)
class HandRecord:
    """A hand as it is stored: its seed, its cut and its actions.

    `state` is sealed, open, done, unplayed or void. Everything from `cut` on, and `policy` (the
    hash of the House's policy file), is known from the deal on. `stacks` are those before the
    ante, `actions` pairs of seat and text, and `dealt_at` is 0 before the deal.
    """

    id: str
    sitting_id: int
    number: int
    game: str
    rules_version: int
    policy: str
    seed: bytes
    seal: str
    cut: str = ""
    proven: bool = False
    first: int = 0
    stacks: tuple[int, ...] = ()
    actions: tuple[tuple[int, str], ...] = ()
    state: str = "sealed"
    dealt_at: int = 0


@dataclass(slots=True)
class Dealt:
    """What is fixed at the ante: `first` acts first, `stacks` are those before it."""

    cut: str
    proven: bool
    first: int
    stacks: tuple[int, ...]
    policy: str


@dataclass(frozen=True, slots=True)
class Facts:
    """What the figures need of a hand that was played to its end; its record tells it all again.

    `dealt` are the categories (0 high card to 8 straight flush) of the five cards dealt to caller
    and House. `folded` is the seat that folded, None for a showdown. `pot` counts the chips in it
    at its end, without what came back uncalled. `best` is the strength (ranks.strength) of the
    caller's last holding, 0 if they folded; `house_best` that of the House's, 0 unless shown.
    """

    dealt: tuple[int, int]
    folded: int | None
    pot: int
    best: int
    house_best: int


@dataclass(slots=True)
class Ended:
    """How a hand ended: the stacks after it, the result in words, its part in the figures, and the
    marks that it brought its caller."""

    stacks: tuple[int, ...]
    result: str
    facts: Facts | None = None
    marks: tuple[str, ...] = ()


@dataclass(slots=True)
class Step:
    """What is written before it is shown: a deal, actions, an end, the next seal, in this order.

    `first_n` numbers the first of `actions` (seat and text), counted from 0 in every hand: it is
    the number of actions that the record holds already. `sealed` is the sitting's following hand.
    """

    hand_id: str
    first_n: int
    actions: tuple[tuple[int, str], ...] | list[tuple[int, str]] = ()
    dealt: Dealt | None = None
    ended: Ended | None = None
    sealed: HandRecord | None = None


@dataclass(frozen=True, slots=True)
class HandLine:
    """A hand in the history. `state` is done, void or unplayed; `net` what the caller won.

    `opened`: its sitting is over, so that its seed may be shown. `folded`: the seat that folded.
    """

    id: str
    sitting_id: int
    number: int
    game: str
    state: str
    ended_at: int
    net: int
    result: str
    opened: bool
    folded: int | None = None


@dataclass(frozen=True, slots=True)
class StoredHand:
    """A record, whose it is, and how it ended.

    `record` holds the seed, which nobody is shown unless the hand is `opened`. A hand that has
    not ended has `ended_at` 0, no stacks and no result.
    """

    record: HandRecord
    handle: str
    caller_id: int
    sealed_at: int
    ended_at: int
    ended_stacks: tuple[int, ...]
    result: str
    opened: bool


@dataclass(frozen=True, slots=True)
class Judgement:
    """What an audit found of a hand by playing it again: `fault` is a sentence, "" for none.

    `facts` are those of a hand that was played to its end, `told` all that happened in it, uncut
    (door.rules.events). `asked` is False where the House could
    not be asked for its actions again, for it played by a policy that is not here.
    """

    fault: str = ""
    facts: Facts | None = None
    asked: bool = True
    told: Sequence[object] = ()


@dataclass(frozen=True, slots=True)
class Figures:
    """What has come of somebody's hands that were played to their end.

    `folded` counts the folds of the one whose figures these are. `net` sums chips won, `squares`
    their squares hand by hand. `best` is the strength of the best holding, `best_hand` the hand
    that had it (0 and "" for none). `dealt` counts the categories of the five cards dealt, high
    card first. `since` is the moment of the first hand, 0 for none.
    """

    hands: int = 0
    won: int = 0
    lost: int = 0
    tied: int = 0
    folded: int = 0
    net: int = 0
    squares: int = 0
    biggest_pot: int = 0
    best: int = 0
    best_hand: str = ""
    dealt: tuple[int, ...] = (0,) * 9
    since: int = 0


@dataclass(frozen=True, slots=True)
class Regular:
    """What the house remembers of a caller from before: for the dealers' talk alone.

    `hands` were played at the Poker Table in all, with `pot` the biggest of their pots. `days` are
    those of the casino, since 1970, on which they played, and `today` is that of now; `broke` is
    the day on which they last broke a bank, None for never. `chalk`: what stands on the chalkboard
    is theirs.
    """

    hands: int
    pot: int
    days: frozenset[int]
    today: int
    broke: int | None
    chalk: bool


@dataclass(frozen=True, slots=True)
class Presence:
    """Somebody who is here, for W)ho: where in the house, and by which carrier since when."""

    handle: str
    where: str
    carrier: str
    since: int


# The contests: the deal of the day and the weekly freezeout, played for chips of their own.


@dataclass(frozen=True, slots=True)
class Terms:
    """What a contest is played by: the game and its rules' version, the House's policy, how many
    deals, and the chips that each side begins with."""

    game: str
    rules_version: int
    policy: str
    deals: int
    stack: int


@dataclass(frozen=True, slots=True)
class SharedDeal:
    """One deal of a contest. `number` counts from 1; `first` is the seat that acts first.

    `seed` is b"" in all that may be shown before the contest is over.
    """

    id: str
    number: int
    first: int
    seal: str
    seed: bytes = b""


@dataclass(frozen=True, slots=True)
class Contest:
    """A "day" or a "week": from `begins` until before `ends`, `day` is its first ("2026-11-30").

    A day's deals are each played with fresh stacks; a week's stacks go on from deal to deal.
    """

    id: int
    kind: str
    day: str
    begins: int
    ends: int
    sealed_at: int
    terms: Terms
    deals: tuple[SharedDeal, ...]
    over: bool


@dataclass(frozen=True, slots=True)
class Try:
    """Somebody's one try at a contest. `state` is open, done or void.

    `net` is what was won in the `played` deals that have ended, `stacks` what the next is played
    with, `hand` the deal that was begun and has not ended.
    """

    id: int
    contest: Contest
    caller_id: int
    handle: str
    state: str
    net: int
    played: int
    stacks: tuple[int, ...]
    hand: HandRecord | None


@dataclass(frozen=True, slots=True)
class Placing:
    """A try that is done, in the order of a contest: equal results have one rank."""

    rank: int
    try_id: int
    caller_id: int
    handle: str
    net: int


@dataclass(frozen=True, slots=True)
class Standing:
    """The best of a contest, how many tries are done, and how many are still being played."""

    placings: tuple[Placing, ...]
    done: int
    playing: int


# Marks: achievements, each earned once.


@dataclass(frozen=True, slots=True)
class Career:
    """What a caller's marks depend on beside a hand: what came of those before it.

    `marks` are the words of those earned. `hands` counts the hands that were played to their end,
    `run` how many of the last ones were won, ties left aside (ten at most are looked at).
    `days` are the casino's days, since 1970, on which one was played. Of the sitting that is on,
    `buy_in` is what the caller sat down with, and `lowest` the least that a hand left them.
    """

    marks: frozenset[str]
    hands: int
    run: int
    days: frozenset[int]
    buy_in: int
    lowest: int


@dataclass(frozen=True, slots=True)
class EarnedMark:
    """A mark's word, when it was earned, and by which hand."""

    mark: str
    at: int
    hand: str


@dataclass(frozen=True, slots=True)
class MarkLine:
    """A mark as a page lists it. `at` is 0, and `text` "", for one that is still open."""

    name: str
    text: str = ""
    at: int = 0


# The Hall of Fame, Last night and the chalkboard. A season is a month of casino's days, written
# as year * 12 + month - 1; 0 is all time. A day counts from 1970.


@dataclass(frozen=True, slots=True)
class Fame:
    """A line of a table in the Hall. Equal values have one rank; rank 0: too far down to count.

    `values` are: net, the chips and the hands they took; best, a strength (ranks.strength);
    pot, chips; broken and streak, how many; medals, those of gold, silver and bronze.
    """

    rank: int
    caller_id: int
    handle: str
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ranking:
    """The best of a `table`: net, best, broken, pot, streak or medals. `mine` is the asker's own
    line, None where they are not in it."""

    table: str
    season: int
    lines: tuple[Fame, ...]
    mine: Fame | None = None


@dataclass(frozen=True, slots=True)
class Plaque:
    """A season that is over: of each table its name and its champion."""

    season: int
    champions: tuple[tuple[str, Fame], ...]


@dataclass(frozen=True, slots=True)
class Hall:
    """All tables, those of the season of now and of all time, and the past seasons, newest first.
    """

    season: int
    rankings: tuple[Ranking, ...] = ()
    plaques: tuple[Plaque, ...] = ()


@dataclass(frozen=True, slots=True)
class Story:
    """One thing that happened in a night, in a hand that everybody may hear of.

    `fact`: pot (`value` chips, shown down), beat (the strength `value` lost to `other`), bank
    (broken, the caller had sat down with `value`) or streak (`value` wins in a row that ended).
    `winner` is the seat that won, None for a tie.
    """

    fact: str
    handle: str
    value: int
    other: int
    winner: int | None


@dataclass(frozen=True, slots=True)
class Night:
    """A casino's day that is over: its hands, its stories, the greatest first, and how many banks
    were broken and streaks ended. `ended` is the moment of its end."""

    day: int
    ended: int
    hands: int
    stories: tuple[Story, ...] = ()
    banks: int = 0
    streaks: int = 0


@dataclass(frozen=True, slots=True)
class Chalk:
    """What is written on the chalkboard, by whom and when."""

    handle: str
    at: int
    text: str


@dataclass(frozen=True, slots=True)
class LastNight:
    """The last day that had play, if any; who has passed the asker in the season's table, the
    next above first, and how many; and the chalkboard."""

    night: Night | None = None
    passed: tuple[str, ...] = ()
    passed_count: int = 0
    chalk: Chalk | None = None
