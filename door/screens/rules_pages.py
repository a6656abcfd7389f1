"""The rules in our own words, for R)ules and the table's help; house rulings are marked (*).

RULEBOOK sections 1, 2 and 5 say the same with their authorities.
"""

from __future__ import annotations

_PLAY = """
=Draw poker against the House

You withdraw $20 to $500 from the bank, and the House puts up as much. Before each
hand both ante $5. Each then gets five cards; yours are shown to you at once. (*)

=Betting

Nothing to pay: B)et $2 to $25, C)heck, or F)old. Something to pay: C)all it,
R)aise $2 (*) to $25 on top, or F)old. Three raises a round, the bet not counted;
checking and then raising is allowed. Who won the last hand acts first in both
rounds; in the first hand it is you, and after a tie nothing changes. (*)

=Table stakes

Nobody can bet more than the other side can call. With $1 left, $1 may be bet. (*)
Under $5 nobody can ante, and the sitting ends; (*) if that is the House, you have
broken the bank.
"""

_DRAW = """
=The draw

Type the digits of the cards that you throw, in ascending order: 125 and RETURN.
RETURN alone stands pat. You may throw all five. Both sides decide before either
number is told, (*) and thrown cards do not come back in that hand.

=The showdown

Both holdings are shown and named. Who folds shows nothing, and nor does who wins
by it. A tie splits the pot.

=What beats what

Straight flush, four of a kind, full house, flush, straight, three of a kind, two
pair, one pair, high card. Ties go by every card in turn. (*) Aces are high, and
low only in A-2-3-4-5. Suits never break a tie.
"""

_KEYS = """
=Keys at the table

a  ante               q  leave the table       0-9  an amount, then RETURN
c  call or check      m  bet or raise the most   ESC or x  back
b  bet   r  raise     f  fold                  125 RETURN  discard 1, 2 and 5

SPACE  whose turn, what is due         w   my cards      ! @ # $ %   one of them
g  the name of my holding              p   the pot       d   due, limits, raises
y  me                                  o   the House     l   the last events
k  the seal, and your cut              ?   this help     ^L  draw the screen again

A RETURN alone never bets. Keys that you pressed before a question was asked do
not answer it, so a burst on a bad line cannot spend your money.
"""

_HOUSE = """
=What the House promises

The deck comes from a secret seed whose seal you see before you ante. Press K to
read it whole and to cut the deck with words of your own. (*) The seeds are kept
with every hand, so that the deal can be checked. A seal cannot stop a server that
peeks; the House's own player, though, is given its own cards and what everybody
sees, and nothing else. It plays by a fixed book and never by how you are doing.

A hand that breaks off, because the line drops or the power fails, waits for you:
the same cards, the same question, every chip. After seven days it is played out
by checking where that is free and folding where it is not. (*) A guest's hand is
played out so at once, for a guest does not come back.

Bets, blinds and chips are play money and cannot be bought or cashed.

(*) A house rule: our sources say nothing of it, or contradict themselves.
"""


def _rows(text: str) -> list[str]:
    return text.strip("\n").split("\n")


PAGES = tuple(_rows(text) for text in (_PLAY, _DRAW, _KEYS, _HOUSE))


def seal_rows(hand: str, seal: str, cut: str) -> list[str]:
    """The seal screen: what was sealed, and what that proves."""
    return ["", f"=Hand {hand}", "", "Its seal, SHA-256 of the seed that will shuffle the deck:",
            f"  {seal[:32]}", f"  {seal[32:]}", "",
            "The seal was written down before your ante. Whoever knows the seed can",
            "check the seal, and with it every card of the hand.", "",
            f"Your cut: {cut}" if cut else "The house cuts, unless you do: type some words of "
            "your own.", "The cut goes into the shuffle, and cannot be foreseen."]


def seal_lines(hand: str, seal: str, cut: str) -> list[str]:
    return [f"Seal {hand} {seal}", f"Your cut: {cut}" if cut else "The house cuts, unless you do."]
