"""The Poker Table's streets and limits, as RULEBOOK 1 has them."""

from door.rules.actions import Legal, absent
from door.rules.house_draw import CALLER, GAME, HOUSE
from door.rules.table import Table


def test_the_caller_sits_first_and_the_house_second():
    assert (CALLER, HOUSE, GAME.seats) == (0, 1, (2, 2))


def test_a_hand_goes_deal_betting_draw_betting(rigged):
    table = Table(GAME, (200, 200))
    table.deal(rigged())
    seen = []
    while table.playing:
        view = table.view(table.to_act)
        seen.append(view.when)
        table.act(view.seat, absent(view.legal))
    assert seen == ["before draw"] * 2 + ["the draw"] * 2 + ["after draw"] * 2
    assert table.view(CALLER).when == ""


def test_the_first_prompt_offers_two_to_twenty_five(rigged):
    table = Table(GAME, (200, 200))
    table.deal(rigged())
    assert table.legal(CALLER) == Legal(due=0, bet=(2, 25))
    assert table.legal(HOUSE) is None


def test_nobody_is_hurried():
    assert GAME.seconds is None
