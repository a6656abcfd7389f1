"""A stranger's verifier, written from docs/fairness.txt alone: it imports nothing of ours.

verify(line) takes a record as one line of JSON and gives whether the seed was the sealed one, and
what the caller and the House held at first and in the end.
"""

import hashlib
import hmac
import json
import unicodedata


def sha256_hmac(key, *parts):
    return hmac.new(key, b"\n".join(parts), hashlib.sha256).digest()


def deal(seed, hand, cut):
    """All 52 cards in the order in which they are dealt."""
    key = sha256_hmac(seed, b"anteup hand 1", hand, unicodedata.normalize("NFC", cut).encode())
    cards = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    stream = b"".join(sha256_hmac(key, b"deck", n.to_bytes(8, "big")) for n in range(16))
    at = 0
    for size in range(52, 1, -1):
        while stream[at] >= 256 // size * size:
            at += 1
        other, at = stream[at] % size, at + 1
        cards[size - 1], cards[other] = cards[other], cards[size - 1]
    return cards


def verify(line):
    record = json.loads(line)
    seed, hand = bytes.fromhex(record["seed"]), record["id"].encode("ascii")
    seal = hashlib.sha256(b"\n".join([b"anteup seal 1", hand, seed])).hexdigest()
    cards, first = deal(seed, hand, record["cut"]), record["first"]
    held = {first: cards[0:10:2], 1 - first: cards[1:10:2]}
    last, rest = {seat: held[seat][:] for seat in held}, cards[10:]
    for seat, verb, what in (f"{action} ".split(" ")[:3] for action in record["actions"]):
        for place in what if verb == "discard" else "":
            last[int(seat)][int(place) - 1] = rest.pop(0)
    return seal == record["seal"], held[0], held[1], last[0], last[1]
