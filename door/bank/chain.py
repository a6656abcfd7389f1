"""The hashes that hold ledger and records together: exactly which bytes are hashed.

Every hash is the SHA-256 of its fields, one after another, each as a netstring: the length of its
bytes in decimal, a colon, the bytes, a comma. Text is UTF-8, a number is decimal text, a hash is
its 32 bytes, a seed its bytes, `proven` is 0 or 1, stacks are numbers with commas between.

    transaction   "anteup ledger 1", hash of the transaction before (32 zero bytes before the
                  first), its number, moment, kind, memo, then name and amount of each account
                  moved, in the order of the names ("bankroll 17", "house")
    sealed hand   "anteup sealed 1", serial, id, sitting's number, caller's number, label, buy-in,
                  hand's number in the sitting, game, version of the rules, seed, seal, moment
    dealt hand    "anteup dealt 1", hash of the caller's hand before at its end (32 zero bytes
                  before the first), hash of this hand sealed, cut, proven, first, stacks before
                  the ante, hash of the House's policy, moment
    action        "anteup action 1", hash of the action before (of the first one: of the dealt
                  hand), number from 0, seat, text
    ended hand    "anteup ended 1", hash of its last action (or of the dealt hand, or of the sealed
                  one that was never dealt), state, stacks after it, result, moment
    day           "anteup day 1", then a row of totals in the order of its columns, without its
                  hash: day (days since 1970), caller's number (0: the House), game, hands ...;
                  the last of them, `away`, only where it is not 0
    pruned hands  "anteup pruned 1", caller's number, serial of the last of them, how many they
                  were, hash of the last of them that was done or void, at its end (32 zero bytes
                  if there was none)

So a caller's hands that were done or void are one chain, and so are all transactions of a store.
Where a caller's first hands were pruned, the chain begins with the hash that `pruned` holds instead
of the zero bytes, and what was in those hands is in the totals of their days, which are hashed
before the first hand of a day goes, each day by itself.
"""

from collections.abc import Iterable
from hashlib import sha256

NOTHING = bytes(32)


def digest(*fields: bytes | str | int) -> bytes:
    """The SHA-256 of fields as netstrings, as above."""
    whole = bytearray()
    for value in fields:
        data = value if type(value) is bytes else str(value).encode()
        whole += b"%d:%b," % (len(data), data)
    return sha256(whole).digest()


def transaction(previous: bytes, id: int, at: int, kind: str, memo: str,
                movements: Iterable[tuple[str, int]]) -> bytes:
    """`movements` are names of accounts and amounts, in any order."""
    flat = [part for movement in sorted(movements) for part in movement]
    return digest("anteup ledger 1", previous, id, at, kind, memo, *flat)


def sealed(serial: int, id: str, sitting: tuple[int, int, str, int], number: int, game: str,
           rules_version: int, seed: bytes, seal: str, at: int) -> bytes:
    """`sitting` is its number, the caller's number, the label and the buy-in."""
    return digest("anteup sealed 1", serial, id, *sitting, number, game, rules_version, seed, seal,
                  at)


def dealt(previous: bytes, before: bytes, cut: str, proven: int, first: int, stacks: str,
          policy: str, at: int) -> bytes:
    """`previous` is the caller's hand before, `before` this hand as it was sealed."""
    return digest("anteup dealt 1", previous, before, cut, proven, first, stacks, policy, at)


def action(before: bytes, n: int, seat: int, text: str) -> bytes:
    """One action behind what came before it: digest(), written out, for there are many."""
    data, number, place = text.encode(), b"%d" % n, b"%d" % seat
    return sha256(b"15:anteup action 1,32:%b,%d:%b,%d:%b,%d:%b," % (
        before, len(number), number, len(place), place, len(data), data)).digest()


def ended(before: bytes, state: str, stacks: str, result: str, at: int) -> bytes:
    """The end of a hand, also of one that was void or never played."""
    return digest("anteup ended 1", before, state, stacks, result, at)


def day(row: Iterable[bytes | str | int]) -> bytes:
    """The totals of a day that is over: `row` as it is stored, all but its hash.

    Of a day on which nobody was away it is what it was before `away` was counted.
    """
    *rest, away = row
    return digest("anteup day 1", *rest, *([away] if away else []))


def pruned(caller_id: int, serial: int, hands: int, previous: bytes) -> bytes:
    """How far a caller's hands were pruned."""
    return digest("anteup pruned 1", caller_id, serial, hands, previous)
