"""What the Poker Table asks, in words: its prompts, what may be pressed at each, and refusals.

Which prompt stands is the screen's to know (poker_screen.py); the bounds come from the rules.
"""

from __future__ import annotations

from enum import Enum

from door.rules.actions import Legal
from door.screens.poker_felt import SEAL_KEY


class Phase(Enum):
    """Which prompt stands."""

    BETWEEN = "A)nte or Q)uit?"
    BETTING = "betting"
    AMOUNT = "amount"
    DISCARD = "Discard (1-5, RETURN stands pat)?"
    FOLD = "Fold for nothing? Y/N:"
    LEAVE = "Fold and leave? Y/N:"
    ALL_IN = "All in? Y/N:"
    OVER = "That was the last hand. Q)uit?"


ALWAYS = f"?)help  L)og  Q)uit{SEAL_KEY}"
BET_KEYS = f"{ALWAYS}  M)ax  0-9 amount"
# The keys beside those of the prompt, of any other phase ALWAYS.
KEYS = {Phase.BETWEEN: f"{ALWAYS}  E)arlier  O)dds", Phase.AMOUNT: "M)ax  X)back",
        Phase.OVER: "?)help  L)og  E)arlier  O)dds",
        Phase.FOLD: "", Phase.LEAVE: "", Phase.ALL_IN: ""}
# What may be pressed, where that does not depend on the hand.
NOW = {Phase.FOLD: "Y folds, and the House has the pot. N or ESC goes back.",
       Phase.LEAVE: "Y folds and leaves the table. N or ESC goes back to the hand.",
       Phase.ALL_IN: "Y bets your last chips. N or ESC goes back.",
       Phase.OVER: "The sitting is over. Q or RETURN leaves the table."}


def betting_prompt(legal: Legal) -> str:
    if not legal.due:
        return "B)et, C)heck or F)old?" if legal.bet else "C)heck or F)old?"
    if legal.raise_:
        return f"C)all ${legal.due}, R)aise or F)old?"
    return f"C)all ${legal.due} or F)old?"


def amount_prompt(legal: Legal, usual: int) -> str:
    """`usual` is what a RETURN alone bets."""
    verb = "Bet" if legal.bet else "Raise"
    low, high = legal.bet or legal.raise_ or (0, 0)
    if low == high:
        return f"{verb} (${low})?"
    return f"{verb} (${low}-${high}, RETURN = ${usual})?"


def amount_now(low: int, high: int, usual: int) -> str:
    """What may be pressed while an amount is typed."""
    return (f"Dollars, {span(low, high)}, then RETURN; RETURN alone: ${usual}. "
            "M: the most. X or ESC goes back.")


def wrong_amount(low: int, high: int) -> str:
    return f"A whole number of dollars, please: {span(low, high)}."


def span(low: int, high: int) -> str:
    return f"${low}" if low == high else f"${low} to ${high}"


def wrong_discard(text: str) -> str:
    """What is wrong with a line of discards (RULEBOOK 1.10), "" when nothing is."""
    if not text.isascii() or not text.isdigit() or set(text) & set("06789"):
        return "Cards are the digits 1 to 5; RETURN alone stands pat."
    if len(set(text)) < len(text):
        return "Name each card once, please."
    if text != "".join(sorted(text)):
        return "In ascending order, please: 125, not 521."
    return ""
