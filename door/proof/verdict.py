"""What a record proves: each promise checked from the record alone, and told in a sentence.

verify() is for whoever may see the cards; faults() is for an audit of hands that are still sealed
or unopened as well, and tells what is wrong without a card of anybody.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from door.proof.playing import Finding, Playing
from door.proof.replay import Unopened
from door.rules.game import WINNER
from door.rules.house_draw import CALLER, GAMES, HOUSE, SHARED
from door.rules.shuffle import SEED_BYTES, clean_cut, seal
from door.views import HandRecord, StoredHand

NAMES = {CALLER: "the caller", HOUSE: "the House"}
CANNOT = ("No record shows whether a server looks into the deck while a hand is played. What it "
          "could do with that is little: the House's play is checked above, and the cut comes "
          "after the seal.",
          "Whether the seal above is the one that was shown before the ante, only somebody who "
          "noted it can tell.")


@dataclass(frozen=True, slots=True)
class Verdict:
    """`ok` unless something is wrong; `limits` is what no record can prove, a sentence each."""

    ok: bool
    findings: tuple[Finding, ...]
    limits: tuple[str, ...] = CANNOT

    @property
    def wrong(self) -> tuple[str, ...]:
        """What is wrong, a sentence each."""
        return tuple(each.sentence for each in self.findings if not each.ok)

    @property
    def proven(self) -> bool:
        """Whether all is proven that a record can prove, the cut and the House's play included."""
        return self.ok and all(each.proof for each in self.findings)


def verify(stored: StoredHand, before: StoredHand | None = None,
           chained: bool | None = None) -> Verdict:
    """What the record of an opened hand proves and what it cannot; `before` is the hand before it
    in its sitting, where that is known, and `chained` whether the store's hashes agree with it,
    where it comes from one. Raises Unopened."""
    if not stored.opened:
        raise Unopened(f"hand {stored.record.id} is not opened yet: its caller is at the table")
    found = tuple(_findings(stored, before, Playing(stored)))
    if chained is not None:
        found += _chained(chained),
    return Verdict(all(each.ok for each in found), found)


def faults(stored: StoredHand, before: StoredHand | None = None) -> tuple[str, ...]:
    """What is wrong with a record, opened or not and ended or not: sentences without a card."""
    return examined(stored, before)[0]


def examined(stored: StoredHand, before: StoredHand | None = None) -> tuple[
        tuple[str, ...], Playing]:
    """For an audit, which plays a hand once: faults(), and the hand as it was played again."""
    playing = Playing(stored)
    wrong = tuple(each.sentence for each in _findings(stored, before, playing) if not each.ok)
    return wrong, playing


def _findings(stored: StoredHand, before: StoredHand | None,
              playing: Playing) -> Iterator[Finding]:
    record = stored.record
    yield _sealed(record)
    if record.state in ("sealed", "unplayed"):
        yield _never_dealt(stored)
        return
    yield _cut(record)
    if before is not None and before.record.sitting_id == record.sitting_id:
        yield from _follows(stored, before)
    if record.state == "void":
        yield _void(stored)
    else:
        yield from playing.findings()


def _chained(agrees: bool) -> Finding:
    if not agrees:
        return Finding(False, "The record is not the one whose hashes were written with it.")
    return Finding(True, "The record agrees with the hashes that were written with it.")


def _sealed(record: HandRecord) -> Finding:
    if len(record.seed) != SEED_BYTES:
        return Finding(False, f"The seed has {len(record.seed)} bytes and not {SEED_BYTES}.")
    if seal(record.id, record.seed) != record.seal:
        return Finding(False, "The seal is not this seed's: the seed or the seal was changed.")
    return Finding(True, f"The seed is the one that was sealed before the ante: {record.seal}.")


def _never_dealt(stored: StoredHand) -> Finding:
    if stored.record.actions or stored.record.stacks or stored.ended_stacks:
        return Finding(False, "The hand was never dealt, and something was played all the same.")
    return Finding(True, "The hand was sealed and never dealt.")


def _cut(record: HandRecord) -> Finding:
    if record.game == SHARED.name and not record.cut:
        return Finding(True, "Nobody cuts a deal that is the same for everybody: that its deck "
                       "was luck is not proven.", False)
    try:
        if not record.cut or clean_cut(record.cut) != record.cut:
            return Finding(False, "The cut is not one that the table takes.")
    except ValueError as error:
        return Finding(False, f"The cut is not one that the table takes: {error}.")
    if record.proven:
        return Finding(True, f"The caller cut, after the seal was made, with: {record.cut}. If "
                       "those are the caller's own words, nobody could choose the deck.")
    return Finding(True, f"The casino cut, with: {record.cut}. It could have chosen seed and cut "
                   "together, so that the deck was luck is not proven.", False)


def _follows(stored: StoredHand, before: StoredHand) -> Iterator[Finding]:
    """The stacks and who acts first come from the hand before (RULEBOOK 1.4)."""
    game = GAMES.get(stored.record.game)
    if game is None or game.lead != WINNER:
        return
    if stored.record.stacks != before.ended_stacks:
        yield Finding(False, f"Its stacks are not those with which {before.record.id} ended.")
    won = [net > 0 for net in _nets(before)]
    first = won.index(True) if True in won else before.record.first
    if before.record.state == "done" and stored.record.first != first:
        yield Finding(False, f"{NAMES[first].capitalize()} should act first, after how "
                      f"{before.record.id} ended.")


def _nets(stored: StoredHand) -> list[int]:
    return [after - chips for after, chips in zip(stored.ended_stacks, stored.record.stacks)]


def _void(stored: StoredHand) -> Finding:
    if stored.ended_stacks != stored.record.stacks:
        return Finding(False, "The hand is void, and its stakes did not go back.")
    return Finding(True, f"The hand is void, its stakes went back: "
                   f"{stored.result.rstrip('.')}.", False)
