"""Seals and seeds, as a caller checks them: the seal of a hand, and the open book of a sitting.

A seed stands here only once the sitting of its hand is over (RULEBOOK 5.1).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from door.screens.frame import Sign
from door.screens.history import signed
from door.screens.pages import Reading
from door.screens.typesetting import PAGE_WIDTH, Text
from door.views import HandRecord

HALF = 32           # digits of 64 in a row, so that they fit 38 columns


class OpenBlock(NamedTuple):
    """A hand of the open book. `seed` is in hex, `text` what both held, in a sentence or two."""

    id: str
    net: int
    text: str
    seed: str
    cut: str
    proven: bool


def seal_text(record: HandRecord, cut: str) -> list[str]:
    """The seal screen: what was sealed, who cuts or has cut, and how that is checked.

    `cut` are the words that the caller has typed for a hand that is not dealt yet.
    """
    return [*_sealed(record), *_cut(record, cut), "",
            f"Leaving the table opens the seed. Then anteup verify {record.id}, or a program of "
            "your own by docs/fairness.txt, deals the hand again."]


def opened_text(record: HandRecord, wrong: Sequence[str], right: Sequence[str],
                limits: Sequence[str]) -> list[Text]:
    """Chapters on a hand whose seed is open: seal, cut and seed, then what they prove.

    That is a sentence for each thing that was found wrong, or right, or cannot be known.
    """
    seed = record.seed.hex()
    verdict = "SOMETHING IS WRONG" if wrong else "nothing is wrong"
    return [[*_sealed(record), *_cut(record, ""), "", "The seed, which is open now:",
             f"  {seed[:HALF]}", f"  {seed[HALF:]}"],
            [f"=What that proves: {verdict}", "", *wrong, *right, "", *limits, "",
             f"The same by yourself: anteup verify {record.id}, or a program of your own. "
             "docs/fairness.txt says how."]]


def _sealed(record: HandRecord) -> list[str]:
    return [f"=Hand {record.id}", "",
            "Its seal, SHA-256 of the seed that shuffles the deck, from before the ante:",
            f"  {record.seal[:HALF]}", f"  {record.seal[HALF:]}", ""]


def _cut(record: HandRecord, cut: str) -> list[str]:
    if record.proven:
        return [f"Your cut: {record.cut}"]
    if record.cut:
        return [f"The House cut: {record.cut}", "",
                "Not proven: without words of yours, the deck could have been foreseen."]
    if cut:
        return [f"Your cut: {cut}", "It goes into the shuffle of this hand."]
    return ["The House cuts, unless you do: type some words of your own. They go into "
            "the shuffle, and nobody could foresee them when the seal was made."]


def open_book(hands: Sequence[OpenBlock], width: int = PAGE_WIDTH) -> list[str]:
    """All of them, one chapter: each hand with its seed in full."""
    return [row for hand in hands for row in (*_block(hand, width), "")][:-1]


def _block(hand: OpenBlock, width: int) -> list[str]:
    cut = f"Your cut: {hand.cut}" if hand.proven else f"The House cut: {hand.cut}"
    seed = [f"Seed {hand.seed}"] if width >= PAGE_WIDTH else [
        f"Seed {hand.seed[:HALF]}", f"     {hand.seed[HALF:]}"]
    return [f"=Hand {hand.id}, {signed(hand.net)}", hand.text, *seed, cut]


class OpenBook(Reading):
    """The open book, in as many pages as it needs."""

    __slots__ = ("_hands",)

    def __init__(self, sign: Sign, hands: Sequence[OpenBlock], printed: Sequence[Text],
                 any_key: str) -> None:
        self._hands = hands
        super().__init__(sign, "The open book", [], printed, any_key)

    def chapters(self, width: int) -> Sequence[Text]:
        return [open_book(self._hands, width)]


def read_out(hand: OpenBlock) -> str:
    """The same for who listens; the seed's digits are for who asks for them."""
    return f"Hand {hand.id}: {signed(hand.net)}. {hand.text}"


def notice(hands: int) -> str:
    """What the Casino says to somebody who has left the table."""
    return f"O)pen book: the seed{'s' * (hands > 1)} of {'one' if hands == 1 else hands} " + (
        "hand." if hands == 1 else "hands.")
