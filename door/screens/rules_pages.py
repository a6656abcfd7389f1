"""The rules in our own words, for R)ules and the table's help; house rulings are marked (*).

RULEBOOK sections 1, 2 and 5 say the same with their authorities.
"""

from __future__ import annotations

from door.screens.typesetting import paragraphs

_PLAY = """
=Draw poker against the House

You withdraw $20 to $500 from the bank, and the House puts up as much.
Before each hand both ante $5. Each then gets five cards; yours are shown to
you at once. (*)

=Betting

Nothing due: B)et $2 to $25, C)heck, or F)old. Something due: C)all it,
R)aise $2 (*) to $25 on top, or F)old. Three raises a round, the first bet
not counted. You may check and then raise. Who won the last hand acts first
in both rounds; at first that is you, and a tie changes nothing (*).

=Table stakes

Nobody can bet more than the other side can call. With $1 left, $1 may be
bet. Under $5 nobody can ante, and the sitting ends (*); if that is the
House, you have broken the bank.
"""

_DRAW = """
=The draw

Type the digits of the cards that you throw, in ascending order: 125 and
RETURN. RETURN alone stands pat. You may throw all five. Both sides decide
before either number is told, and thrown cards do not come back in that hand.

=The showdown

Both holdings are shown and named. Who folds shows nothing, and nor does who
wins by it. A tie splits the pot.

=What beats what

Straight flush, four of a kind, full house, flush, straight, three of a kind,
two pair, one pair, high card. Between two of a kind every card counts, in
order of importance (*). Aces are high, and low only in A-2-3-4-5. Suits
never break a tie.
"""

_KEYS = """
=Keys at the table

a  ante               f  fold                  0-9  an amount, then RETURN
c  call or check      m  bet the most          ESC or x  back
b  bet    r  raise    q  leave the table       125 RETURN  throw 1, 2 and 5

SPACE or s  whose turn, what is due            w  my cards
g  the name of my holding                      ! @ # $ %  one card each
p  the pot                                     d  due, limits, raises left
y  me                                          o  House; after a hand, odds
l  the last events                             k  the seal, and your cut
v  terse, normal or chatty                     ?  this help
^L  draw the screen again                      e  earlier hands

A RETURN alone never bets. Keys that you pressed before a question was asked
do not answer it, so a burst on a bad line cannot spend your money.
"""

_PLAYER = """
=How the House plays

By a book. In every situation it gives each action a share, and the House's
own luck chooses. So it bluffs, checks a strong holding to raise, and stands
pat on nothing, each as often as is good for it. The book was made by two
players who learned from a thousand million deals and more until neither gained
much by changing. It looks at no card of yours, remembers nothing of you, and
plays the same whoever is ahead. An odd amount it takes for one of two near
ones, by chance.
"""

_FIGURES = """
=How well the House plays

With $205 each, in dollars a hand: it wins about 0.80 of a caller who waits
for jacks, 0.90 of one who plays by rule of thumb, 1.90 of one who calls
everything, 4.40 of one who always raises. Who plays exactly as it does comes
out even. It is no oracle: programs that learned from a hundred million deals how
to beat it win 7 cents a hand in the usual sizes, and 10 by betting any dollar.
The figures are in docs/house.txt. Acting first costs about 50 cents a hand, and
who won the last hand acts first.

=A gentle House

A sysop may have the House play gently: then it never raises. Somebody who
plays as the usual House wins about 38 cents a hand of it.
"""

_SEALS = """
=Seals and seeds

The deck comes from a secret seed whose seal you see before you ante. Press K
to read it whole, and to cut the deck with words of your own. When you leave
the table the seeds of its hands are opened: the open book (O in the casino)
has them, and says what the House held, also where somebody folded. With the
seed anybody can deal the hand again and compare the seal, by the command
anteup verify, or with a program of their own.

=Looking back

E at the table and H)ands at the bank list your last 50 hands. Type the
number of one, and it is played again, step by step; S shows its seal and,
once it is open, its seed and what that proves. F)igures at the bank adds up
all your hands, beside what chance expects, and those of the House. Of a
guest only this call is told.
"""

_CONTESTS = """
=The deal of the day

C in the casino: ten deals, sealed as the day begins and the same for all who
have an account, $200 in each; who wins the most leads. Who acts first and the
new cards of each side are fixed: who plays alike gets the same cards. Nobody
cuts, and your bankroll stays as it is.

=One try

Leave when you like: the same question waits until the day ends. What is not
played by then counts as folded (*). Then, or when you are done, see your
deals beside the best; the seeds are opened at the end. Two handles of one
user of a board are one person.

=The freezeout

Fifty such deals from Monday to Monday, with one stack of $500 that goes on
from deal to deal. It ends for who cannot ante any more.
"""

_FAME = """
=The Hall of Fame

H in the casino: the best of this month, and of all time. A net result counts
from 100 hands on, without grants. Banks broken and pots count in sittings of
$200 or more; a pot must be won, a holding shown down. A tie neither breaks a
winning streak nor counts (*). When a month ends, its champions get a plaque.
Guests and practice never enter.

=Last night

N in the casino: what happened on the last day of play, and who has passed
you in the month's table since your last call. Of cards, only what was shown
down. After each night it hangs once before the menu, whose keys work there.

=The chalkboard

Who breaks the bank may write sixty letters on it, for everybody to read
until the next one does.
"""

_COACH = """
=The coach

O after a hand tells what the book would have done in your seat, each time
that you chose, and how often. It was told what you saw, and not a card more.
Of your draw, and of the one that the book likes best, you get the chances,
exact over all cards that you had not seen. In practice it advises during a
hand as well.

=Who deals

Dot on Monday and Tuesday, Walt on Wednesday and Thursday, Inez on Friday and
Saturday, Gus on Sunday. They talk of what everybody can see, and of how you
are doing; S)ettings silences them. Cards that lie hidden they do not know,
and the House plays by the same book whoever deals for it.
"""

_HOUSE = """
=What the House promises

A seal cannot stop a server that peeks; but the House's own player is given
its own cards and what everybody sees, and nothing else. It plays by a fixed
book, and never by how you are doing.

A hand that breaks off, because the line drops or the power fails, waits for
you: the same cards, the same question, every chip. After seven days (*) it
is played out, by checking where that is free and folding where it is not. A
guest's hand is played out at once (*), for a guest does not come back.

Chips are play money. They cannot be bought, and they cannot be cashed.

(*) A house rule: our sources say nothing of it, or contradict themselves.
"""


PAGES = tuple(paragraphs(text) for text in (_PLAY, _DRAW, _KEYS, _PLAYER, _FIGURES, _COACH,
                                            _SEALS, _CONTESTS, _FAME, _HOUSE))
KEYS = PAGES[2]


def table_help(now: str) -> list[list[str]]:
    """The table's help: what may be pressed now, the other keys, and then the rules."""
    return [["=Now", now, "", *KEYS], *(page for page in PAGES if page is not KEYS)]
