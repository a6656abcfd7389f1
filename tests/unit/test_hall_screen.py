"""door.screens.hall and news: rows that fit, and words that say what happened."""

from __future__ import annotations

import pytest

from door.screens import hall, news
from door.screens.frame import Sign, area
from door.screens.typesetting import pages
from door.views import Chalk, Fame, Hall, LastNight, Night, Plaque, Ranking, Story

SEASON = 2026 * 12 + 8      # September, the longest month
LONGEST = {"net": (-1_234_567, 1_234_567), "best": (7000,), "broken": (1_234,), "pot": (410,),
           "streak": (1_234,), "medals": (99, 99, 99)}
SIGN = Sign("Brass Lantern Casino")


def full(mine_rank: int) -> Hall:
    """Every table full of the longest handles and values, and the asker further down."""
    rankings = tuple(
        Ranking(table, season, tuple(Fame(1, number, "W" * 20, values) for number in range(15)),
                Fame(mine_rank, 99, "W" * 20, values))
        for season in (SEASON, 0) for table, values in LONGEST.items())
    plaques = tuple(Plaque(SEASON - n, tuple(
        (table, Fame(1, 1, "W" * 20, values)) for table, values in LONGEST.items()))
        for n in range(1, 25))
    return Hall(SEASON, rankings, plaques)


@pytest.mark.parametrize("columns, lines", [(80, 15), (40, 10)])
def test_a_table_is_one_page_and_no_row_is_folded(columns: int, lines: int) -> None:
    room = area(SIGN.fit(columns))
    texts = hall.chapters(full(100), room.width)
    for text in texts[:12]:
        (page,) = pages([text], room.width, room.height)
        assert sum("WWW" in row for row in page.rows) == lines
        assert any(row.startswith("You: number 100") for row in page.rows)
    assert all(len(row.removeprefix("=")) <= room.width for row in texts[12])


def test_every_holding_has_room_in_a_narrow_row() -> None:
    assert max(len(hall.short_worth("best", [strength])) for strength in range(7462)) <= 15


def test_all_the_champions_of_a_table_are_named_below_one_heading() -> None:
    ada, bob = [Fame(1, number, handle, (1, 0, 0)) for number, handle in enumerate(("Ada", "Bob"))]
    past = Hall(SEASON, plaques=(Plaque(SEASON - 1, (
        ("pot", Fame(1, 0, "Ada", (410,))), ("medals", ada), ("medals", bob))),),
        rankings=(Ranking("pot", 0, ()),))
    assert hall.chapters(past)[-1] == [
        "=August 2026", "Biggest pot             Ada, $410",
        "Deals of the day        Ada, 1 gold", "                        Bob, 1 gold"]
    assert hall.chapters(past, 39)[-1][2:] == [
        "Medals  Ada            1g 0s 0b", "        Bob            1g 0s 0b"]
    assert hall.facts(past)[-1][1:] == [
        f"August 2026, deals of the day: {handle}, 1 gold." for handle in ("Ada", "Bob")]


def test_who_is_far_down_is_told_so_and_who_is_not_in_it_nothing() -> None:
    line = Fame(0, 1, "Ada", (3,))
    assert hall._own(Ranking("streak", 0, (), line), ()) == (
        "You: beyond the first hundred, 3 hands.")
    assert hall._own(Ranking("streak", 0, (), None), ()) == ""
    assert hall._own(Ranking("streak", 0, (line,), line), (line,)) == ""


@pytest.mark.parametrize("table, values, said", [
    ("net", (1250, 312), "+$1,250 in 312 hands"), ("net", (-5, 1), "-$5 in 1 hand"),
    ("net", (0, 100), "$0 in 100 hands"), ("broken", (1,), "1 bank"),
    ("broken", (2,), "2 banks"), ("streak", (9,), "9 hands"), ("pot", (410,), "$410"),
    ("best", (7461,), "royal flush"), ("medals", (2, 0, 1), "2 gold, 1 bronze"),
])
def test_what_a_line_is_there_for(table: str, values: tuple[int, ...], said: str) -> None:
    assert hall.worth(table, values) == said


@pytest.mark.parametrize("story, told", [
    (Story("pot", "Bob", 410, 0, 0), "Biggest pot: $410, won by Bob"),
    (Story("pot", "Bob", 410, 0, 1), "Biggest pot: $410, lost by Bob"),
    (Story("pot", "Bob", 410, 0, None), "Biggest pot: $410, split by Bob and the House"),
    (Story("beat", "Bob", 7452, 7461, 1), "Worst beat: Bob's five high straight flush, beaten by "
     "the House's royal flush"),
    (Story("beat", "Bob", 7452, 7461, 0), "Worst beat: the House's five high straight flush, "
     "beaten by Bob's royal flush"),
    (Story("bank", "Bob", 200, 0, 0), "Banks broken: Bob ($200)"),
    (Story("streak", "Bob", 7, 0, 1), "Streaks over: Bob (7 wins)"),
])
def test_what_happened(story: Story, told: str) -> None:
    found = LastNight(Night(20_000, 0, 5, (story,), 1, 1))
    assert [f"{label}: {what}" for label, what in news.facts(found)] == [told]


def test_the_headline_tells_the_nearest_thing_first() -> None:
    pot, bank = Story("pot", "Bob", 70, 0, 0), Story("bank", "Cy", 200, 0, 0)
    night = Night(20_000, 0, 5, (pot, bank), 1)
    chalk = Chalk("Ada", 0, "hello")
    assert news.headline(LastNight(night, ("Dee",), 1)) == (
        "News: Dee has passed you. N tells more.")
    assert "Dee and 2 more have passed you" in news.headline(LastNight(night, ("Dee", "E"), 3))
    assert news.headline(LastNight(night, chalk=chalk)) == "News: Cy broke the bank. N tells more."
    assert "the biggest pot was $70 (Bob)" in news.headline(LastNight(Night(1, 0, 5, (pot,))))
    assert "there was play last night" in news.headline(LastNight(Night(1, 0, 5)))
    longest = LastNight(Night(1, 0, 5), ("W" * 20,) * 5, 29)
    assert len(news.headline(longest)) <= 79
