"""`anteup history`: the hands that were played, in lines, as records, or in PHH."""

from __future__ import annotations

import argparse
import io
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from door.cli import Refused, records

if TYPE_CHECKING:
    from door.views import StoredHand


def add(commands: Any, common: argparse.ArgumentParser) -> None:
    parser = commands.add_parser("history", parents=[common], help=(
        "list the hands that were played, the oldest first"))
    parser.add_argument("--handle", metavar="NAME", default="", help="those of one caller")
    parser.add_argument("--format", choices=sorted(FORMATS), default="text", help=(
        "text: a line each; record: all that anteup verify needs, in JSON; phh: TOML, as poker "
        "programs read it"))
    parser.add_argument("--since", metavar="DATE", type=_moment, default=0, help=(
        "those that ended on that day or later, as 2026-11-30, in UTC"))
    parser.set_defaults(run=run)


def _moment(text: str) -> int:
    try:
        return int(datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC).timestamp())
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a day as 2026-11-30") from error


def run(options: argparse.Namespace) -> int:
    """Prints the hands; 0."""
    if options.format == "phh" and isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")    # TOML is UTF-8 whatever the locale is
    return records.told(lambda: _lines(options))


def _lines(options: argparse.Namespace) -> Iterator[str]:
    from door.proof.replay import BadRecord
    with records.reading(options) as reader:
        try:
            yield from FORMATS[options.format](reader.played(options.handle, options.since))
        except BadRecord as error:
            raise Refused(str(error)) from error
        if options.format == "text":
            yield from _sealed(reader.sealed(options.handle))


def _sealed(deals: Iterable[StoredHand]) -> Iterator[str]:
    """The contests that are on, of which nothing is listed."""
    from door.proof import shared
    counted = Counter((place.kind, place.day) for deal in deals
                      if (place := shared.place(deal.record)))
    for (kind, day), count in counted.items():
        yield (f"{kind.capitalize()} of {day}: {count} deals, of which nothing is told until it is "
               "over.")


def _text(hands: Iterable[StoredHand]) -> Iterator[str]:
    from door.proof.printing import summary
    return (summary(hand) for hand in hands if hand.record.state in ("done", "void"))


def _record(hands: Iterable[StoredHand]) -> Iterator[str]:
    from door.proof.record_line import line
    return map(line, hands)


def _phh(hands: Iterable[StoredHand]) -> Iterator[str]:
    from door.proof.phh import collection, phh
    return collection(phh(hand) for hand in hands if hand.record.state == "done")


FORMATS: dict[str, Callable[[Iterable[StoredHand]], Iterator[str]]] = {
    "text": _text, "record": _record, "phh": _phh}
