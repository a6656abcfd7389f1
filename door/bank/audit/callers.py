"""The audit of callers' rows, as far as they follow from the ledger: since when the person of now
is there, and the day of the last daily grant. The rest of a row no record tells."""

from collections.abc import Iterator

from door.bank.audit.ledger import Books
from door.bank.statements import Desk

_ROWS = "SELECT id, since, granted FROM callers ORDER BY id"


def callers(desk: Desk, books: Books) -> Iterator[str]:
    """Whoever has first chips has them from the transaction behind `since`."""
    for id, since, granted in desk.driver.execute(_ROWS):
        opened, (at, day) = books.opened.get(id), books.granted.get(id, (0, ""))
        if opened is not None and opened != since + 1:
            yield f"caller {id} is not there since transaction {since}"
        if granted != (day if at > since else ""):
            yield f"caller {id} had the last daily grant on another day than {granted or 'never'}"
