"""The hashes that hold the contests together: exactly which bytes are hashed, as in chain.py.

    contest       "anteup contest 1", hash of the contest before (32 zero bytes before the first),
                  number, kind, day, first second, the next one's first second, moment of sealing,
                  game, version of the rules, hash of the House's policy, how many deals, stack;
                  then of each deal: who acts first, seal, seed
    try           "anteup try 1", hash of the contest, hash of the try before as it was begun (32
                  zero bytes before the first), number, caller's number, moment
    dealt         "anteup tried deal 1", end of the try's chain so far, the deal's number, stacks
                  before the ante, moment
    action        as in a hand of the table
    ended         as in a hand of the table, its state "done"
    over          "anteup tried 1", end of the try's chain so far, state, net, reason, moment

So a try is one chain from its contest to its end, and tries cannot be left out unseen.
"""

from collections.abc import Iterable

from door.bank.chain import digest
from door.views import Terms


def contest(previous: bytes, id: int, kind: str, day: str, moments: tuple[int, int, int],
            terms: Terms, deals: Iterable[tuple[int, str, bytes]]) -> bytes:
    """`moments`: its first second, the next one's, that of sealing. `deals`: first, seal, seed."""
    flat = [part for deal in deals for part in deal]
    return digest("anteup contest 1", previous, id, kind, day, *moments, terms.game,
                  terms.rules_version, terms.policy, terms.deals, terms.stack, *flat)


def begun(contest: bytes, previous: bytes, id: int, caller_id: int, at: int) -> bytes:
    """A try; `previous` is the one before, of any contest, as it was begun."""
    return digest("anteup try 1", contest, previous, id, caller_id, at)


def dealt(before: bytes, number: int, stacks: str, at: int) -> bytes:
    """The ante of a deal in a try."""
    return digest("anteup tried deal 1", before, number, stacks, at)


def over(before: bytes, state: str, net: int, reason: str, at: int) -> bytes:
    """The end of a try."""
    return digest("anteup tried 1", before, state, net, reason, at)
