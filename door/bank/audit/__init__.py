"""The audit: everything that can be computed again is, and what does not agree is named.

It reads one snapshot on a connection of its own while the writer goes on. What is quick to look
at comes first: the file, the ledger (ledger.py), the hashes of records (records.py), the contests.
Then every hand and every deal is played again (play.py), and what follows from them is added up:
figures (figures.py), honours and fame (honours.py, fame.py, news.py), marks (marks.py). Whether a
hand was played by the rules, and the House by its policy, is asked of a judge, for the bank knows
no policy; and what earns a mark, of whoever knows that.
"""

from collections.abc import Callable, Iterator

from door.bank.audit.callers import callers
from door.bank.audit.fame import Renown
from door.bank.audit.figures import Figures
from door.bank.audit.honours import Honours
from door.bank.audit.ledger import Books
from door.bank.audit.marks import Earn
from door.bank.audit.play import Judge, Play
from door.bank.audit.progress import Progress, silent
from door.bank.audit.records import Records
from door.bank.contest_audit import audit as contests
from door.bank.statements import DISK_ERRORS, Desk

__all__ = ["Earn", "Judge", "Play", "Progress", "audit", "faults"]

Part = Callable[[], Iterator[str]]
UNREADABLE = (*DISK_ERRORS, ValueError, TypeError, AttributeError, LookupError, ArithmeticError)


def audit(desk: Desk) -> list[str]:
    """What does not agree, a sentence each; nothing if all does. Nobody judges the play."""
    return list(faults(desk))


def faults(desk: Desk, play: Play | None = None, progress: Progress = silent) -> Iterator[str]:
    """What does not agree, a sentence each, as it is found; `play` looks at every hand's play."""
    desk.driver.text_factory = _text
    books = Books(desk, progress)
    records = Records(desk, progress, books)
    figures, honours = Figures(desk, records), Honours(desk)
    parts: list[Part] = [
        lambda: _file(desk), books.transactions, books.balances, books.statements,
        lambda: callers(desk, books), records.sittings, records.pruned, records.hands,
        lambda: contests(desk)]
    if play is not None:
        parts += lambda: play.deals(desk, progress), lambda: play.hands(desk, progress)
    for part in (*parts, figures.totals, figures.sums, honours.medals,
                 Renown(desk, honours, progress).callers, honours.plaques):
        try:
            yield from part()
        except UNREADABLE as error:
            yield f"what is stored cannot be read: {error}"


def _text(data: bytes) -> str:
    """Bytes that are no text are read as well, so that what they belong to can be named."""
    return data.decode("utf-8", "backslashreplace")


def _file(desk: Desk) -> Iterator[str]:
    """SQLite's own view of the file: pages, indexes, constraints, rows that belong nowhere."""
    for answer, in desk.driver.execute("PRAGMA integrity_check(20)"):
        if answer != "ok":
            yield f"the file: {answer}"
    for table, _, parent, _ in desk.driver.execute("PRAGMA foreign_key_check"):
        yield f"the file: a row of {table} belongs to no row of {parent}"
