"""Who may see what of an event."""

import pytest

from door.rules import events as ev
from door.rules.cards import parse_cards

CARDS = parse_cards("As Kd 2c 9h 9s")


def test_a_seat_sees_its_own_cards_and_the_others_see_that_they_came():
    dealt = ev.CardsDealt(1, CARDS)
    assert dealt.seen_by(1) == dealt
    assert dealt.seen_by(0) == dealt.seen_by(ev.PUBLIC) == ev.CardsDealt(1, (None,) * 5)


def test_of_a_draw_the_others_learn_the_number_alone():
    drawn = ev.CardsDrawn(0, 2, (1, 3), CARDS[:2])
    assert drawn.seen_by(0) == drawn
    assert drawn.seen_by(1) == drawn.seen_by(ev.PUBLIC) == ev.CardsDrawn(0, 2, (), ())


@pytest.mark.parametrize("event", [
    ev.AntePosted(0, 5), ev.BlindPosted(0, 2), ev.RoundOpened(1, 0), ev.Checked(0),
    ev.Called(0, 10, False), ev.BetMade(0, 10, False), ev.Raised(0, 10, 1, True), ev.Folded(0),
    ev.UncalledReturned(0, 10), ev.HoldingShown(0, CARDS, 99), ev.PotAwarded(0, 20, 0, 99, 1),
    ev.TaxTaken(1), ev.HandEnded((205, 195)), ev.ActionNeeded(0, None)])
def test_everything_else_is_for_everybody(event):
    assert all(event.seen_by(seat) is event for seat in (0, 1, 5, ev.PUBLIC))


def test_every_event_has_been_thought_of_here():
    cut = {ev.CardsDealt, ev.CardsDrawn}
    assert {kind for kind in ev.Event.__subclasses__() if "seen_by" in vars(kind)} == cut
    assert len(ev.Event.__subclasses__()) == 14 + len(cut)
