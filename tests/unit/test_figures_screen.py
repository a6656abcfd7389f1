"""door.screens.figures: figures beside what chance expects, and the graph."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from math import comb, sqrt
from random import Random
from statistics import mean, stdev

import pytest

from ansi.charset import ASCII, CP437, PETSCII, UTF8, to_glyphs
from door.rules.cards import parse_cards
from door.rules.ranks import CATEGORIES, strength
from door.screens import frame
from door.screens.figures import (ALL_FIVES, CHANCE, GRAPH_ROWS, HOUSE, YOURS, Account,
                                  FiguresPages, a_hand, chapters, expected, facts, graph)
from door.screens.frame import Sign
from door.screens.speech import Speech
from door.screens.typesetting import pages
from door.screens.voice import Voice
from door.views import Figures
from tests.zones import UTC, living_in

DAY, START = 24 * 3600, 1_700_000_000
SIGN, NARROW = Sign("Brass Lantern Casino"), Sign("Brass Lantern Casino", columns=40)
FIGURES = Figures(
    hands=1204, won=560, lost=610, tied=34, folded=210, net=-312, squares=951_160,
    biggest_pot=230, best=strength(parse_cards("9s 9d 9h Kh Kc")), best_hand="17-42",
    dealt=(603, 510, 57, 25, 5, 2, 2, 0, 0), since=START)
CHIPS = tuple((START + DAY * day, 1000 + (40 * day if day < 10 else 400 - 60 * (day - 10)))
              for day in range(20))
CHART = "Your bankroll, whenever none was on a table"
ACCOUNT = Account("Your hands", CHART, FIGURES, CHIPS)


@pytest.fixture(autouse=True)
def greenwich() -> Iterator[None]:
    with living_in(UTC):
        yield


# -- what is worked out ----------------------------------------------------------------------


def test_chance_knows_every_set_of_five_cards() -> None:
    """RULEBOOK 2: two ways of counting them."""
    assert sum(CHANCE) == ALL_FIVES == comb(52, 5)
    assert len(CHANCE) == len(CATEGORIES)
    straights, flushes = 10 * 4 ** 5, 4 * comb(13, 5)
    assert CHANCE[8] == 40 and CHANCE[4] == straights - 40 and CHANCE[5] == flushes - 40
    assert CHANCE[7] == 13 * 48 and CHANCE[6] == 13 * 4 * 12 * 6
    assert CHANCE[3] == 13 * 4 * comb(12, 2) * 16 and CHANCE[2] == comb(13, 2) * 36 * 44
    assert CHANCE[1] == 13 * 6 * comb(12, 3) * 64


def test_what_chance_expects_is_a_share_of_what_was_dealt() -> None:
    assert sum(expected(FIGURES.dealt)) == pytest.approx(1204)
    assert expected(CHANCE) == pytest.approx(list(CHANCE))
    assert expected((0,) * 9) == [0] * 9


@pytest.mark.parametrize("seed", range(5))
def test_dollars_a_hand_have_the_standard_error_of_a_mean(seed: int) -> None:
    luck = Random(seed)
    nets = [luck.randint(-200, 200) for _ in range(50)]
    got = a_hand(replace(FIGURES, hands=50, net=sum(nets), squares=sum(n * n for n in nets)))
    assert got == pytest.approx((mean(nets), stdev(nets) / sqrt(50)))


@pytest.mark.parametrize("hands, net, told", [(0, 0, (0, None)), (1, -5, (-5, None)),
                                              (2, 10, (5, 0))])
def test_few_hands_have_no_error_or_a_small_one(hands: int, net: int,
                                                told: tuple[float, float | None]) -> None:
    assert a_hand(Figures(hands=hands, net=net, squares=25 * hands)) == told


# -- the graph -------------------------------------------------------------------------------


def heights(rows: Sequence[str], width: int) -> list[int]:
    """Half rows of each column."""
    cells = [f"{row.partition(' ┤')[2]:{width - 9}}" for row in rows]
    return [sum({"█": 2, "▄": 1, " ": 0}[row[column]] for row in cells)
            for column in range(width - 9)]


@pytest.mark.parametrize("width", [38, 77, 12])
@pytest.mark.parametrize("values", [
    [1000, 1400], [5, 1, 5], [7, 7, 7], [-500, 0, 500, 2_000_000], list(range(400)),
    [chips for _, chips in CHIPS]])
def test_a_graph_goes_from_the_first_value_to_the_last(values: list[int], width: int) -> None:
    rows = graph(values, width)
    assert len(rows) == GRAPH_ROWS and max(map(len, rows)) <= width
    drawn = heights(rows, width)
    top, low, high = 2 * GRAPH_ROWS, min(values), max(values)
    for at, value in ((0, values[0]), (-1, values[-1])):
        wanted = 1 + round((top - 1) * (value - low) / (high - low or 1))
        assert drawn[at] == wanted
    assert min(drawn) >= 1


def test_its_ends_are_named() -> None:
    rows = graph([1000, 1400, 640], 38)
    assert rows[0].startswith(" $1,400 ┤") and rows[-1].startswith("   $640 ┤")


def test_a_higher_value_never_stands_lower() -> None:
    values = [chips for _, chips in CHIPS]
    drawn = heights(graph(values, 9 + len(values)), 9 + len(values))
    for (one, high), (other, low) in combinations(zip(values, drawn), 2):
        assert (one <= other) == (high <= low) or high == low


@pytest.mark.parametrize("charset", [CP437, UTF8, ASCII, PETSCII], ids=lambda each: each.name)
def test_it_can_be_seen_in_every_charset(charset: object) -> None:
    drawn = charset.draw(to_glyphs("█▄┤ "))     # type: ignore[attr-defined]
    assert "?" not in drawn and drawn[3] == " " and " " not in drawn[:3]


# -- the pages -------------------------------------------------------------------------------


def pages_of(account: Account, sign: Sign) -> list[list[str]]:
    area = frame.area(sign)
    return [page.rows for page in pages(chapters(account, area.width), area.width, area.height)]


def test_at_80_columns_the_figures_are_one_page_and_the_graph_another() -> None:
    numbers, drawn = pages_of(ACCOUNT, SIGN)
    assert numbers == [
        "=Your hands since 2023-11-14",
        "Hands        1,204  Net          -$312",
        "Won            560  Lost           610",
        "Tied            34  Folded         210",
        "Biggest pot   $230",
        "",
        "Dollars a hand: -$0.26, give or take $0.81 (the standard error).",
        "Best holding: full house, nines and kings, hand 17-42.",
        "",
        "=Five cards dealt      came   by chance",
        "straight flush           0         0.0",
        "four of a kind           0         0.3",
        "full house               2         1.7",
        "flush                    2         2.4",
        "straight                 5         4.7",
        "three of a kind         25        25.4",
        "two pair                57        57.2",
        "pair                   510       508.8",
        "high card              603       603.4"]
    assert drawn[0] == f"={CHART}"
    assert drawn[13].split() == ["2023-11-14", "2023-12-03"] and len(drawn[13]) == 77
    assert drawn[-1] == "Lowest $860, highest $1,400, now $860."


@pytest.mark.parametrize("sign", [SIGN, NARROW], ids=lambda sign: str(sign.columns))
def test_no_row_is_wider_than_the_page(sign: Sign) -> None:
    rows = [row.removeprefix("=") for page in pages_of(ACCOUNT, sign) for row in page]
    assert max(map(len, rows)) <= frame.area(sign).width


def test_who_has_played_nothing_is_told_so() -> None:
    empty = Account("Your hands", "Your bankroll", Figures())
    for found in (chapters(empty, 77), facts(empty)):
        assert found == [["=Your hands", "", "No hand has been played to its end yet."]]


def test_without_a_past_of_the_bankroll_there_is_no_graph() -> None:
    for chips in ((), CHIPS[:1]):
        assert len(pages_of(replace(ACCOUNT, chips=chips), SIGN)) == 1
        assert len(facts(replace(ACCOUNT, chips=chips))) == 2


def test_by_ear_it_is_a_fact_a_line_and_the_graph_is_told() -> None:
    voice = Voice()
    told = [voice.lines(page) for page in voice.figures(ACCOUNT)]
    assert told[0][:4] == ["Your hands since 2023-11-14.", "Hands: 1,204.", "Net: minus 312.",
                           "Won: 560."]
    assert "Dollars a hand: minus 0.26, give or take 0.81 (the standard error)." in told[0]
    assert told[1][0] == "Five cards dealt:" and told[1][-2:] == [
        "Pair: 510, by chance 508.8.", "High card: 603, by chance 603.4."]
    assert told[2] == [
        f"{CHART}:", "2023-11-14: 1000.", "2023-11-18: 1160.",
        "2023-11-23: 1360.", "2023-11-28: 1160.", "2023-12-03: 860.",
        "Lowest: 860, 2023-12-03.", "Highest: 1400, 2023-11-24."]
    assert all("█" not in line for page in told for line in page)


@pytest.mark.parametrize("sign", [SIGN, NARROW], ids=lambda sign: str(sign.columns))
def test_a_key_shows_the_others(sign: Sign) -> None:
    shown = FiguresPages(sign, ACCOUNT, Speech(), HOUSE)
    shown.paint()
    assert shown.prompt.endswith("N)ext, B)ack, H)ouse, Q)uit?") and len(shown.prompt) <= 37
    assert shown.press("H") == HOUSE and shown.press("q") is True
    house = FiguresPages(sign, replace(ACCOUNT, whose="The House"), Speech(), YOURS)
    house.paint()
    assert house.press("h") is None and house.prompt == shown.prompt.replace("H)ouse", "Y)ours")
    assert house.press("y") == YOURS


def test_a_page_alone_may_be_left_for_the_others() -> None:
    shown = FiguresPages(SIGN, Account("Yours", "Bankroll", Figures()), Speech(), HOUSE)
    shown.paint()
    assert shown.prompt == "H)ouse or Q)uit?"
    assert shown.press("x") is None and shown.press("h") == HOUSE and shown.press("ENTER") is True
