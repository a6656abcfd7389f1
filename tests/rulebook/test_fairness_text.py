"""docs/fairness.txt says how to check a hand: its numbers and its program are right."""

import json
import re
import textwrap
from itertools import islice
from pathlib import Path

import pytest

from bench import categories
from door.proof.record_line import line, read_line
from door.proof.replay import replay
from door.proof.verdict import verify
from door.rules.actions import CHECK, Discard
from door.rules.cards import written
from door.rules.house_draw import CALLER, GAME, HOUSE
from door.rules.shuffle import SEED_BYTES, clean_cut, deck, hand_key, house_luck, seal
from door.rules.table import Table
from tests import independent_verifier
from tests.records import hands

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


# -- one hand from its record ----------------------------------------------------------------

RECORD = re.search(r'(?ms)^    \{"form".*?\}$', TEXT)[0]


def test_5_1_the_record_in_the_text_is_one_that_verifies():
    """RULEBOOK 5.1; its policy need not be the one that is installed today."""
    stored = read_line(" ".join(RECORD.split()))
    assert verify(stored).ok
    again = replay(stored.record)
    for seat, name in (CALLER, "Ada"), (HOUSE, "House"):
        assert re.search(rf"  {name} +{written(again.cards[seat])}, throws", TEXT)
    assert "Shown  {} and {}".format(*map(written, again.last[::-1])) in TEXT
    assert "Pot    $126:" in TEXT and stored.result == "1 wins 126"


def test_the_record_in_the_text_has_the_fields_that_records_have():
    found = json.loads(RECORD)
    assert list(found) == list(json.loads(line(read_line(json.dumps(found)))))


def test_5_1_the_luck_in_the_text_is_the_houses():
    key = bytes.fromhex(WORKED[0]["key"])
    start, fifteen, hundred = re.search(
        r"label house 2 begins with ([0-9a-f ]+);.* 15 that is (\d+),.* 100 it is (\d+)\.",
        " ".join(TEXT.split())).groups()
    assert bytes(islice(house_luck(key, 2), 4)).hex(" ") == start
    assert (house_luck(key, 2).below(15), house_luck(key, 2).below(100)) == (
        int(fifteen), int(hundred))


# -- a stranger's verifier -------------------------------------------------------------------


def test_the_strangers_verifier_is_a_strangers():
    source = Path(independent_verifier.__file__).read_text(encoding="utf-8")
    assert set(re.findall(r"(?m)^(?:import|from) (\S+)", source)) == {
        "hashlib", "hmac", "json", "unicodedata"}
    body = source.partition('"""\n\n')[2].splitlines()
    assert len([each for each in body if each.strip() and "import" not in each]) <= 33


def agree(count):
    """It finds what we find, and that a seed is another's."""
    for stored in hands(count):
        again = replay(stored.record)
        expected = [[str(card) for card in cards] for cards in (*again.cards, *again.last)]
        assert list(independent_verifier.verify(line(stored))) == [True, *expected]
        other = json.loads(line(stored)) | {"seed": "00" * SEED_BYTES}
        assert independent_verifier.verify(json.dumps(other))[0] is False


def test_5_1_a_strangers_verifier_agrees_on_1_000_hands():
    """RULEBOOK 5.1."""
    agree(1_000)


@pytest.mark.soak
def test_5_1_a_strangers_verifier_agrees_on_10_000_hands():
    """RULEBOOK 5.1."""
    agree(10_000)


# -- a million hands -------------------------------------------------------------------------


def table():
    text = TEXT[TEXT.index("    category "):].partition("\n\n")[0]
    return textwrap.dedent(text).splitlines()


def test_the_table_in_the_text_is_a_million_hands_and_below_the_bound():
    counts = [int(row[18:28].replace(",", "")) for row in table()[1:-1]]
    assert sum(counts) == 1_000_000 and categories.rows(counts) == table()
    assert categories.chi_squared(counts) < categories.BOUND


@pytest.mark.soak
def test_5_1_a_million_hands_are_as_chance_has_them_and_as_the_text_says():
    """RULEBOOK 5.1."""
    assert categories.rows(categories.counts(1_000_000)) == table()
