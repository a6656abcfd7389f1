"""Reading a store's hands without touching it: for commands, beside a server or without one."""

from collections.abc import Iterator
from contextlib import ExitStack
from heapq import merge
from pathlib import Path
from time import time as clock
from types import TracebackType

import sqlalchemy as sa

from door.bank import contest_audit, contest_past, handles, past
from door.bank.audit.records import agrees
from door.bank.errors import StoreFailed
from door.bank.opening import revision_of
from door.bank.schema import REVISIONS, callers, hands
from door.bank.snapshot import snapshot
from door.bank.statements import Prepared
from door.rules.house_draw import SHARED
from door.views import HandLine, StoredHand

_COUNT = Prepared(sa.select(sa.func.count()).select_from(hands).where(
    hands.c.ended_at.is_not(None)))
_CALLER = Prepared(sa.select(callers.c.id).where(callers.c.folded == sa.bindparam("folded")))


class Reader:
    """The hands of the store at `path`, which must be there, as they were when it was opened.

    Those of the Poker Table are called hands, those of contests deals, of which many have one id.

    A `with` block, or close(). Raises StoreTooNew, and StoreFailed: also for a store of an older
    revision, which the next server brings up to date.
    """

    def __init__(self, path: Path) -> None:
        with ExitStack() as stack:
            self._desk = stack.enter_context(snapshot(path))
            revision = revision_of(self._desk.core, path, REVISIONS)
            if revision != REVISIONS[-1]:
                raise StoreFailed(f"{path} has schema {revision or 'none'}; the next server takes "
                                  f"it to {REVISIONS[-1]}")
            self._stack = stack.pop_all()
        self._now = clock()
        self._tried: tuple[int, bool] = 0, False    # the last try, and whether its hashes agree

    def __enter__(self) -> "Reader":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self._stack.__exit__(kind, error, trace)    # a page that cannot be read is StoreFailed

    def close(self) -> None:
        """Lets go of the file."""
        self._stack.close()

    def knows(self, handle: str) -> bool:
        """Whether somebody is called that, in any case."""
        return _CALLER.row(self._desk, folded=handles.fold(handle)) is not None

    def hand(self, hand_id: str) -> StoredHand | None:
        """The hand of that id, ended or not; None if there is none."""
        return past.hand(self._desk, hand_id)

    def hands(self, handle: str = "", since: int = 0) -> Iterator[StoredHand]:
        """The hands that have ended since that moment, of one caller or of all, the oldest first;
        those that were sealed and never dealt are among them."""
        return past.all_hands(self._desk, handles.fold(handle), since)

    def deal(self, id: str, handle: str = "") -> tuple[StoredHand, ...]:
        """A contest's deal as each played it, or as one did; its seal alone while the contest is
        on, or if nobody was dealt it. () if there is none."""
        return contest_past.deal(self._desk, id, handles.fold(handle), self._now)

    def played(self, handle: str = "", since: int = 0) -> Iterator[StoredHand]:
        """hands(), and the deals that ended in contests that are over, by when they ended."""
        deals = contest_past.ended_deals(self._desk, handles.fold(handle), since, self._now)
        return merge(self.hands(handle, since), deals, key=lambda hand: hand.ended_at)

    def agrees(self, hand: StoredHand) -> bool:
        """Whether that hand or deal, which is there, is what its hashes were made of."""
        if hand.record.game != SHARED.name:
            return agrees(self._desk, hand.record.id)
        if not hand.handle:
            return contest_audit.sealed_so(self._desk, hand.record.sitting_id)
        if self._tried[0] != hand.record.sitting_id:
            self._tried = hand.record.sitting_id, contest_audit.agrees(
                self._desk, hand.record.sitting_id)
        return self._tried[1]

    def unopened(self, handle: str = "") -> list[HandLine]:
        """The hands of sittings that are not over, whose seeds nobody may see yet."""
        return past.unopened(self._desk, handles.fold(handle))

    def sealed(self, handle: str = "") -> Iterator[StoredHand]:
        """The deals of contests that are on, their seals alone: of all, or of those at which a
        caller has a try."""
        return contest_past.sealed(self._desk, handles.fold(handle), self._now)

    def count(self) -> int:
        """How many hands have ended."""
        return int(_COUNT.value(self._desk))
