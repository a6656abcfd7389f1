"""The audit of the nights' stories: of each day and fact the greatest few, and how many."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from door.bank.deeds import MOST, Deed, Story, stories
from door.bank.statements import Desk

_FROZEN = "SELECT DISTINCT day FROM totals WHERE hash IS NOT NULL"
_PRUNED = "SELECT caller_id FROM pruned"
_TOLD = ("SELECT day, fact, place, caller_id, value, other, winner, hand, count FROM stories "
         "ORDER BY day, fact, place")
Night = tuple[int, str]             # day and fact
Candidate = tuple[int, int, Story]  # its value as a negative number, its moment


class News:
    """Gathers what may be told; of days of which hands were pruned nobody can tell."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._unknown = {day for day, in desk.driver.execute(_FROZEN)}
        self._pruned = {caller for caller, in desk.driver.execute(_PRUNED)}
        self._unsure: set[Night] = set()
        self._best: dict[Night, list[Candidate]] = defaultdict(list)
        self._count: Counter[Night] = Counter()

    def add(self, deed: Deed, run: int, sure: bool) -> None:
        """A hand, in the order of its caller's; `run` may be longer than is known, unless that is
        `sure` or none of them was pruned."""
        if deed.day in self._unknown:
            return
        if deed.net < 0 and not sure and deed.caller_id in self._pruned:
            self._unsure.add((deed.day, "streak"))
        for fact, story in stories(deed, run):
            night = deed.day, fact
            self._count[night] += 1
            self._best[night] = _best([*self._best[night], (-story.value, deed.at, story)],
                                      MOST[fact])

    def nights(self) -> Iterator[str]:
        """Each is told as its hands were. Of equals in one second either may be the first."""
        told: dict[Night, list[tuple[int, Story, int]]] = defaultdict(list)
        for day, fact, place, *story, count in self._desk.driver.execute(_TOLD):
            told[day, fact].append((place, Story(*story), count))
        for night in sorted({*told, *self._best}):
            if night[0] not in self._unknown and night not in self._unsure:
                if not self._agrees(night, told[night]):
                    yield f"what day {night[0]} is told for ({night[1]}) is not what its hands were"

    def _agrees(self, night: Night, told: Sequence[tuple[int, Story, int]]) -> bool:
        if night[1] not in MOST:
            return False
        most, best = MOST[night[1]], self._best[night]
        of = self._count[night] if most > 1 else 1
        moments = {story: at for _, at, story in best}
        return (all(story in moments and count == of for _, story, count in told)
                and [place for place, _, _ in told] == list(range(1, min(len(best), most) + 1))
                and [(-story.value, moments[story]) for _, story, _ in told]
                == [each[:2] for each in best[:most]])


def _best(candidates: list[Candidate], most: int) -> list[Candidate]:
    """The greatest and earliest few, and whoever is equal to the last of them."""
    candidates.sort(key=lambda each: each[:2])
    last = candidates[min(most, len(candidates)) - 1][:2]
    return [each for each in candidates if each[:2] <= last]
