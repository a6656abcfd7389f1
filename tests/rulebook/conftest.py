"""How the rulings of the Poker Table are played out."""

import pytest

from door.rules.actions import IllegalAction
from door.rules.house_draw import CALLER, GAME, HOUSE
from door.rules.table import Table

BETTER, WORSE = "Kh Kc 9s 9d 4d", "Qh Qc 8s 8d 3d"


@pytest.fixture
def play(dealing):
    """play(first's, other's, *actions, ...) deals a hand of the Poker Table and plays it."""
    def play(first=BETTER, other=WORSE, *actions, stacks=(200, 200), leads=CALLER, draws=""):
        table = Table(GAME, stacks, leads)
        table.deal(dealing(first, other, draws=draws))
        for action in actions:
            table.act(table.to_act, action)
        return table
    return play


@pytest.fixture
def refused():
    """refused(table, action) is the sentence of the refusal; nothing has changed."""
    def refused(table, action):
        before = table.view(CALLER), table.view(HOUSE)
        with pytest.raises(IllegalAction) as caught:
            table.act(table.to_act, action)
        assert (table.view(CALLER), table.view(HOUSE)) == before
        return str(caught.value)
    return refused
