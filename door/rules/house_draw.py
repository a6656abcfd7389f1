"""The Poker Table: five-card draw, one caller against the House (RULEBOOK 1).

The rules are D's; the streets stand here and the table plays them.
"""

from __future__ import annotations

from door.rules.betting import Limits
from door.rules.game import WINNER, Betting, Deal, Draw, Game
from door.rules.pots import NONE

CALLER, HOUSE = 0, 1

GAME = Game(
    name="house draw",
    version=1,
    seats=(2, 2),
    ante=5,                                                 # 1.3
    limits=Limits(low=2, high=25, raises=3, covered=True),  # 1.7, 1.8, 1.9
    streets=(Deal(5), Betting("before draw"), Draw(5, hidden=True), Betting("after draw")),
    lead=WINNER,                                            # 1.4
    odd=NONE,                                               # 1.11
)
