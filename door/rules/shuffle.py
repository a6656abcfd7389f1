"""From seed and cut to a deck, exactly as RULEBOOK 5.1 says, so that anybody can verify a hand.

The seed comes from outside: the rules have no luck of their own. HMAC-SHA256 is RFC 2104 with
FIPS 180-4; the shuffle is Fisher and Yates', with rejected bytes so that no order is favoured.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import chain, count, islice

from door.rules.cards import FRESH_DECK, Card

SEED_BYTES = 32
_INNER, _OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))
CUT_LENGTH = 40
# For the place i and a byte: the place to swap with; None: passed over, so that none is favoured.
_PICKS = tuple(tuple(value % (i + 1) if value < 256 - 256 % (i + 1) else None
                     for value in range(256)) for i in range(52))


def seal(hand: str, seed: bytes) -> str:
    """What is shown before the ante: 64 hex digits that fix the seed without telling it."""
    return sha256(b"anteup seal 1\n" + hand.encode("ascii") + b"\n" + seed).hexdigest()


def clean_cut(text: str) -> str:
    """The cut as it is used: NFC, at most 40 characters; ValueError says what is wrong."""
    cut = unicodedata.normalize("NFC", text)
    if len(cut) > CUT_LENGTH:
        raise ValueError(f"a cut has at most {CUT_LENGTH} characters")
    if not cut.isprintable():
        raise ValueError("a cut is made of printable characters")
    return cut


def hand_key(seed: bytes, hand: str, cut: str) -> bytes:
    """K of RULEBOOK 5.1: what every stream of this hand is drawn from."""
    text = unicodedata.normalize("NFC", cut)
    message = b"anteup hand 1\n" + hand.encode("ascii") + b"\n" + text.encode("utf-8")
    return _hmac(seed, message)


def _hmac(key: bytes, message: bytes) -> bytes:
    """HMAC-SHA256, RFC 2104.

    The library's looks OpenSSL's parts up each time, lets go of the interpreter's lock, and takes
    ten times as long where a key of one caller comes now and then.
    """
    key = (key if len(key) <= 64 else sha256(key).digest()).ljust(64, b"\0")
    return sha256(key.translate(_OUTER) + sha256(key.translate(_INNER) + message).digest()).digest()


def _blocks(key: bytes, label: str) -> Iterator[bytes]:
    """HMAC-SHA256(K, label LF counter), counter from 0, as 8 bytes big-endian."""
    start = label.encode("ascii") + b"\n"
    for number in count():
        yield _hmac(key, start + number.to_bytes(8, "big"))


class Stream:
    """Luck with a name: the bytes of the blocks that K and the label give, without end.

    Whoever reads it reads on where the last reader stopped.
    """

    __slots__ = ("_bytes",)

    def __init__(self, key: bytes, label: str) -> None:
        self._bytes = chain.from_iterable(_blocks(key, label))

    def __iter__(self) -> Iterator[int]:
        return self._bytes

    def byte(self) -> int:
        """The next byte, 0 to 255."""
        return next(self._bytes)

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1, each as likely; bound from 1 to 2 ** 32.

        Four bytes, big-endian, are taken together and passed over when they would favour the
        small numbers, as the deck's single bytes are.
        """
        limit = 2 ** 32 - 2 ** 32 % bound
        while True:
            value = int.from_bytes(islice(self._bytes, 4), "big")
            if value < limit:
                return value % bound

    def chance(self, percent: int) -> bool:
        """True in `percent` of a hundred cases."""
        return self.below(100) < percent


def shuffled(stream: Stream, fresh: Sequence[Card] = FRESH_DECK) -> tuple[Card, ...]:
    """Two cards to a deck of them, in the order that the stream gives, index 0 dealt first."""
    cards = list(fresh)
    i = len(cards) - 1
    for value in stream:
        if (j := _PICKS[i][value]) is not None:
            cards[i], cards[j] = cards[j], cards[i]
            i -= 1
            if i < 1:
                break
    return tuple(cards)


def deck(seed: bytes, hand: str, cut: str) -> tuple[Card, ...]:
    """The deck of a hand in deal order, from its seed, its id (ASCII) and its cut."""
    return shuffled(Stream(hand_key(seed, hand, cut), "deck"))


def house_luck(key: bytes, n: int) -> Stream:
    """The House's luck for the n-th action of a hand (the ante is action 0): RULEBOOK 5.1."""
    return Stream(key, f"house {n}")
