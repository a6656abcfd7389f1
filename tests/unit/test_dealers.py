"""door.screens.dealers: four of them, by the day of the week."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from textwrap import wrap

import pytest

from door.screens.dealers import DEALERS, Dealer, in_practice, on_duty
from door.screens.frame import Sign
from door.screens.pictures import DEALERS as FACES

EACH = pytest.mark.parametrize("dealer", DEALERS, ids=[dealer.name for dealer in DEALERS])


def test_there_are_four_and_each_has_days_of_their_own() -> None:
    assert [on_duty(day).name for day in range(7)] == [
        "Dot", "Dot", "Walt", "Walt", "Inez", "Inez", "Gus"]
    assert len(DEALERS) == len({dealer.name for dealer in DEALERS}) == 4


def test_a_practice_night_has_its_dealer_whatever_the_day() -> None:
    """And every one of them deals in some."""
    assert in_practice("golden") is in_practice("golden")
    deals = Counter(in_practice(f"night {n}").name for n in range(200))
    assert set(deals) == {dealer.name for dealer in DEALERS} and min(deals.values()) > 25


@EACH
def test_a_name_fits_at_40_columns(dealer: Dealer) -> None:
    assert len(dealer.name) <= 4 and dealer.name.isascii()


@EACH
def test_sayings_fit_beside_the_cards(dealer: Dealer) -> None:
    """Two rows of 15 columns, or one of 29 (house.patter), the quotes included; ASCII for voice."""
    for saying in sum(dealer.sayings.values(), ()):
        saying = saying.replace("#", "999,900")
        rows = wrap(f'"{saying}"', 15)
        assert len(rows) <= 2 and max(map(len, rows)) <= 15 and len(saying) <= 27, saying
        assert saying.isascii() and '"' not in saying and saying[-1] in ".!?", saying


@EACH
def test_only_where_there_is_a_number_to_say_they_say_one(dealer: Dealer) -> None:
    for occasion, sayings in dealer.sayings.items():
        assert {saying.count("#") for saying in sayings} == {int(occasion == "career")}, occasion


@EACH
def test_they_have_words_for_the_same_and_never_only_one(dealer: Dealer) -> None:
    assert set(dealer.sayings) == set(DEALERS[0].sayings)
    for said in dealer.sayings.values():
        assert len(set(said)) == len(said) > 1


def test_each_has_a_manner_of_their_own() -> None:
    """They may share a word or two of the trade, and no more."""
    for one, other in combinations(DEALERS, 2):
        shared = set(sum(one.sayings.values(), ())) & set(sum(other.sayings.values(), ()))
        assert shared <= {"Feeling lucky?"}


@pytest.mark.parametrize("columns, size", [(80, (7, 3)), (40, (3, 1))])
def test_each_has_a_face_of_their_own(columns: int, size: tuple[int, int]) -> None:
    art = FACES.hung(Sign("", columns=columns))
    faces = set()
    for dealer in DEALERS:
        field = art.fields[dealer.name.lower()]
        assert (field.width, field.height) == size
        faces.add("".join(art.canvas.row_text(field.row + line)[field.column:][:field.width]
                          for line in range(field.height)))
    assert len(faces) == 4 and all(face.strip() for face in faces)
