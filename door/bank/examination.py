"""What a store is and what in it does not agree, for `anteup doctor` and `anteup sysop audit`.

A store of another version is told of and left alone.
"""

from dataclasses import dataclass
from pathlib import Path

from door.bank.audit import Earn, Judge, Play, Progress, audit, faults
from door.bank.errors import StoreFailed
from door.bank.opening import revision_of
from door.bank.schema import REVISIONS
from door.bank.snapshot import snapshot

_COUNTS = ("SELECT (SELECT count(*) FROM transactions), (SELECT count(*) FROM hands), "
           "(SELECT coalesce(sum(hands), 0) FROM pruned), (SELECT count(*) FROM tried_hands)")


@dataclass(frozen=True, slots=True)
class Examination:
    """What a store is: its schema's revision, the newest one, and what does not agree in it.

    `faults` are sentences; only a store of the newest revision is audited.
    """

    revision: str
    newest: str
    faults: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Audited:
    """`fault` is the first thing that does not agree, "" for none. Of the rest: what was looked
    at, and `unasked`, in how many hands the House could not be asked again."""

    fault: str
    transactions: int
    hands: int
    pruned: int
    unasked: int
    deals: int = 0


def examine(path: Path) -> Examination:
    """Reads the store at `path`, which must be there. Raises StoreTooNew, StoreFailed."""
    with snapshot(path) as desk:
        revision, newest = revision_of(desk.core, path, REVISIONS), REVISIONS[-1]
        if revision != newest:
            return Examination(revision or "none", newest)
        return Examination(revision, newest, tuple(audit(desk)))


def audited(path: Path, judge: Judge, progress: Progress, earn: Earn | None = None) -> Audited:
    """The store at `path` down to every hand's play, and what it `earn`ed, up to the first thing
    that is wrong.

    Raises StoreTooNew, and StoreFailed also for a store of an older revision.
    """
    with snapshot(path) as desk:
        revision = revision_of(desk.core, path, REVISIONS)
        if revision != REVISIONS[-1]:
            raise StoreFailed(f"{path} has schema {revision or 'none'}; the next server, or "
                              f"anteup sysop maintain, takes it to {REVISIONS[-1]}")
        play = Play(judge, earn)
        fault = next(faults(desk, play, progress), "")
        transactions, hands, pruned, deals = desk.driver.execute(_COUNTS).fetchone()
        return Audited(fault, transactions, hands, pruned, play.unasked, deals)
