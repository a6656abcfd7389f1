"""The contests as everybody else asks for them: bank.contests, each question one job.

What has been awaited is durable.
"""

from collections.abc import Callable, Sequence

from door.bank.contests import Contests
from door.bank.store import Store
from door.bank.tries import Tries
from door.views import Contest, Placing, Standing, Step, StoredHand, Terms, Try


class ContestCounter:
    """Contests and tries; see Contests and Tries for what each raises."""

    def __init__(self, store: Store, contests: Contests, tries: Tries) -> None:
        self._store, self._contests, self._tries = store, contests, tries

    async def current(self, kind: str, terms: Terms, seed: Callable[[str], bytes]) -> Contest:
        """The "day" or "week" of now, made on these terms if nobody has looked at it yet."""
        return await self._store.run(
            lambda desk: self._contests.current(desk, kind, terms, seed))

    async def last(self, kind: str) -> Contest | None:
        """The newest that is over, its seeds opened."""
        return await self._store.run(lambda desk: self._contests.last(desk, kind))

    async def sealed(self, contest_id: int) -> Contest:
        """With its seeds also while it is on: for the table alone, never for a screen."""
        return await self._store.run(
            lambda desk: self._contests.contest(desk, contest_id, opened=True))

    async def standing(self, contest_id: int, most: int) -> Standing:
        """The best `most` of those that are done, and how many there are."""
        return await self._store.run(
            lambda desk: self._contests.standing(desk, contest_id, most))

    async def placing(self, try_id: int) -> Placing | None:
        """The place of a try that is done."""
        return await self._store.run(lambda desk: self._contests.placing(desk, try_id))

    async def own(self, contest_id: int, caller_id: int, board: str = "",
                  record: str = "") -> Try | None:
        """The try that this person has had or has begun, also under another handle."""
        return await self._store.run(
            lambda desk: self._tries.own(desk, contest_id, caller_id, board, record))

    async def enter(self, contest_id: int, caller_id: int, board: str = "",
                    record: str = "") -> Try:
        """The caller's one try, begun or to be gone on with. HadTry, ContestOver, NoSuchCaller."""
        return await self._store.run(
            lambda desk: self._tries.enter(desk, contest_id, caller_id, board, record))

    async def write(self, try_id: int, step: Step) -> None:
        """A step of the table. ContestOver, OutOfStep."""
        await self._store.run(lambda desk: self._tries.write(desk, try_id, [step]))

    async def close(self, try_id: int, steps: Sequence[Step]) -> None:
        """What is left of a try, as the House plays it for who is away, all at once."""
        await self._store.run(lambda desk: self._tries.write(desk, try_id, steps, closing=True))

    async def void(self, try_id: int, reason: str) -> None:
        """A try that cannot be played on: it leaves the ranking."""
        await self._store.run(lambda desk: self._tries.void(desk, try_id, reason))

    async def unclosed(self) -> list[Try]:
        """Open tries of contests that are over."""
        return await self._store.run(self._tries.unclosed)

    async def hands(self, try_id: int) -> tuple[StoredHand, ...]:
        """The deals of a try as records; not `opened`: nobody may be shown the seed."""
        return await self._store.run(lambda desk: self._tries.hands(desk, try_id))
