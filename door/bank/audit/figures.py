"""The audit of the figures: totals against the hands that are there, against each other and the
ledger, and against their hashes where hands of their day were pruned."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from door.bank import chain
from door.bank.audit.records import Records
from door.bank.statements import Desk
from door.bank.totals import COLUMNS, THE_HOUSE

_SELECT = f"SELECT {', '.join(COLUMNS)}, hash FROM totals ORDER BY day, caller_id, game"
_HAD = "SELECT best, house_best FROM hands WHERE id = ?"
_BEST, _BEST_HAND = COLUMNS.index("best"), COLUMNS.index("best_hand")


class Figures:
    """What the totals add up to, for what must agree with it."""

    def __init__(self, desk: Desk, records: Records) -> None:
        self._desk, self._records = desk, records
        self._callers: dict[int, Counter[str]] = defaultdict(Counter)
        self._days: dict[tuple[int, str], Counter[str]] = defaultdict(Counter)
        self._house: dict[tuple[int, str], Counter[str]] = {}

    def totals(self) -> Iterator[str]:
        """Each row is what its hands add up to, or what its hash was made of."""
        counted = self._records.tally.rows()
        for *row, hash in self._desk.driver.execute(_SELECT):
            day, caller, game = row[:3]
            expected = counted.pop((day, caller, game), None)
            if hash is None and not self._agrees(row, expected):
                yield f"the totals of {_whose(day, caller)} are not those of its hands"
            if hash is not None and chain.day(row) != hash:
                yield f"the totals of {_whose(day, caller)} do not agree with their hash"
            self._keep(day, caller, game, dict(zip(COLUMNS, row)))
        for day, caller, _ in counted:
            yield f"the totals of {_whose(day, caller)} are missing"

    def _agrees(self, row: Sequence[Any], expected: Sequence[Any] | None) -> bool:
        """Of equally good holdings, whichever ended first has its name in the totals."""
        if expected is None:
            return False
        differ = [n for n, value in enumerate(expected) if row[n] != value]
        if differ == [_BEST_HAND]:
            had = self._desk.driver.execute(_HAD, (row[_BEST_HAND],)).fetchone()
            return had is not None and had[row[1] == THE_HOUSE] == row[_BEST]
        return not differ

    def _keep(self, day: int, caller: int, game: str, row: dict[str, Any]) -> None:
        won, lost, net = row["won"], row["lost"], row["net"]
        same = {name: row[name] for name in ("hands", "tied", "squares")}
        if caller == THE_HOUSE:
            self._house[day, game] = Counter(won=lost, lost=won, net=-net, **same)
        else:
            self._days[day, game].update(won=won, lost=lost, net=net, **same)
            self._callers[caller].update(moved=won + lost, net=net, squares=row["squares"])

    def sums(self) -> Iterator[str]:
        """The House's are the callers' turned round, and each caller's are the ledger's."""
        for day, game in sorted({*self._house, *self._days}):
            if self._house.get((day, game), Counter()) != self._days[day, game]:
                yield f"the totals of {_whose(day, THE_HOUSE)} are not those of its callers"
        played = self._records.books.played
        for caller in sorted({*self._callers, *played}):
            if self._callers[caller] != played.get(caller, Counter()):
                yield f"the totals of caller {caller} do not agree with the ledger"


def _whose(day: int, caller: int) -> str:
    who = "the House" if caller == THE_HOUSE else f"caller {caller}"
    return f"{who}, day {day}"
