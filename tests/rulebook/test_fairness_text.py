"""docs/fairness.txt says how to check a hand: its numbers and its program are right."""

import re
import textwrap
from pathlib import Path

import pytest

from door.rules.actions import CHECK, Discard
from door.rules.cards import written
from door.rules.house_draw import CALLER, GAME, HOUSE
from door.rules.shuffle import SEED_BYTES, clean_cut, deck, hand_key, seal
from door.rules.table import Table

TEXT = (Path(__file__).parents[2] / "docs" / "fairness.txt").read_text(encoding="utf-8")
HAND = re.compile(r"  Hand  (?P<hand>.+)\n  Seed  (?P<seed>.+)\n  Cut   (?P<cut>.+)\n"
                  r"  Seal  (?P<seal>.+)\n  K     (?P<key>.+)\n  Deck  (?P<deck>.+)\n")
WORKED = [found.groupdict() for found in HAND.finditer(TEXT)]


def by_hand_id(worked):
    return worked["hand"]


def test_there_are_three_worked_hands():
    assert len(WORKED) == len({worked["seed"] for worked in WORKED}) == 3


@pytest.mark.parametrize("worked", WORKED, ids=by_hand_id)
def test_5_1_a_worked_hand_is_what_we_deal(worked):
    """RULEBOOK 5.1."""
    seed, hand, cut = bytes.fromhex(worked["seed"]), worked["hand"], worked["cut"]
    assert len(seed) == SEED_BYTES and clean_cut(cut) == cut
    assert seal(hand, seed) == worked["seal"]
    assert hand_key(seed, hand, cut).hex() == worked["key"]
    assert written(deck(seed, hand, cut)[:20]) == worked["deck"]


@pytest.mark.parametrize("worked", WORKED, ids=by_hand_id)
def test_5_1_the_program_in_the_text_deals_the_worked_hand(worked):
    """RULEBOOK 5.1: a stranger's program, of nothing but hashlib and hmac."""
    program, names = TEXT.partition("that does it\n")[2].partition("Three worked")[0], {}
    exec(textwrap.dedent(program.lstrip("-\n")), names)
    seed, hand = bytes.fromhex(worked["seed"]), worked["hand"]
    key = names["key"](seed, hand, worked["cut"])
    assert names["seal"](seed, hand) == worked["seal"]
    assert key.hex() == worked["key"]
    assert names["deck"](key)[:20] == worked["deck"].split()
    assert " ".join(names["deck"](key)) == written(deck(seed, hand, worked["cut"]))


def test_5_1_the_first_worked_hand_is_dealt_as_the_text_tells():
    """RULEBOOK 1.5, 5.1."""
    worked = WORKED[0]
    table = Table(GAME, (200, 200))
    table.deal(deck(bytes.fromhex(worked["seed"]), worked["hand"], worked["cut"]))
    held = [written(table.view(seat).cards) for seat in (CALLER, HOUSE)]
    assert "you hold {} and the House {}.".format(*held) in " ".join(TEXT.split())
    for action in (CHECK, CHECK, Discard((1,)), Discard((0, 1, 2))):
        table.act(table.to_act, action)
    assert written(table.view(CALLER).cards[1:2]) == "9s"
    assert written(table.view(HOUSE).cards[:3]) == "9c 4s 2d"


def test_the_second_worked_hands_bytes_are_its_cut():
    assert WORKED[1]["cut"].encode().hex(" ") in " ".join(TEXT.split())
