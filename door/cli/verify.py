"""`anteup verify`: what the record of a hand proves, in plain words, and what it cannot."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from door.cli import Refused, records

if TYPE_CHECKING:
    from door.bank.reading import Reader
    from door.proof.verdict import Verdict
    from door.views import StoredHand

WRONG = 1       # the exit status, if anything is wrong
WIDTH = 79


def add(commands: Any, common: argparse.ArgumentParser) -> None:
    parser = commands.add_parser("verify", parents=[common], help=(
        "deal hands again from their records and say what that proves"))
    parser.add_argument("hands", metavar="HAND", nargs="*", help=(
        "its id, or that of a contest's deal, a file of records, or - for stdin; without any, all "
        "of the store"))
    parser.add_argument("--handle", metavar="NAME", default="", help="those of one caller")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Says what was found; 1 if anything is wrong, or a hand was named that is not opened."""
    tally = Tally()
    status = records.told(lambda: _lines(options, tally))
    waiting = tally.unopened or tally.sealed
    return WRONG if tally.wrong or options.hands and waiting else status


@dataclass(slots=True)
class Tally:
    """Hands by what came of them; those `unopened`, and deals still `sealed`, cannot be verified
    yet."""

    proven: int = 0
    right: int = 0
    wrong: int = 0
    shared: bool = False
    unopened: list[StoredHand] = field(default_factory=list)
    sealed: list[StoredHand] = field(default_factory=list)

    def count(self, found: Verdict) -> None:
        if not found.ok:
            self.wrong += 1
        elif found.proven:
            self.proven += 1
        else:
            self.right += 1

    def lines(self) -> Iterator[str]:
        """The sums, and the seals that wait."""
        hands = self.proven + self.right + self.wrong
        if hands or not (self.unopened or self.sealed):
            yield (f"{_number(hands)} verified: {self.proven} proven, {self.right} right and not "
                   f"proven, {self.wrong} wrong.")
        if self.right:
            yield "Not proven: the casino cut, or another policy of the House is installed here."
        if self.shared:
            yield "Nobody cuts the deals of contests."
        if self.unopened:
            yield f"{_number(len(self.unopened))} sealed and not opened, the caller at the table:"
            yield from (f"  {hand.record.seal}  {hand.record.id}, {hand.handle}"
                        for hand in self.unopened)
        if self.sealed:
            yield ("1 deal sealed, and its contest is not over:" if len(self.sealed) == 1 else
                   f"{len(self.sealed)} deals sealed, and their contests are not over:")
            yield from (f"  {hand.record.seal}  {hand.record.id}" for hand in self.sealed)


def _number(hands: int) -> str:
    return "1 hand" if hands == 1 else f"{hands} hands"


def _lines(options: argparse.Namespace, tally: Tally) -> Iterator[str]:
    from door.house import BadBook
    try:
        if options.hands:
            for name in options.hands:
                yield from _named(options, name, tally)
        else:
            with records.reading(options) as reader:
                yield from _stored(reader, options.handle, tally)
        yield from tally.lines()
    except BadBook as error:
        raise Refused(str(error)) from error


def _named(options: argparse.Namespace, name: str, tally: Tally) -> Iterator[str]:
    """A hand in full; of a file with more than one, what is wrong."""
    hands = records.named(options, name)
    first, second = next(hands), next(hands, None)
    if second is None:
        yield from _looked_at([first], tally, full=True)
    else:
        yield from _looked_at([first, second], tally)
        yield from _looked_at(hands, tally)


def _stored(reader: Reader, handle: str, tally: Tally) -> Iterator[str]:
    yield from _looked_at(((hand, reader.agrees(hand)) for hand in reader.played(handle)
                           if hand.opened), tally)
    for line in reader.unopened(handle):
        hand = reader.hand(line.id)
        if hand is not None:
            tally.unopened.append(hand)
    tally.sealed += reader.sealed(handle)


def _looked_at(hands: Iterable[records.Found], tally: Tally, full: bool = False) -> Iterator[str]:
    """What was found of each; the hand before it in its sitting is remembered."""
    from door.proof import shared
    from door.proof.verdict import verify
    before: dict[tuple[str, int], StoredHand] = {}
    for hand, agrees in hands:
        if not hand.opened:
            (tally.unopened if hand.handle else tally.sealed).append(hand)
            continue
        place = hand.record.game, hand.record.sitting_id
        found = verify(hand, before.pop(place, None), agrees)
        if hand.record.state == "done":
            before[place] = hand
        tally.count(found)
        tally.shared |= shared.place(hand.record) is not None
        if full:
            yield from _in_full(hand, found)
        else:
            yield from (f"{_name(hand)}: {sentence}" for sentence in found.wrong)


def _name(hand: StoredHand) -> str:
    """A deal of a contest is many callers' own."""
    from door.proof import shared
    deal = shared.place(hand.record) is not None and hand.handle
    return f"{shared.name(hand.record)} of {hand.handle}" if deal else shared.name(hand.record)


def _in_full(hand: StoredHand, found: Verdict) -> Iterator[str]:
    from door.proof.printing import headed
    yield from headed(hand)
    for each in found.findings:
        yield from _item("Wrong" if not each.ok else "Proven" if each.proof else "Not proven",
                         each.sentence)
    for sentence in found.limits:
        yield from _item("Nobody can tell", sentence)


def _item(word: str, sentence: str) -> list[str]:
    return textwrap.wrap(f"{word}: {sentence}", WIDTH, initial_indent="  ",
                         subsequent_indent="    ", break_on_hyphens=False)
