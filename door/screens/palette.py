"""Colours by what they are for; PC text attributes, as the canvas has them."""

from __future__ import annotations

GREY, WHITE, YELLOW, RED, GREEN, CYAN, BLUE, PURPLE = 7, 15, 14, 12, 10, 11, 9, 13
DIM, BROWN, TEAL, EMBER = 8, 6, 3, 4
BAR, BAR_LIGHT = 0x17, 0x1E          # grey and yellow on blue
SUITS = (GREEN, YELLOW, RED, WHITE)  # clubs, diamonds, hearts, spades
