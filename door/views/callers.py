"""Who calls: the person, how they want things shown, and what the house remembers of them."""

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
