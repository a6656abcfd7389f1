"""Hands that were played, and what came of them, as everybody else asks for them: bank.past, each
question one job."""

from door.bank import figures, past
from door.bank.ledger import Ledger
from door.bank.store import Store
from door.views import Figures, HandLine, StoredHand


class PastCounter:
    """`caller_id` raises NoSuchCaller if unknown."""

    def __init__(self, store: Store, ledger: Ledger) -> None:
        self._store, self._ledger = store, ledger

    async def history(self, caller_id: int, limit: int = 50,
                      before: str = "") -> tuple[HandLine, ...]:
        """The caller's hands that were dealt and have ended, the newest first: the last ones, or
        those before the hand `before`; of a guest, since this call."""
        return await self._store.run(lambda desk: past.history(desk, caller_id, limit, before))

    async def hand(self, hand_id: str, caller_id: int | None = None) -> StoredHand | None:
        """A hand; None if there is none, or if it is not that caller's to see."""
        return await self._store.run(lambda desk: past.hand(desk, hand_id, caller_id))

    async def hands_of(self, sitting_id: int) -> tuple[StoredHand, ...]:
        """The hands of a sitting that were dealt and have ended, the oldest first."""
        return await self._store.run(lambda desk: past.hands_of(desk, sitting_id))

    async def figures(self, caller_id: int) -> Figures:
        """What has come of the caller's hands; of a guest's, since this call."""
        return await self._store.run(lambda desk: figures.figures(desk, caller_id))

    async def house_figures(self) -> Figures:
        """The same of the House, over all callers."""
        return await self._store.run(figures.house_figures)

    async def bankrolls(self, caller_id: int, most: int = 400) -> tuple[tuple[int, int], ...]:
        """Moment and bankroll whenever no chips were on a table, the last `most`, the oldest first.

        Of the House (0): what it had won by the end of each day of play.
        """
        return await self._store.run(
            lambda desk: figures.bankrolls(desk, self._ledger, caller_id, most))
