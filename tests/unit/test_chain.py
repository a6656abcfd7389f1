"""The hashes are those that chain.py writes down, byte for byte."""

from hashlib import sha256

import pytest

from door.bank import chain

ZEROS = b"32:" + bytes(32) + b","


def test_a_digest_is_of_netstrings() -> None:
    assert chain.digest("ab", 17, b"\x00,") == sha256(b"2:ab,2:17,2:\x00,,").digest()
    assert chain.digest("é") == sha256("2:é,".encode()).digest()


def test_fields_cannot_flow_into_each_other() -> None:
    assert chain.digest("ab", "c") != chain.digest("a", "bc")
    assert chain.digest("a,1:b") != chain.digest("a", "b")


def test_a_transaction_hashes_its_accounts_in_the_order_of_their_names() -> None:
    expected = sha256(b"15:anteup ledger 1," + ZEROS + b"1:1,2:99,7:opening,0:,"
                      b"10:bankroll 1,4:1000,4:mint,5:-1000,").digest()
    movements = [("mint", -1000), ("bankroll 1", 1000)]
    assert chain.transaction(chain.NOTHING, 1, 99, "opening", "", movements) == expected
    movements.reverse()
    assert chain.transaction(chain.NOTHING, 1, 99, "opening", "", movements) == expected


@pytest.mark.parametrize("n, seat, text", [(0, 0, "fold"), (12, 1, "raise 10"), (3, 10, "ü")])
def test_an_action_is_a_digest_like_the_others(n: int, seat: int, text: str) -> None:
    before = bytes(range(32))
    assert chain.action(before, n, seat, text) == chain.digest(
        "anteup action 1", before, n, seat, text)


def test_a_hand_is_chained_from_its_seal_to_its_end() -> None:
    sealed = chain.sealed(1, "17-1", (17, 3, "17", 200), 1, "house_draw", 1, b"s", "f00", 99)
    assert sealed == chain.digest("anteup sealed 1", 1, "17-1", 17, 3, "17", 200, 1, "house_draw",
                                  1, b"s", "f00", 99)
    dealt = chain.dealt(chain.NOTHING, sealed, "cut", 1, 0, "200,200", "policy", 100)
    assert dealt == chain.digest("anteup dealt 1", bytes(32), sealed, "cut", 1, 0, "200,200",
                                 "policy", 100)
    ended = chain.ended(dealt, "done", "205,195", "you win", 101)
    assert ended == chain.digest("anteup ended 1", dealt, "done", "205,195", "you win", 101)


def test_what_stands_for_pruned_hands_has_hashes_of_its_own() -> None:
    assert chain.day((20000, 0, "house draw", 7)) == chain.digest(
        "anteup day 1", 20000, 0, "house draw", 7)
    assert chain.pruned(3, 17, 9, bytes(32)) == chain.digest(
        "anteup pruned 1", 3, 17, 9, bytes(32))
