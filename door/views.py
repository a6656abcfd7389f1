"""What the bank tells and the screens paint, beside the table's own views: frozen, slotted, plain.

A view holds values and no behaviour, so that the layers on either side of it need not know each
other. Chips are integers, moments are whole seconds since 1970 (UTC), seats count from 0.
"""

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


@dataclass(slots=True)
class Ended:
    """How a hand ended: the stacks after it, and the result in words."""

    stacks: tuple[int, ...]
    result: str


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
class Presence:
    """Somebody who is here, for W)ho: where in the house, and by which carrier since when."""

    handle: str
    where: str
    carrier: str
    since: int
