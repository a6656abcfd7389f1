"""Figures: what has come of a caller's hands, or of the House's over all callers.

What was dealt stands beside what chance expects, and the bankroll over time is a graph.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

from ansi.keys import Key
from door.rules.ranks import CATEGORIES, name
from door.screens import frame
from door.screens.history import signed
from door.screens.lobby import moment
from door.screens.pages import Reading
from door.screens.screen import INTERRUPTS
from door.screens.typesetting import Text
from door.views import Figures

if TYPE_CHECKING:
    from door.screens.speech import Speech

# Of the five cards that are dealt, how many sets are of each category; high card first.
CHANCE = (1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40)
ALL_FIVES = 2_598_960
HOUSE, YOURS = "h", "y"
GRAPH_ROWS = 12
_LABEL = 7          # columns of the amounts beside a graph
_DAY = slice(10)    # of a moment


@dataclass(frozen=True, slots=True)
class Account:
    """Whose figures, and their chips over time: moments and chips, the oldest first.

    `whose` begins the heading ("Your hands", "The House over all callers"), `chart` is that of the
    graph.
    """

    whose: str
    chart: str
    figures: Figures
    chips: Sequence[tuple[int, int]] = ()


# -- what is worked out ----------------------------------------------------------------------


def a_hand(figures: Figures) -> tuple[float, float | None]:
    """Dollars a hand, and the standard error of that; None below two hands."""
    count = figures.hands
    mean = figures.net / count if count else 0.0
    if count < 2:
        return mean, None
    variance = max(figures.squares - count * mean * mean, 0.0) / (count - 1)
    return mean, sqrt(variance / count)


def expected(dealt: Sequence[int]) -> list[float]:
    """How often chance would have each category in as many deals."""
    deals = sum(dealt)
    return [deals * ways / ALL_FIVES for ways in CHANCE]


def graph(values: Sequence[int], width: int, height: int = GRAPH_ROWS) -> list[str]:
    """Values from left to right as columns of blocks, half a row being the least step.

    The highest and the lowest are named at the left. Equal distances are equal numbers of values.
    """
    low, high, columns = min(values), max(values), max(width - _LABEL - 2, 1)
    levels = [1 + round((2 * height - 1) * (value - low) / (high - low or 1))
              for value in _spread(values, columns)]
    labels = {0: high, height - 1: low}
    return [f"{_amount(labels.get(row)):>{_LABEL}} ┤" + "".join(
        _block(level - 2 * (height - 1 - row)) for level in levels).rstrip()
        for row in range(height)]


def _spread(values: Sequence[int], columns: int) -> list[int]:
    """One for each column, the first and the last among them; as wide as each other, if few."""
    count, last = len(values), len(values) - 1
    if count <= columns:
        return [values[column * count // columns] for column in range(columns)]
    return [values[column * last // max(columns - 1, 1)] for column in range(columns)]


def _amount(chips: int | None) -> str:
    return "" if chips is None else frame.dollars(chips, _LABEL)


def _block(halves: int) -> str:
    return "█" if halves > 1 else "▄" if halves == 1 else " "


def _money(dollars: float) -> str:
    return f"{'-' if dollars < 0 else ''}${abs(dollars):,.2f}"


# -- the pages -------------------------------------------------------------------------------


def heading(account: Account) -> str:
    since = account.figures.since
    return f"{account.whose} since {moment(since)[_DAY]}" if since else account.whose


def sentences(figures: Figures) -> list[str]:
    """What is more than a number."""
    mean, error = a_hand(figures)
    told = f"Dollars a hand: {_money(mean)}"
    best = f"Best holding: {name(figures.best)}, hand {figures.best_hand}."
    return [f"{told}, give or take {_money(error)} (the standard error)."
            if error is not None else f"{told}.", *([best] if figures.best_hand else [])]


def pairs(figures: Figures) -> list[tuple[str, str]]:
    """The numbers, by what they count."""
    return [("Hands", f"{figures.hands:,}"), ("Net", signed(figures.net)),
            ("Won", f"{figures.won:,}"), ("Lost", f"{figures.lost:,}"),
            ("Tied", f"{figures.tied:,}"), ("Folded", f"{figures.folded:,}"),
            ("Biggest pot", frame.dollars(figures.biggest_pot))]


def chapters(account: Account, width: int) -> list[Text]:
    """The figures, and then the graph, for pages so wide."""
    if not account.figures.hands:
        return [[f"={account.whose}", "", "No hand has been played to its end yet."]]
    return [[f"={heading(account)}", *_numbers(account.figures), "",
             *sentences(account.figures), "", *_categories(account.figures.dealt)],
            *([_graph(account, width)] if len(account.chips) > 1 else [])]


def _numbers(figures: Figures) -> list[str]:
    """Two in a row, in 38 columns."""
    cells = [f"{key:<11}{value:>7}" for key, value in pairs(figures)]
    return ["  ".join(cells[at:at + 2]) for at in range(0, len(cells), 2)]


def _categories(dealt: Sequence[int]) -> list[str]:
    rows = [f"{kind:<17}{count:>9,}{chance:>12,.1f}" for kind, count, chance
            in zip(CATEGORIES, dealt, expected(dealt))]
    return [f"={'Five cards dealt':<17}{'came':>9}{'by chance':>12}", *reversed(rows)]


def _graph(account: Account, width: int) -> list[str]:
    first, last = (moment(account.chips[at][0])[_DAY] for at in (0, -1))
    chips = [some for _, some in account.chips]
    dates = f"{first}{last:>{max(width - _LABEL - 2 - len(first), len(last) + 1)}}"
    return [f"={account.chart}", *graph(chips, width),
            f"{'':{_LABEL + 2}}{dates}", "",
            f"Lowest {frame.dollars(min(chips))}, highest {frame.dollars(max(chips))}, "
            f"now {frame.dollars(chips[-1])}."]


def facts(account: Account) -> list[Text]:
    """The same for who listens: a fact a line, the graph in sentences."""
    figures = account.figures
    if not figures.hands:
        return chapters(account, frame.COLUMNS)
    dealt = [f"{kind.capitalize()}: {count}, by chance {chance:.1f}." for kind, count, chance
             in zip(CATEGORIES, figures.dealt, expected(figures.dealt))]
    return [[f"{heading(account)}.", *(f"{key}: {value}." for key, value in pairs(figures)),
             *sentences(figures)], ["Five cards dealt:", *reversed(dealt)],
            *([_told(account)] if len(account.chips) > 1 else [])]


def _told(account: Account) -> list[str]:
    """A graph's way in five points, and its ends upwards and downwards."""
    chips, last = account.chips, len(account.chips) - 1
    points = [f"{moment(at)[_DAY]}: {frame.dollars(some)}."
              for at, some in (chips[last * part // 4] for part in range(5))]
    low, high = (pick(chips, key=lambda point: point[1]) for pick in (min, max))
    return [f"{account.chart}:", *dict.fromkeys(points), *(
        f"{word}: {frame.dollars(some)}, {moment(at)[_DAY]}."
        for word, (at, some) in (("Lowest", low), ("Highest", high)))]


class FiguresPages(Reading):
    """Pages of figures; answers HOUSE or YOURS for the other ones, True when they are read."""

    __slots__ = ("_account", "_other")

    def __init__(self, sign: frame.Sign, account: Account, speech: Speech, other: str) -> None:
        self._account, self._other = account, other
        super().__init__(sign, "Figures", [], speech.figures(account))

    def chapters(self, width: int) -> Sequence[Text]:
        return chapters(self._account, width)

    @property
    def prompt(self) -> str:
        others = {HOUSE: "H)ouse", YOURS: "Y)ours"}[self._other]
        if self._count == 1:
            return f"{others} or Q)uit?"
        return f"{self._at + 1} of {self._count}: N)ext, B)ack, {others}, Q)uit?"

    def press(self, key: Key) -> bool | str | None:
        if key.lower() == self._other:
            return self._other
        if key == "?":
            others = {HOUSE: "H: the House's. ", YOURS: "Y: yours. "}[self._other]
            turns = "N, SPACE or RETURN: the next page. B: the one before. "
            self.warn(f"{turns * (self._count > 1)}{others}Q or ESC: enough.")
            return None
        if self._count == 1 and key not in ("q", "Q", "ENTER", *INTERRUPTS):
            return None     # a page alone may be left for the other one
        return super().press(key)
