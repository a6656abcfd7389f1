"""door.screens.seals: all digits of a seal, who cut, how to check it; seeds only where open."""

from __future__ import annotations

from dataclasses import replace

import pytest

from door.screens import frame
from door.screens.frame import Sign
from door.screens.seals import OpenBlock, notice, open_book, opened_text, seal_text
from door.screens.speech import Speech
from door.screens.typesetting import Text, pages
from door.screens.voice import Voice
from door.views import HandRecord

SEED = bytes(range(32))
RECORD = HandRecord("0741fd74-142", 17, 142, "house draw", 1, "policy", SEED,
                    "fedcba9876543210" * 4)
CUT = replace(RECORD, cut="x" * 40, proven=True, state="done")
FINDINGS = ["The seed is the one that was sealed before the ante: fedcba9876543210....",
            "All actions are by the rules: 7 of them."] * 4
BLOCK = OpenBlock("17-42", -15, "You folded kings; the House had a busted flush.", SEED.hex(),
                  "my own words", True)
both = pytest.mark.parametrize("columns", [80, 40])


def set_(chapters: list[Text], columns: int) -> list[list[str]]:
    area = frame.area(Sign("Brass Lantern Casino", columns=columns))
    found = [page.rows for page in pages(chapters, area.width, area.height)]
    assert max(len(row.removeprefix("=")) for page in found for row in page) <= area.width
    return found


# -- a seal ----------------------------------------------------------------------------------


@both
@pytest.mark.parametrize("record, cut", [
    (RECORD, ""), (RECORD, "x" * 40), (CUT, ""), (replace(CUT, cut="5f3a" * 4, proven=False), "")])
def test_a_seal_is_one_page_with_all_64_digits(columns: int, record: HandRecord,
                                               cut: str) -> None:
    page, = set_([seal_text(record, cut)], columns)
    assert f"  {RECORD.seal[:32]}" in page and f"  {RECORD.seal[32:]}" in page
    assert page[0] == "=Hand 0741fd74-142"


def test_it_says_how_to_check_it() -> None:
    told = " ".join(seal_text(RECORD, ""))
    assert "anteup verify 0741fd74-142" in told and "docs/fairness.txt" in told


def test_it_never_has_the_seed() -> None:
    for record in (RECORD, CUT):
        assert SEED.hex()[:16] not in "".join(seal_text(record, "my words"))


@pytest.mark.parametrize("record, cut, told", [
    (RECORD, "", "The House cuts, unless you do"),
    (RECORD, "my words", "Your cut: my words"),
    (replace(RECORD, cut="my words", proven=True), "", "Your cut: my words"),
    (replace(RECORD, cut="5f3a", proven=False), "", "The House cut: 5f3a")])
def test_it_says_who_cuts(record: HandRecord, cut: str, told: str) -> None:
    assert any(row.startswith(told) for row in seal_text(record, cut))


def test_a_hand_that_the_house_cut_is_called_not_proven() -> None:
    """RULEBOOK 5.1: the record says so, and so does the screen."""
    assert any("Not proven" in row for row in seal_text(replace(RECORD, cut="5f3a"), ""))


@both
def test_an_opened_hand_has_its_seed_in_full_and_what_that_proves(columns: int) -> None:
    found = set_(opened_text(CUT, [], FINDINGS, ["Nobody can tell."]), columns)
    assert {f"  {SEED.hex()[:32]}", f"  {SEED.hex()[32:]}", f"  {CUT.seal[:32]}"} <= set(found[0])
    assert found[1][0] == "=What that proves: nothing is wrong"
    told = " ".join(" ".join(page) for page in found[1:])
    assert "Nobody can tell." in told
    assert "All actions are by the rules" in told and "anteup verify" in told


@both
def test_what_is_wrong_comes_first_and_is_not_to_be_missed(columns: int) -> None:
    page = set_(opened_text(CUT, ["The seal is not this seed's."], FINDINGS, []), columns)[1]
    assert page[:3] == ["=What that proves: SOMETHING IS WRONG", "",
                        "The seal is not this seed's."]


# -- the open book ---------------------------------------------------------------------------


@both
def test_each_hand_of_the_open_book_is_a_block_that_stays_together(columns: int) -> None:
    area = frame.area(Sign("Brass Lantern Casino", columns=columns))
    found = set_([open_book([BLOCK] * 12, area.width)], columns)
    assert len(found) == {80: 3, 40: 6}[columns]
    assert sum(page.count("=Hand 17-42, -$15") for page in found) == 12
    for page in found:
        assert page[0] == "=Hand 17-42, -$15"
        assert "".join(page).replace(" ", "").count(SEED.hex()) == page.count("=Hand 17-42, -$15")
    assert "You folded kings; the House had a" in " ".join(found[0])


def test_it_says_whose_cut_it_was() -> None:
    assert open_book([BLOCK])[-1] == "Your cut: my own words"
    assert open_book([BLOCK._replace(proven=False)])[-1] == "The House cut: my own words"


def test_printed_it_has_four_hands_a_page_and_by_ear_a_line_each() -> None:
    assert [len([row for row in page if row.startswith("=")])
            for page in Speech().open_book([BLOCK] * 9)] == [4, 4, 1]
    voice = Voice()
    heard = [line for page in voice.open_book([BLOCK] * 9) for line in voice.lines(page)]
    assert heard == ["Hand 17-42: minus 15. You folded kings; the House had a busted flush."] * 9


@pytest.mark.parametrize("hands, told", [(1, "O)pen book: the seed of one hand."),
                                         (12, "O)pen book: the seeds of 12 hands.")])
def test_the_casino_says_which_seeds_are_open(hands: int, told: str) -> None:
    assert notice(hands) == told and len(told) <= 38
