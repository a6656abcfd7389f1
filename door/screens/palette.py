"""Colours that code paints with, by what they are for; PC text attributes, as the canvas has them.

All others are in the pictures and in the fields beside them.
"""

from __future__ import annotations

GREY, WHITE, YELLOW, RED, GREEN, BLUE = 7, 15, 14, 12, 10, 9
DIM, BROWN = 8, 6
SUITS = (GREEN, YELLOW, RED, WHITE)  # clubs, diamonds, hearts, spades
