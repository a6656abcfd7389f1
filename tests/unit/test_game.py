"""A game is data, and one that its deck cannot serve is refused."""

import pytest

from door.rules.betting import Limits
from door.rules.game import BUTTON, Betting, Deal, Draw, Game
from door.rules.pots import TAX

STREETS = (Deal(5), Betting("before"), Draw(5, hidden=False), Betting("after"))


def draw_game(seats, streets=STREETS):
    return Game("draw", 1, (2, seats), 1, Limits(1, 20, 5), streets, BUTTON, TAX, 45)


def test_five_seats_use_at_most_fifty_cards():
    game = draw_game(5)
    assert game.seats == (2, 5) and game.seconds == 45


@pytest.mark.parametrize("seats, streets", [
    (6, STREETS), (5, (*STREETS, Draw(1, False), Betting("again"))), (8, (Deal(7),))])
def test_a_game_that_could_run_out_of_cards_is_refused(seats, streets):
    with pytest.raises(ValueError, match=f"draw: {seats} seats could need more than a deck"):
        draw_game(seats, streets)


def test_a_game_does_not_change():
    with pytest.raises(AttributeError):
        draw_game(5).ante = 2
