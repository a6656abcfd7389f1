"""The Poker Table: five-card draw, one caller against the House (RULEBOOK 1).

The rules are D's; the streets stand here and the table plays them. SHARED is the same game as the
contests play it, where one deal is dealt to many callers, each against the House.
"""

from __future__ import annotations

from dataclasses import replace

from door.rules.betting import Limits
from door.rules.game import NAMED, WINNER, Betting, Deal, Draw, Game
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

# Who acts first is fixed with the deal, and so are the new cards of each side: the first actor's
# are the 11th to 15th of the deck, the other's the 16th to 20th. So callers who play alike get the
# same cards, whatever the House draws.
SHARED = replace(
    GAME,
    name="house draw shared",
    streets=(Deal(5), Betting("before draw"), Draw(5, hidden=True, reserved=True),
             Betting("after draw")),
    lead=NAMED,
)
GAMES = {game.name: game for game in (GAME, SHARED)}
